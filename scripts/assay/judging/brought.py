"""Verdicts as JSON Lines, as programs bring them: a line a claim, every fault of a file at once."""

from collections.abc import Iterator

from assay.errors import InputError, Problem, refuse, shown
from assay.jsonl import read_all
from assay.judging.cases import Case, Wish, case
from assay.judging.corpus import Corpus
from assay.judging.desk import Desk
from assay.judging.verdicts import SAID, Said, row_of
from assay.ledger import Entry
from assay.retrieval.records import by_line

NAME, SUPERSEDE, FROM = "claim_id", "supersede", "from"
KEYS = (NAME, *SAID, SUPERSEDE, FROM)


def verdicts(desk: Desk, data: bytes, where: str, wish: Wish, why: str | None) -> list[tuple[Case, Entry]]:
    """Verdicts that a file states: ``claim_id``, :data:`assay.judging.verdicts.SAID`, ``supersede`` where a claim is
    judged again, ``from`` where a ruling takes the wording of another reviewer than the first.

    Args:
        desk: the answer and who judges.
        data: bytes of JSON Lines.
        where: the file's name for messages.
        wish: whether it is decided between reviewers.
        why: why claims are judged again, where a line does not say it.

    Raises:
        InputError: every fault of the file.
    """
    rows, problems = read_all(data, where)
    found: list[tuple[Case, Entry]] = []
    corpus, lines = Corpus(desk.root), dict[str, int]()
    for row in rows:
        place = f"{where}:{row.line}"
        try:
            refuse(list(_faults(row.value, place, lines, wish)))
            name = row.value[NAME]
            lines[name] = row.line
            one = case(desk, name, wish._replace(like=row.value.get(FROM) or wish.like))
            reason = row.value.get(SUPERSEDE) or (why if one.judged else None)
            found.append((one, row_of(desk, one, row.value, corpus, f"{place} {name}", reason)))
        except InputError as error:
            problems += [_placed(problem, place) for problem in error.problems]
    refuse(by_line(problems))
    if not found:
        raise InputError(Problem(where, "states no verdict", f"write a line a claim: {', '.join(KEYS)}"))
    return found


def _placed(problem: Problem, place: str) -> Problem:
    """A problem with the line at which it was met."""
    if problem.where.startswith(place):
        return problem
    return Problem(f"{place} {problem.where}", problem.rule, problem.fix)


def _faults(value: Said, place: str, lines: dict[str, int], wish: Wish) -> Iterator[Problem]:
    for key in value:
        if key not in KEYS:
            yield Problem(place, f"has the unknown key {shown(key)}", f"it takes {', '.join(KEYS)}")
    name: object = value.get(NAME)
    why: object = value.get(SUPERSEDE)
    if not isinstance(name, str):
        yield Problem(place, f"{NAME} is {shown(name)}, must be the id of a claim", "name the claim")
    elif name in lines:
        yield Problem(place, f"has {name} again: see line {lines[name]}", "keep one")
    if why is not None and not (isinstance(why, str) and why.strip()):
        yield Problem(place, f"{SUPERSEDE} is {shown(why)}, must be a text", "say why it is judged again")
    like: object = value.get(FROM)
    if like is not None and not (isinstance(like, str) and wish.adjudicate):
        rule = f"{FROM} is {shown(like)}, must be a reviewer, and goes with --adjudicate"
        yield Problem(place, rule, "leave it out, or decide between reviewers")
