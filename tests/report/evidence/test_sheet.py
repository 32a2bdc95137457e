import csv
import io

import pytest

from assay.evidence.gathering import Evidence
from assay.report.evidence.sheet import ANSWERS, CLAIMS, sheets
from assay.report.evidence.withheld import without_texts
from assay.report.sheets import csv_bytes

from . import answers


@pytest.fixture(scope="module")
def made():
    return sheets(answers.evidence())


def of(frame, **values):
    """The only row with these values."""
    [row] = [row for row in frame.iter_rows(named=True) if values.items() <= row.items()]
    return row


def test_a_row_a_row_of_the_ledger(made):
    """In force by claim in the order of the answer, superseded ones after them; which counts is said."""
    shown = made["claims"].select("answer_id", "claim_id", "by", "in_force", "counts").rows()
    assert shown[:9] == [
        ("A-017", "C-017-1", "anna", True, True),
        ("A-017", "C-017-2", "anna", True, False),
        ("A-017", "C-017-2", "boris", True, False),
        ("A-017", "C-017-2", "eve", True, True),
        ("A-017", "C-017-3", "anna", True, True),
        ("A-017", "C-017-3", "boris", True, False),
        ("A-017", "C-017-4", "anna", True, False),
        ("A-017", "C-017-4", "boris", True, False),
        ("A-017", "C-017-1", "anna", False, False),
    ]
    assert {name for name, *_ in shown[9:]} == {"B-018"}
    assert len(shown) == sum(len(table.rows) for table in answers.evidence().tables)


def test_columns_of_a_claim(made):
    """Flat, lists beside one another; a fragment that was not retrieved has no rank."""
    row = of(made["claims"], claim_id="C-B-018-5")
    assert row["citations"] == "[4] lamp lamp#old"
    assert row["evidence_chunk_id"] == "lamp#1; lamp#old"
    assert row["evidence_rank"] == "1; –"
    assert row["evidence_text"] == f"{answers.LAMP}; {answers.OLD}"
    assert row["quotes"] == "bulbs are covered too"
    start = answers.SAID.index("bulbs are covered")
    assert row["quote_spans"] == f"{start}-{start + 21}"
    assert (row["standing"], row["diagnosis"], row["diagnosis_citation"]) == (
        *("contradicts", "contradicted", "elsewhere"),
    )


def test_columns_of_an_answer(made):
    """How far it is, what is known of it, what it lacks; what the record does not say is null, not none."""
    row = of(made["answers"], answer_id="A-017")
    assert {name: row[name] for name in ("state", "held", "claims", "judged", "contradicts", "disputed")} == {
        "state": "disputed",
        "held": True,
        "claims": 4,
        "judged": 4,
        "contradicts": 2,
        "disputed": 1,
    }
    assert row["reviewers"] == "anna; boris; eve"
    assert of(made["answers"], answer_id="B-018")["never_retrieved"] == "lamp#old"
    bare = of(made["answers"], answer_id="C-019")
    assert (bare["retrieved"], bare["citations"], bare["held"], bare["state"]) == (None, None, None, "none")


def test_columns_are_the_same_whatever_there_is(made):
    """Also where nobody has written a claim down."""
    bare = sheets(Evidence(answers.evidence().tables[2:]))
    for name, schema in (("claims", CLAIMS), ("answers", ANSWERS)):
        assert list(bare[name].columns) == list(made[name].columns) == list(schema)
    assert len(bare["claims"]) == 0


def test_there_are_none_without_answers():
    """No empty file."""
    assert sheets(Evidence([], {"shop/r1": 1})) == {}


def test_columns_of_texts_go_with_the_texts(made):
    """All others stay, with the same values but for ids of chunks."""
    bare = sheets(without_texts(answers.evidence()))
    gone = set(made["claims"].columns) - set(bare["claims"].columns)
    assert gone == {
        *("claim", "quotes", "evidence_text", "attachment_reason", "support_reason", "missing"),
        *("observation", "hypothesis", "open_question", "supersede_reason"),
    }
    assert set(made["answers"].columns) - set(bare["answers"].columns) == {"query", "answer"}
    for name in ("row_id", "standing", "diagnosis", "evidence_doc_id", "evidence_rank"):
        assert bare["claims"][name].to_list() == made["claims"][name].to_list()


def test_a_spreadsheet_runs_no_cell():
    """A claim that begins as a formula does; lines of a text stay in their cell."""

    def rows(answer):
        return [answers.cases.row(answer, [], claim_id="C-1", claim="=HYPERLINK(1)\nx", observation="+1")]

    data = csv_bytes(sheets(answers.evidence(rows={"A-017": rows}))["claims"])
    [row] = [
        row for row in csv.DictReader(io.StringIO(data.decode(), newline="")) if row["claim_id"] == "C-1"
    ]
    assert (row["claim"], row["observation"]) == ("'=HYPERLINK(1)\nx", "'+1")


def test_the_same_bytes_each_time(made):
    """Whatever the order of the rows that were read; of reviewers who agree, the first one's row counts."""
    found = answers.evidence()
    turned = Evidence(
        [type(one)(one.answer, one.expected, one.rows[::-1]) for one in found.tables],
        *(found.closed, found.held, found.lacks),
    )
    again = sheets(turned)
    assert csv_bytes(again["answers"]) == csv_bytes(made["answers"])
    assert csv_bytes(again["claims"].drop("counts")) == csv_bytes(made["claims"].drop("counts"))
