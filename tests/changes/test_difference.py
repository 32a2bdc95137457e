"""The keyed difference of two gold sets."""

import pytest

from assay.changes.difference import difference
from assay.changes.revisions import Side
from assay.changes.touched import touched
from assay.errors import InputError
from assay.gold.fields import PASSAGE_FIELDS, QUERY, QUERY_FIELDS
from assay.gold.passages import parse_passages, passages_bytes
from assay.gold.queries import parse_queries, queries_bytes
from assay.gold.revision import gold_revision
from assay.manifest import sha256


def query(name, sets=None, **values):
    row = dict.fromkeys(QUERY)
    return row | {
        "id": name,
        "query": f"what is {name}?",
        "lang": "en",
        "type": "exact",
        "split": "dev",
        "evidence_sets": sets,
        "relevant": {},
        "why": {},
        "status": "reviewed",
        **values,
    }


def passage(name, text="thirty days", **values):
    where = {"doc_id": "d", "doc_version": "v1", "start": 0, "end": len(text)}
    return {"id": name, **where, "text": text, "sha256": sha256(text.encode()), **values}


def side(queries, passages, name="side"):
    return Side(name, None, queries_bytes(queries), passages_bytes(passages))


def changed(before, after):
    """The difference of two pairs of queries and passages."""
    return difference(side(*before), side(*after))


PASSAGES = [passage("a"), passage("b", "fourteen days"), passage("c", "no returns")]


def test_queries_by_what_became_of_them():
    """Added, removed, changed by field; those that are as before are not named."""
    before = [query("kept", [["a"]]), query("gone", [["a"]]), query("other", [["a"]])]
    after = [query("kept", [["a"]]), query("new", [["b"]]), query("other", [["b"]], query="and now?")]
    told = changed((before, PASSAGES), (after, PASSAGES))
    assert [(one.id, one.kind, one.fields) for one in told.queries] == [
        ("gone", "removed", ()),
        ("new", "added", ()),
        ("other", "changed", ("query", "evidence_sets")),
    ]
    assert [one.kind for one in told.sets(told.queries[2])] == ["replaced"]
    assert not told.passages


@pytest.mark.parametrize(
    "rows",
    [
        lambda rows: list(reversed(rows)),
        lambda rows: [dict(reversed(row.items())) for row in rows],
        lambda rows: [{**row, "evidence_sets": [one[::-1] for one in row["evidence_sets"]]} for row in rows],
        lambda rows: [{**row, "why": dict(reversed(row["why"].items()))} for row in rows],
        lambda rows: [{key: value for key, value in row.items() if value is not None} for row in rows],
    ],
)
def test_what_has_no_meaning_is_no_change(rows):
    """Order of lines, of keys, of the members of a set; a field that is left out is null."""
    import json

    before = [query(name, [["a", "b"], ["c"]], why={"a": "x", "b": "y"}) for name in "xyz"]
    written = "".join(json.dumps(row) + "\n" for row in rows(before)).encode()
    old = side(before, PASSAGES)
    assert not difference(old, old._replace(queries=written))


def test_another_id_of_a_passage_is_no_change_of_its_queries():
    """It is named once, as what it is."""
    before = [query("q", [["a", "b"]], why={"a": "x"}, claims=[{"id": "c1", "text": "t", "passages": ["a"]}])]
    after = [query("q", [["z", "b"]], why={"z": "x"}, claims=[{"id": "c1", "text": "t", "passages": ["z"]}])]
    renamed = [passage("z"), *PASSAGES[1:]]
    told = changed((before, PASSAGES), (after, renamed))
    assert (told.queries, told.passages, told.renamed) == ((), (), {"a": "z"})
    assert told.is_revision


def test_users_of_a_changed_passage():
    """Queries of the newer side that name it in a set or as relevant."""
    queries = [query("x", [["a"]]), query("y", [["b"]], relevant={"a": 1}), query("z", [["b"]])]
    told = changed((queries, PASSAGES), (queries, [passage("a", "31 days"), *PASSAGES[1:]]))
    assert [(one.id, set(one.fields)) for one in told.passages] == [("a", {"end", "text", "sha256"})]
    assert told.users["a"] == ["x", "y"]


