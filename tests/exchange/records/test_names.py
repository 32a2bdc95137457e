import pytest

from assay.exchange.records.names import is_called, is_known, is_of_label, looks, plain


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("chunk_id", ("Chunk ID",)),
        ("chunk_id", ("meta", "chunkId")),
        ("№_п/п", ("№ п/п",)),
        ("№", ("№",)),
        ("отчет", ("Отчёт",)),
        ("input.value", ("attributes", "input", "value")),
        ("вопрос", ("Вопрос / Текст",)),
        ("тема", ("Вопрос / Тема",)),
        ("№", ("Вопрос / №",)),
        ("ответ", ("Ответ / Формулировка",)),
        ("ссылка", ("Ответ / Ссылка",)),
        ("документ", ("Документ / ID",)),
        ("question", ("Question / Text",)),
        ("текст", ("Главное / Текст",)),
        ("вопрос", ("Март / Вопрос / Текст",)),
    ],
)
def test_what_a_name_means(name, keys):
    """By letters and digits; of a heading of two rows the one that says it."""
    assert is_called(name, keys)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("текст", ("Ответ / Текст",)),
        ("text", ("Answer / Text",)),
        ("id", ("Документ / ID",)),
        ("id", ("_id",)),
        ("_id", ("id",)),
        ("№", ("#",)),
        ("node_id", ("relationships", "1", "node_id")),
    ],
)
def test_what_a_name_does_not_mean(name, keys):
    """The text below `Ответ` is no question, the id below `Документ` not that of the question."""
    assert not is_called(name, keys)


def test_names_of_fields_and_of_parts_of_labels():
    """What a second row of headings is told by."""
    assert all(map(is_known, ("Текст", "Ссылка", "Chunk ID", "Тема", "№ п/п", "Номер")))
    assert not any(map(is_known, ("Как вернуть?", "q1", "a")))
    assert all(map(is_of_label, ("Документ", "Цитата", "Начало")))
    assert not is_of_label("Ссылка")
    assert plain("Ёж №7") == "еж7"


@pytest.mark.parametrize(
    ("kind", "name", "values", "right"),
    [
        ("id", "chunk", ["a#1", 7, None], True),
        ("id", "chunk", ["Товар можно вернуть."], False),
        ("text", "chunk", ["a#1", "b"], False),
        ("text", "chunk", ["Товар можно вернуть.", "Да"], True),
        ("any", "chunk", ["Товар можно вернуть."], True),
        ("any", "эталон", ["https://kb/1", None], True),
        ("any", "эталон", ["kb-7; kb-8", "a.md#2"], True),
        ("any", "эталон", [["a", "b"]], True),
        ("any", "эталон", ["Да", "Нет"], False),
        ("any", "эталон", ["30", "14"], False),
        ("any", "эталон", ["В течение 30 дней"], False),
    ],
)
def test_contents_decide_where_a_name_does_not(kind, name, values, right):
    """An id has no blanks; a short answer is no reference."""
    assert looks(kind, name, values, [[name]]) is right


def test_contexts_beside_what_a_system_produced_are_no_labels():
    """Ragas writes both under one name: a test set's and an evaluation's."""
    values = [["Товар можно вернуть."]]
    assert looks("any", "contexts", values, [["question"], ["contexts"], ["ground_truth"]])
    assert not looks("any", "contexts", values, [["question"], ["contexts"], ["answer"], ["ground_truth"]])
    assert not looks("any", "contexts", values, [["user_input"], ["contexts"], ["response"]])
