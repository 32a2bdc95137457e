from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import ledger
from assay.entries import FIELDS
from assay.errors import InputError
from assay.evidence.coverage import uncovered
from assay.evidence.numbering import free, id_fault
from assay.evidence.reading import LEDGER
from assay.evidence.record import Run
from assay.evidence.rules import check
from assay.evidence.runs import Runs
from assay.jsonl import dump_row
from assay.judging import drafting
from assay.judging.drafting import Claim
from assay.judging.rows import faults, given_up, groups, made

from .ground import ADA, BOB, TEXT, answer, recorded

A017 = recorded(answer("A-017", TEXT))


def own(rows, who=ADA):
    """A reviewer's rows in force by id of the claim."""
    found = {}
    for row in ledger.in_force(rows):
        if row["by"] == who:
            found.setdefault(row["claim_id"], []).append(row)
    return found


def begun(who=ADA):
    return made(drafting.proposal(A017), who, [], {})


def edited(rows, change, why="иначе"):
    """The rows that a change of the claims adds."""
    current = own(rows)
    draft = drafting.taken(A017, [row for found in current.values() for row in found], own=True)
    return made(change(draft), ADA, rows, current, why)


def spans(*words):
    return [((TEXT.index(one), TEXT.index(one) + len(one)),) for one in words]


def split(draft):
    return drafting.split(draft, draft.claims[0], [(one, "") for one in spans("Назад примем", "за 30 дней")])


def test_ids_are_those_of_the_answer_and_count_on():
    """Above the highest that anybody has used, whatever else stands there."""
    assert [row["claim_id"] for row in begun()] == ["C-017-1", "C-017-2", "C-017-3"]
    used = ["C-017-2", "C-017-11", "C-0171-99", "C-017-x", "other"]
    assert list(islice(free(A017, used), 2)) == ["C-017-12", "C-017-13"]
    assert next(free(recorded(answer("B-7", "Да.")), [])) == "C-B-7-1"


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("C-017-1", True),
        ("C-017-0", False),
        ("C-017-01", False),
        ("C-017-1 ", False),
        ("C-18-1", False),
        (7, False),
    ],
)
def test_an_id_that_is_none_is_told(name, good):
    """With one that would be."""
    fault = id_fault(A017, name)
    assert (fault is None) == good
    assert good or fault == "is no id of a claim of A-017, as C-017-1"


def test_a_split_has_new_ids_supersedes_the_old_row_and_shares_a_decision():
    """What is untouched has no row."""
    rows = begun()
    one, two = edited(rows, split)
    assert [one["claim_id"], two["claim_id"]] == ["C-017-4", "C-017-5"]
    assert one["supersedes"] == two["supersedes"] == [rows[0]["row_id"]]
    assert one["decision"] == two["decision"] != None  # noqa: E711  # all three at once
    assert {one["supersede_reason"], two["supersede_reason"]} == {"иначе"}


def test_a_merge_has_a_new_id_and_supersedes_all():
    """One row."""
    rows = begun()
    (row,) = edited(rows, lambda draft: drafting.merge(draft, list(draft.claims[:2])))
    assert row["claim_id"] == "C-017-4"
    assert row["supersedes"] == sorted(one["row_id"] for one in rows[:2])
    assert row["decision"]


def test_claims_that_hang_together_are_one_decision_others_another():
    """A part of one claim merged with the next."""
    rows = begun()

    def change(draft):
        draft = split(draft)
        draft = drafting.merge(draft, [draft.claims[1], draft.claims[2]])
        words = spans("Обычно хватает", "пяти дней")
        return drafting.split(draft, draft.claims[2], [(one, "") for one in words])

    found = edited(rows, change)
    assert [row["claim_id"] for row in found] == ["C-017-4", "C-017-5", "C-017-6", "C-017-7"]
    assert [len(row["supersedes"]) for row in found] == [1, 2, 1, 1]
    decisions = [row["decision"] for row in found]
    assert decisions[0] == decisions[1] != decisions[2] == decisions[3]


@pytest.mark.parametrize(
    "change",
    [
        lambda draft: drafting.changed(draft, draft.claims[0], text="Примут всё."),
        lambda draft: drafting.changed(draft, draft.claims[0], quote=((0, 12),)),
        lambda draft: drafting.changed(draft, draft.claims[0], citations=()),
        lambda draft: drafting.changed(draft, draft.claims[0], kind="immaterial", observation="вступление"),
    ],
)
def test_a_changed_claim_keeps_its_id_and_loses_its_verdict(change):
    """It is to be judged again."""
    rows = begun()
    judged = ledger.new_row({**values(rows[0]), "support": "unsupported"}, ADA, [rows[0]["row_id"]], "x")
    (row,) = edited([*rows, judged], change)
    assert (row["claim_id"], row["supersedes"]) == ("C-017-1", [judged["row_id"]])
    assert (row["support"], row["evidence"], row["decision"]) == (None, [], None)


