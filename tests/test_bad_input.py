"""Bad input as people and programs produce it, end to end: the stages with the commands of dvc.yaml, and `assay`.

Every refusal: exit code 1, exactly these lines, no traceback, and every file of the repository as it was.
"""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

import pipeline
from assay import params
from assay.gold.passages import make_passage, passages_bytes
from assay.gold.queries import queries_bytes
from assay.retrieval.documents import read_documents
from assay.retrieval.snapshot import document_table
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


@pytest.fixture(scope="session")
def ready(tmp_path_factory):
    """A small repository with everything in order, its stages run up to the scores of one system."""
    top = tmp_path_factory.mktemp("ready") / "repository"
    top.mkdir()
    pipeline.copy(top)
    (top / "params.yaml").write_text(PARAMS)
    for name, (front, body) in DOCUMENTS.items():
        text = f"---\nid: {name}\ntitle: {name}\nversion: {name}-v1\nlang: en\n{front}---\n{body}"
        (top / "corpus" / f"{name}.md").parent.mkdir(exist_ok=True)
        (top / "corpus" / f"{name}.md").write_text(text)
    files = {path.name: path.read_bytes() for path in (top / "corpus").iterdir()}
    table = document_table(read_documents(files, "corpus"))
    made = [make_passage(table, doc, id=name, quote=quote) for name, (doc, quote) in QUOTES.items()]
    (top / "gold" / "passages.jsonl").write_bytes(passages_bytes(made))
    (top / "gold" / "queries.jsonl").write_bytes(queries_bytes(map(query, SETS)))
    (top / "own.py").write_text("")
    (top / "cut").mkdir()
    write_rows(top / "cut" / "chunks.jsonl", [{"chunk_id": "a", "text": "30 days"}])
    (top / "run").mkdir()
    write_rows(top / "run" / "results.jsonl", GOOD)
    (top / "run" / "card.json").write_text(json.dumps(CARD))
    pipeline.start(top)
    for stage in ("snapshot@fine", "topics", "project@fine", "retrieve@first", "score@first"):
        done = run(top, stage)
        assert (done.returncode, done.stderr) == (0, ""), stage
    return top


def query(name):
    return {
        "id": name, "query": f"What about {name}?", "lang": "en", "type": "exact", "split": "dev", "relevant": {},
        "evidence_sets": [SETS[name]], "claims": [], "why": {}, "status": "reviewed", "reviewed_by": ["ada"],
    }  # fmt: skip


@pytest.fixture
def top(ready, tmp_path):
    """A copy of it to break."""
    return shutil.copytree(ready, tmp_path / "r", symlinks=True)


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
    """What a recorded run holds for the first query."""

    def change(top):
        write_rows(
            top / "run" / "results.jsonl", [{"id": "q-1", "retrieved": list(found), **more}, *GOOD[1:]]
        )
        (top / "run" / "card.json").write_text(json.dumps(card))

    return change


def result(chunk_id="sofas#.1", rank=1, **more):
    return {"chunk_id": chunk_id, "rank": rank, **more}


def conflict(lines):
    first, rest = lines.split(b"\n", 1)
    return b"<<<<<<< HEAD\n" + first + b"\n=======\n" + rest + b">>>>>>> theirs\n"


def everywhere(message, *calls):
    return dict.fromkeys(calls, message)


