from dataclasses import replace

import pytest

import shop
from assay.report import times
from assay.report.catalogue import Catalogue
from assay.report.document import render
from assay.report.failures import outcomes

STATED = {"n": 3, "median": 355.5, "p95": 1499.6, "longest": 30021.0}


@pytest.fixture
def material(made):
    return shop.material(made)


def timed(material, lang="en"):
    alpha, beta = material.systems
    return replace(
        material, lang=lang, systems=[alpha, replace(beta, summary={**beta.summary, "times": STATED})]
    )


def test_only_systems_with_times_are_shown(material):
    """In whole milliseconds; a report of none has no table."""
    assert times.overview(Catalogue("en"), material) is None
    assert times.overview(Catalogue("en"), timed(material)).splitlines() == [
        "| system | n | median, ms | 95th percentile, ms | longest, ms |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| `beta` | 3 | 356 | 1500 | 30021 |",
    ]


@pytest.mark.parametrize(("lang", "title"), [("en", "### Answer times"), ("ru", "### Время ответа")])
def test_the_report_has_the_table(material, templates, lang, title):
    """In both languages, with what it is of; nothing of it where no run states times."""
    whole = timed(material, lang)
    text = render(whole, shop.uncompared(), outcomes(whole), templates).decode()
    assert text.count(title) == text.count("| `beta` | 3 | 356 | 1500 | 30021 |") == 1
    assert title not in render(material, shop.uncompared(), outcomes(material), templates).decode()
