import datetime as dt
import io
import json
from random import Random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.cells import unmarked
from assay.exchange.records.files import read_records


def csv(text, name="q.csv"):
    return read_records(text.encode() if isinstance(text, str) else text, name)


def errors(data, name):
    """The faults of a file, whether it could be read in part or not at all."""
    try:
        return [str(problem) for problem in read_records(data, name).problems]
    except InputError as error:
        return [str(problem) for problem in error.problems]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_delimiter_is_that_of_the_heading(mark):
    """Marks inside of quotes do not count: a heading may hold a comma."""
    head = mark.join(["id", '"Вопрос, как есть, целиком"', "x"])
    row = mark.join(["007", '"а; б, в | г"', "1e5"])
    found = csv(f"{head}\n{row}\n")
    assert found.values == [{"id": "007", "Вопрос, как есть, целиком": "а; б, в | г", "x": "1e5"}]
    assert found.table
    assert csv(f"{head}\r\n{mark.join('abc')}").values[0]["x"] == "c"


def test_excel_states_the_delimiter_in_a_line_of_its_own():
    """That line is no heading, and the numbers of lines count it."""
    found = csv("sep=;\r\na,b;c\r\n1;2\r\n")
    assert found.values == [{"a,b": "1", "c": "2"}]
    assert found.spots == ["q.csv:3"]


def test_cells_are_texts_and_empty_ones_none():
    """Words for nothing, numbers and spaces stay as they are; a blank cell is empty."""
    found = csv("id,a,b,c,d,e\n007,NULL,NaN,1.50, x ,  \n")
    assert found.values == [{"id": "007", "a": "NULL", "b": "NaN", "c": "1.50", "d": " x ", "e": None}]


def test_lines_are_counted_over_line_breaks_inside_of_cells():
    """A record has the number of the line that it begins on; blank lines are passed over."""
    found = csv('id,text\r\n1,"a\r\nb"\r\n\r\n2,"c\nd\ne"\r\n3,f')
    assert found.spots == ["q.csv:2", "q.csv:5", "q.csv:8"]
    assert [value["text"] for value in found.values] == ["a\r\nb", "c\nd\ne", "f"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1251", "utf-16"])
def test_tables_of_old_programs_are_read(encoding):
    """Byte order mark, Windows-1251, UTF-16."""
    text = "Номер;Вопрос\r\n007;Сколько идёт доставка в Новосибирск и область?\r\n" * 3
    found = csv(text.encode(encoding))
    assert found.values[0] == {"Номер": "007", "Вопрос": "Сколько идёт доставка в Новосибирск и область?"}
    assert bool(found.notes) == (encoding == "cp1251")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b,a\n1,2,3\n", "q.csv:1: has two columns 'a'; rename one of them"),
        ('a,b\n1,2\n3,"4\n5,6\n', "q.csv:3: has a quote that is never closed; close or double it"),
        ('a,b\n1,"2"x\n', "q.csv:2: is not CSV (',' expected after '\"'); mend the line"),
        ("a,b\n1,2,3\n4,5,,\n", "q.csv:2: has 3 cells, the heading 2; mend the line"),
    ],
)
def test_a_broken_table_is_refused_by_line(text, message):
    """Empty cells beyond the heading are none."""
    assert errors(text.encode(), "q.csv") == [message]


def test_short_rows_and_columns_without_heading_are_said():
    """Nothing of a table is left out silently; the index column of pandas is one without a heading."""
    found = csv(",q,r\n0,a,b\n1,c\n")
    assert found.values == [{"q": "a", "r": "b"}, {"q": "c", "r": None}]
    assert found.notes == [
        "q.csv: column 1 has no heading and was not read",
        "q.csv: 1 row with fewer cells than headings, the first on line 3",
    ]


def test_a_title_and_two_rows_of_headings():
    """As Excel saves merged cells: the group in the first of its columns; lines are counted as in the file."""
    text = "Вопросы за март;;;;\n№;Вопрос;;Ответ;\n;Текст;Тема;Текст;Ссылка\n007;q;x;a;https://kb/1\n"
    found = csv(text)
    assert found.values == [
        {
            "№": "007",
            "Вопрос / Текст": "q",
            "Вопрос / Тема": "x",
            "Ответ / Текст": "a",
            "Ответ / Ссылка": "https://kb/1",
        }
    ]
    assert found.spots == ["q.csv:4"]
    assert found.notes == ["q.csv:1 is a title and was passed over", "q.csv: headings are lines 2 to 3"]


def test_rows_of_headings_of_a_csv_can_be_stated():
    """Where they are not sure, the option is named."""
    text = "Вопрос,Ссылки,\nтекст,Статья,Раздел\nq,a,b\n"
    found = csv(text)
    assert len(found.values) == 2
    assert "q.csv:2 looks like a second row of headings: --header-rows 2 reads it as one" in found.notes
    stated = read_records(text.encode(), "q.csv", header=2)
    assert stated.values == [{"Вопрос / текст": "q", "Ссылки / Статья": "a", "Ссылки / Раздел": "b"}]
    assert read_records(text.encode(), "q.csv", header=9).values == []