Q, P, D, R = "gold/queries.jsonl", "gold/passages.jsonl", "corpus/returns.md", "run/results.jsonl"
LABELS = {
    "duplicate query id": (
        row(2, id="q-1"),
        {
            "gold check": f"{Q}:2 q-1: the id is already used at line 1; give each its own id, or remove one",
            "topics": f"{Q}:2 q-1: id is also that of line 1; rename one of them",
            "score@first": f"{Q}:2 q-1: the id is already used at line 1; give each its own id, or remove one",
        },
    ),
    "empty set": (
        sets(1, "returns#term", ""),
        {
            "gold check": f"{Q}:1 q-1: evidence set 2 is empty; fill it, or remove it",
            "score@first": f"{Q} q-1: an evidence set is empty; see `assay gold check`",
        },
    ),
    "set inside another": (
        sets(1, "returns#term", "returns#term tyres#never"),
        {"gold check": f"{Q}:1 q-1: evidence set 2 contains set 1; remove the larger one"},
    ),
    "unknown passage": (
        sets(1, "returns#terms"),
        {
            "gold check": f"{Q}:1 q-1: evidence_sets names returns#terms, which is no passage; did you mean returns#term?",
            "score@first": f"{Q} q-1: names passage returns#terms, which the snapshot's projection does not know; run `assay gold check`",
        },
    ),
    "validity conflict in a set": (
        sets(1, "returns#term returns-2025#term"),
        {
            "gold check": f"{Q}:1 q-1: the passages of evidence set 1 share no day of validity: returns-2025 ends 2026-02-28, "
            "returns begins 2026-03-01; keep passages of one period in a set"
        },
    ),
    "validity conflict between sets": (
        sets(1, "returns#term", "returns-2025#term"),
        {
            "gold check": f"{Q}:1 q-1: evidence sets 1 and 2 share no day of validity: returns-2025 ends 2026-02-28, "
            "returns begins 2026-03-01; make it two queries, each with its as_of"
        },
    ),
    "evidence not valid on the day of the question": (
        row(1, as_of="2026-02-01"),
        {
            "gold check": f"{Q}:1 q-1: as_of is 2026-02-01, but returns#term of evidence set 1 is valid 2026-03-01…; "
            "take the passage valid on that day, or correct as_of"
        },
    ),
    "subject conflict in a set": (
        sets(3, "sofas#home tyres#never"),
        {
            "gold check": f"{Q}:3 q-3: the passages of evidence set 1 have different subjects: sofas, tyres; "
            "keep passages of one subject in a set"
        },
    ),
    "subject conflict between sets": (
        sets(3, "sofas#home", "tyres#never"),
        {
            "gold check": f"{Q}:3 q-3: evidence sets have different subjects: sofas, tyres; "
            "make it two queries, each with its subject"
        },
    ),
    "quote not in the document": (
        passage(2, text="Nobody knows.", start=None, end=None),
        {
            "gold check": f"{P}:2 returns-2025#term: its text is not in returns-2025; nothing there is like it: label it anew"
        },
    ),
    "quote found twice": (
        passage(1, doc_id="returns", text="Take care.", start=None, end=None, before=None, after=None),
        {
            "gold check": f"{P}:1 returns#term: its text stands several times in returns (39:49, 51:61); give start and end"
        },
    ),
    "hash that is not the text's": (
        row(1, P, sha256="0" * 64),
        everywhere(
            f"{P}:1 returns#term: sha256 is not the hash of the text; the text decides; run `assay gold passage refresh returns#term`",
            "gold check",
            "project@fine",
        ),
    ),
    "document id with dots, in a label": (
        row(1, P, doc_id="../returns"),
        everywhere(
            f"{P}:1 returns#term: doc_id is '../returns', must be a document id: printable, no #, no .. and no / in front; change it",
            "gold check",
            "project@fine",
        ),
    ),
    "offsets that no column holds": (
        row(1, P, start=10**30),
        everywhere(
            f"{P}:1 returns#term: start is the number 1000000000000000000000000000…, must be a whole number from 0 below 2³²; change it",
            "gold check",
            "project@fine",
        ),
    ),
    "byte order mark": (
        data(lambda lines: b"\xef\xbb\xbf" + lines),
        everywhere(
            f"{Q}:1: starts with a byte order mark; save it as UTF-8 without BOM",
            "gold check",
            "topics",
        ),
    ),
    "CRLF": (
        data(lambda lines: lines.replace(b"\n", b"\r\n")),
        everywhere(f"{Q}:1: has CR line ends; save it with LF line ends", "gold check", "topics"),
    ),
    "invalid UTF-8": (
        data(lambda lines: lines.replace(b"What", b"\xd7hat", 1)),
        everywhere(f"{Q}:1: is not UTF-8 at byte 25; save it as UTF-8", "gold check", "topics"),
    ),
    "truncated line": (
        data(lambda lines: lines[:-9]),
        everywhere(
            [
                f"{Q}:4: the last line has no line end: it may be cut off; add the rest",
                f"{Q}:4: is not JSON at column 377 (Unterminated string starting at); mend the line",
            ],
            "gold check",
            "topics",
        ),
    ),
    "half a character": (
        data(lambda lines: lines.replace(b"What", rb"\ud83d", 1)),
        everywhere(f"{Q}:1: holds \\ud83d, which is half a character; mend the line", "gold check", "topics"),
    ),
    "integer id": (
        row(1, id=7),
        {
            "gold check": f'{Q}:1: id is the number 7, must be a text; write "7"',
            "topics": f"{Q}:1: id is 7, must be a text; put it in quotes",
        },
    ),
    "id that does something to a terminal": (
        row(1, id="q\0\n1"),
        {
            "gold check": rf"{Q}:1: id is 'q\x00\n1', must be printable, without spaces at its ends; change it",
            "topics": rf"{Q}:1: id is 'q\x00\n1'; use printable characters",
        },
    ),
    "question of spaces": (
        row(1, query="   "),
        everywhere(f"{Q}:1 q-1: query is empty; write it", "gold check", "topics"),
    ),
    "empty gold": (
        data(lambda _: b""),
        everywhere(f"{Q}: holds no queries; add at least one", "gold check", "topics"),
    ),
    "conflict markers in gold": (
        data(conflict),
        everywhere([f"{Q}:{line}: {MARKER}" for line in (1, 3, 7)], "gold check", "topics"),
    ),
    "gold that is not there": (
        lambda top: (top / P).unlink(),
        {
            "gold check": f"{P}: is missing; add it",
            "gold format": f"{P}: No such file or directory; see to it and try again",
            "project@fine": f"{P}: No such file or directory; see to it and try again",
        },
    ),
    "a folder instead of gold": (
        lambda top: ((top / Q).unlink(), (top / Q).mkdir()),
        everywhere(f"{Q}: Is a directory; see to it and try again", "gold check", "query show q-1", "topics"),
    ),
    "all faults of a file at once": (
        data(lambda lines: b"\xef\xbb\xbf[]\n" + lines.replace(b"q-2", b"\xff") + b"{"),
        everywhere(
            [
                f"{Q}:1: starts with a byte order mark; save it as UTF-8 without BOM",
                f"{Q}:6: the last line has no line end: it may be cut off; add the rest",
                f"{Q}:1: a line is one JSON object; mend the line",
                f"{Q}:3: is not UTF-8 at byte 9; save it as UTF-8",
                f"{Q}:6: is not JSON at column 2 (Expecting property name enclosed in double quotes); mend the line",
            ],
            "topics",
        ),
    ),
}
CORPUS = {
    "empty corpus": (
        lambda top: (shutil.rmtree(top / "corpus"), (top / "corpus").mkdir()),
        everywhere(
            "corpus: holds no documents; add Markdown files, or check the path",
            "corpus check",
            "snapshot@fine",
            "gold check",
        ),
    ),
    "duplicate document id": (
        front("id: sofas", "id: returns", "sofas"),
        everywhere(
            "corpus/sofas.md: id 'returns' is also that of corpus/returns.md; rename one of them",
            "corpus check",
            "snapshot@fine",
            "gold check",
        ),
    ),
    "valid_to before valid_from": (
        front("valid_from", "valid_to: 2026-02-28\nvalid_from"),
        everywhere(
            f"{D}:6 valid_to: 2026-02-28 is before valid_from 2026-03-01; swap them, or mend one",
            "corpus check",
            "snapshot@fine",
        ),
    ),
    **{
        f"document id {name}": (
            front("id: returns", f"id: {name}"),
            everywhere(f"{D}:2 id: {name!r} is no document id; {ID_RULE}", "corpus check", "snapshot@fine"),
        )
        for name in ("../returns", "a/../b", "returns#term", "/returns")
    },
    "encoding of a document": (
        data(lambda file: b"\xef\xbb\xbf" + file.replace(b"\n", b"\r\n") + b"\xff", D),
        everywhere(
            [
                f"{D}:1: starts with a byte order mark; save it as UTF-8 without BOM",
                f"{D}:1: has CR line ends; save it with LF line ends",
                f"{D}:13: is not UTF-8; save it as UTF-8",
            ],
            "corpus check",
            "snapshot@fine",
        ),
    ),
    "conflict markers in a document": (
        data(lambda file: file + b"<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", D),
        everywhere([f"{D}:{line}: {MARKER}" for line in (13, 17)], "corpus check", "snapshot@fine"),
    ),
    "empty document": (
        data(lambda _: b"", D),
        everywhere(
            f"{D}:1: has no front matter; begin the file with a line ---", "corpus check", "snapshot@fine"
        ),
    ),
    "links that would be left out": (
        lambda top: ((top / "corpus/a.md").symlink_to("a.md"), (top / "corpus/all").symlink_to("..")),
        everywhere(
            [
                "corpus/a.md: is a link that leads nowhere; put what is meant in its place",
                "corpus/all: is a linked folder; put what is meant in its place",
            ],
            "corpus check",
            "snapshot@fine",
            "gold check",
        ),
    ),
    "all faults of all documents at once": (
        lambda top: (front("lang: en", "lang: English")(top), front("id: sofas", "id: a b", "sofas")(top)),
        everywhere(
            [
                f"{D}:5 lang: 'English' is no language; write a code such as ru or en",
                f"corpus/sofas.md:2 id: 'a b' is no document id; {ID_RULE}",
            ],
            "corpus check",
            "snapshot@fine",
        ),
    ),
    **{
        f"ready-made chunk of document {name}": (
            lambda top, name=name: write_rows(
                top / "cut/chunks.jsonl", [{"chunk_id": "a", "text": "x", "doc_id": name}]
            ),
            everywhere(
                f"cut/chunks.jsonl:1 a: doc_id {name!r} is no document id; use printable characters, no '#', no '..' and no '/' in front",
                "corpus check cut",
                "snapshot@cut",
            ),
        )
        for name in ("../a", "a#b", "/a")
    },
    "ready-made chunks of no ids and texts": (
        data(lambda _: b'{"chunk_id": 7, "text": ""}\n{"chunk_id": "b", "text": " "}\n', "cut/chunks.jsonl"),
        everywhere(
            [
                "cut/chunks.jsonl:1: chunk_id is 7, must be a text; put it in quotes",
                "cut/chunks.jsonl:2 b: text is empty; write it, or remove the chunk",
            ],
            "corpus check cut",
            "snapshot@cut",
        ),
    ),
}
SETTINGS_OF = {
    "unknown param": (
        text("depth: 5, filter: true", "depht: 5, depth: 5, filter: true"),
        "params.yaml systems.first.depht: is unknown; did you mean depth?",
    ),
    "missing param": (text(", k1: 1.2", ""), "params.yaml systems.first.k1: is missing; add it"),
    "bad system id": (
        text("  shop:", "  Shop/1:"),
        "params.yaml systems.Shop/1: is no name: small Latin letters, digits, '-' and '_', not first; rename it",
    ),
    "unquoted date": (
        text("lang: en", "lang: 2026-03-01"),
        "params.yaml report.lang: is an unquoted date (2026-03-01); put it in quotes",
    ),
    "system of a snapshot that was removed": (
        text("snapshot: fine, input: run", "snapshot: wide, input: run"),
        "params.yaml systems.shop.snapshot: 'wide' is no snapshot; one of: fine, cut",
    ),
    "conflict markers in params": (
        data(conflict, "params.yaml"),
        [f"params.yaml:{line}: {MARKER}" for line in (1, 3, 12)],
    ),
    "tab": (
        text("  fine", "\tfine"),
        "params.yaml:2: is not YAML (found character that cannot start any token); mend the line",
    ),
    "key twice": (
        text("report:", "score: {}\nreport:"),
        'params.yaml:9: is not YAML (found duplicate key "score"); mend the line',
    ),
    "params that are not UTF-8": (
        data(lambda file: file + b"# \xff\n", "params.yaml"),
        "params.yaml:10: is not UTF-8; save it as UTF-8",
    ),
    "empty params": (
        data(lambda _: b"", "params.yaml"),
        "params.yaml: holds no keys; write them, or take it from the last commit",
    ),
    "params that are not there": (
        lambda top: (top / "params.yaml").unlink(),
        "params.yaml: No such file or directory; see to it and try again",
    ),
    "infinite number": (
        text("k1: 1.2", "k1: .inf"),
        "params.yaml systems.first.k1: is inf, must be at most 10; change it",
    ),
    "no number": (
        text("k1: 1.2", "k1: .nan"),
        "params.yaml systems.first.k1: is nan, must be at least 0; change it",
    ),
    "lists in a list": (
        text("k: [1, 3, 5]", "k: [[1], 3, 5]"),
        "params.yaml score.k: holds [1], each item must be a whole number; change it",
    ),
    "path with a space": (
        text("source: corpus", "source: my corpus"),
        (
            "params.yaml snapshots.fine.source: is 'my corpus', must be a path inside the repository, as folder/name, "
            "without spaces, '..' or a slash at its ends; change it"
        ),
    ),
    "several at once": (
        lambda top: (text("k1: 1.2", "k1: x")(top), text("headline: 3", "headlin: 3")(top)),
        [
            "params.yaml systems.first.k1: is 'x', must be a number; change it",
            "params.yaml score.headlin: is unknown; did you mean headline?",
            "params.yaml score.headline: is missing; add it",
        ],
    ),
}
RUNS = {
    "command that fails": (
        program("sys.exit('no index')"),
        {"retrieve@own": ["own.py: ended with exit code 1; mend it", "stderr of own.py: no index"]},
    ),
    "command that hangs": (
        program("print('loading', file=sys.stderr, flush=True)\ntime.sleep(99)"),
        {"retrieve@own": ["own.py: was stopped after 2 s; raise timeout", "stderr of own.py: loading"]},
    ),
    "command that prints garbage": (
        program("print('Loading model ...')\nprint([])"),
        {
            "retrieve@own": [
                "output of own.py:1: is not JSON at column 1 (Expecting value); mend the line",
                "output of own.py:2: a line is one JSON object; mend the line",
            ]
        },
    ),
    "command that prints half a line": (
        program("""sys.stdout.write('{"id": "q-1", "retr')"""),
        {
            "retrieve@own": [
                "output of own.py:1: the last line has no line end: it may be cut off; add the rest",
                "output of own.py:1: is not JSON at column 15 (Unterminated string starting at); mend the line",
            ]
        },
    ),
    "command that returns what it was not given": (
        program("t = {'id': 'q-9'}\nsay({'chunk_id': 'x', 'rank': 1})"),
        {
            "retrieve@own": [
                "output of own.py:1 q-9: is no topic it was given; return ids as given",
                "output of own.py:1 q-9: 'x' not in snapshot 'fine'; return chunk_id as in the file $ASSAY_CHUNKS",
            ]
        },
    ),
    "command that is not there": (
        lambda top: (top / "own.py").unlink(),
        {"retrieve@own": "own.py: is no file; correct input in params.yaml"},
    ),
    "NaN score": (
        recorded(result(score=float("nan"))),
        {"retrieve@shop": f"{R}:1: NaN is not a value; mend the line"},
    ),
    "infinite score": (
        data(lambda lines: lines.replace(b"0.5", b"1e999", 1), R),
        {"retrieve@shop": f"{R}:1 q-1 result 1 score: inf breaks the rule in_range(-1e+300, 1e+300)"},
    ),
    "numbers that no column holds": (
        recorded(result(score=10**400, rank=10**30)),
        {
            "retrieve@shop": [
                f"{R}:1 q-1 result 1: rank is {10**30}, which is too large; change it",
                f"{R}:1 q-1 result 1: score is 1{'0' * 37}...{'0' * 39}, which is too large; change it",
            ]
        },
    ),
    "rank gap": (
        recorded(result("sofas#.1", 1), result("tyres#.1", 3)),
        {"retrieve@shop": f"{R}:1 q-1: ranks are 1, 3; number them from 1, without gaps or repeats"},
    ),
    "repeated chunk": (
        recorded(result(rank=1), result(rank=2)),
        {"retrieve@shop": f"{R}:1 q-1: 'sofas#.1' stands at ranks 1, 2; remove one, or set repeats to keep"},
    ),
    "integer ids in results": (
        recorded(result(7), id=7),
        {
            "retrieve@shop": [
                f"{R}:1: id is 7, must be a text; put it in quotes",
                f"{R}:1 result 1: chunk_id is 7, must be a text; put it in quotes",
            ]
        },
    ),
    "query twice in results": (
        recorded(id="q-2"),
        {"retrieve@shop": f"{R}:2 q-2: query is also that of {R}:1 q-2; remove one of them"},
    ),
    "chunk of another snapshot": (
        recorded(result("a")),
        {
            "retrieve@shop": f"{R}:1 q-1: 'a' not in snapshot 'fine', and without text; needs the chunk table of that date: "
            "add it as chunks.jsonl, or record text with each result"
        },
    ),
    "empty lines and half a line in results": (
        data(lambda lines: b"\n\n" + lines[:-9], R),
        {
            "retrieve@shop": [
                f"{R}:6: the last line has no line end: it may be cut off; add the rest",
                f"{R}:6: is not JSON at column 72 (Expecting ':' delimiter); mend the line",
            ]
        },
    ),
    "recorded run without a card": (
        lambda top: (top / "run/card.json").unlink(),
        {"retrieve@shop": "run/card.json: is missing; add it"},
    ),
    "card with what JSON does not have": (
        data(lambda _: b'{"mode": "retrieve_only", "filters": NaN}', "run/card.json"),
        {"retrieve@shop": "run/card.json: NaN is not a value; mend it"},
    ),
    "conflict markers in a card": (
        data(lambda card: b"<<<<<<< HEAD\n" + card + b"\n=======\n{}\n>>>>>>> x\n", "run/card.json"),
        {"retrieve@shop": [f"run/card.json:{line}: {MARKER}" for line in (1, 3, 5)]},
    ),
    "all faults of a run at once": (
        recorded(result(rank=2), card={"mode": "x", "topk": 5}),
        {
            "retrieve@shop": [
                "run/card.json: 'topk' is no field here; did you mean 'top_k'?",
                "run/card.json: mode is 'x', must be one of retrieve_only, retrieve_and_generate; change it",
                f"{R}:1 q-1: ranks are 2; number them from 1, without gaps or repeats",
            ]
        },
    ),
    "table that is none": (
        data(lambda _: b"PAR1", "runs/snapshots/fine/chunks.parquet"),
        everywhere(
            "runs/snapshots/fine/chunks.parquet: is no table as its stage wrote it; delete it and run `make repro`",
            "project@fine",
            "retrieve@first",
            "gold passage add --id x --snapshot fine --chunk sofas#.1",
        ),
    ),
    "card of a snapshot that is none": (
        data(lambda _: b"{", "runs/snapshots/fine/card.json"),
        everywhere(
            "runs/snapshots/fine/card.json: is not as its stage wrote it; delete it and run `make repro`",
            "retrieve@first",
        ),
    ),
}


