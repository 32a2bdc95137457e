import pytest

from assay.errors import InputError
from assay.judging import drafting, flags

from .ground import TEXT, answer, recorded

A017 = recorded(answer("A-017", TEXT))


@pytest.fixture
def draft():
    """The reviewer's three claims."""
    claims = drafting.proposal(A017).claims
    named = [
        drafting.Claim(one.kind, one.text, one.quote, one.citations, None, frozenset([f"C-017-{number}"]))
        for number, one in enumerate(claims, 1)
    ]
    return drafting.Draft(A017, tuple(named), frozenset())


def words(draft):
    return [[TEXT[slice(*span)] for span in one.quote] for one in draft.claims]


def test_parts_are_told_by_their_words(draft):
    """Between bars; each may have several stretches; words that stand often are those of the claim."""
    after = flags.altered(draft, [("C-017-3", "Обычно + дней | хватает |пяти дней| ")], [])
    assert words(after)[2:] == [["Обычно", "дней"], ["хватает"], ["пяти дней"]]


def test_splits_come_before_merges(draft):
    """Both by the ids on record."""
    after = flags.altered(draft, [("C-017-1", "Назад | за 30 дней")], [("C-017-2", "C-017-3")])
    assert [len(one.made_of) for one in after.claims] == [1, 1, 2]


@pytest.mark.parametrize(
    ("splits", "merges"),
    [
        ([("C-017-1", "Назад | за 30 дней")] * 2, []),
        ([("C-017-1", "Назад | за 30 дней")], [("C-017-1", "C-017-2")]),
        ([], [("C-017-1", "C-017-2"), ("C-017-2", "C-017-3")]),
    ],
)
def test_what_is_split_or_merged_is_there_no_more(draft, splits, merges):
    """By its id."""
    with pytest.raises(InputError, match="is no claim in force"):
        flags.altered(draft, splits, merges)
