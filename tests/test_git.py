import os
from contextlib import chdir

import pytest

from assay import git
from assay.errors import InputError


def test_names_are_given_as_they_are(repository):
    """Cyrillic names and spaces are not quoted."""
    path = repository / "corpus" / "новый файл.md"
    path.write_text("x")
    assert git.changed("corpus", cwd=repository) == ["corpus/новый файл.md"]
    git.run("add", "-A", cwd=repository)
    assert "corpus/новый файл.md" in git.tracked("corpus", cwd=repository)


def test_outside_of_a_repository_the_next_step_is_named(tmp_path, monkeypatch):
    """In any language of Git; what else it cannot do is its own message."""
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as error:
        git.root()
    assert str(error.value) == f"{tmp_path}: is in no Git repository; run it inside the clone"
    (tmp_path / ".git").write_text("gitdir: nowhere\n")
    with pytest.raises(InputError, match=r"^git rev-parse: "):
        git.root()


def test_a_failure_of_git_is_passed_on(tmp_path):
    """One line, no traceback."""
    with pytest.raises(InputError, match=r"^git rev-parse: fatal: not a git repository"):
        git.run("rev-parse", "HEAD", cwd=tmp_path)


def test_bytes_of_a_name_that_are_no_utf_8_stay_what_they_are(tmp_path):
    """Of a file, of its folder: the file is found by it."""
    top = tmp_path / os.fsdecode(b"\xcf\xf0")
    top.mkdir()
    git.run("init", "-q", cwd=top)
    path = top / os.fsdecode(b"\xe8\xec\xff")
    path.write_text("x")
    assert [top / name for name in git.changed(cwd=top)] == [path]
    git.run("add", "-A", cwd=top)
    assert [top / name for name in git.tracked(cwd=top)] == [path]
    assert git.own("assay.lock", top).parent.is_dir()
    with chdir(top):
        assert git.root() == top


def test_a_name_that_no_ledger_can_hold_is_refused(repository, monkeypatch):
    """With what mends it; where none is set, there is none."""
    monkeypatch.chdir(repository)
    config = repository / ".git/config"
    own = config.read_bytes()
    config.write_bytes(own + b"[user]\n\tname = \xcf\xf0\xe8\n")
    with pytest.raises(InputError) as error:
        git.user()
    assert str(error.value) == (
        "git config user.name: is not UTF-8; set it anew (git config user.name NAME), or pass a name, "
        "where a command takes --by"
    )
    config.write_text("[user]\n\tname =  Ада Пример \n", "utf-8")
    assert git.user() == "Ада Пример"
    config.write_text("", "utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    assert git.user() == ""