@pytest.mark.parametrize(("change", "calls"), (LABELS | CORPUS | RUNS).values(), ids=(LABELS | CORPUS | RUNS))
def test_what_is_broken_is_named_and_nothing_is_changed(top, change, calls):
    """By every stage and command that meets it."""
    change(top)
    refused(top, calls)


@pytest.mark.parametrize(("change", "lines"), SETTINGS_OF.values(), ids=SETTINGS_OF)
def test_what_is_broken_in_params_is_named(top, change, lines):
    """Before anything runs, and by each stage that reads them."""
    change(top)
    refused(top, everywhere(lines, "params", "snapshot@fine"))


@pytest.mark.parametrize(
    ("quote", "rule"),
    [
        (
            "Goods can be returned within 14 days.",
            (
                "the quotation «Goods can be returned within 14 days.» is not in the document; "
                "nearest text (95 %) at 0:37: «Goods can be returned within 30 days.»"
            ),
        ),
        (
            "Take care.",
            (
                "the quotation «Take care.» stands 2 times: 39:49 (before the first heading), "
                "51:61 (before the first heading); quote more of it, or give its span"
            ),
        ),
    ],
)
def test_a_quotation_that_is_not_there_once(top, quote, rule):
    """Nothing is labelled by it."""
    before = state(top)
    done = pipeline.assay(top, "gold", "passage", "add", "--doc", "returns", "--id", "x", "--quote", quote)
    assert (done.returncode, done.stderr) == (1, f"returns: {rule}\n")
    assert state(top) == before


