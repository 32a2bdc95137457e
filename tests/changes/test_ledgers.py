"""Ledgers need no driver: one file an author (and answer), of which Git keeps the lines of both branches."""

import json

import pytest
from click.testing import CliRunner

from assay import entries, ledger
from assay.__main__ import assay
from assay.evidence.rules import check
from assay.files import read_files
from evidence import cases

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


CLAIMS = "evidence/claims"
ADA = f"{CLAIMS}/a-017/ada.jsonl"


def claim(clone, by, minute, branch="main", name="C-017-1", **values):
    """A row about A-017 on a branch, appended as the commands do it, and committed; its id."""
    if branch not in clone.git("branch", "--format=%(refname:short)").stdout.split():
        clone.git("branch", branch)
    clone.git("checkout", "-q", branch)
    older = values.pop("supersedes", ())
    envelope = {"supersedes": older, "supersede_reason": "Прочитано ещё раз." if older else None}
    row = cases.claim(
        name, by=by, minute=minute, envelope=envelope | {"decision": values.pop("decision", None)}, **values
    )
    ledger.append(clone.top / CLAIMS / ledger.file_of(row), row)
    clone.git("add", "-A")
    clone.git("commit", "-qm", f"{by} {minute}")
    return row["row_id"]


@pytest.fixture
def judged(clone):
    """The worked answer with ada's four claims; eve may decide between others."""
    clone.commit(b"adjudicators: [eve]\n", "params.yaml")
    cases.write_shop(clone.top)
    ids = [claim(clone, "ada", n, name=name) for n, name in enumerate(cases.CLAIMS)]
    return clone, ids


def in_the_ledger(clone):
    """Its rows in force by claim and reviewer, forks, and what breaks a rule."""
    files = read_files(clone.top / CLAIMS)
    rows = ledger.history(files, entries.FIELDS["claims"], CLAIMS)
    current = [(row["claim_id"], row["by"]) for row in ledger.in_force(rows.values())]
    return (
        sorted(current),
        list(map(str, ledger.forks(rows))),
        list(map(str, check(rows, cases.shop_runs(), {}))),
    )


def test_reviewers_of_one_answer_do_not_touch_one_file(judged):
    """Both judge it on branches of their own; all rows are there after the merge, each in its folder."""
    clone, _ = judged
    for number, name in enumerate(cases.CLAIMS):
        claim(clone, "Борис", 10 + number, "other", name)
    claim(clone, "ada", 20, "main", "C-017-4", claim_id="C-017-5")
    clone.git("merge", "-q", "other")
    current, forks, broken = in_the_ledger(clone)
    assert [one for one in current if one[0] == "C-017-1"] == [("C-017-1", "ada"), ("C-017-1", "Борис")]
    assert (len(current), forks, broken) == (9, [], [])
    assert len(list((clone.top / CLAIMS / "a-017").iterdir())) == 2


def test_a_fork_of_claims_after_a_merge_is_closed_by_an_adjudicator(judged):
    """One claim judged anew on two branches: Git keeps both rows; a row that supersedes both ends it."""
    clone, (first, *_) = judged
    side = claim(clone, "ada", 10, "other", supersedes=[first], support_reason="Распродажа исключена.")
    clone.git("checkout", "-q", "main")
    other = claim(clone, "ada", 11, supersedes=[first], support="partially_supported", contradicts=False)
    clone.git("merge", "-q", "other")
    current, forks, broken = in_the_ledger(clone)
    assert current.count(("C-017-1", "ada")) == 2
    (fork,) = forks
    ends = " and ".join(sorted(fork.partition("decisions: ")[2].partition(";")[0].split(", ")))
    assert fork.startswith(f"{ADA}:1: is superseded by different decisions: ")
    assert ends == f"{ADA}:5 and {ADA}:6"
    assert len(broken) == 1
    assert f"is in force twice: see {ADA}:5" in broken[0]
    claim(clone, "eve", 12, supersedes=[side, other])
    current, forks, broken = in_the_ledger(clone)
    assert current == [("C-017-1", "eve"), ("C-017-2", "ada"), ("C-017-3", "ada"), ("C-017-4", "ada")]
    assert (forks, broken) == ([], [])


def test_two_splits_of_one_claim_are_a_fork_and_not_four_claims(judged):
    """Both took the same next numbers; the rows of a split are one decision."""
    clone, (_, second, *_) = judged
    sides = {}
    for branch, words in (("other", ["Назад", "примем"]), ("main", ["за 30", "дней"])):
        sides[branch] = [
            claim(
                clone, "ada", 10 + n, branch, "C-017-2", supersedes=[second], decision=branch,
                claim_id=f"C-017-{5 + n}", quote=[cases.quotation(cases.TEXT, word)],
            )
            for n, word in enumerate(words)
        ]  # fmt: skip
    clone.git("merge", "-q", "other")
    current, forks, broken = in_the_ledger(clone)
    assert [one for one, _ in current].count("C-017-5") == [one for one, _ in current].count("C-017-6") == 2
    assert len(forks) == 1
    assert forks[0].startswith(f"{ADA}:2: is superseded by different decisions: ")
    assert sum("two claims have one number" in one for one in broken) == 2
    claim(clone, "eve", 30, name="C-017-2", claim_id="C-017-7", supersedes=[*sides["main"], *sides["other"]])
    current, forks, broken = in_the_ledger(clone)
    assert [one for one, _ in current] == ["C-017-1", "C-017-3", "C-017-4", "C-017-7"]
    assert (forks, broken) == ([], [])


def test_two_rulings_on_two_branches_are_found_by_the_rules(judged):
    """No row is superseded twice, so that it is no fork; still one must decide."""
    clone, ids = judged
    other = claim(clone, "boris", 10, support="partially_supported", contradicts=False)
    for number, name in enumerate([*cases.CLAIMS][1:]):
        claim(clone, "boris", 11 + number, name=name)
    claim(clone, "eve", 20, "other", adjudicates=[ids[0], other])
    clone.git("checkout", "-q", "main")
    claim(
        clone,
        "eve",
        21,
        adjudicates=[ids[0], other],
        support="not_assessable",
        contradicts=False,
        missing="Текст p09.",
    )
    clone.git("merge", "-q", "other")
    _, forks, broken = in_the_ledger(clone)
    assert forks == []
    assert len(broken) == 1
    assert "is decided twice: see evidence/claims/a-017/eve.jsonl:1" in broken[0]
