"""Public collections through the commands and the pipeline: the published figures to the printed digits."""

import json
from dataclasses import replace

import polars as pl
import pytest

from assay.exchange.trec.qrels import read_qrels
from assay.exchange.trec.runs import read_run
from pipeline import assay, commit, copy, repro, start

from .measures import as_printed, of_run, printed

pytestmark = [pytest.mark.shared, pytest.mark.slow, pytest.mark.xdist_group("imported")]

OURS = {
    "recall": "recall",
    "P": "precision",
    "map_cut": "map",
    "ndcg_cut": "ndcg",
    "success": "hit",
}  # trec_eval's names of what both have at a cut-off
PARAMS = """\
snapshots:
  main: {source: corpus/chunks.jsonl, chunking: ready}
systems:
  own: {kind: bm25, snapshot: main, input: scripts/assay/retrieval/kinds/bm25.py, depth: 20, filter: true, stem: true, k1: 1.2, b: 0.75}
score: {k: [1, 5, 10, 15, 20, 30, 100, 200, 500, 1000], chars: [2000], headline: 5, cover: 1.0, stale: exclude, extra_queries: error, twins: TWINS}
report: {lang: en, include_text: false}
compare: {baseline: null, candidates: null, primary: null, metrics: null, resamples: 1000, seed: 1, max_error_share: 0.05}
gates: []
fusions: {}
adjudicators: []
"""


def fresh(top, *, twins="true"):
    """A repository without data."""
    top.mkdir()
    copy(top)
    (top / "params.yaml").write_text(PARAMS.replace("TWINS", twins))
    for name in ("queries", "passages"):
        (top / f"gold/{name}.jsonl").write_text("")
    start(top)
    return top


def bring(top, *words):
    """An import that must go well."""
    done = assay(top, "import", *map(str, words))
    assert done.returncode == 0, done.stderr
    return done.stdout


def figures(top, system):
    """Our figures under trec_eval's names, by query and as means."""
    scores = pl.read_parquet(top / f"runs/systems/{system}/scores.parquet")
    summary = json.loads((top / f"runs/systems/{system}/summary.json").read_bytes())["metrics"]
    names = {}
    for theirs, ours in OURS.items():
        names |= {f"{ours}@{k}": f"{theirs}_{k}" for k in (1, 5, 10, 15, 20, 30, 100, 200, 500, 1000)}
    deepest = 1000 if summary["mrr@1000"]["n"] else 20
    names |= {f"mrr@{deepest}": "recip_rank", f"map@{deepest}": "map"}
    found = {}
    for ours, theirs in (
        names.items() if deepest == 1000 else [*names.items(), (f"map@{deepest}", "map_cut_20")]
    ):
        found[theirs, "all"] = summary[ours]["mean"]
        found |= {(theirs, query): value for query, value in scores.select("query_id", ours).iter_rows()}
    return {key: value for key, value in found.items() if value is not None}


def compare(expected, found, count):
    """Figures of both are printed alike, and there are so many of them."""
    both = expected.keys() & found.keys()
    assert {
        key: (expected[key], f"{found[key]:.4f}") for key in both if f"{found[key]:.4f}" != expected[key]
    } == {}
    assert len(both) == count


# Of trec_eval's own files: qrels, run, what its Makefile told it, figures of both and of 9.0.8.
TREC = {
    "out.test": ("qrels.test", "results.test", {"missing": "not-asked"}, (11, 11)),
    "out.test.a": ("qrels.test", "results.test", {"missing": "not-asked"}, (40, 40)),
    "out.test.aq": ("qrels.test", "results.test", {"missing": "not-asked"}, (160, 160)),
    "out.test.aqc": ("qrels.test", "results.trunc", {}, (160, 120)),
    "out.test.aql": ("qrels.rel_level", "results.test", {"level": 2, "missing": "not-asked"}, (160, 160)),
    "out.comment.test": ("qrels.comment.test", "results.comment.test", {"missing": "not-asked"}, (11, None)),
}


def trec_repository(top, shared, qrels):
    """trec_eval's labels, and the runs that were scored on them, in both orders."""
    folder = shared / "trec_eval"
    rows = [row for row in TREC.values() if row[0] == qrels]
    runs = {row[1]: row[2] for row in rows}
    fresh(top)
    bring(top, "chunks", folder / qrels, *(folder / run for run in runs), "--ids-only")
    level = rows[0][2].get("level", 1)
    said = bring(top, "questions", folder / qrels, "--relevant-from", level)
    assert ("grades above" in said) == (qrels != "qrels.test")
    for run, told in runs.items():
        for order in ("trec9", "trec10"):
            missing = ["--missing", told["missing"]] if "missing" in told else []
            words = ["--trust-ids", "--corpus-version", "trec", "--depth", 1000, "--order", order, *missing]
            bring(top, "results", folder / run, "--system", f"{run.replace('.', '-')}-{order}", *words)
    repro(top)
    return top


@pytest.fixture(scope="module")
def trec(shared, tmp_path_factory):
    """Repositories by name of the qrels, made when they are asked for."""
    made = {}

    def of(qrels):
        if qrels not in made:
            made[qrels] = trec_repository(tmp_path_factory.mktemp("trec") / "repository", shared, qrels)
        return made[qrels]

    return of


