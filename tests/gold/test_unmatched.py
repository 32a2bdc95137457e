import polars as pl
import pytest

from assay.gold.queries import parse_queries, queries_bytes
from assay.gold.unmatched import Unmatched, unmatched
from assay.jsonl import dump_row

from .samples import query

BARE = {"evidence_sets": None, "relevant": {}, "why": None, "claims": None, "status": "unreviewed"}


def gold(*rows):
    frame, problems = parse_queries(queries_bytes(rows), "gold/queries.jsonl")
    assert problems == []
    return frame


def rows(*names):
    return "".join(f"{dump_row({'query_id': name, 'reference': 'x'})}\n" for name in names).encode()


def test_references_of_questions_without_labels_are_counted():
    """Those of questions that people have labelled since, or removed, are settled."""
    queries = gold(
        query("q1", **BARE),
        query("q2", **BARE),
        query("q3", evidence_sets=[["p1"]]),
        query("q4", **{**BARE, "relevant": {"p1": 2}}),
        query("q5", type="no_answer", evidence_sets=[]),
    )
    found = unmatched(rows("q1", "q1", "q2", "q3", "q4", "q5", "gone"), queries)
    assert found == Unmatched(references=3, questions=2, settled=4)
    assert (
        found.text
        == "3 references of an import not found, so 2 questions without labels: gold/unmatched.jsonl says why"
    )
    assert "then `assay import questions FILE --existing replace`; or label" in found.fix


def test_a_list_of_which_nothing_is_left_is_to_be_removed():
    """And it says how."""
    found = unmatched(rows("q1"), gold(query("q1", evidence_sets=[["p1"]])))
    assert found.text == "gold/unmatched.jsonl has 1 row, of questions that are labelled by now or gone"
    assert found.fix == "remove it: git rm -f gold/unmatched.jsonl"


@pytest.mark.parametrize("data", [b"", b"\n"])
def test_an_empty_list_says_nothing(data):
    """As where there is none."""
    assert unmatched(data, gold(query("q1", **BARE))) is None


def test_a_line_that_cannot_be_read_hides_none_of_the_others():
    """The next import names it."""
    frame = gold(query("q1", **BARE))
    assert isinstance(frame, pl.DataFrame)
    assert unmatched(b"{\n" + rows("q1"), frame) == Unmatched(1, 1, 0)
