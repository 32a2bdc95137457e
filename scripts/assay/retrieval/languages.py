"""The language of a chunk, by the script of its letters."""

import polars as pl

# Languages not written in Latin letters; all others are taken to be.
_CYRILLIC = ("ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn", "tg", "tt", "ba", "cv")
_OTHER = ("zh", "ja", "ko", "ar", "fa", "he", "hi", "th", "el", "ka", "hy", "bn", "ta", "te", "ur")

_NAMES = 3  # Latin letters of names for one Cyrillic letter, in a Russian question


def language(text: pl.Expr, whole: pl.Expr) -> pl.Expr:
    """Language code of each text, from counts of letters alone, so that it is the same everywhere.

    Where most letters are of the script that the document's language (``whole``, may be null) is written
    in, it is that language; else ``ru`` for Cyrillic and ``en`` for Latin letters; else the document's.
    """
    cyrillic = text.str.count_matches(r"\p{Cyrillic}")
    latin = text.str.count_matches(r"\p{Latin}")
    other = text.str.count_matches(r"\p{L}").cast(pl.Int64) - cyrillic - latin
    first = whole.str.split("-").list.first()
    return (
        pl.when((cyrillic > latin) & (cyrillic > other))
        .then(pl.when(first.is_in(_CYRILLIC)).then(whole).otherwise(pl.lit("ru")))
        .when((latin > cyrillic) & (latin > other))
        .then(
            pl.when(first.is_in([*_CYRILLIC, *_OTHER]) | whole.is_null()).then(pl.lit("en")).otherwise(whole)
        )
        .otherwise(whole)
    )


def of_question(text: str, whole: str) -> str:
    """Language code of one question, as :func:`question_language`."""
    return str(pl.select(question_language(pl.lit(text), pl.lit(whole))).item())


def question_language(text: pl.Expr, whole: pl.Expr) -> pl.Expr:
    """Language code of each question that does not say its own.

    As :func:`language`, but questions are short and name products («401 от API», «Чем Buyer отличается от Owner»):
    a third as many Cyrillic letters as Latin ones make them Cyrillic.
    """
    cyrillic, latin = text.str.count_matches(r"\p{Cyrillic}"), text.str.count_matches(r"\p{Latin}")
    names = (cyrillic > 0) & (cyrillic * _NAMES >= latin)
    return language(pl.when(names).then(text.str.replace_all(r"\p{Latin}", "")).otherwise(text), whole)