def test_what_comes_back_to_what_it_was_is_untouched():
    """A claim split and merged again, whatever verdict it has."""
    rows = begun()

    def there_and_back(draft):
        after = split(draft)
        after = drafting.merge(after, list(after.claims[:2]))
        first = draft.claims[0]
        return drafting.changed(after, after.claims[0], text=first.text, quote=first.quote)

    assert edited(rows, there_and_back) == []
    assert edited(rows, lambda draft: draft) == []


def test_two_rows_about_one_claim_become_one_where_it_is_changed():
    """As two branches leave them: a change supersedes both; what is not changed has no row."""
    rows = begun()
    twin = ledger.new_row({**values(rows[0]), "claim": "Иначе."}, ADA, [], None)
    both = sorted([rows[0]["row_id"], twin["row_id"]])
    assert edited([*rows, twin], lambda draft: draft) == []
    (other,) = edited(
        [*rows, twin], lambda draft: drafting.changed(draft, draft.claims[1], text="С запроса.")
    )
    assert other["supersedes"] == [rows[1]["row_id"]]
    (row,) = edited([*rows, twin], lambda draft: drafting.changed(draft, draft.claims[0], text="Примут всё."))
    assert (row["claim_id"], row["supersedes"]) == ("C-017-1", both)
    assert {tuple(row["supersedes"]) for row in edited([*rows, twin], split)} == {tuple(both)}
    (row,) = edited([*rows, twin], lambda draft: drafting.merge(draft, list(draft.claims[:2])))
    assert row["supersedes"] == sorted([*both, rows[1]["row_id"]])


def verdict(row):
    """A row with a verdict that supersedes another."""
    said = {
        "support": "unsupported",
        "support_reason": "p04 исключает распродажу",
        "open_question": "Почему?",
    }
    return ledger.new_row({**values(row), **said}, ADA, [row["row_id"]], "x")


def test_a_claim_with_another_number_keeps_its_verdict():
    """And everything else; one row, which supersedes the old one."""
    rows = begun()
    judged = verdict(rows[1])
    (row,) = edited([*rows, judged], lambda draft: drafting.renumbered(draft, "C-017-2", "x"))
    assert values(row) == {**values(judged), "claim_id": "C-017-4"}
    assert (row["supersedes"], row["supersede_reason"], row["decision"]) == (
        [judged["row_id"]],
        "иначе",
        None,
    )


def test_a_claim_that_changes_beside_its_number_loses_its_verdict():
    """As any other that changes."""
    rows = begun()
    (row,) = edited(
        [*rows, verdict(rows[1])],
        lambda draft: drafting.changed(draft, draft.claims[1], text="С запроса.", renumber=True),
    )
    assert (row["claim_id"], row["claim"], row["support"]) == ("C-017-4", "С запроса.", None)


def clashed():
    """Two claims with one number, as two branches leave them: that which stands later is judged."""
    rows = begun()
    late = ledger.new_row({**values(rows[2]), "claim_id": "C-017-2"}, ADA, [rows[2]["row_id"]], "x")
    return [*rows, late, verdict(late)]


def test_of_two_claims_with_one_number_the_one_that_is_named_gets_another():
    """It keeps its verdict; both stay as they are, whatever else is changed."""
    rows = clashed()
    assert edited(rows, lambda draft: draft) == []
    (row,) = edited(rows, lambda draft: drafting.renumbered(draft, "C-017-2", "x"))
    assert values(row) == {**values(rows[-1]), "claim_id": "C-017-4"}
    assert row["supersedes"] == [rows[-1]["row_id"]]
    (row,) = edited(rows, lambda draft: drafting.changed(draft, draft.claims[0], text="Примут всё."))
    assert (row["claim_id"], row["support"]) == ("C-017-1", None)


@pytest.mark.parametrize(("at", "older"), [(1, 1), (2, -1)])
def test_of_two_claims_with_one_number_the_one_that_changes_gets_another(at, older):
    """The other keeps the number and its verdict, also where it stands later."""
    rows = clashed()
    (row,) = edited(rows, lambda draft: drafting.changed(draft, draft.claims[at], text="С запроса."))
    assert (row["claim_id"], row["supersedes"]) == ("C-017-4", [rows[older]["row_id"]])


def test_of_two_claims_with_one_number_that_both_change_the_first_keeps_it():
    """Each gets a row."""
    changed = edited(
        clashed(),
        lambda draft: draft.holding(
            [draft.claims[0], *(replace(one, text="Иначе.") for one in draft.claims[1:])]
        ),
    )
    assert [row["claim_id"] for row in changed] == ["C-017-2", "C-017-4"]


def test_the_earlier_gets_another_number_where_it_is_named():
    """The later one keeps it."""
    rows = clashed()
    start = rows[1]["quote"][0]["start"]
    (row,) = edited(rows, lambda draft: drafting.renumbered(draft, f"C-017-2@{start}", "x"))
    assert values(row) == {**values(rows[1]), "claim_id": "C-017-4"}


