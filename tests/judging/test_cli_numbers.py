import json

from assay import ledger as ledgers
from assay.entries import FIELDS
from assay.evidence.reading import LEDGER
from assay.judging.cli import edit, judge, new
from assay.ledger import in_force
from labelling.ground import did, run

from .ground import ADA, BOB, NEVER, TEXT, branched, current, jsonl, ledger, problems, taken_down

WHY = ("--why", "так сказано в ответе")
PRINTED = ("--no-ask",)


def test_claims_that_took_one_number_on_two_branches_get_numbers_of_their_own(top):
    """After a real merge: no claim is dropped, no verdict either; what is said is the command that mends it."""
    branched(top)
    before = {(row["claim"], row["support"]) for row in in_force(ledger(top))}
    assert len(before) == 5
    told = [one for one in problems(top) if "two claims have one number: see " in one]
    assert [one.rpartition("; ")[-1] for one in told] == [
        f"`assay evidence edit A-017 --renumber C-017-{number}` by their author gives one of them another"
        for number in (4, 5)
    ]
    for words in (("C-017-5", *NEVER), ("C-017-5", *NEVER, "--supersede", "перечитал")):
        code, _, said = run(judge, "A-017", *words)
        assert (code, "two claims have one number" in said) == (1, True)
    code, _, said = run(edit, "A-017", *WHY, "--split", "C-017-5", "за | 30 дней")
    assert code == 1
    assert "C-017-5: two claims have one number; name one of them: C-017-5@13, C-017-5@134" in said
    did(edit, "A-017", "--renumber", "C-017-5")
    assert {(row["claim"], row["support"]) for row in in_force(ledger(top))} == before
    assert sorted(current(top)) == [f"C-017-{number}" for number in (2, 4, 5, 6, 7)]
    assert current(top)["C-017-7"]["support"] == "unsupported"
    assert problems(top) == []


def test_any_change_gives_claims_with_one_number_numbers_of_their_own(top):
    """What was named stays what it is; the lines that are printed are taken back."""
    branched(top)
    printed = did(edit, "A-017", *PRINTED)
    rows = [json.loads(line) for line in printed.splitlines()]
    named = ["C-017-4@0", "C-017-5@13", "C-017-2", "C-017-4@119", "C-017-5@134"]
    assert [row["claim_id"] for row in rows] == named
    rows[1]["renumber"] = True
    did(
        edit,
        "A-017",
        *WHY,
        "--jsonl",
        "-",
        told=jsonl(rows[1], {"claim_id": "C-017-2", "claim": "С запроса."}),
    )
    now = {row["claim"]: (name, row["support"]) for name, row in current(top).items()}
    assert now == {
        "Назад примем": ("C-017-4", None),
        "за 30 дней": ("C-017-6", None),
        "С запроса.": ("C-017-2", None),
        "Обычно хватает": ("C-017-7", None),
        "пяти дней": ("C-017-5", "unsupported"),
    }
    assert problems(top) == []


def test_who_takes_over_claims_with_one_number_has_them_all(top):
    """One of the two keeps it."""
    branched(top)
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    assert [row["claim"] for row in ledger(top, by=BOB)] == [
        "Назад примем",
        "за 30 дней",
        "Деньги возвращают, как только вы отправили запрос.",
        "Обычно хватает",
        "пяти дней",
    ]
    assert sorted(current(top, by=BOB)) == [f"C-017-{number}" for number in (2, 4, 5, 6, 7)]


def test_a_number_that_two_reviewers_took_is_given_up_by_one(top):
    """Each wrote another claim under it, without knowing of the other."""
    taken_down()
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    one, other = ({"kind": "statement", "claim": words, "quote": [words]} for words in ("Обычно", "пяти"))
    ids = {"claim_id": "C-017-4"}
    did(edit, "A-017", *WHY, "--jsonl", "-", told=jsonl(one))
    path = top / LEDGER / "a-017/bob.jsonl"
    values = {name: ledger(top)[-1][name] for name in FIELDS["claims"]} | ids
    quote = [{"start": TEXT.index("пяти"), "end": TEXT.index("пяти") + 4, "text": "пяти"}]
    ledgers.append(path, ledgers.new_row({**values, "claim": other["claim"], "quote": quote}, BOB))
    (problem,) = problems(top)
    assert problem.endswith(
        "two claims have one number: `assay evidence edit A-017 --renumber C-017-4` gives one of them another"
    )
    did(edit, "A-017", "--renumber", "C-017-4", "--by", BOB)
    assert problems(top) == []
    assert (current(top)["C-017-4"]["claim"], current(top, by=BOB)["C-017-5"]["claim"]) == ("Обычно", "пяти")
