"""What systems returned and the snapshots that they searched, read from where the pipeline leaves them."""

import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from assay.entries import FIELDS
from assay.errors import InputError, Problem
from assay.files import read_files
from assay.ledger import read
from assay.scoring.judgements import Judgements
from assay.scoring.results import Run, lazily
from assay.stage import parse_output
from assay.tables import parse_table

SYSTEMS, SNAPSHOTS = "runs/systems", "runs/snapshots"
_RUN = ("card.json", "results.parquet", "responses.parquet")
_CUT = ("card.json", "chunks.parquet", "documents.parquet")


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
    """

    systems: Mapping[str, Output]
    snapshots: Mapping[str, Snapshot]
    judgements: Judgements
    absent: Mapping[str, str]
    outdated: tuple[str, ...]


def missing(root: Path, systems: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The first file of each system's outputs that is not there."""
    found = {}
    for name, settings in systems.items():
        paths = [f"{SYSTEMS}/{name}/{file}" for file in _RUN]
        paths += [f"{SNAPSHOTS}/{settings['snapshot']}/{file}" for file in _CUT]
        absent = [path for path in paths if not (root / path).is_file()]
        if absent:
            found[name] = absent[0]
    return found


def produce(root: Path, names: Iterable[str]) -> dict[str, str]:
    """Let DVC make what some systems return, with all that it needs; its words go to standard error.

    Returns:
        systems for which that failed, and why.
    """
    failed = {}
    for name in names:
        command = [sys.executable, "-m", "dvc", "repro", f"retrieve@{name}"]
        print(f"making the outputs of {name}: dvc {shlex.join(command[3:])}", file=sys.stderr)
        done = subprocess.run(command, cwd=root, stdout=sys.stderr, check=False)
        if done.returncode:
            failed[name] = f"`dvc repro retrieve@{name}` failed"
    return failed


def outputs(root: Path, values: Mapping[str, Any], reasons: Mapping[str, str]) -> Outputs:
    """Read the outputs of all systems that have them.

    Args:
        root: top folder of the repository.
        values: params.yaml.
        reasons: why the outputs of a system could not be made.

    Raises:
        InputError: a file is no output of the pipeline; ledgers that break their rules.
    """
    absent = missing(root, values["systems"])
    systems, outdated = {}, []
    for name, settings in values["systems"].items():
        if name not in absent:
            systems[name] = _output(root, name, settings["snapshot"])
            if systems[name].card.get("settings") != settings:
                outdated.append(name)
    cuts = dict.fromkeys(output.snapshot for output in systems.values())
    return Outputs(
        systems,
        {name: _snapshot(root, name) for name in cuts},
        Judgements.of(*(_ledger(root, name, values["adjudicators"]) for name in ("grades", "triage"))),
        {name: reasons.get(name, f"{path} is not there") for name, path in absent.items()},
        tuple(outdated),
    )


def _output(root: Path, name: str, snapshot: str) -> Output:
    card, results, responses = (_bytes(root, f"{SYSTEMS}/{name}/{file}") for file in _RUN)
    read_card = parse_output(card, f"{SYSTEMS}/{name}/card.json")
    answered = parse_table(responses, f"{SYSTEMS}/{name}/responses.parquet")
    return Output(read_card, Run.of(lazily(results), answered, read_card), snapshot)


def _snapshot(root: Path, name: str) -> Snapshot:
    card, chunks, documents = (_bytes(root, f"{SNAPSHOTS}/{name}/{file}") for file in _CUT)
    return Snapshot(
        parse_output(card, f"{SNAPSHOTS}/{name}/card.json"),
        parse_table(documents, f"{SNAPSHOTS}/{name}/documents.parquet"),
        parse_table(chunks, f"{SNAPSHOTS}/{name}/chunks.parquet"),
    )


def _bytes(root: Path, path: str) -> bytes:
    try:
        return (root / path).read_bytes()
    except OSError as error:
        raise InputError(Problem(path, error.strerror or "cannot be read", "run `make repro`")) from None


def _ledger(root: Path, name: str, adjudicators: list[str]) -> list[dict[str, Any]]:
    return read(read_files(root / "evidence" / name), FIELDS[name], f"evidence/{name}", adjudicators)
