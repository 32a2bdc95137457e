from assay.exchange.records.overview import heading, mapping_lines, offered

VALUES = [
    {"№": None, "Текст вопроса": "Как\nвернуть?", "a.b": "x", "пусто": None},
    {"№": "007", "Текст вопроса": "y" * 60, "a.b": None, "пусто": None},
]


def test_a_table_says_which_column_became_what():
    """A line each, with the first value there; columns that are not read by name; empty ones are none."""
    fields = {"id": '"№"', "query": '"Текст вопроса"'}
    assert list(mapping_lines("guessed", VALUES, fields, ['"a.b"'])) == [
        "mapping (guessed):",
        "  id = № (007)",
        "  query = Текст вопроса (Как вернуть?)",
        'not read: "a.b" (x)',
    ]


def test_records_of_other_forms_say_it_in_one_line():
    """Paths as they are."""
    assert list(mapping_lines("kept", VALUES, {"id": '"№"'})) == ['mapping (kept): id = "№"']
    assert list(mapping_lines("guessed", VALUES, {}, [])) == ["mapping (guessed): none"]


def test_where_a_field_is_nowhere_what_is_there_is_offered():
    """Each column with an example, long ones cut, personal data masked."""
    values = [*VALUES, {"почта": "ann@mail.example.org"}]
    assert offered("query", values, {"id": '"№"'}) == (
        "say where it is: --map query=PATH; there are: Текст вопроса (Как вернуть?); "
        '"a.b" (x); почта (<e-mail address>)'
    )
    assert offered("query", [{"t": "y" * 60}], {}).endswith(f"t ({'y' * 39}…)")
    assert offered("query", [{}], {}) == "say where it is: --map query=PATH"


def test_a_column_has_its_plain_name():
    """Unless that would be another path."""
    assert [heading(path) for path in ('"Текст вопроса"', "a.b", '"a.b"', '"a[0]"', "[a, b]")] == [
        "Текст вопроса",
        "a.b",
        '"a.b"',
        '"a[0]"',
        "[a, b]",
    ]
