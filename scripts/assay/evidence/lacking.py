"""What a record lacks: listed, never filled in."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from assay.evidence.expected import Gold, expected
from assay.evidence.record import Answer, Run

# Of each element the key of the phrase that says what cannot be checked without it.
OF_THE_RUN = {
    "snapshot_id": "lack.corpus",
    "algorithm": "lack.retrieval",
    "top_k": "lack.retrieval",
    "filters": "lack.filters",
    "generation_config": "lack.generation",
    "prompt_version": "lack.prompt",
    "model": "lack.model",
    "application_revision": "lack.revision",
    "locale": "lack.locale",
    "recorded_at": "lack.time",
}
_OR = {"snapshot_id": ("snapshot_id", "corpus_version"), "algorithm": ("algorithm", "embedding_model")}
OF_AN_ANSWER = {
    "scenario_id": "lack.scenario",
    "query_id": "lack.query_id",
    "query": "lack.query",
    "answer": "lack.answer",
    "retrieved": "lack.retrieved",
    "citations": "lack.citations",
    "declines": "lack.declines",
}
OF_A_FRAGMENT = {
    "rank": "lack.rank",
    "score": "lack.score",
    "doc_id": "lack.source",
    "doc_version": "lack.version",
    "text": "lack.text",
}
NEVER = "retrieved: "  # what is cited, and by which citation, follows
OF_A_CITATION = {"marker": "lack.marker", "doc_id": "lack.cited", "span": "lack.span"}


class Lack(NamedTuple):
    """One element that is absent.

    Attributes:
        where: ``file:line id`` of the answer; the run's name for what an answer of it lacks because its card does.
        element: its name: ``prompt_version``, ``retrieved[2].text``.
        why: key of the phrase that says what cannot be checked without it.
    """

    where: str
    element: str
    why: str


def of_run(run: Run) -> Iterator[Lack]:
    """What the card lacks, unless every answer states it for itself."""
    cards = [answer.card for answer in run.answers] or [run.card]
    for name, why in OF_THE_RUN.items():
        named = _OR.get(name, (name,))
        if any(all(card.get(one) is None for one in named) for card in cards):
            yield Lack(run.name, " or ".join(named), why)


def of_answer(answer: Answer, gold: Gold) -> Iterator[Lack]:
    """What the line of an answer lacks."""
    value = answer.value
    for name, why in OF_AN_ANSWER.items():
        if _is_blank(value.get(name)):
            yield Lack(answer.place, name, why)
    if expected(answer, gold).source is None:
        yield Lack(answer.place, "expected_evidence", "lack.expected")
    for number, item in enumerate(value.get("retrieved") or (), 1):
        for name, why in OF_A_FRAGMENT.items():
            if _is_blank(item.get(name)):
                yield Lack(answer.place, f"retrieved[{number}].{name}", why)
    yield from _of_citations(answer)


def _of_citations(answer: Answer) -> Iterator[Lack]:
    """What citations lack; a fragment that they name and that was never retrieved is lacking too."""
    chunks = {one.chunk_id for one in answer.retrieved}
    sources = {one.doc_id for one in answer.retrieved}
    for number, one in enumerate(answer.citations, 1):
        for name, why in OF_A_CITATION.items():
            if getattr(one, name) is None and not (name == "doc_id" and one.chunk_id):
                yield Lack(answer.place, f"citations[{number}].{name}", why)
        named = one.chunk_id or one.doc_id
        if named and named not in (chunks if one.chunk_id else sources):
            yield Lack(answer.place, f"{NEVER}{named} of citations[{number}]", "lack.never")


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())
