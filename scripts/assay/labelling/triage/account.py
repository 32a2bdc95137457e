"""A candidate as a person reads it, and as a program does."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from assay.labelling.display import cut
from assay.labelling.prompting import Words
from assay.labelling.triage.candidates import Candidate

_LONGEST = 2_000  # characters of a text in the list


def listed(found: list[Candidate], queries: Mapping[str, Any], words: Words) -> Iterator[str]:
    """Candidates under their questions."""
    yield words("counts", n=len(found), queries=len({one.query for one in found}))
    for query, group in groupby(found, key=lambda one: one.query):
        yield from question(queries[query], words)
        for one in group:
            yield from lines(one, words)


def question(row: Mapping[str, Any], words: Words) -> Iterator[str]:
    """A question with the sets and claims that it has."""
    yield ""
    yield words("question", name=row["id"], query=row["query"])
    for number, one in enumerate(row["evidence_sets"] or [], 1):
        yield words("sets.one", number=number, names=" + ".join(one))
    for claim in row["claims"] or []:
        yield words("of_claim", name=claim["id"], text=claim["text"])


def lines(one: Candidate, words: Words) -> Iterator[str]:
    """One text: its hash, where it is from, who found it at which rank, what was decided."""
    section = f" › {one.section}" if one.section else ""
    yield words("candidate", sha=one.sha256[:12], place=f"{one.doc_id or '—'}{section}")
    if one.findings:
        yield words("found", systems=", ".join(f"{found.system} #{found.rank}" for found in one.findings))
    for row in one.decided:
        yield words("decided", decision=row["decision"], by=row["by"], reason=row["reason"])
    if one.text:
        yield f"    «{cut(one.text, _LONGEST)}»"


def record(one: Candidate, row: Mapping[str, Any]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "query_id": one.query,
        "query": row["query"],
        "text_sha256": one.sha256,
        "text": one.text,
        "doc_id": one.doc_id,
        "section": one.section,
        "found_by": [found._asdict() for found in one.findings],
        "decisions": [
            {key: entry[key] for key in ("decision", "by", "at", "reason")} for entry in one.decided
        ],
    }
