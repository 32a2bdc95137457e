"""The pipeline of a folder run from nothing: every stage, with what it said where it failed."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from assay import manifest
from assay.audit.checkout import alone
from assay.errors import InputError
from assay.state import COLLECTED

MANIFESTS = "runs/manifests"
_STARTED = re.compile(r"Running stage '([^']+)'")
_FAILED = re.compile(r"ERROR: failed to reproduce '([^']+)'")
_KEPT = 5  # last lines of a stage that failed


def run(top: Path, python: Path, say: Callable[..., None]) -> dict[str, str]:
    """Run every stage (``dvc repro -f``), also those beside a stage that fails; why stages failed, by name; under an empty
    one why the pipeline did not run at all.

    Args:
        top: the folder, as of :func:`assay.audit.checkout.checked_out`.
        python: interpreter of its environment.
        say: is told of each stage as it begins.
    """
    for name in _tracked_outputs(top):
        (top / name).unlink(missing_ok=True)  # what is there at the end was made by this run
    words = [str(python), "-m", "dvc", "repro", "--force", "--keep-going"]
    failed: dict[str, str] = {}
    stage, said = "", list[str]()
    with subprocess.Popen(
        words, cwd=top, env=alone(top, python), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        for raw in process.stdout or ():
            line = raw.decode(errors="replace").rstrip()
            if found := _STARTED.search(line):
                stage, said = found[1], []
                say("stage", name=stage)
            elif found := _FAILED.search(line):
                failed[found[1]] = " ".join(said[-_KEPT:]) if found[1] == stage and said else line
            elif line and not line.startswith(">"):
                said.append(line.strip())
    if process.returncode and not failed:
        failed[""] = " ".join(said[-_KEPT:]) or f"dvc exited with {process.returncode}"
    return failed


def checkout(top: Path, python: Path, paths: list[str]) -> None:
    """Put what ``dvc add`` keeps into its place, from the cache of the folder."""
    if paths:
        words = [str(python), "-m", "dvc", "checkout", "--quiet", *paths]
        subprocess.run(words, cwd=top, env=alone(top, python), capture_output=True, check=False)


def _tracked_outputs(top: Path) -> list[str]:
    recorded = collected(top).get("seal")
    return [*recorded[0].writes, COLLECTED] if recorded else [COLLECTED]


def collected(top: Path) -> dict[str, tuple[manifest.Manifest, str]]:
    """What all stages recorded, as a commit has it; empty where it has nothing of the kind."""
    path = top / COLLECTED
    try:
        return manifest.expand(json.loads(path.read_bytes()))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def made(top: Path) -> dict[str, tuple[manifest.Manifest, str]]:
    """What the stages that ran recorded."""
    found = {}
    for path in sorted((top / MANIFESTS).glob("*.json")):
        try:
            record, seal = manifest.parse(path.read_bytes(), path.name)
        except InputError:
            continue  # an older form: then the collected one, if there is one
        found[record.stage] = record, seal
    return found | {name: one for name, one in collected(top).items() if name not in found}
