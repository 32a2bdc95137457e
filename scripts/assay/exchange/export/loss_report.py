"""LOSSES.md: what an export does not say, beside its files."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from assay.exchange.listing import first
from assay.exchange.losses import Loss, lines_of

NAME = "LOSSES.md"


@dataclass
class Export:
    """Files of an export, and what they do not say.

    Attributes:
        files: bytes by name.
        losses: what the form cannot say.
        notes: what was written otherwise than it stands in the repository, one sentence each.
        facts: counts for people.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)


def loss(what: str, examples: Iterable[str]) -> list[Loss]:
    """A loss with its number and first examples, a word each; none where there is nothing."""
    found = list(examples)
    return [Loss(what, len(found), tuple(first(found)))] if found else []


def lines(export: Export) -> list[str]:
    """The losses, then the notes."""
    return [*lines_of(export.losses), *(f"note: {note}" for note in export.notes)]


def report_bytes(export: Export, origin: Iterable[str]) -> bytes:
    """LOSSES.md.

    Args:
        export: the export.
        origin: what it was made of, one line each.
    """
    items = [f"- {line}" for line in lines(export)] or ["- nothing is lost"]
    files = ", ".join(f"`{name}`" for name in sorted(export.files))
    text = ["# What this export does not say", "", f"Of {files}:", "", *items, "", "Made of:", ""]
    return "\n".join([*text, *(f"- {line}" for line in origin), ""]).encode()
