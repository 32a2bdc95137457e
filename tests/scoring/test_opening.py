import pytest

from assay import entries, ledger
from assay.errors import InputError
from assay.scoring import opening

ENTRY = {"mean": 0.5, "n": 4, "nulls": {"no_answer": 2}}
NAMES = ["sufficient@5", "coverage@5", "recall@5", "hit@5", "sufficient@1500c"]
FIGURES = {"a": {"queries": 6, "metrics": dict.fromkeys(NAMES, ENTRY)}}
SUMMARIES = {"a": {"run_id": "1" * 64, "gold_revision": "2" * 64}}


def test_rows_are_what_the_ledger_takes():
    """Read back with the fields of its folder."""
    [row] = opening.rows(SUMMARIES, FIGURES, "  why ", "Anna")
    data = (ledger.dump_row(ledger.new_row(row, "Anna")) + "\n").encode()
    [read] = ledger.read({"anna.jsonl": data}, entries.FIELDS["holdout"], "evidence/holdout")
    assert {name: read[name] for name in ("system", "run_id", "gold_revision", "why")} == {
        "system": "a",
        "run_id": "1" * 64,
        "gold_revision": "2" * 64,
        "why": "why",
    }


def test_another_reason_is_another_decision():
    """The same look has the same one."""
    one, same, other = (
        opening.rows(SUMMARIES, FIGURES, why, "Anna")[0]["decision"] for why in ("x", "x", "y")
    )
    assert one == same != other


def test_the_line_says_how_many_were_measured():
    """Or why none was."""
    score = {"headline": 5, "chars": [1500]}
    line = opening.line("a", FIGURES["a"], score)
    assert line.startswith("a: 6 holdout queries; sufficient@5 0.500 (n 4), ")
    none = {name: {"mean": None, "n": 0, "nulls": {"stale": 6}} for name in NAMES}
    assert "hit@5 not measured (stale 6)" in opening.line("a", {"queries": 6, "metrics": none}, score)


@pytest.mark.parametrize("who", ["../x", "a/../../b", "/", ".ada", "a\nb", "\udcff"])
def test_a_name_that_is_none_is_refused(who):
    """It would not give one file in the folder."""
    with pytest.raises(InputError) as error:
        opening.author("x", who)
    rule = "must be a name without '/' and signs that nobody sees, not begun by '.', no spaces around it"
    assert str(error.value) == f"--by: is {who!r}, {rule}; pass another name"


def test_nobody_and_no_reason_are_refused_at_once():
    """Both problems in one error."""
    with pytest.raises(InputError) as error:
        opening.author(" ", " ")
    assert str(error.value).splitlines() == [
        "--why: is empty; say why the holdout is looked at now",
        "--by: names nobody; pass a name, or leave it out and set git config user.name",
    ]
