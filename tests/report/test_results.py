from dataclasses import replace

import pytest

import shop
from assay.report import results
from assay.report.catalogue import Catalogue

SAY = Catalogue("en")


@pytest.fixture
def material(made):
    return shop.material(made)


def without_sets(material):
    """The same where no query has evidence sets."""
    unlabelled = {"mean": None, "n": 0, "nulls": {"not_labelled": 8}}

    def of(system):
        metrics = {
            name: unlabelled if name.startswith(("suff", "cov")) else e for name, e in system.metrics.items()
        }
        return replace(system, summary={**system.summary, "metrics": metrics})

    return replace(material, systems=[of(system) for system in material.systems])


def on_one_snapshot(material):
    alpha, beta = material.systems
    return replace(
        material,
        systems=[alpha, replace(beta, summary={**beta.summary, "snapshot": alpha.summary["snapshot"]})],
    )


def test_sufficient_and_coverage_lead(material):
    """Hit and recall only where no query has evidence sets."""
    assert results.lead(material) == ["sufficient@2", "coverage@2"]
    assert results.lead(without_sets(material)) == ["hit@2", "recall@2"]


def test_tables_follow_the_leading_metric(material):
    """Its cut-offs and budgets; nothing stands in two places."""
    groups = results.groups(without_sets(material))
    assert groups["cutoffs"] == ["hit@1", "hit@2"]
    assert groups["sufficient"] == ["hit@2", "recall@2", "hit@120c"]
    assert "hit@2" not in groups["found"]


@pytest.mark.parametrize(
    "name",
    [
        "precision@2",
        "map@2",
        "mrr@2",
        "ndcg@2",
        "judged@2",
        "first_relevant_rank",
        "sufficient_rank",
        "harmful@2",
    ],
)
def test_what_depends_on_slots_is_marked_across_snapshots(material, name):
    """And not where all systems search the same chunks."""
    assert name in results.incomparable(material)
    assert results.incomparable(on_one_snapshot(material)) == frozenset()


def test_the_mark_stands_at_the_name(material):
    """Of the marked metric alone."""
    names = ["mrr@2", "recall@2"]
    assert results.result_table(SAY, material, names).startswith("| system | `mrr@2`† | `recall@2` |")
    assert "†" not in results.result_table(SAY, on_one_snapshot(material), names)


@pytest.mark.parametrize(
    "name", ["recall@2", "hit@2", "sufficient@120c", "char_recall@2", "char_iou@2", "sufficient_chars"]
)
def test_passages_and_characters_can_be_compared(material, name):
    """They do not depend on what a slot holds."""
    assert name not in results.incomparable(material)


def test_n_has_a_column_where_a_line_shares_it(material):
    """Else each figure carries its own."""
    shared = results.result_table(SAY, material, ["sufficient@1", "sufficient@2"])
    assert shared.splitlines()[2:4] == ["| `alpha` | 0.000 | 0.000 | 3 |", "| `beta` | 1.000 | 1.000 | 5 |"]
    mixed = results.result_table(SAY, material, ["sufficient@2", "hit@2"])
    assert mixed.splitlines()[2:4] == [
        "| `alpha` | 0.000 (3) | 0.250 (4) |",
        "| `beta` | 1.000 (5) | 1.000 (6) |",
    ]


def with_counts(material, counts):
    """The same, with these n by system and metric."""

    def of(system):
        metrics = {name: {"mean": 0.5, "n": n, "nulls": {}} for name, n in counts[system.name].items()}
        return replace(system, summary={**system.summary, "metrics": metrics})

    return replace(material, systems=[of(system) for system in material.systems])


@pytest.mark.parametrize(
    ("alpha", "beta", "expected"),
    [
        ((77, 77, 77), (77, 77, 77), None),
        ((77, 77, 86), (77, 77, 86), "`recall@2`, `hit@2`: 77; `mrr@2`: 86"),
        ((77, 77, 77), (75, 75, 75), "`alpha`: 77; `beta`: 75"),
        ((77, 77, 86), (75, 75, 75), "`alpha`: 77–86; `beta`: 75"),
        ((77, 77, 77), (77, 0, 77), None),
        ((77, 0, 86), (75, 75, 75), "`alpha`: 77–86; `beta`: 75"),
        ((0, 0, 0), (75, 75, 86), "`recall@2`, `hit@2`: 75; `mrr@2`: 86"),
    ],
)
def test_unequal_n_side_by_side_is_said(material, alpha, beta, expected):
    """By metric where all systems agree on it, else by system; what was not measured has no mean."""
    names = ["recall@2", "hit@2", "mrr@2"]
    made = {"alpha": dict(zip(names, alpha, strict=True)), "beta": dict(zip(names, beta, strict=True))}
    shown = results.result_table(SAY, with_counts(material, made), names).split("\n\n")[1:]
    note = f"n differs: {expected}. The figures rest on different queries."
    assert shown == ([] if expected is None else [note])


