"""An account of a change on a terminal: colours where there are any, marks where there are none."""

from collections.abc import Iterator

import click

from assay.changes.wording import Piece
from assay.onscreen import one_line
from assay.proposal.account import Account, Entry, Item, Quoted, Table

_KINDS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}
_MARKS = {"added": ("+", "green"), "removed": ("-", "red"), "same": (" ", None)}
PIECE = 4_000  # characters of a stretch of text
LONGEST = 400  # characters of a passage that is only named


def lines(account: Account, *, colour: bool) -> Iterator[str]:
    """The account line by line.

    Args:
        account: what is said.
        colour: whether the terminal shows colours; words that differ are in ``[-…-]{+…+}`` where not.
    """
    paint = click.style if colour else _plain
    yield paint(one_line(f"{account.title}: {account.sides}"), bold=True)
    for name, counts in account.counts:
        yield f"  {one_line(name)}: {', '.join(counts)}"
    for note in account.notes:
        yield f"  {one_line(note)}"
    for section in account.sections:
        yield ""
        count = f" ({len(section.items)})" if section.items else ""
        yield paint(f"{section.title}{count}", bold=True)
        yield from _table(section.table) if section.table else ()
        for item in section.items:
            yield from _item(item, colour=colour)


def _item(item: Item, *, colour: bool) -> Iterator[str]:
    paint = click.style if colour else _plain
    mark, hue = _KINDS[item.kind]
    about = f"  [{one_line(', '.join(word for word in item.about if word))}]" if any(item.about) else ""
    yield (
        paint(f"{mark} {one_line(item.id)}", fg=hue)
        + f"{'  ' + one_line(item.title) if item.title else ''}{about}"
    )
    for entry in item.entries:
        yield from _entry(entry, colour=colour)


def _entry(entry: Entry, *, colour: bool) -> Iterator[str]:
    told = "".join(_piece(piece, colour=colour) for piece in entry.pieces)
    yield f"    {one_line(entry.label)}{' ' + told if told else ''}"
    for quoted in entry.passages:
        yield _quoted(quoted, colour=colour)


def _quoted(quoted: Quoted, *, colour: bool) -> str:
    mark, hue = _MARKS[quoted.mark]
    text = one_line(quoted.text)
    text = f": «{text if len(text) <= LONGEST else text[:LONGEST].rstrip() + '…'}»" if text else ""
    place = f" ({quoted.place})" if quoted.place else ""
    line = f"      {mark} {one_line(quoted.id + place)}{text}"
    return click.style(line, fg=hue) if colour and hue else line


def _piece(piece: Piece, *, colour: bool) -> str:
    text = one_line(piece.text, strip=False)
    text = text if len(text) <= PIECE else f"{text[:PIECE]}…"
    if piece.kind in ("same", "cut"):
        return " … " if piece.kind == "cut" else text
    if colour:
        return click.style(text, fg=_MARKS[piece.kind][1], strikethrough=piece.kind == "removed")
    return f"[-{text}-]" if piece.kind == "removed" else f"{{+{text}+}}"


def _plain(text: str, **_: object) -> str:
    return text


def _table(table: Table) -> Iterator[str]:
    lines = [table.head, *table.rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.head))]
    for line in lines:
        cells = [
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield f"    {'  '.join(cells)}".rstrip()
    yield from (f"    {one_line(line)}" for line in table.legend)
