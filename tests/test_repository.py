"""The data of this repository, whatever team's it is: its gold set, its documents, what was recorded."""

from assay import closure, reference
from assay.corpora import absent
from assay.gold.repository import review_repository
from assay.verify import verify
from conftest import ROOT


def test_settings_name_what_is_there():
    """Every source and every input."""
    assert absent(ROOT) == []


def test_the_gold_set_keeps_its_rules():
    """And those of the documents that it rests on; warnings are for people."""
    found = review_repository(ROOT)
    assert (found.corpus, found.problems) == ([], [])


def test_generated_parts_are_fresh():
    """What `assay docs` would write stands there."""
    assert reference.outdated(ROOT) == []


def test_stages_depend_on_what_they_import():
    """DVC runs a stage again for every change that it can notice."""
    assert list(closure.check(ROOT)) == []


def test_every_recorded_hash_holds():
    """Seals, reads, outputs that are present, lock, cache, Git."""
    assert verify(ROOT).problems == []
