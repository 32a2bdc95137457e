"""The questions of the gold set as a recorded run needs them, read a part at a time: little else of it is held."""

from collections.abc import Iterator
from pathlib import Path

from assay.errors import InputError
from assay.retrieval.topics import Topic, from_queries

QUERIES = "gold/queries.jsonl"
_PART = 1 << 20  # bytes of lines that are looked at together


def topics_of(root: Path, *, size: int = _PART) -> list[Topic]:
    """The questions, sorted by id; none where there is no gold set yet.

    Args:
        root: the repository.
        size: bytes of a part; the result does not depend on it.

    Raises:
        InputError: every fault of the gold set's questions.
    """
    path = root / QUERIES
    if not path.exists():
        return []
    try:
        topics = [topic for part in _parts(path, size) for topic in from_queries(part, QUERIES)]
    except InputError:
        return from_queries(path.read_bytes(), QUERIES)  # which says all faults, each with its line
    if len({topic.id for topic in topics}) < len(topics):
        return from_queries(path.read_bytes(), QUERIES)
    return sorted(topics, key=lambda topic: topic.id)


def _parts(path: Path, size: int) -> Iterator[bytes]:
    """Whole lines of a file, without those parts that hold nothing."""
    with path.open("rb") as file:
        while lines := file.readlines(size):
            part = b"".join(lines)
            if part.strip():
                yield part
