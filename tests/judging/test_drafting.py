import pytest

from assay.errors import InputError
from assay.evidence.record import Citation
from assay.judging import drafting
from assay.judging.quoting import quoted

from .ground import ADA, ODD, TEXT, answer, recorded

A017 = recorded(answer("A-017", TEXT))


def words(draft):
    """The words that each claim quotes."""
    return [[draft.answer.text[slice(*one)] for one in claim.quote] for claim in draft.claims]


def part(text, wording="", of=A017):
    return quoted(text, of.text), wording


def test_a_claim_a_sentence_is_proposed_with_the_citations_that_stand_at_it():
    """In code points, without the marks."""
    draft = drafting.proposal(A017)
    assert [one.citations for one in draft.claims] == [(0,), (1,), ()]
    assert words(draft)[1] == ["Деньги возвращают, как только вы отправили запрос."]
    assert draft.left_out == []


def test_emoji_and_marks_that_combine_are_counted_as_code_points():
    """The words stand at their spans."""
    draft = drafting.proposal(recorded(answer("A-020", ODD)))
    assert [ODD[slice(*one.quote[0])][:2] for one in draft.claims] == [ODD[:2], ODD[24:26], "Ca"]
    assert [one.citations for one in draft.claims] == [(0,), (1,), ()]


def test_what_the_user_is_not_told_is_proposed_last_and_quotes_nothing():
    """A decline of the record without a span."""
    silent = recorded(answer("A-1", "Вот срок.", declines=[{"part": "цена", "span": None}]))
    draft = drafting.proposal(silent)
    assert [(one.kind, one.text, one.quote) for one in draft.claims] == [
        ("statement", "Вот срок.", ((0, 9),)),
        ("decline", "цена", ()),
    ]


def test_a_split_gives_each_part_its_words_wording_and_citations():
    """The same origin, the same kind; in the order of the answer."""
    draft = drafting.taken(A017, rows(A017), own=True)
    first = draft.claims[0]
    after = drafting.split(
        draft, first, [part("Назад примем + и вещи с распродажи тоже", "Примут всё."), part("за 30 дней")]
    )
    assert words(after)[:2] == [["Назад примем", "и вещи с распродажи тоже"], ["за 30 дней"]]
    assert [one.text for one in after.claims[:2]] == ["Примут всё.", "за 30 дней"]
    assert [one.citations for one in after.claims[:2]] == [(0,), (0,)]
    assert {one.made_of for one in after.claims[:2]} == {first.made_of}
    assert after.claims[2:] == draft.claims[1:]


def test_a_part_keeps_what_was_attached_by_hand_and_loses_what_stands_at_another_part():
    """Of a claim over two sentences."""
    draft = drafting.proposal(A017)
    merged = drafting.merge(draft, list(draft.claims[:2]))
    both = merged.claims[0]
    parts = [part("за 30 дней"), part("Деньги возвращают")]
    after = drafting.split(merged, both, parts)
    assert [one.citations for one in after.claims[:2]] == [(0,), (1,)]
    by_hand = drafting.changed(draft, draft.claims[0], citations=(0, 1))
    after = drafting.split(by_hand, by_hand.claims[0], [part("Назад"), part("за 30 дней")])
    assert [one.citations for one in after.claims[:2]] == [(0, 1), (0, 1)]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([], "is not split by one part"),
        ([part("Назад")], "is not split by one part"),
        ([part("Назад"), part("Назад")], "parts that are the same"),
        ([part("Деньги"), part("пяти дней")], "would leave out a sentence: «Назад примем за 30 дней"),
    ],
)
def test_a_split_that_is_none_or_loses_a_sentence_is_refused(parts, said):
    """The claims stay as they are."""
    draft = drafting.proposal(A017)
    with pytest.raises(InputError, match=said):
        drafting.split(draft, draft.claims[0], parts)


def test_a_merge_has_the_words_the_citations_and_the_origins_of_all():
    """Overlapping words once; the wording is theirs unless another is given."""
    draft = drafting.taken(A017, rows(A017), own=True)
    after = drafting.merge(draft, [draft.claims[0], draft.claims[1]])
    (made, last) = after.claims
    assert made.text == f"{draft.claims[0].text} {draft.claims[1].text}"
    assert (made.citations, made.made_of) == ((0, 1), {"C-017-1", "C-017-2"})
    assert last == draft.claims[2]
    assert drafting.merge(draft, list(draft.claims), "Всё.").claims[0].text == "Всё."


def test_what_matters_wins_in_a_merge():
    """A statement before a decline, a decline before what is immaterial; the reason goes with its kind."""
    draft = drafting.proposal(A017)
    draft = drafting.changed(draft, draft.claims[0], kind="immaterial", observation="вступление")
    both = drafting.merge(draft, list(draft.claims[:2])).claims[0]
    assert (both.kind, both.observation) == ("statement", None)
    draft = drafting.changed(draft, draft.claims[1], kind="immaterial", observation="связка")
    both = drafting.merge(draft, list(draft.claims[:2])).claims[0]
    assert (both.kind, both.observation) == ("immaterial", "вступление связка")