def test_checks_collect_what_is_broken_anywhere(top):
    """One call names it all."""
    row(1, split="deev")(top)
    front("lang: en", "lang: English")(top)
    text("lang: en", "lang: de")(top)
    (top / "evidence" / "grades" / "ada.jsonl").write_text("{\n")
    refused(
        top,
        {
            "check --only params --only corpus --only gold --only ledgers": [
                "params: 1 problems",
                "corpus: 1 problems",
                "gold: 2 problems",
                "ledgers: 1 problems",
                "params.yaml report.lang: is 'de', must be one of ru, en; change it",
                f"{D}:5 lang: 'English' is no language; write a code such as ru or en",
                f"{D}:5 lang: 'English' is no language; write a code such as ru or en",
                f"{Q}:1 q-1: split is 'deev', must be dev or holdout; change it",
                "evidence/grades/ada.jsonl:1: is not JSON at column 2 (Expecting property name enclosed in double quotes); mend the line",
            ]
        },
    )


def scored(top, system):
    """Counts of a system's card, and how many queries have no score for which reason."""
    for stage in (f"retrieve@{system}", f"score@{system}"):
        done = run(top, stage)
        assert (done.returncode, done.stderr) == (0, ""), stage
    folder = top / "runs" / "systems" / system
    summary = json.loads((folder / "summary.json").read_bytes())
    return json.loads((folder / "card.json").read_bytes())["counts"], summary["metrics"]["recall@1"]["nulls"]


