import pytest

import pipeline
from golden import golden  # noqa: F401  # a fixture
from pipeline import commit, git, rows, write_rows


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    """A real repository whose pipeline has run once, on main; copied by the tests that change it."""
    top = tmp_path_factory.mktemp("proposal") / "shop"
    top.mkdir()
    pipeline.make(top)
    pipeline.repro(top)
    commit(top, "results")
    return top


@pytest.fixture
def branch(shop, tmp_path):
    """The repository with a branch of its own checked out."""
    import shutil

    top = tmp_path / "shop"
    shutil.copytree(shop, top, symlinks=True)
    git(top, "switch", "-q", "-c", "work")
    return top


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
