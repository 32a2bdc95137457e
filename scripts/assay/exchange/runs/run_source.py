"""On which chunks a run is scored: those of a snapshot of this repository, or a table of its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from assay.corpora import RECORDED, settings, source_files
from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange.chunks import chunks_bytes
from assay.exchange.questions import locating
from assay.exchange.runs import run_chunks
from assay.exchange.runs.run_chunks import REST, Placed
from assay.folding import folded
from assay.gold.repository import read_corpus
from assay.gold.review import Corpus
from assay.manifest import pretty
from assay.retrieval.kinds.recorded import CARD, CHUNKS, TABLE
from assay.retrieval.ready import FIELDS
from assay.retrieval.snapshot import build, document_table, read_source
from assay.tables import text_sha256

_SHOWN = 3
KEEP = "is no chunk of the snapshot: kept as one of its own"
APART = "another corpus, so its figures are not compared with those of other systems"


@dataclass
class Source:
    """What a run is scored on.

    Attributes:
        snapshot: name of the snapshot; None: one of the run's own, of ``rows``.
        rows: the run's own chunk table.
        foreign: how the pipeline takes chunks that are not there by id and text.
        stated: what the card says of the snapshot.
        facts: counts of each way.
        unmatched: chunks that were not found, each with the reason.
        corpus_id: of the documents that hold the words of every row; None: some are in no document.
    """

    snapshot: str | None
    rows: list[dict[str, Any]] = field(default_factory=list)
    foreign: str = "error"
    stated: dict[str, str] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)
    unmatched: list[dict[str, Any]] = field(default_factory=list)
    corpus_id: str | None = None

    def files(self) -> dict[str, bytes]:
        """The run's own chunk table by path in its folder, with a card where its corpus is known; else nothing."""
        if self.snapshot is not None:
            return {}
        made = {f"{TABLE}/{CHUNKS}": chunks_bytes(self.rows)}
        if self.corpus_id is not None:
            made[f"{TABLE}/{CARD}"] = pretty({"corpus_id": self.corpus_id})
        return made


def source_of(
    root: Path,
    found: Sequence[Mapping[str, Any]],
    table: Sequence[Mapping[str, Any]] | None,
    snapshot: str | None,
    folder: str,
    *,
    trust: bool,
    before: str | None = None,
) -> Source:
    """What a run is scored on.

    Args:
        root: the repository.
        found: every chunk that it returned, once.
        table: all chunks of its date; None: not known.
        snapshot: name of the one that it searched; None: the first of params.yaml.
        folder: the run's, for messages.
        trust: ids without texts are those of the snapshot as it is now.
        before: id of the corpus that it searched; None: not known, so that of today where its words are there.

    Raises:
        InputError: no such snapshot; ids of which nobody knows the text; results that the table does not have.
    """
    known = settings(root)["snapshots"]
    name = snapshot or next((name for name in known if _is_cut_here(known[name])), next(iter(known)))
    if name not in known:
        raise InputError(Problem(f"--snapshot {name}", "is no snapshot", f"one of: {', '.join(known)}"))
    if table is not None:
        refuse(list(run_chunks.unlisted(found, table, folder)))
        return _own(root, table, known[name]["source"], folder, before, complete=True)
    chunks, card = _built(root, name, known[name])
    ways = _ways(found, chunks, trust=trust)
    counts = ", ".join(f"{ways.count(way)} by {way}" for way in ("id", "text hash", "normalised text"))
    facts = [f"chunks in snapshot {name!r}: {counts} of {len(found)}"]
    if all(way == "id" for way in ways):
        textless = any(row["text"] is None and row["sha256"] is None for row in found)
        stated = {"snapshot": name, "snapshot_id": str(card["snapshot_id"])} if textless else {}
        return Source(name, stated=stated, facts=facts)
    refuse(list(_textless(found, ways, folder)))
    if all(ways):
        done = Source(name, foreign="match")
    elif known[name]["chunking"] == "ready":
        done = _beside(found, ways, chunks)
    else:
        done = _own(root, found, known[name]["source"], folder, before, complete=False)
    done.facts = [*facts, *done.facts]
    return done


def _built(root: Path, name: str, entry: Mapping[str, Any]) -> tuple[pl.DataFrame, Mapping[str, Any]]:
    made = build(name, entry, source_files(root, entry["source"]), entry["source"])
    return made.chunks, made.card


def _ways(found: Sequence[Mapping[str, Any]], chunks: pl.DataFrame, *, trust: bool) -> list[str]:
    """By which way each chunk is one of the snapshot; ``""``: by none."""
    hashes = dict(chunks.select("chunk_id", "sha256").iter_rows())
    known, forms = set(hashes.values()), set(folded(chunks["text"].to_list(), mend=True))
    ways = []
    for row, form in zip(found, folded([row["text"] or "" for row in found], mend=True), strict=True):
        digest = text_sha256(row["text"]) if row["text"] is not None else row["sha256"]
        here = hashes.get(row["chunk_id"])
        if here is not None and (trust if digest is None else digest == here):
            ways.append("id")
        elif row["text"] is None:
            ways.append("")
        else:
            ways.append("text hash" if digest in known else "normalised text" if form in forms else "")
    return ways


