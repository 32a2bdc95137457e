"""hits.parquet: what came, with its text and marks, against loops over the definitions."""

import dataclasses
import datetime as dt
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.scoring import hits as module
from assay.scoring import inspection, schema
from assay.scoring.evaluation import evaluate
from assay.scoring.summary import Context
from assay.tables import check, key_of, text_sha256

from .cases import Case, inputs, query
from .observed import hit_rows
from .test_aggregate import CARD, SNAPSHOT
from .test_reference import drawn

DAYS = [None, None, dt.date(2026, 1, 1), dt.date(2026, 3, 1), dt.date(2026, 6, 1)]
HELD = {"p": [[(0, 50, 40, ["a"])]], "r": [[(1, 50, 30, ["b"]), (2, 5, 10, ["c"])]]}


def described(seed):
    """A run drawn at random on chunks with documents, sections, subjects and periods of validity."""
    case, pick = drawn(seed), random.Random(seed)
    for number, chunk in enumerate(case.chunks):
        since, until = pick.choice(DAYS), pick.choice(DAYS)
        if since and until and since > until:
            since, until = until, since
        case.about[chunk] = {
            "doc_id": pick.choice(["d", "e", "f", "g", None]),
            "position": pick.choice([number, 10 * number]),
            "title": pick.choice(["T", "U", None]),
            "section": pick.choice(["A", "B / C", "", None]),
            "subject": pick.choice([None, "x", "y"]),
            "valid_from": since,
            "valid_to": until,
        }
    for row in case.queries:
        row["as_of"] = pick.choice([None, None, "2026-02-01", "2026-03-01"])
        row["subject"] = pick.choice([None, None, "x", "y"])
        row["split"] = pick.choice(["dev", "dev", "dev", "holdout"])
    return case.with_(ids_only=pick.random() < 0.1)


def hits(case):
    """hits.parquet of the case."""
    return evaluate(inputs(case), Context("bm25", CARD, SNAPSHOT, "g1")).hits


def rows(case):
    """By query id and rank."""
    return {(row["query_id"], row["rank"]): row for row in hits(case).iter_rows(named=True)}


def marks(case, name):
    """A column by rank, of one query."""
    return hits(case)[name].to_list()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_hits_equal_a_loop(seed):
    """Foreign chunks, repeats, twins, stale passages, failed queries, ids without texts, closed queries."""
    case = described(seed)
    got, wanted = rows(case), hit_rows(case)
    assert got.keys() == wanted.keys()
    for place, row in got.items():
        assert {name: row[name] for name in wanted[place]} == wanted[place], place
        known = row["chunk_id"] in case.chunks
        assert row["chunk_key"] == (key_of(row["chunk_id"]) if known else None)
        text = row["text"]
        assert row["sha256"] == (text_sha256(text) if text else None)


@pytest.mark.parametrize("seed", range(15))
def test_hits_follow_their_model(seed):
    """All columns, in order of query and rank, each once."""
    got = hits(described(seed))
    check(schema.Hits, got, "hits.parquet")
    assert got.columns == list(schema.Hits.to_schema().columns)
    assert got.equals(got.sort("query_id", "rank"))
    assert not got.select("query_id", "rank").is_duplicated().any()


@pytest.mark.parametrize("seed", range(15))
def test_the_order_of_input_rows_is_irrelevant(seed):
    """Of results, responses, passages, projection and chunks."""
    case = described(seed)
    made = inputs(case)

    def mixed(frame):
        return frame.sample(fraction=1, shuffle=True, seed=seed)

    again = dataclasses.replace(
        made,
        run=dataclasses.replace(
            made.run,
            results=mixed(made.run.results.collect()).lazy(),
            responses=mixed(made.run.responses),
        ),
        passages=mixed(made.passages),
        projection=mixed(made.projection),
        chunks=mixed(made.chunks.collect()).lazy(),
    )
    context = Context("bm25", CARD, SNAPSHOT, "g1")
    one, other = evaluate(made, context), evaluate(again, context)
    for name in ("hits", "symptoms", "slices", "triage"):
        assert getattr(one, name).equals(getattr(other, name)), name


@pytest.mark.parametrize("seed", range(10))
def test_shares_are_those_that_people_are_shown(seed):
    """By `assay query show`, where all places count."""
    case = described(seed).with_(twins=True)
    made = inputs(case)
    for row in hits(case).iter_rows(named=True):
        held = inspection.carried(made.projection, [one["passage_id"] for one in row["carries"]])
        shown = {p: s for p, key, s in held.iter_rows() if key == row["chunk_key"]}
        assert {one["passage_id"]: one["share"] for one in row["carries"]} == pytest.approx(shown, abs=1e-12)


def test_a_hit_says_what_it_carries():
    """Whole and in part, also of passages graded outside sets; a twin counts unless the settings leave it out."""
    held = HELD | {"s": [[(3, 9, 9, ["b"])], [(4, 9, 9, ["x"])]], "other": [[(5, 9, 9, ["x"])]]}
    asked = query("q1", sets=[["p", "r"]], relevant={"s": 1})
    case = Case([asked], held, {"q1": ["b", "x", "foreign"]}, dict.fromkeys("abcx", 60))
    got = rows(case)
    assert got["q1", 1]["carries"] == [{"passage_id": "r", "share": 0.75}, {"passage_id": "s", "share": 1.0}]
    assert got["q1", 2]["carries"] == [{"passage_id": "s", "share": 1.0}]
    assert got["q1", 3]["carries"] == []
    assert rows(case.with_(twins=False))["q1", 2]["carries"] == []


