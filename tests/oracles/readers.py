"""What the field's own readers find in an export: ``python readers.py TREC BEIR SYSTEM CUTOFFS``, JSON on stdout.

Runs in the environment of the oracles (.venv-oracles), which knows nothing of this repository.
"""

import json
import sys
import warnings
from pathlib import Path

import ir_measures
from ir_datasets.datasets.beir import BeirQrels, BeirQueries
from ir_datasets.formats import GenericQuery, JsonlDocs, TrecQrels, TrecScoredDocs, TsvQueries
from ir_datasets.util import LocalDownload
from ir_measures import AP, RR, P, R, Success, nDCG

warnings.simplefilter("ignore")  # of the readers' own making
from beir.datasets.data_loader import GenericDataLoader  # noqa: E402

TREC, BEIR, SYSTEM = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
CUTOFFS = [int(word) for word in sys.argv[4].split(",")]
MEASURES = {
    f"{name}@{k}": measure @ k
    for name, measure in {
        "recall": R(rel=2),
        "precision": P(rel=2),
        "map": AP(rel=2),
        "mrr": RR(rel=2),
        "hit": Success(rel=2),
        "ndcg": nDCG,
    }.items()
    for k in CUTOFFS
}


def measures():
    """Rows as ir_measures reads them, and the values of its measures by query."""
    qrels = list(ir_measures.read_trec_qrels(str(TREC / "qrels.txt")))
    run = list(ir_measures.read_trec_run(str(TREC / f"run-{SYSTEM}.txt")))
    names = {str(measure): name for name, measure in MEASURES.items()}
    values = {}
    for one in ir_measures.iter_calc(list(MEASURES.values()), qrels, run):
        values.setdefault(one.query_id, {})[names[str(one.measure)]] = one.value
    return {
        "qrels": [[one.query_id, one.doc_id, one.relevance] for one in qrels],
        "run": [[one.query_id, one.doc_id, one.score] for one in run],
        "values": values,
    }


def datasets():
    """Records as ir_datasets reads them."""
    ours = {name: LocalDownload(TREC / name) for name in ("qrels.txt", "topics.tsv", f"run-{SYSTEM}.txt")}
    theirs = {name: LocalDownload(BEIR / name) for name in ("corpus.jsonl", "queries.jsonl", "qrels/dev.tsv")}
    docs = JsonlDocs(theirs["corpus.jsonl"], mapping={"doc_id": "_id", "text": "text"})
    return {
        "qrels": [
            [one.query_id, one.doc_id, one.relevance] for one in TrecQrels(ours["qrels.txt"], {}).qrels_iter()
        ],
        "run": [
            [one.query_id, one.doc_id, one.score]
            for one in TrecScoredDocs(ours[f"run-{SYSTEM}.txt"]).scoreddocs_iter()
        ],
        "topics": {one.query_id: one.text for one in TsvQueries(ours["topics.tsv"]).queries_iter()},
        "docs": {one.doc_id: one.text for one in docs.docs_iter()},
        "queries": {
            one.query_id: one.text
            for one in BeirQueries("x", theirs["queries.jsonl"], GenericQuery).queries_iter()
        },
        "labels": [
            [one.query_id, one.doc_id, one.relevance]
            for one in BeirQrels(theirs["qrels/dev.tsv"], {}).qrels_iter()
        ],
    }


def collection():
    """What BEIR's own loader gives to an evaluation."""
    corpus, queries, qrels = GenericDataLoader(str(BEIR)).load(split="dev")
    return {"corpus": corpus, "queries": queries, "qrels": qrels}


json.dump({"ir_measures": measures(), "ir_datasets": datasets(), "beir": collection()}, sys.stdout)
