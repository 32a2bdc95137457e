import json
from dataclasses import replace

import polars as pl
import pytest

import shop
from assay.report.catalogue import Catalogue
from assay.report.page import bars
from assay.report.page.bars import coverage, slices
from assay.report.page.charts import charts, curves


@pytest.fixture(scope="module")
def material(made):
    return shop.material(made, "ru")


@pytest.fixture(scope="module")
def drawn(material):
    found = charts(Catalogue("ru"), material, shop.comparisons(material, alike=True))
    return {chart.name: chart for chart in found}


def values(chart):
    return chart.spec["data"]["values"]


def test_every_chart_there_is_to_draw(drawn):
    """Once each, under an id that a page can have."""
    assert list(drawn) == [
        *("sufficient-k", "sufficient-chars", "recall-k", "recall-chars", "differences-1", "coverage"),
        *("slice-1", "slice-2", "slice-3"),
    ]


def test_specifications_are_those_of_vega_lite(drawn):
    """Vega-Lite compiles each; as wide as its place; the data inside, under a fixed name; no title twice."""
    import vl_convert

    for chart in drawn.values():
        vl_convert.vegalite_to_vega(chart.spec)
        assert (chart.spec["width"], chart.spec["data"]["name"]) == ("container", "rows")
        assert chart.spec["description"] == chart.title
        assert not {"title", "datasets", "background"} & chart.spec.keys()


def test_specifications_are_the_same_each_time(drawn, material):
    """No counter and no chance is in a name."""
    again = charts(Catalogue("ru"), material, shop.comparisons(material, alike=True))
    assert [json.dumps(one.spec) for one in again] == [json.dumps(one.spec) for one in drawn.values()]


def test_curves_are_the_means(material, drawn):
    """Of summary.json, with n, at each cut-off; a cut-off without a value is left out."""
    found = {(row["system"], row["cut"]): (row["value"], row["n"]) for row in values(drawn["recall-k"])}
    metrics = {system.name: system.metrics for system in material.systems}
    assert found == {
        (name, k): (metrics[name][f"recall@{k}"]["mean"], metrics[name][f"recall@{k}"]["n"])
        for name in ("alpha", "beta")
        for k in (1, 2)
    }
    blank = {"recall@1": {"mean": None, "n": 0}, "recall@2": {"mean": None, "n": 0}}
    systems = [replace(one, summary={**one.summary, "metrics": blank}) for one in material.systems]
    assert curves(Catalogue("ru"), replace(material, systems=systems), "recall", by_characters=False) is None


def test_coverage_counts_queries(material, drawn):
    """Every band of every system, also those without a query."""
    assert values(drawn["coverage"] if drawn else coverage(Catalogue("ru"), material))[-1] == {
        "system": "beta",
        "group": "1",
        "n": material.systems[1].summary["coverage_distribution"]["1"],
    }
    assert len(values(drawn["coverage"])) == 8


def test_slices_are_cut_off(material, monkeypatch):
    """The largest groups are drawn, and the text says how many there are."""
    whole = slices(Catalogue("en"), material, "type")
    assert {row["group"].split("\n")[0] for row in values(whole)} == {"exact terms", "several conditions"}
    monkeypatch.setattr(bars, "GROUPS", 2)
    grouped = {f"g{n}": {"sufficient@2": {"mean": 0.5, "n": n}} for n in range(5)}
    systems = [replace(one, summary={**one.summary, "slices": {"own": grouped}}) for one in material.systems]
    found = slices(Catalogue("en"), replace(material, systems=systems), "own")
    assert [row["group"] for row in values(found)] == ["g4\nn = 4", "g3\nn = 3"] * 2
    assert "the 2 largest of 4 groups" in found.about


def test_groups_called_alike_stand_apart(material):
    """Queries of no subject, and of a subject that is called so."""
    entry = {"sufficient@2": {"mean": 0.5, "n": 1}}
    summaries = {"slices": {"subject": {"": entry, "none": entry}}}
    systems = [replace(one, summary={**one.summary, **summaries}) for one in material.systems]
    found = slices(Catalogue("en"), replace(material, systems=systems), "subject")
    assert {row["group"] for row in values(found)} == {"none ('')\nn = 1", "none ('none')\nn = 1"}


def test_nothing_measured_is_not_zero(material):
    """Each bar has its value beside it, – where there is none; each group says how many queries it has."""
    systems = []
    for one, groups in zip(
        material.systems,
        ({"a": (0.0, 4), "b": (0.5, 8)}, {"b": (0.25, 6)}),
        strict=True,
    ):
        entries = {name: {"sufficient@2": {"mean": mean, "n": n}} for name, (mean, n) in groups.items()}
        systems.append(replace(one, summary={**one.summary, "slices": {"subject": entries}}))
    found = slices(Catalogue("en"), replace(material, systems=systems), "subject")
    assert [(row["system"], row["group"], row["shown"], row["n"]) for row in values(found)] == [
        ("alpha", "b\nn = 6–8", "0.50", 8),
        ("alpha", "a\nn = 0–4", "0.00", 4),
        ("beta", "b\nn = 6–8", "0.25", 6),
        ("beta", "a\nn = 0–4", "–", 0),
    ]
    pale = found.spec["layer"][0]["encoding"]["opacity"]["condition"]
    assert pale == {"test": f"datum.n < {bars.FEW}", "value": bars._PALE}
    assert str(bars.FEW) in found.about


def test_without_sets_hits_lead(material):
    """Nothing is drawn that nobody could measure."""
    systems = []
    for one in material.systems:
        metrics = {
            name: {**entry, "n": 0, "mean": None} if name.startswith(("sufficient", "coverage")) else entry
            for name, entry in one.metrics.items()
        }
        systems.append(replace(one, summary={**one.summary, "metrics": metrics}))
    record = {"baseline": "alpha", "primary": "hit@2", "comparisons": []}
    compared = replace(shop.comparisons(material), record=record, differences=pl.DataFrame())
    names = [one.name for one in charts(Catalogue("ru"), replace(material, systems=systems), compared)]
    assert names[:4] == ["hit-k", "hit-chars", "recall-k", "recall-chars"]
    assert "coverage" not in names
