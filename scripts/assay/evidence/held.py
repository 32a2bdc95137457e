"""Whether the fragments that an answer was given hold all that a careful answer needs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import polars as pl

from assay.evidence.expected import Gold, expected
from assay.evidence.record import Answer
from assay.gold.places import TWIN_LETTERS

_NEEDS = {
    "answer": pl.UInt32,
    "set": pl.UInt32,
    "chunk_id": pl.String,
    "doc_id": pl.String,
    "text": pl.String,
}
_FRAGMENTS = {"answer": pl.UInt32, **dict.fromkeys(("chunk_id", "doc_id", "doc_version", "text"), pl.String)}


def held(answers: Iterable[Answer], gold: Gold, passages: pl.DataFrame) -> dict[str, bool | None]:
    """Of each answer, whether its retrieved fragments hold one evidence set of its question whole.

    A passage of the gold set is held where one fragment of its document has its words (folded, as projection compares
    texts), or where fragments of one version of it have them piece by piece: one ends with the beginning of the
    passage, another begins with its end, and each piece has at least 40 letters, since shorter ones are the same by
    chance. A fragment that names no document counts by its words. Where the record says what is needed, those
    fragments are one set: they are told by their ids, and by their words where it gives them.

    This says what can be seen, and no more. The same words in another document may be of another subject or time:
    they do not count, nor does a document that the record has under another id than the gold set. A fragment that
    says the same in other words is none of the set.

    Args:
        answers: the records.
        gold: rows of queries.jsonl by id.
        passages: as :func:`assay.gold.passages.parse_passages`.

    Returns:
        by the id of the answer; None: nothing is known to be needed, or a text is missing that would decide it.
    """
    every = list(answers)
    needs = pl.DataFrame(_needs(every, gold, passages), schema=_NEEDS, orient="row").with_row_index("need")
    fragments = pl.DataFrame(_fragments(every), schema=_FRAGMENTS, orient="row")
    met = _pieced(_met(needs, fragments), fragments)
    sets = met.group_by("answer", "set").agg(pl.col("met").all(ignore_nulls=False))
    found = dict(sets.group_by("answer").agg(pl.col("met").any(ignore_nulls=False)).iter_rows())
    return {answer.id: found.get(number) for number, answer in enumerate(every)}


def _needs(
    answers: Sequence[Answer], gold: Gold, passages: pl.DataFrame
) -> Iterator[tuple[int, int, str | None, str | None, str | None]]:
    """What each answer needs, of each set; of answers of which it is not recorded what was retrieved: nothing."""
    known = {name: about for name, *about in passages.select("id", "doc_id", "text").iter_rows()}
    for number, answer in enumerate(answers):
        wanted = expected(answer, gold)
        if answer.value.get("retrieved") is None:
            continue
        for place, names in enumerate(wanted.sets or ()):
            for name in names:
                yield number, place, None, *known.get(name, (None, None))
        for one in wanted.needed or ():
            yield number, 0, one.get("chunk_id"), one.get("doc_id"), one.get("text")


def _fragments(answers: Sequence[Answer]) -> Iterator[tuple[Any, ...]]:
    for number, answer in enumerate(answers):
        for one in answer.retrieved:
            yield number, one.chunk_id, one.doc_id, one.doc_version, one.text


def _met(needs: pl.DataFrame, fragments: pl.DataFrame) -> pl.DataFrame:
    """Needs with ``met``: whether one fragment has it; null: a text is missing."""
    pairs = needs.join(fragments, on="answer", suffix="_here")
    by_id = pl.col("chunk_id") == pl.col("chunk_id_here")
    by_document = (pl.col("doc_id") == pl.col("doc_id_here")).fill_null(value=True)
    pairs = pairs.filter(pl.when(pl.col("chunk_id").is_null()).then(by_document).otherwise(by_id))
    pairs = pairs.join(_contained(pairs), on=["text", "text_here"], how="left")
    unknown = pl.col("text_here").is_null()
    met = pl.when("text_is_null").then(pl.lit(value=True)).when(unknown).then(None).otherwise("contained")
    pairs = pairs.with_columns(
        pl.col("contained").fill_null(value=False), text_is_null=pl.col("text").is_null()
    ).select("need", met=met)
    found = pairs.group_by("need").agg(pl.col("met").any(ignore_nulls=False), paired=pl.lit(value=True))
    named = pl.col("text").is_not_null() | pl.col("chunk_id").is_not_null()  # else nobody can look for it
    missed = pl.when(pl.col("paired").is_null()).then(pl.lit(value=False)).otherwise("met")
    return (
        needs.join(found, on="need", how="left").with_columns(met=pl.when(named).then(missed)).drop("paired")
    )


def _contained(pairs: pl.DataFrame) -> pl.DataFrame:
    """Which texts stand in which fragments: ``text, text_here, contained``."""
    from assay.folding import occurrences

    texts = pairs["text_here"].drop_nulls().unique().sort()
    patterns = pairs["text"].drop_nulls().unique().sort()
    composed = [one.str.normalize("NFC").to_list() for one in (texts, patterns)]
    found = occurrences(*composed).unique(["pattern", "text"])
    return pl.DataFrame(
        {"text": patterns.gather(found["pattern"]), "text_here": texts.gather(found["text"])}
    ).with_columns(contained=pl.lit(value=True))


def _pieced(needs: pl.DataFrame, fragments: pl.DataFrame) -> pl.DataFrame:
    """The same with passages that fragments of one document in one version hold only together."""
    from assay.folding import folded

    missed = needs.filter(pl.col("met") == False, pl.col("chunk_id").is_null())  # noqa: E712  # null is unknown
    pieces = missed.select("need", "answer", "doc_id", whole="text").join(
        fragments.drop_nulls("text"), on=["answer", "doc_id"]
    )
    pieces = pieces.filter(pl.len().over("need", "doc_version") > 1).sort("need", "doc_version", "chunk_id")
    texts = pl.concat([pieces["whole"], pieces["text"]]).unique().sort()
    forms = dict(zip(texts, folded(texts.str.normalize("NFC").to_list(), mend=True), strict=True))
    rows = pieces.select("need", "doc_version", "whole", "text").iter_rows()
    together = {
        need
        for (need, _, whole), group in groupby(rows, key=lambda row: row[:3])
        if _covered(forms[whole], [forms[text] for *_, text in group])
    }
    return needs.with_columns(met=pl.col("met") | pl.col("need").is_in(sorted(together)))


def _covered(whole: str, texts: Iterable[str]) -> bool:
    """Whether pieces of a folded text, each long enough, have all of its letters and digits."""
    spans = sorted(
        span
        for text in texts
        for span in _overlaps(whole, text)
        if sum(map(str.isalpha, whole[slice(*span)])) >= TWIN_LETTERS
    )
    at = 0
    for start, end in spans:
        if any(map(str.isalnum, whole[at:start])):
            return False
        at = max(at, end)
    return not any(map(str.isalnum, whole[at:]))


def _overlaps(whole: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a fragment goes into a text, or inside it: spans of the text, the longest at either end."""
    head, tail = whole[:TWIN_LETTERS], whole[-TWIN_LETTERS:]
    at = text.find(head)
    while at >= 0:
        if whole.startswith(text[at:]):
            yield 0, len(text) - at
            break
        at = text.find(head, at + 1)
    at = text.rfind(tail)
    while at >= 0:
        end = at + len(tail)
        if whole.endswith(text[:end]):
            yield len(whole) - end, len(whole)
            break
        at = text.rfind(tail, 0, end - 1)
    at = whole.find(text)
    while text and at >= 0:
        yield at, at + len(text)
        at = whole.find(text, at + 1)
