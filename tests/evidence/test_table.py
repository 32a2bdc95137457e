import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evidence.expected import Expected
from assay.evidence.table import by_id, cited_chunks, is_judged, moment, place, tables

from . import cases

ANSWER = cases.shop_run().answers[0]
UNJUDGED = dict.fromkeys(
    ("attachment", "attachment_reason", "support", "support_reason", "contradicts", "corpus")
)
PARTLY = {"support": "partially_supported", "contradicts": False}


def table(*rows, answer=ANSWER):
    """The evidence table of A-017 with these rows, as the ledger's files give them."""
    return tables([answer], cases.placed(*rows).values(), {})[answer.id]


def version(older, minute, by="anna", name="C-017-1", **values):
    """A row that supersedes others."""
    ids = [row["row_id"] for row in older]
    envelope = {"supersedes": ids, "supersede_reason": "Прочитано ещё раз."}
    return cases.claim(name, by=by, minute=minute, envelope=envelope, **values)


def ruling(between, minute, by="eve", name="C-017-1", **values):
    """A row of the adjudicator that decides between others."""
    return cases.claim(name, by=by, minute=minute, adjudicates=[row["row_id"] for row in between], **values)


def states(made):
    return {claim.id: claim.state for claim in made.claims}


def test_the_worked_scenario_is_a_row_a_claim():
    """In the order of the answer; each verdict as its reviewer gave it."""
    made = table(*cases.shop_rows().values())
    assert states(made) == {
        "C-017-1": "unsupported",
        "C-017-2": "partially_supported",
        "C-017-3": "unsupported",
        "C-017-4": "unsupported",
    }
    assert [claim.counts["contradicts"] for claim in made.claims] == [True, False, True, False]
    assert [claim.counts["attachment"] for claim in made.claims] == ["attached"] * 3 + ["not_attached"]
    assert made.reviewers == ["anna"]
    assert made.of("anna") == list(cases.shop_rows().values())
    assert made.of("boris") == []
    assert made.expected.source == "record"


def test_an_answer_without_rows_has_an_empty_table():
    """It is there: nobody has begun."""
    made = table()
    assert (made.claims, made.reviewers, made.current) == ([], [], [])


def test_a_superseded_row_stays_and_does_not_count():
    """What came before a row is found through all versions, the latest first."""
    first = cases.claim("C-017-1", **UNJUDGED)
    second = version([first], 1, support="supported", contradicts=False)
    third = version([second], 2)
    made = table(first, second, third)
    assert states(made) == {"C-017-1": "unsupported"}
    assert made.rows == [first, second, third]
    assert made.current == [third]
    assert made.before(third) == [second, first]
    assert made.before(first) == []


def test_rows_of_one_second_keep_their_order_of_writing():
    """A script writes faster than the clock counts."""
    rows = [cases.claim("C-017-1", support_reason="Раз: распродажа.")]
    for number in range(12):
        rows.append(version(rows[-1:], 0, support_reason=f"Слово {number}."))
    assert table(*rows).before(rows[-1]) == rows[-2::-1]


def test_a_split_and_a_merge_have_all_they_came_from_before_them():
    """Each once, though two ways lead to it."""
    whole = cases.claim("C-017-1")
    parts = [version([whole], 1, name="C-017-1", claim_id=f"C-017-{n}", claim=f"Часть {n}.") for n in (5, 6)]
    merged = version(parts, 2, claim_id="C-017-7")
    made = table(whole, *parts, merged)
    assert [claim.id for claim in made.claims] == ["C-017-7"]
    found = made.before(merged)
    assert [row["claim_id"] for row in found] in (
        ["C-017-5", "C-017-6", "C-017-1"],
        ["C-017-6", "C-017-5", "C-017-1"],
    )


def test_reviewers_who_differ_dispute_a_claim():
    """In any part of the verdict; not in reasons, fragments or words. Who has not judged yet differs from nobody."""
    own = cases.claim("C-017-1")
    for change in (
        {"support": "partially_supported", "contradicts": False},
        {"attachment": "not_assessable"},
        {"corpus": "not_checked"},
        {"contradicts": False},
        {"kind": "immaterial", **UNJUDGED, "observation": "Вступление."},
    ):
        other = cases.claim("C-017-1", by="boris", minute=1, **change)
        (claim,) = table(own, other).claims
        assert (claim.disputed, claim.counts, claim.state) == (True, None, "disputed")
        assert claim.rows == [own, other]
        assert claim.shown == own
    for change in (
        {"support_reason": "Исключено в p04.", "evidence": [], "claim": "Иначе.", "hypothesis": "?"},
        UNJUDGED,
    ):
        (claim,) = table(own, cases.claim("C-017-1", by="boris", **change)).claims
        assert (claim.disputed, claim.counts, claim.state) == (False, own, "unsupported")


