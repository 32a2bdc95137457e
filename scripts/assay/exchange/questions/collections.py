"""TREC files as questions, chunks and results of this repository."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from assay.counting import counted
from assay.errors import Problem, refuse
from assay.exchange.losses import Loss
from assay.exchange.questions.questions import Read, read_questions
from assay.exchange.questions.references import Reference
from assay.exchange.records.mapping import Mapped
from assay.exchange.runs.results import Lines
from assay.exchange.trec.order import Order
from assay.exchange.trec.qrels import Qrels, read_qrels
from assay.exchange.trec.runs import Run, read_run, ties
from assay.exchange.trec.topics import Text, read_topics

_RUN, _QRELS = 6, 4  # columns
_HEAD = 4096  # bytes that tell what a file is


def head_of(file: Path) -> bytes:
    """The start of a file, which tells what it is."""
    with file.open("rb") as source:
        return source.read(_HEAD)


def is_run(data: bytes) -> bool:
    """Whether a file is a TREC run, by its first line."""
    cells = _first(data)
    return len(cells) >= _RUN and _is_number(cells[4])


def is_qrels(data: bytes) -> bool:
    """Whether a file is TREC qrels: by its first line, and most of the next ones, which no question of four words is."""
    cells = _first(data)
    if len(cells) != _QRELS or not _is_number(cells[3]):
        return False
    lines = data[:_HEAD].decode("utf-8", "replace").splitlines()
    whole = lines[:-1] if len(data) >= _HEAD else lines  # the last one may be cut
    rows = [line.split() for line in whole if line.strip() and not line.startswith("#")]
    return sum(len(row) == _QRELS and _is_number(row[3]) for row in rows) * 2 > len(rows)


def _first(data: bytes) -> list[str]:
    for line in data[:_HEAD].decode("utf-8", "replace").removeprefix("\ufeff").splitlines():
        if line.strip() and not line.startswith("#"):
            return [] if line.lstrip().startswith(("{", "[", "<")) else line.split()
    return []


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def topic_questions(data: bytes, where: str, text: Text, defaults: Mapping[str, Any]) -> Read:
    """Questions of TREC topics, not labelled.

    Raises:
        InputError: every fault of the file.
    """
    topics = read_topics(data, where, text)
    refuse(topics.problems)
    rows = [
        (name, words, f"{where}:{line}")
        for line, name, words in topics.frame.select("line", "query_id", "query").rows()
    ]
    return _questions(rows, defaults, topics.notes)


def questions_of_qrels(
    data: bytes, where: str, defaults: Mapping[str, Any], group: str | None = None
) -> Read:
    """Questions of qrels alone: the id of each stands for its text.

    Args:
        data: the file.
        where: its name.
        defaults: values of fields of questions.
        group: whose labels, where several people judged.

    Raises:
        InputError: every fault of the file.
    """
    labels = read_qrels(data, where, group=group)
    refuse(labels.problems)
    first = labels.frame.group_by("query_id", maintain_order=True).agg(pl.col("line").first())
    rows = [(name, name, f"{where}:{line}") for name, line in first.rows()]
    note = "the texts of the questions are not known: the id of each stands for it"
    read = _questions(rows, defaults, [*labels.notes, note])
    add_labels(read, labels.frame, where)
    read.losses += _of_others(labels)
    return read


def add_qrels(read: Read, data: bytes, where: str, group: str | None = None) -> None:
    """Give questions the labels of qrels; of one group, where several people judged.

    Raises:
        InputError: every fault of the file.
    """
    labels = read_qrels(data, where, group=group)
    refuse(labels.problems)
    read.facts += labels.notes
    read.losses += _of_others(labels)
    add_labels(read, labels.frame, where)


def _of_others(labels: Qrels) -> list[Loss]:
    names = tuple(f"group {name}" for name in labels.left_out)
    what = "labels of other groups of judges (column 2)"
    return [Loss(what, sum(labels.left_out.values()), names)] if names else []


def _questions(
    rows: Sequence[tuple[str, str, str]], defaults: Mapping[str, Any], facts: Sequence[str]
) -> Read:
    mapped = Mapped(
        [{"id": name, "query": text} for name, text, _ in rows], [spot for *_, spot in rows], [], {}
    )
    read = read_questions(mapped, defaults)
    read.facts = [*facts, *read.facts]
    return read


def add_labels(read: Read, labels: pl.DataFrame, where: str) -> None:
    """Give each question the chunks that the labels name for it."""
    by_query: dict[str, list[Reference]] = {}
    for line, name, chunk, grade in labels.select("line", "query_id", "chunk_id", "relevance").iter_rows():
        by_query.setdefault(name, []).append(Reference(f"{where}:{line}", chunk_id=chunk, grade=grade))
    for question in read.questions:
        question.references = by_query.pop(question.row["id"], question.references)
    read.problems += [
        Problem(
            found[0].spot,
            f"labels question {name!r}, which is not among the questions",
            "add it, or remove the line",
        )
        for name, found in by_query.items()
    ]


def id_chunks(files: Mapping[str, bytes]) -> Mapped:
    """Every chunk that qrels and runs name, once, its id for its text: where nothing but ids is known.

    Raises:
        InputError: a file that is neither; every fault of the files.
    """
    ids: dict[str, str] = {}
    problems: list[Problem] = []
    for where, data in files.items():
        if not (is_qrels(data) or is_run(data)):
            problems.append(Problem(where, "is neither TREC qrels nor a TREC run", "leave out --ids-only"))
            continue
        found: Any = (
            read_qrels(data, where, every=True) if is_qrels(data) else read_run(data, where, repeats="best")
        )
        problems += found.problems
        first = found.frame.group_by("chunk_id", maintain_order=True).agg(pl.col("line").first())
        for chunk, line in first.iter_rows():
            ids.setdefault(chunk, f"{where}:{line}")
    refuse(problems)
    return Mapped([{"chunk_id": name, "text": name} for name in ids], list(ids.values()), [], {})


def run_lines(
    data: bytes, where: str, order: Order, repeats: str, cutoffs: Sequence[int]
) -> tuple[Lines, str]:
    """Lines of a TREC run, and in words how it was ordered.

    Args:
        data: the file.
        where: its name.
        order: of which trec_eval.
        repeats: ``best`` keeps the best place of a chunk that stands twice; else that is a fault.
        cutoffs: where ties are counted.
    """
    run = read_run(data, where, order, repeats="best" if repeats == "best" else "error")
    done = Lines(problems=list(run.problems))
    if done.problems:
        return done, ""
    done.facts = [*run.notes, *tie_facts(run, cutoffs)]
    nested = run.frame.group_by("query_id", maintain_order=True).agg(
        pl.col("line").first(), retrieved=pl.struct("chunk_id", "rank", "score")
    )
    for query, line, retrieved in nested.iter_rows():
        done.values.append({"id": query, "status": "ok", "retrieved": retrieved})
        done.spots.append(f"{where}:{line}")
    return done, run.notes[0]


def tie_facts(run: Run, cutoffs: Sequence[int]) -> Iterator[str]:
    """Where equal scores leave it to ids what is above a cut-off."""
    return tie_words(ties(run, cutoffs))


def tie_words(tied: pl.DataFrame) -> Iterator[str]:
    """The same of ties that were counted (columns of :func:`assay.exchange.trec.runs.ties`)."""
    for k, queries, decided in tied.iter_rows():
        yield f"equal scores at rank {k} and {k + 1}: {counted(queries, 'question')}, {decided} decided by id against the file's order"
