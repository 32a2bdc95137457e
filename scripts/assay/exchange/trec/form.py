"""What a line of a TREC file holds, by format."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

NEXT = "next"


@dataclass(frozen=True)
class Form:
    """Columns of a format.

    Attributes:
        name: the format in words.
        columns: every column that a line must have, in order.
        numbers: of those that hold numbers, "whole" or "real".
        kept: the columns that are read.
        lenient: of these, where a text that is no number counts as none.
        tag: a column of which only the distinct values are read.
        longer: whether more columns may follow, which say nothing.
    """

    name: str
    columns: tuple[str, ...]
    numbers: dict[str, str]
    kept: tuple[str, ...]
    lenient: tuple[str, ...] = ()
    tag: str | None = None
    longer: bool = False

    def schema(self) -> "dict[str, type[pl.DataType]]":
        """Types of the columns, and of one behind them."""
        import polars as pl

        kinds = {"whole": pl.Int64, "real": pl.Float64}
        types = {name: kinds.get(self.numbers.get(name, ""), pl.String) for name in self.columns}
        return {**types, NEXT: pl.String}

    def flawed(self) -> "pl.Expr":
        """Rows with a fault, of lines with one blank between columns."""
        import polars as pl

        needed = [name for name in self.columns if name not in self.lenient]
        faults = [pl.col(name).is_null() for name in needed]
        faults += [~pl.col(name).is_finite() for name in needed if self.numbers.get(name) == "real"]
        faults += [] if self.longer else [pl.col(NEXT).is_not_null()]
        return pl.any_horizontal(faults)
