"""gold/unmatched.jsonl: what labels of an import point at and nobody found, until it is found or labelled by hand."""

from dataclasses import dataclass

import polars as pl

from assay.counting import counted
from assay.jsonl import read_all

UNMATCHED = "gold/unmatched.jsonl"
AGAIN = "assay import questions FILE --existing replace"


@dataclass(frozen=True)
class Unmatched:
    """What is left of the list.

    Attributes:
        references: rows of questions that still have no labels.
        questions: how many such questions.
        settled: rows of questions that have labels by now, or are gone from the gold set.
    """

    references: int
    questions: int
    settled: int

    @property
    def text(self) -> str:
        """What there is, in words."""
        if not self.references:
            rows = counted(self.settled, "row")
            return f"{UNMATCHED} has {rows}, of questions that are labelled by now or gone"
        found = counted(self.references, "reference")
        without = counted(self.questions, "question")
        return f"{found} of an import not found, so {without} without labels: {UNMATCHED} says why"

    @property
    def command(self) -> str:
        """What sees to it."""
        return AGAIN if self.references else f"git rm -f {UNMATCHED}"

    @property
    def fix(self) -> str:
        """The next step, in words."""
        if not self.references:
            return f"remove it: {self.command}"
        return f"bring in the texts that they name, then `{AGAIN}`; or label the questions by hand"


def unmatched(data: bytes, queries: pl.DataFrame) -> Unmatched | None:
    """What is left of the list; None where it is empty.

    Args:
        data: bytes of the file; lines that cannot be read are left to the next import.
        queries: of the gold set.
    """
    named = [row.value.get("query_id") for row in read_all(data, UNMATCHED)[0]]
    bare = queries.filter(pl.col("evidence_sets").is_null(), pl.col("relevant").list.len().fill_null(0) == 0)
    without = set(bare["id"])
    left = [name for name in named if name in without]
    return Unmatched(len(left), len(set(left)), len(named) - len(left)) if named else None
