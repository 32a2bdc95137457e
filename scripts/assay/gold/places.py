"""Where each passage stands in a snapshot's sources: by its offsets, by its text, and as a twin elsewhere."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from assay.gold.quotes import heading_at, positions
from assay.gold.rebuilding import agrees
from assay.gold.sources import Sources

TWIN_LETTERS = 40  # shorter texts are the same by chance: «Срок — 14 дней» under two headings «Примечание»
_PLACE = {"passage": pl.UInt32, "source": pl.UInt32, "start": pl.UInt32, "end": pl.UInt32}


@dataclass(frozen=True)
class Places:
    """Places of passages; ``passage`` is the row number in the passages.

    Attributes:
        found: one row a passage: ``passage, source, start, end, status, reason`` (nulls where stale).
        twins: further places: ``passage, source, start, end``.
        pieces: chunks beside the sources' own that hold a passage: ``source, chunk_key, start, end``.
    """

    found: pl.DataFrame
    twins: pl.DataFrame
    pieces: pl.DataFrame


def find_places(passages: pl.DataFrame, sources: Sources, *, twins: bool = True) -> Places:
    """Places of all passages: offsets first, then the exact text in the document, then folded text.

    Args:
        passages: as :class:`assay.gold.schema.Passages`.
        sources: texts of the snapshot.
        twins: whether they are sought too.
    """
    passages = passages.with_row_index("passage")
    in_documents = locate(passages, sources)
    # What is stale in its document is looked for nowhere else: the same words elsewhere are another label.
    looked_for = passages.join(
        in_documents.filter(pl.col("status") == "stale", pl.col("reason") != "document_missing"),
        on="passage",
        how="anti",
    )
    matches = _matches(looked_for, in_documents, sources, twins=twins)
    main, others = _matched(matches, passages, in_documents, sources)
    found = _merged(in_documents, main, sources)
    further = _twins(matches, passages, found, others, sources) if twins else found.select(*_PLACE).clear()
    pieces = others.join(found, on="passage").select(
        pl.col("source_right").alias("source"), "chunk_key", start="start_right", end="end_right"
    )
    return Places(found, further, pieces)


def locate(passages: pl.DataFrame, sources: Sources) -> pl.DataFrame:
    """Places in documents: at the offsets, else where the text moved to, else stale with the reason."""
    joined = passages.join(
        sources.documents.select("source", "doc_id", "body", "outline"), on="doc_id", how="left"
    )
    at_span = pl.col("body").str.slice(pl.col("start"), pl.col("end") - pl.col("start")) == pl.col("text")
    joined = joined.with_columns(at_span=at_span.fill_null(value=False))
    stays = joined.filter("at_span").select(*_PLACE, status=pl.lit("span"), reason=pl.lit(None, pl.String))
    rest = [_moved(row) for row in joined.filter(~pl.col("at_span")).iter_rows(named=True)]
    schema = {**_PLACE, "status": pl.String, "reason": pl.String}
    return pl.concat([stays, pl.DataFrame(rest, schema=schema, orient="row")]).sort("passage")


def _moved(row: dict[str, Any]) -> tuple[int, int | None, int | None, int | None, str, str | None]:
    if row["body"] is None:
        return row["passage"], None, None, None, "stale", "document_missing"
    if row["start"] is not None and agrees(row["body"][row["start"] : row["end"]], row["text"]):
        return row["passage"], row["source"], row["start"], row["end"], "span", None
    found = positions(row["text"], row["body"])
    at = narrowed(found, row)
    if at is None:
        return row["passage"], None, None, None, "stale", "ambiguous" if found else "text_changed"
    # A passage that never had offsets was not moved: its text alone says where it stands.
    status = "matched" if row["start"] is None else "moved"
    return row["passage"], row["source"], at, at + len(row["text"]), status, None


def narrowed(found: list[int], row: dict[str, Any]) -> int | None:
    """The one occurrence that is meant: the only one, or that of the same section, anchor or neighbours.

    Args:
        found: offsets of the text in ``row["body"]``.
        row: passage and document: ``text, section, anchor, before, after, body, outline``.
    """
    # A test that leaves none says nothing (headings get renamed); the next one may still decide.
    for same in (_same_section, _same_anchor, _same_context):
        if len(found) > 1:
            found = [at for at in found if same(at, row)] or found
    return found[0] if len(found) == 1 else None


def _same_section(at: int, row: dict[str, Any]) -> bool:
    heading = heading_at(row["outline"], at)
    return (row["section"] or "") == (heading["section"] if heading else "")


def _same_anchor(at: int, row: dict[str, Any]) -> bool:
    heading = heading_at(row["outline"], at)
    return (row["anchor"] or "") == (heading["anchor"] if heading else "")


def _same_context(at: int, row: dict[str, Any]) -> bool:
    if row["before"] is None and row["after"] is None:
        return False
    before, after, end = row["before"] or "", row["after"] or "", at + len(row["text"])
    body: str = row["body"]
    return body[max(0, at - len(before)) : at] == before and body[end : end + len(after)] == after


def _matches(
    passages: pl.DataFrame, in_documents: pl.DataFrame, sources: Sources, *, twins: bool
) -> pl.DataFrame:
    """Every place with a passage's folded text: of passages long enough for twins, or not in a document."""
    missing = in_documents.filter(pl.col("status") == "stale").select("passage")
    sought = pl.col("passage").is_in(missing["passage"].implode())
    if twins:
        sought |= pl.col("text").str.count_matches(r"\p{L}") >= TWIN_LETTERS
    wanted = passages.filter(sought)
    if wanted.is_empty():
        return pl.DataFrame(schema=_PLACE)
    from assay.folding import occurrences  # numpy with it, which takes a tenth of a second

    # Each distinct text is sought once, however many passages have it.
    patterns = wanted.select("text").unique().sort("text").with_row_index("pattern")
    found = occurrences(sources.texts["body"].to_list(), patterns["text"].to_list())
    found = found.rename({"text": "source"})
    return (
        wanted.select("passage", "text").join(patterns, on="text").join(found, on="pattern").select(*_PLACE)
    )


