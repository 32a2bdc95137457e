import errno
import json
import shlex
import signal

import pytest

from assay import ledger as ledgers
from assay.entries import FIELDS
from assay.errors import InputError, Problem
from assay.evidence.reading import LEDGER
from assay.judging import drafting, finishing
from assay.judging.cli import edit, new
from assay.judging.desk import read_desk
from assay.judging.writing import MeanwhileError
from assay.ledger import file_of
from labelling.ground import did, run

from .ground import ADA, BOB, WORDS, WRONG, current, jsonl, judged, ledger, problems, taken_down


@pytest.fixture
def own(top):
    """Ada's claims, one of them judged; the desk, and the claims to be shaped."""
    taken_down()
    judged("A-017", "C-017-1", *WRONG)
    at = read_desk(top, "A-017", ADA, WORDS)
    return at, drafting.taken(at.answer, [row for rows in at.of(ADA).values() for row in rows], own=True)


def test_what_was_written_is_named_with_what_is_to_be_judged_again(top, own, capsys):
    """On standard error: standard output is for rows."""
    at, draft = own
    finishing.written(at, drafting.merge(draft, list(draft.claims[:2])), "речь об одном сроке", dry_run=False)
    out, said = capsys.readouterr()
    assert out == ""
    assert said.splitlines() == [
        f"wrote {LEDGER}/{file_of(ledger(top)[0])}: C-017-4",
        "changed, so to be judged again: C-017-4",
        "next: `assay evidence judge A-017`",
    ]


def test_what_had_no_verdict_is_not_to_be_judged_again(own, capsys):
    """It was never judged."""
    at, draft = own
    finishing.written(
        at, drafting.changed(draft, draft.claims[1], text="Иначе."), "ближе к словам ответа", dry_run=False
    )
    assert "again" not in capsys.readouterr().err


def test_a_dry_run_shows_rows_and_nothing_else(top, own, capsys):
    """As they would stand in the file."""
    at, draft = own
    finishing.written(at, drafting.merge(draft, list(draft.claims)), "речь об одном сроке", dry_run=True)
    out, _ = capsys.readouterr()
    assert json.loads(out)["claim_id"] == "C-017-4"
    assert len(ledger(top)) == 4


def test_what_is_untouched_is_not_written(own, capsys):
    """It says so."""
    finishing.written(*own, "x", dry_run=False)
    assert capsys.readouterr() == ("nothing changed, nothing is written\n", "")


def test_claims_that_a_merge_of_branches_left_twice_are_mended_where_they_change(top):
    """In a talk, too; the reason is asked for. Where nothing changes, nothing is written."""
    taken_down()
    old = current(top)["C-017-1"]
    twin = ledgers.new_row({name: old[name] for name in FIELDS["claims"]} | {"claim": "Иначе."}, ADA)
    ledgers.append(top / LEDGER / file_of(twin), twin)
    code, out, _ = run(edit, "A-017", "--ask", told="\n")
    assert (code, "Why the claims are changed" in out, ledger(top)[-1]) == (0, False, twin)
    code, out, _ = run(edit, "A-017", "--ask", told="1\n2\nПримут всё.\n\nпосле слияния веток\n")
    assert (code, "Why the claims are changed" in out) == (0, True)
    row = ledger(top)[-1]
    assert (row["claim_id"], row["supersede_reason"]) == ("C-017-1", "после слияния веток")
    assert row["supersedes"] == sorted([old["row_id"], twin["row_id"]])
    assert problems(top) == []


CHANGED = "1\n2\nПримут всё.\n\nближе к словам ответа\n"  # a claim is reworded and written, with the reason


def lines(out):
    """The lines of a talk that ``--jsonl`` takes."""
    return "".join(f"{line}\n" for line in out.splitlines() if line.startswith("{"))


def failing(monkeypatch, error, times=1):
    """Let claims not be written, so many times."""
    settle, left = finishing.settle, iter(range(times))

    def fail(*given, **more):
        if next(left, None) is None:
            return settle(*given, **more)
        raise error

    monkeypatch.setattr(finishing, "settle", fail)


FULL = OSError(errno.ENOSPC, "No space left on device", "x")
BUSY = InputError(Problem("assay.lock", "another command is writing here all the time"))


@pytest.mark.parametrize(
    ("error", "said"), [(FULL, "No space left on device"), (BUSY, "is writing here all")]
)
def test_what_cannot_be_written_now_is_tried_again(top, monkeypatch, error, said):
    """By an empty line: nothing has to be typed a second time."""
    taken_down()
    failing(monkeypatch, error)
    code, out, _ = run(edit, "A-017", "--ask", told=f"{CHANGED}\n")
    assert (code, ledger(top)[-1]["claim"]) == (0, "Примут всё.")
    assert said in out
    assert "Nothing is written yet: see to what is named above; an empty line tries again." in out
    assert lines(out) == ""


