import json

import pytest

from assay import ledger as ledgers
from assay.entries import FIELDS
from assay.evidence.reading import LEDGER
from assay.judging import drafting, finishing
from assay.judging.cli import edit
from assay.judging.desk import read_desk
from assay.ledger import file_of
from labelling.ground import run

from .ground import ADA, WORDS, WRONG, current, judged, ledger, problems, taken_down


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
    finishing.written(at, drafting.merge(draft, list(draft.claims[:2])), "одно", dry_run=False)
    out, said = capsys.readouterr()
    assert out == ""
    assert said.splitlines() == [
        f"wrote {LEDGER}/{file_of(ledger(top)[0])}: C-017-4",
        "changed, so to be judged again: C-017-4",
    ]


def test_what_had_no_verdict_is_not_to_be_judged_again(own, capsys):
    """It was never judged."""
    at, draft = own
    finishing.written(at, drafting.changed(draft, draft.claims[1], text="Иначе."), "точнее", dry_run=False)
    assert "again" not in capsys.readouterr().err


def test_a_dry_run_shows_rows_and_nothing_else(top, own, capsys):
    """As they would stand in the file."""
    at, draft = own
    finishing.written(at, drafting.merge(draft, list(draft.claims)), "одно", dry_run=True)
    out, _ = capsys.readouterr()
    assert json.loads(out)["claim_id"] == "C-017-4"
    assert len(ledger(top)) == 4


def test_what_is_untouched_is_not_written(own, capsys):
    """It says so."""
    finishing.written(*own, "x", dry_run=False)
    assert capsys.readouterr() == ("nothing changed, nothing is written\n", "")


def test_claims_that_a_merge_of_branches_left_twice_are_mended_in_the_talk(top):
    """Nothing else has to change; the reason is asked for."""
    taken_down()
    old = current(top)["C-017-1"]
    twin = ledgers.new_row({name: old[name] for name in FIELDS["claims"]} | {"claim": "Иначе."}, ADA)
    ledgers.append(top / LEDGER / file_of(twin), twin)
    code, out, _ = run(edit, "A-017", "--ask", told="\nпосле слияния веток\n")
    assert (code, "Why the claims are changed" in out) == (0, True)
    row = ledger(top)[-1]
    assert (row["claim_id"], row["supersede_reason"]) == ("C-017-1", "после слияния веток")
    assert row["supersedes"] == sorted([old["row_id"], twin["row_id"]])
    assert problems(top) == []
