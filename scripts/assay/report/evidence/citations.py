"""Citations and fragments in words: what they name, and which were never retrieved."""

from collections.abc import Iterable, Mapping
from typing import Any

from assay.evidence.record import Answer, Citation
from assay.report.evidence.account import Line, quoted, said
from assay.report.evidence.catalogue import Words

BETWEEN = " · "
Shown = Mapping[str, Any]


def target(say: Words, one: Shown) -> str:
    """What a citation names: ``D-01 · p04``.

    Args:
        say: phrases.
        one: ``doc_id`` and ``chunk_id``, as a row of the ledger has them.
    """
    names = [say.named(one[key]) for key in ("doc_id", "chunk_id") if one[key]]
    return say.joined(names, BETWEEN) if names else say("citation.nameless")


def shown(say: Words, one: Shown, answer: Answer) -> str:
    """A citation as it was shown, what it names, and whether that was never retrieved.

    Args:
        say: phrases.
        one: as a row of the ledger has it.
        answer: the record.
    """
    never = is_never(one, answer)
    return say(
        "citation.shown.never" if never else "citation.shown",
        marker=one["marker"] or say("citation.unmarked"),
        target=target(say, one),
    )


def is_never(one: Shown, answer: Answer) -> bool:
    """Whether a citation names what was never retrieved; what the record leaves open is not."""
    if answer.value.get("retrieved") is None:
        return False
    if one["chunk_id"]:
        return one["chunk_id"] not in {fragment.chunk_id for fragment in answer.retrieved}
    sources = {fragment.doc_id for fragment in answer.retrieved}
    return bool(one["doc_id"]) and None not in sources and one["doc_id"] not in sources


def never(answer: Answer) -> list[Citation]:
    """Citations of a record that name what was never retrieved, in their order."""
    return [one for one in answer.citations if is_never(one.record(), answer)]


def fragment(say: Words, one: Shown, *, retrieved: bool) -> str:
    """A fragment in one line: source, version, id, rank.

    Args:
        say: phrases.
        one: of a record or of a row of the ledger.
        retrieved: whether it is of the record; in a row of the ledger a fragment without a rank was not retrieved.
    """
    unranked = say("fragment.unranked" if retrieved else "fragment.unretrieved")
    parts = [
        say.named(one["doc_id"]) if one["doc_id"] else say("fragment.no_source"),
        say.named(one["doc_version"]) if one["doc_version"] else say("fragment.no_version"),
        say.named(one["chunk_id"]),
        unranked if one["rank"] is None else say("fragment.ranked", rank=one["rank"]),
    ]
    return say.joined(parts, BETWEEN)


def fragments(say: Words, found: Iterable[Shown], *, retrieved: bool) -> tuple[Line, ...]:
    """Fragments one after another, each with its exact text below it; arguments as of :func:`fragment`."""
    lines: list[Line] = []
    for one in found:
        lines += said(fragment(say, one, retrieved=retrieved))
        lines += said(say("fragment.no_text")) if one["text"] is None else quoted(one["text"])
    return tuple(lines)
