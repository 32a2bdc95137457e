import json
import os
import subprocess
import sys
import unicodedata

import pytest

import pipeline
from assay import ledger as ledgers
from assay.entries import FIELDS
from assay.evidence.reading import LEDGER
from assay.files import read_files
from assay.judging.cli import edit, judge, new
from conftest import ROOT
from labelling.ground import did, run

from .ground import (
    ADA,
    BOB,
    DECLINED,
    ODD,
    TEXT,
    WRONG,
    bare,
    current,
    jsonl,
    judged,
    ledger,
    problems,
    taken_down,
)

WHY = ("--why", "так сказано в ответе")
COMMANDS = {
    "new": (new, ()),
    "edit": (edit, WHY),
    "split": (edit, (*WHY, "--split", "C-017-1", "a | b")),
    "merge": (edit, (*WHY, "--merge", "C-017-1", "C-017-2")),
    "renumber": (edit, ("--renumber", "C-017-1")),
    "judge": (judge, ("--ask",)),
}
PRINTED = ("--no-ask",)


@pytest.mark.parametrize("name", ["A-017", "A-020", "A-022", "A-023"])
def test_what_is_printed_is_what_is_taken(top, name):
    """The rows are those of a talk in which nothing was changed; no rule is broken."""
    code, printed, said = run(new, name, *PRINTED)
    assert (code, ledger(top, name)) == (0, [])
    assert said == f"nothing is written; these lines are what `assay evidence new {name} --jsonl -` takes\n"
    did(new, name, "--jsonl", "-", told=printed)
    by_file = ledger(top, name)
    assert by_file
    did(new, name, "--ask", "--by", BOB, told="\n")
    by_talk = ledger(top, name, BOB)
    numbers = {row["claim_id"]: None for row in by_talk}
    assert not numbers.keys() & {
        row["claim_id"] for row in by_file
    }  # of people who did not look at each other
    told = [
        {**row, "by": ADA, "claim_id": mine["claim_id"]} for row, mine in zip(by_talk, by_file, strict=True)
    ]
    assert bare(told) == bare(by_file)
    assert problems(top) == []


def test_emoji_and_combined_letters_stand_at_their_code_points(top):
    """Typed words, too, in one code point or as the terminal shows them."""
    did(new, "A-020", "--ask", told="2\n1\nЁлку 🇷🇺\n\nне примем совсем\n\n\n\n")
    quotes = [quote for row in ledger(top, "A-020") for quote in row["quote"]]
    assert [ODD[quote["start"] : quote["end"]] for quote in quotes] == [quote["text"] for quote in quotes]
    assert quotes[1]["text"] == unicodedata.normalize("NFD", "Ёлку 🇷🇺")
    assert quotes[2]["text"] == "не\u00a0примем\nсовсем"
    assert problems(top) == []


def test_a_file_brings_claims(top, tmp_path):
    """Quotations by words; all rows are written, or none."""
    claims = [
        {
            "kind": "statement",
            "claim": "Примут всё.",
            "quote": ["Назад примем", "что угодно, и вещи с распродажи тоже"],
        },
        {"kind": "statement", "claim": "30 дней.", "quote": ["за 30 дней"], "claim_id": "C-017-7"},
        {"kind": "statement", "claim": "С запроса.", "quote": ["Деньги возвращают"], "citations": ["[2]"]},
        {
            "kind": "immaterial",
            "claim": "Пять дней.",
            "quote": ["пяти дней"],
            "observation": "никому не нужно",
        },
    ]
    file = tmp_path / "claims.jsonl"
    file.write_text(jsonl(*claims[:3]), "utf-8")
    code, _, said = run(new, "A-017", "--jsonl", str(file))
    assert (code, ledger(top)) == (1, [])
    assert "leaves out a sentence of A-017: 'Обычно хватает пяти дней.'; put it into a claim" in said
    file.write_text(jsonl(*claims), "utf-8")
    code, out, said = run(new, "A-017", "--jsonl", str(file))
    assert (code, out) == (0, "")
    name = ledgers.file_of(ledger(top)[0])
    assert said.splitlines() == [
        f"wrote {LEDGER}/{name}: C-017-8, C-017-7, C-017-9, C-017-10",
        "next: `assay evidence judge A-017`",
    ]
    assert [row["claim_id"] for row in ledger(top)] == ["C-017-8", "C-017-7", "C-017-9", "C-017-10"]
    assert problems(top) == []


