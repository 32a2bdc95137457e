"""What another system found, read as fits the file's size: a small one whole, a large one with its lists on disk."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from assay.errors import near
from assay.exchange.questions import collections
from assay.exchange.records.files import form_of
from assay.exchange.records.mapping import Shape
from assay.exchange.records.reading import Asked
from assay.exchange.runs import large_files, large_runs, other_form, result_files
from assay.exchange.runs.own_form import OtherFormError
from assay.exchange.runs.results import Lines
from assay.exchange.runs.run_lists import Held, Lists, Spooled
from assay.exchange.runs.spool import Spool
from assay.exchange.trec.order import Order

HELD = 1 << 26  # bytes from which on people should know that a file is held whole
_TIMES = 12  # of a file's size, in memory


def of_run(file: Path, order: Order, repeated: str, cutoffs: Sequence[int]) -> tuple[Lines, Lists, str]:
    """Lines of a TREC run, where their lists are, and in words how it was ordered.

    Args:
        file: the run.
        order: of which trec_eval.
        repeated: ``best`` keeps the best place of a chunk that stands twice.
        cutoffs: where ties are counted.
    """
    if is_large(file):
        spool = Spool()
        found, ordered = large_runs.read_large_run(file, spool, order, repeated, cutoffs)
        return found.lines, Spooled(spool, found.chunks), ordered
    lines, ordered = collections.run_lines(file.read_bytes(), near(file), order, repeated, cutoffs)
    return lines, Held(), ordered


def of_records(
    file: Path, asked: Asked, items: Sequence[str], repeated: str, values: Mapping[str, Any], system: str
) -> tuple[Lines, Shape, Lists]:
    """Lines of a file of records, how it was read, and where their lists are.

    Args:
        file: a file, or a folder of them.
        asked: what the command line says of its shape.
        items: same, on a result within a record.
        repeated: what of a question that stands in several records.
        values: params.yaml, which may keep the mapping.
        system: for which it is kept.

    Raises:
        InputError: it cannot be read.
    """
    if is_large(file) and form_of(file.name) == "jsonl":
        with suppress(OtherFormError):
            return _of_lines(file, asked, items, repeated, values, system)
    if (size := _size(file)) > HELD:
        what = (
            f"{near(file)} ({size >> 20:,} MB) is held whole while it is read, in {_TIMES} times the memory"
        )
        click.echo(f"{what}; JSON Lines with a list of results a question, and TREC runs, are not", err=True)
    lines, shape = result_files.read_file(file, asked, items, repeated, values, system)
    return lines, shape, Held()


def _of_lines(
    file: Path, asked: Asked, items: Sequence[str], repeated: str, values: Mapping[str, Any], system: str
) -> tuple[Lines, Shape, Lists]:
    """The same of JSON Lines with a list of results in each: first as a results.jsonl, then as what it is.

    Raises:
        OtherFormError: it is none of these.
        InputError: a mapping is kept that cannot be read.
    """
    spool = Spool()
    if asked == Asked() and not items:
        with suppress(OtherFormError):
            found = large_files.read_large(file, spool, repeated, values, system)
            return found.lines, found.shape, Spooled(spool, found.chunks, found.refused)
        spool.clear()
    form = other_form.form_of(file, asked, items, values, system)
    found = large_files.read_large(file, spool, repeated, values, system, form)
    return found.lines, found.shape, Spooled(spool, found.chunks, found.refused)


def _size(file: Path) -> int:
    """Bytes of a file, or of all in a folder."""
    if file.is_dir():
        return sum(one.stat().st_size for one in file.rglob("*") if one.is_file())
    return file.stat().st_size


def is_large(file: Path) -> bool:
    """Whether a file is too large to be held."""
    return file.is_file() and file.stat().st_size > large_files.LARGE
