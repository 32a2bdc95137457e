import shutil

import pytest

from .ground import make, taken_down


@pytest.fixture(scope="session")
def prepared_run(tmp_path_factory):
    """The small repository in each language, made once: tests work on copies."""
    return {lang: make(tmp_path_factory.mktemp(lang), lang) for lang in ("en", "ru")}


@pytest.fixture
def top(prepared_run, tmp_path, monkeypatch):
    """A small repository in English; it is the current folder."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(prepared_run["en"], tmp_path, dirs_exist_ok=True)


@pytest.fixture
def russian(prepared_run, tmp_path, monkeypatch):
    """The same in Russian."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(prepared_run["ru"], tmp_path, dirs_exist_ok=True)


@pytest.fixture(scope="session")
def prepared_claims(prepared_run, tmp_path_factory):
    """The same in English where Ada has the claims of some answers, made once."""
    top = shutil.copytree(prepared_run["en"], tmp_path_factory.mktemp("claims"), dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(top)
        for name in ("A-017", "A-020", "A-023", "A-026"):
            taken_down(name)
    return top


@pytest.fixture
def taken(prepared_claims, tmp_path, monkeypatch):
    """That one as the current folder."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(prepared_claims, tmp_path, dirs_exist_ok=True)
