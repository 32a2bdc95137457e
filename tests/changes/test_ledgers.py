"""Ledgers need no driver: one file an author, of which Git keeps the lines of both branches."""

import json

import pytest
from click.testing import CliRunner

from assay import entries, ledger
from assay.__main__ import assay
from assay.files import read_files

from .clone import make

FOLDER = "evidence/triage"
ANNA = f"{FOLDER}/anna.jsonl"
FIELDS = entries.FIELDS["triage"]


@pytest.fixture
def clone(tmp_path):
    """A repository without drivers, in which two people have decided something."""
    made = make(tmp_path / "clone", enable=False)
    for number, author in enumerate(("anna", "oleg")):
        decide(made, author, number)
    return made


def decide(clone, author, number, branch="main", decision="not_relevant", supersedes=()):
    """A decision of an author on a branch, appended as the commands do it, and committed."""
    if branch not in clone.git("branch", "--format=%(refname:short)").stdout.split():
        clone.git("branch", branch)
    clone.git("checkout", "-q", branch)
    values = {
        "query_id": f"q{number}",
        "text_sha256": f"{number:064x}",
        "decision": decision,
        "reason": "Нет.",
    }
    reason = "Иначе." if supersedes else None
    row = ledger.new_row(dict.fromkeys(FIELDS) | values, author, supersedes, reason)
    ledger.append(clone.top / FOLDER / f"{author}.jsonl", row)
    clone.git("add", "-A")
    clone.git("commit", "-qm", f"{author} {number}")


def decisions(clone):
    rows = ledger.read(read_files(clone.top / FOLDER), FIELDS, FOLDER)
    return {(row["by"], row["query_id"]) for row in rows}


def test_two_authors_on_two_branches_are_merged_by_git_alone(clone):
    """Every row of both is there, verbatim; so is the ledger of somebody new."""
    decide(clone, "olga", 4, "other")
    decide(clone, "oleg", 3, "other")
    lines = {path.name: path.read_bytes() for path in (clone.top / FOLDER).iterdir()}
    clone.git("checkout", "-q", "main")
    decide(clone, "anna", 2)
    lines["anna.jsonl"] = (clone.top / FOLDER / "anna.jsonl").read_bytes()
    clone.git("merge", "-q", "other")
    assert {path.name: path.read_bytes() for path in (clone.top / FOLDER).iterdir()} == lines
    assert decisions(clone) == {
        ("anna", "q0"),
        ("oleg", "q1"),
        ("anna", "q2"),
        ("oleg", "q3"),
        ("olga", "q4"),
    }


def append_on_two_branches(clone):
    """A row that both branches begin with, and one of each behind it; the lines that both have together."""
    clone.git("branch", "other")
    decide(clone, "anna", 2)
    row = clone.read(ANNA).splitlines(keepends=True)[-1]
    clone.git("checkout", "-q", "other")
    clone.commit(clone.read(ANNA) + row, ANNA)
    decide(clone, "anna", 3, "other")
    theirs = clone.read(ANNA).splitlines()
    clone.git("checkout", "-q", "main")
    decide(clone, "anna", 4)
    return sorted({*clone.read(ANNA).splitlines(), *theirs})


def checked(*words):
    done = CliRunner().invoke(assay, ["check", *words])
    return [str(problem) for problem in getattr(done.exception, "problems", [])]


def test_one_author_on_two_branches_keeps_the_rows_of_both(clone, monkeypatch):
    """Each verbatim and once, those that both branches have, too; both checks agree."""
    lines = append_on_two_branches(clone)
    clone.git("merge", "-q", "other")
    assert sorted(clone.read(ANNA).splitlines()) == lines
    wanted = [("anna", "q0"), ("anna", "q2"), ("anna", "q3"), ("anna", "q4"), ("oleg", "q1")]
    assert sorted(decisions(clone)) == wanted
    monkeypatch.chdir(clone.top)
    assert checked("--only", "ledgers") == []
    assert [checked("history", "--base", base) for base in ("HEAD^1", "HEAD^2")] == [[], []]


def test_a_row_that_git_kept_twice_is_named(clone, monkeypatch):
    """It does where conflicts are shown with what was there before; nothing is lost, and one of them may go."""
    clone.git("config", "merge.conflictStyle", "diff3")
    lines = append_on_two_branches(clone)
    clone.git("merge", "-q", "other")
    monkeypatch.chdir(clone.top)
    assert checked("--only", "ledgers") == [f"{ANNA}:4: repeats {ANNA}:2; remove one of them"]
    kept = clone.read(ANNA).splitlines(keepends=True)
    clone.commit(b"".join(kept[:3] + kept[4:]), ANNA)
    assert sorted(clone.read(ANNA).splitlines()) == lines
    assert checked("--only", "ledgers") == []
    assert [checked("history", "--base", base) for base in ("HEAD~2", "other")] == [[], []]


def test_one_row_superseded_on_two_branches_is_a_fork(clone, monkeypatch):
    """Both rows are there, and both decisions in force, until somebody decides."""
    first = json.loads(clone.read(ANNA))["row_id"]
    decide(clone, "anna", 2, "other", supersedes=[first])
    clone.git("checkout", "-q", "main")
    decide(clone, "anna", 3, decision="conflicting", supersedes=[first])
    clone.git("merge", "-q", "other")
    assert sorted(decisions(clone)) == [("anna", "q2"), ("anna", "q3"), ("oleg", "q1")]
    monkeypatch.chdir(clone.top)
    (problem,) = checked("--only", "ledgers")
    assert problem.startswith(f"{ANNA}:1: is superseded by different decisions: {ANNA}:2, {ANNA}:3; ")
