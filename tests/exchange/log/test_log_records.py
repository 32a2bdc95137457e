import datetime as dt
import json

import openpyxl
import polars as pl
import pytest

from assay.errors import InputError
from assay.exchange.log.log_records import ROWS, read_log
from assay.exchange.records.mapping import Shape
from assay.exchange.records.reading import Asked

RECORDS = [
    {
        "ts": "2026-10-02T10:00:00Z",
        "session_id": "007",
        "message": "Как вернуть товар?",
        "category": "returns",
    },
    {"ts": "2026-10-01T09:00:00Z", "session_id": "7", "message": " Где\nмой  заказ ", "category": None},
    {"ts": "2026-10-03T09:00:00Z", "session_id": "007", "message": "", "category": "returns"},
]
TEXTS = ["Как вернуть товар?", "Где мой заказ", None]


def write(path, text):
    path.write_text(text, "utf-8")
    return path


def jsonl(path, records):
    return write(path, "".join(json.dumps(record) + "\n" for record in records))


def parquet(path):
    frame = pl.DataFrame(RECORDS).with_columns(pl.col("ts").str.slice(0, 10).str.to_date())
    frame.write_parquet(path)
    return path


def sheet(path):
    book = openpyxl.Workbook()
    book.active.append(list(RECORDS[0]))
    for record in RECORDS:
        book.active.append(list(record.values()))
    book.save(path)
    return path


@pytest.mark.parametrize(
    "made",
    [
        lambda top: jsonl(top / "log.jsonl", RECORDS),
        lambda top: write(
            top / "log.json", json.dumps({"hits": {"hits": [{"_source": one} for one in RECORDS]}})
        ),
        lambda top: parquet(top / "log.parquet"),
        lambda top: sheet(top / "log.xlsx"),
    ],
    ids=["jsonl", "search response", "parquet", "xlsx"],
)
def test_a_log_of_any_shape_is_the_same_log(tmp_path, monkeypatch, made):
    """Questions on one line, types, askers as texts, totals; no column is lost."""
    monkeypatch.chdir(tmp_path)
    log = read_log(made(tmp_path), Asked(), None)
    assert log.rows.schema == ROWS
    assert log.rows["query"].to_list() == TEXTS
    assert log.rows["type"].to_list() == ["returns", None, "returns"]
    assert log.rows["asker"].to_list() == ["007", "7", "007"]
    assert log.rows["askings"].to_list() == [1, 1, 1]
    assert log.facts[-1] == "asked 3 times, by 2 askers, from 2026-10-01 to 2026-10-03"
    assert log.losses == []


def test_who_asked_and_when_is_in_no_mapping_that_is_kept(tmp_path):
    """Not even the names of the columns; read with the kept mapping they are counted all the same."""
    file = jsonl(tmp_path / "log.jsonl", RECORDS)
    first = read_log(file, Asked(), None)
    assert first.shape == Shape(None, {"query": "message", "type": "category"})
    again = read_log(file, Asked(), first.shape)
    assert again.facts[-1] == first.facts[-1]
    assert again.shape == first.shape
    stated = read_log(file, Asked(fields={"asker": "category"}), first.shape)
    assert stated.facts[-1].startswith("asked 3 times, by 1 asker")


def test_counts_that_are_made_already(tmp_path):
    """A frequency is so many askings; without one a row is one asking."""
    log = read_log(
        write(tmp_path / "top.csv", "query,frequency\nкак вернуть,1200\nгде заказ,\n"), Asked(), None
    )
    assert log.rows["askings"].to_list() == [1200, 1]
    assert log.facts[-1] == "asked 1201 times"


def test_lines_of_text(tmp_path, monkeypatch):
    """One question a line, whatever the encoding and the ends of lines; there is no mapping to keep."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.txt").write_bytes("Как вернуть, товар?\r\n\r\nГде мой заказ\r\n".encode("utf-8-sig"))
    log = read_log(tmp_path / "log.txt", Asked(), None)
    assert log.rows["query"].to_list() == ["Как вернуть, товар?", None, "Где мой заказ"]
    assert log.spots == ["log.txt:1", "log.txt:2", "log.txt:3"]
    assert log.shape is None
    with pytest.raises(InputError, match=r"^log.txt: has one question a line"):
        read_log(tmp_path / "log.txt", Asked(rows="hits"), None)


def test_days_of_times_in_whatever_form(tmp_path):
    """ISO, dotted, seconds and milliseconds since 1970, a time of Python; what may be two days is counted as not read."""
    times = ["01.03.2026 10:00", "2026-03-02T10:00:00Z", 1790000000, "1790000000123", "03/04/2026", "3 марта"]
    rows = [{"query": f"как вернуть {number}", "ts": time} for number, time in enumerate(times)]
    file = jsonl(tmp_path / "log.jsonl", rows)
    said = "asked 6 times, from 2026-03-01 to 2026-09-21, 2 times in a form that is not read"
    assert read_log(file, Asked(fields={"time": "ts"}), None).facts[-1] == said
    pl.DataFrame({"query": ["как"], "ts": [dt.datetime(2026, 10, 1, 5, tzinfo=dt.UTC)]}).write_parquet(
        tmp_path / "log.parquet"
    )
    found = read_log(tmp_path / "log.parquet", Asked(), None)
    assert found.facts[-1] == "asked 1 time, from 2026-10-01 to 2026-10-01"


def test_every_fault_of_a_log_at_once(tmp_path, monkeypatch):
    """By line; the values of other columns are not printed."""
    monkeypatch.chdir(tmp_path)
    records = [
        {"query": ["a", "b"], "count": 1},
        {"query": "как вернуть", "count": 0},
        {"query": "где мой заказ", "count": "many"},
        {"query": "что", "count": 3},
    ]
    jsonl(tmp_path / "log.jsonl", records)
    with pytest.raises(InputError) as refused:
        read_log(tmp_path / "log.jsonl", Asked(fields={"query": "query", "count": "count"}), None)
    assert [problem.where for problem in refused.value.problems] == [
        "log.jsonl:1 query",
        "log.jsonl:3 count",
        "log.jsonl:2 count",
    ]


def test_a_log_without_questions_says_how_to_name_them(tmp_path, monkeypatch):
    """At its first record."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "log.csv", "a,b\n1,2\n")
    with pytest.raises(InputError) as refused:
        read_log(tmp_path / "log.csv", Asked(), None)
    assert str(refused.value) == (
        "log.csv:2: nothing in it looks like query (what was asked); say where it is: --map query=PATH"
    )
