"""Texts with personal data or secrets in them: what they hold, and the same texts with placeholders instead."""

from collections.abc import Collection

import polars as pl

from assay.disclosure import MAY_HOLD, PATTERNS, found, kinds

_AGAIN = 3  # what is left of a find may be one of another kind
PLACEHOLDERS = {what: f"<{what.partition(' ')[2]}>" for what, *_ in PATTERNS}


def masked(text: str, public: Collection[str] = ()) -> str:
    """A text with a placeholder such as ``<e-mail address>`` for each find that is not public.

    Finds that overlap get one placeholder, of the kind that is looked for first.
    """
    for _ in range(_AGAIN):
        finds = [(start, end, what) for what, start, end in found(text) if text[start:end] not in public]
        if not finds:
            break
        for start, end, what in reversed(_merged(finds)):
            text = text[:start] + PLACEHOLDERS[what] + text[end:]
    return text


def _merged(finds: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Stretches that do not overlap, in order."""
    ranks = list(PLACEHOLDERS)
    done: list[tuple[int, int, str]] = []
    for start, end, what in sorted(finds):
        if done and start < done[-1][1]:
            first, last, known = done[-1]
            done[-1] = (first, max(last, end), min(known, what, key=ranks.index))
        else:
            done.append((start, end, what))
    return done


def disclosing(texts: pl.Series, public: Collection[str] = ()) -> pl.DataFrame:
    """Those of the texts that hold something: ``text, holds, masked``, each once.

    ``holds`` names the kinds; ``masked`` is null where no placeholder makes the text harmless.
    """
    suspect = texts.drop_nulls().unique()
    suspect = suspect.filter(suspect.str.contains(MAY_HOLD)).sort()
    rows = []
    for text in suspect:
        holds = kinds(text, public)
        if holds:
            safe = masked(text, public)
            rows.append((text, " and ".join(holds), None if kinds(safe, public) else safe))
    return pl.DataFrame(
        rows, schema={"text": pl.String(), "holds": pl.String(), "masked": pl.String()}, orient="row"
    )


def flagged(rows: pl.DataFrame, public: Collection[str] = (), *, masking: bool) -> pl.DataFrame:
    """Rows of a log with ``holds``: what their ``query`` holds, null where that is nothing that must not be kept.

    With ``masking`` the texts are those with placeholders: ``masks`` says what for, and ``holds`` is null wherever that
    makes them harmless. Without it ``masks`` is null.
    """
    holding = disclosing(rows["query"], public).rename({"text": "query"})
    joined = rows.join(holding, on="query", how="left", maintain_order="left")
    if masking:
        safe = pl.col("masked").is_not_null()
        joined = joined.with_columns(
            query=pl.coalesce("masked", "query"),
            masks=pl.when(safe).then("holds"),
            holds=pl.when(~safe).then("holds"),
        )
    else:
        joined = joined.with_columns(masks=pl.lit(None, dtype=pl.String))
    return joined.drop("masked")
