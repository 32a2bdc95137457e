"""No-answers: honest, false, and answers where there are none."""

import pytest

from assay.evidence.gathering import Evidence
from assay.evidence.table import tables
from assay.evidence.unanswered import declines, of_answer, unanswered

from .cases import A017, P07, claim, placed, row, simple, span

DURATION, PRICE = "сколько времени возвращают деньги", "сколько стоит возврат"
HONEST = (
    "Деньги начинаем возвращать, когда вещь приняли на складе, а за какое время вернём, источники не говорят."
)
TELLS = "за какое время вернём, источники не говорят"
STARTS = "Деньги начинаем возвращать, когда вещь приняли на складе"
NEEDED = [{"chunk_id": "p07", "doc_id": "D-02"}]


def of(
    text=HONEST, rows=(), held=None, *, needed=NEEDED, unanswerable=(DURATION,), declined=((DURATION, TELLS),)
):
    """What is seen of one answer that declines these parts by these words; ``needed`` null: nothing is expected."""
    stated = [{"part": part, "span": span(text, words) if words else None} for part, words in declined or ()]
    expected = None if needed is None else {"needed": list(needed), "unanswerable": list(unanswerable)}
    one = simple(text, expected_evidence=expected, declines=None if declined is None else stated)
    made = placed(*(row(one, words, **values) for words, values in rows))
    return of_answer(tables([one], made.values(), {})["A-017"], {"A-017": held})


def decline(part=DURATION, words=TELLS, name="C-017-1", **values):
    """A reviewer's row about what is declined."""
    said = "Полученные фрагменты об этом молчат."
    return [words], {"kind": "decline", "claim_id": name, "claim": part, "observation": said, **values}


def statement(words=STARTS, name="C-017-2", **values):
    return [words], {"claim_id": name, "claim": words, **values}


def judged(support="unsupported", corpus="lacks"):
    """Verdicts of a statement."""
    reasons = {"attachment_reason": "Знака нет.", "support_reason": "Так в p07."}
    return {
        "attachment": "not_attached",
        "support": support,
        "contradicts": False,
        "corpus": corpus,
        **reasons,
    }


def test_a_partial_refusal_comes_out_as_such():
    """The part that the corpus lacks is declined, in words of the answer."""
    seen = of(held=True)
    assert seen.outcomes == ["partial_refusal"]
    [part] = seen.declined
    assert (part.part, part.told, part.expected, part.corpus, part.state) == (
        DURATION, True, DURATION, None, "lacked",
    )  # fmt: skip


@pytest.mark.parametrize("unanswerable", [[], [DURATION]])
def test_an_honest_no_answer_comes_out_as_such(unanswerable):
    """Nothing answers the question, and the answer says so; a supported aside takes nothing from it."""
    seen = of(
        rows=[decline(corpus="lacks"), statement(**judged("supported", "holds"), evidence=[])],
        needed=[],
        unanswerable=unanswerable,
    )
    assert seen.outcomes == ["honest_no_answer"]
    assert [(one.claim.id, one.why) for one in seen.stated] == [("C-017-2", "aside")]


@pytest.mark.parametrize(
    ("held", "state", "outcomes"),
    [(True, "false_refusal", ["false_refusal"]), (False, "has", []), (None, "has", [])],
)
def test_a_refusal_is_false_where_enough_was_retrieved(held, state, outcomes):
    """And the part is none that the corpus cannot answer."""
    seen = of(held=held, unanswerable=[])
    assert [one.state for one in seen.declined] == [state]
    assert seen.outcomes == outcomes


def test_a_refusal_may_be_about_a_part_that_is_left():
    """Then it is no false one: both are listed, and nothing is guessed."""
    seen = of(HONEST, held=True, unanswerable=[DURATION, PRICE], declined=[("срок", TELLS)])
    assert [one.state for one in seen.declined] == ["unmatched"]
    assert [tuple(one) for one in seen.undeclined] == [(DURATION, "unmatched"), (PRICE, "unmatched")]
    assert seen.outcomes == ["unmatched"]


def test_the_only_ones_left_are_the_same_part():
    """Other words, after those with equal ones are gone."""
    seen = of(unanswerable=[PRICE, DURATION], declined=[("срок", TELLS), (f"{PRICE.capitalize()}?", TELLS)])
    assert [one.expected for one in seen.declined] == [DURATION, PRICE]
    assert not seen.undeclined


def test_where_all_parts_are_matched_another_refusal_is_false():
    """It can be none of them."""
    seen = of(held=True, unanswerable=[DURATION], declined=[(DURATION, TELLS), ("с чего начинается", TELLS)])
    assert [one.state for one in seen.declined] == ["lacked", "false_refusal"]
    assert seen.outcomes == ["partial_refusal", "false_refusal"]


def test_a_user_who_is_not_told():
    """The part is neither declined, nor told where it is."""
    assert of(declined=[]).undeclined == [(DURATION, "untold")]
    assert of(declined=[]).outcomes == ["untold"]
    assert of(declined=[(DURATION, None)]).outcomes == ["untold"]
    assert of(declined=[(DURATION, None)], rows=[decline(corpus="lacks")]).outcomes == ["partial_refusal"]


