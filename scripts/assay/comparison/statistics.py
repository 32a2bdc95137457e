"""One metric of two systems on the same queries: difference, interval, tests, effect, and what could have been seen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.comparison.draws import places, whole_numbers
from assay.comparison.randomisation import randomisation

LEVEL = 0.95  # of the interval
ALPHA, POWER = 0.05, 0.8  # of the minimum detectable difference
_DIGITS = 9  # of what is written: distributions of SciPy differ in the last bits between processors


@dataclass(frozen=True)
class Statistics:
    """What a comparison says about one metric; null where it cannot be said.

    Attributes:
        n: pairs.
        wins: pairs in which the candidate is better.
        ties: pairs without a difference.
        losses: pairs in which the baseline is better.
        difference: mean of candidate − baseline.
        low: lower end of the 95 % bootstrap interval of the difference (percentile).
        high: its upper end.
        p: of the sign-flip randomisation, two-sided.
        p_error: standard error of p by simulation; 0: all assignments of signs were counted.
        t: Student's t of the pairs; null for fewer than two pairs, or if all differ alike.
        p_t: its two-sided p.
        deviation: standard deviation of the pairs' differences.
        effect: the difference in these deviations (Cohen's d_z).
        detectable: :func:`detectable` at α = 0.05.
    """

    n: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_error: float | None = None
    t: float | None = None
    p_t: float | None = None
    deviation: float | None = None
    effect: float | None = None
    detectable: float | None = None


def statistics(
    differences: NDArray[np.float64], resamples: int, seed: int, *, lower_is_better: bool = False
) -> Statistics:
    """Statistics of paired differences, candidate − baseline; the same bytes on every machine.

    Args:
        differences: one a pair, finite.
        resamples: of the bootstrap and of the randomisation.
        seed: of both.
        lower_is_better: turns wins and losses round.
    """
    if not len(differences):
        return Statistics()
    whole, digits = whole_numbers(differences)
    differences = whole / 10.0**digits  # so that what differs by rounding alone is equal
    up, down = int((whole > 0).sum()), int((whole < 0).sum())
    wins, losses = (down, up) if lower_is_better else (up, down)
    n, mean = len(differences), math.fsum(differences) / len(differences)
    low, high = interval(differences, resamples, seed)
    found = randomisation(differences, resamples, seed)
    values = {"difference": mean, "low": low, "high": high, "p": found.p, "p_error": found.error}
    deviation = _deviation(differences, mean)
    values |= _student(mean, deviation, n)
    least = detectable(deviation, n, up + down, ALPHA)
    rounded = {name: _rounded(value) for name, value in values.items()} | {"detectable": least}
    return Statistics(n, wins, n - up - down, losses, **rounded)


def interval(differences: NDArray[np.float64], resamples: int, seed: int) -> tuple[float, float]:
    """The 95 % percentile interval of the mean by the bootstrap (Efron and Tibshirani 1993, ch. 13).

    Args:
        differences: one a pair; at least one.
        resamples: samples drawn with repetition.
        seed: of the draws.
    """
    whole, digits = whole_numbers(differences)
    sums = np.concatenate([whole[block].sum(axis=1) for block in places(seed, len(whole), resamples)])
    low, high = np.quantile(sums, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    unit = len(whole) * 10.0**digits
    return float(low) / unit, float(high) / unit


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """p-values adjusted for a family of tests, in their order (Holm 1979): never below the plain ones, at most 1.

    Args:
        p_values: of the family; null ones are no test and stay null.
    """
    tests = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, place) in enumerate(tests):
        highest = max(highest, min(1.0, (len(tests) - rank) * p))
        adjusted[place] = _rounded(highest)
    return adjusted


def detectable(deviation: float | None, n: int, differing: int, alpha: float) -> float | None:
    """The smallest true difference that is found with power 0.8, two-sided, by quantiles of Student's t.

    Where differences are whole steps (met, not met), the sign flips find it somewhat less often: 0.7 of the times.
    None without spread, and where so few pairs differ that no assignment of their signs has a p below α: of d
    pairs the least is 2 / 2^d.

    Args:
        deviation: standard deviation of the differences.
        n: pairs.
        differing: pairs with a difference.
        alpha: of the test; divided by their number for the first of several by Holm.
    """
    from scipy.special import stdtrit

    if not deviation or 2.0 ** (1 - differing) > alpha:
        return None
    quantiles = float(stdtrit(n - 1, 1 - alpha / 2)) + float(stdtrit(n - 1, POWER))
    return _rounded(quantiles * deviation / math.sqrt(n))


def _deviation(differences: NDArray[np.float64], mean: float) -> float:
    """Sample standard deviation; 0 where all differ alike or there is one."""
    if len(differences) == 1 or np.ptp(differences) == 0:
        return 0.0
    return math.sqrt(math.fsum((one - mean) ** 2 for one in differences.tolist()) / (len(differences) - 1))


def _student(mean: float, spread: float, n: int) -> dict[str, float]:
    """Paired t, its p, the spread and d_z; none without spread."""
    if not spread:
        return {}
    from scipy.special import stdtr

    error = spread / math.sqrt(n)
    t, p = mean / error, 2 * float(stdtr(n - 1, -abs(mean / error)))
    return {"t": t, "p_t": p, "deviation": spread, "effect": mean / spread}


def _rounded(value: float) -> float:
    return round(value, _DIGITS)
