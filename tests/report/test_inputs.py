from dataclasses import replace

import pytest

import shop
from assay.errors import InputError
from assay.report.inputs import gather


def test_holdout_rows_are_dropped_at_the_door(made):
    """Also where an upstream table should hold some: only their number is left."""
    material = shop.material(made)
    assert material.holdout == 1
    assert "q-4" not in material.queries["query_id"]
    assert all(
        "q-4" not in frame["query_id"]
        for system in material.systems
        for frame in (system.hits, system.scores, system.symptoms, system.groups)
    )


def test_without_texts_none_is_left(made):
    """Queries, passages and chunks lose their words, also the headings they stand under; ids stay."""
    material = shop.material(made, texts=False)
    assert material.queries.select("query", "rewritten", "rationale").null_count().row(0) == (8, 8, 8)
    assert material.passages.select("text", "section").null_count().row(0) == (7, 7)
    for system in material.systems:
        assert {"text", "section"}.isdisjoint(system.triage.columns)
        assert set(system.hits.select("text", "section", "title", "url").null_count().row(0)) == {
            len(system.hits)
        }


def test_without_texts_a_system_without_candidates_stays_as_it_is(made):
    """Nothing to hash."""

    def emptied(system):
        return replace(system, triage=system.triage.clear(), hits=system.hits.clear())

    material = shop.material(made, texts=False, changed=emptied)
    assert [len(system.triage) + len(system.hits) for system in material.systems] == [0, 0]
    assert "chunk_id" in material.systems[0].triage.columns


def test_faults_of_the_gold_set_are_errors():
    """A line that cannot be read, of both files at once, by name and number."""
    report = {"lang": "en", "include_text": True}
    with pytest.raises(InputError) as error:
        gather([], b"{\n", b"[]\n", "gold", score=shop.SCORE, report=report)
    assert [problem.where for problem in error.value.problems] == [
        "gold/queries.jsonl:1",
        "gold/passages.jsonl:1",
    ]
