from dataclasses import replace

import pytest

import shop
from assay.report import sides
from assay.report.catalogue import Catalogue
from assay.scoring import slices as scoring

SAY = Catalogue("en")


@pytest.fixture
def material(made):
    return shop.material(made)


def changed(system, name=None, **summary):
    return replace(system, name=name or system.name, summary={**system.summary, **summary})


def test_many_systems_stand_in_several_tables(material):
    """So that none is wider than a page."""
    many = [changed(material.systems[0], f"s{n}") for n in range(7)]
    parts = sides.side_by_side(
        SAY("head.group"), many, [(SAY("head.n"), list("abcdefg"))], numbers=True
    ).split("\n\n")
    assert [part.splitlines()[2] for part in parts] == ["| n | a | b | c | d | e |", "| n | f | g |"]


def test_differing_settings_stand_first_and_in_bold(material):
    """The snapshot's own among them."""
    rows = sides.settings_rows(SAY, material)
    assert [label for label, _ in rows[:4]] == [
        "**snapshot**",
        "**chunk size, characters**",
        "**stemming**",
        "kind",
    ]
    assert rows[1][1] == ["60", "1000"]
    assert rows[2][1] == ["yes", "no"]


def test_what_a_recorded_run_does_not_say_is_said(material):
    """Where another system says it; a setting of another kind is not used; what nobody states has no line."""
    alpha, beta = material.systems
    card = {**beta.summary["card"], "settings": {"kind": "recorded", "snapshot": "wide", "depth": None}}
    card |= {"stated": {"reranker": "x"}, "may_vary": ["order of ties"]}
    card["absent"] = ["embedding_model", "model"]
    card["settings"]["arguments"] = []
    stating = changed(alpha, card={**alpha.summary["card"], "stated": {"embedding_model": "e5"}})
    rows = dict(sides.settings_rows(SAY, replace(material, systems=[stating, changed(beta, card=card)])))
    assert rows["**results kept**"] == ["3", "not declared"]
    assert rows["**reranker**"] == ["not used", "`x`"]
    assert rows[r"**embedding\_model**"] == ["`e5`", "not declared"]
    assert not [name for name in rows if name.strip("*") in {"model", "arguments"}]
    assert rows["**k1**"] == ["1.2", "not used"]
    assert rows["**may vary between machines**"] == ["not used", "`order of ties`"]


def test_coverage_adds_up_to_the_queries_measured(material):
    """In every system; bands in rising order."""
    rows = sides.coverage_rows(material)
    assert [cells for _, cells in rows] == [["2", "0"], ["1", "0"], ["0", "0"], ["0", "5"]]


def test_slices_without_values_are_left_out(material):
    """Such as the type no_answer, which has a table of its own; the largest group stands first."""
    rows = sides.slice_rows(SAY, material, "type", "sufficient@2")
    assert rows == [
        ("exact terms", ["0.000 (2)", "1.000 (4)"]),
        ("several conditions", ["0.000 (1)", "1.000 (1)"]),
    ]


def test_long_slices_are_folded_and_cut(material):
    """The rest is counted, and stands in the CSV."""
    groups = {f"g{n:02}": {"sufficient@2": {"mean": 0.5, "n": n}} for n in range(1, 31)}
    one = replace(material, systems=[changed(material.systems[0], slices={"section": groups})])
    [(title, shown, notes)] = sides.slices(SAY, one, "sufficient@2")
    assert title == "By section (folder) of the corpus"
    assert notes == ["And 5 more in `reports/tables/slices.csv`."]
    assert shown.startswith("<details>\n<summary>30 groups</summary>")
    assert "| g30 | 0.500 (30) |" in shown
    assert "g05" not in shown


def test_lengths_keep_their_order(material):
    """They are a scale of closed ranges."""
    groups = dict(zip(scoring.CLASSES, (1, 9, 5), strict=True))
    of_length = {group: {"sufficient@2": {"mean": 0.5, "n": n}} for group, n in groups.items()}
    one = replace(material, systems=[changed(material.systems[0], slices={"length": of_length})])
    rows = sides.slice_rows(SAY, one, "length", "sufficient@2")
    assert [label for label, _ in rows] == list(groups)


def test_groups_that_overlap_are_said_to(material):
    """Under the slice in which some query stands twice, and under no other."""
    groups = {"returns": {"sufficient@2": {"mean": 0.5, "n": 4}}}
    both = {"section": groups, "length": groups}
    systems = [changed(system, slices=both, overlapping_slices=["length"]) for system in material.systems]
    notes = [found for *_, found in sides.slices(SAY, replace(material, systems=systems), "sufficient@2")]
    assert notes == [[], [SAY("slices.overlap")]]


@pytest.mark.parametrize(("alpha", "beta", "unequal"), [(4, 4, False), (4, 0, False), (4, 3, True)])
def test_groups_of_unequal_n_are_noticed(material, alpha, beta, unequal):
    """Where both systems have a mean; the report says it once."""
    systems = [
        changed(system, slices={"section": {"returns": {"sufficient@2": {"mean": 0.5, "n": n}}}})
        for system, n in zip(material.systems, (alpha, beta), strict=True)
    ]
    assert sides.unequal(replace(material, systems=systems), "sufficient@2") == unequal


def test_every_count_of_scoring_is_shown(material):
    """Those that have no phrase here under their own names, at the end."""
    alpha = material.systems[0]
    counts = {**alpha.summary["counts"], "of_a_later_day": 4}
    rows = sides.count_rows(SAY, replace(material, systems=[changed(alpha, counts=counts)]))
    assert len(rows) == len(counts) - 1
    assert rows[-1] == (r"of\_a\_later\_day", ["4"])
