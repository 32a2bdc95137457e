"""One claim as JSON states it: its quotation by words or spans, its citations by markers."""

from collections.abc import Mapping
from typing import Any

from assay.entries import FIELDS, holds
from assay.errors import InputError, Problem, refuse, shown
from assay.evidence.fit import span_fault
from assay.evidence.record import Answer
from assay.judging.citing import Citing
from assay.judging.drafting import Claim
from assay.judging.quoting import Span, joined, quoted
from assay.judging.rows import faults

RENUMBER = "renumber"
TEXTS = ("claim_id", "kind", "claim", "observation")
Values = Mapping[str, Any]


def claim(citing: Citing, values: Values, before: Claim | None, made_of: frozenset[str], where: str) -> Claim:
    """The claim that an object states.

    Args:
        citing: the citations of the record.
        values: ``kind, claim, quote, citations, observation``, ``renumber`` of a claim that is on record.
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
    if not isinstance(values.get(RENUMBER), bool | None):
        rule = f"{RENUMBER} is {shown(values[RENUMBER])}, must be true or false"
        problems.append(Problem(where, rule, "write it anew"))
    quote, citations = before.quote if before else (), before.citations if before else ()
    try:
        if values.get("quote") is not None:
            quote = quotation(citing.answer, values["quote"])
        if values.get("citations") is not None:
            citations = citing.attached(values["citations"], quote)
        elif before is None:
            citations = citing.standing(quote)
    except InputError as error:
        problems += [Problem(where, f"{one.where} {one.rule}", one.fix) for one in error.problems]
    refuse(problems)
    kind = values.get("kind") or (before.kind if before else "")
    kept = before.observation if before and before.kind == kind else None
    text = values.get("claim") or (before.text if before else "")
    reason, renumber = values.get("observation") or kept, values.get(RENUMBER)
    if renumber is None:
        renumber = before is not None and before.renumber
    made = Claim(kind, text.strip(), quote, citations, reason, made_of, renumber)
    refuse(faults(citing.answer, made, where))
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
