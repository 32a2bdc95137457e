"""Figures worked out in the articles that describe the method."""

import pytest

from .cases import Case, query, table, values


def one_chunk_each(queries, results, **more):
    """Every passage is the chunk of its own name."""
    names = sorted(
        {name for found in results.values() for name in found} | {p for row in queries for p in _used(row)}
    )
    chunks = dict.fromkeys(names, 100)
    held = {name: [[(number, 100, 90, [name])]] for number, name in enumerate(names)}
    return Case(queries, held, results, chunks, **more)


def _used(row):
    return [p for one in row["evidence_sets"] or [] for p in one] + list(row["relevant"] or {})


def flat(identifier, *relevant):
    return query(identifier, sets=None, relevant=dict.fromkeys(relevant, 2))


def test_recall_of_three_queries():
    """recall@3 is 1, 0.5 and 0, the mean 0.50."""
    case = one_chunk_each(
        [flat("q1", "c2"), flat("q2", "c4", "c7"), flat("q3", "c3")],
        {"q1": ["c2", "c5", "c1"], "q2": ["c1", "c4", "c9"], "q3": ["c8", "c6", "c0"]},
    )
    assert values(case, "recall@3") == {"q1": 1.0, "q2": 0.5, "q3": 0.0}
    assert table(case)["recall@3"].mean() == 0.5


def test_queries_without_relevant_passages_leave_the_mean():
    """Of three queries two are evaluated: Recall@5 0.750, Hit@5 1.000."""
    queries = [
        flat("q01", "doc-a#chunk-03"),
        flat("q02", "doc-b#chunk-07", "doc-b#chunk-08"),
        query("q03", sets=[]),
    ]
    results = {
        "q01": ["doc-a#chunk-03", "doc-c#chunk-02"],
        "q02": ["doc-b#chunk-08", "doc-d#chunk-01"],
        "q03": [],
    }
    frame = table(one_chunk_each(queries, results))
    assert frame["recall@5"].drop_nulls().to_list() == [1.0, 0.5]
    assert frame["recall@5"].mean() == 0.75
    assert frame["hit@5"].mean() == 1.0


@pytest.mark.parametrize(
    ("found", "coverage", "sufficient"),
    [
        (["full-guide"], 1.0, 1.0),
        (["rule", "exception"], 1.0, 1.0),
        (["rule", "unrelated"], 0.5, 0.0),
        (["unrelated"], 0.0, 0.0),
        (["full-guide", "full-guide"], 1.0, 1.0),
        ([], 0.0, 0.0),
    ],
)
def test_alternative_sets(found, coverage, sufficient):
    """A full guide, or a rule together with its exception; a repeat adds nothing; nothing found is 0."""
    queries = [query("q1", sets=[["full-guide"], ["rule", "exception"]])]
    case = one_chunk_each(queries, {"q1": found})
    assert values(case, "coverage@3", "sufficient@3") == {"q1": (coverage, sufficient)}


def test_full_guide_alone_has_low_recall():
    """Recall over a union of alternatives is not a goal: the sufficient guide alone has 1/3."""
    queries = [query("q1", sets=[["full-guide"], ["rule", "exception"]])]
    case = one_chunk_each(queries, {"q1": ["full-guide"]})
    assert values(case, "recall@3", "sufficient@3") == {"q1": (pytest.approx(1 / 3), 1.0)}


def test_one_passage_over_two_chunks():
    """In perfect order it is complete at rank 2: MRR 0.5."""
    held = {"p": [[(0, 50, 40, ["a"]), (1, 50, 40, ["b"])]]}
    case = Case([query("q1", sets=[["p"]])], held, {"q1": ["a", "b"]}, {"a": 50, "b": 50})
    assert values(case, "mrr@3", "recall@1", "recall@3") == {"q1": (0.5, 0.0, 1.0)}


def test_two_passages_in_one_chunk():
    """One slot holds both: nDCG 0.61, as the ideal has one passage a rank."""
    held = {"p": [[(0, 20, 20, ["a"])]], "r": [[(1, 20, 20, ["a"])]]}
    case = Case([query("q1", sets=[["p", "r"]])], held, {"q1": ["a", "b"]}, {"a": 50, "b": 50})
    assert values(case, "ndcg@3", "precision@1", "recall@1") == {
        "q1": (pytest.approx(0.6131, abs=1e-4), 1.0, 1.0)
    }


def test_halves_of_two_twins_do_not_add_up():
    """The first half at one location and the second at another are not the passage."""
    held = {
        "p": [
            [(0, 50, 40, ["a"]), (1, 50, 40, ["b"])],
            [(2, 50, 40, ["c"]), (3, 50, 40, ["d"])],
        ]
    }
    chunks = dict.fromkeys("abcd", 60)
    queries = [query("q1", sets=[["p"]]), query("q2", sets=[["p"]])]
    case = Case(queries, held, {"q1": ["a", "d"], "q2": ["a", "d", "c"]}, chunks)
    assert values(case, "sufficient@3") == {"q1": 0.0, "q2": 1.0}
    assert values(case, "char_recall@3") == {"q1": 0.5, "q2": 1.0}


def test_without_twins_a_passage_counts_where_it_was_labelled():
    """The same words elsewhere are no evidence where `score.twins` is off."""
    held = {"p": [[(0, 50, 40, ["a"])], [(1, 50, 40, ["b"])]]}
    case = Case([query("q1", sets=[["p"]])], held, {"q1": ["b"]}, {"a": 60, "b": 60})
    assert values(case, "sufficient@1", "char_recall@1") == {"q1": (1.0, 1.0)}
    assert values(case.with_(twins=False), "sufficient@1", "char_recall@1") == {"q1": (0.0, 0.0)}


def test_overlapping_chunks_count_a_stretch_once():
    """Two chunks that hold the same half of a passage are no whole passage."""
    held = {"p": [[(0, 50, 40, ["a", "b"]), (1, 50, 40, ["c"])]]}
    case = Case([query("q1", sets=[["p"]])], held, {"q1": ["a", "b", "c"]}, {"a": 80, "b": 80, "c": 90})
    frame = values(case, "sufficient_rank", "char_recall@3", "char_precision@3", "context_chars@3")
    assert frame == {"q1": (3, 1.0, 100 / 250, 250)}


def test_a_repeat_keeps_its_slot_and_its_characters():
    """Precision counts the slot, context_chars and budgets the characters; the passage counts once."""
    held = {"p": [[(0, 50, 40, ["a"])]], "r": [[(1, 50, 40, ["b"])]]}
    case = Case(
        [query("q1", sets=[["p", "r"]])],
        held,
        {"q1": ["a", "a", "b"]},
        {"a": 100, "b": 100},
        chars=(200, 300),
    )
    names = (
        "precision@3",
        "map@3",
        "sufficient_rank",
        "sufficient_chars",
        "sufficient@200c",
        "sufficient@300c",
    )
    assert values(case, *names) == {"q1": (2 / 3, (1 + 2 / 3) / 2, 3, 300, 0.0, 1.0)}
