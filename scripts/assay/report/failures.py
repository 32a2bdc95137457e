"""Dev queries that a system does not meet: what was needed, where it was found, what is missing; and its errors."""

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from assay.report.catalogue import Catalogue
from assay.report.inputs import Material, System
from assay.report.markdown import Markdown, code, finished, folded, joined, plain, shorten, table
from assay.scoring.cutoffs import Cutoff
from assay.scoring.inspection import marks
from assay.scoring.metrics import METRICS
from assay.scoring.nulls import reason
from assay.scoring.outcome import met

MOST = 50  # queries in the report; the others are in failures.csv
IN_TITLE = 100  # characters of a query in the line that opens its block
IN_BLOCK = 1000
IN_LINE = 10  # queries named beside an error; all are in unmeasured.csv
FAMILIES = ("sufficient", "coverage", "recall", "hit")


def outcomes(material: Material) -> pl.DataFrame:
    """One row a query × system, for dev queries that at least one system does not meet.

    Met as :func:`assay.scoring.outcome.met` says.

    Returns:
        ``query_id, type, lang, query, missed_by, system, met`` (null: not measured), the four metrics at the
        headline cut-off and ``why:`` each is null, ``best_set``, ``found`` (``passage_id, found_at``),
        ``missing``, ``n_returned``, ``message`` (of the error that came instead); queries missed by most systems first, systems in their own order.
    """
    rows = pl.concat(
        findings(system, material.headline).with_columns(place=pl.lit(place))
        for place, system in enumerate(material.systems)
    )
    missed = rows.group_by("query_id").agg(missed_by=(~pl.col("met")).sum()).filter(pl.col("missed_by") > 0)
    about = material.queries.select("query_id", "type", "lang", "query")
    return (
        about.join(missed, on="query_id")
        .join(rows, on="query_id")
        .sort(["missed_by", "query_id", "place"], descending=[True, False, False])
        .drop("place")
    )


def findings(system: System, k: int) -> pl.DataFrame:
    """Values and findings of one system's dev queries, met or not: ``query_id``, then as :func:`outcomes`."""
    why = (
        reason(metric, Cutoff(k)).alias(f"why:{metric.name}@{k}")
        for metric in METRICS
        if metric.name in FAMILIES
    )
    values = system.scores.select("query_id", pl.lit(system.name).alias("system"), met(k), *measures(k), *why)
    findings = system.details.select("query_id", "best_set", "found", "missing", "n_returned")
    found = values.join(findings, on="query_id", how="left")
    return found.join(system.errors, on="query_id", how="left")


def measures(k: int) -> list[str]:
    """Columns of the metrics that stand beside a failure."""
    return [f"{family}@{k}" for family in FAMILIES]


def errors(say: Catalogue, material: Material) -> Markdown | None:
    """One line a system and message: how many dev queries got that error, and which; None where there was none."""
    header = [say(f"head.{name}") for name in ("system", "error", "queries", "which")]
    lines = []
    for system in material.systems:
        alike = system.errors.group_by("message").agg(pl.len().alias("n"), pl.col("query_id").sort())
        for message, n, names in alike.sort("n", "message", descending=[True, False]).iter_rows():
            more = [say("errors.more", n=n - IN_LINE)] if n > IN_LINE else []
            which = joined([*map(code, names[:IN_LINE]), *more])
            lines.append([code(system.name), _message(say, message), finished(n), which])
    return table(header, lines) if lines else None


def failed(material: Material) -> int:
    """How many dev queries got an error from at least one system."""
    return pl.concat(system.errors for system in material.systems)["query_id"].n_unique()


def _message(say: Catalogue, message: str | None) -> Markdown:
    return plain(shorten(message)) if message else say("errors.unsaid")


def sheet(rows: pl.DataFrame, *, texts: bool) -> pl.DataFrame:
    """The rows of :func:`outcomes` with ``found`` as a list of ``passage=rank`` (``-``: not found)."""
    rank = pl.element().struct.field("found_at").cast(pl.String).fill_null("-")
    found = pl.format("{}={}", pl.element().struct.field("passage_id"), rank)
    flat = rows.with_columns(pl.col("found").list.eval(found)).drop(
        pl.selectors.starts_with("why:"), "message"
    )
    return flat if texts else flat.drop("query")


