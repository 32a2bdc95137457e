"""What pages of records say of their own completeness: how many there are, where more are, what did not answer.

Searches and lists come in pages. A part of them that is taken for the whole makes every label in the rest "not found".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from assay.counting import counted
from assay.errors import Problem, shown
from assay.exchange.losses import Loss
from assay.exchange.records.paths import chains, reader
from assay.exchange.records.recordset import Records

_TOTALS = {
    *("total", "totalcount", "totalhits", "totalresults", "totalitems", "totalelements", "totalrecords"),
    *("numfound", "found", "estimatedtotalhits"),
}
_POINTS = "nextpageoffset"  # of Qdrant: the id of the first point of the next page
_NEXT = {
    *(_POINTS, "next", "nextpage", "nextcursor", "nextpagetoken", "nextlink", "odatanextlink", "nexturl"),
    *("nextoffset", "hasmore", "hasnext", "hasnextpage"),
}
_ASIDE = frozenset(  # what tells of the page, beside the list
    ("meta", "metadata", "pagination", "paging", "page", "pageinfo", "links", "responseheader")
)
_FAILED = {
    "timed_out": "the search timed out",
    "terminated_early": "the search was ended early (terminate_after)",
    "is_partial": "the search was not done yet (is_partial)",
    "partialResults": "parts of the index did not answer (partialResults)",
}
READ = _TOTALS | _NEXT | {"shards", "timedout", "terminatedearly", "ispartial", "partialresults"}
_IDS = ("_id", "id", "id_", "chunk_id")
_AGAIN = "export again when all of it answers"


class Page(NamedTuple):
    """A value of a file with the records in it, and the objects on the way to them, the outermost first."""

    spot: str
    around: list[Mapping[str, Any]]
    items: list[Any]


@dataclass(frozen=True)
class Said:
    """What a file says of its own completeness.

    Attributes:
        problems: pages of a search that failed in part: what is missing, nobody can say.
        losses: records that the file speaks of and does not hold.
        notes: what it leaves open.
    """

    problems: list[Problem]
    losses: list[Loss]
    notes: list[str]


def said(records: Records, rows: str | None) -> Said:
    """What the pages of a file say of their records; nothing where each value is a record.

    Args:
        records: of the file.
        rows: where the lists of records are in them.
    """
    if rows is None:
        return Said([], [], [])
    pages = pages_of(records, rows)
    done = Said([problem for page in pages for problem in _failed(page)], [], [])
    for group in _searches(pages):
        totals = [(found, page) for page in group if (found := _total(page))]
        if totals:
            _hold(group, [(number, page) for (number, _), page in totals], done, open_=_open(totals, group))
        elif further := _further(group):
            done.losses.append(further)
    return done


def pages_of(records: Records, rows: str) -> list[Page]:
    """Each value of a file with the list of its records."""
    find = reader(rows)
    pages = []
    for value, spot in zip(records.values, records.spots, strict=True):
        if isinstance(value, Mapping):
            found = find(value)
            items = found if isinstance(found, list) else [] if found is None else [found]
            pages.append(Page(spot, list(_way(value, rows)), items))
    return pages


def _way(value: Mapping[str, Any], rows: str) -> Iterator[Mapping[str, Any]]:
    """The objects down to the list, and those beside it that tell of the page."""
    seen: set[int] = set()
    for chain in sorted(chains(rows)):
        at: Any = value
        for key in (*chain, None):
            if not isinstance(at, Mapping):
                break
            aside = [item for name, item in at.items() if plain(name) in _ASIDE and isinstance(item, Mapping)]
            for one in (at, *aside):
                if id(one) not in seen:
                    seen.add(id(one))
                    yield one
            at = at.get(key) if key is not None else None


def plain(name: str) -> str:
    """A key by its letters and digits alone."""
    return "".join(filter(str.isalnum, str(name).casefold()))


def _failed(page: Page) -> Iterator[Problem]:
    """What of a search did not answer."""
    for at in page.around:
        shards = at.get("_shards")
        failed = shards.get("failed") if isinstance(shards, Mapping) else 0
        if isinstance(failed, int) and failed:
            rule = f"{counted(failed, 'shard')} of the index failed: the records in it are not here"
            yield Problem(page.spot, rule, _AGAIN)
        for name, what in _FAILED.items():
            if at.get(name) is True:
                yield Problem(page.spot, f"{what}: not all records are here", _AGAIN)
        error = at.get("errors") or at.get("error")
        if error:
            yield Problem(page.spot, f"holds an error beside or instead of records: {shown(error)}", _AGAIN)


def _searches(pages: Sequence[Page]) -> list[list[Page]]:
    """Pages that belong together: those of one index, where each page is of one and no two say the same total."""
    groups: dict[Any, list[Page]] = {}
    ended = [page for page in pages if not page.items]  # may end any of them
    for page in pages:
        names = {item.get("_index") if isinstance(item, Mapping) else None for item in page.items}
        if len(names) > 1:
            return [list(pages)]
        for name in names:
            groups.setdefault(name, []).append(page)
    stated = [{found[0] for page in group if (found := _total(page))} for group in groups.values()]
    if len(groups) < 2 or len(set().union(*stated)) < sum(map(len, stated)):  # noqa: PLR2004  # nothing to tell apart
        return [list(pages)]
    return [[*group, *ended] for group in groups.values()]


def _total(page: Page) -> tuple[int, bool] | None:
    """How many records there are, and whether there may be more."""
    found = []
    for at in page.around:
        for name, value in at.items():
            number = value.get("value") if isinstance(value, Mapping) else value
            if plain(name) in _TOTALS and isinstance(number, int) and not isinstance(number, bool):
                found.append((number, isinstance(value, Mapping) and value.get("relation") == "gte"))
    return max(found, default=None)


def _hold(group: Sequence[Page], totals: Sequence[tuple[int, Page]], done: Said, *, open_: bool) -> None:
    """Hold what is there against what there is.

    A search whose index changes as it is read says several totals, all of the same records; several searches say each
    its own, and have more records together than any of them says.
    """
    here, most = len(_names(group)), max(number for number, _ in totals)
    lost = most - here
    if lost < 0:
        apart: dict[int, list[Page]] = {}
        for number, page in totals:
            apart.setdefault(number, []).append(page)
        lost = sum(max(0, number - len(_names(pages))) for number, pages in apart.items())
    if lost:
        more = " or more" if open_ else ""
        numbers = f"there are {here + lost:,}{more}, and {here:,} are here"
        what = (
            f"records that are not in the file ({numbers}; export the rest: scroll, search_after, next pages)"
        )
        done.losses.append(Loss(what, lost, (group[0].spot,)))
    elif open_:
        what = f"the search counted to {most:,} and no further, and {here:,} records are here"
        done.notes.append(f"{group[0].spot}: {what}: track_total_hits says whether these are all")


def _open(totals: Sequence[tuple[tuple[int, bool], Page]], group: Sequence[Page]) -> bool:
    """Whether more records than were counted may be there: a scroll that came to a page without any is at its end."""
    return any(open_ for (_, open_), _ in totals) and all(page.items for page in group)


def _names(pages: Sequence[Page]) -> set[Any]:
    """What tells the records of some pages apart, so that one that stands in two of them counts once."""
    return {_name(item) for page in pages for item in page.items}


def _name(item: Any) -> Any:
    if isinstance(item, Mapping):
        for key in _IDS:
            if isinstance(item.get(key), str | int):
                return item.get("_index"), str(item[key])
    return id(item)


def _further(group: Sequence[Page]) -> Loss | None:
    """Pages that are spoken of and not there: none where the last page is."""
    ids = {name[1] for name in _names(group) if isinstance(name, tuple)}
    open_ = []
    for page in group:
        further = list(_next(page))
        if not further:
            return None
        for name, value in further:
            if plain(name) != _POINTS or str(value) not in ids:
                open_.append((page, name, value))
    if not open_:
        return None
    page, name, value = open_[-1]
    what = f"pages after those in the file ({name} is {str(value)[:80]!r}): export on from there"
    return Loss(what, 1, (page.spot,))


def _next(page: Page) -> Iterator[tuple[str, Any]]:
    for at in page.around:
        for name, value in at.items():
            if plain(name) in _NEXT and value not in (None, "", False, {}, []):
                yield name, value
