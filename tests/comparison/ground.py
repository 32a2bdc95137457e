"""Systems to compare: small runs really scored, and tables written by hand where a value has to be exact."""

import random
from dataclasses import replace
from functools import cache

import polars as pl

from assay.comparison.inputs import reviewed
from assay.comparison.plan import measures, plan
from assay.comparison.systems import System
from assay.scoring.evaluation import evaluate
from assay.scoring.nulls import FAMILIES
from assay.scoring.summary import Context
from scoring.cases import Case, inputs, queries_bytes, query
from scoring.test_reference import _query, drawn

SETTINGS = {"kind": "bm25", "input": "kinds/bm25.py", "snapshot": "fine", "depth": 20, "k1": 1.2}
CARD = {
    "run_id": "r1",
    "snapshot": "fine",
    "snapshot_id": "s1",
    "kind": "bm25",
    "settings": SETTINGS,
    "depth": None,
    "mode": "retrieve_only",
    "counts": {"repeats": 0, "foreign": 0},
    "may_vary": [],
    "stated": {},
    "absent": [],
}
SNAPSHOT = {"snapshot_id": "s1", "corpus_id": "c1", "settings": {"chunking": "structure", "size": 300}}
COMPARE = {
    "baseline": "a",
    "candidates": None,
    "primary": None,
    "metrics": None,
    "resamples": 200,
    "seed": 1,
    "max_error_share": 1,
}


def score_section(case):
    """The section ``score`` of a case."""
    names = ("headline", "cover", "extra_queries", "twins")
    own = {name: getattr(case, name) for name in names}
    return {"k": list(case.k), "chars": list(case.chars), "stale": "exclude", **own}


def done(case, name="a", *, gold="g1", corpus="c1", snapshot="s1", cut=(), **card):
    """Everything that scoring makes of a case.

    Args:
        case: the run.
        name: of the system.
        gold: gold revision.
        corpus: id of the documents.
        snapshot: id of the chunks.
        cut: settings of the snapshot.
        card: of the run, where it is not :data:`CARD`.
    """
    about = {**CARD, "depth": case.depth, "snapshot_id": snapshot, **card}
    chunks = {"snapshot_id": snapshot, "corpus_id": corpus, "settings": {**SNAPSHOT["settings"], **dict(cut)}}
    return evaluate(inputs(case), Context(name, about, chunks, gold))


def of(made, name="a"):
    """A system of what scoring made."""
    return System(name, made.summary, made.scores, made.details, made.hits)


def system(case, name="a", **more):
    """A case, scored."""
    return of(done(case, name, **more), name)


def asked(case, systems=("a", "b"), *, labelled=True, **more):
    """A plan over a case's cut-offs."""
    return plan({**COMPARE, **more}, systems, score_section(case), labelled=labelled)


def known(case):
    """Every measure of a case's cut-offs, by name."""
    return measures(case.settings)


def seen(case):
    """Ids of the reviewed dev queries of a case."""
    return reviewed(queries_bytes(case.queries), "gold/queries.jsonl")


def runs(seed, n=14, *, alike=True):
    """Two runs drawn at random on the same labels and chunks: other results, errors, and depths.

    Args:
        seed: of the draw.
        n: queries, some of them of the holdout, or unreviewed.
        alike: whether both were asked the same questions.
    """
    pick, case = random.Random(seed), drawn(seed)
    queries = [
        _query(pick, f"q{i}", list(case.held))
        | {"status": pick.choice(["reviewed", "reviewed", "unreviewed"]), "lang": pick.choice(["ru", "en"])}
        | {"split": pick.choice(["dev"] * 6 + ["holdout"])}
        for i in range(n)
    ]
    ids = [row["id"] for row in queries]
    unasked = set(pick.sample(ids, pick.choice([0, 0, 2])))
    grades = {
        (name, chunk): (pick.choice([0, 1, 2]), pick.random() < 0.2)
        for name in ids
        for chunk in pick.sample(list(case.chunks), pick.choice([0, 7, 14]))
    }
    return tuple(
        _run(pick, case.with_(queries=queries, grades=grades, decided=set()), unasked, alike=alike)
        for _ in range(2)
    )


def _run(pick, case, unasked, *, alike):
    ids = [row["id"] for row in case.queries]
    away = unasked if alike else set(pick.sample(ids, 2))
    errors = set(pick.sample(ids, pick.choice([0, 1, 2]))) - away
    names = [*case.chunks, "f1", "f2"]
    depth = pick.choice([None, 9, 20])
    found = {name: pick.choices(names, k=pick.choice([0, 2, 5, 9])) for name in ids}
    results = {name: [] if name in errors | away else found[name] for name in ids}
    return case.with_(results=results, errors=errors, not_asked=away, changed=set(), depth=depth)


def frame(column, values, otherwise=None):
    """scores.parquet of one metric: by query id a value, or the reason why there is none.

    Args:
        column: its name with its cut-off.
        values: by query id.
        otherwise: the metric's own reason, which no other column tells.
    """
    rows = sorted(values.items())
    numbers = [None if isinstance(value, str) else float(value) for _, value in rows]
    reasons = [value if isinstance(value, str) and value != otherwise else None for _, value in rows]
    whys = {f"why:{family}": reasons for family in (*FAMILIES, "@" + column.partition("@")[2])}
    outcome = {
        name: [None] * len(rows) for name in ("sufficient@3", "hit@3")
    }  # by which queries count as met
    columns = {"query_id": [name for name, _ in rows], **outcome, column: numbers, **whys}
    kinds = dict.fromkeys(whys, pl.String) | dict.fromkeys((*outcome, column), pl.Float64)
    return pl.DataFrame(columns, schema_overrides=kinds)


def by_hand(column, values, name="a", otherwise=None):
    """A system of which one metric is known; the rest of it is that of a run without results."""
    return replace(_blank(), name=name, scores=frame(column, values, otherwise))


@cache
def _blank():
    return system(tiny())


def tiny(**more):
    """One query, one passage, one chunk of 50 characters, nothing returned."""
    held = {"p": [[(1, 50, 40, ["p"])]]}
    return Case([query("q1", sets=[["p"]])], held, results={}, chunks={"p": 50, "x": 50}, **more)


def shop(results, **more):
    """Four questions: one passage, two of them needed, hits alone, none; a chunk holds one passage, x, y, z none."""
    held = {name: [[(number, 50, 40, [name])]] for number, name in enumerate("pqrs")}
    queries = [
        query("q1", sets=[["p"]]),
        query("q2", sets=[["p", "q"], ["r", "s"]]),
        query("q3", sets=None, relevant={"r": 2, "s": 2}),
        query("q4", sets=[]),
    ]
    return Case(queries, held, results={"q4": ["x"], **results}, chunks=dict.fromkeys("pqrsxyz", 50), **more)