def _textless(found: Sequence[Mapping[str, Any]], ways: Sequence[str], folder: str) -> Iterator[Problem]:
    ids = [
        row["chunk_id"]
        for row, way in zip(found, ways, strict=True)
        if not way and row["text"] is None and row["start"] is None
    ]
    if ids:
        shown = ", ".join(ids[:_SHOWN]) + (f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else "")
        rule = f"{counted(len(ids), 'chunk')} without a text ({shown}): needs the chunk table of that date"
        where = "if the run searched a snapshot of this repository as it is now"
        yield Problem(folder, rule, f"give it as --chunks FILE; or --trust-ids, {where}")


def _beside(found: Sequence[Mapping[str, Any]], ways: Sequence[str], chunks: pl.DataFrame) -> Source:
    """A table of the run: the snapshot's ready-made chunks, and beside them those that it lacks.

    Of these alone, a label that no result holds would be gone, and not merely not found.
    """
    strange = [row for row, way in zip(found, ways, strict=True) if not way]
    ids = {row["chunk_id"] for row in strange}
    rows = [
        {**row, "chunk_id": f"{row['chunk_id']}~{REST}" if row["chunk_id"] in ids else row["chunk_id"]}
        for row in _lines(chunks)
    ]
    rows += [
        {key: row[key] for key in ("chunk_id", "text", "doc_id", "doc_version") if row[key]}
        for row in strange
    ]
    lost = [{"chunk_id": row["chunk_id"], "text": row["text"], "reason": KEEP} for row in strange]
    ordered = sorted(rows, key=lambda row: str(row["chunk_id"]))
    facts = [f"{counted(len(lost), 'chunk is', 'chunks are')} none of the snapshot's: {APART}"]
    return Source(None, ordered, "match", unmatched=lost, facts=facts)


def _lines(chunks: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Rows of a snapshot of ready-made chunks as its chunks.jsonl has them."""
    for row in chunks.iter_rows(named=True):
        span = row["spans"][0] if row["spans"] else {"start": None, "end": None}
        values = {**row, **span}
        days = {
            name: values[name].isoformat() for name in ("valid_from", "valid_to") if values[name] is not None
        }
        yield {name: value for name in FIELDS if (value := (values | days).get(name)) is not None}


def _own(
    root: Path,
    rows: Sequence[Mapping[str, Any]],
    first: str,
    folder: str,
    before: str | None,
    *,
    complete: bool,
) -> Source:
    """A table of the run's own, placed in the documents of one source where these have all its words; else of all."""
    *parts, last = _corpora(root, first)
    for corpus in (*parts, last):
        made = run_chunks.placed(rows, corpus, complete=complete)
        if not made.strange and not made.problems:
            break
    refuse(made.problems)
    done = Source(None, made.rows, facts=locating.counts(made.located), unmatched=made.unmatched)
    _compare(done, made, corpus, folder, before)
    if complete and made.bare:
        lacking = f"{made.bare} of {counted(len(corpus.documents), 'document')}"
        done.facts.append(f"{lacking} without a chunk: labels on them are not measured")
    return done


def _compare(done: Source, made: Placed, corpus: Corpus, folder: str, before: str | None) -> None:
    """Say of which corpus a run's table is, and so with which systems it is compared."""
    ids = list(corpus.ids.values())
    if made.strange:
        done.facts.append(f"{counted(made.strange, 'chunk')} with words that no document has: {APART}")
    elif len(ids) > 1:
        done.facts.append(f"its words stand in {', '.join(corpus.ids)}, in none of them all: {APART}")
    elif before not in (None, *ids):
        done.facts.append(f"it searched documents that are others by now: {APART}; ask all anew to compare")
    else:
        done.corpus_id = ids[0]
        of = "comparable with systems over these documents"
        done.facts.append(f"all its words stand in {', '.join(corpus.ids)}: {of}")
        done.facts.append(f"if it searched others, remove {folder}/{TABLE}/{CARD}")


def _corpora(root: Path, first: str) -> list[Corpus]:
    """The documents of each source, that of the snapshot first; then of all together, where there are several."""
    whole = read_corpus(root)
    whole = replace(whole, chunks=whole.chunks.clear())
    if len(whole.ids) == 1:
        return [whole]
    parts = []
    for source in sorted(whole.ids, key=lambda name: (name != first, name)):
        texts, _ = read_source(source_files(root, source), source)
        parts.append(Corpus(document_table(texts), whole.chunks, {source: whole.ids[source]}))
    return [*parts, whole]


def _is_cut_here(entry: Mapping[str, Any]) -> bool:
    return not str(entry["source"]).startswith(RECORDED)
