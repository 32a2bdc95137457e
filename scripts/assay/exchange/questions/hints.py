"""Documents and links beside quotations: they say where to look, and what is said where the words stand elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.exchange.questions.finding import Finder
from assay.exchange.questions.locating import Located
from assay.exchange.questions.references import Reference


def without_pages(references: Sequence[Reference], find: Finder) -> list[Reference]:
    """References of one question without documents that stand beside words: the words are the label."""
    beside = {name for one in references for name in find.pages(one)}
    return [one for one in references if one.text is not None or (one.chunk_id or "") not in beside]


def judged(references: Sequence[Reference], found: Sequence[Located], find: Finder) -> list[Located]:
    """What became of the references of one question; with a note on each page beside them that has none of the words.

    Where several quotations stand beside the same pages, a page is at fault that has no words of any of them.
    """
    groups: dict[tuple[str, ...], list[int]] = {}
    for at, one in enumerate(references):
        if find.pages(one) and found[at].place is not None:
            groups.setdefault(find.pages(one), []).append(at)
    told = {own[0]: _note(references[own[0]], pages, own, found, find) for pages, own in groups.items()}
    return [_with(one, told.get(at, "")) for at, one in enumerate(found)]


def _note(
    one: Reference, pages: Sequence[str], own: Sequence[int], found: Sequence[Located], find: Finder
) -> str:
    where = dict.fromkeys(doc for at in own if (doc := find.standing(found[at])) is not None)
    named: Mapping[str, str | None] = {page: find.document(page) for page in pages}
    others = [
        f"{page!r}" + ("" if doc else ", which is no document")
        for page, doc in named.items()
        if doc not in where
    ]
    if not where or not others:
        return ""
    return f"{one.spot} names {'; '.join(others)}; the words stand in {', '.join(where)}"


def _with(one: Located, note: str) -> Located:
    return replace(one, note="; ".join(filter(None, (one.note, note)))) if note else one
