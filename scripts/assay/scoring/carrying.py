"""Which results carry which labelled passages, and from which rank on a passage is found.

A passage is made of spans: at each of its locations the stretches of text between borders of chunks. A span
is read at the first rank at which some chunk holds it. A passage is *found* at the first rank at which the
spans read so far hold ``cover`` of its letters and digits at one location; halves of two locations do not
add up.
"""

from dataclasses import dataclass

import polars as pl

from assay.errors import Problem, refuse
from assay.scoring.labels import Labels
from assay.scoring.results import SHOWN
from assay.scoring.runs import Runs, high, low, packed, running_count, starts

GRADE_OF_MEMBERS = 2
UNREAD = (1 << 30) - 1  # rank of what no result holds; two bits of a u32 are left beside it


@dataclass(frozen=True)
class Labelled:
    """Labelled passages of all queries.

    Attributes:
        labels: one row a query × passage, sorted by them: ``q, passage_key, passage_id, grade, stale``; the
            number of a row is what other frames call ``label``.
        members: one row a query × evidence set × passage: ``q, set, label``, sorted by them.
    """

    labels: pl.DataFrame
    members: pl.DataFrame


def labelled(labels: Labels, passages: pl.DataFrame) -> Labelled:
    """Labels with the keys of their passages and the state of these on the snapshot.

    Args:
        labels: of the gold set.
        passages: passages.parquet of the snapshot: ``passage_id, passage_key, status``.

    Raises:
        InputError: a label names a passage that was not projected onto the snapshot.
    """
    known = passages.sort("passage_id").with_row_index("passage")
    named = pl.concat([labels.members, labels.relevant], how="diagonal")  # members first: their grade leads
    numbered = named.join(
        known.select("passage_id", "passage"), on="passage_id", how="left", maintain_order="left"
    )
    _refuse_unknown(labels, numbered)
    graded = numbered.select(
        "q", "set", pl.col("grade").fill_null(GRADE_OF_MEMBERS), pair=packed("q", pl.col("passage"))
    )
    members = graded.filter(pl.col("set").is_not_null())
    ordered = (
        graded.select("pair", "grade")
        .sort("pair", maintain_order=True)
        .filter(starts("pair"))
        .with_row_index("label")
    )
    rows = ordered.select(q=high("pair"), passage=low("pair"), grade="grade")
    state = known.select("passage_id", "passage_key", stale=pl.col("status") == "stale")
    table = pl.concat(
        [rows.select("q", "grade"), state.select(pl.all().gather(rows["passage"]))], how="horizontal"
    )
    inside = members.join(ordered.select("pair", "label"), on="pair").select("q", "set", "label")
    inside = inside.sort("q", "set", "label")
    _refuse_twice(labels, table, inside)
    return Labelled(table, inside)


def _refuse_unknown(labels: Labels, numbered: pl.DataFrame) -> None:
    unknown = numbered.filter(pl.col("passage").is_null()).select("q", "passage_id")
    named = unknown.join(labels.queries.select("q", "query_id"), on="q").select("query_id", "passage_id")
    rule = "names passage {}, which the snapshot's projection does not know"
    refuse(
        [
            Problem(f"gold/queries.jsonl {query_id}", rule.format(passage_id), "run `assay gold check`")
            for query_id, passage_id in named.sort("query_id", "passage_id").head(SHOWN).iter_rows()
        ]
    )


def _refuse_twice(labels: Labels, table: pl.DataFrame, members: pl.DataFrame) -> None:
    twice = members.filter(~starts("q", "set", "label"))
    rule = "evidence set {} names passage {} twice"
    refuse(
        [
            Problem(
                f"gold/queries.jsonl {labels.queries['query_id'][q]}",
                rule.format(number, table["passage_id"][label]),
                "name it once",
            )
            for q, number, label in twice.iter_rows()
        ]
    )


