import string

import pytest

from assay import settings
from assay.report import sides
from assay.report.catalogue import Catalogue
from assay.report.phrases import PHRASES
from assay.scoring import aggregate, nulls
from assay.wording import LANGUAGES


@pytest.mark.parametrize("key", PHRASES)
def test_both_languages_take_the_same_values(key):
    """What stands in braces in one stands in the other."""
    english, russian = (
        {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in PHRASES[key]
    )
    assert english == russian


@pytest.mark.parametrize("key", PHRASES)
def test_phrases_are_in_their_language(key):
    """No Cyrillic in English; a Russian phrase with words has Cyrillic in it."""
    english, russian = PHRASES[key]
    assert not any("а" <= letter.lower() <= "ё" for letter in english)
    same = english == russian
    assert same == (not any("а" <= letter.lower() <= "ё" for letter in russian))


def test_every_null_reason_has_a_phrase():
    """A code is never printed bare."""
    assert {f"reason.{name}" for name in nulls.REASONS} <= PHRASES.keys()


def test_every_setting_and_language_has_a_phrase():
    """Those of params.yaml, of every kind."""
    known = {name for kind in settings.KINDS.values() for name in kind} | set(settings.SYSTEM)
    known |= {name for cut in settings.CHUNKINGS.values() for name in cut} | {"source", "chunking"}
    assert {f"setting.{name}" for name in known} <= PHRASES.keys()
    assert settings.REPORT["lang"].choices is not None
    assert set(settings.REPORT["lang"].choices) == set(LANGUAGES)


def test_bands_of_coverage_are_those_of_scoring():
    """In rising order, which the keys of a JSON file do not keep."""
    assert sides.BANDS == aggregate.SHARES


def test_values_are_escaped():
    """A phrase is Markdown, what fills it is not."""
    assert Catalogue("en")("facts.run", name="*a*") == r"run of \*a\*"


def test_reasons_stand_by_frequency():
    """The most frequent first, those that do not occur left out."""
    say = Catalogue("ru")
    assert (
        say.reasons({"stale": 1, "no_answer": 12, "error": 0})
        == "нет ответа в корпусе 12, разметка устарела 1"
    )
    assert say.not_measured({}) == "не измерено (ни одного запроса)"


def test_a_name_that_is_not_known_stands_for_itself():
    """A team's own types and counts."""
    assert Catalogue("ru").known("type", "our_own") == r"our\_own"