def test_two_claims_with_one_number_may_be_merged_or_split():
    """Each is a claim of its own."""
    rows = clashed()
    (row,) = edited(rows, lambda draft: drafting.merge(draft, list(draft.claims[1:])))
    assert row["supersedes"] == sorted([rows[1]["row_id"], rows[-1]["row_id"]])
    parts = [(one, "") for one in spans("Обычно", "пяти дней")]
    found = edited(rows, lambda draft: drafting.split(draft, draft.claims[2], parts))
    assert [row["claim_id"] for row in found] == ["C-017-4", "C-017-5"]
    assert {tuple(row["supersedes"]) for row in found} == {(rows[-1]["row_id"],)}


def test_which_claims_give_up_their_numbers_is_known_before():
    """Those said to, and one that is changed while another has its number."""
    current = own(clashed())
    draft = drafting.taken(A017, [row for found in current.values() for row in found], own=True)
    first, early, late = draft.claims
    assert given_up(draft) == {}
    reworded = drafting.changed(draft, late, text="Иначе.")
    assert given_up(reworded) == {id(reworded.claims[2]): "C-017-2"}
    draft = drafting.changed(draft, early, renumber=True)
    assert given_up(draft) == {id(draft.claims[1]): "C-017-2"}
    draft = drafting.changed(draft, first, renumber=True)
    assert sorted(given_up(draft).values()) == ["C-017-1", "C-017-2"]


def test_claims_of_another_reviewer_keep_their_ids_and_supersede_nothing():
    """What is split of them gets ids that nobody has."""
    rows = begun(BOB)
    draft = split(drafting.taken(A017, rows, own=False))
    found = made(draft, ADA, rows, {}, "")
    assert [row["claim_id"] for row in found] == ["C-017-4", "C-017-5", "C-017-2", "C-017-3"]
    assert {tuple(row["supersedes"]) for row in found} == {()}
    assert {row["decision"] for row in found} == {None}


def test_groups_are_what_was_made_of_the_same():
    """By what joins them; what is new stands alone."""
    names = ["a", "ab", "c", "", "bd", ""]
    claims = [Claim("statement", str(n), (), (), None, frozenset(one)) for n, one in enumerate(names)]
    found = groups(claims)
    assert [("".join(sorted(one.names)), len(one.claims), one.kept) for one in found] == [
        ("abd", 3, None),
        ("c", 1, "c"),
        ("", 1, None),
        ("", 1, None),
    ]


def test_a_claim_that_breaks_a_rule_says_which():
    """Before anything is written."""
    (fault,) = faults(A017, Claim("statement", "x", (), ()), "here")
    assert str(fault).startswith("here: quotes nothing of the answer")
    (fault,) = faults(A017, Claim("immaterial", "x", ((0, 5),), ()), "here")
    assert "lacks observation" in str(fault)


def values(row):
    return {name: row[name] for name in FIELDS["claims"]}


def files(rows):
    """Bytes of the ledger's one file."""
    return {ledger.file_of(rows[0]): "".join(dump_row(row) + "\n" for row in rows).encode()}


def some_words(data, quote):
    """A stretch of a quotation, from the beginning of a word to the end of one."""
    borders = [at for start, end in quote for at in range(start, end) if TEXT[at].isalnum()]
    first = data.draw(st.sampled_from(borders))
    last = data.draw(st.sampled_from([at for at in borders if at >= first]))
    return tuple((max(a, first), min(b, last + 1)) for a, b in quote if a <= last and first < b)


def turned(data, draft):
    """One split or merge, if it is one that is allowed."""
    if len(draft.claims) > 1 and data.draw(st.booleans(), label="merge"):
        chosen = data.draw(
            st.lists(st.sampled_from(range(len(draft.claims))), min_size=2, max_size=3, unique=True)
        )
        return drafting.merge(draft, [draft.claims[at] for at in chosen])
    claim = data.draw(st.sampled_from(draft.claims))
    parts = [(some_words(data, claim.quote), "") for _ in range(data.draw(st.integers(2, 3)))]
    try:
        return drafting.split(draft, claim, parts)
    except InputError:
        return draft  # it would leave out a sentence, or its parts are the same


@given(st.data())
def test_any_splits_and_merges_keep_every_sentence_every_id_and_every_rule(data):
    """Several sessions one after another, each with several turns; nothing forks."""
    run = Run(A017.run, A017.run_id, {}, [A017])
    rows = begun()
    for _ in range(data.draw(st.integers(1, 3), label="sessions")):
        current = own(rows)
        draft = drafting.taken(A017, [row for found in current.values() for row in found], own=True)
        for _ in range(data.draw(st.integers(1, 4), label="turns")):
            draft = turned(data, draft)
        new = made(draft, ADA, rows, current, "иначе")
        used = {row["claim_id"] for row in rows}
        assert not used & {row["claim_id"] for row in new if row["decision"]}
        rows += new
        history = ledger.history(files(rows), FIELDS["claims"], LEDGER)
        now = ledger.in_force(rows)
        assert uncovered(A017, now) == []
        assert len({row["claim_id"] for row in now}) == len(now)
        assert list(check(history, Runs({run.name: run}), {})) == []
        assert list(ledger.forks(ledger.history(files(rows), FIELDS["claims"], LEDGER))) == []
