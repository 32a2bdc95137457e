"""An evidence table on a terminal: a block a claim, every text without characters that a terminal would obey."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

import click

from assay.onscreen import safe
from assay.report.evidence.account import Account, Beside, Earlier, Field, Item

WIDTH = 100
_NARROWEST = 12  # letters of a column side by side
_BAR = "│ "
_HUES = {
    "supported": "green",
    "partially_supported": "yellow",
    "unsupported": "red",
    "contradicts": "red",
    "disputed": "magenta",
}


def lines(account: Account, *, colour: bool = False, width: int = WIDTH) -> Iterator[str]:
    """The account line by line.

    Args:
        account: what is said.
        colour: whether the terminal shows colours; they repeat what is said in words.
        width: letters of a line.
    """
    yield _bold(account.title, colour=colour)
    yield from (f"  {safe(note)}" for note in account.notes)
    yield ""
    for field in account.head:
        yield from _field(field, "  ", width)
    yield ""
    yield _bold(account.counted, colour=colour)
    yield from _wrapped(account.empty, "  ", width) if account.empty else ()
    for item in account.claims:
        yield ""
        yield from _item(item, account.history, colour=colour, width=width)


def _bold(text: str, *, colour: bool) -> str:
    return click.style(safe(text), bold=True) if colour else safe(text)


def _item(item: Item, history: str, *, colour: bool, width: int) -> Iterator[str]:
    verdict = safe(item.verdict)
    hue = _HUES.get(item.standing)
    shown = click.style(verdict, fg=hue, bold=True) if colour and hue else verdict
    yield f"{_bold(item.id, colour=colour)}  {shown}"
    for field in item.fields:
        yield from _field(field, "  ", width)
    if item.beside:
        yield from _beside(item.beside, width)
    if item.earlier:
        yield f"  {safe(history)}"
        for one in item.earlier:
            yield from _earlier(one, width)
    yield from _wrapped(item.more, "  ", width) if item.more else ()


def _earlier(one: Earlier, width: int) -> Iterator[str]:
    yield from _wrapped(f"- {one.title}", "    ", width)
    for field in one.fields:
        yield from _field(field, "      ", width)
    for end in one.ends:
        yield from _wrapped(f"→ {end}", "      ", width)


def _field(field: Field, indent: str, width: int) -> Iterator[str]:
    """``label: value``, with words of a text below it; where there are several values, they are below it too."""
    first, *rest = field.lines
    beside = not first.quoted and all(line.quoted for line in rest)
    yield from _wrapped(f"{field.label}: {first.text if beside else ''}", indent, width, after="  ")
    for line in rest if beside else field.lines:
        yield from _wrapped(line.text, f"{indent}  {_BAR if line.quoted else ''}", width)


def _wrapped(text: str, indent: str, width: int, after: str = "") -> Iterator[str]:
    """A text in lines of some width, each after an indent, all but the first after more; words are never cut."""
    whole = textwrap.wrap(
        safe(text, strip=False),
        max(width - len(indent), _NARROWEST),
        subsequent_indent=after,
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield from (f"{indent}{line}".rstrip() for line in whole or [""])


def _beside(beside: Beside, width: int) -> Iterator[str]:
    """Columns of equal width, the first as wide as its longest label."""
    yield from _wrapped(beside.note, "  ", width)
    first = max(len(label) for label, _ in beside.rows)
    other = max((width - 4 - first) // len(beside.head) - 2, _NARROWEST)
    yield from _columns(["", *beside.head], [first, *[other] * len(beside.head)])
    for label, cells in beside.rows:
        yield from _columns([label, *cells], [first, *[other] * len(cells)])


def _columns(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    wrapped = [
        textwrap.wrap(safe(cell), width, break_on_hyphens=False)
        for cell, width in zip(cells, widths, strict=True)
    ]
    for line in zip_longest(*wrapped, fillvalue=""):
        yield (
            "    " + "  ".join(part.ljust(width) for part, width in zip(line, widths, strict=True))
        ).rstrip()
