"""What all charts have in common: a Vega-Lite specification made by Altair, its data inline and under a fixed name.

Colours of systems are those of the page (``range: category``), which has them for light and dark.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from assay.report.catalogue import Catalogue
from assay.report.page.plain import text
from assay.report.results import SHARES

if TYPE_CHECKING:
    import altair as alt

HEIGHT = 260
_SIGNED = "(datum.value > 0 ? '+' : '') + datum.label"  # Vega's own minus is −
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])  # a second mark beside colour, as are the shapes of points
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


class Chart(NamedTuple):
    """One chart.

    Attributes:
        name: its id on the page.
        title: what it shows.
        about: how to read it.
        spec: the Vega-Lite specification.
    """

    name: str
    title: str
    about: str
    spec: dict[str, Any]


def base(rows: Sequence[Mapping[str, Any]]) -> "alt.Chart":
    """A chart over rows, as wide as its place on the page."""
    import altair as alt

    return alt.Chart(
        alt.InlineData(values=[dict(row) for row in rows], name="rows"), width="container", height=HEIGHT
    )


def finished(spec: "alt.TopLevelMixin", name: str, title: str, about: str) -> Chart:
    """The chart with its specification, which says what it shows to who cannot see it.

    Args:
        spec: of Altair.
        name: id of the chart.
        title: what it shows.
        about: how to read it.
    """
    import altair as alt

    with alt.data_transformers.enable(consolidate_datasets=False):
        made = spec.properties(description=title).to_dict()
    return Chart(name, title, about, made)


def of_systems(say: Catalogue, names: Sequence[str], *, lines: bool = False) -> dict[str, Any]:
    """Colour by system; of lines, also shape and dash. The page has the legend.

    Args:
        say: phrases.
        names: of the systems, in order.
        lines: whether lines with points are drawn.
    """
    import altair as alt

    title = text(say("head.system"))
    found: dict[str, Any] = {
        "color": alt.Color(
            "system:N", title=title, legend=None, scale=alt.Scale(domain=list(names), range="category")
        )
    }
    if lines:
        found["shape"] = alt.Shape("system:N", title=title, legend=None, scale=_turns(names, _SHAPES))
        found["strokeDash"] = alt.StrokeDash(
            "system:N", title=title, legend=None, scale=_turns(names, _DASHES)
        )
    return found


def _turns(names: Sequence[str], marks: Sequence[Any]) -> "alt.Scale":
    import altair as alt

    return alt.Scale(domain=list(names), range=[marks[at % len(marks)] for at in range(len(names))])


def value_axis(kind: Any, metric: str, title: str, *, differences: bool = False) -> Any:
    """An axis of a metric's values: shares from 0 to 1, their differences from -1 to 1 with signs.

    Args:
        kind: ``alt.X`` or ``alt.Y``.
        metric: its name.
        title: of the axis.
        differences: whether they are differences.
    """
    import altair as alt

    shares = metric.partition("@")[0] in SHARES
    scale = alt.Scale(domain=[-1 if differences else 0, 1]) if shares else alt.Undefined
    axis = alt.Axis(tickCount=5, labelExpr=_SIGNED if differences else alt.Undefined)
    return kind("value:Q", title=title, scale=scale, axis=axis)


def tips(labels: Iterable[tuple[str, str]]) -> "list[alt.Tooltip]":
    """What a pointed mark says: field with its type, and title of each."""
    import altair as alt

    return [
        alt.Tooltip(field, title=title, format=".3f" if field == "value:Q" else alt.Undefined)
        for field, title in labels
    ]


def system(say: Catalogue) -> tuple[str, str]:
    """What a mark's tip says first: its system."""
    return "system:N", text(say("head.system"))
