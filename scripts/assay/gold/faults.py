"""What makes a gold set unfit to be scored: faults of its lines and fields, and broken rules.

One function for ``assay gold check``, which says more (:mod:`assay.gold.review`), and for the stage
``project``, which refuses such a set, so that no figure rests on it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from assay.errors import Problem, refuse
from assay.gold import rules
from assay.gold.labelling import Gold
from assay.gold.passages import read_passages, text_faults
from assay.gold.queries import read_queries
from assay.jsonl import Row

EMPTY = "label passages with `assay gold passage add`, or take it from the last commit (git checkout)"


@dataclass(frozen=True)
class Held:
    """A gold set held against its rules.

    Attributes:
        gold: its rows without faults, on which the rules ran.
        rows: lines of ``queries`` and of ``passages`` that can be read; None: of a file in its form and without faults.
        faults: of the lines and fields of each.
        broken: rules across rows and files.
        doubts: warnings of the same.
    """

    gold: Gold
    rows: dict[str, list[Row] | None]
    faults: dict[str, list[Problem]]
    broken: list[Problem]
    doubts: list[Problem]


def hold(
    files: Mapping[str, bytes],
    names: Mapping[str, str],
    documents: pl.DataFrame,
    corpora: Mapping[str, str] | None = None,
) -> Held:
    """Hold a gold set against its fields and rules.

    Args:
        files: bytes of ``queries`` and ``passages``.
        names: names of the same for messages.
        documents: what they say of validity and subject (:func:`assay.gold.conditions.stated`).
        corpora: id of each source of the corpus as it is now; None: not known, or not asked.
    """
    asked, queries, of_queries = read_queries(files["queries"], names["queries"])
    marked, passages, of_passages = read_passages(files["passages"], names["passages"])
    gold = Gold(queries, passages, documents, corpora or {})
    if marked == [] and not of_passages and len(gold.named):
        of_passages = [Problem(names["passages"], "is empty", EMPTY)]
    # A line that cannot be read may hold what another file seems to lack.
    unsure: dict[Any, list[Problem]] = {
        rules.unknown_passages: of_passages,
        rules.unused_passages: of_queries,
    }
    found: dict[bool, list[Problem]] = {False: [], True: []}
    for rule in rules.RULES:
        if not unsure.get(rule.rows):
            found[rule.warning] += rule.problems(gold, dict(names))
    of_passages = of_passages + text_faults(passages, names["passages"])
    faults = {"queries": of_queries, "passages": of_passages}
    return Held(gold, {"queries": asked, "passages": marked}, faults, found[False], found[True])


def sound_gold(queries: bytes, passages: bytes, where: str, documents: pl.DataFrame) -> Gold:
    """A gold set that may be scored.

    Places of quotations are not asked: a stale label is excluded later, with its reason.

    Args:
        queries: bytes of queries.jsonl.
        passages: bytes of passages.jsonl.
        where: their folder, for messages.
        documents: as of :func:`hold`.

    Raises:
        InputError: every fault of lines and fields and every broken rule, as ``assay gold check`` words it.
    """
    names = {name: f"{where}/{name}.jsonl" for name in ("queries", "passages")}
    held = hold({"queries": queries, "passages": passages}, names, documents)
    refuse(in_order([*held.faults["queries"], *held.faults["passages"], *held.broken]))
    return held.gold


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by file and line."""
    return sorted(problems, key=lambda problem: _file_line(problem.where))


def _file_line(where: str) -> tuple[str, int]:
    """File and line of an address; line 0 where it has none."""
    place = where.split(" ", maxsplit=1)[0]
    file, _, line = place.rpartition(":")
    return (file, int(line)) if line.isdigit() else (place, 0)
