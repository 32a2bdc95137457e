"""Lines of TREC files as a table, read slice by slice, several at once; what is wrong with which line."""

import math
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.counting import counted
from assay.errors import Problem, shown
from assay.exchange.trec.form import NEXT, Form
from assay.exchange.trec.order import begins
from assay.exchange.trec.text import blocks, legible, normal, separator
from assay.lookahead import ahead

if TYPE_CHECKING:
    import polars as pl

SLICE = 1 << 23  # bytes at a time: a file of any size costs its table and a few of these
MOST = 1000  # problems of one file that are told one by one
_NUMBERS = {"whole": "a whole number", "real": "a finite number"}


@dataclass
class Faults:
    """Problems of one file by line; beyond the first thousand only their number."""

    where: str
    found: list[tuple[int, str, str]] = field(default_factory=list)
    beyond: int = 0

    def add(self, line: int, rule: str, fix: str) -> None:
        """One more; those of one kind come by line."""
        if len(self.found) < MOST:
            self.found.append((line, rule, fix))
        else:
            self.beyond += 1

    def problems(self) -> list[Problem]:
        """Those that are kept, and how many there are besides."""
        told = [Problem(f"{self.where}:{line}", rule, fix) for line, rule, fix in sorted(self.found)]
        rule = f"has {counted(self.beyond, 'more problem')}"
        return told + ([Problem(self.where, rule, "mend those above first")] if self.beyond else [])


@dataclass
class Lines:
    """What a file holds, or a slice of it.

    Attributes:
        frame: ``line`` (u32, from 1) and the columns that the form keeps; lines with a fault are left out.
        faults: the problems.
        comments: number of comment lines.
        tags: distinct values of the form's tag, the one that comes last at the end.
        height: number of lines, whatever they hold.
    """

    frame: "pl.DataFrame"
    faults: Faults
    comments: int = 0
    tags: dict[str, None] = field(default_factory=dict)
    height: int = 0

    def add(self, part: "Lines") -> None:
        """What is to be said of those that follow; their frame is not taken."""
        for line, rule, fix in part.faults.found:
            self.faults.add(line + self.height, rule, fix)
        self.faults.beyond += part.faults.beyond
        self.comments += part.comments
        self.height += part.height
        for tag in part.tags:
            self.tags.pop(tag, None)
            self.tags[tag] = None


def none_of(form: Form, where: str) -> Lines:
    """Nothing yet, of a file of that name."""
    import polars as pl

    columns = pl.DataFrame(schema=form.schema()).with_row_index("line").select("line", *form.kept)
    return Lines(columns, Faults(where))


def read_lines(source: bytes | Path, where: str, form: Form, *, size: int = SLICE) -> Lines:
    """Read every line; comment lines (``#`` first) and empty ones are passed over.

    Columns are parted by blanks and tabs in any number; byte order mark and CR at line ends do not count.

    Args:
        source: the file's bytes, or the file itself, whose text is then never held whole.
        where: its name for messages.
        form: what a line holds.
        size: bytes of a slice; the result does not depend on it.

    Raises:
        OSError: the file cannot be read.
    """
    import polars as pl

    lines = none_of(form, where)
    frames = [lines.frame]
    for part in ahead(partial(slice_of, form=form), blocks(source, size)):
        frames.append(part.frame.with_columns(line=part.frame["line"] + lines.height))
        lines.add(part)
    lines.frame = pl.concat(frames)
    if lines.frame.is_empty():
        tell_empty(lines, form)
    return lines


def tell_empty(lines: Lines, form: Form) -> None:
    """A file in which no line could be read is none of the form, if nothing else is wrong with it."""
    if not lines.faults.found:
        lines.faults.add(1, f"holds no line of {form.name}", "check the file")


def slice_of(data: bytes, form: Form) -> Lines:
    """What some lines hold that follow one another, numbered from 1."""
    lines = none_of(form, "")
    frame = _even(data, form)
    lines.height = data.count(b"\n") if frame is None else frame.height
    frame = _uneven(data, form, lines) if frame is None else frame
    lines.frame = frame.select("line", *form.kept)
    _tags(frame, form, lines)
    return lines


