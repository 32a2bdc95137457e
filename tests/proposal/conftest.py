import pytest

from golden import golden  # noqa: F401  # a fixture
from pipeline import rows, write_rows


class Gold:
    """Edits of both gold files of a repository, written at the end of a ``with`` block."""

    def __init__(self, top):
        self._paths = [top / "gold" / f"{name}.jsonl" for name in ("queries", "passages")]

    def __enter__(self):
        self.queries, self.passages = ({row["id"]: row for row in rows(path)} for path in self._paths)
        return self

    def __exit__(self, *_):
        for path, found in zip(self._paths, (self.queries, self.passages), strict=True):
            write_rows(path, [row for _, row in sorted(found.items())])


@pytest.fixture
def gold():
    return Gold
