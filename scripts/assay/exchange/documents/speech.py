"""The language of an imported text: what it declares, what is said for all, or what its letters show."""

import polars as pl

from assay.exchange.records.languages import language_code
from assay.retrieval.languages import language

_BELIEVED = 0.2  # share of a text's lines, in characters, that a declared language needs: templates say en of anything


def spoken(body: str, declared: str | None, otherwise: str | None) -> str | None:
    """Language code of a text.

    Args:
        body: the text.
        declared: what its file says, as it stands there; believed where some of the text is in its letters.
        otherwise: what is said for all texts that declare none.

    Returns:
        the first of both that holds, else Russian or English by the letters; None where these are neither.
    """
    code = language_code(declared)
    if code and _share(body, code) >= _BELIEVED:
        return code
    if otherwise:
        return otherwise
    # As many letters of both: Russian texts have English words and marks, hardly the other way round.
    texts = pl.DataFrame({"text": [body, f"{body} я"]})
    found = texts.select(
        code=language(pl.col("text"), pl.lit(None, pl.String)),
        russian=pl.col("text").first().str.contains(r"\p{Cyrillic}"),
    )
    plain, leaning = found["code"]
    return plain or (leaning if found["russian"].first() else None)


def _share(body: str, code: str) -> float:
    """Share of the lines with letters that are in a language, by their lengths."""
    lines = pl.DataFrame({"line": body.split("\n")}).filter(pl.col("line").str.contains(r"\p{L}"))
    length = pl.col("line").str.len_chars()
    own = length.filter(language(pl.col("line"), pl.lit(code)) == code).sum()
    return float(lines.select(own / length.sum()).item() or 0.0)
