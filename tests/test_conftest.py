import os
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

CASES = """
import pytest

def test_browser():
    pytest.skip("no browser")

@pytest.mark.slow
def test_server():
    pass

@pytest.mark.shared
def test_collection():
    pytest.skip("no public collections")
"""


@pytest.fixture
def suite(tmp_path):
    """A suite of three tests under this repository's rules."""
    for name in ("tests/conftest.py", "tests/pipeline.py", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "tests" / "test_cases.py").write_text(CASES)
    return tmp_path


def run(suite, **environment):
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests"]
    return subprocess.run(
        words, cwd=suite, env=kept | environment, capture_output=True, text=True, check=False
    )


def test_what_cannot_run_here_is_listed_with_its_reason(suite):
    """By hand: the tests pass, and the end of the output says what they did not cover."""
    done = run(suite)
    assert done.returncode == 0
    listed = done.stdout.partition("not run here")[2]
    assert "tests/test_cases.py::test_browser: no browser" in listed
    assert "tests/test_cases.py::test_server: slow; run with CI=true make test" in listed
    assert "tests/test_cases.py::test_collection: no public collections" in listed


def test_in_ci_what_cannot_run_is_a_failure(suite):
    """Slow tests run; public collections alone may be absent, and are listed."""
    done = run(suite, CI="true")
    assert done.returncode == 1
    assert "1 failed, 1 passed, 1 skipped" in done.stdout
    assert "tests/test_cases.py::test_collection: no public collections" in done.stdout
