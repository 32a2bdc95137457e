"""Word differences."""

from hypothesis import given
from hypothesis import strategies as st

from assay.changes.wording import Piece, word_difference

TEXTS = st.lists(
    st.sampled_from(["срок", "30", "дней", "the", "term", ",", " ", "\n", "  ", "«", "ё", "👍"])
).map("".join)


def test_words_that_changed_stand_beside_those_that_did_not():
    """A number, and words at the end."""
    told = word_difference("вернуть в течение 14 дней", "вернуть в течение 30 дней с чеком")
    assert told == [
        Piece("same", "вернуть в течение "),
        Piece("removed", "14"),
        Piece("added", "30"),
        Piece("same", " дней"),
        Piece("added", " с чеком"),
    ]


def test_long_stretches_that_stayed_are_cut_at_words():
    """What is shown of them stands beside the difference."""
    before = " ".join(f"word{n}" for n in range(200))
    told = word_difference(before, before.replace("word100 ", "другое "))
    assert [piece.kind for piece in told] == ["cut", "same", "removed", "added", "same", "cut"]
    assert "".join(piece.text for piece in told if piece.kind != "added") == before
    assert all(len(piece.text) < 100 for piece in told if piece.kind == "same")
    assert told[1].text.startswith("word9")
    assert told[1].text.endswith("word99 ")


def test_two_long_texts_are_shown_whole():
    """A difference of hundreds of thousands of words helps nobody."""
    before, after = "a b " * 15_000, "c d " * 15_000
    assert word_difference(before, after) == [Piece("removed", before), Piece("added", after)]


@given(TEXTS, TEXTS, st.sampled_from([None, 5, 60]))
def test_pieces_make_both_texts(before, after, around):
    """Nothing is lost or told twice, whatever is cut."""
    told = word_difference(before, after, around)
    assert "".join(piece.text for piece in told if piece.kind != "added") == before
    assert "".join(piece.text for piece in told if piece.kind != "removed") == after
    assert all(piece.text for piece in told)
