"""A difference as data."""

import json

from assay.proposal import record
from assay.proposal.phrases import Words
from assay.proposal.telling import account

from .samples import change


def test_counts_come_first():
    """Those of the heading, zeros too, in front of the rows."""
    found = json.loads(record.difference(change()))
    assert list(found)[:2] == ["form", "counts"]
    words = Words("en")
    shown = tuple(
        (words(f"counts.{name}"), tuple(words(f"count.{key}", n=n) for key, n in counts.items() if n))
        for name, counts in found["counts"].items()
    )
    assert shown == account(change(), words).counts
    assert found["counts"]["sets"]["renumbered"] == 0
