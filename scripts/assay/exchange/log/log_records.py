"""The log of a system in use as rows: what was asked, how often, of what type; by whom and when only to be counted."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from assay.counting import counted
from assay.errors import InputError, Problem, near, refuse
from assay.exchange.chunks import unused_losses
from assay.exchange.log.log_targets import LOG, PRIVATE
from assay.exchange.losses import Loss
from assay.exchange.records import reading
from assay.exchange.records.decoding import decoded
from assay.exchange.records.files import Records
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Mapped, Shape, apply, as_kind, unfolded
from assay.exchange.records.reading import Asked

ROWS = {
    "row": pl.UInt32(),
    "query": pl.String(),
    "type": pl.String(),
    "lang": pl.String(),
    "subject": pl.String(),
    "askings": pl.UInt64(),
    "asker": pl.String(),
}
_SINCE_1970 = re.compile(r"1\d{9}(?:\d{3}|\.\d+)?")  # up to the year 2033
_MOST = 10**12  # askings of a record: what is more is no count


@dataclass(frozen=True)
class Log:
    """What a log holds.

    Attributes:
        rows: one row a record, with the columns of ``ROWS``; ``row`` is its place in ``spots``.
        spots: address of each record.
        shape: the mapping to keep, without what is private; None: lines of text have none.
        facts: how it was read, and totals.
        losses: columns that are not read.
    """

    rows: pl.DataFrame
    spots: Sequence[str]
    shape: Shape | None
    facts: list[str] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)


def read_log(place: Path, asked: Asked, kept: Shape | None) -> Log:
    """The log of a file of any shape, of a folder of such files, or of a ``.txt`` with one question a line.

    Args:
        place: the file or folder.
        asked: what the command line says of its shape.
        kept: the mapping that params.yaml keeps.

    Raises:
        InputError: every fault of lines and cells; nothing in it that could be the question; options on the shape of
            a file that has none.
    """
    if place.is_file() and place.suffix.lower() == ".txt":
        if asked != Asked():
            rule = "has one question a line: there is nothing to map or to choose"
            raise InputError(Problem(near(place), rule, "leave out --map, --rows, --sheet and the like"))
        return _of_lines(place.read_bytes(), near(place))
    records = reading.read_all(reading.files_of(place), asked)
    if kept is not None and not asked.anew:
        asked = replace(asked, found=_private(records, kept, asked))
    got = reading.read(records, LOG, asked, kept)
    if "query" not in got.shape.fields:
        rule = f"nothing in it looks like query ({LOG['query'].doc})"
        raise InputError(Problem(got.mapped.spots[0], rule, "say where it is: --map query=PATH"))
    open_fields = {name: path for name, path in got.shape.fields.items() if name not in PRIVATE}
    log = _log(got.mapped, replace(got.shape, fields=open_fields), got.facts)
    return replace(log, losses=[*got.losses, *log.losses])


def _private(records: Records, kept: Shape, asked: Asked) -> dict[str, str]:
    """Where askers and times are: guessed each time, because no file keeps it."""
    refuse(records.problems)
    rows = asked.rows if asked.rows is not None else kept.rows
    stated = {**kept.fields, **asked.fields}
    found = guess_fields(unfolded(records, rows)[0], LOG, stated)
    return {name: found[name] for name in PRIVATE if name in found}


def _of_lines(data: bytes, where: str) -> Log:
    text, notes = decoded(data, where)
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    spots = [f"{where}:{number}" for number in range(1, len(lines) + 1)]
    mapped = apply([{"query": line} for line in lines], spots, Shape(None, {"query": "query"}), LOG)
    return _log(mapped, None, [*notes, counted(len(lines), "line")])


def _log(mapped: Mapped, shape: Shape | None, facts: Sequence[str]) -> Log:
    refuse([*mapped.problems, *_count_problems(mapped)])
    columns: dict[str, list[Any]] = {
        name: [value.get(name) for value in mapped.values] for name in ("query", "type", "lang", "subject")
    }
    columns["askings"] = [value.get("count", 1) for value in mapped.values]
    columns["asker"] = [str(value["asker"]) if "asker" in value else None for value in mapped.values]
    columns["row"] = list(range(len(mapped.values)))
    rows = pl.DataFrame({name: columns[name] for name in ROWS}, schema=ROWS)
    rows = rows.with_columns(_tidy(pl.col("query", "type", "subject")))
    return Log(rows, mapped.spots, shape, [*facts, *_totals(rows, mapped)], unused_losses(mapped))


def _tidy(texts: pl.Expr) -> pl.Expr:
    """Texts in NFC on one line, without white space at their ends and in runs; null where nothing is left."""
    tidy = texts.str.normalize("NFC").str.replace_all(r"[\s\p{Cc}]+", " ").str.strip_chars(" ")
    return tidy.replace("", None)


def _count_problems(mapped: Mapped) -> list[Problem]:
    return [
        Problem(
            f"{spot} count",
            f"is {value['count']}, must be from 1 to {_MOST}",
            "mend it, or leave the row out",
        )
        for value, spot in zip(mapped.values, mapped.spots, strict=True)
        if not 1 <= value.get("count", 1) <= _MOST
    ]


def _totals(rows: pl.DataFrame, mapped: Mapped) -> list[str]:
    """Askings, and where the log has them: different askers, first and last day."""
    askings, askers = int(rows["askings"].sum()), rows["asker"].drop_nulls().n_unique()
    words = [f"asked {counted(askings, 'time')}", *([f"by {counted(askers, 'asker')}"] if askers else [])]
    found = [_day(value["time"]) for value in mapped.values if "time" in value]
    days = sorted({day for day in found if day is not None})
    if days:
        words.append(f"from {days[0]} to {days[-1]}")
    if unread := found.count(None):
        words.append(f"{counted(unread, 'time')} in a form that is not read")
    return [", ".join(words)]


def _day(time: Any) -> str | None:
    """The day of a time: ISO, ``31.12.2026``, seconds or milliseconds since 1970 (UTC); None: it may be any."""
    number = str(time).strip()
    if _SINCE_1970.fullmatch(number):
        return dt.datetime.fromtimestamp(int(number[:10]), dt.UTC).date().isoformat()
    try:
        day: str | None = as_kind("day", time)
    except ValueError:
        return None
    return day
