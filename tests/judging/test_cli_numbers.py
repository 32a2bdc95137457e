import json

from assay import ledger as ledgers
from assay.entries import FIELDS
from assay.evidence.reading import LEDGER
from assay.judging.cli import edit, judge, new
from assay.ledger import in_force
from labelling.ground import did, run

from .ground import ADA, BOB, NEVER, TEXT, branched, current, jsonl, judged, ledger, problems, taken_down

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
    assert sorted(row["claim_id"] for row in in_force(ledger(top))) == [
        f"C-017-{number}" for number in (2, 4, 4, 5, 6)
    ]
    did(edit, "A-017", "--renumber", "C-017-4")
    assert {(row["claim"], row["support"]) for row in in_force(ledger(top))} == before
    assert sorted(current(top)) == [f"C-017-{number}" for number in (2, 4, 5, 6, 7)]
    assert current(top)["C-017-6"]["support"] == "unsupported"
    assert problems(top) == []


def test_a_change_leaves_claims_with_one_number_that_nobody_named(top):
    """The lines that are printed are taken back."""
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
    now = {row["claim"]: (row["claim_id"], row["support"]) for row in in_force(ledger(top))}
    assert now == {
        "Назад примем": ("C-017-4", None),
        "за 30 дней": ("C-017-6", None),
        "С запроса.": ("C-017-2", None),
        "Обычно хватает": ("C-017-4", None),
        "пяти дней": ("C-017-5", "unsupported"),
    }
    (problem,) = problems(top)
    assert "two claims have one number" in problem


def twins(top):
    """Let Ada split a claim into the same words and judge one part on each of two branches, as a merge leaves it."""
    taken_down()
    did(edit, "A-017", *WHY, "--split", "C-017-1", "Назад примем | за 30 дней")
    judged("A-017", "C-017-5", *NEVER)
    old = current(top)["C-017-5"]
    return [old, again(top, old)]


def again(top, old):
    """Append a row in force like another; the new one."""
    values = {key: old[key] for key in FIELDS["claims"]} | {"open_question": "Почему?"}
    new = ledgers.new_row(values, ADA, old["supersedes"], old["supersede_reason"])
    ledgers.append(top / LEDGER / ledgers.file_of(new), new)
    return new


def about(top, name):
    """Ada's rows in force about a claim."""
    return [row for row in in_force(ledger(top)) if row["claim_id"] == name]


def test_a_change_of_one_claim_leaves_another_that_stands_twice(top):
    """Both of its verdicts stay in force, by lines and by another number of a third."""
    both = twins(top)
    did(edit, "A-017", *WHY, "--jsonl", "-", told=jsonl({"claim_id": "C-017-2", "claim": "С запроса."}))
    assert [row["claim_id"] for row in ledger(top)[-2:]] == ["C-017-5", "C-017-2"]
    did(edit, "A-017", "--renumber", "C-017-4")
    assert [row["claim_id"] for row in ledger(top)[-2:]] == ["C-017-2", "C-017-6"]
    assert about(top, "C-017-5") == both


def test_a_claim_that_stands_twice_gets_no_other_number(top):
    """It is refused by flags and by lines; once it is judged again, or where its words change, it does."""
    both, before = twins(top), ledger(top)
    refused = (
        "C-017-5: its two verdicts differ or stand twice; judge it again first "
        "(`assay evidence judge A-017 C-017-5 --supersede …`)"
    )
    named = {"claim_id": "C-017-5", "renumber": True}
    assert run(edit, "A-017", "--renumber", "C-017-5")[::2] == (1, refused)
    code, _, said = run(edit, "A-017", *WHY, "--jsonl", "-", told=jsonl(named))
    assert (code, said, ledger(top)) == (1, refused, before)
    reworded = did(
        edit, "A-017", *WHY, "--dry-run", "--jsonl", "-", told=jsonl({**named, "claim": "30 дней"})
    )
    assert json.loads(reworded)["supersedes"] == sorted(row["row_id"] for row in both)
    judged("A-017", "C-017-5", *NEVER, "--supersede", "перечитал обе строки")
    did(edit, "A-017", "--renumber", "C-017-5")
    assert current(top)["C-017-6"]["support"] == "unsupported"
    assert problems(top) == []


def test_a_change_of_a_claim_that_stands_twice_supersedes_both(top):
    """It is said that its verdict is dropped."""
    both = twins(top)
    line = jsonl({"claim_id": "C-017-5", "claim": "30 дней"})
    code, _, said = run(edit, "A-017", *WHY, "--jsonl", "-", told=line)
    assert (code, "judged again: C-017-5" in said) == (0, True), said
    (row,) = about(top, "C-017-5")
    assert (row["supersedes"], row["support"]) == (sorted(one["row_id"] for one in both), None)


def test_a_claim_that_stands_twice_and_shares_its_number_is_mended_step_by_step(top):
    """What is told works: the other claim gets a number, then the one that stands twice is judged."""
    branched(top)
    late = next(row for row in about(top, "C-017-5") if row["support"])
    again(top, late)
    code, _, said = run(edit, "A-017", "--renumber", "C-017-5")
    told = (
        "C-017-5@134: its two verdicts differ or stand twice; give another claim of that number its own first: "
        "`assay evidence edit A-017 --renumber C-017-5@13`"
    )
    assert (code, said) == (1, told)
    did(edit, "A-017", "--renumber", "C-017-5@13")
    judged("A-017", "C-017-5", *NEVER, "--supersede", "перечитал обе строки")
    did(edit, "A-017", "--renumber", "C-017-4")
    assert problems(top) == []


def test_of_claims_with_one_number_that_all_stand_twice_one_is_changed(top):
    """None can be judged before it has a number of its own."""
    branched(top)
    for row in about(top, "C-017-5"):
        again(top, row)
    code, _, said = run(edit, "A-017", "--renumber", "C-017-5")
    assert (code, said.partition("; ")[2]) == (1, "change its words as well, by --jsonl")
    line = {"claim_id": "C-017-5@13", "claim": "30 дней", "renumber": True}
    did(edit, "A-017", *WHY, "--jsonl", "-", told=jsonl(line))
    assert len(about(top, "C-017-5")) == 2
    judged("A-017", "C-017-5", *NEVER, "--supersede", "перечитал обе строки")


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
