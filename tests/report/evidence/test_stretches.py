import itertools

from hypothesis import given
from hypothesis import strategies as st

from assay.report.evidence.stretches import LANES, lanes, stretches

LETTERS = "ab é👩‍👧я\u0301"


@st.composite
def answers(draw):
    """A text, spans of some claims (of each in order and apart), spans of marks."""
    text = draw(st.text(LETTERS, max_size=30))
    borders = st.lists(st.integers(0, len(text)), max_size=6, unique=True).map(sorted)
    apart = borders.map(lambda found: list(zip(found[::2], found[1::2], strict=False)))
    return text, draw(st.lists(apart, max_size=5)), draw(apart)


def covers(spans, at):
    return any(first <= at < end for first, end in spans)


@given(answers())
def test_pieces_are_the_answer(case):
    """Together they are the answer, and each code point is of just the claims and the marks that span it."""
    text, quotes, marks = case
    found = stretches(text, quotes, marks)
    assert "".join(one.text for one in found) == text
    for one in found:
        assert one.text == text[one.first : one.first + len(one.text)] != ""
        for at in range(one.first, one.first + len(one.text)):
            assert set(one.claims) == {n for n, spans in enumerate(quotes) if covers(spans, at)}
            assert one.mark == covers(marks, at)


@given(answers())
def test_ends(case):
    """A quotation ends with one piece, and the first of each claim is told."""
    text, quotes, marks = case
    found = [
        (number, one.first + len(one.text), first)
        for one in stretches(text, quotes, marks)
        for number, first in one.ended
    ]
    expected = [(n, end, not at) for n, spans in enumerate(quotes) for at, (_, end) in enumerate(spans)]
    assert sorted(found) == sorted(expected)


@given(answers())
def test_lines_are_apart(case):
    """Claims on one line do not overlap, but for the last line, which all further ones share."""
    _, quotes, _ = case
    found = lanes(quotes)
    for lane in range(LANES - 1):
        spans = sorted(span for at, own in zip(found, quotes, strict=True) if at == lane for span in own)
        assert all(end <= first for (_, end), (first, _) in itertools.pairwise(spans))
    for number, lane in enumerate(found):
        taken = [
            any(a < d and c < b for a, b in quotes[number] for c, d in own)
            for at, own in zip(found[:number], quotes, strict=False)
            if at < lane
        ]
        assert lane == 0 or any(taken)


def test_the_longest_is_outside():
    """Where claims overlap, that with fewest words comes last: it is what a click on them means."""
    found = stretches("0123456789", [[(2, 4)], [(0, 9)], [(1, 5)]], [])
    assert [(one.text, one.claims) for one in found] == [
        ("0", (1,)),
        ("1", (1, 2)),
        ("23", (1, 2, 0)),
        ("4", (1, 2)),
        ("5678", (1,)),
        ("9", ()),
    ]


def test_what_lies_outside_is_left_out():
    """Spans of another text, as a record without its text has them, mark nothing that is not there."""
    assert [(one.text, one.claims) for one in stretches("ab", [[(1, 9)], [(5, 7)]], [(1, 4)])] == [
        ("a", ()),
        ("b", (0,)),
    ]
    assert stretches("", [[(0, 3)]], [(0, 1)]) == []


def test_many_overlapping_claims():
    """More than there are lines: the rest share the last."""
    assert lanes([[(0, 9)]] * (LANES + 2)) == [*range(LANES - 1), *[LANES - 1] * 3]


def test_two_quotations_that_touch():
    """A claim whose second quotation begins where the first ends stays one claim."""
    found = stretches("abcd", [[(0, 2), (2, 4)]], [])
    assert [(one.text, one.claims, one.ended) for one in found] == [
        ("ab", (0,), ((0, True),)),
        ("cd", (0,), ((0, False),)),
    ]
