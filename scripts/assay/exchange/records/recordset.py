"""What a foreign file holds: values, one a record, each with its address for messages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.errors import Problem


@dataclass(frozen=True)
class Records:
    """What a file holds, one value a record.

    Attributes:
        values: the records; of a table, texts by column (None where a cell is empty).
        spots: address of each, as ``file:14`` or ``file!Sheet1!7``.
        cells: of XLSX, letters of a column by its sheet (``file!Sheet1``) and name.
        table: whether it is a flat table of columns.
        notes: what people should know about how it was read.
        problems: faults of lines and cells.
        written: the same values with numbers as the file writes them, for messages; None: they are so already.
    """

    values: Sequence[Any]
    spots: Sequence[str]
    cells: Mapping[tuple[str, str], str] = field(default_factory=dict)
    table: bool = False
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    written: Callable[[], Sequence[Any]] | None = None

    def place(self, number: int, column: str | None = None) -> str:
        """Address of a record, or of one of its cells."""
        spot = self.spots[number]
        if column is None or not self.table:
            return spot
        sheet, _, row = spot.rpartition("!")
        letters = self.cells.get((sheet, column))
        return f"{spot} {column}" if letters is None else f"{sheet}!{letters}{row}"


class Written(float):
    """A number that shows as the file writes it: 1e5, 7.0."""

    text: str

    @classmethod
    def of(cls, text: str) -> "Written":
        """The number that a text writes."""
        number = cls(text)
        number.text = text
        return number

    def __repr__(self) -> str:
        return self.text
