"""How much of the gold set changed, in counts."""

from collections import Counter
from collections.abc import Iterator

from assay.changes.difference import GROUPS, Difference
from assay.proposal.phrases import Words

_KINDS = ("added", "removed", "replaced", "narrowed", "widened", "renumbered")


def tally(changed: Difference, words: Words) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Counts of queries, of evidence sets and of passages, none of them zero."""
    asked = Counter(change.kind for change in changed.queries)
    asked.update(group for group in GROUPS for change in changed.queries if change.touches(group))
    asked["labels"] = sum(map(changed.relabels, changed.queries))
    asked["holdout"] = sum(change.row.get("split") == "holdout" for change in changed.queries)
    sets: Counter[str] = Counter(one.kind for change in changed.queries for one in changed.sets(change))
    marked = Counter(change.kind for change in changed.passages)
    marked["texts"] = sum("text" in change.fields for change in changed.passages)
    marked["places"] = sum(bool(change.fields) and "text" not in change.fields for change in changed.passages)
    marked["renamed"] = len(changed.renamed)
    for name, counts, keys in (
        ("queries", asked, ("added", "removed", *GROUPS, "holdout")),
        ("sets", sets, _KINDS),
        ("passages", marked, ("added", "removed", "texts", "places", "renamed")),
    ):
        shown = tuple(words(f"count.{key}", n=counts[key]) for key in keys if counts[key])
        if shown:
            yield words(f"counts.{name}"), shown
