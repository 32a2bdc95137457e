"""One query as a person looks at it: what is needed, and what each system found, as lines of text."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from assay.errors import InputError, Problem, refuse
from assay.scoring.nulls import REASONS
from assay.scoring.shares import shares

WIDTH = 100  # characters of a quoted text on one line
METRICS = ("sufficient", "coverage", "recall", "hit")

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Findings:
    """What one system did with the query.

    Attributes:
        system: its name.
        response: its row of responses.parquet; None: it was not asked.
        ranking: ``rank, chunk_id, chunk_key, text, doc_id, section`` (null: unknown to the snapshot), by rank.
        carried: ``passage_id, chunk_key, share`` of the passage's letters and digits in that chunk.
        scores: its row of scores.parquet; None: not scored yet.
        details: its row of details.parquet; None: not scored yet.
    """

    system: str
    response: Record | None
    ranking: pl.DataFrame
    carried: pl.DataFrame
    scores: Record | None
    details: Record | None


def chosen_systems(known: Iterable[str], wanted: Iterable[str]) -> list[str]:
    """The systems to look at: those wanted, or all.

    Raises:
        InputError: a name that params.yaml does not list.
    """
    names, problems = list(known), []
    for name in wanted:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            fix = f"did you mean {near[0]}?" if near else f"one of: {', '.join(names)}"
            problems.append(Problem(f"--system {name}", "is no system of params.yaml", fix))
    refuse(problems)
    return list(wanted) or names


def dev_query(queries: pl.DataFrame, name: str, where: str) -> dict[str, Any]:
    """The row of a dev query.

    Raises:
        InputError: a holdout query, or an id that is not there; with the nearest dev ids.
    """
    splits = dict(queries.select("id", "split").iter_rows())
    if splits.get(name) == "dev":
        return queries.row(by_predicate=pl.col("id") == name, named=True)
    if name in splits:
        rule = "is a holdout query: who has seen it tunes to it, so it and its rankings are shown nowhere"
        fix = "look at dev queries; `assay holdout open --why …` scores the holdout as a whole, on the record"
        raise InputError(Problem(f"{where} {name}", rule, fix))
    near = difflib.get_close_matches(
        name, [other for other, split in splits.items() if split == "dev"], 3, 0.4
    )
    fix = f"did you mean {', '.join(near)}?" if near else "see the ids in that file"
    raise InputError(Problem(f"{where} {name}", "is no query", fix))


def carried(projection: pl.DataFrame, passages: list[str]) -> pl.DataFrame:
    """How much of each passage each chunk holds, at the place where it holds most.

    Args:
        projection: projection.parquet of the snapshot.
        passages: ids.

    Returns:
        ``passage_id, chunk_key, share`` (0 to 1), sorted.
    """
    return shares(projection.filter(pl.col("passage_id").is_in(passages)), "passage_id")


def marks(query: Record) -> dict[str, str]:
    """A short mark for each labelled passage of a query: p1, p2 … in the order of its sets."""
    members = [passage for one in query["evidence_sets"] or [] for passage in one]
    graded = [item["passage_id"] for item in query["relevant"] or []]
    return {passage: f"p{number}" for number, passage in enumerate(dict.fromkeys([*members, *graded]), 1)}


def needed(query: Record, passages: Mapping[str, Record]) -> Iterator[str]:
    """The question, its sets, the texts of its passages, and what a right answer must say."""
    named = marks(query)
    about = (
        query["id"],
        query["type"],
        query["lang"],
        query["subject"],
        query["as_of"] and f"as of {query['as_of']}",
    )
    yield " · ".join(str(word) for word in about if word)
    yield query["query"]
    for turn in query["history"] or []:
        yield f"  {turn['role']}: {turn['text']}"
    if query["rewritten"]:
        yield f"sent as: {query['rewritten']}"
    yield ""
    yield from _sets(query, named)
    why = {item["passage_id"]: item["text"] for item in query["why"] or []}
    for name, mark in named.items():
        passage = passages.get(name, {})
        yield f"  {mark} {name}" + (f" ({passage['section']})" if passage.get("section") else "")
        yield f"     {_line(passage.get('text') or 'is not in passages.jsonl', 4 * WIDTH)}"
        if name in why:
            yield f"     why: {why[name]}"
    if query["rationale"]:
        yield f"rationale: {query['rationale']}"
    for claim in query["claims"] or []:
        supported = ", ".join(named.get(name, name) for name in claim["passages"])
        yield f"claim {claim['id']}: {claim['text']} ({supported})"


def _sets(query: Record, named: Mapping[str, str]) -> Iterator[str]:
    if query["evidence_sets"] is None:
        yield "no evidence sets are labelled yet"
    elif not query["evidence_sets"]:
        yield "the corpus has no answer"
    for number, members in enumerate(query["evidence_sets"] or [], 1):
        yield f"set {number}: {' + '.join(named[name] for name in members)}"


def found(findings: Findings, query: Record, headline: int, top: int) -> Iterator[str]:
    """A system's figures, its ranking with hits marked, and what is missing.

    Args:
        findings: of the system.
        query: row of the gold set.
        headline: cut-off of the figures.
        top: results shown.
    """
    named = marks(query)
    yield ""
    yield f"{findings.system}: {_figures(findings, headline)}"
    if _unanswered(findings):
        return
    if findings.ranking.is_empty():
        yield "  nothing was returned"
    held: dict[int, list[str]] = {}
    for name, key, share in findings.carried.iter_rows():
        held.setdefault(key, []).append(named[name] + ("" if share == 1 else f" {share:.0%}"))
    for row in findings.ranking.head(top).iter_rows(named=True):
        hits = ", ".join(held.get(row["chunk_key"], []))
        marked = f"  [{hits}]" if hits else ""
        yield f"  {row['rank']:>3} {'*' if hits else ' '} {row['chunk_id']}{_place(row)}{marked}"
        yield f"        {_line(row['text'] or 'the snapshot does not know this chunk', WIDTH)}"
    if len(findings.ranking) > top:
        yield f"      and {len(findings.ranking) - top} more (--top)"
    if findings.details is not None and _is_measured(findings, headline):
        yield from _missing(findings.details, named, headline)


def _unanswered(findings: Findings) -> bool:
    """Whether no results came, as an error or because it was not asked: nothing is found then, or missing."""
    return findings.response is None or findings.response["status"] == "error"


def _is_measured(findings: Findings, headline: int) -> bool:
    scores = findings.scores or {}
    return any(scores.get(f"{name}@{headline}") is not None for name in METRICS)


def _place(row: Record) -> str:
    """Document and section of a chunk whose id does not say them."""
    if row["doc_id"] is None or row["chunk_id"].startswith(row["doc_id"]):
        return ""
    return f" ({' · '.join(word for word in (row['doc_id'], row['section']) if word)})"


def _figures(findings: Findings, headline: int) -> str:
    if findings.response is None:
        return "was not asked this query"
    if findings.response["status"] == "error":
        return f"not measured: {findings.response['message'] or REASONS['error']}"
    if findings.scores is None:
        return "not scored yet; run `make repro`"
    names = [f"{name}@{headline}" for name in METRICS]
    values = [(name, findings.scores[name]) for name in names]
    if all(value is None for _, value in values):
        reason = str(findings.details["reason"]) if findings.details else ""
        return f"not measured: {REASONS.get(reason, 'no reason is recorded; run `make repro`')}"
    return ", ".join(
        f"{name} {'not measured' if value is None else f'{value:.3g}'}" for name, value in values
    )


def _missing(details: Record, named: Mapping[str, str], headline: int) -> Iterator[str]:
    ranks = {item["passage_id"]: item["found_at"] for item in details["found"]}
    for name in details["missing"] or []:
        later = f"found at rank {ranks[name]}" if ranks.get(name) else "not found"
        yield f"  missing at {headline}: {named.get(name, name)} {name} ({later})"


def _line(text: str, width: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"
