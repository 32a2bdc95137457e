"""A sample of the questions of a log: strata by what they are and how often they are asked, and a seeded draw.

No step depends on the order of the rows, on threads or on the machine: the draw is an order of hashes of the questions
themselves, compared as exact numbers.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import polars as pl

from assay.exchange.log.allotment import allot
from assay.exchange.log.likeness import Known, word_order

BY = ("type", "lang", "subject")
BANDS = ("head", "torso", "tail")
_BITS = 53  # of a hash: whole numbers that a float holds exactly


@dataclass(frozen=True)
class Sample:
    """What was drawn.

    Attributes:
        drawn: rows of the questions, in the order of their strata, and of the draw within each.
        strata: one row a stratum: its columns, ``band``, ``questions``, ``askings``, ``drawn``.
        passed: questions that were passed over, because nearly the same one is drawn or known.
    """

    drawn: pl.DataFrame
    strata: pl.DataFrame
    passed: int


def banded(groups: pl.DataFrame) -> pl.DataFrame:
    """Questions with their ``band`` of frequency.

    ``tail``: asked once. Of the others, ``head``: the most frequent that make up half of their askings (with all that
    are asked as often as the last of these); ``torso``: the rest.

    Args:
        groups: questions with ``askings``.
    """
    repeated = groups.filter(pl.col("askings") > 1).sort("askings", descending=True)
    reached = repeated.filter(2 * pl.col("askings").cum_sum() >= pl.col("askings").sum())
    least = reached["askings"].max() if len(reached) else 0
    band = (
        pl.when(pl.col("askings") == 1)
        .then(pl.lit("tail"))
        .when(pl.col("askings") >= least)
        .then(pl.lit("head"))
        .otherwise(pl.lit("torso"))
    )
    return groups.with_columns(band=band.cast(pl.Enum(BANDS)))


def drawing_order(groups: pl.DataFrame, seed: int) -> pl.DataFrame:
    """Questions in the order in which they are drawn: those with the smallest u / askings first.

    u is uniform in (0, 1], made of SHA-256 of the seed and the question, so that each question keeps its number
    whatever else the log holds, and a longer draw begins with the shorter one. The chance to be drawn is nearly
    proportional to askings; where all are asked once it is the same for all. (Sequential Poisson sampling: Ohlsson,
    Journal of Official Statistics 14, 1998, 149-162.)

    Args:
        groups: ``key``, ``askings``.
        seed: any whole number.
    """
    numbers = pl.Series("u", [_number(key, seed) for key in groups["key"]], dtype=pl.Float64)
    place = pl.col("u") / pl.col("askings").cast(pl.Float64)  # division is exactly rounded everywhere
    return groups.with_columns(numbers).sort(place, "key").drop("u")


def _number(key: str, seed: int) -> float:
    head = hashlib.sha256(f"{seed}\n{key}".encode()).digest()[:8]
    return ((int.from_bytes(head, "big") >> (64 - _BITS)) + 1) / (1 << _BITS)


class _Stratum:
    """Questions of one stratum in the order of the draw, and how far it has come."""

    def __init__(self, rows: pl.DataFrame, *, equal: bool) -> None:
        self.rows = rows
        self.weight = 1 if equal else int(rows["askings"].sum())
        self.taken: list[int] = []
        self._forms = [word_order(key) for key in rows["key"]]
        self._at = 0

    @property
    def left(self) -> int:
        return len(self._forms) - self._at

    def take(self, number: int, known: Known) -> int:
        """Take so many that nothing known is near to, as long as there are any; gives how many were passed over."""
        passed, wanted = 0, len(self.taken) + number
        while len(self.taken) < wanted and self.left:
            form = self._forms[self._at]
            if known.near(form):
                passed += 1
            else:
                known.add(form)
                self.taken.append(self._at)
            self._at += 1
        return passed


def draw(
    groups: pl.DataFrame,
    number: int,
    *,
    by: Sequence[str] = ("type",),
    seed: int = 0,
    equal: bool = False,
    known: Iterable[str] = (),
) -> Sample:
    """Draw questions by strata.

    Strata are allotted by :func:`assay.exchange.log.allotment.allot`, in proportion to their askings. Within one, questions
    are taken in the order of :func:`drawing_order`; one that is nearly the same as a question taken before, or known,
    is passed over (:class:`assay.exchange.log.likeness.Known`: only questions that are drawn are compared, never the log
    with itself). What a stratum lacks for that is allotted to the others in the same way.

    Args:
        groups: ``key, text, askings, band``, the columns of ``by``.
        number: how many; all, where there are fewer.
        by: columns that make strata, beside ``band``.
        seed: another one, another sample.
        equal: the same number from each stratum, instead of by askings.
        known: keys of questions to which none may be near.
    """
    if groups.is_empty():
        return Sample(groups, pl.DataFrame(), 0)
    ordered = drawing_order(groups, seed).sort(*by, "band", nulls_last=True, maintain_order=True)
    parts = ordered.partition_by(*by, "band", maintain_order=True)
    strata = [_Stratum(part, equal=equal) for part in parts]
    seen, passed = Known(map(word_order, known)), 0
    while number > sum(len(one.taken) for one in strata) and (rest := [one for one in strata if one.left]):
        lacking = number - sum(len(one.taken) for one in strata)
        sizes = [one.left for one in rest]
        shares = allot(min(lacking, sum(sizes)), [one.weight for one in rest], sizes)
        passed += sum(one.take(share, seen) for one, share in zip(rest, shares, strict=True))
    taken = [one.rows[one.taken] for one in strata]
    table = [_line(one, by) for one in strata]
    return Sample(pl.concat(taken), pl.DataFrame(table), passed)


def _line(one: _Stratum, by: Sequence[str]) -> dict[str, object]:
    first = one.rows.row(0, named=True)
    return {
        **{name: "–" if first[name] is None else first[name] for name in (*by, "band")},
        "questions": len(one.rows),
        "askings": int(one.rows["askings"].sum()),
        "drawn": len(one.taken),
    }
