"""How the results of a system differ from one time to the next: noise, which no comparison can see below."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import polars as pl

from assay.retrieval.foreign import Foreign, changes


class Change(NamedTuple):
    """Of ``queries`` answered each time, the shares whose first ``k`` results were not the same list, or set."""

    k: int
    queries: int
    order: float | None
    set: float | None


def changed(passes: Sequence[Foreign], cutoffs: Sequence[int]) -> list[Change]:
    """What changed between passes, at each cut-off; null shares where no query was answered each time."""
    last = max(cutoffs)
    asked = [(one.rows, one.asked.with_columns(query_sha256=pl.col("query"))) for one in passes]
    found = changes(asked, last)
    n = found["queries"]
    return [
        Change(k, n, *(found["changed"][way][k - 1] / n if n else None for way in ("order", "set")))
        for k in sorted(set(cutoffs))
    ]


def lines(passes: Sequence[Foreign], top_k: int) -> Iterator[str]:
    """The same in words, for the usual cut-offs."""
    found = changed(passes, [k for k in (1, 3, 5, 10) if k < top_k] + [top_k])
    yield f"repeats: asked {len(passes)} times, {found[0].queries} questions answered each time"
    for one in found:
        if one.order is not None and one.set is not None:
            yield f"  first {one.k}: other order in {one.order:.1%}, other chunks in {one.set:.1%} of them"
