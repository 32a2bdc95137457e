"""Authors of a ledger: who decides on rows of others and may not, and whose names look the same."""

from collections.abc import Container, Iterable, Iterator, Mapping

from assay.errors import Problem, shown
from assay.ledger import Entry, in_force
from assay.lookalikes import latin

Rows = Mapping[str, Entry]
_ADJUDICATED = "have one do it whom params.yaml names, or leave adjudicates null"


def unentitled(
    rows: Rows, adjudicators: Iterable[str], among: Container[str] | None = None
) -> Iterator[Problem]:
    """Rows that supersede rows of others or decide between reviewers, by whom params.yaml does not name.

    Asked of what is about to be written: a row that is on record stays valid, whoever is an adjudicator today.

    Args:
        rows: every row of a ledger by its place.
        adjudicators: whom params.yaml names.
        among: places of the rows that are asked about; None: all.
    """
    authors = {row["row_id"]: row["by"] for row in rows.values()}
    named = set(adjudicators)
    for place, row in rows.items():
        if row["by"] in named or (among is not None and place not in among):
            continue
        if row.get("adjudicates"):
            yield Problem(place, f"adjudicates, but {row['by']} is no adjudicator", _ADJUDICATED)
        for older in row["supersedes"]:
            if authors.get(older, row["by"]) != row["by"]:
                rule = f"{row['by']} supersedes a row of {authors[older]}"
                yield Problem(place, rule, f"{authors[older]} does, or an adjudicator named in params.yaml")


def notes(rows: Rows, adjudicators: Iterable[str], where: str) -> Iterator[Problem]:
    """What needs a look and is no fault: who decided and is no adjudicator today, whose names look the same.

    Args:
        rows: every row of a ledger by its place.
        adjudicators: whom params.yaml names.
        where: the ledger's folder.
    """
    current = {row["row_id"] for row in in_force(rows.values())}
    standing = {place: row for place, row in rows.items() if row["row_id"] in current}
    decided: dict[str, dict[str, None]] = {}
    for problem in unentitled(rows, adjudicators, standing):
        decided.setdefault(standing[problem.where]["by"], {})[problem.where] = None
    for who, places in sorted(decided.items()):
        rule = f"{who} decides on rows of others, and is no adjudicator of params.yaml; rows in force: {len(places)}"
        yield Problem(
            next(iter(places)), rule, "they stand; new ones are refused, until params.yaml names who decides"
        )
    yield from _alike(where, standing.values())


def _alike(where: str, rows: Iterable[Entry]) -> Iterator[Problem]:
    """Names that differ by case, by their form in Unicode or by letters of other alphabets alone."""
    names: dict[str, set[str]] = {}
    for who in {row["by"] for row in rows}:
        names.setdefault(" ".join(latin(who).split()), set()).add(who)
    for found in sorted(sorted(one) for one in names.values() if len(one) > 1):
        rule = f"has authors whose names look the same: {', '.join(map(_told, found))}"
        yield Problem(
            where, rule, "they count as several; where it is one person, write under one name from now on"
        )


def _told(name: str) -> str:
    """A name with the codes of its letters that are not ASCII, for two that look the same."""
    return shown(name) if name.isascii() else f"{shown(name)} ({name!a})"