@pytest.mark.parametrize("field", [*QUERY_FIELDS, "rationale", "expected_answer", "reviewed_by", "found_by"])
def test_a_new_revision_is_what_scoring_reads(field):
    """As the hash of the gold revision has it, field by field."""
    values = {
        "id": "other",
        "query": "?",
        "lang": "ru",
        "history": [{"role": "user", "text": "x"}],
        "rewritten": "r",
        "type": "paraphrase",
        "split": "holdout",
        "as_of": "2026-01-01",
        "subject": "s",
        "evidence_sets": [["b"], ["a"]],
        "relevant": {"c": 1},
        "status": "unreviewed",
        "rationale": "because",
        "expected_answer": "yes",
        "reviewed_by": ["me"],
        "found_by": "browse",
    }
    before = [query("q", [["a"], ["b"]])]
    after = [before[0] | {field: values[field]}]
    told = changed((before, PASSAGES), (after, PASSAGES))
    ids = {_revision(rows, PASSAGES) for rows in (before, after)}
    assert told
    assert told.is_revision == (len(ids) == 2)


@pytest.mark.parametrize("field", [*PASSAGE_FIELDS, "url", "section", "before"])
def test_the_same_of_passages(field):
    """Version and place are part of a revision, what stands around them is not."""
    values = {"id": "n", "doc_id": "e", "doc_version": "v2", "start": 1, "end": 9, "sha256": "0" * 64}
    after = [PASSAGES[0] | {field: values.get(field, "x")}, *PASSAGES[1:]]
    queries = [query("q", [["b"]])]
    told = changed((queries, PASSAGES), (queries, after))
    assert told
    assert told.is_revision == (_revision(queries, PASSAGES) != _revision(queries, after))


def _revision(queries, passages):
    return gold_revision(
        parse_queries(queries_bytes(queries), "q")[0], parse_passages(passages_bytes(passages), "p")[0]
    )


def test_faults_name_the_revision():
    """Of the file that has them."""
    good = side([query("q")], PASSAGES)
    with pytest.raises(InputError, match=r"v1 \(0123\):gold/queries.jsonl:1: is not JSON"):
        difference(good._replace(name="v1 (0123)", commit="0123", queries=b"{\n"), good)
    with pytest.raises(
        InputError, match=r"(?s)gold/queries.jsonl:1: is not JSON.*gold/passages.jsonl:1: is not"
    ):
        difference(good, good._replace(queries=b"{\n", passages=b"["))


@pytest.mark.parametrize(
    ("before", "after", "passages", "closed"),
    [
        (query("q", [["a"]]), query("q", [["a"]], split="holdout"), PASSAGES, {"q"}),
        (query("q", [["a"]], split="holdout"), query("q", [["a"]]), PASSAGES, {"q"}),
        (query("q", [["a"]], split="holdout"), None, PASSAGES, {"q"}),
        (None, query("q", [["a"]], split="holdout"), PASSAGES, {"q"}),
        (*[query("q", [["a"]], split="holdout")] * 2, [passage("a", "31 days"), *PASSAGES[1:]], {"q"}),
        (*[query("q", [["b"]], split="holdout")] * 2, [passage("a", "31 days"), *PASSAGES[1:]], set()),
        (query("q", [["a"]]), query("q", [["b"]]), [passage("a", "31 days"), *PASSAGES[1:]], set()),
    ],
)
def test_holdout_queries_are_counted_once_for_all(before, after, passages, closed):
    """Those that are holdout on either side and change, and those whose passages do; every count is of these."""
    told = changed(([before] if before else [], PASSAGES), ([after] if after else [], passages))
    assert told.closed == closed
    assert touched(told)["queries"]["holdout"] == sorted(closed)


@pytest.mark.parametrize(
    ("before", "after", "relabels"),
    [
        ([["a"], ["b"]], [["b"], ["a"]], False),
        ([["a"]], [["b"]], True),
        (None, [["a"]], True),
        ([["a"]], None, True),
        ([], [["a"]], True),
        (None, [], True),
    ],
)
def test_other_evidence_is_what_asks_for_another_review(before, after, relabels):
    """Another order of sets is a new revision, as results name them by number, and no other evidence."""
    told = changed(([query("q", before)], PASSAGES), ([query("q", after)], PASSAGES))
    (change,) = told.queries
    assert told.relabels(change) is relabels
    assert told.is_revision


def test_a_reason_alone_relabels_nothing():
    """Relevant passages do."""
    told = changed(([query("q", [["a"]])], PASSAGES), ([query("q", [["a"]], rationale="x")], PASSAGES))
    assert not told.relabels(told.queries[0])
    told = changed(([query("q", [["a"]])], PASSAGES), ([query("q", [["a"]], relevant={"b": 1})], PASSAGES))
    assert told.relabels(told.queries[0])
