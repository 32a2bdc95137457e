"""What systems returned and the snapshots that they searched, read from where the pipeline leaves them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from assay.entries import FIELDS
from assay.errors import InputError, Problem
from assay.files import read_files
from assay.gold.repository import read_corpus
from assay.ledger import read
from assay.retrieval.frames import CHUNKS, DOCUMENTS, RESPONSES, RESULTS
from assay.retrieval.topics import Topic, from_bytes
from assay.scoring.judgements import Judgements
from assay.scoring.results import Run, lazily
from assay.stage import parse_output
from assay.systems import all_systems
from assay.tables import parse_table

Reader = Callable[[str], bytes]

SYSTEMS, SNAPSHOTS, TOPICS = "runs/systems", "runs/snapshots", "runs/topics/topics.jsonl"
_RUN = ("card.json", "results.parquet", "responses.parquet")
CUT = ("card.json", "chunks.parquet", "documents.parquet")


class Absent(NamedTuple):
    """Why a system cannot be scored: a ``file`` is not there, the run is of another ``cut`` of the documents, or making it ``failed``."""

    kind: str
    path: str

    def __str__(self) -> str:
        said = {"file": "is not there", "cut": "is of another cut of the documents", "failed": "failed"}
        return f"{self.path} {said[self.kind]}"


@dataclass(frozen=True)
class Snapshot:
    """One snapshot: its card, documents and chunks."""

    card: Mapping[str, Any]
    documents: pl.DataFrame
    chunks: pl.DataFrame


@dataclass(frozen=True)
class Output:
    """What one system returned: its card, the run, and the name of the snapshot that it searched."""

    card: Mapping[str, Any]
    run: Run
    snapshot: str


@dataclass(frozen=True)
class Outputs:
    """Everything that can be scored again.

    Attributes:
        systems: by name, in the order of params.yaml.
        snapshots: by name, those that the systems searched.
        judgements: grades and triage decisions in force.
        absent: systems without outputs, and why.
        outdated: systems whose outputs are of other settings than params.yaml has now.
        elsewhere: systems that searched the documents in another state than they are in now.
        topics: what the systems were asked, by query id; none where it is not known.
    """

    systems: Mapping[str, Output]
    snapshots: Mapping[str, Snapshot]
    judgements: Judgements
    absent: Mapping[str, Absent]
    outdated: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()
    topics: Mapping[str, Topic] = field(default_factory=dict)


def missing(root: Path, systems: Mapping[str, Mapping[str, Any]]) -> dict[str, Absent]:
    """Systems without a run on the snapshot that is there, and why."""
    found = {}
    for name, settings in systems.items():
        run, cut = f"{SYSTEMS}/{name}", f"{SNAPSHOTS}/{settings['snapshot']}"
        paths = [*(f"{run}/{file}" for file in _RUN), *(f"{cut}/{file}" for file in CUT)]
        absent = [path for path in paths if not (root / path).is_file()]
        if absent:
            found[name] = Absent("file", absent[0])
        elif len({_card(root, folder)["snapshot_id"] for folder in (run, cut)}) > 1:
            found[name] = Absent("cut", f"{run}/results.parquet")
    return found


def _card(root: Path, folder: str) -> dict[str, Any]:
    return parse_output(reader(root)(f"{folder}/card.json"), f"{folder}/card.json")


def outputs(root: Path, values: Mapping[str, Any], reasons: Mapping[str, Absent]) -> Outputs:
    """Read the outputs of all systems that have them.

    Args:
        root: top folder of the repository.
        values: params.yaml.
        reasons: why the outputs of a system could not be made.

    Raises:
        InputError: a file is no output of the pipeline; ledgers that break their rules.
    """
    listed, read = all_systems(values), reader(root)
    absent = missing(root, listed)
    found = {
        name: read_output(read, name, settings["snapshot"])
        for name, settings in listed.items()
        if name not in absent
    }
    outdated = [name for name, output in found.items() if output.card.get("settings") != listed[name]]
    cuts = dict.fromkeys(output.snapshot for output in found.values())
    snapshots = {name: read_snapshot(read, name) for name in cuts}
    stale = _elsewhere(root, values["snapshots"], snapshots)
    return Outputs(
        found,
        snapshots,
        judgements(root),
        {name: reasons.get(name, why) for name, why in absent.items()},
        tuple(outdated),
        tuple(name for name, output in found.items() if output.snapshot in stale),
        _topics(root),
    )


def _elsewhere(root: Path, settings: Mapping[str, Any], snapshots: Mapping[str, Snapshot]) -> set[str]:
    """Snapshots of documents that have changed since; a recorded run keeps its own."""
    try:
        today = read_corpus(root).ids
    except InputError:
        return set()  # `assay check` says what is wrong with the documents
    sources = {name: settings.get(name, {}).get("source") for name in snapshots}
    return {
        name
        for name, snapshot in snapshots.items()
        if sources[name] in today and snapshot.card.get("corpus_id") != today[sources[name]]
    }


def _topics(root: Path) -> dict[str, Topic]:
    """What the pipeline last asked, as far as it is there."""
    path = root / TOPICS
    return {topic.id: topic for topic in from_bytes(path.read_bytes(), TOPICS)} if path.is_file() else {}


def read_output(read: Reader, name: str, snapshot: str) -> Output:
    """What a system returned, on the snapshot of that name.

    Raises:
        InputError: a file is not there, or no output of the pipeline.
    """
    card, results, responses = (read(f"{SYSTEMS}/{name}/{file}") for file in _RUN)
    read_card = parse_output(card, f"{SYSTEMS}/{name}/card.json")
    answered = _table(responses, f"{SYSTEMS}/{name}/responses.parquet", RESPONSES)
    _table(results, f"{SYSTEMS}/{name}/results.parquet", RESULTS)
    return Output(read_card, Run.of(lazily(results), answered, read_card), snapshot)


def read_snapshot(read: Reader, name: str) -> Snapshot:
    """A snapshot by its name.

    Raises:
        InputError: a file is not there, or no output of the pipeline.
    """
    card, chunks, documents = (read(f"{SNAPSHOTS}/{name}/{file}") for file in CUT)
    return Snapshot(
        parse_output(card, f"{SNAPSHOTS}/{name}/card.json"),
        _table(documents, f"{SNAPSHOTS}/{name}/documents.parquet", DOCUMENTS),
        _table(chunks, f"{SNAPSHOTS}/{name}/chunks.parquet", CHUNKS),
    )


def _table(data: bytes, where: str, columns: Collection[str]) -> pl.DataFrame:
    table = parse_table(data, where)
    absent = [name for name in columns if name not in table.columns]
    if absent:
        rule = f"has no {', '.join(absent)}: another version of the stages wrote it"
        raise InputError(Problem(where, rule, "run `make repro`, or name a revision of this version"))
    return table


def reader(root: Path) -> Reader:
    """Reads files of the working tree by their paths; one that cannot be read is an InputError."""

    def read_file(path: str) -> bytes:
        try:
            return (root / path).read_bytes()
        except OSError as error:
            raise InputError(Problem(path, error.strerror or "cannot be read", "run `make repro`")) from None

    return read_file


def judgements(root: Path) -> Judgements:
    """Grades and triage decisions in force, as the working tree has them.

    Raises:
        InputError: rows that break the rules of ledgers.
    """
    return Judgements.of(
        *(
            read(read_files(root / "evidence" / name), FIELDS[name], f"evidence/{name}")
            for name in ("grades", "triage")
        )
    )