@pytest.mark.parametrize("held", [True, False, None])
def test_a_user_who_is_not_told_of_a_part_that_the_corpus_has(held):
    """A silent refusal is seen whatever the corpus has, beside what else can be seen of it."""
    seen = of(declined=[(PRICE, None)], unanswerable=[], held=held)
    assert seen.outcomes == [*(["false_refusal"] if held else []), "untold"]
    assert of(declined=[(PRICE, TELLS)], unanswerable=[], held=held).outcomes == seen.outcomes[:-1]


def test_a_record_that_does_not_say_what_is_declined():
    """Is not one that declines nothing, until a reviewer has split the answer."""
    assert of(declined=None).undeclined == [(DURATION, "unrecorded")]
    assert of(declined=None, rows=[statement()]).undeclined == [(DURATION, "untold")]
    assert of(declined=None, rows=[decline()]).declined[0].expected == DURATION


def test_no_word_about_a_question_that_nothing_answers():
    """Then the question as a whole is what the user is not told about."""
    seen = of(
        needed=[], unanswerable=[], declined=[], rows=[statement(), statement(TELLS, "C-017-3", **judged())]
    )
    assert seen.undeclined == [(None, "untold")]
    assert [one.why for one in seen.stated] == ["nothing", "nothing"]
    assert seen.outcomes == ["false_confidence", "untold"]


def test_statements_of_what_the_corpus_lacks_are_listed():
    """By what reviewers found there; others are not."""
    rows = [statement(**judged(corpus="lacks")), statement(TELLS, "C-017-3", **judged(corpus="not_checked"))]
    seen = of(rows=rows, unanswerable=[], declined=[])
    assert [(one.claim.id, one.why) for one in seen.stated] == [("C-017-2", "lacks")]
    assert seen.outcomes == ["beyond_corpus"]
    one, other = (
        statement(**judged(corpus=value), by=by) for value, by in (("lacks", "anna"), ("holds", "oleg"))
    )
    disputed = of(rows=[one, other], unanswerable=[], declined=[]).stated
    assert [(found.why, found.claim.state) for found in disputed] == [("lacks", "disputed")]


@pytest.mark.parametrize(
    ("corpus", "unanswerable", "needed", "held", "state"),
    [
        ("holds", [DURATION], NEEDED, True, "differs"),
        ("lacks", [], NEEDED, True, "differs"),
        ("lacks", [DURATION, PRICE], NEEDED, True, "lacked"),
        ("lacks", [], None, None, "lacked"),
        ("holds", [], None, None, "has"),
        ("holds", [DURATION, PRICE], NEEDED, True, "false_refusal"),
        ("not_checked", [], None, None, "unstated"),
        ("not_checked", [], NEEDED, True, "false_refusal"),
    ],
)
def test_what_a_reviewer_found_stands_beside_what_was_stated(corpus, unanswerable, needed, held, state):
    """Where the two differ neither wins."""
    rows = [decline("срок", corpus=corpus)]
    if len(unanswerable) == 2:
        rows.append(decline("и ещё", name="C-017-2"))  # so that none is the only one left
    seen = of(rows=rows, needed=needed, unanswerable=unanswerable, declined=[], held=held)
    assert seen.declined[0].state == state
    assert ("differs" in seen.outcomes) == (state == "differs")


def test_a_fragment_that_a_reviewer_found_among_the_retrieved_is_enough():
    """For a false refusal, where no set is known."""
    assert of(rows=[decline(corpus="holds", evidence=["p07"])], needed=None, declined=[]).outcomes == [
        "false_refusal"
    ]


def test_reviewers_who_differ():
    """Nothing is decided between them; one who has not judged does not differ."""
    rows = [decline(corpus="lacks"), decline(corpus="holds", by="oleg")]
    assert [(one.corpus, one.state) for one in of(rows=rows).declined] == [("disputed", "differs")]
    assert [one.state for one in of(rows=[rows[0], decline(by="oleg")]).declined] == ["lacked"]


def test_parts_of_the_record_and_of_reviewers_are_listed_once():
    """Those that only a reviewer saw come after."""
    other = decline(PRICE, "на складе", name="C-017-2")
    seen = of(rows=[decline(DURATION.upper()), other], declined=[(DURATION, TELLS)])
    assert [(one.part, one.claim.id) for one in seen.declined] == [(DURATION, "C-017-1"), (PRICE, "C-017-2")]
    assert declines(seen.table) == [(DURATION, True), (PRICE, True)]


def test_the_worked_scenario():
    """Its last claim states a duration that the corpus lacks, and the user is told nothing of that."""
    one = simple(A017["answer"], expected_evidence=A017["expected_evidence"], retrieved=[P07 | {"rank": 1}])
    made = placed(claim("C-017-4", one))
    [seen] = unanswered(Evidence(list(tables([one], made.values(), {}).values())))
    assert seen.outcomes == ["beyond_corpus", "untold"]
    assert seen.undeclined == [("сколько времени возвращают деньги", "untold")]
    assert [(found.claim.id, found.why) for found in seen.stated] == [("C-017-4", "lacks")]


def test_answers_of_which_there_is_nothing_to_say_are_left_out():
    """They decline nothing, and the corpus has all of it."""
    plain = simple("Да.", expected_evidence={"needed": NEEDED})
    assert unanswered(Evidence(list(tables([plain], [], {}).values()))) == []
