"""Texts that systems found and gold does not know, one a query and text, with who found them and where."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import polars as pl

from assay.errors import InputError, Problem
from assay.gold.repository import NAMES

Entry = dict[str, Any]
_SHORTEST = 4  # characters of a hash that name a text


class Finding(NamedTuple):
    """Where one system has a text in its results."""

    system: str
    rank: int
    chunk_id: str


class Candidate(NamedTuple):
    """A text that somebody should decide on.

    Attributes:
        query: id of the dev question for which it was found.
        sha256: of the text.
        text: as the system returned it.
        doc_id: document of the chunk; None: not known.
        section: of the chunk; None: not known.
        findings: who found it, by system and rank.
        decided: rows of the ledger in force about it.
    """

    query: str
    sha256: str
    text: str
    doc_id: str | None
    section: str | None
    findings: tuple[Finding, ...]
    decided: tuple[Entry, ...] = ()


def candidates(
    tables: Mapping[str, pl.DataFrame], dev: Iterable[str], decisions: Iterable[Entry]
) -> list[Candidate]:
    """One candidate a query and text, by query, best rank and hash.

    Args:
        tables: triage.parquet by system.
        dev: ids of the questions that may be shown.
        decisions: rows of evidence/triage in force.
    """
    decided: dict[tuple[str, str], list[Entry]] = {}
    for row in decisions:
        decided.setdefault((row["query_id"], row["text_sha256"]), []).append(row)
    known = set(dev)
    found: dict[tuple[str, str], list[tuple[str, Entry]]] = {key: [] for key in decided if key[0] in known}
    for system, table in sorted(tables.items()):
        shown = table.filter(pl.col("query_id").is_in(list(known)))
        for row in shown.sort("query_id", "rank").iter_rows(named=True):
            found.setdefault((row["query_id"], row["sha256"]), []).append((system, row))
    result = [_candidate(key, rows, decided.get(key, [])) for key, rows in found.items()]
    return sorted(result, key=_order)


def _candidate(key: tuple[str, str], rows: list[tuple[str, Entry]], decided: list[Entry]) -> Candidate:
    """A candidate; of a decided one that the runs do not have any more the hash is all that is known."""
    first: Entry = rows[0][1] if rows else {"text": "", "doc_id": None, "section": None}
    findings = tuple(Finding(system, row["rank"], row["chunk_id"]) for system, row in rows)
    return Candidate(*key, first["text"], first["doc_id"], first["section"], findings, tuple(decided))


def _order(one: Candidate) -> tuple[str, float, str]:
    return one.query, min((found.rank for found in one.findings), default=float("inf")), one.sha256


def named(found: Iterable[Candidate], query: str, prefix: str) -> Candidate:
    """The candidate of a query whose hash begins so, decided ones too.

    Raises:
        InputError: none does, or several do.
    """
    of_query = [one for one in found if one.query == query]
    matching = [one for one in of_query if one.sha256.startswith(prefix.lower())]
    where = f"{query} {prefix}"
    if len(prefix) < _SHORTEST:
        fix = "see `assay triage list`"
        raise InputError(
            Problem(where, f"is too short: give {_SHORTEST} characters of the hash or more", fix)
        )
    if len(matching) > 1:
        names = ", ".join(one.sha256[:16] for one in matching)
        raise InputError(Problem(where, f"names several texts: {names}", "give more of the hash"))
    if not matching:
        near = difflib.get_close_matches(prefix, [one.sha256[: len(prefix)] for one in of_query], 1)
        fix = f"did you mean {near[0]}?" if near else f"see `assay triage list --query {query} --all`"
        raise InputError(Problem(where, "is no candidate", fix))
    return matching[0]


def dev_queries(queries: Mapping[str, Mapping[str, Any]], name: str | None = None) -> list[str]:
    """Ids of the questions whose results may be shown: those of dev, or one of them.

    Raises:
        InputError: the one is a holdout question, or none.
    """
    dev = [query for query, row in queries.items() if row["split"] == "dev"]
    if name is None:
        return dev
    where = f"{NAMES['queries']} {name}"
    if name in dev:
        return [name]
    if name in queries:
        rule = "is a holdout query: its results are shown nowhere"
        raise InputError(Problem(where, rule, "decide on dev queries"))
    near = difflib.get_close_matches(name, dev, 3, 0.4)
    fix = f"did you mean {', '.join(near)}?" if near else "see `assay triage list`"
    raise InputError(Problem(where, "is no query", fix))
