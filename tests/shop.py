"""A small shop with everything that a report has to show: two systems, made by the real stages' functions."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from assay.comparison import evaluation as compare
from assay.comparison.record import Comparisons
from assay.evidence import stored
from assay.evidence.gathering import Evidence
from assay.gold.fields import QUERY
from assay.gold.passages import parse_passages, passages_bytes
from assay.gold.projection import project
from assay.gold.queries import queries_bytes
from assay.gold.quotations import quoted_passage
from assay.manifest import canonical, pretty, sha256
from assay.report.files import files
from assay.report.inputs import System, failed, gather
from assay.retrieval.frames import RESPONSES, RESULTS
from assay.retrieval.snapshot import build
from assay.scoring.cutoffs import Settings
from assay.scoring.evaluation import evaluate
from assay.scoring.judgements import Judgements
from assay.scoring.labels import gold_revision, read_labels
from assay.scoring.results import Run
from assay.scoring.scored import Inputs
from assay.scoring.summary import Context
from assay.tables import key_of, table_bytes, text_sha256

TEMPLATES = Path(__file__).parents[1] / "scripts" / "assay" / "report" / "templates"
SCORE = {
    "k": [1, 2],
    "chars": [120],
    "headline": 2,
    "cover": 1.0,
    "stale": "exclude",
    "extra_queries": "error",
    "twins": True,
}
SNAPSHOTS = {
    "fine": {"source": "corpus", "chunking": "structure", "size": 60, "overlap": 0},
    "wide": {"source": "corpus", "chunking": "structure", "size": 1000, "overlap": 0},
}
INPUT = "scripts/assay/retrieval/kinds/bm25.py"
BM25 = {"kind": "bm25", "input": INPUT, "depth": 3, "filter": True, "stem": True, "k1": 1.2, "b": 0.75}
COMPARE = {"baseline": "alpha", "candidates": None, "primary": None, "metrics": None}
COMPARE |= {"resamples": 200, "seed": 1, "max_error_share": 0.5}
GATES = [
    {"metric": "sufficient@2", "at_least": 0.4},
    {"metric": "recall@2", "no_regression_beyond": 0.1, "slice": {"type": "exact"}},
    {"metric": "harmful@2", "at_most": 0.0, "systems": ["alpha"]},
]
SYSTEMS = {"alpha": {"snapshot": "fine", **BM25}, "beta": {"snapshot": "wide", **BM25, "stem": False}}

_FRONT = "---\nid: {0}\ntitle: {0}\nversion: {0}-v1\nlang: ru\n---\n"
_BODIES = {
    "returns": "# Возврат\n\n## Срок\n\nТовар можно вернуть в течение 30 дней.\n\n"
    "## Исключения\n\nТовары с распродажи не возвращаются.\n",
    "guide": "# Путеводитель\n\nВернуть можно за 30 дней, кроме распродажи.\n",
    "delivery": "# Доставка\n\nКурьер привозит заказ за 2 дня.\n\n## Пункты\n\nХраним заказ 7 дней.\n",
    "odd": "# Odd\n\n=HYPERLINK(1) <script>alert(1)</script> | `tick` [go](http://evil.example) $x$ *\n",
}
FILES = {f"{name}.md": (_FRONT.format(name) + body).encode() for name, body in _BODIES.items()}
_QUOTES = {
    "term": ("returns", "Товар можно вернуть в течение 30 дней."),
    "sale": ("returns", "Товары с распродажи не возвращаются."),
    "guide": ("guide", "Вернуть можно за 30 дней, кроме распродажи."),
    "courier": ("delivery", "Курьер привозит заказ за 2 дня."),
    "odd": ("odd", "=HYPERLINK(1) <script>alert(1)</script> | `tick` [go](http://evil.example) $x$ *"),
    "kept": ("delivery", "Храним заказ 7 дней."),
}
ODD = "q|<i>`5`"  # an id from elsewhere: any printable text
SECRET = "Какой вопрос никто не должен увидеть?"
_QUERY = dict.fromkeys(QUERY) | {
    "lang": "ru",
    "type": "exact",
    "split": "dev",
    "found_by": "browse",
    "reviewed_by": ["анна"],
    "status": "reviewed",
}
# What each system returned: chunk ids in order; a query that is absent was not asked, None is an error.
RESULTS_OF = {
    "alpha": {
        "q-1": ["returns#срок.1", "delivery#.1", "returns#исключения.1"],
        "q-2": ["guide#.1", "guide#.1"],
        "q-3": ["delivery#.1"],
        "q-4": ["delivery#пункты.1"],
        "q-6": ["odd#.1"],
        "q-7": None,
        "q-9": ["guide#.1"],
        ODD: [],
    },
    "beta": {
        "q-1": ["guide#.1", "returns#срок.1", "returns#исключения.1"],
        "q-2": ["delivery#.1", "odd#.1", "guide#.1"],
        "q-3": [],
        "q-4": ["guide#.1"],
        "q-6": ["delivery#.1"],
        "q-7": ["guide#.1", "odd#.1"],
        "q-8": ["delivery#.1", "guide#.1"],
        "q-9": ["guide#.1"],
        ODD: ["odd#.1"],
    },
}


@dataclass(frozen=True)
class Made:
    """Everything of one system: its snapshot, projection, run and evaluation."""

    snapshot: object
    projection: pl.DataFrame
    status: pl.DataFrame
    results: pl.DataFrame
    responses: pl.DataFrame
    card: dict
    evaluation: object


def query(name, text, **values):
    return {**_QUERY, "id": name, "query": text, **values}


def queries():
    """Rows of queries.jsonl: every outcome that a report can show."""
    corpus = snapshot("fine").card["corpus_id"]
    back = "Можно ли вернуть товар и что не принимают назад?"
    return [
        query("q-1", back, type="multi_condition", evidence_sets=[["guide"], ["term", "sale"]]),
        query(
            "q-2",
            "За сколько дней <b>курьер</b> привезёт?",
            evidence_sets=[["courier"]],
            relevant={"kept": 1},
        ),
        query("q-3", "Сколько стоит подъём?", type="no_answer", evidence_sets=[], checked_corpus=corpus),
        query("q-4", SECRET, split="holdout", evidence_sets=[["kept"]]),
        query("q-6", "Курьер?", status="unreviewed", relevant={"courier": 2}),
        query("q-7", "Что со сбоем?", evidence_sets=[["guide"]]),
        query("q-8", "а курьером?", rewritten="Когда привезёт курьер?", evidence_sets=[["courier"]]),
        query("q-9", "О чём уже не пишут?", type="team's own", evidence_sets=[["gone"]]),
        query(
            ODD,
            "=1+1 | <script>alert(2)</script>\n\n# `x`",
            lang="en",
            subject="<s>",
            evidence_sets=[["odd"]],
        ),
    ]


def passages():
    """Rows of passages.jsonl; the text of one is in no document any more."""
    documents = snapshot("fine").documents
    rows = [quoted_passage(documents, doc, id=name, quote=quote) for name, (doc, quote) in _QUOTES.items()]
    gone = "Этого правила больше нет."
    return [
        *rows,
        {**rows[0], "id": "gone", "text": gone, "sha256": text_sha256(gone), "end": rows[0]["start"] + 25},
    ]


def snapshot(name):
    return build(name, SNAPSHOTS[name], FILES, "corpus")


def systems(grades=()):
    """What the stages make of each system, by name."""
    return {name: _made(name, grades) for name in SYSTEMS}


def material(made, lang="en", *, texts=True, changed=lambda system: system):
    """What a report of these systems is made of, each changed by a function."""
    return gather(
        [changed(_system(name, one)) for name, one in made.items()],
        queries_bytes(queries()),
        passages_bytes(passages()),
        "gold",
        score=SCORE,
        report={"lang": lang, "include_text": texts},
    )


def templates():
    """As the stage reads them: those of the page stand in a folder of their own."""
    files = [path for path in sorted(TEMPLATES.rglob("*")) if path.is_file()]
    return {path.relative_to(TEMPLATES).as_posix(): path.read_bytes() for path in files}


def _system(name, made):
    done = made.evaluation
    summary = json.loads(canonical(done.summary))  # as its file gives it back: keys in order of the alphabet
    # Ids that no change of another module moves: the approved reports stay as they are.
    summary |= {"run_id": sha256(name.encode()), "gold_revision": sha256(b"gold")}
    cut = SYSTEMS[name]["snapshot"]
    summary["snapshot"] |= {"corpus_id": sha256(b"corpus"), "snapshot_id": sha256(cut.encode())}
    tables = done.scores, done.details, done.hits, done.triage
    return System(name, summary, *tables, failed(made.responses), done.symptoms, done.slices)


def as_if_asked(system):
    """The system as if what it was not asked had ended in an error: the questions of both are the same then."""
    why = [name for name in system.scores.columns if name.startswith("why:")]
    return replace(system, scores=system.scores.with_columns(pl.col(why).replace("not_asked", "error")))


def uncompared():
    """What the stage writes where there is no baseline."""
    record = {"baseline": None, "primary": "sufficient@2", "family": [], "comparisons": [], "gates": []}
    return Comparisons(record, pl.DataFrame(), pl.DataFrame())


def whole_report(shown):
    """Every file of a report, its systems compared."""
    return files(shown, comparisons(shown), templates())


def comparisons(shown, *, alike=False):
    """What the stage ``compare`` makes of the systems of a report; refused, unless questions are made alike."""
    named = {system.name: system for system in shown.systems}
    if alike:
        named["alpha"] = as_if_asked(named["alpha"])
    reviewed = shown.queries.filter(pl.col("status") == "reviewed")["query_id"]
    slices = {name: system.groups for name, system in named.items()}
    done = compare.evaluate(named, slices, reviewed, compare.Sections(COMPARE, GATES, SCORE))
    return Comparisons(json.loads(canonical(done.record)), done.differences, done.changes)


def _made(name, grades):
    cut = snapshot(SYSTEMS[name]["snapshot"])
    gold = queries_bytes(queries()), passages_bytes(passages())
    projection, status = project(parse_passages(gold[1], "gold/passages.jsonl")[0], cut.documents, cut.chunks)
    results, responses = _results(name, cut.chunks), _responses(name)
    card = {
        "run_id": sha256(canonical(RESULTS_OF[name])),
        "snapshot": SYSTEMS[name]["snapshot"],
        "snapshot_id": cut.card["snapshot_id"],
        "kind": "bm25",
        "settings": SYSTEMS[name],
        "depth": 3,
        "mode": "retrieve_only",
        "may_vary": [],
        "stated": {},
        "absent": [],
        "counts": {
            "repeats": int(results.select("query_id", "chunk_id").is_duplicated().sum() // 2),
            "foreign": 0,
        },
    }
    inputs = Inputs(
        labels=read_labels(gold[0], "gold/queries.jsonl"),
        run=Run.of(results.lazy(), responses, card),
        passages=status,
        projection=projection,
        settings=Settings.of(SCORE),
        judgements=Judgements.of(grades, ()),
        chunks=cut.chunks.lazy(),
    )
    context = Context(name, card, cut.card, gold_revision(*gold, "gold"))
    return Made(cut, projection, status, results, responses, card, evaluate(inputs, context))


def _results(name, chunks):
    known = {row["chunk_id"]: row for row in chunks.to_dicts()}
    rows = []
    for query_id, found in RESULTS_OF[name].items():
        read = 0
        for rank, chunk in enumerate(found or [], 1):
            read += known[chunk]["n_chars"]
            rows.append((query_id, rank, chunk, 1 / rank, key_of(query_id), key_of(chunk), read))
    return pl.DataFrame(rows, schema=RESULTS, orient="row").sort("query_id", "rank")


def _responses(name):
    texts = {row["id"]: row["rewritten"] or row["query"] for row in queries()}
    rows = []
    for query_id, found in RESULTS_OF[name].items():
        state = ("error", "HTTP 504", 0) if found is None else ("ok", None, len(found))
        text = texts[query_id]
        rows.append((query_id, key_of(query_id), text_sha256(text), text, *state, None))
    return pl.DataFrame(rows, schema=RESPONSES, orient="row").sort("query_id")


def write(top, made, lang="en", *, texts=True):
    """Lay the shop out as a repository in which the stages up to ``score`` have run."""
    settings = {"snapshots": SNAPSHOTS, "systems": SYSTEMS, "score": SCORE}
    settings |= {"report": {"lang": lang, "include_text": texts}, "adjudicators": []}
    settings |= {"compare": COMPARE, "gates": GATES, "fusions": {}}
    _put(top / "params.yaml", json.dumps(settings).encode())
    _put(top / "requirements.lock", b"")
    _put(top / "gold" / "queries.jsonl", queries_bytes(queries()))
    _put(top / "gold" / "passages.jsonl", passages_bytes(passages()))
    for name, one in made.items():
        cut, run = top / "runs/snapshots" / SYSTEMS[name]["snapshot"], top / "runs/systems" / name
        for path, frame, key in (
            (cut / "chunks.parquet", one.snapshot.chunks, ["chunk_id"]),
            (cut / "projection.parquet", one.projection, ["passage_id", "location", "atom", "chunk_key"]),
            (cut / "passages.parquet", one.status, ["passage_id"]),
            (run / "results.parquet", one.results, ["query_id", "rank"]),
            (run / "responses.parquet", one.responses, ["query_id"]),
            (run / "scores.parquet", one.evaluation.scores, ["query_id"]),
            (run / "details.parquet", one.evaluation.details, ["query_id"]),
            (run / "triage.parquet", one.evaluation.triage, ["query_id", "rank"]),
            (run / "hits.parquet", one.evaluation.hits, ["query_id", "rank"]),
            (run / "symptoms.parquet", one.evaluation.symptoms, ["query_id", "symptom", "passage_id"]),
            (run / "slices.parquet", one.evaluation.slices, ["slice", "value", "query_id"]),
        ):
            _put(path, table_bytes(frame, key))
        _put(run / "summary.json", pretty(one.evaluation.summary))
    compared = comparisons(material(made))
    _put(top / "runs/comparisons/comparisons.json", pretty(compared.record))
    for name, frame in (("differences", compared.differences), ("changes", compared.changes)):
        _put(top / "runs/comparisons" / f"{name}.parquet", table_bytes(frame, ["system", "query_id"]))
    write_evidence(top, Evidence([]))


def write_evidence(top, evidence):
    """What the stage ``evidence`` writes of some evidence tables."""
    for name, frame in (("answers", stored.answers(evidence)), ("claims", stored.claims(evidence))):
        _put(top / "runs/evidence" / f"{name}.parquet", table_bytes(frame, stored.KEYS[name]))
    _put(top / "runs/evidence/card.json", pretty({"closed": dict(evidence.closed)}))


def run_stage(name, paths, place, **environment):
    """Run the script of a stage in a folder, as DVC does.

    Args:
        name: of the stage.
        paths: its arguments.
        place: the folder.
        environment: what differs from ours.
    """
    script = Path(__file__).parents[1] / "scripts" / f"{name}.py"
    words = [word for key, path in paths.items() for word in (f"--{key}", path)]
    return subprocess.run(
        [sys.executable, str(script), *words],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def _put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
