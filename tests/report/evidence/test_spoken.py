"""Phrases of replays and refusals."""

import string

import pytest

from assay.evidence.circumstances import KINDS
from assay.evidence.scenario import RECORDED
from assay.evidence.unanswered import OUTCOMES
from assay.report.evidence.nothing_phrases import NOTHING
from assay.report.evidence.phrases import PHRASES
from assay.report.evidence.spoken import Spoken
from assay.report.replay.document import TALLY
from assay.report.replay.phrases import REPLAY

EVERY = [(table, key) for table in (REPLAY, NOTHING) for key in table]


@pytest.mark.parametrize(("table", "key"), EVERY, ids=[key for _, key in EVERY])
def test_both_languages_take_the_same_values(table, key):
    """What stands in braces in one stands in the other."""
    english, russian = (
        {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in table[key]
    )
    assert english == russian


@pytest.mark.parametrize(("table", "key"), EVERY, ids=[key for _, key in EVERY])
def test_phrases_are_in_their_language(table, key):
    """No Cyrillic in English; a Russian phrase with words has Cyrillic in it."""
    english, russian = table[key]
    assert not any("а" <= letter.lower() <= "ё" for letter in english)
    assert (english == russian) == (not any("а" <= letter.lower() <= "ё" for letter in russian))


def test_nothing_is_said_in_two_ways():
    """A key of evidence tables means the same here."""
    assert not REPLAY.keys() & PHRASES.keys()
    assert not NOTHING.keys() & PHRASES.keys()


def test_every_code_has_a_phrase():
    """None is printed bare."""
    assert {f"fact.{kind}" for kind in KINDS} | {f"tally.{name}" for name in TALLY} <= REPLAY.keys()
    assert {f"recorded.{name}" for name in RECORDED} <= REPLAY.keys()
    assert {f"outcome.{name}" for name in OUTCOMES} <= NOTHING.keys()


def test_texts_are_quoted_or_left_out():
    """In the marks of the language."""
    assert Spoken("ru", {}, texts=True).quote("да") == "«да»"
    assert Spoken("en", {}, texts=False).quote("yes") == "“…”"
    assert Spoken("en", {"kind.decline": ("own", "своё")}, texts=True)("kind.decline") == "own"
    assert Spoken("en", {}, texts=True)("kind.decline") == PHRASES["kind.decline"][0]
