"""The charts with a bar for each system in each of some groups: coverage, slices."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from assay.report import sides
from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.page import drawing
from assay.report.page.drawing import Chart
from assay.report.page.plain import text
from assay.report.results import SHARES, lead

if TYPE_CHECKING:
    import altair as alt

GROUPS = 12  # of a slice
FEW = 5  # queries: a bar of fewer is pale
_BAR, _BETWEEN, _LEAST = (
    15,
    12,
    40,
)  # heights: of a system's bar, of what parts two groups, of a group with its label
_PALE = 0.35
_LINES = "split(datum.label, '\\n')"
_BESIDE = "width - 30"  # where bars end: beyond stands the number of the longest


def coverage(say: Catalogue, material: Material) -> Chart:
    """How many queries have which coverage, systems side by side."""
    import altair as alt

    names, bands = [system.name for system in material.systems], list(sides.BANDS)
    axis, queries = text(say("partial.coverage")), text(say("head.queries"))
    rows: list[dict[str, Any]] = [
        {"system": one.name, "group": band, "n": one.summary["coverage_distribution"].get(band, 0)}
        for band in bands
        for one in material.systems
    ]
    scale = alt.Scale(
        domain=[0, max(1, *(row["n"] for row in rows))], range=[0, {"expr": _BESIDE}], nice=False
    )
    spec = _across(rows, bands, names, title=axis).encode(
        x=alt.X(
            "n:Q",
            title=queries,
            scale=scale,
            axis=alt.Axis(tickMinStep=1, tickCount=5, format="d", labelOverlap=True),
        ),
        tooltip=drawing.tips([drawing.system(say), ("group:N", axis), ("n:Q", queries)]),
    )
    bars = spec.mark_bar().encode(**drawing.of_systems(say, names))
    both = alt.layer(bars, _numbers(spec, "n:Q")).properties(height=_height(bands, names))
    title = text(say("chart.coverage.title"))
    return drawing.finished(both, "coverage", title, text(say("chart.coverage.about", k=material.headline)))


def slices(say: Catalogue, material: Material, name: str) -> Chart | None:
    """Means of the leading metric by group of a slice, the largest groups first; None for less than two groups."""
    import altair as alt

    metric, names = lead(material)[0], [system.name for system in material.systems]
    found = sides.slice_groups(material, name, metric)
    labels = _labels(say, name, found[:GROUPS])
    if len(labels) <= 1:
        return None
    labels = {group: f"{label}\n{_sizes(say, material, name, group)}" for group, label in labels.items()}
    spec = _across(_means(material, name, labels), list(labels.values()), names, title=None).encode(
        x=_values(metric),
        tooltip=drawing.tips(
            [drawing.system(say), ("group:N", text(say("head.group"))), ("value:Q", metric), ("n:Q", "n")]
        ),
    )
    pale = alt.condition(f"datum.n < {FEW}", alt.value(_PALE), alt.value(1))
    bars = spec.mark_bar().encode(opacity=pale, **drawing.of_systems(say, names))
    both = alt.layer(bars, _numbers(spec, "shown:N")).properties(height=_height(list(labels), names))
    counts = {"n": GROUPS, "all": len(found)} if len(found) > GROUPS else {}
    small = say("chart.slice.small", n=FEW)
    about = say("chart.slice.some" if counts else "chart.slice.about", metric=metric, small=small, **counts)
    # A slice may have any name, an id of the page may not.
    place = sides.slice_names(material).index(name) + 1
    return drawing.finished(both, f"slice-{place}", text(say.known("slice", name)), text(about))


def _means(material: Material, name: str, labels: Mapping[str, str]) -> list[dict[str, Any]]:
    """One row a bar; a bar without a value has – in its place: it is not 0."""
    rows = []
    for system in material.systems:
        for group, label in labels.items():
            entry = _entry(material, system.name, name, group)
            measured = (
                {"value": entry["mean"], "n": entry["n"]} if entry.get("n") else {"value": None, "n": 0}
            )
            shown = "–" if measured["value"] is None else f"{measured['value']:.2f}"
            rows.append(
                {
                    "system": system.name,
                    "group": label,
                    **measured,
                    "end": measured["value"] or 0,
                    "shown": shown,
                }
            )
    return rows


def _entry(material: Material, system: str, name: str, group: str) -> dict[str, Any]:
    summary = next(one.summary for one in material.systems if one.name == system)
    entry: dict[str, Any] = summary["slices"].get(name, {}).get(group, {}).get(lead(material)[0], {})
    return entry


def _sizes(say: Catalogue, material: Material, name: str, group: str) -> str:
    """How many queries the bars of a group rest on."""
    sizes = {_entry(material, one.name, name, group).get("n") or 0 for one in material.systems}
    if len(sizes) == 1:
        return text(say("chart.slice.n", n=sizes.pop()))
    return text(say("chart.slice.n.range", least=min(sizes), most=max(sizes)))


def _labels(say: Catalogue, name: str, groups: Sequence[str]) -> dict[str, str]:
    """A label a group: two groups that would be called alike stand apart by their values."""
    labels = [text(sides.group_label(say, name, group)) for group in groups]
    return {
        group: label if labels.count(label) == 1 else f"{label} ({group!r})"
        for group, label in zip(groups, labels, strict=True)
    }


def _across(
    rows: Sequence[Mapping[str, Any]], groups: list[str], names: list[str], title: str | None
) -> "alt.Chart":
    """Groups one under the other, in each a line a system; what follows a line end in a label stands below it."""
    import altair as alt

    return drawing.base(rows).encode(
        y=alt.Y("group:N", sort=groups, title=title, axis=alt.Axis(labelExpr=_LINES)),
        yOffset=alt.YOffset("system:N", sort=names),
    )


def _values(metric: str) -> "alt.X":
    import altair as alt

    shares = metric.partition("@")[0] in SHARES
    scale = alt.Scale(domain=[0, 1] if shares else alt.Undefined, range=[0, {"expr": _BESIDE}])
    axis = alt.Axis(tickCount=5, labelOverlap=True)
    return alt.X("end:Q", title=metric, scale=scale, axis=axis)


def _numbers(spec: "alt.Chart", field: str) -> "alt.Chart":
    """The number of each bar at its end: paper and phones have no tips."""
    made: alt.Chart = spec.mark_text(align="left", baseline="middle", dx=3, fontSize=10).encode(text=field)
    return made


def _height(groups: Sequence[str], names: Sequence[str]) -> int:
    return len(groups) * max(_BAR * len(names) + _BETWEEN, _LEAST)