def pairs_of(labels: pl.DataFrame, projection: pl.DataFrame, query_keys: pl.Series) -> pl.DataFrame:
    """Every chunk that a query's labels could be read in.

    Args:
        labels: of :class:`Labelled`.
        projection: projection.parquet of the snapshot.
        query_keys: by ``q``; null for a query that was not asked.

    Returns:
        One row a label × location × atom × chunk, sorted by label, location and atom: ``label, q, location,
        atom, n_chars, weight, query_key, chunk_key, span`` (number of label × location × atom) and
        ``place`` (number of label × location).
    """
    keyed = labels.select("q", "passage_key", query_key=query_keys.gather(labels["q"])).with_row_index(
        "label"
    )
    asked = keyed.filter(pl.col("query_key").is_not_null())
    held = _with_shared(projection)
    rows = asked.join(held, on="passage_key", maintain_order="left_right")
    return rows.with_columns(
        span=starts("label", "location", "atom").cum_sum() - 1,
        place=starts("label", "location").cum_sum() - 1,
    )


def _with_shared(projection: pl.DataFrame) -> pl.DataFrame:
    """The projection in order, and whether several passages (or several locations of one) hold the stretch."""
    rows = projection.select("passage_key", "location", "atom", "n_chars", "weight", "chunk_key")
    key = ("passage_key", "location", "atom")
    same = {name: pl.col(name) == pl.col(name).shift(1) for name in key}
    falls = {name: pl.col(name) < pl.col(name).shift(1) for name in key}
    back = same["passage_key"] & (falls["location"] | (same["location"] & falls["atom"]))
    torn = (~same["passage_key"]).sum() + 1 > pl.col("passage_key").n_unique()
    if rows.select(back.any() | torn).item():  # the snapshot's own table is in order
        rows = rows.sort(key)
    stretches = rows.select(pl.col("atom").filter(starts(*key)))
    shared = stretches.sort("atom").filter(~starts("atom"))["atom"]
    return rows.with_columns(shared=pl.col("atom").is_in(shared.implode()))


def spans_of(pairs: pl.DataFrame, hits: pl.DataFrame) -> pl.DataFrame:
    """One row a span, read or not: ``label, atom, n_chars, weight, place, shared, rank`` (or UNREAD).

    Args:
        pairs: of :func:`pairs_of`.
        hits: one row a pair × rank that returns it: ``span, rank``.
    """
    spans = pairs.filter(starts("span")).select("label", "atom", "n_chars", "weight", "place", "shared")
    order = hits.select(key=packed("span", pl.col("rank"))).sort("key")
    first = order.select(span=high("key"), rank=low("key")).filter(starts("span"))
    unread = pl.repeat(UNREAD, len(spans), dtype=pl.UInt32, eager=True)
    return spans.with_columns(rank=unread.scatter(first["span"], first["rank"]))


def found_at(spans: pl.DataFrame, n_labels: int, cover: float) -> pl.Series:
    """First rank at which each label is found; null where it is not.

    Formula: min over locations of the smallest r with Σ weight of spans read up to r ≥ cover · Σ weight.
    """
    ordered = spans.select("label", "place", "weight", "rank", key=packed("place", pl.col("rank"))).sort(
        "key"
    )
    places = Runs.numbered(ordered["place"])
    weights = ordered.select(
        so_far=running_count(pl.col("weight"), starts("place")), rank="rank", place="place"
    )
    total = weights["so_far"].gather(places.after - 1)
    short = weights["so_far"] < total.gather(weights["place"]) * cover - 1e-9  # float noise of the product
    reached = places.first + places.sum(short)
    at = pl.DataFrame(
        {"label": ordered["label"].gather(places.first), "rank": weights["rank"].gather(reached)}
    )
    earliest = at.group_by("label").agg(pl.col("rank").min()).filter(pl.col("rank") != UNREAD)
    nowhere = pl.repeat(None, n_labels, dtype=pl.UInt32, eager=True)
    return nowhere.scatter(earliest["label"], earliest["rank"])
