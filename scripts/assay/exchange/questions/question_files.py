"""Questions of a file in whatever form it has: records of any shape, TREC topics, qrels alone, a BEIR folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from assay.errors import near, refuse
from assay.exchange import chunks
from assay.exchange.beir import folder as beir
from assay.exchange.losses import Loss
from assay.exchange.questions import beir_collections, collections, questions
from assay.exchange.questions.question_lines import is_lines, read_lines
from assay.exchange.records import reading
from assay.exchange.records.files import form_of, read_records
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Shape
from assay.exchange.records.overview import heading
from assay.exchange.records.reading import Asked
from assay.exchange.records.targets import QUESTION
from assay.exchange.trec.topics import Text


@dataclass(frozen=True)
class Labels:
    """Where labels stand that are not in the file of the questions.

    Attributes:
        qrels: TREC qrels.
        split: of a BEIR folder, whose labels.
        chunks: the chunks of the labels' date, which give ids their texts.
        text: of TREC topics, what is the question.
        snapshot: whose chunks their ids are, where people say so.
        group: of TREC qrels that several people judged, whose (their second column).
    """

    qrels: Path | None = None
    split: str | None = None
    chunks: Path | None = None
    text: Text = "title"
    snapshot: str | None = None
    group: str | None = None


@dataclass
class File:
    """Questions of a file, the mapping to keep where there is one, what was lost, and the chunks that came with them."""

    read: questions.Read
    shape: Shape | None = None
    losses: list[Loss] = field(default_factory=list)
    chunks: pl.DataFrame | None = None


def read_file(
    file: Path, asked: Asked, kept: Shape | None, labels: Labels, defaults: Mapping[str, Any]
) -> File:
    """The questions of a file.

    Args:
        file: a file, or a folder of them.
        asked: what the command line says of its shape.
        kept: the mapping that params.yaml keeps.
        labels: where else labels stand.
        defaults: values of fields that the file does not have.

    Raises:
        InputError: it cannot be read; every fault of TREC and BEIR files.
    """
    where = near(file)
    if beir_collections.is_beir(file):
        found = beir.read_beir(file, where)
        read = beir_collections.beir_questions(found, where, labels.split, defaults)
        texts = found.documents.select("chunk_id", "text", doc_id=pl.lit(None, pl.String))
        return File(read, losses=read.losses, chunks=texts)
    data = b"" if file.is_dir() else file.read_bytes()
    if collections.is_qrels(data):
        done = File(collections.questions_of_qrels(data, where, defaults, labels.group))
    elif not file.is_dir() and is_lines(where, data):
        mapped, notes = read_lines(data, where)
        done = File(questions.read_questions(mapped, defaults))
        done.read.facts = [*notes, *done.read.facts]
    elif not file.is_dir() and _is_topics(where, data):
        done = File(collections.topic_questions(data, where, labels.text, defaults))
    else:
        got = reading.read(reading.read_all(reading.files_of(file), asked), QUESTION, asked, kept)
        done = File(
            questions.read_questions(got.mapped, defaults),
            got.shape,
            [*got.losses, *chunks.unused_losses(got.mapped)],
        )
        done.read.facts = [*got.facts, *done.read.facts]
        done.read.columns = list(map(heading, [*got.shape.fields.values(), *got.mapped.unused]))
    if labels.qrels is not None:
        refuse(done.read.problems)
        collections.add_qrels(done.read, labels.qrels.read_bytes(), near(labels.qrels), labels.group)
    done.losses += done.read.losses
    return done


def _is_topics(where: str, data: bytes) -> bool:
    """Whether a file holds TREC topics: no known form, or a table of ids and texts without headings."""
    if data.lstrip().startswith(b"<"):
        return True
    if form_of(where) is None:
        return True
    if not where.casefold().endswith(".tsv"):
        return False
    head = data.partition(b"\n")[0] + b"\n" + data.partition(b"\n")[0] + b"\n"
    return "query" not in guess_fields(read_records(head, where).values, QUESTION, {})
