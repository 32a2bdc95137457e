"""Labels from queries.jsonl: the quick reader and the strict one give the same, or the strict one speaks."""

import json

import pytest

from assay.errors import InputError
from assay.gold import revision
from assay.gold.passages import parse_passages
from assay.gold.queries import parse_queries
from assay.scoring import labels as module
from assay.scoring.labels import from_gold, gold_revision, read_labels

from .cases import queries_bytes, query

WHERE = "gold/queries.jsonl"
PASSAGE = {
    "id": "p",
    "doc_id": "d",
    "doc_version": "v1",
    "url": None,
    "anchor": "a",
    "section": "A",
    "start": 0,
    "end": 4,
    "sha256": "a" * 64,
    "text": "text",
    "before": None,
    "after": None,
}
ORDINARY = [
    query("q2", sets=[["b", "a"], ["c"]], relevant={"d": 1, "e, f": 2}),
    query("q1", sets=None, relevant={"a#1": 2}, rewritten="What then?", subject="vacuum", as_of="2026-02-28"),
    query("q3", sets=[]),
    query("q4", sets=None, relevant={}, split="holdout"),
    query("q5", sets=[["возврат#срок"]], checked_corpus="c1", lang="ru", status="unreviewed"),
]
ODD = [
    [query("q1", sets=[["], ["]])],
    [query("q1", sets=[["a,"], ["b"]])],
    [query("q1", sets=[[",", "]"], ["], ["], ["b"]])],
    [query("q1", sets=[['say "a"', "b\\c"]])],
    [query("q1", sets=[["]", "[["]])],
    [query("q1", sets=[["a"]], relevant={'": 1, "b': 2, "c": 1})],
    [query("q1", sets=[["a"]], relevant={"b: 1": 2, ",": 1})],
    [query("q1", sets=[["a"]], relevant={"{": 1, "}": 2})],
]


def frames(labels):
    order = {"members": ["q", "set", "passage_id"], "relevant": ["q", "passage_id"]}
    sorted_frames = [getattr(labels, name).sort(key) for name, key in order.items()]
    return [labels.queries, *sorted_frames, labels.others.sort()]


def same(one, other):
    pairs = zip(frames(one), frames(other), strict=True)
    return all(a.equals(b) for a, b in pairs)


@pytest.mark.parametrize("split", ["dev", "holdout"])
def test_both_readers_agree(split):
    """On sets, alternatives, grades, rewritten questions, no answer, not labelled, other splits."""
    data = queries_bytes(ORDINARY)
    quick = module._quick(data, split)
    assert quick is not None
    assert same(quick, from_gold(parse_queries(data, WHERE)[0], WHERE, split))


@pytest.mark.parametrize("queries", ODD)
def test_ids_like_punctuation_are_read_right(queries):
    """Whatever an id looks like, it is that id: the quick reader leaves doubtful files to the strict one."""
    data = queries_bytes(queries)
    members = read_labels(data, WHERE).members.sort("set", "passage_id")
    expected = sorted((n, p) for n, one in enumerate(queries[0]["evidence_sets"], 1) for p in one)
    assert list(members.select("set", "passage_id").iter_rows()) == expected
    graded = read_labels(data, WHERE).relevant.select("passage_id", "grade").iter_rows()
    assert dict(graded) == (queries[0]["relevant"] or {})


def broken(change):
    row = query("q-017", sets=[["a"]])
    return (json.dumps({**row, **change}) + "\n").encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "gold/queries.jsonl: holds no queries; add at least one"),
        (
            broken({"evidence_sets": [[]]}),
            "gold/queries.jsonl q-017: an evidence set is empty; see `assay gold check`",
        ),
        (
            broken({}) * 2,
            "gold/queries.jsonl:2 q-017: the id is already used at line 1; give each its own id, or remove one",
        ),
        (
            broken({})[:40],
            "gold/queries.jsonl:1: the last line has no line end: it may be cut off; add the rest",
        ),
        (
            broken({"split": "train"}),
            "gold/queries.jsonl:1 q-017: split is 'train', must be dev or holdout; change it",
        ),
        (
            broken({"as_of": "2026-02-30"}),
            "gold/queries.jsonl:1 q-017: as_of is '2026-02-30', must be a day as YYYY-MM-DD; change it",
        ),
        (
            broken({"as_of": "2026-2-3"}),
            "gold/queries.jsonl:1 q-017: as_of is '2026-2-3', must be a day as YYYY-MM-DD; change it",
        ),
        (
            broken({"relevant": {"b": 3}}),
            "gold/queries.jsonl:1 q-017: relevant of b is the number 3, must be 1 or 2; change it",
        ),
    ],
)
def test_faults_are_told_by_the_strict_reader(data, message):
    """With file, line and id."""
    with pytest.raises(InputError) as caught:
        read_labels(data, WHERE)
    assert message in str(caught.value).splitlines()


def test_the_revision_is_the_gold_set_s_own():
    """Read quickly or strictly, the same id; what scoring does not read does not change it."""
    queries = [{**row, "as_of": "2026-11-01", "history": [{"role": "user", "text": "?"}]} for row in ORDINARY]
    marked = queries_bytes([PASSAGE, {**PASSAGE, "id": "q", "doc_id": None, "start": None, "end": None}])
    data = queries_bytes(queries)
    assert module._typed(data, marked) is not None
    strict = revision.gold_revision(parse_queries(data, WHERE)[0], parse_passages(marked, "p")[0])
    assert gold_revision(data, marked, "gold") == strict
    reviewed = queries_bytes([{**row, "reviewed_by": ["Ann"]} for row in queries])
    assert gold_revision(reviewed, marked, "gold") == strict
    relabelled = queries_bytes([{**queries[0], "evidence_sets": [["b"], ["c"]]}, *queries[1:]])
    assert gold_revision(relabelled, marked, "gold") != strict
