"""Rules of one row of the ledger ``claims`` that is in force, held against the record that it is about."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from assay.entries import UNSEEN
from assay.errors import shown
from assay.evidence.fit import span_fault
from assay.evidence.numbering import id_fault
from assay.evidence.reasons import says_nothing
from assay.evidence.record import Answer, Citation
from assay.evidence.table import DECLINE, IMMATERIAL, STATEMENT
from assay.ledger import Entry
from assay.manifest import sha256

Found = Iterator[tuple[str, str]]
_NOTHING, _SEEN = "only repeats the label", "write what can be seen in which fragment"
_EXACTLY = "name the very thing: which text, which field, whose answer"
_WRITE = "write a row that supersedes it (assay evidence judge)"
# Texts of the reviewer's own; all others are those of the record, or of the corpus.
_REASONS = ("attachment_reason", "support_reason", "missing", "observation", "hypothesis", "open_question")
_VERDICTS = ("attachment", "support", "contradicts", "corpus")
_OWN = ("claim", *_REASONS, "supersede_reason", "decision")
_UNSEEN = re.compile(rf"[\x00-\x08\x0b-\x1f{UNSEEN}]|(?<=[A-Za-z\u00c0-\u024f\u0400-\u052f])[\u200c\u200d]")


def row_faults(row: Entry, answer: Answer, apart: Collection[str] = ()) -> Found:
    """Everything wrong with one row, in force or about to be written: what is wrong, what to do.

    Args:
        row: its values; the envelope may be absent.
        answer: the record.
        apart: those of :data:`RULES` that are not asked, since more is known of what they would find.
    """
    for name, rule in RULES.items():
        if name not in apart:
            yield from rule(row, answer)


def _names(row: Entry, answer: Answer) -> Found:
    """The id is one of a claim of this answer."""
    if fault := id_fault(answer, row["claim_id"]):
        yield f"claim_id {fault}", "write a row that supersedes it, with the next number"


def unseen(text: str, answer: Answer | None = None) -> str:
    """Signs of a reviewer's text that nobody sees, by their codes; what the answer has itself is left out."""
    found = set() if text.isprintable() else set(_UNSEEN.findall(text))
    if answer is not None:
        found = found.difference(answer.text, *(one.part for one in answer.declines))
    return ", ".join(f"U+{ord(sign):04X}" for sign in sorted(found))


def _texts(row: Entry, answer: Answer) -> Found:
    """Nothing stands in a reviewer's words that nobody sees; a claim may have what the answer has."""
    if "".join(
        [row.get(name) or "" for name in _OWN]
    ).isprintable():  # nearly all: asked of all at once, faster
        return
    for name in _OWN:
        if codes := unseen(row.get(name) or "", answer if name == "claim" else None):
            yield f"{name} holds {codes}, which nobody sees", "leave it out"


def _quotes(row: Entry, answer: Answer) -> Found:
    """Each quotation stands word for word where the row says, and none twice; only what is passed over in silence has none."""
    silent = row["kind"] == DECLINE and any(one.span is None for one in answer.declines)
    if not row["quote"] and not silent:
        yield "quotes nothing of the answer", "give the words that the claim rests on"
    end = 0
    for number, quote in enumerate(row["quote"], 1):
        span = [quote["start"], quote["end"]]
        fault = span_fault(span, answer.text)
        if fault:
            yield f"quote[{number}] {fault}", "count code points of the answer, from 0"
            continue
        if answer.text[slice(*span)] != quote["text"]:
            there = shown(answer.text[slice(*span)])
            yield f"quote[{number}] is {shown(quote['text'])}, but the answer has {there} there", _WRITE
        elif quote["start"] < end:
            yield f"quote[{number}] begins before the one before it ends", "put quotations in order, apart"
        end = max(end, quote["end"])


def _citations(row: Entry, answer: Answer) -> Found:
    """Citations are those of the record, and there are some just where one is attached."""
    often = dict[Citation, int]()
    for number, one in enumerate(row["citations"], 1):
        cited = Citation(**{**one, "span": one["span"] and tuple(one["span"])})
        often[cited] = often.get(cited, 0) + 1
        if cited not in answer.shown:
            yield f"citations[{number}] is none that the record has", "copy it from the record"
        elif often[cited] > answer.shown[cited]:
            yield f"citations[{number}] stands there already", "name it as often as the record has it"
    if row["attachment"] == "attached" and not row["citations"]:
        yield "is attached, but no citation is named", "name it, or judge it not_attached"
    if row["attachment"] == "not_attached" and row["citations"]:
        yield (
            "is not attached, but a citation is named",
            "judge it attached, or take it out (assay evidence edit)",
        )


