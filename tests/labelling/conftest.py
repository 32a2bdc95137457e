import shutil

import pytest

from .ground import make


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """The small repository in each language, made once: tests work on copies."""
    return {lang: make(tmp_path_factory.mktemp(lang), lang) for lang in ("en", "ru")}


@pytest.fixture
def top(prepared, tmp_path, monkeypatch):
    """A small repository in English; it is the current folder."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(prepared["en"], tmp_path, dirs_exist_ok=True)


@pytest.fixture
def russian(prepared, tmp_path, monkeypatch):
    """The same in Russian."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(prepared["ru"], tmp_path, dirs_exist_ok=True)
