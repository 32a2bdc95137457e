"""On which chunks a run is scored: those of a snapshot of this repository, or a table of its own."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from assay.corpora import RECORDED, settings, source_files
from assay.counting import counted
from assay.errors import InputError, Problem, refuse
from assay.exchange.runs import run_chunks, run_table
from assay.exchange.runs.run_table import Source
from assay.folding import folded
from assay.retrieval.snapshot import build, read_source
from assay.tables import text_sha256

_SHOWN = 3


def source_of(
    root: Path,
    found: Sequence[Mapping[str, Any]],
    table: Sequence[Mapping[str, Any]] | None,
    snapshot: str | None,
    folder: str,
    *,
    trust: bool,
    before: str | None = None,
    same: bool = False,
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
        same: a person says that it searched the snapshot's documents, so that it is of their corpus though some of
            its chunks were not placed.

    Raises:
        InputError: no such snapshot; ids of which nobody knows the text; results that the table does not have.
    """
    known = settings(root)["snapshots"]
    name = snapshot or first_cut_here(known)
    if name not in known:
        raise InputError(Problem(f"--snapshot {name}", "is no snapshot", f"one of: {', '.join(known)}"))
    if table is not None:
        refuse(list(run_chunks.unlisted(found, table, folder)))
        done, made, corpus = run_table.placed_in(root, table, known[name]["source"], complete=True, same=same)
        run_table.compare(done, made, corpus, found, folder, before, same=same)
        done.facts += run_table.bare(made, corpus)
        return done
    here = build(name, known[name], source_files(root, known[name]["source"]), known[name]["source"])
    chunks, card = here.chunks, here.card
    ways = _ways(found, chunks, trust=trust)
    counts = ", ".join(f"{ways.count(way)} by {way}" for way in ("id", "text hash", "normalised text"))
    facts = [f"chunks in snapshot {name!r}: {counts} of {len(found)}"]
    if all(way == "id" for way in ways):
        textless = any(row["text"] is None and row["sha256"] is None for row in found)
        stated = {"snapshot": name, "snapshot_id": str(card["snapshot_id"])} if textless else {}
        return Source(name, stated=stated, facts=facts, built=here)
    refuse(list(_textless(found, ways, folder)))
    if all(ways):
        done = Source(name, foreign="match", built=here)
    elif known[name]["chunking"] == "ready":
        ready = read_source(source_files(root, known[name]["source"]), known[name]["source"])[1]
        done = run_table.beside(found, ways, chunks, ready, str(card["corpus_id"]) if same else None)
    else:
        done, made, corpus = run_table.placed_in(
            root, found, known[name]["source"], complete=False, same=same
        )
        run_table.compare(done, made, corpus, found, folder, before, same=same)
    done.facts = [*facts, *done.facts]
    return done


def _ways(found: Sequence[Mapping[str, Any]], chunks: pl.DataFrame, *, trust: bool) -> list[str]:
    """By which way each chunk is one of the snapshot; ``""``: by none."""
    if all(row["text"] is None and row["sha256"] is None for row in found):
        ids = pl.Series([row["chunk_id"] for row in found], dtype=pl.String)
        return ["id" if here and trust else "" for here in ids.is_in(chunks["chunk_id"].implode())]
    hashes = dict(chunks.select("chunk_id", "sha256").iter_rows())
    known = set(hashes.values())
    ways = [_way(row, hashes, known, trust=trust) for row in found]
    lost = [at for at, row in enumerate(found) if not ways[at] and row["text"] is not None]
    forms = set(folded(chunks["text"].to_list(), mend=True)) if lost else set()
    for at, form in zip(lost, folded([found[at]["text"] for at in lost], mend=True), strict=True):
        ways[at] = "normalised text" if form in forms else ""
    return ways


def _way(row: Mapping[str, Any], hashes: Mapping[str, str], known: set[str], *, trust: bool) -> str:
    """Whether a chunk is one of the snapshot by its id or the hash of its text."""
    digest = text_sha256(row["text"]) if row["text"] is not None else row["sha256"]
    here = hashes.get(row["chunk_id"])
    if here is not None and (trust if digest is None else digest == here):
        return "id"
    return "text hash" if row["text"] is not None and digest in known else ""


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


def first_cut_here(snapshots: Mapping[str, Any]) -> str:
    """Name of the first snapshot of params.yaml that is not of a recorded run's own chunks; else of the first."""
    cut_here = (name for name in snapshots if not str(snapshots[name]["source"]).startswith(RECORDED))
    return next(cut_here, next(iter(snapshots)))