def test_a_first_row_of_one_cell_is_no_title_of_a_ragged_file():
    """It has no further cells: the others are too many."""
    assert errors(b"query\na,b\n", "q.csv") == ["q.csv:2: has 2 cells, the heading 1; mend the line"]


def test_a_cell_may_be_huge():
    """Python's own limit is 128 KB, and is as before afterwards."""
    import csv as module

    before = module.field_size_limit()
    assert csv(f"id,text\n1,{'я' * 300_000}\n").values[0]["text"] == "я" * 300_000
    assert module.field_size_limit() == before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '[{"a": 1}, {"a": 2}]'),
        ("a.jsonl", '{"a": 1}\n\n{"a": 2}'),
        ("a.ndjson", '\ufeff{"a": 1}\r\n{"a": 2}\r\n'),
        ("a.json", '{"a": 1}\n{"a": 2}\n'),
        ("a.jsonl", '[\n {"a": 1},\n {"a": 2}\n]\n'),
    ],
)
def test_json_and_json_lines_whatever_the_file_is_called(name, text):
    """A list at the top or a record a line; where the name says the other, a note says so."""
    found = read_records(text.encode(), name)
    assert found.values == [{"a": 1}, {"a": 2}]
    assert not found.table
    assert bool(found.notes) == ((name == "a.json") != text.startswith("["))


def test_an_object_is_one_record_with_the_address_of_the_file():
    """Where the list is inside of it, the mapping says."""
    found = read_records(b'{"hits": {"hits": [{"_id": "1"}]}}', "a.json")
    assert (len(found.values), found.spots) == (1, ["a.json"])
    assert read_records(b"[1, 2]", "a.json").spots == ["a.json [0]", "a.json [1]"]


def test_json_of_a_windows_shell_is_read():
    """PowerShell writes UTF-16."""
    assert read_records('{"a": "ё"}'.encode("utf-16"), "a.json").values == [{"a": "ё"}]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.jsonl", b'{"a": 1, "a": 2}\n', "a.jsonl:1: key 'a' stands twice; mend the line"),
        ("a.json", b'[{"a": 1, "a": 2}]', "a.json: key 'a' stands twice; mend it"),
        ("a.jsonl", b'{"a": NaN}\n', "a.jsonl:1: NaN is not a value; mend the line"),
        ("a.json", b'{"a": 1e400}', "a.json: holds an infinite number; mend it"),
        ("a.jsonl", b'{"a": "\\ud83d"}\n', "a.jsonl:1: holds \\ud83d, which is half a character"),
        ("a.jsonl", b"[" * 5000 + b"\n", "a.jsonl: is nested too deeply; mend it"),
        ("a.json", b'{"a":' * 990 + b"1" + b"}" * 990, None),
        ("a.jsonl", b'{"a": 1}\n{"a": "x', "may be cut off; get the whole file"),
        ("a.jsonl", b'{"a": "\xff"}\n', "a.jsonl:1: is not UTF-8 at byte 8"),
        ("a.txt", b"x", "a.txt: is of no known form; name it by its form: .json"),
        ("a.xls", b"x", "a.xls: is of no known form; save it as .xlsx"),
    ],
)
def test_broken_json_is_refused_by_line(name, data, message):
    """Without a traceback; what is merely deep is read, or refused as too deep."""
    found = errors(data, name)
    assert (
        any(message in line for line in found)
        if message
        else found in ([], ["a.json: is nested too deeply; mend it"])
    )


def test_all_faults_of_a_file_are_found_at_once():
    """And the records between them."""
    found = read_records(b'{"a": 1}\nx\n{"a": 2}\n[]\n', "a.jsonl")
    assert [problem.where for problem in found.problems] == ["a.jsonl:2", "a.jsonl:4"]
    assert found.values == [{"a": 1}, {"a": 2}]


def test_a_line_of_a_megabyte_is_read():
    """Texts of whole documents are no fault."""
    data = "".join(
        json.dumps({"id": str(n), "text": "я" * 600_000}, ensure_ascii=False) + "\n" for n in range(3)
    )
    assert [len(value["text"]) for value in read_records(data.encode(), "a.jsonl").values] == [600_000] * 3


@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.csv", "a.xlsx", "a.parquet"])
def test_an_empty_file_holds_no_records(name):
    """It says so."""
    assert read_records(b" \n", name).notes == [f"{name} is empty"]


def test_numbers_can_be_shown_as_the_file_writes_them():
    """For messages: 1e5 is 100000.0 for Python."""
    one = read_records(b'[{"a": 1e5, "b": 7.0, "c": 7}]', "a.json")
    many = read_records(b'{"a": 1e5}\n\n{"a": 2.50}\n', "a.jsonl")
    assert repr(one.written()) == "[{'a': 1e5, 'b': 7.0, 'c': 7}]"
    assert repr(many.written()) == "[{'a': 1e5}, {'a': 2.50}]"
    assert many.written() == many.values


