from dataclasses import replace

import polars as pl
import pytest

import shop
from assay.report import repeats
from assay.report.catalogue import Catalogue

SAY = Catalogue("en")
CHANGED = {"order": [1, 3, 3], "set": [1, 2, 2]}


def again(system, values, **more):
    """The system as one that was asked three times; ``values`` of the leading metric each time."""
    name = "sufficient@2"
    first = {**system.summary["metrics"][name], "mean": values[0]}
    found = {
        "n": 3,
        "queries": 4,
        "changed": CHANGED,
        "unanswered": ["q-7", "q-8"],
        "measured": {name: 3, "coverage@2": 3},
        "metrics": {name: values, "coverage@2": [0.5, 0.5, 0.5]},
        **more,
    }
    return replace(
        system, summary={**system.summary, "metrics": {**system.metrics, name: first}, "repeats": found}
    )


@pytest.fixture
def material(made):
    return shop.material(made)


def with_systems(material, *systems):
    return replace(material, systems=list(systems))


def test_shares_and_ranges_stand_in_one_line(material):
    """Of 4 questions 3 had another order in their first 2, and 2 other chunks; figures lay between two values."""
    alpha, beta = material.systems
    shown = repeats.overview(SAY, with_systems(material, again(alpha, [0.5, 0.4, 0.6]), beta))
    assert shown.splitlines()[2:] == [
        f"| `{alpha.name}` | 3 | 4 | 75.0 % (3) | 50.0 % (2) | 0.400–0.600 | 0.500 | 3 |"
    ]


def test_a_metric_without_a_value_has_no_range(material):
    """One time it was not measured: nothing is said of how it varies."""
    alpha, beta = material.systems
    shown = repeats.overview(SAY, with_systems(material, again(alpha, [0.5, None, 0.6]), beta))
    assert "not measured" in shown
    assert repeats.differences(SAY, with_systems(material, again(alpha, [0.5, None, 0.6]), beta)) is None


@pytest.mark.parametrize(
    ("values", "verdict"),
    [([0.5, 0.3, 0.7], "inside the noise"), ([0.9, 0.8, 0.95], "outside the noise")],
)
def test_a_difference_is_told_from_noise(material, values, verdict):
    """Where the values of the two overlap over the repeats, their order is not certain."""
    alpha, beta = material.systems
    name = repeats.lead(material)[0]
    beta = replace(
        beta, scores=beta.scores.with_columns(pl.when(pl.col(name).is_not_null()).then(0.6).alias(name))
    )
    shown = repeats.differences(SAY, with_systems(material, again(alpha, values), beta)).splitlines()
    assert shown[2:] == [f"| `{alpha.name}` | `{beta.name}` | {0.6 - values[0]:+.3f} | 3 | {verdict} |"]


def test_a_system_that_was_asked_once_is_compared_on_the_questions_answered_each_time(material):
    """What it found for another question is left out of its value."""
    alpha, beta = material.systems
    name = repeats.lead(material)[0]
    good = pl.when(pl.col("query_id") == "q-7").then(0.0).otherwise(pl.col(name))
    beta = replace(beta, scores=beta.scores.with_columns(good.alias(name)))
    shown = repeats.differences(SAY, with_systems(material, again(alpha, [0.5, 0.4, 0.6]), beta))
    assert "| +0.500 | 3 | outside the noise |" in shown


def test_systems_measured_on_different_questions_are_not_compared(material):
    """Both were asked again, and each failed on others: no difference is printed."""
    alpha, beta = material.systems
    both = again(alpha, [0.5, 0.4, 0.6]), again(beta, [0.5, 0.5, 0.5])
    other = replace(
        both[1], summary={**both[1].summary, "repeats": {**repeats.again(both[1]), "unanswered": ["q-1"]}}
    )
    shown = repeats.differences(SAY, with_systems(material, both[0], other)).splitlines()[-1]
    assert "| 3 / 4 | not comparable" in shown
    assert "+0." not in shown


@pytest.mark.parametrize(("corpus", "pairs"), [(None, 1), ("1" * 64, 0)])
def test_systems_of_one_corpus_are_compared(material, corpus, pairs):
    """Also where one is scored on chunks of its own; those of two corpora are not."""
    alpha, beta = material.systems
    snapshot = {**beta.summary["snapshot"], "snapshot_id": "2" * 64, "declared": True}
    snapshot |= {"corpus_id": corpus} if corpus else {}
    beta = replace(beta, summary={**beta.summary, "snapshot": snapshot})
    shown = repeats.differences(SAY, with_systems(material, alpha, again(beta, [0.5, 0.4, 0.6])))
    assert (shown or "").count("| `alpha` | `beta` |") == pairs


def test_a_report_without_repeats_says_nothing_of_them(material):
    """No empty table."""
    assert repeats.overview(SAY, material) is None
    assert repeats.differences(SAY, material) is None


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_report_has_both_tables(material, templates, lang):
    """With a sentence on how to read them."""
    from assay.report.document import render
    from assay.report.failures import outcomes

    whole = replace(material, lang=lang)
    alpha, beta = whole.systems
    text = render(
        with_systems(whole, again(alpha, [0.5, 0.4, 0.6]), beta),
        shop.uncompared(),
        outcomes(whole),
        templates,
    ).decode()
    assert Catalogue(lang)("repeats.title") in text
    assert text.count(Catalogue(lang)("head.compared")) == 1