def _evidence(row: Entry, answer: Answer) -> Found:
    """Fragments are word for word those of the record, or of the corpus, and fit their hashes."""
    known = set[tuple[str, str]]()
    for number, one in enumerate(row["evidence"], 1):
        name = f"evidence[{number}]"
        if (one["chunk_id"], one["text"]) in known:
            yield f"{name} names {shown(one['chunk_id'])} again", "name it once"
            continue
        known.add((one["chunk_id"], one["text"]))
        if sha256(one["text"].encode()) != one["sha256"]:
            yield f"{name} has a hash that is not that of its text", _WRITE
        recorded = answer.by_chunk.get(one["chunk_id"])
        if recorded is not None and None in (recorded.rank, recorded.text):
            lacks = "text" if recorded.text is None else "rank"
            rule = f"{name} names {shown(one['chunk_id'])}, of which the record has no {lacks}"
            yield rule, "judge the claim not_assessable, and say what is missing"
            continue
        if one["rank"] is None:
            if recorded is not None:
                rule = f"{name} has no rank, but {shown(one['chunk_id'])} was retrieved"
                yield rule, "give the rank of the record"
            continue
        if recorded is None:
            yield f"{name} names {shown(one['chunk_id'])}, which was not retrieved", "leave rank null"
            continue
        for key in ("rank", "doc_id", "doc_version", "text"):
            if getattr(recorded, key) != one[key]:
                rule = (
                    f"{name}.{key} is {shown(one[key])}, but the record has {shown(getattr(recorded, key))}"
                )
                yield rule, "copy it from the record"


def _whole(row: Entry, answer: Answer) -> Found:
    """A statement has all of its verdicts, or none."""
    del answer
    lacking = [name for name in _VERDICTS if row[name] is None] if row["kind"] == STATEMENT else []
    if 0 < len(lacking) < len(_VERDICTS):
        flags = " ".join(f"--{name}" for name in lacking)
        yield f"is judged by half: lacks {', '.join(lacking)}", f"say it too (assay evidence judge {flags})"


def _verdicts(row: Entry, answer: Answer) -> Found:
    """Verdicts are of statements alone, and fit each other; one is supported by a fragment that was retrieved."""
    del answer
    if row["kind"] != STATEMENT:
        if any(row[name] is not None for name in _VERDICTS[:-1]):
            yield f"is {row['kind']}, which has no attachment or support", "leave them null"
        if row["kind"] == IMMATERIAL and row["corpus"] is not None:
            yield f"is immaterial, but corpus is {row['corpus']}", "leave it null"
    else:
        yield from _supports(row)
    if (row["contradicts"] or row["corpus"] == "holds") and not row["evidence"]:
        yield "says what a fragment has, but names none", "name the fragment"


def _supports(row: Entry) -> Found:
    """Support, contradiction and the corpus fit each other."""
    seen = any(one["rank"] is not None for one in row["evidence"])
    decided = row["support"] == "supported" or row["contradicts"]
    if row["support"] in ("supported", "partially_supported") and not seen:
        yield f"is {row['support']}, but no retrieved fragment is named", "name the fragment that supports it"
    elif decided and row["corpus"] not in ("holds", None):
        said = "is supported" if row["support"] == "supported" else "contradicts a fragment"
        yield f"{said}, but corpus is {row['corpus']}", "write holds: the fragment is of the corpus"
    if row["contradicts"] and row["support"] not in ("unsupported", None):
        yield f"contradicts a fragment, but is {row['support']}", "judge it unsupported, or contradicts false"


def _reasons(row: Entry, answer: Answer) -> Found:
    """Verdicts have written reasons that are more than the label; what is not assessable says what is missing."""
    del answer
    needed = {
        "attachment_reason": row["attachment"] is not None,
        "support_reason": row["support"] is not None,
        "observation": row["kind"] == "immaterial"
        or (row["kind"] == "decline" and row["corpus"] is not None),
        "missing": "not_assessable" in (row["attachment"], row["support"]),
    }
    for name, asked in needed.items():
        if asked and row[name] is None:
            yield f"lacks {name}", "write what is missing" if name == "missing" else "write the reason"
        elif row[name] is not None and name != "observation" and not asked:
            yield f"has {name}, but nothing that it is about", "leave it null"
        elif asked and says_nothing(row[name], things=name != "missing"):
            yield f"{name} {shown(row[name])} {_NOTHING}", _EXACTLY if name == "missing" else _SEEN


RULES: Mapping[str, Callable[[Entry, Answer], Found]] = {
    "id": _names,
    "quotes": _quotes,
    "citations": _citations,
    "evidence": _evidence,
    "whole": _whole,
    "verdicts": _verdicts,
    "reasons": _reasons,
    "texts": _texts,
}
