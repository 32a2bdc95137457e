"""What the documents of a repository lie in: the sources that params.yaml names."""

from pathlib import Path

from assay import params
from assay.errors import InputError

USUAL = "corpus"


def sources(root: Path) -> list[str]:
    """Paths that snapshots are cut from, each once, sorted; corpus/, where params.yaml cannot be read."""
    try:
        values = params.read((root / "params.yaml").read_bytes(), "params.yaml")
    except (InputError, OSError):
        return [USUAL]
    return sorted({entry["source"] for entry in values["snapshots"].values()})
