from dataclasses import replace

import polars as pl
import pytest

import shop
from assay.report import changed as module
from assay.report.catalogue import Catalogue
from assay.report.changed import of_report
from assay.report.page.plain import text


@pytest.fixture(scope="module")
def found(made):
    def of(change="improvement", *, texts=True, turned=False):
        material = shop.material(made, texts=texts)
        compared = shop.comparisons(shop.material(made), alike=True)
        if turned:
            compared = replace(compared, changes=compared.changes.with_columns(change=pl.lit("regression")))
        return of_report(Catalogue("en"), material, compared, "beta", change)

    return of


def test_what_is_missing_and_what_came_instead(found):
    """With ranks of both sides; the results are those of the side that fails."""
    rows = {row[0]: [text(cell) for cell in row[1:]] for row in found().rows}
    assert rows["q-1"] == [
        "Можно ли вернуть товар и что не принимают назад?",
        "guide: not found → 1",
        "2. delivery#.1",
    ]
    assert rows["q-2"][1:] == ["courier: not found → 1", "1. guide#.1; 2. guide#.1"]
    assert found().total == 4
    assert found("regression").rows == []


def test_a_regression_shows_what_the_candidate_returned(found):
    """At the ranks at which its results carry nothing needed."""
    rows = {row[0]: text(row[3]) for row in found("regression", turned=True).rows}
    assert rows["q-2"] == "1. delivery#.1; 2. odd#.1"


def test_without_texts_ids_of_chunks_are_hashed(found):
    """And there is no question."""
    rows = {row[0]: [text(cell) for cell in row[1:]] for row in found(texts=False).rows}
    assert rows["q-1"][0] == "–"
    assert rows["q-1"][2].startswith("2. delivery#")
    assert rows["q-1"][2] != "2. delivery#.1"


def test_a_long_list_is_cut(found, monkeypatch):
    """And says how many there are."""
    monkeypatch.setattr(module, "MOST", 2)
    assert (len(found().rows), found().total) == (2, 4)
