"""Rules between the rows of the ledger ``claims``: what supersedes what, who decides, which claims are one."""

from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter

from assay.errors import Problem, shown
from assay.evidence.table import is_judged
from assay.ledger import Entry, in_force

Placed = tuple[str, Entry]
_SAME = {"supersedes": ("answer_id",), "adjudicates": ("answer_id", "claim_id")}


def check(
    rows: Mapping[str, Entry], now: Iterable[Placed], holders: Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    """Everything that is wrong between rows, whatever the records say.

    Args:
        rows: every row of the ledger by its place (:func:`assay.ledger.history`).
        now: those in force (:func:`current`).
        holders: in whose tables each stands (:func:`reviewers`).
    """
    known = {row["row_id"]: row for row in rows.values()}
    for place, row in rows.items():
        yield from _strayed(f"{place} {row['claim_id']}", row, known)
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


def _twice(rows: Iterable[Placed], holders: Mapping[str, frozenset[str]]) -> Iterator[Problem]:
    """Claims that one reviewer has twice, that are decided twice, that are not one claim."""
    ruled: dict[tuple[str, str], str] = {}
    first: dict[tuple[str, str], Placed] = {}
    own: dict[tuple[str, str, str], str] = {}
    for place, row in rows:
        claim = row["answer_id"], row["claim_id"]
        where = f"{place} {row['claim_id']}"
        if row["adjudicates"]:
            if ruled.setdefault(claim, place) != place:
                rule = f"is decided twice: see {ruled[claim]}"
                yield Problem(where, rule, "an adjudicator adds a row that supersedes both")
            continue
        before = [own.setdefault((*claim, name), place) for name in sorted(holders[row["row_id"]])]
        if twice := [one for one in before if one != place]:
            fix = "its author judges it again (assay evidence judge --supersede), or an adjudicator (--adjudicate)"
            yield Problem(where, f"is in force twice: see {twice[0]}", fix)
        elif not _share(first.setdefault(claim, (place, row))[1], row):
            rule = f"quotes no word that {first[claim][1]['by']} quotes for it: see {first[claim][0]}"
            yield Problem(where, rule, "they are two claims: give one of them an id of its own")


def _share(one: Entry, other: Entry) -> bool:
    """Whether two rows quote some of the same words; those that quote none may."""
    pairs = [(a, b) for a in one["quote"] for b in other["quote"]]
    return not pairs or any(a["start"] < b["end"] and b["start"] < a["end"] for a, b in pairs)