def test_as_many_as_the_largest_cutoff_shows():
    """No deeper, and no query of the holdout."""
    asked = [query("q1", sets=[["p"]]), query("q2", sets=[["p"]], split="holdout"), query("q3", sets=[["p"]])]
    found = {"q1": list("abcx"), "q2": ["a"], "q3": []}
    case = Case(asked, HELD, found, dict.fromkeys("abcx", 60), k=(1, 3), headline=1)
    assert list(rows(case)) == [("q1", 1), ("q1", 2), ("q1", 3)]


def test_a_repeat_is_what_an_earlier_rank_has():
    """Also of a chunk that the snapshot does not know; the first of them is none."""
    case = Case([query("q1", sets=[["p"]])], HELD, {"q1": list("aaffb")}, dict.fromkeys("abc", 60), k=(5,))
    case = case.with_(headline=5)
    assert marks(case, "repeat") == [False, True, False, True, False]
    assert marks(case, "text") == ["text of a", "text of a", None, None, "text of b"]


def dated(chunk, since=None, until=None):
    return {chunk: {"valid_from": since, "valid_to": until}}


def test_outdated_on_the_day_of_the_question():
    """The last and first day are inside; a chunk not valid yet is as far off; without bounds always valid."""
    first, last = dt.date(2026, 3, 1), dt.date(2026, 3, 31)
    about = dated("a", first, last) | dated("b", None, first - dt.timedelta(1)) | dated("c", last)
    case = Case(
        [query("q1", sets=[["p"]])], HELD, {"q1": list("abcx")}, dict.fromkeys("abcx", 60), about=about
    )
    case = case.with_(k=(4,), headline=4)

    def on(day):
        return marks(case.with_(queries=[query("q1", sets=[["p"]], as_of=day)]), "outdated")

    assert on("2026-03-01") == [False, True, True, False]
    assert on("2026-03-31") == [False, True, False, False]
    assert on("2026-02-28") == [True, False, True, False]


def test_outdated_without_a_day():
    """If no needed passage shares a day with it; not where one is stale, or nothing is needed."""
    old, new = dt.date(2025, 12, 31), dt.date(2026, 1, 1)
    about = dated("a", new) | dated("x", None, old) | dated("y", None, new) | dated("b", None, old)
    case = Case(
        [query("q1", sets=[["p"]])], HELD, {"q1": list("axy")}, dict.fromkeys("abcxy", 60), about=about
    )
    assert marks(case, "outdated") == [False, True, False]
    either = case.with_(queries=[query("q1", sets=[["p"], ["r"]])])  # r is of the old days
    assert marks(either, "outdated") == [False, False, False]
    assert marks(either.with_(stale={"r"}), "outdated") == [False, False, False]
    graded = case.with_(queries=[query("q1", sets=[["p"]], relevant={"r": 2})])  # relevant, not needed
    assert marks(graded, "outdated") == [False, True, False]
    assert marks(case.with_(queries=[query("q1", sets=None, relevant={"p": 2})]), "outdated")[1]
    assert not any(marks(case.with_(queries=[query("q1", sets=[])]), "outdated"))


def test_another_subject_than_the_question_s():
    """Or, where it names none, than those of needed passages; chunks about nothing in particular fit all."""
    about = {"a": {"subject": "v10"}, "b": {"subject": "v20"}, "x": {"subject": None}}
    chunks = dict.fromkeys("abcx", 60)
    case = Case([query("q1", sets=[["p"]], subject="v10")], HELD, {"q1": list("abx")}, chunks, about=about)
    assert marks(case, "other_subject") == [False, True, False]

    def asked(**labels):
        return marks(case.with_(queries=[query("q1", **labels)]), "other_subject")

    assert asked(sets=[["p"]]) == [False, True, False]
    assert asked(sets=[["p"], ["r"]]) == [False, False, False]
    assert asked(sets=[["p"]], subject="kettle") == [True, True, False]
    assert asked(sets=None, relevant={"p": 2, "r": 1}) == [False, True, False]
    assert asked(sets=None) == [False, False, False]
    general = case.with_(queries=[query("q1", sets=[["p"]])], about=about | {"a": {"subject": None}})
    assert marks(general, "other_subject") == [False, True, False]
    stale = case.with_(queries=[query("q1", sets=[["p", "r"]])], stale={"r"})
    assert marks(stale, "other_subject") == [False, False, False]


def test_grades_of_people():
    """By the text; a triage decision is no grade, an ungraded result is not called harmless."""
    case = Case(
        [query("q1", sets=[["p"]]), query("q2", sets=[["p"]])],
        HELD,
        {"q1": list("abc"), "q2": ["a"]},
        dict.fromkeys("abc", 60),
        grades={("q1", "a"): (0, True)},
        decided={("q1", "b")},
    )
    assert hits(case).select("grade", "harmful").rows() == [
        (0, True),
        (None, None),
        (None, None),
        (None, None),
    ]


def test_ids_without_texts():
    """No text, hash or length is shown: those of the id are not the text's."""
    case = Case([query("q1", sets=[["p"]])], HELD, {"q1": ["a"]}, dict.fromkeys("abc", 60), ids_only=True)
    (row,) = rows(case).values()
    assert [row[name] for name in module.TEXTS] == [None, None, None]
    assert row["doc_id"] == "d"
    assert row["carries"] == [{"passage_id": "p", "share": 1.0}]


def test_nothing_returned():
    """An empty table with all its columns."""
    got = hits(Case([query("q1", sets=[["p"]])], HELD, {}, {}))
    assert len(got) == 0
    assert got.schema["carries"] == hits(described(1)).schema["carries"]