def test_one_claim_is_no_merge():
    """Two or more are."""
    draft = drafting.proposal(A017)
    with pytest.raises(InputError, match="merge: needs two claims or more"):
        drafting.merge(draft, [draft.claims[0]])


def test_a_proposal_may_be_removed_a_claim_on_record_may_not():
    """As long as another is made of it, it may."""
    draft = drafting.proposal(A017)
    after = drafting.removed(draft, draft.claims[2])
    assert after.left_out == ["Обычно хватает пяти дней."]
    known = drafting.taken(A017, rows(A017), own=True)
    with pytest.raises(
        InputError, match="C-017-1: is on record, and no row of a ledger is removed; merge it"
    ):
        drafting.removed(known, known.claims[0])
    split = drafting.split(known, known.claims[0], [part("Назад"), part("за 30 дней")])
    assert len(drafting.removed(split, split.claims[0]).claims) == 3
    others = drafting.taken(A017, rows(A017), own=False)
    assert len(drafting.removed(others, others.claims[0]).claims) == 2


def test_claims_taken_from_a_ledger_have_no_verdict_and_keep_their_ids():
    """Of two rows about one claim, as a merge of branches leaves them, the first; a reason only where it says why."""
    made = rows(A017)
    twice = [*made, {**made[0], "claim": "иначе"}]
    twice[1] |= {"observation": "что видно"}
    draft = drafting.taken(A017, twice, own=True)
    assert [next(iter(one.made_of)) for one in draft.claims] == ["C-017-1", "C-017-2", "C-017-3"]
    assert draft.written == {"C-017-1", "C-017-2", "C-017-3"}
    assert draft.claims[0].text == made[0]["claim"]
    assert [one.observation for one in draft.claims] == [None, None, None]


def test_two_claims_with_one_number_stay_two():
    """One's own are told apart by where they begin; of another reviewer's the first keeps the number."""
    made = rows(A017)
    made[2]["claim_id"] = "C-017-2"
    starts = [row["quote"][0]["start"] for row in made]
    draft = drafting.taken(A017, made, own=True)
    assert [one.text for one in draft.claims] == [row["claim"] for row in made]
    assert draft.written == {"C-017-1", f"C-017-2@{starts[1]}", f"C-017-2@{starts[2]}"}
    others = drafting.taken(A017, made, own=False)
    assert [sorted(one.made_of) for one in others.claims] == [["C-017-1"], ["C-017-2"], []]
    assert others.written == frozenset()


def test_the_claim_that_is_meant_gets_another_number():
    """By its name; of two with one number the later."""
    made = rows(A017)
    made[2]["claim_id"] = "C-017-2"
    draft = drafting.taken(A017, made, own=True)
    start = made[1]["quote"][0]["start"]

    def given(name):
        return [one.renumber for one in drafting.renumbered(draft, name, "--renumber").claims]

    assert given("C-017-1") == [True, False, False]
    assert given("C-017-2") == [False, False, True]
    assert given(f"C-017-2@{start}") == [False, True, False]
    with pytest.raises(InputError, match="--renumber: 'C-017-9' is no claim in force; did you mean C-017-1"):
        given("C-017-9")


def test_a_number_that_two_claims_have_names_neither():
    """Both are told."""
    problem = drafting.unknown("C-1-2", ["C-1-1", "C-1-2@7", "C-1-2@20"], "here")
    assert str(problem) == "here: C-1-2: two claims have one number; name one of them: C-1-2@7, C-1-2@20"
    assert drafting.unknown("q", [], "here").fix == "one of: none"


def test_equal_citations_are_told_apart_by_their_places():
    """Each counts once."""
    twice = {"marker": "[1]", "doc_id": "d", "chunk_id": None, "span": None}
    told = recorded(answer("A-1", "Вот срок.", citations=[twice, twice]))
    one = Citation("[1]", "d", None, None).record()
    row = {
        "claim_id": "C-1-1",
        "kind": "statement",
        "claim": "x",
        "quote": [],
        "citations": [one, one, {"marker": "z"}],
        "by": ADA,
    }
    assert drafting.taken(told, [row], own=True).claims[0].citations == (0, 1)


def test_the_wording_of_words_is_that_of_the_answer_without_marks():
    """Of an emoji alone it is the emoji."""
    assert drafting.words_of(A017, [(36, 71)]) == "и вещи с распродажи тоже. Деньги"
    smile = recorded(answer("A-1", "👍"))
    assert drafting.words_of(smile, [(0, 1)]) == "👍"
    assert drafting.proposal(smile).claims == ()


def rows(of):
    """Rows of the ledger as proposals become them."""
    draft = drafting.proposal(of)
    return [
        {
            "claim_id": f"C-017-{number}",
            "kind": one.kind,
            "claim": one.text,
            "quote": [{"start": start, "end": end, "text": of.text[start:end]} for start, end in one.quote],
            "citations": [of.citations[at].record() for at in one.citations],
            "observation": None,
            "by": ADA,
        }
        for number, one in enumerate(draft.claims, 1)
    ]