def blocks(say: Catalogue, material: Material, rows: pl.DataFrame) -> Iterator[Markdown]:
    """The first queries of :func:`outcomes`, each folded: text, sets with texts, a line a system."""
    texts = dict(material.passages.select("passage_id", "text").iter_rows())
    chosen = rows["query_id"].unique(maintain_order=True).head(MOST)
    shown = rows.filter(pl.col("query_id").is_in(chosen.implode()))
    gold = material.queries.filter(pl.col("query_id").is_in(chosen.implode()))
    queries = {query["query_id"]: query for query in gold.iter_rows(named=True)}
    for (query_id,), group in shown.group_by("query_id", maintain_order=True):
        query = queries[query_id]
        named = {passage: Markdown(mark) for passage, mark in marks(query).items()}
        body = [
            _asked(say, query),
            _needed(named, texts),
            _sets(say, query, named),
            _found(say, material, group.to_dicts(), named),
        ]
        yield folded(_title(say, material, query, group), Markdown("\n\n".join(body)))


def _title(say: Catalogue, material: Material, query: Mapping[str, Any], group: pl.DataFrame) -> str:
    missed = say("failures.of", n=group["missed_by"][0], all=len(material.systems))
    words = [shorten(query["query"], IN_TITLE)] if query["query"] else []
    return " · ".join([query["query_id"], missed, *words])


def _asked(say: Catalogue, query: Mapping[str, Any]) -> Markdown:
    lines = [joined([say.known("type", query["type"]), query["lang"]])]
    if query["query"] and len(query["query"]) > IN_TITLE:
        lines.append(plain(shorten(query["query"], IN_BLOCK)))
    if query["rewritten"]:
        lines.append(say("failures.sent", text=shorten(query["rewritten"], IN_BLOCK)))
    return Markdown("\n\n".join(lines))


def _needed(named: Mapping[str, Markdown], texts: Mapping[str, str | None]) -> Markdown:
    lines = []
    for passage, mark in named.items():
        text = texts.get(passage)
        lines.append(f"- {mark} {code(passage)}" + (f": {plain(shorten(text))}" if text else ""))
    return Markdown("\n".join(lines))


def _sets(say: Catalogue, query: Mapping[str, Any], named: Mapping[str, Markdown]) -> Markdown:
    if not query["evidence_sets"]:
        return say("failures.relevant", members=joined(named.values()))
    sets = enumerate(query["evidence_sets"], 1)
    each = (
        say("failures.set", n=n, members=joined((named[p] for p in members), " + ")) for n, members in sets
    )
    return Markdown("; ".join(each) + ".")


def _found(
    say: Catalogue, material: Material, rows: list[dict[str, Any]], named: Mapping[str, Markdown]
) -> Markdown:
    names = measures(material.headline)
    header = [say("head.system"), say("head.ranks"), say("head.missing"), *map(code, names)]
    lines = []
    for row in rows:
        ranks = {item["passage_id"]: item["found_at"] for item in row["found"] or []}
        found = joined(Markdown(f"{mark}: {finished(ranks[p])}") for p, mark in named.items() if ranks.get(p))
        found = _nothing(say, row) or found
        missed = (row["missing"] or []) if row["met"] is not None else []
        missing = joined(mark for passage, mark in named.items() if passage in missed)
        values = [_value(say, name, row) for name in names]
        lines.append([code(row["system"]), found, missing, *values])
    return table(header, lines, right=len(names))


def _nothing(say: Catalogue, row: Mapping[str, Any]) -> Markdown | None:
    """Why there is no rank: an error came, or an empty list."""
    if row["message"]:
        return _message(say, row["message"])
    return say("reason.nothing_returned") if row["met"] is False and not row["n_returned"] else None


def _value(say: Catalogue, name: str, row: Mapping[str, Any]) -> Markdown:
    """Yes or no where there is nothing between, else the number; or why there is none."""
    value = row[name]
    if value is None:
        return say.not_measured({row[f"why:{name}"]: 1})
    return say(f"value.{value == 1}") if name.startswith(("sufficient", "hit")) else finished(value)
