"""What a recorded answer may say: the fields of one line of answers.jsonl, and of the objects inside it."""

from typing import NamedTuple

from assay.retrieval.kinds.recorded import STATED
from assay.retrieval.records import Field


class Part(NamedTuple):
    """A field and what it means."""

    field: Field
    doc: str


_OF_THE_CARD = [name for name in STATED if name not in ("mode", "snapshot", "notes")]
ANSWER = {
    "answer_id": Part(
        Field(str, required=True), "id of the answer; no other answer of the repository has it"
    ),
    "scenario_id": Part(Field(str), "the scenario that is replayed: one id in all its runs"),
    "query_id": Part(Field(str), "id of the question in the gold set, or the system's own"),
    "query": Part(Field(str), "the question as it was asked"),
    "lang": Part(Field(str), "language of the answer; where it is absent its letters decide"),
    "answer": Part(Field(str), "the answer as the user saw it, marks of citations included"),
    "retrieved": Part(Field(list), "fragments that the generator was given, in their order; `[]`: none came"),
    "citations": Part(
        Field(list), "citations as they were shown, in the order of the answer; `[]`: none was"
    ),
    "declines": Part(Field(list), "what the answer says it cannot say; `[]`: nothing"),
    "expected_evidence": Part(
        Field(dict), "what a careful answer would need; for questions that the gold set does not have"
    ),
    **{
        name: Part(STATED[name], "of this answer alone, where it differs from card.json")
        for name in _OF_THE_CARD
    },
}
RETRIEVED = {
    "chunk_id": Part(Field(str, required=True), "id of the fragment"),
    "rank": Part(Field(int, low=1), "place in the order, from 1 without gaps"),
    "score": Part(Field(float), "as the system gave it; never compared between systems"),
    "doc_id": Part(Field(str), "the source"),
    "doc_version": Part(Field(str), "its version"),
    "url": Part(Field(str), "its address, with the anchor of the section where there is one"),
    "sha256": Part(Field(str), "of the text"),
    "text": Part(Field(str), "the fragment itself: what claims are held against"),
}
CITATION = {
    "marker": Part(Field(str), "as it is shown: [1], [D-01]; null: shown without one"),
    "doc_id": Part(Field(str), "the source that it names"),
    "chunk_id": Part(Field(str), "the fragment that it names; null: it names a source as a whole"),
    "span": Part(
        Field(list),
        "[first, end] in code points of the answer: where the marker stands, or the words cited for",
    ),
}
DECLINE = {
    "part": Part(Field(str, required=True), "what is not said"),
    "span": Part(Field(list), "[first, end] of the words that tell the user; null: the user is not told"),
}
EXPECTED = {
    "needed": Part(Field(list), "fragments that a careful answer needs; `[]`: nothing in the corpus answers"),
    "unanswerable": Part(Field(list), "parts of the question that the corpus cannot answer, each a text"),
    "notes": Part(Field(str), "anything else"),
}
NEEDED = {
    "doc_id": Part(Field(str), "the source"),
    "chunk_id": Part(Field(str), "the fragment"),
    "text": Part(Field(str), "its words, where the fragment has no id that lasts"),
    "supports": Part(Field(str), "what it supports"),
}


def rules(parts: dict[str, Part]) -> dict[str, Field]:
    """The rules of an object's fields, without what they mean."""
    return {name: part.field for name, part in parts.items()}
