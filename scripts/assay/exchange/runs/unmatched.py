"""unmatched.jsonl of a recorded run: its chunks that were not placed in the corpus, each with the reason."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from assay.exchange.masking import masked
from assay.jsonl import dump_row

UNMATCHED = "unmatched.jsonl"


def unmatched_bytes(rows: Sequence[Mapping[str, Any]], public: Collection[str]) -> bytes:
    """The file, personal data in it masked; empty where everything was found."""
    safe = (
        {key: masked(value, public) if isinstance(value, str) else value for key, value in row.items()}
        for row in rows
    )
    return "".join(f"{dump_row(row)}\n" for row in safe).encode()
