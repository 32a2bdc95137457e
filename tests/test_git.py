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
