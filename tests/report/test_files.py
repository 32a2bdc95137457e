import csv
import io
import json
import re
from dataclasses import replace
from itertools import pairwise

import polars as pl
import pytest
from markdown_it import MarkdownIt

import shop
from assay.report.files import files

SHEETS = ["counts", "cutoffs", "failures", "metrics", "no_answer", "slices", "triage", "unmeasured"]
NAMES = {"report.md", "metrics.json", *(f"{name}.csv" for name in SHEETS)}
OUR_TAGS = re.compile(r"</?(details|summary)>")


@pytest.fixture
def written(made):
    """All files of a report, by its language and whether it shows texts."""
    return lambda lang="en", texts=True: shop.whole_report(shop.material(made, lang, texts=texts))


def texts():
    """Every piece of four words or more of queries, passages and documents."""
    rows = [*(row["query"] for row in shop.queries()), *(row["text"] for row in shop.passages())]
    rows += [row["rewritten"] for row in shop.queries() if row["rewritten"]]
    bodies = [line for body in shop._BODIES.values() for line in body.splitlines() if line.strip("# ")]
    return [text.strip("# ") for text in rows] + [line.strip("# ") for line in bodies if len(line) > 12]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_report_is_as_it_was_approved(written, golden, lang):
    """Byte for byte, in both languages."""
    golden(f"report.{lang}.md", written(lang)["report.md"])


def test_the_figures_are_as_they_were_approved(written, golden):
    """metrics.json, which Git keeps."""
    golden("metrics.json", written()["metrics.json"])


def test_every_table_is_written(written):
    """Also those that are empty."""
    assert written().keys() == NAMES


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_file_shows_a_text_that_is_left_out(written, lang):
    """Of queries, passages and chunks; the report says that they are left out."""
    shown = written(lang, texts=False)
    for name, data in shown.items():
        assert not [text for text in texts() if text in data.decode()], name
    assert b"include_text" in shown["report.md"]
    assert all(written(lang)[name] for name in NAMES)


def test_texts_are_there_otherwise(written):
    """So that the test before means something."""
    everything = b"".join(written().values()).decode()
    assert "Товар можно вернуть в течение 30 дней." in everything
    assert "Когда привезёт курьер?" not in everything  # met, or not measured
    assert "За сколько дней" in everything


@pytest.mark.parametrize("texts", [True, False])
def test_holdout_queries_appear_nowhere(written, texts):
    """Neither id nor text nor what was found for them; only how many there are."""
    shown = written(texts=texts)
    assert not [name for name, data in shown.items() if b"q-4" in data or shop.SECRET.encode() in data]
    assert b"; holdout queries closed: 1\n" in shown["report.md"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_foreign_text_makes_no_html(written, lang):
    """All tags of the rendered report are its own."""
    report = written(lang)["report.md"].decode()
    assert set(re.findall(r"<[^>\n]*>", OUR_TAGS.sub("", report))) == set()
    html = MarkdownIt("commonmark").enable("table").render(report)
    assert not re.search(r"<(script|i|b|a|img|s)\b", html)


def test_every_table_of_the_report_is_one(written):
    """All lines of a table have as many cells, also where texts hold pipes."""
    lines = written()["report.md"].decode().splitlines()
    cells = [len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0 for line in lines]
    assert all(a == b for a, b in pairwise(cells) if a and b)


@pytest.mark.parametrize("name", SHEETS)
def test_sheets_are_read_back(written, name):
    """By a strict reader: every line has the columns of the first, and no cell starts a formula."""
    rows = list(csv.reader(io.StringIO(written()[f"{name}.csv"].decode(), newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in set("=+-@\t\r") and cell]


def test_not_measured_is_never_a_zero(written):
    """A system that failed, was not asked, or has stale labels: no value, and the reason."""
    rows = written()["unmeasured.csv"].decode().splitlines()
    assert rows[0] == "system,query_id,type,reason,metrics,message"
    for start, end in (
        ("alpha,q-3,no_answer,no_answer,recall; hit; ", ","),
        ("alpha,q-7,exact,error,recall; hit; ", ",HTTP 504"),
        ("alpha,q-8,exact,not_asked,recall; hit; ", ","),
        ("beta,q-9,team's own,stale,recall; hit; ", ","),
    ):
        assert [row for row in rows if row.startswith(start) and row.endswith(end)], start


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_tables_are_named_with_their_folder(written, lang):
    """As a person finds them from the top of the repository; each of them is there."""
    report = written(lang)["report.md"].decode()
    named = set(re.findall(r"`([^`\s]*\.csv)`", report))
    assert {"reports/tables/failures.csv", "reports/tables/unmeasured.csv"} <= named
    assert {name.removeprefix("reports/tables/") for name in named} <= NAMES


def test_triage_names_each_text_once(written):
    """With every system that returned it, and its best rank."""
    rows = list(csv.DictReader(io.StringIO(written()["triage.csv"].decode(), newline="")))
    assert len({(row["query_id"], row["sha256"]) for row in rows}) == len(rows)
    assert {row["query_id"]: (row["rank"], row["systems"]) for row in rows}["q-1"] == ("2", "alpha")


def test_metrics_hold_numbers_only(written):
    """What `dvc metrics show` reads."""
    figures = json.loads(written()["metrics.json"])
    assert all(
        value is None or isinstance(value, int | float) for one in figures.values() for value in one.values()
    )


def test_the_order_of_rows_does_not_matter(made, written):
    """Tables whose rows stand in another order give the same bytes."""

    def shuffled(system):
        tables = {
            name: getattr(system, name).sample(fraction=1, shuffle=True, seed=3)
            for name in ("scores", "details", "triage", "hits", "symptoms", "groups")
        }
        return replace(system, **tables)

    assert shop.whole_report(shop.material(made, changed=shuffled)) == written()


def test_a_report_of_no_failures_and_no_candidates(made, templates):
    """Says so, and still has every table."""
    shown = files(shop.material({"beta": made["beta"]}), shop.uncompared(), templates)
    assert "No dev query that was measured fails." in shown["report.md"].decode()
    assert shown["triage.csv"].decode().count("\r\n") == 1
    assert "not comparable across chunkings" not in shown["report.md"].decode()


def test_graded_chunks_show_in_the_report(templates):
    """A harmful result of a question without an answer."""
    made = shop.systems()
    chunk = made["alpha"].snapshot.chunks.filter(pl.col("chunk_id") == "delivery#.1")
    grade = {
        "query_id": "q-3",
        "sha256": chunk["sha256"].item(),
        "grade": 0,
        "harmful": True,
        "reason_code": None,
        "adjudicates": None,
    }
    met = {**grade, "query_id": "q-2", "harmful": False, "reason_code": "other_topic"}
    report = files(shop.material(shop.systems([grade, met])), shop.uncompared(), templates)[
        "report.md"
    ].decode()
    assert "| `q-3` | 1 | `delivery` | 1 | as checked |" in report
    by_code = report.partition("### By reason code of people's grades\n\n")[2]
    assert by_code.splitlines()[2] == r"| other\_topic | 0.000 (1) | 1.000 (1) |"
