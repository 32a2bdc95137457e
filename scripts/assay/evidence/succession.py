"""Rules between the rows of the ledger ``claims``: what supersedes what, who decides, which claims are one."""

from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from shlex import quote

from assay.errors import Problem, shown
from assay.evidence.reasons import says_nothing
from assay.evidence.table import is_judged
from assay.ledger import Entry, in_force

Placed = tuple[str, Entry]
TWO = "two claims have one number"
TWICE = "is in force twice"
_SEVERAL = 2
_SAME = {"supersedes": ("answer_id",), "adjudicates": ("answer_id", "claim_id")}


def check(
    rows: Mapping[str, Entry], now: Iterable[Placed], holders: Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    """Everything that is wrong between rows in force, whatever the records say: a later row mends what was wrong before.

    Args:
        rows: every row of the ledger by its place (:func:`assay.ledger.history`).
        now: those in force (:func:`current`).
        holders: in whose tables each stands (:func:`reviewers`).
    """
    known = {row["row_id"]: row for row in rows.values()}
    for place, row in now:
        if row["supersedes"] or row["adjudicates"]:
            where = f"{place} {row['claim_id']}"
            yield from _strayed(where, row, known)
            yield from _unsaid(where, row, known)
            yield from _alone(where, row, known, holders)
    yield from _twice(now, holders)


def current(rows: Mapping[str, Entry]) -> list[Placed]:
    """Rows in force with their places."""
    names = {row["row_id"] for row in in_force(rows.values())}
    return [(place, row) for place, row in rows.items() if row["row_id"] in names]


def reviewers(rows: Iterable[Entry]) -> dict[str, frozenset[str]]:
    """Of each row whose table it stands in: an adjudicator's that supersedes rows of others stands in theirs.

    One that decides between reviewers stands in none.
    """
    known = {row["row_id"]: row for row in rows}
    older = {
        name: before
        for name, row in known.items()
        if (before := [one for one in row["supersedes"] if one in known])
    }
    found = {
        name: frozenset(() if row["adjudicates"] else (row["by"],))
        for name, row in known.items()
        if name not in older
    }
    for name in TopologicalSorter(older).static_order():
        if name in older:
            found[name] = frozenset().union(*(found[one] for one in older[name]))
    return found


def _strayed(where: str, row: Entry, known: Mapping[str, Entry]) -> Iterator[Problem]:
    """Rows that supersede or decide between rows about something else, or decide nothing."""
    for verb, keys in _SAME.items():
        for older in row[verb] or ():
            for key in keys:
                if older in known and known[older][key] != row[key]:
                    rule = f"{verb} {older}, whose {key} is {shown(known[older][key])}"
                    yield Problem(where, rule, "leave that row alone: add one about the same")
                    break
    if row["adjudicates"] and not is_judged(row):
        yield Problem(
            where, "adjudicates, but gives no verdict", "write a row that supersedes it, with a verdict"
        )


def _unsaid(where: str, row: Entry, known: Mapping[str, Entry]) -> Iterator[Problem]:
    """Rows that supersede, and do not say why in words; of a first verdict there is nothing more to say."""
    older = [known[name] for name in row["supersedes"] if name in known]
    is_first = is_judged(row) and not any(map(is_judged, older))
    if older and not is_first and says_nothing(row["supersede_reason"]):
        rule = f"supersede_reason {shown(row['supersede_reason'])} says nothing"
        yield Problem(where, rule, "say what the older row had overlooked, or got wrong")


def _alone(
    where: str, row: Entry, known: Mapping[str, Entry], holders: Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    """Rulings over one reviewer alone; one in place of an earlier ruling may name the rows that are new."""
    older = [name for name in row["supersedes"] if name in known]
    if not row["adjudicates"] or any(known[name]["adjudicates"] for name in older):
        return
    between = frozenset().union(*(holders[name] for name in [*row["adjudicates"], *older] if name in known))
    if len(between) < _SEVERAL:
        rule = f"decides between the rows of {', '.join(sorted(between)) or 'nobody'} alone"
        yield Problem(where, rule, "let another reviewer judge the claim, then decide anew (--adjudicate)")


def _twice(rows: Iterable[Placed], holders: Mapping[str, frozenset[str]]) -> Iterator[Problem]:
    """Claims that one reviewer has twice, that are decided twice, that are not one claim."""
    ruled: dict[tuple[str, str], str] = {}
    known: dict[tuple[str, str], list[Placed]] = {}
    own: dict[tuple[str, str, str], Placed] = {}
    for place, row in rows:
        claim = row["answer_id"], row["claim_id"]
        where = f"{place} {row['claim_id']}"
        if row["adjudicates"]:
            if ruled.setdefault(claim, place) != place:
                rule = f"is decided twice: see {ruled[claim]}"
                yield Problem(where, rule, "an adjudicator adds a row that supersedes both")
            continue
        before = [own.setdefault((*claim, name), (place, row)) for name in sorted(holders[row["row_id"]])]
        if twice := [one for one in before if one[0] != place]:
            yield _again(where, row, *twice[0])
        elif (others := known.get(claim)) and not any(share(other, row) for _, other in others):
            rule = f"quotes no word that {others[0][1]['by']} quotes for it: see {others[0][0]}"
            yield Problem(where, rule, f"{TWO}: {renumber(*claim)} gives one of them another")
        known.setdefault(claim, []).append((place, row))


def _again(where: str, row: Entry, place: str, before: Entry) -> Problem:
    """A second row of one reviewer with one id."""
    if share(before, row):
        fix = (
            "its author judges it again (assay evidence judge --supersede), or an adjudicator (--adjudicate)"
        )
        return Problem(where, f"{TWICE}: see {place}", fix)
    command = renumber(row["answer_id"], row["claim_id"])
    return Problem(where, f"{TWO}: see {place}", f"{command} by their author gives one of them another")


def share(one: Entry, other: Entry) -> bool:
    """Whether two rows of one id are about one claim: they quote some of the same words.

    Where one of them quotes none, they may be: those of one author only if they are worded alike.
    """
    pairs = [(a, b) for a in one["quote"] for b in other["quote"]]
    if not pairs:
        return bool(one["by"] != other["by"] or one["claim"] == other["claim"])
    return any(a["start"] < b["end"] and b["start"] < a["end"] for a, b in pairs)


def renumber(answer: str, claim: str) -> str:
    """The command that gives a claim a number of its own."""
    return f"`assay evidence edit {quote(answer)} --renumber {quote(claim)}`"
