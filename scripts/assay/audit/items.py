"""What a revision recorded, held against what was computed anew: an item each file and seal, with its verdict."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from assay.manifest import Manifest

RECOMPUTED, INTACT, DIFFERS, UNCHECKED = "recomputed", "intact", "differs", "unchecked"
VERDICTS = (RECOMPUTED, INTACT, DIFFERS, UNCHECKED)
SEAL = "seal"
# Made elsewhere or by people: a run of the pipeline takes it as it is.
RECORDED = ("runs/recorded/", "evidence/verdicts/")
Manifests = Mapping[str, tuple[Manifest, str]]


class Item(NamedTuple):
    """One output, seal or input.

    Attributes:
        stage: whose it is.
        name: path in the repository, or ``seal``.
        expected: SHA-256 that the revision recorded; None: it recorded none.
        actual: SHA-256 now; None: it was not made.
        verdict: one of :data:`VERDICTS`.
        reason: key of the phrase that says why, where there is something to say.
        about: what that phrase is about: a path, a stage.
    """

    stage: str
    name: str
    expected: str | None
    actual: str | None
    verdict: str
    reason: str = ""
    about: str = ""


def compared(
    recorded: Manifests,
    made: Manifests,
    files: Mapping[str, str | None],
    inputs: Mapping[str, str],
    failed: Mapping[str, str],
    kinds: Mapping[str, str],
) -> list[Item]:
    """Every item of a revision with its verdict, in the order of its manifest.

    Args:
        recorded: what the stages recorded at the revision, and the seals stated.
        made: the same as computed anew; a stage that did not run is not there.
        files: SHA-256 of files as they are in the folder, by path: of all that stages read.
        inputs: of each path that ``dvc add`` keeps, why it cannot be had; empty: it is there.
        failed: why stages did not run; under an empty name, why none did.
        kinds: kind of each system (params.yaml).
    """
    absent = {path: fault for path, fault in inputs.items() if fault}
    items: list[Item] = []
    for stage, (manifest, seal) in recorded.items():
        why = _unrun(stage, made, failed, absent, manifest)
        now, sealed = made.get(stage, (Manifest(stage), ""))
        for path, expected in sorted(manifest.writes.items()):
            items.append(_output(stage, path, expected, now.writes.get(path), why, kinds))
        items += [
            Item(stage, path, None, digest, DIFFERS, "unrecorded")
            for path, digest in sorted(now.writes.items())
            if path not in manifest.writes
        ]
        if manifest.seal != seal:
            items.append(Item(stage, SEAL, seal, manifest.seal, DIFFERS, "broken_seal"))
        elif why:
            items.append(Item(stage, SEAL, seal, None, UNCHECKED, *why))
        else:
            items.append(Item(stage, SEAL, seal, sealed, RECOMPUTED if seal == sealed else DIFFERS))
    items += [
        Item(stage, SEAL, None, seal, DIFFERS, "unrecorded")
        for stage, (_, seal) in made.items()
        if stage not in recorded
    ]
    return items + list(_inputs(recorded, files, absent))


def _unrun(
    stage: str, made: Manifests, failed: Mapping[str, str], absent: Mapping[str, str], manifest: Manifest
) -> tuple[str, str] | None:
    """Why a stage has no new manifest: key of a phrase, and what it is about; None: it has one."""
    if stage in made:
        return None
    lost = next(filter(None, (_lost(path, absent) for path in manifest.reads)), None)
    if lost:
        return f"input_{absent[lost]}", lost
    why = failed.get(stage) or failed.get("")
    return ("failed", why) if why else ("not_run", stage)


def _lost(path: str, absent: Iterable[str]) -> str | None:
    """The input that cannot be had and that a path is, or is in."""
    return next((one for one in absent if path == one or path.startswith(f"{one}/")), None)


def _output(
    stage: str,
    path: str,
    expected: str,
    actual: str | None,
    why: tuple[str, str] | None,
    kinds: Mapping[str, str],
) -> Item:
    if why:
        return Item(stage, path, expected, None, UNCHECKED, *why)
    if actual is None:
        return Item(stage, path, expected, None, DIFFERS, "unwritten")
    if actual != expected:
        return Item(stage, path, expected, actual, DIFFERS)
    step, _, name = stage.partition("@")
    if step == "retrieve" and kinds.get(name) == "recorded":
        return Item(stage, path, expected, actual, INTACT, "recorded")
    return Item(stage, path, expected, actual, RECOMPUTED)


def _inputs(
    recorded: Manifests, files: Mapping[str, str | None], absent: Mapping[str, str]
) -> Iterator[Item]:
    """Inputs that no stage makes: those that are recorded are intact at best; those of Git must be what was read."""
    made = {path for manifest, _ in recorded.values() for path in manifest.writes}
    seen: set[tuple[str, str]] = set()
    for stage, (manifest, _) in recorded.items():
        for path, expected in sorted({**manifest.code, **manifest.reads}.items()):
            if path in made or path.startswith("runs/manifests/") or (path, expected) in seen:
                continue
            seen.add((path, expected))
            yield from _input(stage, path, expected, files.get(path), absent)


def _input(
    stage: str, path: str, expected: str, actual: str | None, absent: Mapping[str, str]
) -> Iterator[Item]:
    if lost := _lost(path, absent):
        yield Item(stage, path, expected, None, UNCHECKED, f"input_{absent[lost]}", lost)
    elif actual is None:
        yield Item(stage, path, expected, None, DIFFERS, "uncommitted")
    elif actual != expected:
        yield Item(stage, path, expected, actual, DIFFERS, "read_other")
    elif path.startswith(RECORDED):
        yield Item(stage, path, expected, actual, INTACT)


def counts(items: Iterable[Item]) -> dict[str, int]:
    """Number of items of each verdict."""
    found: dict[str, int] = dict.fromkeys(VERDICTS, 0)
    for one in items:
        found[one.verdict] += 1
    return found


def kinds(values: Mapping[str, Any]) -> dict[str, str]:
    """Kind of each system of params.yaml, however old."""
    systems = values.get("systems")
    found = systems.items() if isinstance(systems, dict) else ()
    return {name: str(entry.get("kind")) for name, entry in found if isinstance(entry, dict)}
