"""The sign-flip randomisation test of paired differences (Fisher 1935, The Design of Experiments, ch. 3)."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.comparison.draws import Whole, signs, whole_numbers

_BITS = ((np.arange(256)[:, None] >> np.arange(8)) & 1).astype(np.int64)  # a byte × its eight bits


class Randomisation(NamedTuple):
    """Outcome of the test.

    Attributes:
        p: two-sided probability of a mean at least as far from 0, were each sign as likely as the other.
        error: standard error of ``p`` by simulation; 0 where all assignments were counted.
        exact: whether they were.
    """

    p: float
    error: float
    exact: bool


def randomisation(differences: NDArray[np.float64], resamples: int, seed: int) -> Randomisation:
    """Test whether paired differences have mean 0.

    All assignments of signs are counted where they are no more than ``resamples``; else random ones, and
    p = (c + 1) / (resamples + 1), never 0 (Phipson and Smyth 2010). Means within 1e-9 count as equal.

    Args:
        differences: one a pair; differences of 0 have no sign and change nothing.
        resamples: random assignments.
        seed: of them.
    """
    whole, _ = whole_numbers(differences)
    least = abs(int(whole.sum())) - len(whole)  # rounding has moved each by half a unit at most
    moved = whole[whole != 0]
    exact = len(moved) < 63 and 2 ** len(moved) <= resamples  # noqa: PLR2004  # what fits into a whole number
    sums = _all_sums(moved) if exact else _sums(moved, resamples, seed)
    count = int((np.abs(sums) >= least).sum())
    if exact:
        return Randomisation(count / len(sums), 0.0, exact=True)
    p = (count + 1) / (resamples + 1)
    return Randomisation(p, math.sqrt(p * (1 - p) / resamples), exact=False)


def _all_sums(moved: Whole) -> Whole:
    sums = np.zeros(1, dtype=np.int64)
    for difference in moved:
        sums = np.concatenate([sums + difference, sums - difference])
    return sums


def _sums(moved: Whole, resamples: int, seed: int) -> Whole:
    """Sums under random signs: eight differences at a time, looked up by a random byte."""
    padded = np.pad(moved, (0, -len(moved) % 8)).reshape(-1, 8)
    tables = 2 * (padded @ _BITS.T) - padded.sum(axis=1, keepdims=True)  # group × byte
    sums = np.zeros(resamples, dtype=np.int64)
    for table, byte in zip(tables, signs(seed, len(tables), resamples), strict=True):
        sums += table[byte]
    return sums
