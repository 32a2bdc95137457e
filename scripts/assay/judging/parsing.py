"""One claim as JSON states it: its quotation by words or spans, its citations by markers."""

from collections.abc import Mapping
from typing import Any

from assay.entries import FIELDS, holds
from assay.errors import InputError, Problem, refuse, shown
from assay.evidence.record import Answer, span_fault
from assay.judging.drafting import Claim, at_quote
from assay.judging.quoting import Span, joined, quoted
from assay.judging.rows import faults

TEXTS = ("claim_id", "kind", "claim", "observation")
Values = Mapping[str, Any]


def claim(answer: Answer, values: Values, before: Claim | None, made_of: frozenset[str], where: str) -> Claim:
    """The claim that an object states.

    Args:
        answer: the record.
        values: ``kind, claim, quote, citations, observation``.
        before: the claim that it changes: what the object leaves out stays; None: it is a new one.
        made_of: ids of the claims that it was made of.
        where: place of the object for messages.

    Raises:
        InputError: everything that is wrong with it.
    """
    problems = [
        Problem(where, f"{name} is {shown(values[name])}, must be {rule.words}", "write it anew")
        for name, rule in FIELDS["claims"].items()
        if name in TEXTS and values.get(name) is not None and not holds(rule, values[name])
    ]
    quote, citations = before.quote if before else (), before.citations if before else ()
    try:
        if values.get("quote") is not None:
            quote = quotation(answer, values["quote"])
        if values.get("citations") is not None:
            citations = attached(answer, values["citations"], quote)
        elif before is None:
            citations = at_quote(answer, quote)
    except InputError as error:
        problems += [Problem(where, f"{one.where} {one.rule}", one.fix) for one in error.problems]
    refuse(problems)
    kind = values.get("kind") or (before.kind if before else "")
    kept = before.observation if before and before.kind == kind else None
    text = values.get("claim") or (before.text if before else "")
    made = Claim(kind, text.strip(), quote, citations, values.get("observation") or kept, made_of)
    refuse(faults(answer, made, where))
    return made


def quotation(answer: Answer, items: Any) -> tuple[Span, ...]:
    """Spans of a list whose items are words of the answer, ``[first, end]`` or ``{start, end, text}``.

    Raises:
        InputError: an item is none of these, is not in the answer, or stands there several times.
    """
    if not isinstance(items, list):
        rule = f"is {shown(items)}, must be a list of words of the answer"
        raise InputError(Problem("quote", rule, 'write ["words", "more words"]'))
    spans: list[Span] = []
    problems: list[Problem] = []
    for number, item in enumerate(items, 1):
        try:
            spans += _spans(answer, item, f"quote[{number}]")
        except InputError as error:
            problems += error.problems
    refuse(problems)
    return joined(spans)


def _spans(answer: Answer, item: Any, where: str) -> tuple[Span, ...]:
    if isinstance(item, str):
        try:
            return quoted(item, answer.text)
        except InputError as error:
            told = [(f"{one.where} {one.rule}", f"{one.fix}, or give [first, end]") for one in error.problems]
            raise InputError([Problem(where, *one) for one in told]) from None
    span: Any = [item.get("start"), item.get("end")] if isinstance(item, dict) else item
    if fault := span_fault(span, answer.text):
        raise InputError(Problem(where, fault, "count code points of the answer, from 0"))
    text = answer.text[slice(*span)]
    if isinstance(item, dict) and item.get("text", text) != text:
        rule = f"is {shown(item['text'])}, but the answer has {shown(text)} there"
        raise InputError(Problem(where, rule, "leave start and end out, or mend them"))
    return ((span[0], span[1]),)


def attached(answer: Answer, items: Any, quote: tuple[Span, ...]) -> tuple[int, ...]:
    """Places in the record's list of citations that are named by markers, or by objects as the record has them.

    Of several with one marker, those that stand at the quotation are meant.

    Raises:
        InputError: the record has no such one, or it is not clear which is meant.
    """
    if not isinstance(items, list):
        raise InputError(Problem("citations", f"is {shown(items)}, must be a list", "write [] for none"))
    found: set[int] = set()
    for number, item in enumerate(items, 1):
        found.update(_meant(answer, item, quote, found, f"citations[{number}]"))
    return tuple(sorted(found))


def _meant(answer: Answer, item: Any, quote: tuple[Span, ...], found: set[int], where: str) -> list[int]:
    if not isinstance(item, str):
        equal = [at for at, one in enumerate(answer.citations) if one.record() == item]
        left = [at for at in equal if at not in found]
        if not equal:
            raise InputError(_absent(answer, item, where))
        return left[:1]
    having = [at for at, one in enumerate(answer.citations) if one.marker == item]
    if not having:
        raise InputError(_absent(answer, item, where))
    standing = at_quote(answer, quote)
    meant = having if len(having) == 1 else [at for at in having if at in standing]
    if not meant:
        rule = f"{shown(item)} is shown {len(having)} times, and never at these words"
        raise InputError(Problem(where, rule, "give the object as the record has it, with its span"))
    return meant


def _absent(answer: Answer, item: Any, where: str) -> Problem:
    markers = ", ".join(sorted({shown(one.marker) for one in answer.citations if one.marker is not None}))
    return Problem(where, f"is {shown(item)}, which the record does not have", f"it has {markers or 'none'}")
