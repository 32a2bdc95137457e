import csv
import io
import subprocess
import sys
import zipfile

import openpyxl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assay.exchange.cells import CONTROL, LONGEST, Grid, csv_bytes, unmarked, xlsx_bytes
from assay.exchange.records.files import read_records

LETTERS = st.sampled_from("a0Яё=+-@'\t\r\n;,\"＝_x0041 «é\u0301\u0306😀👩\u200d|")
TEXTS = st.text(LETTERS | st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)
IDS = st.from_regex(r"[0-9a-zЯё=+@-][0-9a-zЯё;,.#/ -]{0,5}[0-9a-zё]", fullmatch=True)
ODD = [
    "007",
    "1e5",
    "=1+1",
    "+7 900",
    "-5",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "'=1",
    "'tis",
    "2026-11-01",
    "TRUE",
    "#REF!",
    "_x0041_",
    "a\nb",
    "  x ",
]
DANGEROUS = tuple("=+-@\t\r\n＝＋－＠")


def grid(texts):
    return Grid(("id", "text"), [(f"q{number}", text) for number, text in enumerate(texts)])


def plain(text):
    """As a cell can hold it: one kind of line end, nothing that XML has no place for."""
    return CONTROL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


@settings(deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=6), st.booleans())
@example(texts=ODD, excel=False)
@example(texts=ODD, excel=True)
def test_csv_read_back_has_every_text(texts, excel):
    """But for the apostrophe before what begins like a formula, which can be taken off again."""
    data, _ = csv_bytes(grid(texts), excel=excel)
    read = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";" if excel else ",")
    rows = list(read)
    assert rows[0] == ["id", "text"]
    assert [unmarked(row[1]) for row in rows[1:]] == [plain(text) for text in texts]
    assert not any(cell.startswith(DANGEROUS) for row in rows for cell in row)
    assert data.startswith(b"\xef\xbb\xbf") is excel


@settings(deadline=None, max_examples=40)
@given(st.lists(TEXTS, min_size=1, max_size=6))
@example(texts=ODD)
def test_xlsx_read_back_has_every_text(texts):
    """The same, and every cell is a text: no formula, no number, no date."""
    data, _ = xlsx_bytes(grid(texts), "questions")
    page = openpyxl.load_workbook(io.BytesIO(data)).active
    cells = [row[1] for row in page.iter_rows(min_row=2)]
    assert [unmarked(cell.value or "").replace("_x005F_", "_") for cell in cells] == [
        plain(text) for text in texts
    ]
    assert {cell.data_type for cell in cells} <= {"s", "inlineStr", "n"}
    assert all(cell.value is None for cell in cells if cell.data_type == "n")
    assert not any((cell.value or "").startswith(DANGEROUS) for cell in cells)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(IDS, TEXTS), min_size=1, max_size=6, unique_by=lambda row: row[0]),
    st.sampled_from(["questions.csv", "excel.csv", "questions.xlsx"]),
)
@example(rows=[("00", "\xa0")], name="questions.csv")
@example(rows=[("00", "\ufffe")], name="questions.csv")
def test_what_is_written_is_what_imports_read(rows, name):
    """Every id and every text to the letter, but for kinds of line ends; an empty or blank cell is none."""
    table = Grid(("id", "text"), rows)
    excel = name == "excel.csv"
    data, _ = xlsx_bytes(table, "questions") if name.endswith("xlsx") else csv_bytes(table, excel=excel)
    read = read_records(data, name)
    assert read.problems == []
    assert [(value["id"], value["text"] or "") for value in read.values] == [
        (plain(first), plain(text) if text.strip() else "") for first, text in rows
    ]


@pytest.mark.parametrize("name", ["questions.csv", "questions.xlsx"])
def test_what_imports_read_takes_them(name):
    """Ids stay texts; the apostrophe that keeps a text from being a formula is taken off."""
    table = grid(["007", "=1+1", "два\nстроки", "x;y"])
    data, _ = csv_bytes(table, excel=True) if name.endswith("csv") else xlsx_bytes(table, "questions")
    read = read_records(data, name)
    assert read.problems == []
    assert [value["text"] for value in read.values] == ["007", "=1+1", "два\nстроки", "x;y"]


def test_what_is_changed_is_counted_by_cell():
    """Formulas, control characters, cells that are too long for XLSX."""
    table = grid(["=1", "a\x00b", "x" * (LONGEST + 1), "fine"])
    said = {loss.what.partition(";")[0]: loss.examples for loss in xlsx_bytes(table, "t")[1]}
    assert said == {
        "cells that begin like a formula": ("q0: text",),
        "cells with control characters": ("q1: text",),
        "cells longer than 32,767 characters": ("q2: text",),
    }
    page = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(table, "t")[0])).active
    assert page["B3"].value == "a\ufffdb"
    assert len(page["B4"].value) == LONGEST
    assert [loss.examples for loss in csv_bytes(table)[1]] == [("q0: text",), ("q1: text",)]


def test_xlsx_is_made_for_reading():
    """The heading stays in sight and is bold; texts are wrapped; long ones have wide columns."""
    data, _ = xlsx_bytes(Grid(("id", "text"), [("q", "long " * 40)]), "questions")
    page = openpyxl.load_workbook(io.BytesIO(data)).active
    assert page.title == "questions"
    assert page.freeze_panes == "B2"
    assert page.auto_filter.ref == "A1:B2"
    assert page["A1"].font.bold
    assert page["B2"].alignment.wrap_text
    assert page.column_dimensions["A"].width < page.column_dimensions["B"].width <= 60


def test_the_same_table_gives_the_same_bytes(tmp_path):
    """In another process, at another time: no time of writing, no name of a machine."""
    table = grid(ODD)
    again = tmp_path / "again.py"
    again.write_text(
        "import sys\n"
        "from assay.exchange.cells import Grid, xlsx_bytes\n"
        f"grid = Grid(('id', 'text'), {table.rows!r})\n"
        "sys.stdout.buffer.write(xlsx_bytes(grid, 'questions')[0])\n"
    )
    first, _ = xlsx_bytes(table, "questions")
    other = subprocess.run(
        [sys.executable, again],
        capture_output=True,
        check=True,
        env={"TZ": "Asia/Kamchatka", "PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path)},
    )
    assert other.stdout == first
    with zipfile.ZipFile(io.BytesIO(first)) as package:
        assert {part.date_time for part in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert b"20" not in package.read("docProps/core.xml").partition(b"package/2006")[2]
