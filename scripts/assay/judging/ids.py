"""Names of a reviewer's claims: their ids, and what tells two claims apart that took one number on two branches."""

import re
import sys
from collections.abc import Collection, Iterable, Mapping

from assay.evidence.succession import share
from assay.evidence.table import place
from assay.ledger import Entry

AT = "@"
_ADDRESS = re.compile(rf"(?P<id>.+-\d+){AT}(?:\d+|none\d*)")
_NAMED = 10  # of many, as many are enough to see what they look like


def apart(rows: Iterable[Entry]) -> list[list[Entry]]:
    """Rows of one id by the claims that they are about, in the order of the answer; all rows of one share words."""
    found: list[list[Entry]] = []
    for row in sorted(rows, key=place):
        same = next((group for group in found if all(share(one, row) for one in group)), None)
        if same is None:
            found.append([row])
        else:
            same.append(row)
    return found


def told_apart(rows: Mapping[str, list[Entry]]) -> dict[str, list[Entry]]:
    """A reviewer's rows in force by the name of their claim.

    It is the id. Where two claims took it on two branches, each is named by where its quotation begins:
    ``C-017-5@120``; one that quotes nothing ``C-017-5@none``.

    Args:
        rows: by the id of their claim.
    """
    found: dict[str, list[Entry]] = {}
    for name, about in rows.items():
        claims = apart(about)
        if len(claims) == 1:
            found[name] = about
            continue
        for one in claims:
            found[_named(name, place(one[0]), found)] = one
    return found


def _named(name: str, start: int, known: Collection[str]) -> str:
    """A name that is no other's: several of one id may quote nothing."""
    if start != sys.maxsize:
        return f"{name}{AT}{start}"
    ways = (f"{name}{AT}none{number}" for number in ("", *range(2, len(known) + 3)))
    return next(way for way in ways if way not in known)


def id_of(name: str) -> str:
    """The id in the name of a claim."""
    return found["id"] if (found := _ADDRESS.fullmatch(name)) else name


def some(names: Iterable[str]) -> str:
    """Names for a message: of many the first, and how many there are."""
    every = list(names)
    more = [f"… ({len(every)})"] if len(every) > _NAMED else []
    return ", ".join([*every[:_NAMED], *more])
