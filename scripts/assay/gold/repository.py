"""The gold set and the corpus of a repository, read from their files."""

from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from assay.corpora import source_files, sources
from assay.disclosure import read_public
from assay.errors import InputError, Problem, refuse
from assay.gold.passages import parse_passages
from assay.gold.review import Corpus, Review, review
from assay.gold.unmatched import UNMATCHED
from assay.jsonl import read_rows
from assay.manifest import sha256
from assay.retrieval.frames import CHUNKS
from assay.retrieval.snapshot import chunk_table, corpus_id, document_table, owner_id, read_source

NAMES = {"queries": "gold/queries.jsonl", "passages": "gold/passages.jsonl"}


class _Source(NamedTuple):
    name: str
    documents: pl.DataFrame
    chunks: pl.DataFrame
    id: str


def review_repository(root: Path) -> Review:
    """Review the gold set against the rules and the corpus of the repository.

    Raises:
        InputError: a file of the gold set is not there.
    """
    refuse([Problem(path, "is missing", "add it") for path in NAMES.values() if not (root / path).exists()])
    corpus, faults = None, []
    try:
        corpus = read_corpus(root)
    except InputError as error:
        faults = error.problems
    lost = root / UNMATCHED
    found = review(
        files_now(root), NAMES, corpus, read_public(root), lost.read_bytes() if lost.is_file() else b""
    )
    found.corpus = faults
    return found


def files_now(root: Path) -> dict[str, bytes]:
    """Bytes of ``queries`` and ``passages``; a file that is not there has none."""
    paths = {name: root / path for name, path in NAMES.items()}
    return {name: path.read_bytes() if path.exists() else b"" for name, path in paths.items()}


def gold_problems(root: Path) -> list[Problem]:
    """Problems of the gold set and of the corpus that it rests on, without warnings."""
    found = review_repository(root)
    return found.corpus + found.problems


def read_corpus(root: Path) -> Corpus:
    """Documents of all sources that params.yaml names, and chunks that were cut elsewhere.

    Raises:
        InputError: params.yaml does not name them; every fault of every source; an id that stands in two sources for different contents.
    """
    found, problems = [], []
    named = sources(root)
    # The chunk table of a recorded run is what that system had: no corpus, where there is one.
    for name in [name for name in named if not name.startswith("runs/recorded/")] or named:
        try:
            found.append(_source(root, name))
        except InputError as error:
            problems += error.problems
    documents = [(source.name, source.documents) for source in found]
    chunks = [(source.name, source.chunks) for source in found]
    refuse([*problems, *_contradictions(documents, "doc_id"), *_contradictions(chunks, "chunk_id")])
    return Corpus(
        pl.concat([frame for _, frame in documents]).unique("doc_id", keep="first").sort("doc_id"),
        pl.concat([frame for _, frame in chunks]).unique("chunk_id", keep="first", maintain_order=True),
        {source.name: source.id for source in found},
    )


def place_of(root: Path, documents: pl.DataFrame, doc_id: str) -> tuple[str, int] | None:
    """The file of a document, and how many lines stand in front of its body; None where there is no such file."""
    for digest, body in documents.filter(doc_id=doc_id).select("sha256", "body").iter_rows():
        for source in sources(root):
            for name, data in source_files(root, source).items():
                if sha256(data) == digest:
                    return f"{source}/{name}", data.count(b"\n") - body.count("\n")
    return None


def read_passages(root: Path) -> list[dict[str, Any]]:
    """Rows of passages.jsonl, none where there is no file; hashes and offsets may be wrong, fields not.

    Raises:
        InputError: every fault of lines and fields.
    """
    path = NAMES["passages"]
    data = (root / path).read_bytes() if (root / path).exists() else b""
    refuse(parse_passages(data, path)[1])
    return [row.value for row in read_rows(data, path)]


def _source(root: Path, name: str) -> _Source:
    files = source_files(root, name)
    texts, ready = read_source(files, name)
    documents = document_table(texts)
    chunks = pl.DataFrame(schema=CHUNKS) if ready is None else chunk_table(ready)
    return _Source(name, documents, chunks, owner_id(files, name) or corpus_id(documents, chunks))


def _contradictions(frames: list[tuple[str, pl.DataFrame]], key: str) -> list[Problem]:
    """Ids that an earlier source has for other contents; the same contents are one and the same."""
    first: dict[str, tuple[str, str]] = {}
    problems = []
    for name, frame in frames:
        for identifier, digest in frame.select(key, "sha256").iter_rows():
            source, known = first.setdefault(identifier, (name, digest))
            if known != digest:
                rule = f"{key} also stands in {source}, with other contents"
                problems.append(Problem(f"{name} {identifier}", rule, "rename one of them, or keep one"))
    return problems
