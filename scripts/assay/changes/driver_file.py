"""Three versions of a gold file merged into one: by id and field, with markers around what people must choose."""

import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

from assay.changes.merging import Conflict, merge_rows
from assay.changes.rows import Rows, every
from assay.errors import InputError, Problem, refuse
from assay.gold.fields import PASSAGE, QUERY, Fields, canonical, file_bytes
from assay.jsonl import dump_row
from assay.onscreen import one_line

MARKS = 7  # signs of a conflict marker, unless Git asks for more
CHOOSE = "keep one of the lines between the markers"
RENAME = "keep both lines between the markers, and give one of them another id"
_WHICH = {"query", "history", "text", "doc_id"}  # what makes a row another question or another passage


class File(NamedTuple):
    """The merged file.

    Attributes:
        data: its bytes: in the fixed form; where there are conflicts, both versions of each such row at the
            place of its id, between markers that name id and fields.
        problems: the conflicts, each by id and fields; none: the merge is clean.
    """

    data: bytes
    problems: list[Problem]


def merged_file(
    versions: tuple[bytes, bytes, bytes], where: str, marks: int = MARKS, *, show_base: bool = False
) -> File:
    """Merge what two sides made of a gold file.

    Args:
        versions: bytes of the version both come from (empty: there was none), of ours, of theirs.
        where: the file's name: its fields go by it, and so do messages.
        marks: signs of a marker.
        show_base: whether the row as it was stands between the two versions (``merge.conflictStyle diff3``).

    Raises:
        InputError: what is no row in any version; ids that stand twice in one.
    """
    fields = _fields(where)
    merged = merge_rows(*_rows(versions, fields, where))
    if not merged.conflicts:
        return File(file_bytes(merged.rows.values(), fields), [])
    clashing = {one.id: one for one in merged.conflicts}
    lines: list[str] = []
    for name in sorted({*merged.rows, *clashing}):
        if name in clashing:
            lines += _block(clashing[name], fields, marks, show_base=show_base)
        else:
            lines.append(dump_row(canonical(merged.rows[name], fields)))
    data = unicodedata.normalize("NFC", "".join(f"{line}\n" for line in lines)).encode()
    return File(
        data, [Problem(f"{where} {one_line(one.id)}", _said(one), _fix(one)) for one in merged.conflicts]
    )


def common_file(versions: tuple[bytes, bytes, bytes], where: str) -> bytes:
    """Merge two versions that two later ones have in common: what conflicts there stays as it was before both.

    Git makes one such file of several where branches were merged into each other; markers in it would be read
    as the state that both sides know. A row that both brought in, and not as the same, is none of it.

    Raises:
        InputError: as :func:`merged_file`.
    """
    fields = _fields(where)
    merged = merge_rows(*_rows(versions, fields, where))
    rows = merged.rows | {one.id: before for one in merged.conflicts if (before := _before(one)) is not None}
    return file_bytes(rows.values(), fields)


def _before(conflict: Conflict) -> dict[str, Any] | None:
    base, ours = conflict.base, conflict.ours
    if base is None or ours is None or conflict.theirs is None:
        return base
    row = ours | {name: base.get(name) for name in conflict.fields}
    for name in {field for field, _ in conflict.passages}:
        met, known = {passage for field, passage in conflict.passages if field == name}, base.get(name) or {}
        agreed = {passage: value for passage, value in ours[name].items() if passage not in met}
        row[name] = agreed | {passage: known[passage] for passage in met if passage in known}
    return row


def _fields(where: str) -> Fields:
    return PASSAGE if where.endswith("passages.jsonl") else QUERY


def _rows(versions: tuple[bytes, bytes, bytes], fields: Fields, where: str) -> tuple[Rows, Rows, Rows]:
    """Rows of each version by id; byte order marks, line ends and the form of letters are no difference."""
    found: list[Rows] = []
    problems: list[Problem] = []
    for side, data in zip(("base", "ours", "theirs"), versions, strict=True):
        try:
            found.append(every(_composed(data), fields, f"{side}:{where}"))
        except InputError as error:
            problems += error.problems
    refuse(problems)
    base, ours, theirs = found
    return base, ours, theirs


def _composed(data: bytes) -> bytes:
    try:
        return unicodedata.normalize("NFC", data.decode("utf-8")).encode()
    except UnicodeDecodeError:
        return data  # its lines are named where rows are read


def _block(conflict: Conflict, fields: Fields, marks: int, *, show_base: bool) -> Iterator[str]:
    """Both versions of a row between markers."""
    names = one_line(conflict.id)
    yield f"{'<' * marks} ours: {names} ({_label(conflict, conflict.ours)})"
    yield from _version(conflict.ours, fields)
    if show_base:
        yield f"{'|' * marks} base: {names}"
        yield from _version(conflict.base, fields)
    yield "=" * marks
    yield from _version(conflict.theirs, fields)
    yield f"{'>' * marks} theirs: {names} ({_label(conflict, conflict.theirs)})"


def _version(row: dict[str, Any] | None, fields: Fields) -> list[str]:
    return [] if row is None else [dump_row(canonical(row, fields))]


def _label(conflict: Conflict, row: dict[str, Any] | None) -> str:
    """What of a row conflicts on one side: its fields, or that it is gone there."""
    return "removed" if row is None else one_line(", ".join(_names(conflict) or _changed(conflict, row)))


def _names(conflict: Conflict) -> list[str]:
    """The fields that conflict, of those by passage with the passages."""
    of = {
        name: ", ".join(passage for field, passage in conflict.passages if field == name)
        for name in conflict.fields
    }
    return [f"{name} of {passages}" if passages else name for name, passages in of.items()]


def _changed(conflict: Conflict, row: dict[str, Any]) -> list[str]:
    base = conflict.base or {}
    return [name for name in {**base, **row} if base.get(name) != row.get(name)]


def _said(conflict: Conflict) -> str:
    if conflict.fields:
        how = "both sides changed" if conflict.base is not None else "both sides brought in, with another"
        return f"{how} {one_line(', '.join(_names(conflict)))}"
    kept = conflict.ours if conflict.ours is not None else conflict.theirs
    gone, other = ("ours", "theirs") if conflict.ours is None else ("theirs", "ours")
    return f"{gone} removed it, {other} changed {one_line(', '.join(_changed(conflict, kept or {})))}"


def _fix(conflict: Conflict) -> str:
    """What to do: of two questions, or passages, under one id neither may be lost."""
    return RENAME if conflict.base is None and _WHICH & {*conflict.fields} else CHOOSE
