"""Classical metrics computed from exported files against ours: of the small repository, and of the real example."""

import polars as pl
import pytest

from assay import params
from assay.exchange.chunk_labels import carriers
from assay.exchange.flat_exports import Labelled, trec_export
from assay.exchange.rankings import Ranking
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
from conftest import ROOT
from pipeline import assay

from . import pytrec
from .alike import alike, of_repository, values


@pytest.fixture(scope="module")
def example():
    """The real example: gold, its snapshots by name."""
    settings = params.read((ROOT / "params.yaml").read_bytes(), "params.yaml")
    files = read_files(ROOT / "corpus")
    cuts = {name: snapshot.build(name, one, files, "corpus") for name, one in settings["snapshots"].items()}
    data = (ROOT / "gold/queries.jsonl").read_bytes()
    passages, _ = parse_passages((ROOT / "gold/passages.jsonl").read_bytes(), "gold/passages.jsonl")
    return settings, cuts, data, passages


@pytest.mark.parametrize("system", ["bm25-fine", "bm25-wide"])
def test_metrics_of_the_example_are_those_of_trec_eval(example, system):
    """For every dev query each of whose passages is held by one chunk of its own, at every cut-off."""
    settings, cuts, data, passages = example
    chosen = settings["systems"][system]
    cut = cuts[chosen["snapshot"]]
    asked = topics.from_queries(data, "gold/queries.jsonl")
    run = contract.run(contract.Request(asked, cut.chunks, cut.card, chosen))
    projection, status = project(passages, cut.documents, cut.chunks)
    labels = read_labels(data, "gold/queries.jsonl")
    counted = Settings.of(settings["score"])
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
    gold = Labelled.of(
        queries.filter(pl.col("split") == "dev"), cut.chunks, carriers(projection, status, cut.chunks)
    )
    rows = run.results.select("query_id", "rank", "chunk_id", "score")
    files = trec_export(
        gold, [Ranking(system, "id", rows, labels.queries["query_id"], [], repeats=False)]
    ).files
    names, theirs = pytrec.measured(files["qrels.txt"], files[f"run-{system}.txt"], counted.k)
    same = alike(queries, projection, status, cut.chunks, run.results, run.responses)
    compared = compare(values(table, same, names), theirs)
    assert compared >= 30 * len(names)


def test_metrics_of_a_repository_are_those_of_trec_eval(top, tmp_path):
    """By its own commands, from the labels to the file."""
    done = assay(top, "export", "trec", "--snapshot", "fine", "--to", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    files = [(tmp_path / "out" / name).read_bytes() for name in ("qrels.txt", "run-first.txt")]
    names, theirs = pytrec.measured(*files, (1, 3, 5))
    assert compare(of_repository(top, "first", names), theirs) >= 5 * len(names)


def compare(ours, theirs):
    """How many values were compared; a query without results has none there, and 0 here."""
    compared = 0
    for query, found in ours.items():
        for name, value in found.items():
            assert theirs.get(query, {}).get(name, 0.0) == pytest.approx(value, abs=1e-9), (query, name)
            compared += 1
    return compared
