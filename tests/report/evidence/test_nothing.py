"""Refusals and what the corpus lacks, for people and spreadsheets."""

import polars as pl
import pytest
from markdown_it import MarkdownIt

from assay.evidence.gathering import gathered
from assay.evidence.runs import Runs
from assay.evidence.unanswered import OUTCOMES, unanswered
from assay.report.evidence import nothing
from assay.report.sheets import csv_bytes
from evidence import cases
from evidence.cases import A017, P04, P07, placed, row, span

DURATION, PRICE = "сколько времени возвращают деньги", "сколько стоит возврат"
SAYS = "Деньги начнут возвращать после приёмки. Срок и цену источники не называют."
TELLS = "Срок и цену источники не называют"
STARTS = "Деньги начнут возвращать после приёмки"
NEEDED = [{"chunk_id": "p07"}]


def record(name, declined=((DURATION, True),), unanswerable=(DURATION,), needed=NEEDED, **values):
    """An answer that declines these parts, and tells the user of them or not."""
    stated = [{"part": part, "span": span(SAYS, TELLS) if told else None} for part, told in declined or ()]
    return {
        **A017,
        "answer_id": name,
        "query": f"Вопрос к {name}?",
        "answer": SAYS,
        "retrieved": [P04, P07],
        "citations": [],
        "declines": None if declined is None else stated,
        "expected_evidence": {"needed": needed, "unanswerable": list(unanswerable)},
        **values,
    }


RECORDS = (
    record("A-01"),
    record("A-02", unanswerable=[]),
    record("A-03", unanswerable=[]),
    record("A-04", [("срок", True)], [DURATION, PRICE]),
    record("A-05", [("срок", True)]),
    record("A-06", []),
    record("A-07", None),
    record("A-08", needed=[], unanswerable=[]),
    record("A-09", [], [], []),
    record("A-10", unanswerable=[]),
    record("A-11", [(DURATION, False)]),
    record("A-12", [], [], query=None),
    record("A-13", [], []),
    record("A-14", unanswerable=[]),
)
HELD = {"A-02": True, "A-03": False}
SUPPORT = {
    "attachment": "not_attached",
    "attachment_reason": "Знака нет.",
    "support_reason": "Сверено с p07.",
}


def judged(support, corpus):
    return {**SUPPORT, "support": support, "contradicts": False, "corpus": corpus}


def said(answers, name, n, words=STARTS, by="anna", **values):
    """A reviewer's row about one of the answers."""
    return row(answers[name], [words], by, claim_id=f"C-{name[2:]}-{n}", **values)


def reviewed(answers):
    """What reviewers say of them."""
    lacks = {"kind": "decline", "claim": DURATION, "observation": "Ни один фрагмент этого не называет."}
    return [
        said(answers, "A-08", 1, TELLS, **lacks, corpus="lacks"),
        said(answers, "A-08", 2, **judged("supported", "holds")),
        said(answers, "A-09", 1, **judged("unsupported", "not_checked")),
        said(answers, "A-10", 1, TELLS, **lacks, corpus="lacks"),
        said(answers, "A-12", 1, **judged("unsupported", "lacks")),
        said(answers, "A-12", 2, TELLS),
        said(answers, "A-14", 1, TELLS, **lacks, corpus="lacks"),
        said(answers, "A-14", 1, TELLS, "oleg", **lacks, corpus="holds"),
    ]


def material(*records):
    """What is found in these answers, and what it is found in; by default everything that may have to be said."""
    run = cases.run(*(records or RECORDS))
    rows = [] if records else reviewed({one.id: one for one in run.answers})
    evidence = gathered(Runs({run.name: run}), placed(*rows).values(), {}, HELD)
    return unanswered(evidence), evidence


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_everything_that_may_have_to_be_said(lang, golden):
    """Each outcome, each state of a part, each kind of statement."""
    found, evidence = material()
    golden(f"nothing.{lang}.md", f"{nothing.section(found, evidence, lang, texts=True)}\n".encode())
    assert {name for one in found for name in one.outcomes} == set(OUTCOMES)


def test_the_same_for_spreadsheets(golden):
    """Codes in place of phrases; every part and every statement is a row."""
    found, _ = material()
    sheet = csv_bytes(nothing.sheet(found, texts=True))
    golden("nothing.csv", sheet.replace(b"\r\n", b"\n"))  # as Git keeps files
    listed = sum(len(one.declined) + len(one.undeclined) + len(one.stated) for one in found)
    assert len(nothing.sheet(found, texts=True)) == listed


def test_answers_of_which_there_is_nothing_to_say_are_counted_all_the_same():
    """They are n of the counts, and in no list."""
    found, evidence = material()
    assert "A-13" not in {one.table.answer.id for one in found}
    counts = nothing.tables(found, evidence, "en", texts=True)[0]
    assert counts.header[2:] == [cases.RUN]
    assert counts.rows[0] == ["answers recorded", "", len(RECORDS)]


def test_counts_of_many_runs_stand_in_several_tables():
    """Each run in one of them, with the same lines."""
    runs = [cases.run(record("A-0"), name="a/0")]
    runs += [cases.run(record(f"B-{n}"), name=f"b/{n}") for n in range(1, 8)]
    evidence = gathered(Runs({run.name: run for run in runs}), [], {}, {})
    first, second, *_ = nothing.tables(unanswered(evidence), evidence, "ru", texts=True)
    assert first.header[2:] + second.header[2:] == sorted(run.name for run in runs)
    assert [row[0] for row in first.rows] == [row[0] for row in second.rows]
    assert all(row[2:] == [1] * (len(row) - 2) for row in first.rows[:1] + second.rows[2:3])


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_share_is_said(lang):
    """Counts and lists alone."""
    assert "%" not in nothing.section(*material(), lang, texts=True)


def test_texts_may_be_left_out():
    """No word of questions, parts and claims; ids and codes stay."""
    found, evidence = material()
    told = nothing.section(found, evidence, "en", texts=False)
    sheet = csv_bytes(nothing.sheet(found, texts=False)).decode()
    for text in ("Вопрос", DURATION, STARTS, "срок"):
        assert text in nothing.section(found, evidence, "en", texts=True)
        assert text not in told + sheet
    assert "C-08-1" in sheet
    assert "C-08-2" in told


def test_texts_are_foreign():
    """Nothing of them is Markdown or HTML; a page escapes the same cells by itself."""
    part = "<script>alert(1)</script> | **b** [go](http://evil.example)"
    found, evidence = material(record("A-01", [(part, True)], [part], query=part))
    html = MarkdownIt("commonmark").enable("table").render(nothing.section(found, evidence, "en", texts=True))
    assert "<script>" not in html
    assert "<a " not in html
    cells = [
        cell for one in nothing.tables(found, evidence, "en", texts=True) for row in one.rows for cell in row
    ]
    assert f"“{part}”" in cells


def test_nothing_to_say():
    """Is said, without empty tables; the spreadsheet has its header."""
    found, evidence = material(record("A-13", [], []))
    assert nothing.section(found, evidence, "en", texts=True).startswith("No answer declines anything")
    assert nothing.tables(found, evidence, "en", texts=True) == []
    assert nothing.sheet(found, texts=True).schema == pl.Schema(nothing.TYPES)


def test_the_heading_is_in_the_language():
    """Of the report."""
    assert nothing.title("ru") == "Отказы ответить и то, чего нет в корпусе"
