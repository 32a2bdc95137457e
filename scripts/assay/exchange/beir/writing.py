"""Tables as a BEIR folder: what the form cannot hold is refused, nothing is left out."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assay.counting import counted
from assay.errors import Problem, refuse, shown
from assay.exchange.beir.folder import CORPUS, QRELS, QUERIES, Beir
from assay.exchange.beir.labels import labels_bytes
from assay.exchange.beir.records import record_line

if TYPE_CHECKING:
    import polars as pl

_SPLIT = re.compile(r"\w[\w.-]*")
_LABEL = ("query_id", "chunk_id", "relevance")


def beir_files(found: Beir) -> dict[str, bytes]:
    """The files of the folder by their path in it; rows by id, one file of labels for each split.

    Raises:
        InputError: an id that is empty, holds a line end or stands twice; a pair labelled twice in one split; a
            relevance or a text that is absent; a split that is no name of a file.
    """
    refuse(
        [
            *_faults(CORPUS, found.documents, ("chunk_id",), ("title", "text")),
            *_faults(QUERIES, found.queries, ("query_id",), ("query",)),
            *_faults(QRELS, found.qrels, ("split", "query_id", "chunk_id"), ("relevance",)),
            *_misnamed(found.qrels["split"]),
        ]
    )
    corpus = found.documents.sort("chunk_id").select("chunk_id", "title", "text", "metadata").iter_rows()
    queries = found.queries.sort("query_id").select("query_id", "query", "metadata").iter_rows()
    documents = (
        record_line(name, {"title": title, "text": text}, more) for name, title, text, more in corpus
    )
    asked = (record_line(name, {"text": text}, more) for name, text, more in queries)
    files = {CORPUS: "".join(documents).encode(), QUERIES: "".join(asked).encode()}
    labels = found.qrels.sort("split", "query_id", "chunk_id")
    for (split,), rows in labels.group_by("split", maintain_order=True):
        files[f"{QRELS}/{split}.tsv"] = labels_bytes(rows.select(_LABEL).iter_rows())
    return files


def _faults(
    file: str, table: "pl.DataFrame", key: tuple[str, ...], others: tuple[str, ...]
) -> Iterator[Problem]:
    import polars as pl

    for name in (*key, *others):
        absent = table[name].null_count() + (int((table[name] == "").sum()) if name in key else 0)
        if absent:
            yield Problem(file, f"needs a {name} in every row, {counted(absent, 'row')} without", "fill it")
    names = table.select(key).drop_nulls()
    broken = names.filter(pl.any_horizontal(pl.col(key).str.contains(r"[\r\n\x00]")))
    for row in broken.unique().sort(key).iter_rows():
        yield Problem(file, f"{', '.join(map(shown, row))} has a line end in it", "rename it")
    twice = names.filter(pl.struct(key).is_duplicated())
    for row in twice.unique().sort(key).iter_rows():
        yield Problem(file, f"{' '.join(row)} stands twice", "keep one")


def _misnamed(splits: "pl.Series") -> Iterator[Problem]:
    for split in splits.drop_nulls().unique().sort():
        if split and not _SPLIT.fullmatch(split):
            yield Problem(
                QRELS, f"split {shown(split)} is no name of a file", "use letters, digits, . _ and -"
            )
