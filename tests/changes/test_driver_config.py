import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from assay.changes import driver_config
from assay.changes.cli import git_
from assay.changes.driver_config import NAME, disable, enable, is_enabled, settings, unmapped
from assay.errors import InputError
from conftest import ROOT
from gold.samples import query

from .clone import Clone, make

ROWS = [query("q1"), query("q2")]
ODD = 'наш  поиск\'s "50%A" $HOME `x`'


def edit(clone, **values):
    rows = [json.loads(line) for line in clone.read().splitlines()]
    rows[0] |= values
    clone.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())


def holds(clone):
    """That plain `git diff` reads in words here, and that two edits of one line merge."""
    start = clone.git("rev-parse", "HEAD").stdout.strip()
    edit(clone, query="Когда?")
    assert "+  question: Когда?" in clone.git("diff").stdout
    clone.git("commit", "-qam", "ours")
    ours = clone.git("rev-parse", "HEAD").stdout.strip()
    clone.git("checkout", "-q", "--detach", start)
    edit(clone, rationale="Иначе.")
    clone.git("commit", "-qam", "theirs")
    clone.git("merge", "-q", ours)
    row = json.loads(clone.read().splitlines()[0])
    assert (row["query"], row["rationale"]) == ("Когда?", "Иначе.")


def test_it_takes_away_just_what_it_wrote(tmp_path):
    """The file of the clone's settings is as it was, byte by byte; other files are not touched."""
    clone = make(tmp_path / "clone", ROWS, enable=False)
    clone.git("config", "diff.mine.textconv", "cat")
    path = clone.top / ".git" / "config"
    before = path.read_bytes()
    written = enable(clone.top)
    assert written == list(settings(clone.top))
    assert is_enabled(clone.top)
    assert disable(clone.top) == written
    assert path.read_bytes() == before
    assert not is_enabled(clone.top)
    assert clone.git("status", "--porcelain").stdout == ""


def test_what_people_added_beside_it_stays(tmp_path):
    """A setting of the same driver that is not ours."""
    clone = make(tmp_path / "clone")
    clone.git("config", f"diff.{NAME}.wordRegex", "[^ ]+")
    disable(clone.top)
    assert clone.git("config", "--get-regexp", "assay").stdout == f"diff.{NAME}.wordregex [^ ]+\n"


def test_both_are_repeatable_and_say_what_they_did(tmp_path, monkeypatch):
    """From any folder; a second call does nothing."""
    clone = make(tmp_path / "clone", enable=False)
    monkeypatch.chdir(clone.top / "gold")
    said = [
        CliRunner().invoke(git_, [word]).output.splitlines()
        for word in ("enable", "enable", "disable", "disable")
    ]
    keys = list(settings(clone.top))
    assert said == [
        [
            *(f"set {key}" for key in keys),
            "git diff, git log -p, git show and merges go by id and field in the gold set",
        ],
        ["set up already: they go by id and field in the gold set"],
        [*(f"removed {key}" for key in keys), "Git compares and merges the gold set line by line"],
        ["was not set up"],
    ]


def test_settings_of_an_earlier_version_are_replaced(tmp_path):
    """Also where somebody has them twice."""
    clone = make(tmp_path / "clone", enable=False)
    for value in ("old", "older"):
        clone.git("config", "--add", f"diff.{NAME}.textconv", value)
    assert f"diff.{NAME}.textconv" in enable(clone.top)
    assert is_enabled(clone.top)
    assert len(clone.git("config", "--get-all", f"diff.{NAME}.textconv").stdout.splitlines()) == 1


def test_a_repository_that_gives_its_files_to_nobody_is_told(tmp_path, monkeypatch):
    """One made before there were drivers: the lines to add."""
    clone = make(tmp_path / "clone", enable=False)
    assert unmapped(clone.top) == []
    (clone.top / ".gitattributes").write_text("* text=auto eol=lf\n")
    monkeypatch.chdir(clone.top)
    done = CliRunner().invoke(git_, ["enable"])
    assert done.exit_code == 0
    assert (
        "note: .gitattributes: does not name the drivers of gold/queries.jsonl; "
        "add the line `gold/queries.jsonl diff=assay-gold merge=assay-gold`" in done.stderr
    )


def test_a_program_that_does_not_run_alone_is_refused(tmp_path, monkeypatch):
    """Nothing is written."""
    clone = make(tmp_path / "clone", enable=False)
    monkeypatch.setattr(driver_config, "_MODULE", "assay.nowhere")
    with pytest.raises(InputError, match="does not run as Git would run it"):
        enable(clone.top)
    assert not is_enabled(clone.top)


def test_an_environment_elsewhere_is_found_by_its_path(tmp_path, monkeypatch):
    """In a folder with spaces, quotes, signs of the shell and Cyrillic letters, as that of the clone is."""
    odd = tmp_path / ODD
    odd.mkdir()
    clone = make(odd / "clone", ROWS, enable=False)
    program = odd / "python"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    enable(clone.top)
    holds(clone)


@pytest.fixture
def owner(tmp_path):
    """A clone with an environment of its own, whose path is as odd as paths are, and its code."""
    clone = make(tmp_path / ODD / "clone", ROWS, enable=False)
    (clone.top / ".venv").symlink_to(sys.prefix)
    (clone.top / "scripts").symlink_to(ROOT / "scripts")
    (clone.top / ".git/info/exclude").write_text(".venv\nscripts\n")
    enable(clone.top)
    assert str(sys.executable) not in (clone.top / ".git/config").read_text()
    return clone


def test_a_clone_with_its_environment_may_be_moved(owner, tmp_path):
    """Nothing in its settings names the place."""
    holds(Clone(owner.top.rename(tmp_path / "moved away")))


def test_linked_work_trees_take_the_environment_of_their_clone(owner, tmp_path):
    """Which need none of their own."""
    owner.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked 'tree'"))
    holds(Clone(tmp_path / "linked 'tree'"))


def test_a_work_tree_of_its_own_environment_sets_the_same(owner, tmp_path):
    """Called there, it changes nothing."""
    linked = tmp_path / "linked"
    owner.git("worktree", "add", "-q", "--detach", str(linked))
    assert enable(linked) == []


def test_git_is_answered_from_any_folder(owner):
    """Below the top, from elsewhere by -C, and with the repository named in the environment of a hook."""
    edit(owner, query="Когда?")
    wanted = "+  question: Когда?"
    assert wanted in owner.git("-C", "gold", "diff").stdout
    assert wanted in owner.git("diff", GIT_DIR=".git").stdout
    top = owner.top
    words = ["git", f"--git-dir={top}/.git", f"--work-tree={top}", "diff"]
    done = subprocess.run(words, cwd=Path(os.sep), capture_output=True, check=True)
    assert wanted in done.stdout.decode()


def test_names_of_this_project_s_own_files_are_mapped():
    """In the tool itself; `assay init` copies .gitattributes."""
    assert unmapped(ROOT) == []


def test_modules_of_the_repository_do_not_stand_in_the_way(tmp_path):
    """Git runs the program in the top folder, where a team may have files of any name."""
    clone = make(tmp_path / "clone", ROWS)
    for name in ("json.py", "assay.py"):
        (clone.top / name).write_text("raise SystemExit(5)\n")
    holds(clone)
