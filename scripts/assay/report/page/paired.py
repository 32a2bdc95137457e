"""The chart of a comparison: by how much each query is better or worse with the candidate."""

from typing import Any

import polars as pl

from assay.comparison.record import Comparisons
from assay.report.catalogue import Catalogue
from assay.report.comparisons import signed
from assay.report.page import drawing
from assay.report.page.drawing import Chart
from assay.report.page.plain import signs, text
from assay.report.results import SHARES
from assay.scoring.metrics import DOWN, METRICS

MOST = 300  # queries that can stand as bars side by side
_ROUNDING = 1e-6  # of a difference that is a bin's end
_BINS = 10  # on each side of zero
_COLOURS = {
    "better": "#2f7fc1",
    "alike": "#8a8f94",
    "worse": "#cc5f1f",
}  # told apart without green, on white and black
_DOWN = {metric.name for metric in METRICS if metric.direction == DOWN}


def differences(say: Catalogue, compared: Comparisons, candidate: str, number: int) -> Chart | None:
    """Per query the difference of the primary metric, wins up, losses down; of many queries how many have which.

    Args:
        say: phrases.
        compared: what the stage ``compare`` wrote.
        candidate: its name.
        number: of the comparison, from 1.
    """
    metric, baseline = compared.record["primary"], compared.record["baseline"]
    rows = gains(compared.differences, candidate, metric)
    if rows.is_empty():
        return None
    many = len(rows) > MOST
    title = text(say("chart.differences.title", candidate=candidate, baseline=baseline, metric=metric))
    key = "many" if many else "few"
    about = text(say(f"chart.differences.{key}", n=len(rows)))
    spec = _histogram(say, rows, metric) if many else _bars(say, rows, metric)
    return drawing.finished(spec, f"differences-{number}", title, about)


def gains(pairs: pl.DataFrame, candidate: str, metric: str) -> pl.DataFrame:
    """``query_id, value, outcome`` of each pair, the largest win first; a win is above zero.

    Args:
        pairs: differences.parquet.
        candidate: its name.
        metric: its name.
    """
    of_metric = pairs.filter(pl.col("system") == candidate, pl.col("metric") == metric)
    gain = (pl.col("candidate") - pl.col("baseline")).round(9)
    value = -gain if metric.partition("@")[0] in _DOWN else gain
    rows = of_metric.drop_nulls(["baseline", "candidate"]).select("query_id", value=value)
    outcome = pl.when(pl.col("value") > 0).then(pl.lit("better")).when(pl.col("value") < 0)
    return rows.with_columns(outcome=outcome.then(pl.lit("worse")).otherwise(pl.lit("alike"))).sort(
        "value", "query_id", descending=[True, False]
    )


def _bars(say: Catalogue, rows: pl.DataFrame, metric: str) -> Any:
    import altair as alt

    axis = text(say("chart.difference", metric=metric))
    said = [signs(text(signed(metric, value))) for value in rows["value"]]
    shown = _named(say, rows.with_columns(difference=pl.Series(said, dtype=pl.String))).with_row_index(
        "place"
    )
    return (
        drawing.base(shown.to_dicts())
        .mark_bar()
        .encode(
            x=alt.X("place:O", title=text(say("chart.queries")), axis=alt.Axis(labels=False, ticks=False)),
            y=drawing.value_axis(alt.Y, metric, axis, differences=True),
            tooltip=drawing.tips([("query_id:N", text(say("head.query"))), ("difference:N", axis)]),
            color=_colour(say),
        )
    )


def _histogram(say: Catalogue, rows: pl.DataFrame, metric: str) -> Any:
    import altair as alt

    most = 1.0 if metric.partition("@")[0] in SHARES else float(rows["value"].abs().max() or 1)  # type: ignore[arg-type]
    size = (pl.col("value").abs() / most * _BINS - _ROUNDING).ceil()  # never 0 but for what is alike
    bins = rows.group_by(bin=(size * pl.col("value").sign()).cast(pl.Int32)).agg(n=pl.len())
    outcome = pl.when(pl.col("bin") > 0).then(pl.lit("better")).when(pl.col("bin") < 0).then(pl.lit("worse"))
    counted = bins.sort("bin").with_columns(outcome=outcome.otherwise(pl.lit("alike")))
    labels = [signs(f"{n * most / _BINS:+.3g}") for n in counted["bin"]]
    shown = _named(say, counted.with_columns(difference=pl.Series(labels, dtype=pl.String))).drop("bin")
    axis, queries = text(say("chart.difference", metric=metric)), text(say("head.queries"))
    base = drawing.base(shown.to_dicts()).encode(
        x=alt.X("difference:N", sort=labels, title=axis, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        y=alt.Y("n:Q", title=queries),
        tooltip=drawing.tips([("difference:N", axis), ("n:Q", queries)]),
    )
    return alt.layer(base.mark_bar().encode(color=_colour(say)), base.mark_text(dy=-6).encode(text="n:Q"))


def _named(say: Catalogue, rows: pl.DataFrame) -> pl.DataFrame:
    words = {name: text(say(f"chart.{name}")) for name in _COLOURS}
    return rows.with_columns(pl.col("outcome").replace_strict(words, return_dtype=pl.String))


def _colour(say: Catalogue) -> Any:
    import altair as alt

    words = [text(say(f"chart.{name}")) for name in _COLOURS]
    scale = alt.Scale(domain=words, range=list(_COLOURS.values()))
    return alt.Color("outcome:N", title=text(say("chart.outcome")), scale=scale, legend=None)
