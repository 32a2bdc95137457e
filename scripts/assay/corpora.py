"""params.yaml of a repository, and the sources of documents that it names."""

from pathlib import Path
from typing import Any

from assay import params
from assay.errors import RESTORE, InputError, Problem

PARAMS = "params.yaml"
RECORDED = "runs/recorded/"  # chunks below it are those of one run


def settings(root: Path) -> dict[str, Any]:
    """The settings of a repository, checked.

    Raises:
        InputError: params.yaml is not there; or every fault of it.
    """
    return params.read(_data(root), PARAMS)


def faults(root: Path) -> list[Problem]:
    """What is wrong with params.yaml."""
    try:
        settings(root)
    except InputError as error:
        return error.problems
    return []


def language(root: Path) -> str:
    """Language of the report, whatever else is wrong with params.yaml: ``en`` where it names none.

    Raises:
        InputError: params.yaml is not there, or is no YAML.
    """
    report = params.parse(_data(root), PARAMS).get("report")
    lang = report.get("lang") if isinstance(report, dict) else None
    return "ru" if lang == "ru" else "en"


def sources(root: Path) -> list[str]:
    """Paths that snapshots are cut from, each once, sorted; whatever else is wrong with params.yaml.

    Raises:
        InputError: it is not there, or does not say which they are; every fault of it.
    """
    snapshots = params.parse(_data(root), PARAMS).get("snapshots")
    entries = snapshots.values() if isinstance(snapshots, dict) else ()
    found = [entry.get("source") if isinstance(entry, dict) else None for entry in entries]
    named = {name for name in found if name and isinstance(name, str)}
    if not found or len(named) < len(set(map(str, found))):
        settings(root)  # which says what is wrong there
    return sorted(named)


def absent(root: Path) -> list[Problem]:
    """Paths that params.yaml names and that are not there.

    Raises:
        InputError: every fault of params.yaml.
    """
    values, found = settings(root), []
    for section, key in (("snapshots", "source"), ("systems", "input")):
        for name, entry in values[section].items():
            if not (root / entry[key]).exists():
                place = f"{PARAMS} {section}.{name}.{key}"
                found.append(Problem(place, f"{entry[key]} is not there", "correct the path"))
    return found


def unreadable(root: Path) -> list[Problem]:
    """What no program can read to its end, a pipe say: DVC waits for it without a word."""
    from assay.files import files_below

    found: list[Problem] = []
    for source in sources(root):
        if (root / source).is_file():
            continue  # a chunks.jsonl
        try:
            files_below(root / source)
        except InputError as error:
            found += error.problems
    return found


def source_files(root: Path, source: str) -> dict[str, bytes]:
    """Bytes of a source's files by path below it, or of one file under its own name.

    Raises:
        InputError: it is not there.
    """
    from assay.files import read_files

    place = root / source
    if not place.exists():
        raise InputError(Problem(source, "is not there", f"correct source in {PARAMS}"))
    return read_files(place)


def _data(root: Path) -> bytes:
    try:
        return (root / PARAMS).read_bytes()
    except FileNotFoundError:
        raise InputError(Problem(PARAMS, "is not there", RESTORE)) from None