@pytest.mark.parametrize(
    ("version", "name"),
    [
        (version, name)
        for name, row in TREC.items()
        for version, n in zip(("trec_eval", "trec_eval_v9.0.8"), row[3], strict=True)
        if n
    ],
)
def test_trec_eval_s_files_give_its_figures(shared, trec, version, name):
    """Its labels and runs, with all their oddities, imported and scored by the pipeline: its published output.

    One thing is compared otherwise. Gold has the grades 1 and 2, so that a label from --relevant-from on has the gain
    2; trec_eval's nDCG takes every grade as its gain. Where a question has other grades than these, its nDCG is held
    against tests/exchange/measures.py over the grades that gold has; that module gives trec_eval's published nDCG, with
    all of its grades, to the printed digits (tests/exchange/trec/test_public.py).
    """
    qrels, run, told, counts = TREC[name]
    order, count = ("trec10", counts[0]) if version == "trec_eval" else ("trec9", counts[1])
    labels = read_qrels(shared / "trec_eval" / qrels, qrels)
    results = read_run(shared / "trec_eval" / run, run, order)
    expected = printed(shared / version / name)
    found = as_trec_eval_means(
        figures(trec(qrels), f"{run.replace('.', '-')}-{order}"), labels, results, told
    )
    assert expected["num_q", "all"] == str(len(averaged(labels, results, told)))
    compare(expected | said_by_gold(expected, labels, results, told), found, count)


def averaged(labels, results, told):
    """The questions over which trec_eval takes its means: of the labels, without -c those that the run has."""
    asked = labels.frame["query_id"].unique()
    if told.get("missing") == "not-asked":
        asked = asked.filter(asked.is_in(results.frame["query_id"].unique().implode()))
    return set(asked)


def as_trec_eval_means(found, labels, results, told):
    """Our means as trec_eval has them: a question of which nothing is relevant is null here, and 0 there."""
    everyone = averaged(labels, results, told)
    relevant = labels.frame.filter(pl.col("relevance") >= told.get("level", 1))["query_id"]
    share = len(everyone & set(relevant)) / len(everyone)
    return {key: value * share if key[1] == "all" else value for key, value in found.items()}


def said_by_gold(expected, labels, results, told):
    """Figures of nDCG over the grades that gold has, of each question with others in the labels, and of means over such."""
    level, grade = told.get("level", 1), pl.col("relevance")
    ours = pl.when(grade >= level).then(2).when(grade > 0).then(1).otherwise(0).cast(pl.Int64)
    # Gains count in proportion: of labels that are all alike it is no matter what they are.
    scale = 2 if level == 1 else 1
    other = set(labels.frame.filter((grade > 0) & (grade * scale != ours))["query_id"])
    made = of_run(
        replace(labels, frame=labels.frame.with_columns(relevance=ours)),
        results,
        complete="missing" not in told,
    )
    keys = [key for key in expected if key[0].startswith("ndcg_cut") and key in made]
    return {key: as_printed(made[key]) for key in keys if key[1] in other or (key[1] == "all" and other)}


@pytest.fixture(scope="module")
def xquad(shared, tmp_path_factory):
    """XQuAD-ru: 240 paragraphs, 1,190 questions, the recorded runs in the order of their trec_eval, and BM25."""
    folder, top = shared / "xquad_ru", tmp_path_factory.mktemp("xquad") / "repository"
    fresh(top)
    bring(top, "chunks", folder / "corpus.jsonl")
    said = bring(
        top, "questions", folder / "queries.jsonl", "--qrels", folder / "qrels.txt", "--type", "factoid"
    )
    assert "1190 references: 1190 by id, 0 not found" in said
    for system, (run, order) in XQUAD.items():
        words = ["--trust-ids", "--corpus-version", "xquad", "--depth", 20, "--order", order]
        bring(top, "results", folder / f"runs/{run}.trec", "--system", system, *words)
    repro(top)
    commit(top, "imported")
    return top


XQUAD = {
    "stem-9": ("bm25-stem", "trec9"),
    "nostem-9": ("bm25-nostem", "trec9"),
    "nostem-10": ("bm25-nostem", "trec10"),
}
# Recorded outputs, and how many figures of them we have: 12 a question that has results, and the means.
OUTPUTS = {
    "stem-9": ("bm25-stem.trec_eval908.txt", 14292),
    "nostem-9": ("bm25-nostem.trec_eval908.txt", 14280),
    "nostem-10": ("bm25-nostem.trec_eval10.txt", 14292),
}


@pytest.mark.parametrize("system", OUTPUTS)
def test_recorded_runs_of_xquad_give_trec_eval_s_figures(shared, xquad, system):
    """Every measure of both, of every question and as the mean over all 1,190."""
    output, count = OUTPUTS[system]
    compare(printed(shared / "xquad_ru/runs" / output), figures(xquad, system), count)


def test_xquad_runs_through_the_whole_pipeline(xquad):
    """Our own search over it, the report, and everything agrees with what was recorded."""
    summary = json.loads((xquad / "runs/systems/own/summary.json").read_bytes())
    assert summary["metrics"]["recall@5"]["n"] == 1190
    assert round(summary["metrics"]["recall@5"]["mean"], 4) == 0.9807
    assert summary["counts"]["not_labelled"] == 0
    done = assay(xquad, "verify")
    assert (done.returncode, done.stderr) == (0, "")