def test_a_median_is_of_all_that_were_measured(material):
    """Those that never got there stand in it, so n is the same for a system that finds fewer."""
    entries = {"alpha": (4, {"not_found": 2}), "beta": (6, {"no_answer": 1})}
    systems = [
        replace(
            system,
            summary={
                **system.summary,
                "metrics": {"sufficient_rank": dict(zip(("n", "nulls"), entries[system.name], strict=True))},
            },
        )
        for system in material.systems
    ]
    for system in systems:
        system.metrics["sufficient_rank"]["median"] = 2.0
    shown = results.result_table(SAY, replace(material, systems=systems), ["sufficient_rank"])
    assert "n differs" not in shown
    assert "| `alpha` | 2.0 (4 of 6) |" in shown


def test_cut_offs_beyond_the_depth_are_said(material):
    """Which, of which system; in characters with the queries that they concern; nothing where there are none."""
    assert results.beyond_depth(SAY, material) is None
    missed = {
        "recall@10": {"beyond_depth": 5, "no_answer": 3},
        "hit@10": {"beyond_depth": 8},
        "recall@5": {"beyond_depth": 8},
        "recall@7c": {"beyond_depth": 2},
        "hit@7c": {"beyond_depth": 4, "stale": 1},
        "recall@2": {"no_answer": 3},
    }
    alpha, beta = material.systems
    metrics = {name: {"mean": None, "n": 0, "nulls": nulls} for name, nulls in missed.items()}
    deep = replace(alpha, summary={**alpha.summary, "metrics": metrics})
    assert results.beyond_depth(SAY, replace(material, systems=[deep, beta])) == (
        "**Beyond the depth.** A system is measured only as deep as its results were asked for. "
        "Not measured: `alpha` (depth 3): `@5`, `@10`, `@7c` (queries: 4)."
    )


def test_a_metric_without_values_is_named_with_its_reasons(material):
    """Under the table, the most frequent reason first, never as 0 or an empty cell."""
    shown = results.result_table(SAY, material, ["judged@2", "harmful@2"])
    assert shown.splitlines()[-1].startswith("`harmful@2`: not measured (not graded by people, ")


@pytest.mark.parametrize(
    ("name", "entry", "expected"),
    [
        ("recall@5", {"mean": 0.5, "n": 4, "nulls": {}}, "0.500 (4)"),
        ("recall@5", {"mean": None, "n": 0, "nulls": {"stale": 2}}, "not measured (stale label)"),
        ("context_chars@5", {"mean": 1032.7, "n": 4, "nulls": {}}, "1033 (4)"),
        ("sufficient_rank", {"median": 2.5, "n": 4, "nulls": {"not_found": 1}}, "2.5 (4 of 5)"),
        ("sufficient_rank", {"median": 2.0, "n": 4, "nulls": {"no_answer": 1}}, "2.0 (4 of 4)"),
        ("sufficient_rank", {"median": None, "n": 1, "nulls": {"not_found": 2}}, "not found (1 of 3)"),
        (
            "sufficient_rank",
            {"median": None, "n": 0, "nulls": {"error": 2}},
            "not measured (the system failed)",
        ),
    ],
)
def test_a_figure_is_printed_with_its_basis(name, entry, expected):
    """Shares with three digits, characters whole, ranks to the half; not found is said."""
    assert results.cell(SAY, name, entry, show_n=True) == expected


def test_n_and_nulls_add_up_to_all_queries(material):
    """Of every line of the table of what was measured."""
    for _, cells in results.measured_rows(SAY, material):
        for cell in cells:
            assert (
                sum(int(word) for word in cell.replace(";", "").replace(",", "").split() if word.isdigit())
                == 8
            )


def test_metrics_for_dvc_are_numbers_by_system(material):
    """Means and medians, null where not measured, and n of the leading one."""
    figures = results.metrics_json(material, shop.uncompared().record)
    assert list(figures) == ["alpha", "beta"]
    assert figures["alpha"]["recall@2"] == 0.083333
    assert figures["alpha"]["sufficient_rank"] is None
    assert (figures["alpha"]["n"], figures["beta"]["n"]) == (3, 5)
    assert {"sufficient@120c", "coverage@2", "hit@2", "mrr@2"} <= figures["alpha"].keys()


def test_metrics_for_dvc_say_what_does_not_rest_on_the_same_queries(material):
    """Another n beside each such value; which systems search another corpus, where some do."""
    alpha, beta = material.systems
    figures = results.metrics_json(material, shop.uncompared().record)
    assert {name: n for name, n in figures["alpha"].items() if name.startswith("n:")} == {
        f"n:{name}": n
        for name in figures["alpha"]
        if name != "n"
        and not name.startswith("n:")
        and (n := results._base(alpha, name)) not in (0, figures["alpha"]["n"])
    }
    assert figures["alpha"]["n:recall@2"] == alpha.metrics["recall@2"]["n"] != figures["alpha"]["n"]
    assert "n:coverage@2" not in figures["alpha"]
    assert "corpus" not in figures["alpha"]
    snapshot = {**beta.summary["snapshot"], "corpus_id": "1" * 64}
    apart = replace(material, systems=[alpha, replace(beta, summary={**beta.summary, "snapshot": snapshot})])
    assert [one["corpus"] for one in results.metrics_json(apart, shop.uncompared().record).values()] == [1, 2]
