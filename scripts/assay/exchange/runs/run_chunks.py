"""The chunk table of a recorded run: what its results returned, placed in the documents, and all the other text."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import Any

from assay.counting import counted
from assay.errors import Problem, shown
from assay.exchange.questions import locating
from assay.exchange.questions.locating import Located
from assay.exchange.questions.references import Reference
from assay.folding import occurrences
from assay.gold.quotes import heading_at
from assay.gold.review import Corpus

ABOUT = ("chunk_id", "text", "sha256", "doc_id", "doc_version", "start", "end")
SPOT = "spot"  # of a row: where it first stands
REST = "unreturned"  # in the ids of chunks that stand for the text of the documents
_SHOWN = 3


@dataclass
class Placed:
    """A chunk table and how it came about.

    Attributes:
        rows: of a chunks.jsonl, sorted by id.
        located: what became of each chunk that was returned.
        unmatched: chunks of which nobody knows where they stand, each with the reason.
        strange: ids of those of them whose words are in no document; the others stand in several places.
        bare: documents of which no row holds anything.
        problems: spans without texts that are none.
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    located: list[Located] = field(default_factory=list)
    unmatched: list[dict[str, Any]] = field(default_factory=list)
    strange: set[str] = field(default_factory=set)
    bare: int = 0
    problems: list[Problem] = field(default_factory=list)


