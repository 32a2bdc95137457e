"""The account of a change: everything a person reads about it, in order, without a form yet.

Views (terminal, Markdown, page) print the same account; none of them decides what is said.
"""

from typing import NamedTuple

from assay.changes.wording import Piece


class Quoted(NamedTuple):
    """A passage with its words: ``mark`` says whether the set gained it (``added``), lost it, or keeps it (``same``)."""

    mark: str
    id: str
    place: str
    text: str


class Entry(NamedTuple):
    """One thing said of a row: what of it, how its words changed, and the passages that are meant."""

    label: str
    pieces: tuple[Piece, ...] = ()
    passages: tuple[Quoted, ...] = ()


class Item(NamedTuple):
    """One query or passage: ``kind`` is ``added``, ``removed`` or ``changed``."""

    id: str
    kind: str
    title: str
    about: tuple[str, ...]
    entries: tuple[Entry, ...]


class Table(NamedTuple):
    """Cells in rows; all columns but the first hold numbers. Below them stands, line by line, what they mean."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: tuple[str, ...] = ()


class Section(NamedTuple):
    """Items under one heading, or a table."""

    title: str
    items: tuple[Item, ...]
    table: Table | None = None


class Account(NamedTuple):
    """What is said of a difference: the counts come first."""

    title: str
    sides: str
    notes: tuple[str, ...]
    counts: tuple[tuple[str, tuple[str, ...]], ...]
    sections: tuple[Section, ...]
