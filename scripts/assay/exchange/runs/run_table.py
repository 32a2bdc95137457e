"""A chunk table of a run's own: its chunks placed in documents, or beside ready-made ones, and of which corpus it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from assay.corpora import source_files
from assay.counting import counted
from assay.errors import refuse
from assay.exchange.chunks import chunks_bytes
from assay.exchange.questions import locating
from assay.exchange.runs import run_chunks
from assay.exchange.runs.run_chunks import REST, Placed
from assay.gold.repository import read_corpus
from assay.gold.review import Corpus
from assay.manifest import pretty
from assay.retrieval.kinds.recorded import CARD, CHUNKS, TABLE
from assay.retrieval.ready import FIELDS
from assay.retrieval.snapshot import Snapshot, document_table, read_source

KEEP = "is no chunk of the snapshot: kept as one of its own"
APART = "another corpus, so its figures are not compared with those of other systems"
SAME = "if it searched these documents all the same, say --same-corpus"
SAID = "compared with systems over these documents, because --same-corpus says that it searched them"


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
        corpus_id: of the documents that hold the words of every row, or that a person says were searched; None: some
            words are in no document.
        unplaced: of the chunks that were returned, how many have words that are in no document of that corpus.
        returned: of how many.
        built: that snapshot as it is now, where it was looked at.
    """

    snapshot: str | None
    rows: list[dict[str, Any]] = field(default_factory=list)
    foreign: str = "error"
    stated: dict[str, str] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)
    unmatched: list[dict[str, Any]] = field(default_factory=list)
    corpus_id: str | None = None
    unplaced: int = 0
    returned: int = 0
    built: Snapshot | None = None

    def files(self) -> dict[str, bytes]:
        """The run's own chunk table by path in its folder, with a card where its corpus is known; else nothing."""
        if self.snapshot is not None:
            return {}
        made = {f"{TABLE}/{CHUNKS}": chunks_bytes(self.rows)}
        if self.corpus_id is not None:
            lost = {"unplaced": self.unplaced, "returned": self.returned} if self.unplaced else {}
            made[f"{TABLE}/{CARD}"] = pretty({"corpus_id": self.corpus_id, **lost})
        return made


def beside(
    found: Sequence[Mapping[str, Any]],
    ways: Sequence[str],
    chunks: pl.DataFrame,
    ready: pl.DataFrame | None,
    corpus_id: str | None,
) -> Source:
    """A table of the run: the snapshot's ready-made chunks, and beside them those that it lacks.

    Of these alone, a label that no result holds would be gone, and not merely not found.
    """
    strange = [row for row, way in zip(found, ways, strict=True) if not way]
    ids = {row["chunk_id"] for row in strange}
    rows = [
        {**row, "chunk_id": f"{row['chunk_id']}~{REST}" if row["chunk_id"] in ids else row["chunk_id"]}
        for row in _lines(chunks, ready)
    ]
    rows += [
        {key: row[key] for key in ("chunk_id", "text", "doc_id", "doc_version") if row[key]}
        for row in strange
    ]
    lost = [{"chunk_id": row["chunk_id"], "text": row["text"], "reason": KEEP} for row in strange]
    ordered = sorted(rows, key=lambda row: str(row["chunk_id"]))
    said = f"{counted(len(lost), 'chunk is', 'chunks are')} none of the snapshot's"
    facts = [f"{said}: {f'{APART}; {SAME}' if corpus_id is None else SAID}"]
    done = Source(None, ordered, "match", unmatched=lost, facts=facts, corpus_id=corpus_id)
    if corpus_id is not None:
        done.unplaced, done.returned = len(lost), len(found)
    return done


def _lines(chunks: pl.DataFrame, ready: pl.DataFrame | None) -> Iterator[dict[str, Any]]:
    """Rows of a snapshot of ready-made chunks as its chunks.jsonl has them."""
    texts = {} if ready is None else dict(ready.select("chunk_id", "returned").drop_nulls().iter_rows())
    for row in chunks.iter_rows(named=True):
        span = row["spans"][0] if row["spans"] else {"start": None, "end": None}
        values = {**row, **span, "returned": texts.get(row["chunk_id"])}
        days = {
            name: values[name].isoformat() for name in ("valid_from", "valid_to") if values[name] is not None
        }
        yield {name: value for name in FIELDS if (value := (values | days).get(name)) is not None}


def placed_in(
    root: Path, rows: Sequence[Mapping[str, Any]], first: str, *, complete: bool, same: bool
) -> tuple[Source, Placed, Corpus]:
    """A table of the run's own, placed in the documents of one source where these have all its words; else of all.

    ``same``: else of the snapshot's.
    """
    tried: list[tuple[Corpus, Placed]] = []
    for corpus in _corpora(root, first):
        tried.append((corpus, run_chunks.placed(rows, corpus, complete=complete)))
        if not tried[-1][1].strange and not tried[-1][1].problems:
            break
    corpus, made = tried[-1]
    if same and (made.strange or len(corpus.ids) > 1):
        corpus, made = tried[0]
    refuse(made.problems)
    done = Source(None, made.rows, facts=locating.counts(made.located), unmatched=made.unmatched)
    return done, made, corpus


def bare(made: Placed, corpus: Corpus) -> Iterator[str]:
    """How many documents a table of all chunks holds nothing of."""
    if made.bare:
        lacking = f"{made.bare} of {counted(len(corpus.documents), 'document')}"
        yield f"{lacking} without a chunk: labels on them are not measured"


def compare(
    done: Source,
    made: Placed,
    corpus: Corpus,
    found: Sequence[Mapping[str, Any]],
    folder: str,
    before: str | None,
    *,
    same: bool,
) -> None:
    """Say of which corpus a run's table is, and so with which systems it is compared."""
    ids = list(corpus.ids.values())
    strange = f"{counted(len(made.strange), 'chunk')} with words that no document has"
    if same:
        done.corpus_id = ids[0]
        done.unplaced = sum(row["chunk_id"] in made.strange for row in found)
        done.returned = len(found)
        done.facts.append(f"{f'{strange}: ' if made.strange else ''}{SAID}")
    elif made.strange:
        done.facts.append(f"{strange}: {APART}; {SAME}")
    elif len(ids) > 1:
        said = f"its words stand in {', '.join(corpus.ids)}, in none of them all"
        done.facts.append(f"{said}: {APART}; {SAME} (those of --snapshot)")
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
