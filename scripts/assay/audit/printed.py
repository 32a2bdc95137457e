"""A reproduction as a table on a terminal, and as JSON."""

from collections.abc import Iterator
from typing import Any

from assay.audit.items import INTACT, Item, counts
from assay.audit.reproduction import Reproduction
from assay.onscreen import safe
from assay.wording import Words

_COLUMNS = ("stage", "name", "expected", "actual", "verdict")
_SHORT = 12  # characters of a hash that tell it from the others


def text(done: Reproduction, words: Words) -> Iterator[str]:
    """Lines: what it is, its environment, a row an item, why items differ, how many there are of each verdict."""
    yield words("head", name=done.revision, commit=done.commit)
    yield words("here" if done.packages else "made" if done.made else "same")
    for name, (locked, here) in sorted(done.packages.items()):
        yield words("package" if here else "package.absent", name=name, locked=locked, here=here)
    yield ""
    rows = [[words(f"column.{name}") for name in _COLUMNS]]
    rows += [[safe(value) for value in _cells(one, words)] for one in done.items]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_COLUMNS))]
    yield _row(rows[0], widths)
    for one, row in zip(done.items, rows[1:], strict=True):
        yield _row(row, widths)
        if one.reason:
            yield f"    {words(f'why.{one.reason}', about=safe(one.about))}"
        yield from (f"    {safe(line)}" for line in done.why.get((one.stage, one.name), ()))
    yield ""
    if any(one.verdict == INTACT for one in done.items):
        yield words("intact.note")
    yield words("counts", **counts(done.items))


def _cells(one: Item, words: Words) -> list[str]:
    return [one.stage, one.name, _short(one.expected), _short(one.actual), words(one.verdict)]


def _short(digest: str | None) -> str:
    return digest[:_SHORT] if digest else "–"


def _row(cells: list[str], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def record(done: Reproduction) -> dict[str, Any]:
    """The same for programs."""
    return {
        "revision": done.revision,
        "commit": done.commit,
        "agrees": done.agrees,
        "environment": "made" if done.made else "here",
        "packages": {
            name: {"locked": locked, "here": here} for name, (locked, here) in sorted(done.packages.items())
        },
        "counts": counts(done.items),
        "items": [
            one._asdict() | {"differs_in": done.why.get((one.stage, one.name), [])} for one in done.items
        ],
    }
