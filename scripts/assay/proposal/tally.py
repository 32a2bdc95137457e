"""How much of the gold set changed, in counts."""

from collections.abc import Iterator

from assay.changes.difference import Difference
from assay.changes.touched import touched
from assay.proposal.phrases import Words


def tally(changed: Difference, words: Words) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Counts of queries, of evidence sets and of passages, none of them zero."""
    for name, found in touched(changed).items():
        shown = tuple(words(f"count.{key}", n=len(ids)) for key, ids in found.items() if ids)
        if shown:
            yield words(f"counts.{name}"), shown
