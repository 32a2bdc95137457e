import os

import pytest

import pipeline
from assay.errors import InputError
from assay.start.making import check_place, make
from assay.start.template import Entry

FILES = {"a.lock": Entry(b"1\n"), "run/it": Entry(b"#!/bin/sh\n", executable=True)}


@pytest.fixture
def place(tmp_path):
    (tmp_path / "tool").mkdir()
    return tmp_path


def refusal(target, top):
    with pytest.raises(InputError) as error:
        check_place(target, top)
    return str(error.value)


def test_a_repository_is_made_with_one_commit(place):
    """On main, everything in it, nothing beside it."""
    target = place / "наш поиск"
    check_place(target, place / "tool")
    make(target, FILES)
    assert pipeline.git(target, "log", "--format=%s", "main").count("\n") == 1
    assert pipeline.git(target, "ls-files").split() == ["a.lock", "run/it"]
    assert pipeline.git(target, "status", "--porcelain") == ""
    assert os.access(target / "run/it", os.X_OK)
    assert sorted(path.name for path in place.iterdir()) == ["tool", "наш поиск"]


def test_an_empty_folder_is_filled(place, monkeypatch):
    """The very folder, for a shell may stand in it."""
    target = place / "empty"
    target.mkdir()
    before = target.stat().st_ino
    monkeypatch.chdir(target)
    check_place(target, place / "tool")
    make(target, FILES)
    assert target.stat().st_ino == before
    assert pipeline.git(target, "ls-files").split() == ["a.lock", "run/it"]


def test_a_place_that_is_taken_is_refused(place, monkeypatch):
    """A file, a folder with something in it, a link to nothing; one inside the clone; one whose parent is not there."""
    monkeypatch.chdir(place)
    (place / "file").write_text("x")
    (place / "full").mkdir()
    (place / "full" / "x").write_text("x")
    (place / "link").symlink_to(place / "nowhere")
    new = "give the name of a new folder"
    for name, words in {
        "file": f"file: is there and is no folder; {new}",
        "link": f"link: is there and is no folder; {new}",
        "full": f"full: is not empty; {new}",
        "tool/new": "tool/new: lies inside the clone that it is made of; give a place beside it",
        "no/new": "no: is no folder; make it first",
    }.items():
        assert refusal(place / name, place / "tool") == words
    assert (place / "full" / "x").read_text() == "x"


def test_nobody_to_commit_as_is_named_first(place, monkeypatch):
    """Before anything is asked or written."""
    for role in ("AUTHOR", "COMMITTER"):
        for part in ("NAME", "EMAIL"):
            monkeypatch.delenv(f"GIT_{role}_{part}", raising=False)
    (place / "config").write_text("[user]\n\tuseConfigOnly = true\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(place / "config"))
    assert refusal(place / "new", place / "tool") == (
        "git: knows no name and address for the first commit; "
        'run `git config --global user.name "Your Name"` and `git config --global user.email you@host`'
    )


def test_what_fails_leaves_nothing(place, monkeypatch):
    """Neither in a new folder nor in an empty one that was there."""
    monkeypatch.setenv("GIT_AUTHOR_NAME", "")
    (place / "empty").mkdir()
    for name in ("new", "empty"):
        with pytest.raises(InputError, match="git commit: "):
            make(place / name, FILES)
    assert sorted(path.name for path in place.iterdir()) == ["empty", "tool"]
    assert list((place / "empty").iterdir()) == []


def test_what_a_person_has_git_do_everywhere_does_not_matter(place, monkeypatch):
    """Files ignored on the whole machine are committed; hooks of a template do not run yet."""
    hook = place / "template" / "hooks" / "pre-commit"
    hook.parent.mkdir(parents=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    (place / "ignored").write_text("*.lock\n")
    settings = f"[init]\n\ttemplateDir = {place}/template\n[core]\n\texcludesFile = {place}/ignored\n"
    (place / "config").write_text(settings)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(place / "config"))
    make(place / "new", FILES)
    assert pipeline.git(place / "new", "ls-files").split() == ["a.lock", "run/it"]
    assert (place / "new/.git/hooks/pre-commit").exists()
