"""The classical metrics against trec_eval (pytrec_eval), where each passage is exactly one chunk."""

import random

import pytest
import pytrec_eval

from .cases import Case, query, table

MEASURES = {
    "recall": "recall",
    "precision": "P",
    "map": "map_cut",
    "ndcg": "ndcg_cut",
    "hit": "success",
}
K = (1, 3, 5, 10, 20)


def drawn(seed):
    """Graded labels and rankings without ties; some queries miss in the run, some labels in the ranking."""
    pick = random.Random(seed)
    chunks = {f"c{i:02d}": 10 for i in range(30)}
    queries, results = [], {}
    for i in range(40):
        passages = pick.sample([f"p{c}" for c in chunks], pick.randint(1, 8))
        grades = {p: pick.choice([1, 2, 2]) for p in passages}
        grades[passages[0]] = 2
        queries.append(query(f"q{i:02d}", sets=None, relevant=grades))
        results[f"q{i:02d}"] = pick.sample(sorted(chunks), pick.choice([0, 1, 5, 20]))
    held = {f"p{c}": [[(i, 10, 8, [c])]] for i, c in enumerate(chunks)}
    return Case(queries, held, results, chunks, k=K, chars=(), headline=5)


@pytest.mark.parametrize("seed", range(5))
def test_classical_metrics_equal_trec_eval(seed):
    """recall, P, map_cut, ndcg_cut and success at every k; a query without results counts as 0."""
    case = drawn(seed)
    # trec_eval's recall, P, map and success take relevance from a level on; nDCG takes the grades.
    qrels = {row["id"]: {p[1:]: grade for p, grade in row["relevant"].items()} for row in case.queries}
    run = {
        q: {c: float(100 - rank) for rank, c in enumerate(found)}
        for q, found in case.results.items()
        if found
    }
    cuts = ",".join(map(str, K))
    measures = {f"{name}.{cuts}" for name in MEASURES.values()} | {"recip_rank"}
    binary = pytrec_eval.RelevanceEvaluator(qrels, measures, relevance_level=2).evaluate(run)
    graded = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
    compared = 0
    for row in table(case).iter_rows(named=True):
        for ours, theirs in MEASURES.items():
            expected = (graded if ours == "ndcg" else binary).get(row["query_id"], {})
            for k in K:
                assert row[f"{ours}@{k}"] == pytest.approx(expected.get(f"{theirs}_{k}", 0.0), abs=1e-12)
                compared += 1
        deep = binary.get(row["query_id"], {}).get("recip_rank", 0.0)
        assert row["mrr@20"] == pytest.approx(deep, abs=1e-12)
    assert compared == len(case.queries) * len(MEASURES) * len(K)