def returned(
    lines: Sequence[Mapping[str, Any]], spots: Sequence[str]
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Every chunk of the results once, with the fields of ``ABOUT`` and its address; and ids that stand for two texts."""
    first: dict[str, tuple[dict[str, Any], str]] = {}
    problems = []
    for line, spot in zip(lines, spots, strict=True):
        for item in line.get("retrieved") or []:
            row = {**{key: item.get(key) for key in ABOUT}, SPOT: spot}
            if not row["chunk_id"].isprintable():
                rule = f"{shown(row['chunk_id'])} is no id of a chunk"
                problems.append(Problem(spot, rule, "use printable characters"))
            known, where = first.setdefault(row["chunk_id"], (row, spot))
            if row["text"] is not None and known["text"] is None:
                first[row["chunk_id"]] = row, spot
            elif row["text"] is not None and known["text"] != row["text"]:
                rule = f"chunk {row['chunk_id']!r} has another text than at {where}"
                problems.append(Problem(spot, rule, "import runs of different dates apart"))
    return [row for row, _ in first.values()], problems


def unlisted(
    found: Sequence[Mapping[str, Any]], table: Sequence[Mapping[str, Any]], where: str
) -> Iterator[Problem]:
    """Chunks of the results that the table of all chunks does not have, or with another text."""
    texts = {
        row["chunk_id"]: {" ".join(text.split()) for text in (row["text"], row.get("returned")) if text}
        for row in table
    }
    lost = [row["chunk_id"] for row in found if row["chunk_id"] not in texts]
    other = [
        row["chunk_id"]
        for row in found
        if row["chunk_id"] in texts
        and row["text"] is not None
        and " ".join(row["text"].split()) not in texts[row["chunk_id"]]
    ]
    for names, what in ((lost, "not in the chunk table"), (other, "in the chunk table with another text")):
        if names:
            more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            shown = ", ".join(names[:_SHOWN])
            rule = f"{counted(len(names), 'chunk')} of the results {what} ({shown}{more})"
            yield Problem(where, rule, "give the table of the date of the run: --chunks FILE")


def placed(rows: Sequence[Mapping[str, Any]], corpus: Corpus, *, complete: bool) -> Placed:
    """Chunks with their spans in the corpus' documents, where these hold their text.

    The text of a chunk that is found becomes that of the document at its span, so that passages over two chunks are
    put together, and what the system returned is kept beside it where it says otherwise (``returned``); one that is
    not found keeps its own text and stands alone.

    Args:
        rows: chunks with texts.
        corpus: today's documents.
        complete: whether these are all chunks there were; else the text of the documents that is in none of them is
            added as chunks that nobody returned (``REST``), so that a label which no result holds was not found, and
            is not stale.
    """
    references = [
        Reference(row["chunk_id"], None, row.get("doc_id"), row.get("start"), row.get("end"), row["text"])
        for row in rows
    ]
    found = locating.locate(references, Corpus(corpus.documents, corpus.chunks.clear()), None)
    bodies = dict(corpus.documents.select("doc_id", "body").iter_rows())
    done = Placed(located=found)
    for row, one in zip(rows, found, strict=True):
        kept = {key: value for key, value in row.items() if value is not None and key not in ("sha256", SPOT)}
        if one.place is None or one.place.doc_id is None:
            if row["text"] is None:
                rule = f"a result of chunk {row['chunk_id']!r}: {one.way}"
                done.problems.append(
                    Problem(row.get(SPOT, "results"), rule, "correct it, or record the text")
                )
                continue
            done.unmatched.append({"chunk_id": row["chunk_id"], "text": row["text"], "reason": one.way})
            done.rows.append({key: value for key, value in kept.items() if key not in ("start", "end")})
        else:
            doc, start, end = one.place.doc_id, one.place.start or 0, one.place.end or 0
            text = bodies[doc][start:end]
            said = kept.pop("returned", row["text"])
            more = {"returned": said} if said not in (None, text) else {}
            done.rows.append({**kept, "text": text, **more, "doc_id": doc, "start": start, "end": end})
    about = {row["doc_id"]: row for row in corpus.documents.iter_rows(named=True)}
    if not complete:
        done.rows += list(_rest(about.values(), done.rows))
    done.rows = sorted((_described(row, about) for row in done.rows), key=lambda row: str(row["chunk_id"]))
    done.strange = _strange(done.unmatched, list(bodies.values()))
    done.bare = len(bodies.keys() - {row.get("doc_id") for row in done.rows if "start" in row})
    return done


def _strange(rows: Sequence[Mapping[str, Any]], bodies: Sequence[str]) -> set[str]:
    """Ids of chunks that have words, which stand in none of the bodies."""
    said = [row for row in rows if any(map(str.isalnum, row["text"]))]
    there = set(occurrences(bodies, [row["text"] for row in said])["pattern"].to_list())
    return {row["chunk_id"] for number, row in enumerate(said) if number not in there}


def _rest(
    documents: Iterable[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """The text that no chunk covers, cut at headings: all of it stands somewhere, once, and under its own heading.

    Text that is in a chunk already is left out: a label on it would be carried twice, and exported twice.
    """
    taken = {row["chunk_id"] for row in rows}
    spans: dict[str, list[tuple[int, int]]] = {}
    for row in rows:
        if "start" in row:
            spans.setdefault(row["doc_id"], []).append((row["start"], row["end"]))
    for document in documents:
        doc, body, number = document["doc_id"], document["body"], 0
        heads = [heading["start"] for heading in document["outline"]]
        for start, end in _gaps(len(body), sorted(spans.get(doc, [])), heads):
            if any(map(str.isalnum, body[start:end])):
                number = next(n for n in count(number + 1) if f"{doc}#{REST}.{n}" not in taken)
                name = f"{doc}#{REST}.{number}"
                yield {"chunk_id": name, "text": body[start:end], "doc_id": doc, "start": start, "end": end}


def _gaps(size: int, spans: Sequence[tuple[int, int]], cuts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What lies between spans (sorted) of a text of some size, in pieces that reach over none of the cuts."""
    at, cuts = 0, sorted(cuts)
    for start, end in (*spans, (size, size)):
        if start > at:
            yield from pairwise([at, *cuts[bisect_right(cuts, at) : bisect_left(cuts, start)], start])
        at = max(at, end)


def _described(row: Mapping[str, Any], about: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A chunk with what its document says of it: only those of one heading, subject and validity are twins."""
    document = about.get(row.get("doc_id") or "")
    if document is None or "start" not in row:
        return dict(row)
    said = {
        name: document[name] for name in ("doc_version", "title", "subject", "valid_from", "valid_to", "url")
    }
    days = {name: said[name].isoformat() for name in ("valid_from", "valid_to") if said[name]}
    heading = heading_at(document["outline"], row["start"])
    section = {"section": heading["section"] or heading["heading"]} if heading else {}
    return {**{name: value for name, value in said.items() if value}, **row, **days, **section}