def test_a_dry_run_shows_the_rows_and_writes_none(top):
    """Of every command that shapes claims."""
    printed = did(new, "A-017", *PRINTED)
    code, out, said = run(new, "A-017", "--jsonl", "-", "--dry-run", told=printed)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, said) == (0, "nothing is written; these would have been the lines:\n")
    assert [row["claim_id"] for row in rows] == ["C-017-1", "C-017-2", "C-017-3"]
    assert ledger(top) == []
    taken_down()
    out = did(edit, "A-017", *WHY, "--merge", "C-017-1", "C-017-2", "--dry-run")
    assert json.loads(out)["claim_id"] == "C-017-4"
    assert len(ledger(top)) == 3


def test_a_second_reviewer_takes_over_the_claims_without_verdicts(top):
    """With the same ids, so that verdicts can be compared."""
    taken_down()
    judged("A-017", "C-017-1", *WRONG)
    did(new, "A-017", "--from", ADA.upper(), "--by", BOB, "--no-ask")
    mine, theirs = current(top), current(top, by=BOB)
    assert mine.keys() == theirs.keys()
    for name, row in theirs.items():
        assert (row["claim"], row["quote"]) == (mine[name]["claim"], mine[name]["quote"])
        assert (row["support"], row["evidence"], row["supersedes"]) == (None, [], [])
    assert problems(top) == []
    code, _, said = run(new, "A-017", "--from", "Ad", "--by", "Cy", "--no-ask")
    assert (code, said) == (1, f"--from Ad: has no claims of A-017; one of: {BOB}, {ADA}")


def test_who_begins_alone_is_told_of_the_others(top):
    """And how to take over."""
    taken_down()
    code, _, said = run(new, "A-017", "--jsonl", "-", "--by", BOB, told=did(new, "A-017", *PRINTED))
    assert code == 0
    assert f"note: {ADA} have claims of this answer; --from takes them over" in said
    assert sorted(current(top, by=BOB)) == ["C-017-4", "C-017-5", "C-017-6"]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("A-0177",), "A-0177: is no recorded answer; did you mean A-017?"),
        (("A-018",), "A-018: answers a holdout question: what it holds is shown nowhere"),
        (("A-019",), "A-019: has no text in the record: there is nothing to take claims from"),
        (("A-017", "--by", "a/b"), "--by: is 'a/b', must be a name"),
        (("A-017", "--by", " "), "--by: names nobody"),
    ],
)
def test_what_cannot_be_worked_on_is_refused(top, name, words, said):
    """By each command, with one clear error; nothing is shown of it."""
    command, more = COMMANDS[name]
    code, out, error = run(command, *words, *more)
    assert (code, out) == (1, "")
    assert said in error
    assert error.count("\n") == 0
    assert "Тайный" not in error
    assert not (top / LEDGER).exists()


@pytest.mark.parametrize("name", ["edit", "split", "merge", "renumber", "judge"])
@pytest.mark.usefixtures("top")
def test_a_reviewer_without_claims_is_told_how_to_begin(name):
    """And that those of others can be taken over."""
    command, more = COMMANDS[name]
    code, _, said = run(command, "A-017", *more)
    assert (code, said) == (1, f"A-017: has no claims of {ADA} yet; `assay evidence new A-017` proposes them")
    taken_down(by=BOB)
    _, _, said = run(command, "A-017", *more)
    assert said.endswith(f"proposes them, or takes over those of {BOB} with --from")


def test_who_has_claims_is_told_to_edit_them(top):
    """Nothing is written a second time."""
    taken_down()
    for words in (("--ask",), ("--jsonl", "-"), ("--from", ADA, "--no-ask")):
        code, _, said = run(new, "A-017", *words, told=did(new, "A-017", *PRINTED))
        assert code == 1
        assert said == f"A-017: has claims of {ADA} already; `assay evidence edit A-017` changes them"
    assert len(ledger(top)) == 3
    taken_down(by=BOB)
    _, _, said = run(new, "A-017", "--jsonl", "-", "--by", BOB, told=did(new, "A-017", *PRINTED))
    assert said.endswith(f"`assay evidence edit A-017 --by {BOB}` changes them")


def test_nothing_is_judged_before_the_expected_evidence_is_stated(top):
    """Not even that a sentence is immaterial; claims can be taken down."""
    taken_down("A-021")
    said = "cannot be judged yet: nobody has stated which evidence a careful answer would need"
    for words in (("--ask",), ("C-021-1", *WRONG), ("--jsonl", "-")):
        code, _, error = run(judge, "A-021", *words, told='{"claim_id": "C-021-1"}\n')
        assert (code, error.count("\n")) == (1, 0)
        assert said in error
    immaterial = {"claim_id": "C-021-1", "kind": "immaterial", "observation": "приветствие"}
    code, _, error = run(edit, "A-021", *WHY, "--jsonl", "-", told=jsonl(immaterial))
    assert (code, said in error) == (1, True)
    out = did(edit, "A-021", *WHY, "--ask", told="1\n5\n0\n")
    assert said in out
    assert len(ledger(top, "A-021")) == 1


