"""Randomness that is the same on every machine: raw words of PCG64, made into signs and places by whole numbers.

NumPy promises the same raw words of a seed for every version; its distributions may change, and those that take
logarithms depend on the processor.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]
_DIGITS = 9  # of a difference: what two machines may compute otherwise lies far below
_BLOCK = 1 << 16  # values at once: they stay in the processor's cache


def whole_numbers(differences: NDArray[np.float64]) -> tuple[Whole, int]:
    """Differences in units of ``10**-digits``, so that any sum of them is exact in whatever order it is taken.

    Args:
        differences: finite numbers.

    Returns:
        the whole numbers, and ``digits``: 9, or fewer where sums would not fit into 64 bits.
    """
    most = float(np.abs(differences).max(initial=0)) * max(len(differences), 1)
    digits = next((n for n in range(_DIGITS, 0, -1) if most * 10**n < 2**61), 0)
    return np.rint(differences * 10.0**digits).astype(np.int64), digits


def signs(seed: int, rows: int, resamples: int) -> Iterator[NDArray[np.uint8]]:
    """For each row one byte a resample: eight random signs."""
    source = np.random.PCG64(seed)
    for _ in range(rows):
        yield source.random_raw(-(-resamples // 8)).astype("<u8", copy=False).view(np.uint8)[:resamples]


def places(seed: int, n: int, resamples: int) -> Iterator[Whole]:
    """Blocks of resamples, a row each: n places below n, drawn with repetition (bias below 2**-32 · n)."""
    source = np.random.PCG64(seed)
    rows = max(_BLOCK // n, 1)
    for first in range(0, resamples, rows):
        count = min(rows, resamples - first) * n
        halves = source.random_raw(-(-count // 2)).astype("<u8", copy=False).view(np.uint32)[:count]
        yield ((halves.astype(np.uint64) * np.uint64(n)) >> np.uint64(32)).astype(np.int64).reshape(-1, n)
