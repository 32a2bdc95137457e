import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evidence.fit import span_fault

from .lines import of_line

ONE = {"chunk_id": "p04", "rank": 1, "text": "Текст"}
TWICE = "has 'p04' 2 times (retrieved[1], retrieved[2])"
APART = f"{TWICE}, with different texts; give each fragment the id that tells it from the others"
AGAIN = f"{TWICE}; keep it at its best rank"


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"text": "Текст"}, AGAIN),
        ({"text": "Другой"}, APART),
        ({"text": None}, AGAIN),
        ({"text": "Те\u0301кст"}, APART),
    ],
)
def test_a_fragment_twice_is_told_from_two_fragments_with_one_id(other, said):
    """The one is to be kept once; of the others nobody could say which one a verdict rests on."""
    found = of_line(retrieved=[ONE, {**ONE, "rank": 2, **other}], citations=[])
    assert found == [f"retrieved: {said}"]


@pytest.mark.parametrize(
    ("ranks", "good"),
    [
        ([1, 2, 3], True),
        ([3, 1, 2], True),
        ([None, None, None], True),
        ([None, 1, 2], True),
        ([0, 1, 2], False),
        ([1, 2, 2], False),
        ([2, 3, 4], False),
        ([1, None, 3], False),
    ],
)
def test_ranks_begin_with_1_and_have_no_gaps(ranks, good):
    """Those that are known, in whatever order the list has them."""
    items = [{"chunk_id": f"p{n}", "rank": rank, "text": "Т"} for n, rank in enumerate(ranks)]
    found = of_line(retrieved=items, citations=[])
    assert (not any("has ranks" in one for one in found)) == good


@pytest.mark.parametrize(
    ("field", "value", "good"),
    [
        ("score", 1, True),
        ("score", 0.5, True),
        ("score", -3.2e-5, True),
        ("score", 1e308, True),
        ("score", None, True),
        ("score", "0.8", False),
        ("score", True, False),
        ("score", 10**30, False),
        ("rank", 1, True),
        ("rank", 1.0, False),
        ("rank", "1", False),
        ("rank", True, False),
    ],
)
def test_forms_of_ranks_and_scores(field, value, good):
    """A score is any number that has a form everywhere; a rank is a whole one."""
    found = of_line(retrieved=[{**ONE, field: value}], citations=[])
    assert (found == []) == good
    assert all(field in one for one in found)


@pytest.mark.parametrize(
    ("span", "rule"),
    [
        ([0, 5], None),
        ((4, 5), None),
        ([0, 6], "is [0, 6], outside of the answer's 5 code points or empty"),
        ([-1, 2], "is [-1, 2], outside of the answer's 5 code points or empty"),
        ([3, 3], "is [3, 3], outside of the answer's 5 code points or empty"),
        ([4, 2], "is [4, 2], outside of the answer's 5 code points or empty"),
        ([0.0, 2], "is [0.0, 2], must be [first, end]"),
        ([0, True], "is [0, True], must be [first, end]"),
        ([False, 2], "is [False, 2], must be [first, end]"),
        (["0", "2"], "is ['0', '2'], must be [first, end]"),
        ([0], "is [0], must be [first, end]"),
        ([0, 1, 2], "is [0, 1, 2], must be [first, end]"),
        (None, "is None, must be [first, end]"),
        ("05", "is '05', must be [first, end]"),
    ],
)
def test_spans_count_code_points(span, rule):
    """A flag is two of them, a letter with its mark as well where it is not composed."""
    assert span_fault(span, "🇷🇺e\u0301!") == rule


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.integers(-3, 45), st.integers(-3, 45)
)
def test_a_span_without_a_fault_can_be_read(text, first, end):
    """Law: exactly those that name some of the text's code points."""
    named = set(range(first, end)) and set(range(first, end)) <= set(range(len(text)))
    assert (span_fault([first, end], text) is None) == bool(named)
