"""The account of an evidence table: everything that people read of it, in order, without a form yet.

Views (terminal, Markdown) print the same account; none of them decides what is said. A text that is not
:class:`assay.report.markdown.Markdown` is foreign or plain, and the view makes it safe.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Line(NamedTuple):
    """A line; ``quoted``: it is of a text that is shown word for word."""

    text: str
    quoted: bool = False


class Field(NamedTuple):
    """A column of the table: its name in the ledger or the record, what it is called, what it has."""

    key: str
    label: str
    lines: tuple[Line, ...]


class Beside(NamedTuple):
    """Rows of several reviewers on one claim, side by side.

    Attributes:
        note: whether they agree.
        head: who wrote each.
        rows: a column of the table each: what it is called, and what each reviewer has in it.
    """

    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Earlier(NamedTuple):
    """A row that another one has superseded: what it said, and by whom it was superseded, why."""

    title: str
    fields: tuple[Field, ...]
    ends: tuple[str, ...]


class Item(NamedTuple):
    """One claim.

    Attributes:
        id: its id.
        standing: one of :data:`assay.evidence.counting.STANDINGS`.
        verdict: the same in words.
        text: what is claimed.
        fields: columns of the row that counts, or that stands for it.
        beside: reviewers side by side, where there are several.
        earlier: superseded rows, the latest first.
        more: how many of them are not shown, in words; empty: none.
    """

    id: str
    standing: str
    verdict: str
    text: str
    fields: tuple[Field, ...]
    beside: Beside | None
    earlier: tuple[Earlier, ...]
    more: str


class Account(NamedTuple):
    """What is said of an answer: notes, then its record, then its claims; ``empty``: why there are none."""

    title: str
    notes: tuple[str, ...]
    head: tuple[Field, ...]
    counted: str
    claims: tuple[Item, ...]
    empty: str
    history: str


def said(*texts: str) -> tuple[Line, ...]:
    """Lines that are said."""
    return tuple(Line(text) for text in texts)


def quoted(text: str) -> tuple[Line, ...]:
    """The lines of a text that is shown word for word."""
    return tuple(Line(line, quoted=True) for line in text.splitlines() or [""])


def present(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Fields that have something."""
    return tuple(field for field in fields if field.lines)
