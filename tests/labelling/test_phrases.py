import string

import pytest

from assay.gold.fields import QUERY
from assay.labelling import phrases
from assay.labelling.prompting import Words, numbers, several_numbers
from assay.labelling.review import phrases as of_review
from assay.labelling.triage import phrases as of_triage

TABLES = [phrases.PHRASES, phrases.FIELDS, of_review.PHRASES, of_triage.PHRASES]


@pytest.mark.parametrize("key", [key for table in TABLES for key in table])
def test_both_languages_say_the_same_values(key):
    """And neither is empty."""
    pairs = [table[key] for table in TABLES if key in table]
    for pair in pairs:
        named = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in pair]
        assert named[0] == named[1]
        assert all(pair)


def test_no_table_says_something_else_under_the_same_key():
    """A later table would take the place of what an earlier module says."""
    for other in (of_review.PHRASES, of_triage.PHRASES):
        assert not phrases.PHRASES.keys() & other.keys()


def test_every_field_has_a_name():
    """In both languages."""
    assert {f"name.{name}" for name in QUERY if name != "id"} <= phrases.FIELDS.keys()


def test_values_cannot_command_the_terminal():
    """Whatever a document holds."""
    said = Words("en", {"value": ("{value}", "{value}")})("value", value="a\x1b[31mb\n\u202ec\u009bd")
    assert said == "a [31mb c d"


@pytest.mark.parametrize(
    ("answer", "most", "span"),
    [
        ("2", 3, (2, 2)),
        ("2-3", 3, (2, 3)),
        ("2–3", 3, (2, 3)),
        (" 1 - 3 ", 3, (1, 3)),
        ("*", 3, (1, 3)),
        ("*", 0, None),
        ("0", 3, None),
        ("3-2", 3, None),
        ("4", 3, None),
        ("1-2-3", 3, None),
        ("-2", 3, None),
        ("²", 3, None),
        ("слова", 3, None),
        ("", 3, None),
    ],
)
def test_numbers_of_sentences(answer, most, span):
    """One, a stretch, or all."""
    assert numbers(answer, most) == span


@pytest.mark.parametrize(("answer", "found"), [("2, 1 2", [1, 2]), ("", []), ("4", None), ("x", None)])
def test_several_numbers(answer, found):
    """Each once, in order."""
    assert several_numbers(answer, 3) == found