def _matched(
    matches: pl.DataFrame, passages: pl.DataFrame, in_documents: pl.DataFrame, sources: Sources
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Chunks whose text holds a passage of no document here: the first, and the others that hold it too.

    Chunks of the passage's document come before those of unknown documents; in either, those of its section.
    """
    alone = sources.texts.filter(pl.col("chunk_key").is_not_null()).select("source", "doc_id", "chunk_key")
    names = sources.sections.select("source", "section")
    missing = in_documents.filter(pl.col("status") == "stale").select("passage")
    asked = passages.join(missing, on="passage").select(
        "passage", wanted_doc="doc_id", wanted_section="section"
    )
    known = pl.col("wanted_doc").is_not_null() & pl.col("doc_id").is_not_null()
    fits = ~known | (pl.col("doc_id") == pl.col("wanted_doc"))
    tier = (~known).cast(pl.Int8) * 2 + pl.col("wanted_section").ne_missing(pl.col("section")).cast(pl.Int8)
    fitting = (
        matches.join(alone, on="source")
        .join(names, on="source", how="left")
        .join(asked, on="passage")
        .filter(fits)
        .with_columns(tier=tier)
        .filter(pl.col("tier") == pl.col("tier").min().over("passage"))
        .sort("passage", "source", "start")
        .unique(["passage", "source"], keep="first", maintain_order=True)
        .select(*_PLACE, "chunk_key")
    )
    first = pl.int_range(pl.len()).over("passage") == 0
    return fitting.filter(first), fitting.filter(~first)


def _merged(in_documents: pl.DataFrame, main: pl.DataFrame, sources: Sources) -> pl.DataFrame:
    """Places in documents and in chunks without one; what such chunks do not hold is split or absent."""
    columns = [*_PLACE, "status", "reason"]
    matched = main.with_columns(status=pl.lit("matched"), reason=pl.lit(None, pl.String)).select(columns)
    rest = in_documents.join(matched, on="passage", how="anti")
    if len(sources.documents) < len(sources.texts):
        gone = pl.col("reason") == "document_missing"
        absent = pl.when(gone).then(pl.lit("split_or_absent")).otherwise("reason")
        rest = rest.with_columns(reason=absent)
    return pl.concat([rest.select(columns), matched]).sort("passage")


def _twins(
    matches: pl.DataFrame,
    passages: pl.DataFrame,
    found: pl.DataFrame,
    others: pl.DataFrame,
    sources: Sources,
) -> pl.DataFrame:
    """Places elsewhere with the same folded text, under an equal heading, of equal subject and validity."""
    long = passages.filter(pl.col("text").str.count_matches(r"\p{L}") >= TWIN_LETTERS).select("passage")
    own = _described(
        found.filter(pl.col("source").is_not_null()).join(long, on="passage").select(*_PLACE), sources
    )
    pairs = _described(matches, sources).join(own, on="passage", suffix="_own")
    same = [
        pl.col(name).eq_missing(pl.col(f"{name}_own"))
        for name in ("heading", "subject", "valid_from", "valid_to")
    ]
    apart = (
        (pl.col("source") != pl.col("source_own"))
        | (pl.col("end") <= pl.col("start_own"))
        | (pl.col("start") >= pl.col("end_own"))
    )
    return (
        pairs.filter(apart, *same)
        .join(others, on=["passage", "source"], how="anti")  # chunks that hold the place itself are no twins
        .select(*_PLACE)
        .sort("passage", "source", "start")
    )


def _described(places: pl.DataFrame, sources: Sources) -> pl.DataFrame:
    """Places with the heading above them and what their document says of itself."""
    heads = sources.sections.select("source", "start", "heading")
    about = sources.texts.select("source", "subject", "valid_from", "valid_to")
    return (
        places.sort("start")
        .join_asof(heads, on="start", by="source", check_sortedness=False)
        .with_columns(pl.col("heading").fill_null(""))
        .join(about, on="source")
    )
