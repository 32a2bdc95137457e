"""A recorded answer, its fragments and its claims as a person reads them on a terminal."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from assay.evidence.reading import LEDGER
from assay.evidence.record import Answer, Citation, Fragment
from assay.evidence.table import cited_chunks
from assay.gold.repository import read_passages
from assay.judging.cases import Case
from assay.judging.desk import Desk
from assay.judging.drafting import Claim, Draft
from assay.judging.quoting import Span
from assay.judging.replies import Replies
from assay.judging.rows import given_up
from assay.judging.verdicts import usable
from assay.labelling.display import cut
from assay.labelling.prompting import Words
from assay.ledger import Entry, file_of
from assay.onscreen import safe

OPEN, CLOSE = "⟦", "⟧"
_SHOWN = 200  # characters of a passage that is only named
_COMPARED = (
    *("kind", "claim", "attachment", "attachment_reason", "support", "support_reason", "contradicts"),
    *("evidence", "missing", "corpus", "observation", "hypothesis", "open_question"),
)
_WITH_LABELS = ("kind", "attachment", "support", "contradicts", "corpus")


def block(text: str, indent: str = "    ") -> Iterator[str]:
    """A text line by line, each without characters that a terminal would obey."""
    for line in text.splitlines():
        yield f"{indent}{safe(line, strip=False)}".rstrip()


def opening(desk: Desk) -> Iterator[str]:
    """The answer with its question, and what was shown and expected."""
    answer, words = desk.answer, desk.words
    yield words("answer.head", name=answer.id, run=answer.run, query=answer.query_id or "—")
    if answer.query:
        yield words("answer.query", query=answer.query)
    yield words("answer.text")
    yield from block(answer.text)
    yield from citations(answer, words)
    for one in answer.declines:
        yield words("answer.declines", part=one.part)
    yield from expected(desk)


def citations(answer: Answer, words: Words) -> Iterator[str]:
    """The citations of the record by number."""
    if not answer.citations:
        yield words("answer.none_cited")
        return
    listed = [
        words("citation", number=number, marker=_marker(one, words), target=_target(one, words))
        for number, one in enumerate(answer.citations, 1)
    ]
    yield words("answer.citations", names="; ".join(listed))


def _marker(one: Citation, words: Words) -> str:
    return one.marker or words("citation.unmarked")


def _target(one: Citation, words: Words) -> str:
    return " ".join(filter(None, (one.doc_id, one.chunk_id))) or words("citation.nameless")


def expected(desk: Desk) -> Iterator[str]:
    """The evidence that a careful answer would need, as it was stated before anyone judges."""
    found, words = desk.expected, desk.words
    yield words(f"expected.{found.source or 'none'}")
    texts = {row["id"]: row["text"] for row in read_passages(desk.root)} if found.sets else {}
    for number, names in enumerate(found.sets or [], 1):
        yield words("expected.set", number=number, names=" + ".join(names))
        for name in names:
            if texts.get(name):
                yield f"      {safe(name)}: «{cut(texts[name], _SHOWN)}»"
    for one in found.needed or []:
        name = " ".join(filter(None, (one.get("doc_id"), one.get("chunk_id")))) or "—"
        yield words(
            "expected.needed", name=name, what=cut(one.get("supports") or one.get("text") or "", _SHOWN)
        )
    if found.nothing:
        yield words("expected.nothing")
    for part in found.unanswerable:
        yield words("expected.unanswerable", part=part)


def claims(draft: Draft, words: Words) -> Iterator[str]:
    """The claims of a draft by number, and the sentences that are in none."""
    yield ""
    others = given_up(draft)
    for number, one in enumerate(draft.claims, 1):
        yield words("shape.claim", number=number, kind=words(f"kind.{one.kind}"), text=one.text)
        pieces = [f"«{cut(draft.answer.text[slice(*span)])}»" for span in one.quote]
        yield f"     {' … '.join(pieces) or words('shape.untold')}"
        if id(one) in others:
            yield words("shape.renumbered", name=others[id(one)])
        if one.observation:
            yield words("shape.why", reason=one.observation)
        yield cites(draft.answer, one, words)
    for text in draft.left_out:
        yield words("shape.left_out", text=cut(text))


def cites(answer: Answer, one: Claim, words: Words) -> str:
    """The citations of a claim on one line."""
    named = [f"{at + 1}. {_marker(answer.citations[at], words)}" for at in one.citations]
    return words("shape.cites", names="; ".join(named)) if named else words("shape.uncited")


def marked(text: str, spans: Iterable[Span]) -> str:
    """A text with marks around some of its stretches."""
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}{OPEN}{text[start:end]}{CLOSE}{text[end:]}"
    return text


def claim(desk: Desk, row: Entry) -> Iterator[str]:
    """A claim that is to be judged: where it stands in the answer, the fragments that it cites, then the others."""
    answer, words = desk.answer, desk.words
    yield ""
    yield words("judge.claim", name=row["claim_id"], kind=words(f"kind.{row['kind']}"), text=row["claim"])
    yield words("judge.within")
    yield from block(marked(answer.text, [(one["start"], one["end"]) for one in row["quote"]]))
    yield from citations(answer, words)
    named = cited_chunks(row, answer)
    numbered = list(enumerate(answer.retrieved, 1))
    cited = [(number, one) for number, one in numbered if one.chunk_id in named]
    others = [(number, one) for number, one in numbered if one.chunk_id not in named]
    yield words("judge.cited" if cited else "judge.none_cited")
    yield from (line for number, one in cited for line in fragment(number, one, words))
    for name in sorted(named - {one.chunk_id for _, one in cited}):
        yield words("judge.never", name=name)
    if not numbered:
        yield words("judge.none_retrieved")
    if others:
        yield words("judge.others")
    yield from (line for number, one in others for line in fragment(number, one, words))
    if numbered:  # what is asked about has long scrolled away
        yield words("judge.about", name=row["claim_id"], text=row["claim"])


def fragment(number: int, one: Fragment, words: Words) -> Iterator[str]:
    """A retrieved fragment in full; why no verdict can rest on it, where none can."""
    absent = words("fragment.absent")
    yield words(
        "fragment",
        number=number,
        name=one.chunk_id,
        rank=one.rank or absent,
        source=one.doc_id or absent,
        version=one.doc_version or absent,
    )
    yield from block(one.text or "", "     | ")
    if not usable(one):
        yield words("fragment.no_rank" if one.text and one.text.strip() else "fragment.no_text")


def side_by_side(rows: list[Entry], words: Words) -> Iterator[str]:
    """What several reviewers say of one claim, field by field."""
    yield words("judge.side_by_side")
    for name in _COMPARED:
        values = [value(row, name, words) for row in rows]
        if any(values):
            yield f"  {words(f'of.{name}')}"
            yield from (
                f"    {safe(row['by'])}: {said or '—'}" for row, said in zip(rows, values, strict=True)
            )


def value(row: Mapping[str, Any], name: str, words: Words) -> str:
    """A field of a row in words; empty: it is null."""
    said = row[name]
    if name == "evidence":
        return safe(", ".join(one["chunk_id"] for one in said))
    if said is None:
        return ""
    return words(f"{name}.{str(said).lower()}") if name in _WITH_LABELS else safe(said)


def replies(given: Replies, words: Words) -> Iterator[str]:
    """What is said of a claim so far, by number."""
    for number, name in enumerate(given.asked, 1):
        if name in given.said:
            said = _reply(given.said[name], name, words)
            yield words("reply", number=number, name=words(f"of.{name}"), said=said or "—")


def _reply(said: Any, name: str, words: Words) -> str:
    if name == "citations":
        named = (
            one.get("marker") or one.get("doc_id") if isinstance(one, dict) else one for one in said or ()
        )
        return ", ".join(map(str, named))
    if name in ("evidence", "corpus_text"):
        return "; ".join(said or ())
    return value({name: said}, name, words)


def verdict(row: Entry, words: Words) -> str:
    """The verdict of a row on one line."""
    names = [
        name for name in ("attachment", "support", "contradicts", "corpus") if row[name] not in (None, False)
    ]
    told = [f"{words(f'of.{name}')}: {value(row, name, words)}" for name in names]
    return "; ".join(told) or words(f"kind.{row['kind']}")


def recorded(found: Iterable[tuple[Case, Entry]], words: Words) -> Iterator[str]:
    """What was written, a line a verdict."""
    for one, row in found:
        file = f"{LEDGER}/{file_of(row)}"
        yield words("judge.recorded", file=file, name=one.name, verdict=verdict(row, words))
        if one.base["citations"] and not row["citations"]:
            yield words("judge.unattached", names=_reply(one.base["citations"], "citations", words))