def test_without_a_terminal_nobody_is_asked(top):
    """Proposals are printed, or claims as they are on record, with the command that takes them."""
    assert run(new, "A-017") == run(new, "A-017", *PRINTED)
    taken_down()
    code, out, said = run(edit, "A-017")
    assert (code, [json.loads(line)["claim_id"] for line in out.splitlines()]) == (0, list(current(top)))
    assert "`assay evidence edit A-017 --why REASON --jsonl -`" in said


def test_a_closed_stream_is_one_usage_error(top):
    """Of the talk, which cannot be; a real process, started without standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "assay", "evidence", "new", "A-017", "--ask"],
        cwd=top,
        env=pipeline.environment(ROOT),
        preexec_fn=lambda: os.close(0),  # it does nothing else
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr.count("Error: ")) == (2, 1), done.stderr
    assert "Nobody can be asked: standard input or output is closed." in done.stderr
    assert ledger(top) == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (new, ("A-017", "--jsonl", "nowhere.jsonl")),
        (new, ("A-017", "--jsonl", "-", "--from", "x")),
        (new, ("A-017", "--jsonl", "-", "--ask")),
        (edit, ("A-017", "--merge", "C-017-1", "C-017-2")),
        (edit, ("A-017", "--merge", "C-017-1", "C-017-2", "--renumber", "C-017-3")),
        (edit, ("A-017", "--jsonl", "-")),
        (edit, ("A-017", *WHY, "--jsonl", "-", "--renumber", "C-017-3")),
        (edit, ("A-017", *WHY, "--jsonl", "-", "--merge", "C-017-1", "C-017-2")),
        (judge, ("A-017",)),
        (judge, ("A-017", "C-017-1")),
        (judge, ("A-017", "--support", "supported")),
        (judge, ("A-017", "C-017-1", "--support", "maybe")),
        (judge, ("A-017", "C-017-1", "--support", "supported", "--ask")),
        (judge, ("A-017", "C-017-1", "--jsonl", "-")),
        (judge, ("A-017", "--jsonl", "-", "--missing", "x")),
        (judge, ("A-017", "--ask", "--from", "x")),
        (judge, ("A-017", "--ask", "--supersede", "x")),
    ],
)
def test_a_misuse_is_a_usage_error(top, command, words):
    """Exit 2, whatever stands on standard input."""
    taken_down()
    assert run(command, *words, told="{}\n")[0] == 2
    assert len(ledger(top)) == 3


def test_claims_are_split_and_merged_by_flags(top):
    """What was judged of them is to be judged again; the rest stays."""
    taken_down()
    judged("A-017", "C-017-1", *WRONG)
    words = "Назад примем + что угодно, и вещи с распродажи тоже | за 30 дней"
    code, _, said = run(edit, "A-017", "--why", "два утверждения", "--split", "C-017-1", words)
    assert (code, "C-017-4, C-017-5" in said) == (0, True)
    now = current(top)
    assert sorted(now) == ["C-017-2", "C-017-3", "C-017-4", "C-017-5"]
    assert [quote["text"] for quote in now["C-017-4"]["quote"]] == words.partition(" | ")[0].split(" + ")
    assert now["C-017-4"]["decision"] == now["C-017-5"]["decision"]
    did(edit, "A-017", "--why", "речь об одном сроке", "--merge", "C-017-2", "C-017-3")
    assert sorted(current(top)) == ["C-017-4", "C-017-5", "C-017-6"]
    assert current(top)["C-017-6"]["supersede_reason"] == "речь об одном сроке"
    assert problems(top) == []
    files = read_files(top / LEDGER)
    assert list(ledgers.forks(ledgers.history(files, FIELDS["claims"], LEDGER))) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--split", "C-017-9", "a | b"), "--split: 'C-017-9' is no claim in force; did you mean C-017-"),
        (("--merge", "C-017-1", "x"), "--merge: 'x' is no claim in force; one of: C-017-1, C-017-2, C-017-3"),
        (("--merge", "C-017-1", "C-017-1"), "merge: needs two claims or more"),
        (("--split", "C-017-1", "Назад"), "is not split by one part"),
        (("--renumber", "C-017-9"), "--renumber: 'C-017-9' is no claim in force; did you mean C-017-"),
        (("--why", "правка", "--renumber", "C-017-1"), "--why: 'правка' says nothing; say what the older"),
        (("--split", "C-017-1", "Назад | вперёд"), "«вперёд»: does not stand in the answer"),
        (("--split", "C-017-1", "Деньги | запрос"), "would leave out a sentence: «Назад примем"),
        (
            ("--why", "звоните +7 912 345-67-89", "--merge", "C-017-1", "C-017-2"),
            "--why: holds a phone number",
        ),
    ],
)
def test_a_change_that_is_none_is_refused(top, words, said):
    """Nothing is written."""
    taken_down()
    code, _, error = run(edit, "A-017", *WHY, *words)
    assert code == 1
    assert said in error
    assert len(ledger(top)) == 3


def test_a_changed_claim_is_to_be_judged_again(top):
    """It keeps its id; whoever decided between reviewers is named; what is untouched has no row."""
    taken_down()
    for name in ("C-017-1", "C-017-2"):
        judged("A-017", name, *WRONG)
    printed = did(edit, "A-017", *PRINTED)
    rows = [json.loads(line) for line in printed.splitlines()]
    assert [row["claim_id"] for row in rows] == ["C-017-1", "C-017-2", "C-017-3"]
    rows[0]["claim"] = "Примут любую вещь."
    code, _, said = run(edit, "A-017", "--why", "ближе к словам ответа", "--jsonl", "-", told=jsonl(*rows))
    assert (code, said.splitlines()[1]) == (0, "changed, so to be judged again: C-017-1")
    row = ledger(top)[-1]
    assert (row["claim_id"], row["claim"], row["support"]) == ("C-017-1", "Примут любую вещь.", None)
    assert len(ledger(top)) == 6
    assert did(edit, "A-017", *WHY, "--jsonl", "-", told=did(edit, "A-017", *PRINTED)) == (
        "nothing changed, nothing is written\n"
    )
    assert problems(top) == []


@pytest.mark.usefixtures("top")
def test_what_a_person_writes_holds_no_personal_data():
    """Whatever field it stands in; what the record has of it is refused as well."""
    taken_down()
    for flag in ("--observation", "--hypothesis", "--open-question"):
        code, _, said = run(judge, "A-017", "C-017-1", *WRONG, flag, "спросите a@example.org")
        assert (code, "C-017-1: holds an e-mail address" in said) == (1, True)
    claim = {"kind": "statement", "claim": "Пишите на a@example.org", "quote": [[0, len(TEXT)]]}
    code, _, said = run(new, "A-017", "--by", BOB, "--jsonl", "-", told=jsonl(claim))
    assert (code, "holds an e-mail address" in said) == (1, True)
    code, _, said = run(new, "A-024", "--jsonl", "-", told=did(new, "A-024", *PRINTED))
    assert (code, "new row C-024-1: holds an e-mail address" in said) == (1, True)
    assert "secret@" not in said


@pytest.mark.parametrize("name", COMMANDS)
def test_a_broken_ledger_is_refused(top, name):
    """By file and line."""
    path = top / LEDGER / "a-017/ada.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{}\n")
    command, more = COMMANDS[name]
    code, _, said = run(command, "A-017", *more)
    assert (code, f"{LEDGER}/a-017/ada.jsonl:1: lacks" in said) == (1, True)


def test_the_language_is_that_of_the_report(russian):
    """What is said, and the reason of a first verdict."""
    _, _, said = run(new, "A-017", *PRINTED)
    assert said == "ничего не записано; эти строки принимает `assay evidence new A-017 --jsonl -`\n"
    taken_down()
    judged("A-017", "C-017-1", *WRONG)
    assert ledger(russian)[-1]["supersede_reason"] == "вынесен вердикт"
    did(edit, "A-017", "--renumber", "C-017-1")
    assert ledger(russian)[-1]["supersede_reason"] == "у утверждения другой номер"
    for command, words in ((new, ("--by", BOB)), (edit, WHY)):
        _, _, said = run(command, "A-017", *words, "--jsonl", "-", told="{}\n")
        assert said.startswith("стандартный ввод:1: lacks kind")
    _, _, said = run(edit, "A-017", *PRINTED)
    assert said.endswith("`assay evidence edit A-017 --why 'ПРИЧИНА' --jsonl -`\n")
    _, _, said = run(new, "A-021", *PRINTED, "--by", BOB)
    assert said.endswith("`assay evidence new A-021 --jsonl - --by Bob`\n")
    _, _, said = run(new, "A-021", "--jsonl", "-", told=did(new, "A-021", *PRINTED))
    assert said.splitlines()[0].startswith("  ! оценить пока нельзя: не указано")
    out = did(new, "A-017", "--by", BOB, "--ask", told="0\n")
    assert "Ожидаемые доказательства, по записи:" in out
    assert DECLINED not in out
