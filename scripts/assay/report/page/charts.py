"""The charts of the page, one function each."""

from collections.abc import Iterator

from assay.comparison.record import Comparisons
from assay.report import sides
from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.page import drawing
from assay.report.page.bars import coverage, slices
from assay.report.page.drawing import Chart
from assay.report.page.paired import differences
from assay.report.page.plain import text
from assay.report.results import lead

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
        tooltip=drawing.tips([drawing.system(say), ("cut:Q", axis), ("value:Q", family), ("n:Q", "n")]),
        **drawing.of_systems(say, [system.name for system in material.systems], lines=True),
    )
    title, about = text(say(f"chart.{key}.title", metric=family)), text(say(f"chart.{key}.about"))
    return drawing.finished(encoded, f"{family}-{key}", title, about)