@pytest.mark.parametrize("error", [FULL, BUSY])
@pytest.mark.parametrize("more", ["0\n", ""])
def test_what_could_not_be_written_is_not_lost(top, monkeypatch, error, more):
    """Whoever leaves, or whose input ends, has it as lines, and the command that goes on from them."""
    taken_down()
    failing(monkeypatch, error, times=9)
    code, out, _ = run(edit, "A-017", "--ask", told=f"{CHANGED}{more}")
    assert (code, len(ledger(top))) == (0 if more else 1, 3)
    command = "assay evidence edit A-017 --why 'ближе к словам ответа' --ask --jsonl FILE"
    assert out.rstrip().endswith(command)
    monkeypatch.undo()
    monkeypatch.chdir(top)
    (top / "FILE").write_text(lines(out), "utf-8")
    did(edit, *shlex.split(command)[3:], told="\n")
    assert ledger(top)[-1]["claim"] == "Примут всё."
    assert len(ledger(top)) == 4


@pytest.mark.parametrize("words", [(), ("--by", BOB)])
def test_new_claims_come_back_where_the_input_ended(top, words):
    """By the same reviewer; each is as it was shaped."""
    code, out, said = run(new, "A-017", *words, "--ask", told="1+2\nОбо всём.\n3\n4\n1")
    assert (code, ledger(top, by=BOB if words else ADA)) == (1, [])
    assert "ended before all was answered" in said
    command = out.rstrip().splitlines()[-1].split()
    assert command[:4] == ["assay", "evidence", "new", "A-017"]
    (top / "FILE").write_text(lines(out), "utf-8")
    did(new, *command[3:], told="\n")
    rows = ledger(top, by=BOB if words else ADA)
    assert [row["claim"] for row in rows] == ["Обо всём.", "Обычно хватает пяти дней."]


@pytest.mark.parametrize("told", ["", "1\n", "1\n2\n"])
def test_nothing_is_shown_where_nothing_was_shaped(top, told):
    """There is nothing to be lost."""
    _, out, _ = run(new, "A-017", "--ask", told=told)
    assert lines(out) == ""
    assert ledger(top) == []


def test_new_claims_that_somebody_wrote_meanwhile_are_edited(top, monkeypatch):
    """They are there now: the command that takes the lines is another."""
    failing(monkeypatch, MeanwhileError(Problem("A-017", "were written meanwhile")))
    code, out, _ = run(new, "A-017", "--ask", told="1\n2\nПримут всё.\n\n")
    assert (code, ledger(top)) == (1, [])
    assert out.rstrip().endswith("assay evidence edit A-017 --ask --jsonl FILE")


@pytest.mark.parametrize("is_written", [True, False])
def test_ctrl_c_while_rows_are_written_says_the_truth(top, monkeypatch, is_written):
    """It waits until they are: then nothing is said to be lost; where they cannot be, the lines are shown."""
    taken_down()
    settle = finishing.settle

    def pressed(*given, **more):
        signal.raise_signal(signal.SIGINT)
        if not is_written:
            raise MeanwhileError(Problem("A-017", "were written meanwhile"))
        return settle(*given, **more)

    monkeypatch.setattr(finishing, "settle", pressed)
    code, out, _ = run(edit, "A-017", "--ask", told=CHANGED)
    assert (code, len(ledger(top))) == (1, 4 if is_written else 3)
    assert bool(lines(out)) != is_written


def test_flags_and_a_talk_go_together(top):
    """Why is asked for, though nothing is changed in the talk itself."""
    taken_down()
    words = ("--split", "C-017-1", "Назад примем | за 30 дней")
    code, out, _ = run(edit, "A-017", *words, "--ask", told="\nдва срока в одном\n")
    assert (code, "Why the claims are changed" in out) == (0, True)
    assert ledger(top)[-1]["supersede_reason"] == "два срока в одном"


def test_what_is_judged_whole_is_looked_at_next(top, capsys):
    """And nothing is said of verdicts where none can follow."""
    taken_down("A-021")
    at = read_desk(top, "A-021", ADA, WORDS)
    draft = drafting.taken(at.answer, at.rows, own=True)
    finishing.written(
        at, drafting.changed(draft, draft.claims[0], text="Примут."), "ближе к словам", dry_run=False
    )
    assert "next:" not in capsys.readouterr().err
    taken_down()
    whole = {"kind": "immaterial", "claim": "Всё.", "quote": [[0, 144]], "observation": "вежливая отписка"}
    whole["from"] = ["C-017-1", "C-017-2", "C-017-3"]
    _, _, said = run(edit, "A-017", "--why", "решать тут нечего", "--jsonl", "-", told=jsonl(whole))
    assert said.splitlines()[-1] == "next: `assay evidence show A-017`"
