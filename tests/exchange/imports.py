"""A small repository into which tests import, the commands on it, and corpora for tests without one."""

import json
import os
import subprocess

import polars as pl
from click.testing import CliRunner

from assay.errors import InputError
from assay.exchange.cli import import_
from assay.gold.review import Corpus
from assay.retrieval.documents import read_documents
from assay.retrieval.frames import CHUNKS
from assay.retrieval.ready import read_chunks
from assay.retrieval.snapshot import chunk_table, document_table

PARAMS = """\
# what people wrote stays
snapshots:
  fine: {source: corpus, chunking: structure, size: 300, overlap: 0}
systems:
  first: {kind: bm25, snapshot: fine, input: scripts/assay/retrieval/kinds/bm25.py, depth: 10, filter: true, stem: true, k1: 1.2, b: 0.75}
score: {k: [1, 3], chars: [1000], headline: 3, cover: 1.0, stale: exclude, extra_queries: error, twins: true}
report: {lang: en, include_text: true}
compare: {baseline: null, candidates: null, primary: null, metrics: null, resamples: 1000, seed: 1, max_error_share: 0.05}
gates: []
fusions: {}
adjudicators: []
"""
TERM = "Товар можно вернуть в течение 30 дней со дня доставки."
CODE = "Код возврата действует 7 дней, потом запросите ещё один."
SIZE = "Обменять можно одежду и обувь на другой размер."
SPARE = "Правила действуют во всех магазинах сети."
BODIES = {
    "returns": f"# Возврат\n\n{TERM} {CODE}\n\n{SPARE}\n",
    "help/exchange": f"# Обмен\n\n{SIZE} Ярлыки остаются на месте.\n\n{SPARE}\n",
}


def document(doc_id, body):
    return f"---\nid: {doc_id}\ntitle: Страница {doc_id}\nversion: v1\nlang: ru\n---\n{body}".encode()


def files(bodies=None):
    return {f"{doc_id}.md": document(doc_id, body) for doc_id, body in (bodies or BODIES).items()}


def of_documents(bodies=None):
    """A corpus of documents."""
    return Corpus(
        document_table(read_documents(files(bodies), "corpus")), pl.DataFrame(schema=CHUNKS), {"corpus": "x"}
    )


def of_chunks(rows):
    """A corpus of chunks that were cut elsewhere."""
    table = chunk_table(read_chunks(lines(rows).encode(), "c"))
    return Corpus(document_table([]), table, {"c": "x"})


def lines(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def write(path, rows):
    """A file of JSON Lines, beside the repository."""
    path.write_text(lines(rows), "utf-8")
    return path


def read(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def lay_out(top, *, chunks=None):
    """A repository without questions; of documents, or of chunks."""
    corpus = {"chunks.jsonl": lines(chunks).encode()} if chunks else files()
    params = PARAMS
    if chunks:
        params = params.replace("chunking: structure, size: 300, overlap: 0", "chunking: ready")
    rest = {
        "params.yaml": params.encode(),
        "gold/CHANGELOG.md": b"# Changes\n\n- First.\n",
        "gold/queries.jsonl": b"",
        "gold/passages.jsonl": b"",
    }
    for name, data in {**{f"corpus/{name}": data for name, data in corpus.items()}, **rest}.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_bytes(data)
    subprocess.run(["git", "init", "-q"], cwd=top, check=True)


def commit(top, message, moment):
    """All files, committed at a moment."""
    who = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
    name = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "add", "-A"], cwd=top, check=True)
    subprocess.run(["git", *name, "commit", "-qm", message], cwd=top, check=True, env={**os.environ, **who})


def run(*words):
    """Lines that an import prints; what it refuses is raised."""
    done = CliRunner().invoke(import_, [str(word) for word in words])
    if isinstance(done.exception, InputError | OSError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def tree(top):
    """Every file of the repository but Git's own."""
    return {
        path.relative_to(top).as_posix(): path.read_bytes()
        for path in sorted(top.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


def refused(top, *words):
    """Problems of an import that must leave every file as it was."""
    before = tree(top)
    try:
        run(*words)
    except InputError as error:
        assert tree(top) == before
        return [str(problem) for problem in error.problems]
    raise AssertionError("it was not refused")
