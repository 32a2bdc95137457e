"""What a command writes into a file that a person names: never over what people have decided or recorded."""

from pathlib import Path

import click

from assay.files import write_file

KEPT = ("runs/recorded", "evidence", "gold", "corpus")


def refuse_kept(root: Path, to: Path | None) -> None:
    """Refuse a place below what people keep.

    Args:
        root: top folder of the repository.
        to: the file; None: nothing is written.

    Raises:
        UsageError: it is one.
    """
    if to is None:
        return
    if not to.name:
        raise click.UsageError("--to is empty; name a file")
    for folder in KEPT:
        if to.resolve().is_relative_to((root / folder).resolve()):
            raise click.UsageError(
                f"--to is inside {folder}, which is never written over; name another place"
            )


def write(to: Path, text: str) -> None:
    """Write a text whole or not at all, in folders that are made for it."""
    to.parent.mkdir(parents=True, exist_ok=True)
    write_file(to, text.encode())
