"""Why references were not found: each reason once, with the references that have it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

# What differs from reference to reference: values, places, ids of documents, numbers.
_DETAIL = re.compile(
    r"'[^']*'|\"[^\"]*\"|«[^»]*»|\([^)]*\)|(?<=(?:in|of) document )(?!of )[^\s:;,]+|\d+(?::\d+)?"
)


def by_reason(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    """How many references have a reason, in words, and a line for each of them; the most frequent first.

    Args:
        rows: as gold/unmatched.jsonl has them: ``at``, ``reference``, ``reason``.
    """
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        first, _, _ = row["reason"].partition("; ")
        groups.setdefault(_DETAIL.sub("…", first), []).append(row)
    for kind, found in sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        one = len({row["reason"] for row in found}) == 1
        lines = [f"{row['at']}: {row['reference']}" + ("" if one else f": {row['reason']}") for row in found]
        yield f"{len(found)} × {found[0]['reason'] if one else kind}", lines
