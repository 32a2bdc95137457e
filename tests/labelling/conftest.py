import pytest

from .ground import make


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A small repository in English; it is the current folder."""
    monkeypatch.chdir(tmp_path)
    return make(tmp_path)


@pytest.fixture
def russian(tmp_path, monkeypatch):
    """The same in Russian."""
    monkeypatch.chdir(tmp_path)
    return make(tmp_path, "ru")
