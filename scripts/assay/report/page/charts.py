"""The charts of the page, one function each."""

from collections.abc import Iterator, Sequence

from assay.comparison.record import Comparisons
from assay.report import sides
from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.page import drawing
from assay.report.page.drawing import Chart
from assay.report.page.paired import differences
from assay.report.page.plain import text
from assay.report.results import lead

GROUPS = 12  # of a slice
_BAR, _BETWEEN = 14, 10  # heights in a chart of slices: of a system's bar, of what parts two groups
_WIDE = 20  # times the smallest cut-off: from there on the axis is logarithmic


def charts(say: Catalogue, material: Material, compared: Comparisons) -> Iterator[Chart]:
    """Every chart for which there are values, in the order of the page."""
    leading = lead(material)[0].partition("@")[0]
    for family in (leading, "recall"):
        for by_characters in (False, True):
            yield from _one(curves(say, material, family, by_characters=by_characters))
    for number, entry in enumerate(compared.record["comparisons"], 1):
        if compared.record["primary"] in entry["metrics"]:
            yield from _one(differences(say, compared, entry["candidate"], number))
    if leading == "sufficient":
        yield coverage(say, material)
    for name in sides.slice_names(material):
        yield from _one(slices(say, material, name))


def _one(chart: Chart | None) -> list[Chart]:
    return [chart] if chart else []


def curves(say: Catalogue, material: Material, family: str, *, by_characters: bool) -> Chart | None:
    """Means of a metric over its cut-offs, a line a system; None where nothing was measured.

    Args:
        say: phrases.
        material: of the report.
        family: ``sufficient``, ``recall`` or ``hit``.
        by_characters: cut-offs in characters read, else in results.
    """
    import altair as alt

    key, unit = ("chars", "c") if by_characters else ("k", "")
    cuts = sorted(material.score[key])
    rows = [
        {"system": system.name, "cut": cut, "value": entry["mean"], "n": entry["n"]}
        for system in material.systems
        for cut in cuts
        if (entry := system.metrics.get(f"{family}@{cut}{unit}")) and entry["n"]
    ]
    if not rows:
        return None
    axis, wide = text(say(f"chart.{key}")), cuts[-1] > _WIDE * cuts[0]
    spec = drawing.base(rows).mark_line(point=alt.OverlayMarkDef(filled=True, size=70))
    encoded = spec.encode(
        x=alt.X(
            "cut:Q",
            title=axis,
            axis=alt.Axis(values=cuts, format="d", grid=False, labelOverlap=True),
            scale=alt.Scale(type="log" if wide else "linear", nice=False, padding=12, zero=False),
        ),
        y=drawing.value_axis(alt.Y, family, family),
        tooltip=drawing.tips([*_system(say), ("cut:Q", axis), ("value:Q", family), ("n:Q", "n")]),
        **drawing.of_systems(say, [system.name for system in material.systems], lines=True),
    )
    title, about = text(say(f"chart.{key}.title", metric=family)), text(say(f"chart.{key}.about"))
    return drawing.finished(encoded, f"{family}-{key}", title, about)


def coverage(say: Catalogue, material: Material) -> Chart:
    """How many queries have which coverage, systems side by side."""
    import altair as alt

    names, bands = [system.name for system in material.systems], list(sides.BANDS)
    axis, queries = text(say("partial.coverage")), text(say("head.queries"))
    rows = [
        {"system": system.name, "band": band, "n": system.summary["coverage_distribution"].get(band, 0)}
        for band in bands
        for system in material.systems
    ]
    spec = drawing.base(rows).encode(
        x=alt.X("band:N", sort=bands, title=axis, axis=alt.Axis(labelAngle=0)),
        xOffset=alt.XOffset("system:N", sort=names),
        y=alt.Y("n:Q", title=queries, axis=alt.Axis(tickMinStep=1, format="d")),
        tooltip=drawing.tips([*_system(say), ("band:N", axis), ("n:Q", queries)]),
    )
    bars = spec.mark_bar().encode(**drawing.of_systems(say, names))
    both = alt.layer(bars, spec.mark_text(dy=-6).encode(text="n:Q"))
    title = text(say("chart.coverage.title"))
    return drawing.finished(both, "coverage", title, text(say("chart.coverage.about", k=material.headline)))


def slices(say: Catalogue, material: Material, name: str) -> Chart | None:
    """Means of the leading metric by group of a slice, the largest groups first; None for less than two groups."""
    import altair as alt

    metric, names = lead(material)[0], [system.name for system in material.systems]
    found = sides.slice_groups(material, name, metric)
    labels = _labels(say, name, found[:GROUPS])
    if len(labels) == 1 or not labels:
        return None
    rows = [
        {"system": system.name, "group": label, "value": entry["mean"], "n": entry["n"]}
        for system in material.systems
        for group, label in labels.items()
        if (entry := system.summary["slices"].get(name, {}).get(group, {}).get(metric)) and entry["n"]
    ]
    axis = alt.Axis(labelLimit=160)
    spec = (
        drawing.base(rows)
        .mark_bar()
        .encode(
            y=alt.Y("group:N", sort=list(labels.values()), title=None, axis=axis),
            yOffset=alt.YOffset("system:N", sort=names),
            x=drawing.value_axis(alt.X, metric, metric),
            tooltip=drawing.tips(
                [*_system(say), ("group:N", text(say("head.group"))), ("value:Q", metric), ("n:Q", "n")]
            ),
            **drawing.of_systems(say, names),
        )
    )
    height = len(labels) * (_BAR * len(names) + _BETWEEN)
    about = say("chart.slice.about", metric=metric)
    if len(found) > GROUPS:
        about = say("chart.slice.some", metric=metric, n=GROUPS, all=len(found))
    place = (
        sides.slice_names(material).index(name) + 1
    )  # a slice may have any name, an id of the page may not
    return drawing.finished(
        spec.properties(height=height), f"slice-{place}", text(say.known("slice", name)), text(about)
    )


def _labels(say: Catalogue, name: str, groups: Sequence[str]) -> dict[str, str]:
    """A label a group: two groups that would be called alike stand apart by their values."""
    labels = [text(sides.group_label(say, name, group)) for group in groups]
    return {
        group: label if labels.count(label) == 1 else f"{label} ({group!r})"
        for group, label in zip(groups, labels, strict=True)
    }


def _system(say: Catalogue) -> list[tuple[str, str]]:
    return [("system:N", text(say("head.system")))]