def test_what_nobody_has_judged_is_unjudged():
    """The words of the first row stand for it; one verdict is enough to count."""
    rows = [cases.claim("C-017-1", by=who, **UNJUDGED) for who in ("anna", "boris")]
    (claim,) = table(*rows).claims
    assert (claim.state, claim.counts, claim.shown, claim.judged) == ("unjudged", None, rows[0], [])
    judged = cases.claim("C-017-1", by="clara")
    (claim,) = table(*rows, judged).claims
    assert (claim.state, claim.counts, claim.shown) == ("unsupported", judged, judged)


def test_a_ruling_counts_alone_and_all_rows_stay():
    """Whatever reviewers say afterwards."""
    rows = [cases.claim("C-017-1"), cases.claim("C-017-1", by="boris", **PARTLY)]
    decided = ruling(rows, 2, support="not_assessable", contradicts=False)
    (claim,) = table(*rows, decided).claims
    assert (claim.counts, claim.state, claim.disputed) == (decided, "not_assessable", False)
    assert claim.rows == rows
    again = version(rows[1:], 3, by="boris", **PARTLY, corpus="not_checked")
    (claim,) = table(*rows, decided, again).claims
    assert (claim.counts, claim.rows) == (decided, [rows[0], again])


def test_a_ruling_may_be_all_that_is_left():
    """The reviewers have split what it decided on: it stands alone for its claim, until it is superseded."""
    rows = [cases.claim("C-017-1"), cases.claim("C-017-1", by="boris", **PARTLY)]
    decided = ruling(rows, 2)
    parts = [version([row], 3, by=row["by"], claim_id="C-017-5") for row in rows]
    made = table(*rows, decided, *parts)
    (kept, new) = sorted(made.claims, key=lambda claim: claim.id)
    assert (kept.id, kept.rows, kept.ruling, kept.shown) == ("C-017-1", [decided], decided, decided)
    assert (new.id, new.rows, new.ruling) == ("C-017-5", parts, None)


def test_the_later_of_two_rulings_counts():
    """By the time, wherever the clocks stood, not by its letters."""
    rows = [cases.claim("C-017-1"), cases.claim("C-017-1", by="boris", **PARTLY)]
    for first, second in (
        ("2026-03-02T23:30:00+03:00", "2026-03-02T21:00:00Z"),
        ("2026-03-02T10:00:00-08:00", "2026-03-03T01:00:00+05:00"),
        ("2026-03-02T10:00Z", "2026-03-02T10:00:00.1234567Z"),
    ):
        made = [
            ruling(rows, 0, support=one, contradicts=False, at=at)
            for one, at in (("supported", first), ("not_assessable", second))
        ]
        for order in (made, made[::-1]):
            (claim,) = table(*rows, *order).claims
            assert claim.state == "not_assessable"


def test_an_adjudicator_closes_a_fork():
    """A row that supersedes both sides stands for the claim; it is no ruling."""
    first = cases.claim("C-017-1")
    sides = [version([first], 1), version([first], 2, **PARTLY)]
    (claim,) = table(first, *sides).claims
    assert claim.disputed
    closing = version(sides, 3, by="eve")
    made = table(first, *sides, closing)
    (claim,) = made.claims
    assert (claim.counts, claim.rows, claim.ruling) == (closing, [closing], None)
    assert set(map(str, made.before(closing))) == {str(row) for row in (first, *sides)}


@pytest.mark.parametrize(
    ("values", "judged"),
    [
        ({}, True),
        (UNJUDGED, False),
        ({**UNJUDGED, "kind": "decline"}, False),
        ({**UNJUDGED, "kind": "decline", "corpus": "lacks"}, True),
        ({**UNJUDGED, "kind": "immaterial", "observation": "Приветствие."}, True),
        ({**UNJUDGED, "kind": "immaterial", "observation": None}, False),
        ({**UNJUDGED, "observation": "Заметка."}, False),
    ],
)
def test_a_row_is_judged_when_it_decides(values, judged):
    """A statement by its support, a decline by what the corpus has, what is immaterial by its reason."""
    assert is_judged(cases.claim("C-017-1", **values)) == judged


