"""Bodies of documents of which only chunks with offsets are known, so that a passage over two chunks is found."""

from typing import Any

import polars as pl

GAP = "\uffff"  # a character that no chunk holds: equal to no other, neither letter nor space
SPARSE = 20  # a body this many times longer than its chunks has offsets that count something else


def rebuild(chunks: pl.DataFrame, outline: pl.DataType) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Put chunks back where their offsets say.

    Chunks whose text is not as long as their span, or differs from what another chunk has there, are left
    out: their text decides, not their offsets.

    Args:
        chunks: ``chunk_id, chunk_key, doc_id, section, anchor, spans, text, subject, valid_from, valid_to``.
        outline: dtype of a document's outline.

    Returns:
        documents (``doc_id, subject, valid_from, valid_to, body, outline``), and the chunks used.
    """
    length = pl.col("spans").list.eval(pl.element().struct["end"] - pl.element().struct["start"]).list.sum()
    fitting = chunks.filter(
        pl.col("doc_id").is_not_null(), length.cast(pl.UInt32) == pl.col("text").str.len_chars()
    )
    documents, used = [], []
    for rows in fitting.sort("doc_id", "chunk_id").partition_by("doc_id", maintain_order=True):
        body, keys, headings = _body(rows.to_dicts())
        if keys:
            about = rows.row(0, named=True)
            about = {name: about[name] for name in ("doc_id", "subject", "valid_from", "valid_to")}
            documents.append({**about, "body": body, "outline": headings})
            used += keys
    names = ("doc_id", "subject", "valid_from", "valid_to")
    schema = {name: chunks.schema[name] for name in names} | {"body": pl.String(), "outline": outline}
    return pl.DataFrame(documents, schema=schema), chunks.filter(pl.col("chunk_key").is_in(used))


def agrees(stretch: str, text: str) -> bool:
    """Whether a stretch of a rebuilt body is a text, as far as chunks hold it: gaps hide no letter or digit."""
    return len(stretch) == len(text) and all(
        known == wanted or (known == GAP and not wanted.isalnum())
        for known, wanted in zip(stretch, text, strict=True)
    )


def _body(rows: list[dict[str, Any]]) -> tuple[str, list[int], list[dict[str, Any]]]:
    size = max(span["end"] for row in rows for span in row["spans"])
    if size > SPARSE * sum(len(row["text"]) for row in rows):
        return "", [], []
    body, keys, headings = [GAP] * size, [], {}
    for row in rows:
        pieces, at = [], 0
        for span in row["spans"]:
            end = at + span["end"] - span["start"]
            pieces.append((span["start"], row["text"][at:end]))
            at = end
        if all(_free(body, start, text) for start, text in pieces):
            keys.append(row["chunk_key"])
            for start, text in pieces:
                body[start : start + len(text)] = text
                headings[start] = _heading(row, start)
    return "".join(body), keys, [headings[start] for start in sorted(headings)]


def _free(body: list[str], start: int, text: str) -> bool:
    return all(known in (GAP, new) for known, new in zip(body[start : start + len(text)], text, strict=True))


def _heading(row: dict[str, Any], start: int) -> dict[str, Any]:
    section = row["section"] or ""
    heading = section.rsplit(" / ", maxsplit=1)[-1]
    anchor = row["anchor"] or ""
    return {"start": start, "level": 0, "heading": heading, "section": section, "anchor": anchor}
