"""The diagnosis matrix: of what can be seen of a claim, which check comes next. It asserts no cause.

A row says how the claim stands: its support, whether a fragment says otherwise, whether a fragment that decides it was
retrieved, whether the corpus has one. A column says what its citation is. Phrases: :mod:`assay.report.evidence`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from assay.evidence.record import Answer
from assay.evidence.table import STATEMENT, Claim, Table, cited_chunks
from assay.ledger import Entry

_Fits = Callable[[Entry], bool]


def was_retrieved(row: Entry) -> bool:
    """Whether a fragment that the verdict rests on was retrieved."""
    return any(one["rank"] is not None for one in row["evidence"])


def _support(name: str) -> _Fits:
    return lambda row: row["support"] == name


# A row's name and what fits it, the first that does; every statement that is judged fits one.
_ROWS: tuple[tuple[str, _Fits], ...] = (
    ("supported", _support("supported")),
    ("partially_supported", _support("partially_supported")),
    ("not_assessable", _support("not_assessable")),
    ("contradicted", lambda row: row["contradicts"] and was_retrieved(row)),
    ("contradicted_missed", lambda row: row["contradicts"]),
    ("unsupported_retrieved", lambda row: row["corpus"] == "holds" and was_retrieved(row)),
    ("unsupported_missed", lambda row: row["corpus"] == "holds"),
    ("unsupported_lacks", lambda row: row["corpus"] == "lacks"),
    ("unsupported_unchecked", lambda row: row["corpus"] == "not_checked"),
)
ROWS = (*(name for name, _ in _ROWS if name != "not_assessable"), "not_assessable")  # as they are shown
COLUMNS = ("attached", "elsewhere", "not_attached", "not_assessable")


class Cell(NamedTuple):
    """A cell of the matrix: a name of :data:`ROWS`, a name of :data:`COLUMNS`."""

    row: str
    column: str

    @property
    def check(self) -> str:
        """Key of the phrase that says which check comes next."""
        return f"check.{self.row}.{self.column}"


class Matrix(NamedTuple):
    """How many statements are in which cell.

    Attributes:
        counts: of each cell in which there is one, by row and column.
        disputed: statements on which reviewers differ; they are in no cell.
        unjudged: statements that nobody has judged; they are in no cell.
    """

    counts: Mapping[Cell, int]
    disputed: int
    unjudged: int

    @property
    def n(self) -> int:
        """Statements in all cells."""
        return sum(self.counts.values())


def of_row(row: Entry, answer: Answer) -> Cell | None:
    """The cell of what one row says; None: it is no statement, or is not judged.

    Args:
        row: of the ledger ``claims``.
        answer: the record that it is about.
    """
    if row["kind"] != STATEMENT or row["support"] is None:
        return None
    return Cell(next(name for name, fits in _ROWS if fits(row)), _column(row, answer))


def _column(row: Entry, answer: Answer) -> str:
    return "elsewhere" if row["attachment"] == "attached" and _elsewhere(row, answer) else row["attachment"]


def _elsewhere(row: Entry, answer: Answer) -> bool:
    """Whether the citations name other fragments than the verdict rests on: than the retrieved ones, if there are any.

    Nobody can tell of a citation that names nothing, nor of a verdict that rests on no fragment.
    """
    every = {one["chunk_id"] for one in row["evidence"]}
    rests = {one["chunk_id"] for one in row["evidence"] if one["rank"] is not None} or every
    names = any(one["chunk_id"] or one["doc_id"] for one in row["citations"])
    return bool(rests) and names and not rests & cited_chunks(row, answer)


def cell(claim: Claim, table: Table) -> Cell | None:
    """The cell of a claim by the row that counts; None: no row does, or it is no statement.

    Args:
        claim: of the table.
        table: the evidence table.
    """
    return of_row(claim.counts, table.answer) if claim.counts else None


def matrix(tables: Iterable[Table]) -> Matrix:
    """The whole matrix over some tables."""
    counts: Counter[Cell] = Counter()
    disputed = unjudged = 0
    for table in tables:
        for claim in table.claims:
            found = cell(claim, table)
            if found:
                counts[found] += 1
            elif claim.counts is None and any(row["kind"] == STATEMENT for row in claim.rows):
                disputed += claim.disputed
                unjudged += not claim.disputed
    order = sorted(counts, key=lambda one: (ROWS.index(one.row), COLUMNS.index(one.column)))
    return Matrix({one: counts[one] for one in order}, disputed, unjudged)
