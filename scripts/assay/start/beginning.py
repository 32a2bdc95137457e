"""What a repository lacks before its pipeline can run at all: documents, then questions."""

from pathlib import Path

from assay.corpora import sources
from assay.errors import InputError, Problem
from assay.files import files_below

QUERIES = "gold/queries.jsonl"
QUESTIONS = "`assay import questions FILE`"
DOCUMENTS = "`assay import documents FOLDER` or `assay import chunks FILE`"


def missing(root: Path) -> list[Problem]:
    """The first thing that is not there yet, with the command that brings it.

    Raises:
        InputError: params.yaml does not say where documents are.
    """
    unasked = _is_empty(root / QUERIES)
    then = f", then {QUESTIONS}" if unasked else ""
    bare = [source for source in sources(root) if _is_bare(root / source)]
    if bare:
        return [Problem(source, "holds no documents yet", f"run {DOCUMENTS}{then}") for source in bare]
    fix = f"run {QUESTIONS}, or write the first by hand (gold/README.md)"
    return [Problem(QUERIES, "holds no queries yet", fix)] if unasked else []


def _is_empty(path: Path) -> bool:
    return path.is_file() and not path.read_bytes().strip()


def _is_bare(place: Path) -> bool:
    """Whether a folder is there and holds nothing that could be a document or chunks; what it holds, others check."""
    return place.is_dir() and files(place) == []


def files(place: Path) -> list[str] | None:
    """Files of a source that could be documents or chunks; None where they cannot be listed, which `params` names."""
    from assay.retrieval.documents import is_document

    if place.is_file():
        return [place.name]
    try:
        names = [path.relative_to(place).as_posix() for path in files_below(place)]
    except InputError:
        return None
    return [name for name in names if name.endswith(".jsonl") or is_document(name)]
