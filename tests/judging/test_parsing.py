import pytest

from assay.errors import InputError
from assay.judging import parsing
from assay.judging.citing import Citing

from .ground import TEXT, answer, recorded, span

A017 = recorded(answer("A-017", TEXT))
TWICE = recorded(answer("A-1", "Срок тот же.[1] Цена та же.[1][2] И вес.[1]"))
ONE = {"kind": "statement", "claim": "Срок 30 дней.", "quote": ["за 30 дней"]}


def claims(values, of=A017):
    return [parsing.claim(Citing(of), values, None, frozenset(), "here")]


def problems(values, of=A017):
    with pytest.raises(InputError) as refused:
        claims(values, of=of)
    return list(map(str, refused.value.problems))


@pytest.mark.parametrize(
    "quote",
    [
        ["за 30 дней"],
        [[13, 23]],
        [{"start": 13, "end": 23, "text": "за 30 дней"}],
        [{"start": 13, "end": 23}],
    ],
)
def test_a_quotation_is_words_or_spans(quote):
    """All the same."""
    (claim,) = claims({**ONE, "quote": quote})
    assert claim.quote == ((13, 23),)


def test_several_quotations_are_put_in_order():
    """Those that overlap are one."""
    (claim,) = claims({**ONE, "quote": ["и вещи", [0, 12], "Назад примем за"]})
    assert claim.quote == ((0, 15), (36, 42))


def test_citations_are_those_at_the_words_unless_they_are_named():
    """By marker; of several with one marker those at the words; or as the record has them."""
    (claim,) = claims(ONE)
    assert claim.citations == (0,)
    (claim,) = claims({**ONE, "citations": ["[2]"]})
    assert claim.citations == (1,)
    (claim,) = claims({**ONE, "citations": []})
    assert claim.citations == ()
    words = {"kind": "statement", "claim": "x", "quote": ["Цена та же"]}
    (claim,) = claims({**words, "citations": ["[1]"]}, of=TWICE)
    assert [TWICE.citations[at].span for at in claim.citations] == [tuple(span(TWICE.text, "[1]", 20))]
    last = TWICE.citations[2].record()
    (claim,) = claims({**words, "citations": [last, "[2]"]}, of=TWICE)
    assert claim.citations == (2, 3)


@pytest.mark.parametrize(
    ("citations", "said"),
    [
        (["[3]"], "citations[1] is '[3]', which the record does not have; it has '[1]', '[2]'"),
        ([{"marker": "[1]"}], "citations[1] is {'marker': '[1]'}, which the record does not have"),
    ],
)
def test_a_citation_that_the_record_does_not_have_is_refused(citations, said):
    """With those that it has."""
    assert said in problems({**ONE, "citations": citations})[0]


def test_a_marker_that_says_not_which_is_meant_is_refused():
    """Where it stands several times, and never at the words."""
    words = {"kind": "statement", "claim": "x", "quote": [[0, 2]], "citations": ["[1]"]}
    odd = recorded(answer("A-1", "Да, срок тот же. Цена та же.[1] И вес.[1]"))
    assert "'[1]' is shown 2 times, and never at these words; give the object" in problems(words, of=odd)[0]


def test_what_a_change_leaves_out_stays():
    """The reason of another kind does not."""
    citing = Citing(A017)
    immaterial = {**ONE, "kind": "immaterial", "observation": "вступление"}
    before = parsing.claim(citing, immaterial, None, frozenset(), "here")
    after = parsing.claim(citing, {"claim": " Иначе. "}, before, frozenset(["C-017-1"]), "here")
    assert (after.kind, after.text, after.quote, after.citations) == (
        "immaterial",
        "Иначе.",
        ((13, 23),),
        (0,),
    )
    assert after.observation == "вступление"
    stated = parsing.claim(citing, {"kind": "statement"}, before, frozenset(), "here")
    assert (stated.kind, stated.observation) == ("statement", None)


def test_a_number_is_given_up_by_yes_or_no():
    """What is left out stays as it was."""
    citing = Citing(A017)
    before = parsing.claim(citing, ONE, None, frozenset(["C-017-1"]), "here")
    told = [before.renumber]
    for values in ({"renumber": True}, {}, {"renumber": None}, {"renumber": False}):
        before = parsing.claim(citing, values, before, frozenset(["C-017-1"]), "here")
        told.append(before.renumber)
    assert told == [False, True, True, True, False]
    (problem,) = problems({**ONE, "renumber": 1})
    assert problem == "here: renumber is 1, must be true or false; write it anew"
