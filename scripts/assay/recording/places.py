"""Where runs of a system lie: finished ones, which are never changed, and the one under way."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from assay.errors import InputError, Problem, near
from assay.recording.journal import discard
from assay.setting import PART_OF_PATH

RECORDED = "runs/recorded"
UNDER_WAY = ".part"


@dataclass(frozen=True)
class Place:
    """One run: its folder, that of its journal while it is under way, and what was discarded of an earlier try."""

    final: Path
    part: Path
    discarded: int = 0


def choose(top: Path, name: str | None, day: str, *, fresh: bool) -> Place:
    """The run to go on with, or a new one.

    Args:
        top: folder of the system's runs.
        name: of the run; None: the one under way, else the first free ``<day>-<n>``.
        day: today (ISO).
        fresh: begin anew.

    Raises:
        InputError: the run is there already, or its name is none; several are under way.
    """
    waiting = _under_way(top)
    if name is None and len(waiting) > 1:
        names = ", ".join(path.name.removesuffix(UNDER_WAY) for path in waiting)
        raise InputError(Problem(near(top), f"several runs are under way: {names}", "name one with --run"))
    if name is None:
        name = waiting[0].name.removesuffix(UNDER_WAY) if waiting else _free(top, day)
    final = top / name
    if not PART_OF_PATH.fullmatch(name) or name.endswith((UNDER_WAY, ".tmp")) or name.startswith("."):
        raise InputError(
            Problem(f"--run {name}", "is no name of a folder", "use letters, digits, '-' and '_'")
        )
    if final.exists():
        raise InputError(
            Problem(near(final), "is there, and a run is never changed", "give --run another name")
        )
    part = top / (name + UNDER_WAY)
    return Place(final, part, discard(part) if fresh and part.is_dir() else 0)


def finish(place: Place, written: Path) -> None:
    """Give a run that is written whole its name, then remove its journal."""
    written.rename(place.final)
    shutil.rmtree(place.part)


def _under_way(top: Path) -> list[Path]:
    """Runs under way; what a process left behind that was stopped between the last two steps is removed."""
    found = sorted(path for path in top.glob("*" + UNDER_WAY) if path.is_dir())
    for path in found:
        if path.with_name(path.name.removesuffix(UNDER_WAY)).exists():
            discard(path)
    return [path for path in found if path.exists()]


def _free(top: Path, day: str) -> str:
    taken = {path.name.removesuffix(UNDER_WAY) for path in top.glob(f"{day}-*")}
    return next(name for n in range(1, len(taken) + 2) if (name := f"{day}-{n}") not in taken)
