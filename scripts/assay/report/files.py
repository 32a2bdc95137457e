"""Every file of reports/tables/: the report, its figures, and the tables behind it."""

from collections.abc import Mapping

import polars as pl

from assay.comparison.record import Comparisons
from assay.manifest import pretty
from assay.report import failures, nothing
from assay.report.document import NO_ANSWERS, render
from assay.report.evidence.recorded import Recorded
from assay.report.inputs import Material, System
from assay.report.results import metrics_json, value_of
from assay.report.sheets import csv_bytes
from assay.report.unmeasured import unmeasured
from assay.scoring.metrics import METRICS

PLOTTED = ("sufficient", "recall", "hit")
DEFINITIONS = {metric.name: metric.definition for metric in METRICS}


def files(
    material: Material,
    compared: Comparisons,
    templates: Mapping[str, bytes],
    answers: Recorded = NO_ANSWERS,
) -> dict[str, bytes]:
    """Bytes by file name, the same for the same input.

    Args:
        material: what the report is made of.
        compared: what the stage ``compare`` wrote.
        templates: bytes of the Jinja2 templates by their names.
        answers: recorded answers with their evidence tables.
    """
    outcomes = failures.outcomes(material)
    sheets = {
        "metrics": metrics(material.systems),
        "slices": slices(material.systems),
        "cutoffs": cutoffs(material.systems),
        "counts": counts(material.systems),
        "failures": failures.sheet(outcomes, texts=material.texts),
        "unmeasured": unmeasured(material.systems, material.score),
        "no_answer": nothing.sheet(material),
        "triage": triage(material.systems),
        **answers.sheets,
    }
    return {
        "report.md": render(material, compared, outcomes, templates, answers),
        "metrics.json": pretty(metrics_json(material, compared.record)),
        **{f"{name}.csv": csv_bytes(frame) for name, frame in sheets.items()},
    }


def metrics(systems: list[System]) -> pl.DataFrame:
    """Every metric of every system: value, n, nulls as ``reason=count``."""
    rows = [
        {
            "system": system.name,
            "metric": name,
            "definition": DEFINITIONS.get(name.partition("@")[0]),
            "statistic": "median" if "median" in entry else "mean",
            "value": value_of(entry),
            "n": entry["n"],
            "nulls": [f"{reason}={n}" for reason, n in sorted(entry["nulls"].items())],
        }
        for system in systems
        for name, entry in system.metrics.items()
    ]
    texts = dict.fromkeys(("system", "metric", "definition", "statistic"), pl.String)
    return pl.DataFrame(
        rows, schema={**texts, "value": pl.Float64, "n": pl.UInt32, "nulls": pl.List(pl.String)}
    )


def cutoffs(systems: list[System]) -> pl.DataFrame:
    """Means over the cut-offs, as ``dvc plots`` draws them: ``system, metric, by`` (``results``, ``characters``)``, cutoff, value``."""
    rows = [
        (
            system.name,
            family,
            "characters" if cut.endswith("c") else "results",
            int(cut.removesuffix("c")),
            entry["mean"],
        )
        for system in systems
        for name, entry in system.metrics.items()
        for family, _, cut in [name.partition("@")]
        if family in PLOTTED and entry.get("mean") is not None
    ]
    texts = dict.fromkeys(("system", "metric", "by"), pl.String)
    table = pl.DataFrame(rows, schema={**texts, "cutoff": pl.UInt32, "value": pl.Float64}, orient="row")
    return table.sort("metric", "by", "system", "cutoff")


def slices(systems: list[System]) -> pl.DataFrame:
    """Every mean of every group of every slice."""
    rows = [
        (system.name, name, group, metric, entry["mean"], entry["n"])
        for system in systems
        for name, groups in system.summary["slices"].items()
        for group, metrics_of in groups.items()
        for metric, entry in metrics_of.items()
    ]
    texts = dict.fromkeys(("system", "slice", "group", "metric"), pl.String)
    return pl.DataFrame(rows, schema={**texts, "mean": pl.Float64, "n": pl.UInt32}, orient="row")


def counts(systems: list[System]) -> pl.DataFrame:
    """Every count of every system, and how many queries have which coverage."""
    rows = [
        (system.name, topic, name, n)
        for system in systems
        for topic, of_topic in (
            ("counts", system.summary["counts"]),
            ("coverage", system.summary["coverage_distribution"]),
        )
        for name, n in of_topic.items()
    ]
    texts = dict.fromkeys(("system", "of", "name"), pl.String)
    return pl.DataFrame(rows, schema={**texts, "n": pl.UInt32}, orient="row")


def triage(systems: list[System]) -> pl.DataFrame:
    """Chunks that gold does not know, by query and text; the systems that returned each, and the best rank."""
    rows = pl.concat(system.triage.with_columns(system=pl.lit(system.name)) for system in systems)
    found = rows.group_by("query_id", "sha256", maintain_order=True).agg(
        pl.col("rank").min(),
        pl.col("system").unique(maintain_order=True).alias("systems"),
        pl.all().exclude("query_id", "sha256", "rank", "system").first(),
    )
    return found.sort("query_id", "rank", "sha256")