@pytest.mark.parametrize(
    ("words", "reason"), [("Nobody knows.", "text_changed"), ("Take care.", "ambiguous")]
)
def test_a_label_whose_text_is_not_there_once_is_not_measured(top, words, reason):
    """Stages run on: the passage is stale with its reason, and its query has no score, never 0."""
    import polars as pl

    passage(2, doc_id="returns", text=words, start=None, end=None, before=None, after=None)(top)
    for stage in ("project@fine", "score@first"):
        assert run(top, stage).stderr == "", stage
    status = pl.read_parquet(top / "runs/snapshots/fine/passages.parquet").filter(pl.col("status") == "stale")
    assert status.select("passage_id", "reason").rows() == [("returns-2025#term", reason)]
    summary = json.loads((top / "runs/systems/first/summary.json").read_bytes())
    assert summary["metrics"]["recall@1"]["nulls"] == {"stale": 1}


def test_a_missing_query_is_no_error(top):
    """It is counted, and has no score: never 0."""
    write_rows(top / "run" / "results.jsonl", GOOD[1:])
    counts, nulls = scored(top, "shop")
    assert counts["asked"] == 3
    assert nulls == {"not_asked": 1}


def test_a_repeated_chunk_is_kept_where_settings_say_so(top):
    """And counted."""
    recorded(result(rank=1), result(rank=2))(top)
    text("repeats: strict", "repeats: keep")(top)
    counts, _ = scored(top, "shop")
    assert counts["repeats"] == 1


