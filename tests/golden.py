"""Golden files: output as it was approved, at tests/golden/<folder>/<module>/<name>."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("golden")


@pytest.fixture
def golden(request):
    """Compare bytes with a golden file; an absent one is written, and the test fails so that someone reads it.

    ``pytest --regenerate`` writes all of them anew: read the difference before you commit it.
    """

    def compare(name: str, data: bytes) -> None:
        path = FOLDER / request.node.path.relative_to(FOLDER.parent).with_suffix("") / name
        if request.config.getoption("--regenerate") or not path.is_file():
            absent = not path.is_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            assert not absent, f"{path} was absent and is written now: read it, then run the test again"
        assert data.decode() == path.read_bytes().decode(), f"differs from {path} (see pytest --regenerate)"

    return compare
