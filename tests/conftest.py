import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

import pipeline

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "data"

# No deadline: a first call imports, and a loaded machine is slow. The same examples each time: a test that passes
# here passes there; `pytest --hypothesis-profile=search` draws others.
settings.register_profile("here", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "here")


def pytest_addoption(parser):
    parser.addoption("--regenerate", action="store_true", help="write the golden files anew")


def pytest_configure():
    # No tool of a test may read the settings of the person who runs it, or write beside the repository.
    os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull)
    for name in ("AUTHOR", "COMMITTER"):
        os.environ[f"GIT_{name}_NAME"] = "Test Person"
        os.environ[f"GIT_{name}_EMAIL"] = "person@example.org"


def pytest_collection_modifyitems(config, items):
    if os.environ.get("CI") != "true" and not config.getoption("markexpr"):
        skip = pytest.mark.skip(reason="slow; run with CI=true make test")
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(skip)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """With CI=true a test that could not run is a failure, unless it reads the public collections."""
    report = yield
    if (
        os.environ.get("CI") == "true"
        and report.skipped
        and "shared" not in item.keywords
        and not hasattr(report, "wasxfail")
    ):
        report.outcome = "failed"
    return report


def pytest_terminal_summary(terminalreporter):
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section("not run here")
        for report in skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            terminalreporter.line(f"{report.nodeid}: {str(reason).removeprefix('Skipped: ')}")


@pytest.fixture(scope="session")
def shared():
    """Folder of public collections beside the repository; the test is listed as not run without it."""
    if not SHARED.is_dir():
        pytest.skip(f"no public collections at {SHARED.relative_to(ROOT.parent)}")
    return SHARED


def git(*arguments, cwd):
    return subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path):
    """A real clone of this work tree's state, with DVC set up and one commit."""
    top = tmp_path / "repository"
    names = git("ls-files", "-z", "-co", "--exclude-standard", cwd=ROOT).split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, top / name)
    git("init", "-q", "-b", "main", cwd=top)
    git("add", "-A", cwd=top)
    git("commit", "-qm", "state under test", cwd=top)
    return top


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The small repository after its first `make repro`, committed."""
    top = tmp_path_factory.mktemp("built") / "repository"
    top.mkdir()
    pipeline.make(top)
    pipeline.repro(top)
    assert pipeline.assay(top, "docs").returncode == 0  # as `make repro` does it
    pipeline.commit(top, "results")
    return top


@pytest.fixture
def top(built, tmp_path):
    """A copy of it with everything DVC cached."""
    return shutil.copytree(built, tmp_path / "r", symlinks=True)


@pytest.fixture
def branch(top):
    """The same with a branch of its own checked out, that left main as the remote has it."""
    pipeline.git(top, "update-ref", "refs/remotes/origin/main", "HEAD")
    pipeline.git(top, "switch", "-q", "-c", "work")
    return top