def parquet(**columns):
    target = io.BytesIO()
    pl.DataFrame(columns).write_parquet(target)
    return target.getvalue()


def test_parquet_keeps_its_types():
    """Categories are texts, whole decimals as databases write ids are texts, days are days, null is None."""
    found = read_records(
        parquet(
            id=pl.Series([7, None]),
            kind=pl.Series(["a", "b"], dtype=pl.Categorical),
            key=pl.Series(["12", "13"]).cast(pl.Decimal(20, 0)),
            day=[dt.date(2026, 3, 1), None],
        ),
        "a.parquet",
    )
    assert found.values == [
        {"id": 7, "kind": "a", "key": "12", "day": dt.date(2026, 3, 1)},
        {"id": None, "kind": "b", "key": "13", "day": None},
    ]
    assert found.spots == ["a.parquet row 1", "a.parquet row 2"]
    assert found.table


def test_parquet_may_be_nested_and_bytes_are_not_read():
    """Structs are objects, lists lists; of bytes a note says that they were left out."""
    found = read_records(
        parquet(meta=[{"doc": {"id": "d"}}], ids=[["a", "b"]], raw=[b"\x00\xff"]), "a.parquet"
    )
    assert found.values == [{"meta": {"doc": {"id": "d"}}, "ids": ["a", "b"]}]
    assert not found.table
    assert found.notes == ["a.parquet: column raw holds bytes and was not read"]


@pytest.mark.parametrize("cut", [3, 40, -20])
def test_broken_parquet_is_refused(cut):
    """Cut at any place, and text under that name."""
    assert errors(parquet(a=["x"] * 50)[:cut], "a.parquet")[0].startswith("a.parquet: is not Parquet (")
    assert errors(b"id,text\n1,2\n", "a.parquet")[0].startswith("a.parquet: is not Parquet (")


CELLS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")
    | st.just("\n"),
    max_size=8,
).filter(lambda text: "_x" not in text)
NAMES = st.text(st.characters(categories=("Lu", "Ll")), min_size=1, max_size=5)


@st.composite
def tables(draw):
    """Headings, and rows of texts of which each has something, and none an apostrophe that tables alone take off."""
    names = draw(st.lists(NAMES, min_size=2, max_size=4, unique=True))
    row = st.lists(CELLS, min_size=len(names), max_size=len(names)).filter(
        lambda cells: sum(bool(c.strip()) for c in cells) > 1 and cells == [*map(unmarked, cells)]
    )
    return names, draw(st.lists(row, min_size=1, max_size=5))


def written(names, rows):
    """The table in each form."""
    import csv as module

    import openpyxl

    text = io.StringIO(newline="")
    writer = module.writer(text)
    writer.writerows([names, *rows])
    yield "t.csv", text.getvalue().encode()
    book = openpyxl.Workbook()
    for number, cells in enumerate([names, *rows], 1):
        for column, cell in enumerate(cells, 1):
            place = book.active.cell(number, column)
            if cell:
                place.value = cell
                place.data_type = "s"  # "=" in front makes no formula of a text
    target = io.BytesIO()
    book.save(target)
    yield "t.xlsx", target.getvalue()
    records = [dict(zip(names, cells, strict=True)) for cells in rows]
    yield "t.jsonl", "".join(json.dumps(record) + "\n" for record in records).encode()
    yield (
        "t.parquet",
        parquet(**{name: pl.Series([r[name] for r in records], dtype=pl.String) for name in names}),
    )


@settings(max_examples=60, deadline=None)
@given(tables())
def test_a_flat_table_is_the_same_in_every_form(table):
    """CSV, XLSX, JSON Lines and Parquet of the same texts read as the same records."""
    from assay.exchange.records.mapping import Shape, apply
    from assay.exchange.records.paths import path_of
    from assay.exchange.records.targets import Target

    names, rows = table
    shape = Shape(fields={name: path_of([name]) for name in names})
    targets = {name: Target("text", (), "a text") for name in names}
    expected = [{n: c for n, c in zip(names, cells, strict=True) if c.strip()} for cells in rows]
    for file, data in written(names, rows):
        found = read_records(data, file)
        mapped = apply(found.values, found.spots, shape, targets)
        assert (file, mapped.values, mapped.problems) == (file, expected, [])


def mutated(data, seed):
    """The bytes with a few changed, left out and put in."""
    random = Random(seed)
    found = bytearray(data)
    for _ in range(random.choice([1, 3, 20])):
        at = random.randrange(len(found))
        found[at : at + random.randrange(3)] = bytes(random.choices(range(256), k=random.randrange(3)))
        found = found or bytearray(b"x")
    return bytes(found)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_read_or_refused(seed):
    """Never a traceback, whatever was changed in it."""
    rows = [["a", "b"], ["x;y\n1", "1e5"], ["ё", "[7]"]]
    for name, data in written(rows[0], rows[1:]):
        if name != "t.parquet":  # its reader may end the whole process on bytes that no program wrote
            for number in range(5):
                errors(mutated(data, 5 * seed + number), name)
