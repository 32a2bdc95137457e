"""Passages that no longer stand where they were labelled: what became of each, and the nearest text."""

import difflib
from typing import Any, NamedTuple

import polars as pl

from assay.errors import Problem
from assay.gold.places import find_places
from assay.gold.quotes import nearest, positions
from assay.gold.sources import Sources

COMPARED = 300  # stale passages for which the nearest text is sought: up to 4 ms each
REFRESH = "run `assay gold passage refresh {id}`"


class Findings(NamedTuple):
    """Problems, warnings, and how many passages are in which state."""

    problems: list[Problem]
    warnings: list[Problem]
    counts: dict[str, int]


def findings(passages: pl.DataFrame, sources: Sources, where: str) -> Findings:
    """What is to be said of passages that are not where their offsets say.

    A passage without offsets is located by its text: that is a problem if the text is absent or stands
    several times. One that has moved or is stale is a warning: the corpus changes for good reasons.

    Args:
        passages: as :class:`assay.gold.schema.Passages`.
        sources: texts of the corpus.
        where: name of passages.jsonl for messages.
    """
    places = find_places(passages, sources, twins=False).found
    placed = passages.with_row_index("passage").join(
        places.rename({"start": "today", "end": "today_end"}), on="passage"
    )
    documents = sources.documents.select("doc_id", "body")
    told = placed.join(documents, on="doc_id", how="left").filter(pl.col("status").is_in(["moved", "stale"]))
    bodies = dict(documents.iter_rows())
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for number, row in enumerate(told.sort("line").iter_rows(named=True)):
        rule, fix = _moved(row) if row["status"] == "moved" else _stale(row, bodies, look=number < COMPARED)
        # The corpus changes for good reasons, but a text without offsets was never found anywhere.
        by_quote = row["start"] is None and row["reason"] in ("text_changed", "ambiguous")
        problem = Problem(
            f"{where}:{row['line']} {row['id']}", rule if by_quote else f"{row['status']}: {rule}", fix
        )
        (problems if by_quote else warnings).append(problem)
    counts = dict(places.group_by("status").len().sort("status").iter_rows())
    return Findings(problems, warnings, counts)


def _moved(row: dict[str, Any]) -> tuple[str, str]:
    rule = (
        f"stands at {row['today']}:{row['today_end']} of {row['doc_id']}, "
        f"labelled at {row['start']}:{row['end']} of {row['doc_version']}"
    )
    return rule, REFRESH.format(id=row["id"])


def _stale(row: dict[str, Any], bodies: dict[str, str], *, look: bool) -> tuple[str, str]:
    doc_id, text = row["doc_id"], row["text"]
    if row["reason"] == "document_missing":
        named = "it names no document" if doc_id is None else f"the corpus has no document {doc_id}"
        return named, _elsewhere(doc_id, text, bodies) if look else "label it anew"
    if row["reason"] == "split_or_absent":
        return "no chunk holds its text", "label it anew, or remove it"
    if row["reason"] == "ambiguous":
        spots = ", ".join(f"{at}:{at + len(text)}" for at in positions(text, row["body"]))
        return f"its text stands several times in {doc_id} ({spots})", "give start and end"
    near = nearest(text, row["body"]) if look else None
    return f"its text is not in {doc_id}", str(near) if near else "nothing there is like it: label it anew"


def _elsewhere(doc_id: str | None, text: str, bodies: dict[str, str]) -> str:
    holding = [name for name, body in bodies.items() if text in body]
    if holding:
        return f"its text is in {', '.join(holding[:3])}"
    near = difflib.get_close_matches(doc_id or "", bodies, 1)
    return f"did you mean {near[0]}?" if near else "label it anew, or remove it"
