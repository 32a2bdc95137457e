"""A small repository with everything in order, ways to break it, and what must be true of each refusal."""

import hashlib
import json
import sys

import pipeline
from assay import params
from pipeline import rows, write_rows

PARAMS = """\
snapshots:
  fine: {source: corpus, chunking: structure, size: 200, overlap: 0}
  cut: {source: cut, chunking: ready}
systems:
  first: {kind: bm25, snapshot: fine, input: scripts/assay/retrieval/kinds/bm25.py, depth: 5, filter: true, stem: true, k1: 1.2, b: 0.75}
  own: {kind: command, snapshot: fine, input: own.py, depth: 5, filter: false, arguments: [], timeout: 2}
  shop: {kind: recorded, snapshot: fine, input: run, depth: 5, foreign: error, repeats: strict}
"""
PARAMS += pipeline.PARAMS[pipeline.PARAMS.index("score:") :]
SETTINGS = params.read(PARAMS.encode(), "params.yaml")
DOCUMENTS = {
    "returns": (
        'valid_from: "2026-03-01"\n',
        "Goods can be returned within 30 days.\n\nTake care.\n\nTake care.\n",
    ),
    "returns-2025": ('valid_to: "2026-02-28"\n', "Goods can be returned within 14 days.\n"),
    "sofas": ("subject: sofas\n", "A sofa is collected at home.\n"),
    "tyres": ("subject: tyres\n", "Tyres are never taken back.\n"),
}
QUOTES = {
    "returns#term": ("returns", "Goods can be returned within 30 days."),
    "returns-2025#term": ("returns-2025", "Goods can be returned within 14 days."),
    "sofas#home": ("sofas", "A sofa is collected at home."),
    "tyres#never": ("tyres", "Tyres are never taken back."),
}
SETS = {"q-1": ["returns#term"], "q-2": ["returns-2025#term"], "q-3": ["sofas#home"], "q-4": ["tyres#never"]}
GOOD = [{"id": name, "retrieved": [{"chunk_id": "sofas#.1", "rank": 1, "score": 0.5}]} for name in SETS]
CARD = {"mode": "retrieve_only"}
ID_RULE = (
    "use letters, digits, '.', '_' and '-', parts joined by '/', each begun by a letter or digit, no '..'"
)
MARKER = "is a conflict marker of a merge; resolve the conflict"


def query(name):
    return {
        "id": name, "query": f"What about {name}?", "lang": "en", "type": "exact", "split": "dev", "relevant": {},
        "evidence_sets": [SETS[name]], "claims": [], "why": {}, "status": "reviewed", "reviewed_by": ["ada"],
    }  # fmt: skip


def run(top, call):
    """A stage by its name, with the arguments that dvc.yaml gives it; anything else is an `assay` command."""
    words = command(top, call)
    return pipeline.run(top, *words, check=False) if words else pipeline.assay(top, *call.split())


def command(top, call):
    """What DVC runs for a stage."""
    stages = params.stages((top / "dvc.yaml").read_bytes(), "dvc.yaml")
    name, _, key = call.partition("@")
    if name not in stages:
        return None
    body = stages[name]
    over = body.get("foreach", "").strip("${}")
    item = SETTINGS[over][key] if over else {}
    text = body.get("do", body)["cmd"].replace("${key}", key)
    text = text.replace("${item}", " ".join(f"--{name} {value}" for name, value in item.items()))
    for name, value in item.items():
        text = text.replace(f"${{item.{name}}}", str(value))
    return [sys.executable, *text.split()[1:]]


def state(top):
    """Hash of every file but Git's own."""
    return {
        path.relative_to(top).as_posix(): hashlib.md5(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in top.rglob("*")
        if ".git" not in path.parts
    }


def refused(top, calls):
    """Each call fails with exactly these lines and changes nothing."""
    before = state(top)
    for call, lines in calls.items():
        done = run(top, call)
        said = [line for line in done.stderr.splitlines() if not line.startswith("warning: ")]
        assert said == ([lines] if isinstance(lines, str) else list(lines)), call
        assert done.returncode == 1, call
    assert state(top) == before


# How things are broken: each a function of the top folder.


def row(number, file="gold/queries.jsonl", **values):
    """Other values in one row, counted from 1."""

    def change(top):
        found = rows(top / file)
        found[number - 1] |= values
        write_rows(top / file, found)

    return change


def sets(number, *names):
    return row(number, evidence_sets=[one.split() for one in names])


def passage(number, **values):
    """Another text has another hash."""
    if "text" in values:
        values["sha256"] = hashlib.sha256(values["text"].encode()).hexdigest()
    return row(number, "gold/passages.jsonl", **values)


def data(edit, file="gold/queries.jsonl"):
    """Other bytes of a file."""
    return lambda top: (top / file).write_bytes(edit((top / file).read_bytes()))


def text(old, new, file="params.yaml"):
    return lambda top: pipeline.edit(top / file, old, new)


def front(old, new, name="returns"):
    return text(old, new, f"corpus/{name}.md")


def program(code):
    """What a program of one's own does; ``t`` is each topic, ``say`` prints a result of it."""
    start = "import json, os, sys, time\nsay = lambda *found, **more: print(json.dumps({'id': t['id'], 'retrieved': [*found], **more}))\n"
    return lambda top: (top / "own.py").write_text(start + code)


def recorded(*found, card=CARD, **more):
    """What a recorded run holds for the first query; its card states the snapshot, and ``card``."""

    def change(top):
        known = json.loads((top / "run" / "card.json").read_bytes())
        write_rows(
            top / "run" / "results.jsonl", [{"id": "q-1", "retrieved": list(found), **more}, *GOOD[1:]]
        )
        (top / "run" / "card.json").write_text(json.dumps({**known, **card}))

    return change


def result(chunk_id="sofas#.1", rank=1, **more):
    return {"chunk_id": chunk_id, "rank": rank, **more}


def conflict(lines):
    first, rest = lines.split(b"\n", 1)
    return b"<<<<<<< HEAD\n" + first + b"\n=======\n" + rest + b">>>>>>> theirs\n"


def everywhere(message, *calls):
    return dict.fromkeys(calls, message)


Q, P, D, R = "gold/queries.jsonl", "gold/passages.jsonl", "corpus/returns.md", "run/results.jsonl"
