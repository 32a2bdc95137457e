import contextlib
import shutil

import pytest

from exchange.workbook import ground


@pytest.fixture(scope="session")
def originals(tmp_path_factory):
    """A repository with four questions and its exported workbook, by language: made once, to be copied."""
    found = {}
    for lang in ("en", "ru"):
        folder = tmp_path_factory.mktemp(lang)
        with contextlib.chdir(ground.make(folder / "r", lang)):
            ground.run("export", "--xlsx", "../expert.xlsx")
        found[lang] = folder
    return found


@pytest.fixture
def lang(request):
    """Language of the repository."""
    return getattr(request, "param", "en")


@pytest.fixture
def top(originals, lang, tmp_path, monkeypatch):
    """A repository in which one works."""
    shutil.copytree(originals[lang] / "r", tmp_path / "r")
    monkeypatch.chdir(tmp_path / "r")
    return tmp_path / "r"


@pytest.fixture
def sheets(originals, lang, top):
    """Its exported workbook, open to be edited."""
    shutil.copy(originals[lang] / "expert.xlsx", top)
    return ground.Sheets(top / "expert.xlsx")
