"""Claims as JSON Lines, as programs get them and bring them: a line a claim, every fault of a file at once."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from assay.errors import InputError, Problem, refuse, shown
from assay.evidence.numbering import id_fault
from assay.evidence.record import Answer
from assay.jsonl import Row, dump_row, read_all
from assay.judging import parsing
from assay.judging.citing import Citing
from assay.judging.drafting import Claim, Draft, unknown
from assay.judging.parsing import RENUMBER
from assay.judging.rows import groups
from assay.onscreen import escaped
from assay.retrieval.records import by_line

NEEDED = ("kind", "claim", "quote")
KEYS = ("claim_id", *NEEDED, "citations", "observation")
FROM = "from"
_MOST = 100  # wrong lines that are told


def line(value: dict[str, Any]) -> str:
    """One line of JSON as a terminal may show it: what it would obey, or nobody sees, is written as a code."""
    return escaped(dump_row(value))


def lines(draft: Draft) -> Iterator[str]:
    """The claims of a draft in the form that :func:`claims` and :func:`changes` take."""
    kept = {id(group.claims[0]): group.kept for group in groups(draft.claims) if group.kept}
    citing = Citing(draft.answer)
    for one in draft.claims:
        quote = [
            {"start": start, "end": end, "text": draft.answer.text[start:end]} for start, end in one.quote
        ]
        named = _named(draft, one, kept.get(id(one)))
        cited = citing.named(one.citations, one.quote)
        said = {"kind": one.kind, "claim": one.text, "quote": quote, "citations": cited}
        why = {"observation": one.observation} if one.observation else {}
        yield line({**named, **said, **why})


def _named(draft: Draft, one: Claim, kept: str | None) -> dict[str, Any]:
    """What a line says of the claims that it changes, or in whose place it comes."""
    replaced = sorted(one.made_of & draft.written)
    if kept is None:
        return {FROM: replaced} if replaced else {}
    if not one.renumber:
        return {"claim_id": kept}
    return {"claim_id": kept, RENUMBER: True} if replaced else {}


def claims(data: bytes, where: str, answer: Answer) -> list[Claim]:
    """The claims that a file states.

    Each line has ``kind``, ``claim`` and ``quote``: a list, each item words of the answer, ``[first, end]`` or
    ``{start, end, text}``. It may have ``citations`` (markers, or objects of the record; absent: those that stand at
    the quotation), ``observation`` and ``claim_id``.

    Args:
        data: bytes of the file.
        where: its name for messages.
        answer: the record.

    Raises:
        InputError: every fault of the file.
    """
    rows, problems = read_all(data, where)
    citing = Citing(answer)

    def claim(row: Row, place: str) -> Claim:
        refuse([*_keys(row, KEYS, place), *_lacking(row, place), *_misnamed(row, answer, place)])
        name = row.value.get("claim_id")
        return parsing.claim(citing, row.value, None, frozenset([name] if name else ()), place)

    found, wrong = _each(rows, where, claim)
    problems += wrong
    refuse(by_line([*problems, *_repeated(rows, where)]))
    if not found:
        raise InputError(Problem(where, "states no claim", f"write a line a claim: {', '.join(NEEDED)}"))
    return found


def changes(data: bytes, where: str, draft: Draft) -> Draft:
    """A draft with what a file states.

    A line with ``claim_id`` changes that claim, and what it leaves out stays; with ``renumber`` true it gets another
    number, too. One with ``from`` comes in place of the claims whose ids are listed there; any other is a new claim.

    Arguments and errors as of :func:`claims`; ``draft`` has the reviewer's claims.
    """
    rows, problems = read_all(data, where)
    known = {name: one for one in draft.claims for name in one.made_of}
    citing = Citing(draft.answer)

    def claim(row: Row, place: str) -> Claim:
        names, name = _replaced(row, known, place), row.value.get("claim_id")
        before = known[name] if name is not None else None
        refuse([*_keys(row, (*KEYS, FROM, RENUMBER), place), *([] if before else _lacking(row, place))])
        return parsing.claim(citing, row.value, before, names, place)

    found, wrong = _each(rows, where, claim)
    problems += wrong
    refuse(by_line([*problems, *_repeated(rows, where), *_changed_twice(rows, where)]))
    gone = frozenset().union(*(one.made_of for one in found)) if found else frozenset()
    return draft.holding([*(one for one in draft.claims if not one.made_of & gone), *found])


def _each(
    rows: list[Row], where: str, claim: Callable[[Row, str], Claim]
) -> tuple[list[Claim], list[Problem]]:
    """The claims of lines, and what is wrong with them: what is wrong in each line is most likely the same."""
    found: list[Claim] = []
    problems: list[Problem] = []
    wrong = 0
    for row in rows:
        place = f"{where}:{row.line}"
        try:
            found.append(claim(row, place))
        except InputError as error:
            problems += error.problems
            wrong += 1
        if wrong == _MOST:
            rule = f"is the last of {_MOST} wrong lines: those below it are not looked at"
            return found, [*problems, Problem(place, rule, "mend these first")]
    return found, problems


def _replaced(row: Row, known: Mapping[str, Claim], place: str) -> frozenset[str]:
    """Ids of the claims that a line changes, or in whose place it comes.

    Raises:
        InputError: some are none of the reviewer's.
    """
    name, names = row.value.get("claim_id"), row.value.get(FROM) or []
    if not isinstance(names, list):
        raise InputError(Problem(place, f"{FROM} is {shown(names)}, must be a list", "write ids of claims"))
    if name is not None and names:
        rule = f"has claim_id and {FROM}"
        raise InputError(
            Problem(place, rule, f"leave claim_id out: what comes in place of {FROM} gets new ids")
        )
    if name is None and row.value.get(RENUMBER):
        raise InputError(Problem(place, f"has {RENUMBER}, but no claim_id", "leave it out: it gets a new id"))
    every = [*names, *([] if name is None else [name])]
    refuse([unknown(one, known, place) for one in every if not isinstance(one, str) or one not in known])
    return frozenset(every)


def _keys(row: Row, keys: Collection[str], place: str) -> Iterator[Problem]:
    for name in row.value:
        if name not in keys:
            yield Problem(place, f"has the unknown key {shown(name)}", f"it takes {', '.join(keys)}")


def _misnamed(row: Row, answer: Answer, place: str) -> Iterator[Problem]:
    name = row.value.get("claim_id")
    if name is not None and (fault := id_fault(answer, name)):
        yield Problem(place, f"claim_id {shown(name)} {fault}", "leave it out: it gets the next one")


def _lacking(row: Row, place: str) -> Iterator[Problem]:
    for name in NEEDED:
        if row.value.get(name) is None:
            yield Problem(place, f"lacks {name}", f"a claim has {', '.join(NEEDED)}")


def _repeated(rows: list[Row], where: str) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for row in rows:
        name = row.value.get("claim_id")
        if isinstance(name, str) and first.setdefault(name, row.line) != row.line:
            yield Problem(f"{where}:{row.line}", f"has {name} again: see line {first[name]}", "keep one")


def _changed_twice(rows: list[Row], where: str) -> Iterator[Problem]:
    listed = [row.value.get(FROM) for row in rows]
    gone = {name for names in listed if isinstance(names, list) for name in names if isinstance(name, str)}
    for row in rows:
        name = row.value.get("claim_id")
        if isinstance(name, str) and name in gone:
            rule = f"changes {name}, in whose place another line comes"
            yield Problem(f"{where}:{row.line}", rule, f"keep one of them, claim_id or {FROM}")
