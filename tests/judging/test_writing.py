import errno

import pytest

import pipeline
from assay import locking
from assay.entries import FIELDS
from assay.errors import InputError
from assay.evidence.reading import LEDGER
from assay.judging import cases, drafting, verdicts, writing
from assay.judging.cli import new
from assay.judging.corpus import Corpus
from assay.judging.desk import private, read_desk
from assay.ledger import new_row
from labelling.ground import did

from .ground import ADA, ATTACHED, BOB, EVE, LENIENT, WORDS, WRONG, bare, ledger, problems, taken_down
from .ground import judged as judged_

SAID = {
    "attachment": "attached",
    "attachment_reason": "метка стоит за предложением",
    "support": "unsupported",
    "support_reason": "p04 исключает распродажу",
    "evidence": ["p04"],
    "contradicts": True,
}


def desk(top, who=ADA):
    return read_desk(top, "A-017", who, WORDS)


def judged(at, name="C-017-1"):
    one = cases.case(at, name, cases.Wish())
    return one, verdicts.row_of(at, one, SAID, Corpus(at.root), name)


def test_shaped_claims_are_written_together(top):
    """What stood in the file before stays as it was."""
    taken_down(by=BOB)
    before = (top / LEDGER / "a-017/bob.jsonl").read_bytes()
    at = desk(top, BOB)
    draft = drafting.taken(at.answer, [row for found in at.of(BOB).values() for row in found], own=True)
    after, made = writing.settle(at, drafting.merge(draft, list(draft.claims)), "речь об одном сроке")
    data = (top / LEDGER / "a-017/bob.jsonl").read_bytes()
    assert data.startswith(before)
    assert [row["claim_id"] for row in made] == ["C-017-4"]
    assert after.rows == [*at.rows, *made]
    assert problems(top) == []


def test_where_the_disk_is_full_the_ledger_is_as_it_was(top, monkeypatch):
    """None of the rows is there."""

    def full(path, *_):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    at = desk(top)
    monkeypatch.setattr(locking, "write_beside", full)
    with pytest.raises(OSError, match="No space left"):
        writing.settle(at, drafting.proposal(at.answer), "")
    assert ledger(top) == []


def test_a_dry_run_gives_the_rows_that_would_be_written(top):
    """And creates nothing."""
    at = desk(top)
    _, made = writing.settle(at, drafting.proposal(at.answer), "", dry_run=True)
    assert not (top / LEDGER).exists()
    taken_down()
    assert bare(made) == bare(ledger(top))


def test_claims_that_were_taken_down_meanwhile_are_not_taken_down_twice(top):
    """Who was slower is told."""
    at = desk(top)
    taken_down()
    with pytest.raises(writing.MeanwhileError, match="were written meanwhile; nothing is written"):
        writing.settle(at, drafting.proposal(at.answer), "")
    assert len(ledger(top)) == 3


def test_numbers_that_others_took_meanwhile_are_not_taken_again(top):
    """They are given when the rows are written."""
    at = desk(top)
    taken_down(by=BOB)
    _, made = writing.settle(at, drafting.proposal(at.answer), "")
    assert [row["claim_id"] for row in made] == ["C-017-4", "C-017-5", "C-017-6"]


def test_of_several_verdicts_none_is_written_where_one_claim_was_changed(top):
    """By whomever."""
    taken_down()
    at = desk(top)
    found = [judged(at, name) for name in ("C-017-1", "C-017-2")]
    writing.record(at, [judged(at, "C-017-2")])
    with pytest.raises(writing.MeanwhileError, match="C-017-2: was changed meanwhile"):
        writing.record(at, found)
    assert len(ledger(top)) == 4


def test_a_verdict_of_another_reviewer_stands_in_no_ones_way(top):
    """Each has rows of their own."""
    taken_down()
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    mine, theirs = desk(top), desk(top, BOB)
    writing.record(theirs, [judged(theirs)])
    writing.record(mine, [judged(mine)])
    assert (len(ledger(top)), len(ledger(top, by=BOB))) == (4, 4)
    assert problems(top) == []


def test_a_rule_that_a_row_would_break_keeps_all_out(top):
    """Named by its claim; what is wrong already is not told."""
    taken_down()
    at = desk(top)
    one, row = judged(at)
    other = {**row, "evidence": []}
    with pytest.raises(InputError, match="new row C-017-1: was edited: its hash does not fit"):
        writing.record(at, [(one, other)])
    assert len(ledger(top)) == 3


def test_a_ledger_with_a_cut_last_line_is_not_written_to(top):
    """The new row would become part of it."""
    taken_down()
    at = desk(top)
    path = top / LEDGER / "a-017" / "x.jsonl"
    path.write_bytes(b"{")
    with pytest.raises(InputError, match="the last line has no line end"):
        writing.record(at, [judged(at)])


def test_only_new_rulings_need_an_adjudicator_of_today(top):
    """Those on record stay valid and stand in nobody's way, once params.yaml names their author no more."""
    taken_down()
    judged_("A-017", "C-017-1", *WRONG)
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    judged_("A-017", "C-017-1", *ATTACHED, *LENIENT, by=BOB)
    judged_("A-017", "C-017-1", *WRONG, "--adjudicate", by=EVE)
    pipeline.edit_params(top, f"adjudicators: [{EVE}]", "adjudicators: []")
    writing.record(desk(top), [judged(desk(top), "C-017-2")])
    assert problems(top) == []
    older = ledger(top)[-1]
    values = {name: older[name] for name in FIELDS["claims"]}
    taken = new_row(values, BOB, [older["row_id"]], "Прочитано ещё раз.")
    ruling = new_row({**values, "adjudicates": [older["row_id"], ledger(top, by=BOB)[1]["row_id"]]}, EVE)
    for row, said in ((taken, "Bob supersedes a row of Ада Пример"), (ruling, "Eve is no adjudicator")):
        with pytest.raises(InputError, match=f"^new row C-017-2: (adjudicates, but )?{said}"):
            writing.write(desk(top), lambda _, row=row: [row])


def test_a_folder_may_hold_rows_about_another_answer(top):
    """Of nearly the same id: they stay, and do not count."""
    taken_down("A.017")
    taken_down()
    at = desk(top)
    after = writing.record(at, [judged(at)])
    assert [row["answer_id"] for row in ledger(top)] == ["A.017", *["A-017"] * 4]
    assert {row["answer_id"] for row in after.rows} == {"A-017"}
    assert problems(top) == []


def test_a_hash_is_no_card_number(top):
    """Though some are all digits and fit the check digit; every text is looked at, quoted ones too."""
    digits = "2345061761346818"
    hashes = {"row_id": digits, "supersedes": [digits], "decision": digits, "adjudicates": [digits]}
    quoted = {"start": 0, "end": 1, "text": "слова"}
    row = {
        **hashes,
        "claim": "утверждение",
        "quote": [quoted],
        "evidence": [{"sha256": digits, "text": "фрагмент"}],
    }
    at, texts = desk(top), "\n".join(writing._texts(row))
    assert texts == "утверждение\nслова\nфрагмент"
    assert private(at, texts, "here") == []
    assert private(at, digits, "here") != []
