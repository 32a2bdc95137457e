"""Labels onto one snapshot: which chunks hold which stretch of which passage."""

import polars as pl

from assay.gold.places import Places, find_places
from assay.gold.sources import LETTERS_AND_DIGITS, Sources, read_sources
from assay.tables import keys_of

PROJECTION_KEY = ["passage_id", "location", "atom", "chunk_key"]
STATUS_KEY = ["passage_id"]


def project(
    passages: pl.DataFrame, documents: pl.DataFrame, chunks: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Project the gold set onto a snapshot.

    Every place of a passage is cut into atoms at all borders of chunks and of passages; an atom's weight is
    its letters and digits. A place counts if chunks together hold all of its weight. What stands in no
    document as it was labelled, or in no chunks, is stale, with the reason.

    Args:
        passages: as :class:`assay.gold.schema.Passages`.
        documents: table of the snapshot's documents.
        chunks: table of its chunks.

    Returns:
        frames as :class:`assay.gold.schema.Projection` and :class:`assay.gold.schema.Status`, each sorted by
        its key.
    """
    sources = read_sources(documents, chunks)
    places = find_places(passages, sources)
    segments, held = _segments(places, sources)
    rows = held.join(_kept(segments, held), on=["passage", "location"])
    names = passages.select(passage_id="id").with_row_index("passage")
    names = names.with_columns(passage_key=keys_of(names["passage_id"]))
    projection = (
        rows.join(names, on="passage")
        .with_columns(
            location=pl.col("kept").cast(pl.UInt16),
            atom=pl.col("segment").rank("dense").cast(pl.UInt64) - 1,
        )
        .select("passage_id", "passage_key", "location", "atom", "n_chars", "weight", "chunk_key")
        .sort(PROJECTION_KEY)
    )
    return projection, _status(passages, names, places, sources, projection)


def _segments(places: Places, sources: Sources) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Every place in segments, and the same with the chunks that hold each.

    Returns:
        ``passage, location, segment, n_chars, weight``, and that × ``chunk_key``.
    """
    own = places.found.filter(pl.col("source").is_not_null())
    located = pl.concat(
        [
            own.select("passage", "source", "start", "end", location=pl.lit(0, pl.UInt32)),
            places.twins.select(
                "passage",
                "source",
                "start",
                "end",
                location=pl.int_range(1, pl.len() + 1).over("passage").cast(pl.UInt32),
            ),
        ]
    )
    # Chunks of documents without labels would only make more borders.
    pieces = pl.concat([sources.pieces, places.pieces]).join(located, on="source", how="semi")
    borders = _borders(
        pl.concat([located.select("source", "start", "end"), pieces.select("source", "start", "end")])
    )
    segments = _cut(located, borders).join(_measured(borders, sources), on="segment")
    held = segments.join(_cut(pieces, borders).select("segment", "chunk_key").unique(), on="segment")
    columns = ["passage", "location", "segment", "n_chars", "weight"]
    return segments.select(columns), held.select(*columns, "chunk_key")


def _borders(spans: pl.DataFrame) -> pl.DataFrame:
    """Numbered cuts: ``source, at, segment``; a segment reaches from its cut to the next one."""
    return (
        pl.concat([spans.select("source", at="start"), spans.select("source", at="end")])
        .unique()
        .sort("source", "at")
        .with_row_index("segment")
    )


def _measured(borders: pl.DataFrame, sources: Sources) -> pl.DataFrame:
    """Characters and weight of each segment."""
    same = pl.col("source") == pl.col("source").shift(-1)
    spans = borders.with_columns(end=pl.col("at").shift(-1)).filter(same)
    weight = sources.weight(spans["source"], spans["at"], spans["end"])
    return spans.select("segment", n_chars=pl.col("end") - pl.col("at")).with_columns(weight)


def _cut(spans: pl.DataFrame, borders: pl.DataFrame) -> pl.DataFrame:
    """Each span once for every segment in it."""
    return (
        spans.join(borders, left_on=["source", "start"], right_on=["source", "at"])
        .join(borders.rename({"segment": "stop"}), left_on=["source", "end"], right_on=["source", "at"])
        .with_columns(segment=pl.int_ranges("segment", "stop", dtype=pl.UInt32))
        .explode("segment")
        .drop_nulls("segment")
    )


def _kept(segments: pl.DataFrame, held: pl.DataFrame) -> pl.DataFrame:
    """Places of which chunks hold every letter and digit, numbered anew: ``passage, location, kept``.

    A twin of which a part is in no chunk is no further place; a passage of which its own place is not held
    has none at all.
    """
    place = ["passage", "location"]
    # White space and marks between two chunks are often in neither: they weigh nothing and are not missed.
    missing = segments.filter(pl.col("weight") > 0).join(held, on=[*place, "segment"], how="anti")
    kept = segments.select(place).unique().join(missing, on=place, how="anti").sort(place)
    standing = kept.filter(pl.col("location") == 0).select("passage")
    return kept.join(standing, on="passage", how="semi").with_columns(
        kept=pl.int_range(pl.len()).over("passage")
    )


def _status(
    passages: pl.DataFrame,
    names: pl.DataFrame,
    places: Places,
    sources: Sources,
    projection: pl.DataFrame,
) -> pl.DataFrame:
    section = _sections(places.found, sources)
    about = sources.texts.select("source", "subject").with_columns(pl.col("source").cast(pl.UInt32))
    weight = pl.col("text").str.count_matches(LETTERS_AND_DIGITS)
    return (
        passages.with_row_index("passage")
        .select(
            "passage",
            "doc_id",
            pl.col("section").alias("labelled"),
            n_chars=pl.col("text").str.len_chars(),
            weight=weight,
        )
        .join(names, on="passage")
        .join(places.found, on="passage")
        .join(about, on="source", how="left")
        .join(section, on="passage", how="left")
        .join(_held(projection), on="passage_id", how="left")
        .with_columns(pl.col("locations").fill_null(0))
        .with_columns(gone=(pl.col("locations") == 0) & (pl.col("status") != "stale"))
        .select(
            "passage_id",
            "passage_key",
            status=pl.when("gone").then(pl.lit("stale")).otherwise("status"),
            reason=pl.when("gone").then(pl.lit("split_or_absent")).otherwise("reason"),
            n_chars=pl.col("n_chars"),
            weight=pl.col("weight"),
            locations="locations",
            straddles=pl.col("straddles").fill_null(value=False),
            section=pl.coalesce("section", "labelled"),
            doc_id="doc_id",
            subject="subject",
        )
        .sort(STATUS_KEY)
    )


def _held(projection: pl.DataFrame) -> pl.DataFrame:
    """Places of each passage, and whether no chunk holds all of the first."""
    own = projection.filter(pl.col("location") == 0)
    whole = own.unique(["passage_id", "atom"]).group_by("passage_id").agg(whole=pl.col("weight").sum())
    best = own.group_by("passage_id", "chunk_key").agg(pl.col("weight").sum())
    best = best.group_by("passage_id").agg(best=pl.col("weight").max())
    counts = projection.group_by("passage_id").agg(locations=pl.col("location").n_unique().cast(pl.UInt16))
    return (
        counts.join(whole, on="passage_id")
        .join(best, on="passage_id")
        .select("passage_id", "locations", straddles=pl.col("best") < pl.col("whole"))
    )


def _sections(found: pl.DataFrame, sources: Sources) -> pl.DataFrame:
    """Section in which each passage stands today; empty paths are null."""
    heads = sources.sections.select("source", "start", "section")
    section = pl.when(pl.col("section") != "").then("section")
    return (
        found.filter(pl.col("source").is_not_null())
        .sort("start")
        .join_asof(heads, on="start", by="source", check_sortedness=False)
        .select("passage", section)
    )
