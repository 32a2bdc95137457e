"""Changes of passages.jsonl: a new passage, and passages found again in today's documents."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from assay.disclosure import found
from assay.errors import InputError, Problem
from assay.gold.passages import SCHEMA, make_passage
from assay.gold.places import find_places
from assay.gold.review import Corpus
from assay.manifest import sha256


@dataclass
class Refreshed:
    """Rows of passages.jsonl after a refresh, what changed in words, and what could not be found."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def added(rows: list[dict[str, Any]], passage: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """The rows with one more.

    Raises:
        InputError: its id is taken, or another row labels the same span.
    """
    span = ("doc_id", "start", "end", "sha256")
    for row in rows:
        if row["id"] == passage["id"]:
            fix = "choose another one, or give --replace"
            raise InputError(Problem(f"{where} {passage['id']}", "the id is already used", fix))
        if all(row.get(name) == passage[name] for name in span):
            rule = f"labels the same text as {row['id']}"
            raise InputError(Problem(f"{where} {passage['id']}", rule, f"use {row['id']}"))
    return [*rows, passage]


def replaced(rows: list[dict[str, Any]], passage: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """The rows with one in place of that of the same id.

    Raises:
        InputError: no row has the id, or another one labels the same span.
    """
    others = [row for row in rows if row["id"] != passage["id"]]
    if len(others) == len(rows):
        raise InputError(Problem(f"{where} {passage['id']}", "is no passage yet", "leave out --replace"))
    return added(others, passage, where)


def spared(passage: dict[str, Any]) -> dict[str, Any]:
    """The passage with its neighbouring text cut where that would disclose something.

    The labeller did not choose the neighbours: an author's address behind a title is no part of the label.
    """
    before, after = passage["before"] or "", passage["after"] or ""
    first = max((end for _, _, end in found(before)), default=0)
    last = min((start for _, start, _ in found(after)), default=len(after))
    return {
        **passage,
        "before": passage["before"] and before[first:],
        "after": passage["after"] and after[:last],
    }


def passage_of_chunk(corpus: Corpus, chunk: dict[str, Any], name: str) -> dict[str, Any]:
    """A passage that is one whole chunk of a snapshot.

    Args:
        corpus: the corpus as it is now.
        chunk: its row in chunks.parquet.
        name: id of the passage.

    Raises:
        InputError: the chunk stands at several places, or no longer in the document.
    """
    spans, where = chunk["spans"] or [], chunk["chunk_id"]
    if where in corpus.chunks["chunk_id"]:
        keys = ("doc_id", "doc_version", "section", "anchor", "text", "sha256")
        nothing = dict.fromkeys(("url", "start", "end", "before", "after"))
        return {"id": name, **{key: chunk[key] for key in keys}, **nothing}
    if len(spans) != 1:
        places = ", ".join(f"{span['start']}:{span['end']}" for span in spans) or "none"
        raise InputError(
            Problem(where, f"is not one stretch of its document ({places})", "give one as --span")
        )
    span = spans[0]["start"], spans[0]["end"]
    passage = make_passage(corpus.documents, chunk["doc_id"], span=span, id=name)
    if passage["text"] != chunk["text"]:
        raise InputError(
            Problem(where, "is not what its document says today", "run the snapshot stage again")
        )
    return spared(passage)


def refreshed(rows: list[dict[str, Any]], ids: Collection[str], corpus: Corpus, where: str) -> Refreshed:
    """Passages with offsets, version, section and hash of today: where their text stands now.

    Args:
        rows: passages.jsonl, fields without faults.
        ids: which of them; all if empty.
        corpus: the corpus as it is now.
        where: name of the file for messages.
    """
    done, known = Refreshed(), set(corpus.documents["doc_id"])
    for row, place in zip(rows, _places(rows, corpus), strict=True):
        if ids and row["id"] not in ids:
            done.rows.append(row)
            continue
        # The hash follows the text even where no document says where it stands.
        new = {**row, "sha256": sha256(row["text"].encode())}
        if place["status"] == "stale":
            problem = Problem(
                f"{where} {row['id']}", f"is stale ({place['reason']})", "see `assay gold check`"
            )
            done.problems.append(problem)
        elif row["doc_id"] in known:
            span = place["start"], place["end"]
            new = spared(make_passage(corpus.documents, row["doc_id"], span=span, id=row["id"]))
        done.rows.append(new)
        changed = [f"{name} {row[name]} → {new[name]}" for name in new if new[name] != row[name]]
        if changed:
            done.changes.append(f"{row['id']}: {', '.join(changed)}")
    unknown = sorted(set(ids) - {row["id"] for row in rows})
    done.problems += [Problem(f"{where} {name}", "is no passage", "see the ids there") for name in unknown]
    return done


def _places(rows: list[dict[str, Any]], corpus: Corpus) -> list[dict[str, Any]]:
    frame = pl.DataFrame([{"line": line, **row} for line, row in enumerate(rows, 1)], schema=SCHEMA)
    return find_places(frame, corpus.sources, twins=False).found.sort("passage").to_dicts()
