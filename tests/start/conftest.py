import shutil
import subprocess
import sys

import pytest

import pipeline
from assay.start import template
from conftest import ROOT

from .told import ANSWERS


@pytest.fixture(scope="session")
def tool(tmp_path_factory):
    """A clone of the tool: this work tree's state, modes too, in one commit."""
    top = tmp_path_factory.mktemp("clone") / "tool"
    for name in pipeline.files():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, top / name)
    pipeline.start(top)
    return top


@pytest.fixture
def of_tool(tool, monkeypatch):
    """The package under test belongs to that clone."""
    monkeypatch.setattr(template, "PACKAGE", tool / "scripts" / "assay")
    return tool


def init(tool, target, *words, told=None):
    """`assay init` of the clone, answers on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "assay", "init", str(target), *words],
        cwd=target.parent,
        env={**pipeline.environment(tool), "PYTHONPATH": str(tool / "scripts")},
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="session")
def bare(tool, tmp_path_factory):
    """A fresh repository without data."""
    target = tmp_path_factory.mktemp("bare") / "our search"
    done = init(tool, target)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="session")
def fresh(tool, tmp_path_factory):
    """A fresh repository of what was told in Russian."""
    target = tmp_path_factory.mktemp("fresh") / "наш поиск"
    done = init(tool, target, "--ask", "--lang", "ru", told=ANSWERS)
    assert done.returncode == 0, done.stderr
    return target
