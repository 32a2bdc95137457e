"""`report.include_text: false`: no word of a question, an answer, the corpus or a reviewer is in any form of a table."""

import pytest

from assay.evidence.gathering import gathered
from assay.evidence.runs import Runs
from assay.manifest import pretty, sha256
from assay.report.catalogue import Catalogue
from assay.report.evidence import html, markdown, raw, terminal
from assay.report.evidence.catalogue import Marked, Words
from assay.report.evidence.listing import lines, listing, record
from assay.report.evidence.section import section
from assay.report.evidence.sheet import sheets
from assay.report.evidence.telling import account
from assay.report.evidence.withheld import STAND_IN, WithoutTexts, without_texts
from assay.report.sheets import csv_bytes
from evidence import cases

from . import answers

# One word a field, that stands in no other field and in no phrase.
FIELDS = "query answer quote fragment heading url declined needed supports unanswerable marker filters settings notes"
FIELDS += (
    " claim attachment_reason support_reason missing observation hypothesis open_question supersede_reason"
)
FIELDS += " decision read heading_read heading_never heading_needed"
WORD = {field: f"zq{number:02}{field.replace('_', '')}" for number, field in enumerate(FIELDS.split())}
TEXT = f"{WORD['answer']} and {WORD['quote']} [{WORD['marker']}]"
NAME = "A-1"
CARD = cases.CARD | {
    "filters": {"x": WORD["filters"]},
    "generation_config": {"prompt": WORD["settings"]},
    "notes": WORD["notes"],
}
RECORD = {
    "answer_id": NAME,
    "query_id": "Q-1",
    "query": WORD["query"],
    "lang": "en",
    "answer": TEXT,
    "retrieved": [
        cases.fragment(f"doc#{WORD['heading']}", 1, WORD["fragment"], "doc", "v1", url=f"/{WORD['url']}")
    ],
    "citations": [
        cases.citation(TEXT, f"[{WORD['marker']}]", "doc", f"doc#{WORD['heading']}"),
        {"marker": "[2]", "doc_id": None, "chunk_id": WORD["heading_never"], "span": None},
        {"marker": "[doc]", "doc_id": "doc", "chunk_id": None, "span": None},
        {"marker": "[gone]", "doc_id": "gone", "chunk_id": None, "span": None},
    ],
    "declines": [{"part": WORD["declined"], "span": None}],
    "expected_evidence": {
        "needed": [
            {
                "doc_id": "doc",
                "chunk_id": f"doc#{WORD['heading_needed']}",
                "text": WORD["needed"],
                "supports": WORD["supports"],
            }
        ],
        "unanswerable": [WORD["unanswerable"]],
    },
}
NOTES = (
    "claim",
    "attachment_reason",
    "support_reason",
    "missing",
    "observation",
    "hypothesis",
    "open_question",
)


def rows(answer):
    """A claim written anew, and another reviewer who differs."""
    said = {name: WORD[name] for name in NOTES}
    said |= {"attachment": "attached", "support": "not_assessable", "contradicts": False, "corpus": "holds"}
    read = cases.read_in_corpus(WORD["read"], f"doc#{WORD['heading_read']}", "doc")
    said |= {"citations": [f"[{WORD['marker']}]"], "evidence": [f"doc#{WORD['heading']}", read]}

    def row(by, minute, envelope=None, **more):
        words = [WORD["quote"]]
        return cases.row(answer, words, by, minute, envelope, claim_id="C-1-1", **{**said, **more})

    before = row("anna", 1)
    why = {"supersede_reason": WORD["supersede_reason"], "decision": WORD["decision"]}
    after = row("anna", 2, {"supersedes": [before["row_id"]], **why})
    greeting = row("anna", 4, kind="immaterial", **dict.fromkeys(("attachment", "support", "contradicts")))
    greeting["claim_id"] = "C-1-2"
    return [before, after, row("boris", 3, support="unsupported", missing=None), greeting]


def made():
    """The evidence of that one answer."""
    run = cases.run(RECORD, card=CARD)
    return gathered(Runs({run.name: run}), rows(run.answers[0]), {}, {NAME: True})