def test_an_unknown_query_in_results(top):
    """Ignored where settings say so; then it is counted."""
    recorded(id="q-9")(top)
    assert run(top, "retrieve@shop").returncode == 0
    rule = "gold does not know the queries q-9; run the retrieval again, or set score.extra_queries to ignore"
    refused(top, {"score@shop": f"responses.parquet: {rule}"})
    text("extra_queries: error", "extra_queries: ignore")(top)
    _, nulls = scored(top, "shop")
    assert nulls == {"not_asked": 1}


@pytest.mark.parametrize("file", ["documents.parquet", "chunks.parquet", "card.json"])
def test_a_full_disk_leaves_all_outputs_as_they_were(top, file):
    """Whichever of them does not fit: simulated by a device that is always full."""
    front("30 days", "40 days")(top)
    before = state(top)
    (top / "runs" / "snapshots" / "fine" / f"{file}.tmp").symlink_to("/dev/full")
    done = run(top, "snapshot@fine")
    assert (done.returncode, done.stderr) == (
        1,
        f"runs/snapshots/fine/{file}: No space left on device; see to it and try again\n",
    )
    assert state(top) == before


def test_a_stage_that_is_stopped_leaves_all_outputs_as_they_were(top):
    """Its program goes with it; what a killed one leaves does not disturb the next."""
    program("open('started', 'w').write(str(os.getpid())); time.sleep(99)")(top)
    text("timeout: 2", "timeout: 90")(top)
    before = state(top)
    words = command(top, "retrieve@own")
    stage = subprocess.Popen(words, cwd=top, env=pipeline.environment(top), stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while not (started := top / "started").is_file() or not started.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    stage.send_signal(signal.SIGTERM)
    assert (stage.communicate()[1], stage.returncode) == ("", 128 + signal.SIGTERM)
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)
    started.unlink()
    assert state(top) == before


def test_what_a_killed_stage_left_does_not_disturb_the_next(top):
    """Half a temporary file."""
    before = state(top)
    (top / "runs" / "topics" / "topics.jsonl.tmp").write_text('{"id": "q')
    assert run(top, "topics").returncode == 0
    assert state(top) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("topics.py", "topics: --queries is missing; see its command in dvc.yaml"),
        ("topics.py --queries", "topics: --queries is not --name PATH …; see its command in dvc.yaml"),
        (
            "retrieve.py first --snapshot a b",
            "retrieve@first: --snapshot a b is not --name PATH …; see its command in dvc.yaml",
        ),
    ],
)
def test_misuse_of_a_script_exits_with_2(top, words, said):
    """As of a command."""
    script, *rest = words.split()
    done = pipeline.run(top, sys.executable, f"scripts/{script}", *rest, check=False)
    assert (done.returncode, done.stderr) == (2, f"{said}\n")
    assert run(top, "query show").returncode == 2
