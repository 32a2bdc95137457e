"""Classical metrics computed from exported files against ours: of the small repository, and of the real example."""

import random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import params
from assay.exchange.export.chunk_labels import carriers
from assay.exchange.export.flat import Labelled, trec_export
from assay.exchange.export.rankings import Ranking
from assay.files import read_files
from assay.gold.passages import parse_passages
from assay.gold.projection import project
from assay.gold.queries import parse_queries
from assay.retrieval import contract, snapshot, topics
from assay.scoring.cutoffs import Settings
from assay.scoring.judgements import Judgements
from assay.scoring.labels import read_labels
from assay.scoring.results import Run
from assay.scoring.scored import Inputs, score, scores
from assay.tables import key_of
from conftest import ROOT
from exchange import pytrec
from exchange.alike import alike, of_repository, values
from exchange.flat import gold, ranking
from pipeline import assay
from scoring import cases

K = (1, 3, 5)


@pytest.fixture(scope="module")
def example():
    """The real example: gold, its snapshots by name."""
    given_params = params.read((ROOT / "params.yaml").read_bytes(), "params.yaml")
    files = read_files(ROOT / "corpus")
    cuts = {
        name: snapshot.build(name, one, files, "corpus") for name, one in given_params["snapshots"].items()
    }
    data = (ROOT / "gold/queries.jsonl").read_bytes()
    passages, _ = parse_passages((ROOT / "gold/passages.jsonl").read_bytes(), "gold/passages.jsonl")
    return given_params, cuts, data, passages


@pytest.mark.parametrize("system", ["bm25-fine", "bm25-wide"])
def test_metrics_of_the_example_are_those_of_trec_eval(example, system):
    """For every dev query each of whose passages is held by one chunk of its own, at every cut-off."""
    given_params, cuts, data, passages = example
    chosen = given_params["systems"][system]
    cut = cuts[chosen["snapshot"]]
    asked = topics.from_queries(data, "gold/queries.jsonl")
    run = contract.run(contract.Request(asked, cut.chunks, cut.card, chosen))
    projection, status = project(passages, cut.documents, cut.chunks)
    labels = read_labels(data, "gold/queries.jsonl")
    counted = Settings.of(given_params["score"])
    scored = Inputs(
        labels=labels,
        run=Run.of(run.results.lazy(), run.responses, run.card),
        passages=status,
        projection=projection,
        settings=counted,
        judgements=Judgements.of((), ()),
        chunks=cut.chunks.lazy(),
    )
    table = scores(score(scored), counted)
    queries = parse_queries(data, "gold/queries.jsonl")[0]
    flat = Labelled.of(
        queries.filter(pl.col("split") == "dev"), cut.chunks, carriers(projection, status, cut.chunks)
    )
    rows = run.results.select("query_id", "rank", "chunk_id", "score")
    files = trec_export(
        flat, [Ranking(system, "id", rows, labels.queries["query_id"], [], repeats=False)]
    ).files
    names, theirs = pytrec.measured(files["qrels.txt"], files[f"run-{system}.txt"], counted.k)
    same = alike(queries, projection, status, cut.chunks, run.results, run.responses)
    compared = compare(values(table, same, names), theirs)
    assert compared >= 30 * len(names)


@pytest.mark.slow
def test_metrics_of_a_repository_are_those_of_trec_eval(top, tmp_path):
    """By its own commands, from the labels to the file."""
    done = assay(top, "export", "trec", "--snapshot", "fine", "--to", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    files = [(tmp_path / "out" / name).read_bytes() for name in ("qrels.txt", "run-first.txt")]
    names, theirs = pytrec.measured(*files, (1, 3, 5))
    assert compare(of_repository(top, "first", names), theirs) >= 5 * len(names)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000))
def test_classical_metrics_of_the_files_are_ours_where_a_passage_is_a_chunk(seed):
    """pytrec_eval on the exported files, for every query, at every cut-off."""
    pick = random.Random(seed)
    chunks = {f"c{i:02d}": 10 for i in range(20)}
    queries, results = [], {}
    for i in range(12):
        passages = pick.sample([f"p{c}" for c in chunks], pick.randint(1, 6))
        grades = {p: pick.choice([1, 2, 2]) for p in passages} | {passages[0]: 2}
        queries.append(cases.query(f"q{i:02d}", sets=None, relevant=grades))
        results[f"q{i:02d}"] = pick.sample(sorted(chunks), pick.choice([0, 1, 5, 20]))
    held = {f"p{c}": [[(i, 10, 8, [c])]] for i, c in enumerate(chunks)}
    case = cases.Case(queries, held, results, chunks, k=K, chars=())
    keys = pl.DataFrame(
        {"chunk_id": list(chunks), "chunk_key": [key_of(c) for c in chunks]},
        schema={"chunk_id": pl.String, "chunk_key": pl.UInt64},
    )
    carried = carriers(cases.projection_frame(case), cases.passages_frame(case), keys)
    labelled = gold(queries, chunks, {})
    labelled = Labelled.of(labelled.queries, labelled.chunks, carried)
    scores = pick.choice([None, lambda _, rank: -float(rank // 2), lambda _, rank: float(rank)])
    files = trec_export(labelled, [ranking(results, scores=scores)]).files
    theirs = pytrec.measured(files["qrels.txt"], files["run-s.txt"], K)
    for row in cases.table(case).iter_rows(named=True):
        for name in theirs[0]:
            assert row[name] == pytest.approx(theirs[1].get(row["query_id"], {}).get(name, 0.0), abs=1e-9)


def compare(ours, theirs):
    """How many values were compared; a query without results has none there, and 0 here."""
    compared = 0
    for query, found in ours.items():
        for name, value in found.items():
            assert theirs.get(query, {}).get(name, 0.0) == pytest.approx(value, abs=1e-9), (query, name)
            compared += 1
    return compared
