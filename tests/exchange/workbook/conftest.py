import pytest

from exchange.workbook import ground


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository with four questions in which one works."""
    top = ground.make(tmp_path / "r")
    monkeypatch.chdir(top)
    return top


@pytest.fixture
def sheets(top):
    """Its exported workbook, open to be edited."""
    ground.run("export", "--xlsx", "expert.xlsx")
    return ground.Sheets(top / "expert.xlsx")
