"""Outputs of systems that are absent, made by DVC and nothing else with them."""

import os
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from assay.comparison.outputs import CUT, SNAPSHOTS, TOPICS, Absent
from assay.systems import all_systems, stages


def produce(root: Path, values: Mapping[str, Any], names: Collection[str]) -> dict[str, Absent]:
    """Let DVC make what systems lack, and nothing else, so that they are asked what the others were.

    Topics and snapshots that lie there are taken as they are; DVC's words go to standard error.

    Args:
        root: top folder of the repository.
        values: params.yaml.
        names: systems without outputs.

    Returns:
        those for which that failed, and why.
    """
    listed = all_systems(values)
    above = list(dict.fromkeys(stage for name in names for stage in _lacking(root, listed[name])))
    if above:
        _repro(root, *above)
    fused = [name for name in names if name in values["fusions"]]
    searching = [name for name in names if name not in fused]
    # One after the other: DVC makes single items in no order of what they read.
    groups = [[stages(values, name)[0] for name in group] for group in (searching, fused) if group]
    made = [_repro(root, "--single-item", *group) for group in groups]
    if all(made):
        return {}
    return {name: Absent("failed", f"`dvc repro {stages(values, name)[0]}`") for name in names}


def _lacking(root: Path, settings: Mapping[str, Any]) -> Iterator[str]:
    """Stages of what a system reads and is not there."""
    if not (root / TOPICS).is_file():
        yield "topics"
    if not all((root / SNAPSHOTS / settings["snapshot"] / file).is_file() for file in CUT):
        yield f"snapshot@{settings['snapshot']}"


def _repro(root: Path, *words: str) -> bool:
    """Whether DVC makes it."""
    print(f"making what is absent: dvc repro {' '.join(words)}", file=sys.stderr)
    here = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [sys.executable, "-m", "dvc", "repro", "--keep-going", *words]
    done = subprocess.run(command, cwd=root, stdout=sys.stderr, env=os.environ | {"PATH": here}, check=False)
    return done.returncode == 0
