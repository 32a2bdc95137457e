"""A BEIR folder as tables: documents and queries of JSON Lines, labels of each split of lines with tabs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.beir.labels import read_labels
from assay.exchange.beir.records import Record, read_records

if TYPE_CHECKING:
    import polars as pl

CORPUS, QUERIES, QRELS = "corpus.jsonl", "queries.jsonl", "qrels"


@dataclass
class Beir:
    """A collection.

    Attributes:
        documents: ``line`` (u32), ``chunk_id, title, text`` (texts), ``metadata`` (a JSON object, null: none).
        queries: ``line, query_id, query, metadata``.
        qrels: ``split, line, query_id, chunk_id, relevance`` (i64); the split is the file's name.
        problems: what is wrong, by file and line; the tables are of use where there are none.
        notes: what people should know of how it was read.
    """

    documents: "pl.DataFrame"
    queries: "pl.DataFrame"
    qrels: "pl.DataFrame"
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_beir(source: Path | Mapping[str, bytes], where: str) -> Beir:
    """Read a collection; all splits.

    Ids are texts, also where the file has numbers. A document whose id is that of a query stays. Fields that BEIR
    does not know join the metadata.

    Problems: files that are not there, lines that are no JSON objects, ids that are absent or stand twice, a score
    that is no whole number, a pair labelled twice in one split.

    Args:
        source: the folder, or its files by their path in it.
        where: the folder's name for messages.

    Raises:
        OSError: a file cannot be read.
    """
    files = _files(source) if isinstance(source, Path) else source
    problems = _absent(files, where)
    notes: list[str] = []
    documents = read_records(files.get(CORPUS, b""), f"{where}/{CORPUS}", ("title", "text"), problems, notes)
    queries = read_records(files.get(QUERIES, b""), f"{where}/{QUERIES}", ("text",), problems, notes)
    labels: list[tuple[Any, ...]] = []
    for name in _splits(files):
        split = name.removeprefix(f"{QRELS}/").removesuffix(".tsv")
        labels += [(split, *row) for row in read_labels(files[name], f"{where}/{name}", problems)]
    found = Beir(_documents(documents), _queries(queries), _labels(labels), problems, notes)
    notes += _strangers(found)
    return found


def _files(folder: Path) -> dict[str, bytes]:
    paths = [folder / CORPUS, folder / QUERIES, *sorted((folder / QRELS).glob("*.tsv"))]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.is_file()}


def _splits(files: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in files if name.startswith(f"{QRELS}/") and name.endswith(".tsv"))


def _absent(files: Mapping[str, bytes], where: str) -> list[Problem]:
    missing = [name for name in (CORPUS, QUERIES) if name not in files]
    missing += [] if _splits(files) else [f"{QRELS}/<split>.tsv"]
    return [Problem(f"{where}/{name}", "is not there", "a BEIR folder has it") for name in missing]


def _documents(records: list[Record]) -> "pl.DataFrame":
    import polars as pl

    rows = [
        (one.line, one.name, one.texts["title"] or "", one.texts["text"], one.metadata) for one in records
    ]
    names = ["chunk_id", "title", "text", "metadata"]
    return pl.DataFrame(rows, schema={"line": pl.UInt32, **dict.fromkeys(names, pl.String)}, orient="row")


def _queries(records: list[Record]) -> "pl.DataFrame":
    import polars as pl

    rows = [(one.line, one.name, one.texts["text"], one.metadata) for one in records]
    names = ["query_id", "query", "metadata"]
    return pl.DataFrame(rows, schema={"line": pl.UInt32, **dict.fromkeys(names, pl.String)}, orient="row")


def _labels(rows: list[tuple[Any, ...]]) -> "pl.DataFrame":
    import polars as pl

    schema = {
        "split": pl.String,
        "line": pl.UInt32,
        "query_id": pl.String,
        "chunk_id": pl.String,
        "relevance": pl.Int64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _strangers(found: Beir) -> Iterator[str]:
    """Labels whose query or document the other files do not know: some published collections have them."""
    import polars as pl

    for name, known in (("query_id", found.queries["query_id"]), ("chunk_id", found.documents["chunk_id"])):
        file = QUERIES if name == "query_id" else CORPUS
        absent = found.qrels.filter(~pl.col(name).is_in(known.implode()))[name]
        if len(absent) and len(known):
            labels = counted(len(absent), "label names", "labels name")
            yield f"{labels} what is not in {file}, such as {absent[0]}"
