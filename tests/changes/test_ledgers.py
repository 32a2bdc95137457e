"""Ledgers need no driver: one file an author, so that branches do not touch the same one."""

import pytest

from assay import entries, ledger
from assay.errors import InputError
from assay.files import read_files

from .clone import make

FOLDER = "evidence/triage"
FIELDS = entries.FIELDS["triage"]


@pytest.fixture
def clone(tmp_path):
    """A repository without drivers, in which two people have decided something."""
    made = make(tmp_path / "clone", enable=False)
    for number, author in enumerate(("anna", "oleg")):
        decide(made, author, number)
    return made


def decide(clone, author, number, branch="main"):
    """A decision of an author on a branch, appended as the commands do it, and committed."""
    if branch not in clone.git("branch", "--format=%(refname:short)").stdout.split():
        clone.git("branch", branch)
    clone.git("checkout", "-q", branch)
    values = {
        "query_id": f"q{number}",
        "text_sha256": f"{number:064x}",
        "decision": "not_relevant",
        "reason": "Нет.",
    }
    ledger.append(
        clone.top / FOLDER / f"{author}.jsonl", ledger.new_row(dict.fromkeys(FIELDS) | values, author)
    )
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


def test_one_author_on_two_branches_is_a_conflict_that_the_check_names(clone):
    """Git stops and keeps the rows of both; with the markers gone all of them count."""
    decide(clone, "anna", 3, "other")
    clone.git("checkout", "-q", "main")
    decide(clone, "anna", 2)
    done = clone.git("merge", "other", check=False)
    assert (done.returncode, "CONFLICT (content)" in done.stdout) == (1, True)
    with pytest.raises(InputError) as refused:
        decisions(clone)
    marker = "is a conflict marker of a merge; resolve the conflict"
    name = f"{FOLDER}/anna.jsonl"
    assert [str(one) for one in refused.value.problems] == [f"{name}:{line}: {marker}" for line in (2, 4, 6)]
    lines = clone.read(name).decode().splitlines(keepends=True)
    clone.write("".join(line for line in lines if line.startswith("{")).encode(), name)
    assert decisions(clone) == {("anna", "q0"), ("oleg", "q1"), ("anna", "q2"), ("anna", "q3")}
