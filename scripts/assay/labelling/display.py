"""Foreign text on a terminal: on one line, without characters that a terminal would obey."""

from collections.abc import Iterable

import click

from assay.changes.wording import Piece
from assay.onscreen import safe

LONGEST = 400  # characters of a text that is only named
AROUND = 60  # characters shown on each side of words that were found


def cut(text: object, longest: int = LONGEST) -> str:
    """The same, cut at a number of characters."""
    line = safe(text)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def around(body: str, start: int, end: int) -> str:
    """Words of a body in quotation marks, with what stands in front of them and behind."""
    before, after = body[max(0, start - AROUND) : start], body[end : end + AROUND]
    head = "…" if start > AROUND else ""
    tail = "…" if end + AROUND < len(body) else ""
    left, right = safe(before, strip=False).lstrip(), safe(after, strip=False).rstrip()
    return f"{head}{left}«{cut(body[start:end])}»{right}{tail}"


def differences(pieces: Iterable[Piece], *, colour: bool) -> str:
    """Word differences on one line: coloured, or as ``[-gone-]{+come+}``."""
    return "".join(_piece(piece, colour=colour) for piece in pieces)


def _piece(piece: Piece, *, colour: bool) -> str:
    text = safe(piece.text, strip=False)
    if piece.kind in ("same", "cut"):
        return " … " if piece.kind == "cut" else text
    if colour:
        gone = piece.kind == "removed"
        return click.style(text, fg="red" if gone else "green", strikethrough=gone)
    return f"[-{text}-]" if piece.kind == "removed" else f"{{+{text}+}}"