def test_kinds_are_states_of_their_own():
    """What is declined or immaterial has no support."""
    rows = [
        cases.claim("C-017-1", **UNJUDGED | {"kind": "decline", "corpus": "holds"}),
        cases.claim("C-017-4", **UNJUDGED | {"kind": "immaterial"}),
    ]
    assert states(table(*rows)) == {"C-017-1": "decline", "C-017-4": "immaterial"}


def test_claims_stand_in_the_order_of_the_answer():
    """Those that begin together by their numbers, 2 before 10; what quotes nothing last."""
    names = ["C-017-10", "C-017-2", "C-017-9"]
    rows = [cases.claim("C-017-1", claim_id=name, minute=n) for n, name in enumerate(names)]
    last = cases.claim("C-017-4", claim_id="C-017-1")
    silent = cases.row(ANSWER, [], claim_id="C-017-3", kind="decline")
    made = table(silent, last, *rows)
    wanted = ["C-017-2", "C-017-9", "C-017-10", "C-017-1", "C-017-3"]
    assert [claim.id for claim in made.claims] == wanted
    assert [row["claim_id"] for row in made.of("anna")] == wanted
    assert place(silent) > len(ANSWER.text) > place(last) > place(rows[0]) == 0


def test_tables_are_made_of_every_answer():
    """Rows of others stay out; a row without its answer is in none."""
    other = cases.answer(answer_id="B")
    rows = [
        cases.claim("C-017-1"),
        cases.claim("C-017-1", other),
        cases.claim("C-017-1", cases.answer(answer_id="X")),
    ]
    made = tables([ANSWER, other], rows, {})
    assert {name: one.rows for name, one in made.items()} == {"A-017": rows[:1], "B": rows[1:2]}
    empty = tables([cases.answer(expected_evidence=None)], [], {})["A-017"]
    assert empty.expected == Expected(None, None, None, [])


def test_citations_name_fragments_or_all_of_a_source():
    """A fragment that was never retrieved by its id; a source that was not, by nothing."""
    more = cases.fragment("p05", 3, "Ещё.", "D-01")
    answer = cases.answer(retrieved=[cases.P04, cases.P07, more])
    shown = {"doc_id": None, "chunk_id": None, "marker": None, "span": None}
    for named, expected in (
        ([{"chunk_id": "p07", "doc_id": "D-02"}], {"p07"}),
        ([{"doc_id": "D-01"}], {"p04", "p05"}),
        ([{"doc_id": "D-01"}, {"chunk_id": "p99"}], {"p04", "p05", "p99"}),
        ([{"doc_id": "D-09"}], set()),
        ([{}], set()),
        ([], set()),
    ):
        row = cases.claim("C-017-1", answer, citations=[{**shown, **one} for one in named])
        assert cited_chunks(row, answer) == expected


def test_the_gold_set_is_found_by_id():
    """One row a question."""
    assert by_id([{"id": "q-1", "x": 1}, {"id": "q-2"}]) == {
        "q-1": {"id": "q-1", "x": 1},
        "q-2": {"id": "q-2"},
    }


@given(st.permutations(range(4)), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_the_order_of_files_does_not_change_what_counts(order, supports):
    """Law: any number of reviewers, in any order: disputed or not, and the verdict that counts."""
    verdicts = ["supported", "unsupported", "supported", "not_assessable"]
    rows = [
        cases.claim("C-017-1", by=f"r{n}", support=verdicts[one], contradicts=False)
        for n, one in enumerate(supports)
    ]
    claim = tables([ANSWER], [rows[n] for n in order], {})["A-017"].claims[0]
    given_verdicts = {verdicts[one] for one in supports}
    assert claim.disputed == (len(given_verdicts) > 1)
    assert claim.state == ("disputed" if claim.disputed else given_verdicts.pop())


def test_times_are_compared_as_moments():
    """Whatever their zone."""
    early, late = ({"at": at} for at in ("2026-11-01T09:30+05:00", "2026-11-01T05:00:00Z"))
    assert moment(early) < moment(late)