def _even(data: bytes, form: Form) -> "pl.DataFrame | None":
    """Rows of lines where one mark parts all columns and nothing is amiss; else None."""
    data = data.replace(b"\r\n", b"\n") if b"\r" in data else data
    mark = separator(data)
    if mark is None:
        return None
    frame = _plainly(data, mark, form)
    if frame is None:
        frame = _parse(data, mark, form)
    # Two marks in a row, one at the start of a line and an empty line: each leaves a column empty.
    gaps = any(frame.select(form.columns).null_count().row(0))
    if gaps or _has_comments(frame[form.columns[0]]) or frame.select(form.flawed().any()).item():
        return None
    return frame.with_row_index("line", 1)


def _has_comments(starts: "pl.Series") -> bool:
    """Whether a line starts with ``#``; most start as the one before."""
    return bool(starts.gather(begins(starts)).str.starts_with("#").any())


def _uneven(data: bytes, form: Form, lines: Lines) -> "pl.DataFrame":
    """Rows of any other lines: brought into one form first, those with a fault told one by one."""
    import polars as pl

    data, illegible = legible(data)
    faults = [(number + 1, rule, fix) for number, rule, fix in illegible]
    text, numbers, comments = normal(data)
    lines.comments += comments
    frame = _parse(text, b" ", form).with_columns(pl.Series("line", numbers + 1, dtype=pl.UInt32))
    flawed = frame.with_row_index().filter(form.flawed())
    rows = text.split(b"\n") if len(flawed) else []
    for row in flawed.iter_rows(named=True):
        words = rows[row["index"]].decode("utf-8").rstrip(" ").split(" ")
        faults.append((row["line"], *_fault(words, row, form)))
    for fault in sorted(faults):
        lines.faults.add(*fault)
    return frame.filter(~form.flawed()) if len(flawed) else frame


def _plainly(data: bytes, mark: bytes, form: Form) -> "pl.DataFrame | None":
    """The same a third faster, of lines which have all columns, no more, and a number wherever one is due; else None."""
    import polars as pl
    from polars.exceptions import PolarsError

    schema = form.schema()
    del schema[NEXT]
    try:
        rows = pl.read_csv(data, separator=mark.decode(), quote_char=None, schema=schema, has_header=False)
    except PolarsError:
        return None
    return rows if form.longer else rows.with_columns(pl.lit(None, pl.String).alias(NEXT))


def _parse(data: bytes, mark: bytes, form: Form) -> "pl.DataFrame":
    """Columns of lines; null where a line has none, or no number. What comes behind the next one is cut off."""
    import polars as pl

    schema = form.schema()
    if form.longer:
        del schema[NEXT]
    # Polars takes the number of columns from the first line, so that one has them all.
    head = mark.join(name.encode() for name in schema)
    return pl.read_csv(
        head + b"\n" + data,
        separator=mark.decode(),
        quote_char=None,
        schema=schema,
        truncate_ragged_lines=True,
        ignore_errors=True,
    )


def _fault(words: list[str], row: dict[str, Any], form: Form) -> tuple[str, str]:
    """Rule and fix of a line that has a fault.

    Args:
        words: its columns as they stand there.
        row: what could be read of them, null for the rest.
        form: what the line should hold.
    """
    wanted = len(form.columns)
    if len(words) < wanted or (len(words) > wanted and not form.longer):
        has = f"has {counted(len(words), 'column')}, a line of {form.name} {wanted}"
        return has, f"write {', '.join(form.columns)}"
    texts = dict(zip(form.columns, words, strict=False))
    rules = [
        f"{name} is {shown(texts[name])}, must be {_NUMBERS[kind]}"
        for name, kind in form.numbers.items()
        if name not in form.lenient and (row[name] is None or not math.isfinite(row[name]))
    ]
    return " and ".join(rules), "correct it"


def _tags(frame: "pl.DataFrame", form: Form, lines: Lines) -> None:
    if form.tag:
        tags = frame[form.tag]
        if len(tags) and (tags == tags[0]).all():
            tags = tags.head(1)
        # As a rule all are one: only the last of each run of equal ones is looked at.
        lasts = tags.filter((tags != tags.shift(-1)).fill_null(value=True))
        for tag in lasts.reverse().unique(maintain_order=True).reverse():
            lines.tags.pop(tag, None)
            lines.tags[tag] = None