def shown(found):
    """Everything that people can read of it, by its form."""
    table = answers.table(NAME, found)
    listed = record(listing(found), texts=not isinstance(table, WithoutTexts))
    files = {"raw": pretty(raw.raw(found, table)).decode(), "listed": pretty(listed).decode()}
    for lang in ("en", "ru"):
        plain, marked = Words(lang), Marked(lang)
        told = account(plain, found, table, history=True)
        files[f"terminal.{lang}"] = "\n".join(terminal.lines(told))
        files[f"markdown.{lang}"] = markdown.document(marked, account(marked, found, table, history=True))
        files[f"html.{lang}"] = html.document(table, lang, found)
        files[f"list.{lang}"] = "\n".join(lines(listing(found), lang))
        files[f"section.{lang}"] = str(section(Catalogue(lang), found))
    return files | {name: csv_bytes(frame).decode() for name, frame in sheets(found).items()}


def leaks(text):
    return {field for field, word in WORD.items() if word in text.lower()}


@pytest.fixture(scope="module")
def hidden():
    """All forms, without texts."""
    return shown(without_texts(made()))


@pytest.mark.parametrize(
    "form",
    [
        "raw",
        "listed",
        "claims",
        "answers",
        *(
            f"{form}.{lang}"
            for form in ("terminal", "markdown", "html", "list", "section")
            for lang in ("en", "ru")
        ),
    ],
)
def test_no_word_is_in_any_form(hidden, form):
    """Of no field, also not as a part of an id."""
    assert leaks(hidden[form]) == set()


def test_each_word_is_shown_otherwise():
    """So that the test before means something: each field is in some form where texts are shown."""
    assert set().union(*map(leaks, shown(made()).values())) == set(WORD)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_is_left_out_is_said(hidden, lang):
    """Once, above everything else."""
    note = Words(lang)("show.withheld")
    assert note in hidden[f"terminal.{lang}"]
    assert note in hidden[f"markdown.{lang}"]


def test_ids_verdicts_and_places_stay():
    """A claim stands as it stood, its words are still found in the record, who said what can be read."""
    found, whole = without_texts(made()), answers.table(NAME, made())
    table = answers.table(NAME, found)
    assert isinstance(table, WithoutTexts)
    assert [claim.state for claim in table.claims] == [claim.state for claim in whole.claims]
    for row, before in zip(table.rows, whole.rows, strict=True):
        kept = ("row_id", "by", "at", "claim_id", "kind", "attachment", "support", "contradicts", "corpus")
        assert {name: row[name] for name in kept} == {name: before[name] for name in kept}
        assert [one["start"] for one in row["quote"]] == [one["start"] for one in before["quote"]]
    assert table.answer.text == table.answer.query == STAND_IN
    assert table.expected.unanswerable == [STAND_IN]


def test_a_chunk_is_still_told_from_others():
    """By its document and the hash of its id, wherever it stands; by the hash alone where no document is known."""
    table = answers.table(NAME, without_texts(made()))

    def short(name):
        return sha256(name.encode())[:12]

    whole = f"doc#{short('doc#' + WORD['heading'])}"
    assert [one.chunk_id for one in table.answer.retrieved] == [whole]
    assert table.rows[0]["evidence"][0]["chunk_id"] == table.rows[0]["citations"][0]["chunk_id"] == whole
    assert table.answer.citations[1].chunk_id == short(WORD["heading_never"])


def test_what_a_record_lacks_is_still_said():
    """A source that was cited and never retrieved by its name, a chunk by its hash; an absent text stays absent."""
    lacks = without_texts(made()).lacks[NAME]
    assert "retrieved: gone of citations[4]" in lacks
    assert f"retrieved: {sha256(WORD['heading_never'].encode())[:12]} of citations[2]" in lacks
    bare = cases.run({"answer_id": NAME}, card=None)
    found = without_texts(gathered(Runs({bare.name: bare}), [], {}, {}))
    assert found.tables[0].answer.query is None
    assert "answer" in found.lacks[NAME]


@pytest.mark.parametrize(
    ("marker", "document", "shown_as"),
    [("[1]", None, "[1]"), ("[doc]", "doc", "[doc]"), ("[Returns]", "doc", STAND_IN), (None, "doc", None)],
)
def test_markers_that_are_words_go(marker, document, shown_as):
    """A number or the id of the document says nothing more; a title does."""
    one = {"marker": marker, "doc_id": document, "chunk_id": None, "span": None}
    run = cases.run({**RECORD, "citations": [one]}, card=None)
    found = without_texts(gathered(Runs({run.name: run}), [], {}, {}))
    assert found.tables[0].answer.citations[0].marker == shown_as
