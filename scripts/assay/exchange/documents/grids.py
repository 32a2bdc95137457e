"""Tables of web pages and text documents as pipe tables, each row of which can be read alone."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_WIDEST = 200  # columns; what says more is a mistake


@dataclass(frozen=True)
class Cell:
    """One cell: its text on one line, how many columns and rows it takes (0: all that follow), whether it heads."""

    text: str
    columns: int = 1
    rows: int = 1
    head: bool = False


def merged(rows: Iterable[list[Cell]]) -> int:
    """How many cells take more than one place."""
    return sum(cell.columns != 1 or cell.rows != 1 for row in rows for cell in row)


def pipe_table(rows: list[list[Cell]], heads: int) -> str:
    """A pipe table; the text of a merged cell stands in each of its places.

    Args:
        rows: the cells of each row as they are written, without those that a cell above takes.
        heads: rows that are marked as a header; more than one become one, their texts joined by " / ".
    """
    grid = _filled(rows)
    width = max(map(len, grid))
    grid = [[*row, *[""] * (width - len(row))] for row in grid]
    heads = heads or _leading(rows)
    if heads:
        head, body = [_joined(column) for column in zip(*grid[:heads], strict=True)], grid[heads:]
    elif any(cell.head for cell in rows[0]):  # its first column names the rows: no row names the columns
        head, body = [""] * width, grid
    else:  # the only row that can say what the columns are
        head, body = grid[0], grid[1:]
    return "\n".join(_line(row) for row in [head, ["---"] * width, *body])


def _leading(rows: list[list[Cell]]) -> int:
    full = itertools.takewhile(lambda row: bool(row) and all(cell.head for cell in row), rows)
    return min(sum(1 for _ in full), len(rows) - 1)


def _filled(rows: list[list[Cell]]) -> list[list[str]]:
    grid: list[list[str]] = []
    below: dict[int, tuple[str, int]] = {}  # by column: text and rows that it still takes
    for number, row in enumerate(rows):
        texts: list[str] = []
        waiting = iter(row)
        while True:
            texts += _from_above(below, len(texts))
            cell = next(waiting, None)
            if cell is None or len(texts) >= _WIDEST:
                break
            left = (cell.rows or len(rows)) - 1
            for _ in range(max(1, min(cell.columns, _WIDEST - len(texts)))):
                if left > 0 and number + 1 < len(rows):
                    below[len(texts)] = (cell.text, left + 1)  # this row takes the first
                texts.append(cell.text)
        texts += _rest(below, len(texts))
        below = {column: (text, left - 1) for column, (text, left) in below.items() if left > 1}
        grid.append(texts)
    return grid


def _from_above(below: dict[int, tuple[str, int]], column: int) -> Iterator[str]:
    while column in below:
        yield below[column][0]
        column += 1


def _rest(below: dict[int, tuple[str, int]], column: int) -> Iterator[str]:
    """What cells above put behind the last cell of a row that is too short."""
    for place in range(column, max(below, default=-1) + 1):
        yield below[place][0] if place in below else ""


def _joined(column: tuple[str, ...]) -> str:
    return " / ".join(dict.fromkeys(text for text in column if text))


def _line(row: list[str]) -> str:
    return "| " + " | ".join(row) + " |"
