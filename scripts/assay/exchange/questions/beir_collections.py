"""A BEIR folder as questions and chunks of this repository."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange.beir.folder import CORPUS, QUERIES, Beir
from assay.exchange.beir.metadata import OF_DOCUMENTS, OF_QUERIES, read_metadata
from assay.exchange.chunks import unused_losses
from assay.exchange.losses import Losses
from assay.exchange.questions.collections import add_labels
from assay.exchange.questions.questions import Read, read_questions
from assay.exchange.records.mapping import Mapped


def is_beir(place: Path) -> bool:
    """Whether a folder is a BEIR collection."""
    return (place / CORPUS).is_file() and (place / QUERIES).is_file()


def beir_questions(found: Beir, where: str, split: str | None, defaults: Mapping[str, Any]) -> Read:
    """Questions of a BEIR collection with the labels of one split, and what is left out.

    Raises:
        InputError: every fault of the collection; several splits and none named; no such split.
    """
    refuse(found.problems)
    splits = found.qrels["split"].unique().sort().to_list()
    chosen = split or (splits[0] if len(splits) == 1 else None)
    if chosen not in splits:
        rule = f"has labels of {', '.join(splits) or 'no split'}"
        raise InputError(Problem(f"{where}/qrels", rule, "name one with --qrels-split"))
    labels = found.qrels.filter(split=chosen)
    # The other queries of the file belong to other splits: nobody labelled them here.
    queries = found.queries.join(labels, on="query_id", how="semi", maintain_order="left")
    others = found.queries.join(labels, on="query_id", how="anti", maintain_order="left")
    fields, unused = read_metadata(queries["metadata"].to_list(), OF_QUERIES)
    rows = queries.select("line", "query_id", "query").rows()
    values = [{"id": name, "query": text, **more} for (_, name, text), more in zip(rows, fields, strict=True)]
    mapped = Mapped(values, [f"{where}/{QUERIES}:{line}" for line, *_ in rows], [], unused)
    read = read_questions(mapped, defaults)
    read.facts = [*found.notes, f"labels of split {chosen}: {counted(len(labels), 'label')}", *read.facts]
    add_labels(read, labels, f"{where}/qrels/{chosen}.tsv")
    losses = Losses()
    for name in others["query_id"]:
        losses.add(f"questions of {QUERIES} without a label in split {chosen}", name)
    read.losses = [*losses.found(), *unused_losses(mapped)]
    return read


def beir_chunks(found: Beir, where: str) -> Mapped:
    """The documents of a BEIR collection as chunks, titles kept apart.

    Raises:
        InputError: every fault of the collection.
    """
    refuse(found.problems)
    rows = found.documents.select("line", "chunk_id", "title", "text").rows()
    fields, unused = read_metadata(found.documents["metadata"].to_list(), OF_DOCUMENTS)
    values = [
        {"chunk_id": name, "text": text or title or "", **({"title": title} if title else {}), **more}
        for (_, name, title, text), more in zip(rows, fields, strict=True)
    ]
    return Mapped(values, [f"{where}/{CORPUS}:{line}" for line, *_ in rows], [], unused)
