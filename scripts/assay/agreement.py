"""Rules between the sections of params.yaml: what one names, another has."""

import difflib
from collections.abc import Iterator
from typing import Any

from assay.errors import Problem

PAIR = 2  # systems of a fusion: dvc.yaml names the outputs of both


def check(values: dict[str, Any], where: str) -> Iterator[Problem]:
    """Problems of keys that do not go together; of a section that is no table, nothing is said here."""
    yield from _headline(values.get("score"), where)
    yield from _depths(values, where)
    yield from _fused(values, where)
    yield from _compared(values, where)
    yield from _gated(values, where)


def entries(values: dict[str, Any], section: str) -> list[tuple[Any, Any]]:
    """Names and settings of a section's entries."""
    entries = values.get(section)
    return list(entries.items()) if isinstance(entries, dict) else []


def whole(settings: Any, key: str) -> int | None:
    """A setting that is a whole number; None where it is none."""
    value = settings.get(key) if isinstance(settings, dict) else None
    return value if type(value) is int else None


def _headline(score: Any, where: str) -> Iterator[Problem]:
    if (
        isinstance(score, dict)
        and isinstance(score.get("k"), list)
        and isinstance(score.get("headline"), int)
    ):
        if score["headline"] not in score["k"]:
            yield Problem(
                f"{where} score.headline", f"is {score['headline']}, not one of score.k", "add it to score.k"
            )
        if not score["k"]:
            yield Problem(f"{where} score.k", "is empty", "name at least one cut-off")


def _depths(values: dict[str, Any], where: str) -> Iterator[Problem]:
    """A search that runs here asks for as many results as the first table needs; a recorded run has what it has."""
    headline = whole(values.get("score"), "headline")
    for section in ("systems", "fusions"):
        for name, settings in entries(values, section):
            depth = whole(settings, "depth")
            deep_enough = headline is None or depth is None or depth >= headline
            if not deep_enough and settings.get("kind") != "recorded":
                rule = f"is {depth}, below score.headline {headline}"
                yield Problem(f"{where} {section}.{name}.depth", rule, "raise it, or take a smaller headline")


def _fused(values: dict[str, Any], where: str) -> Iterator[Problem]:
    """A fusion is of two systems that search its snapshot, each as deep as itself, and has a name of its own."""
    searching = dict(entries(values, "systems"))
    for name, settings in entries(values, "fusions"):
        place = f"{where} fusions.{name}"
        if name in searching:
            yield Problem(place, "has the name of a system", "rename one of them")
        named = settings.get("systems") if isinstance(settings, dict) else None
        if not isinstance(named, list):
            continue
        if len(named) != PAIR or named[0] == named[1]:
            yield Problem(
                f"{place}.systems", f"names {', '.join(map(str, named)) or 'none'}", "name two systems"
            )
        yield from _unknown(named, [str(known) for known in searching], f"{place}.systems")
        for one in named:
            yield from _unfit(settings, searching.get(one) if isinstance(one, str) else None, place, one)


def _unfit(settings: dict[str, Any], fused: Any, place: str, name: str) -> Iterator[Problem]:
    """What keeps a system from being fused: other chunks, or a list that ends too early."""
    if not isinstance(fused, dict):
        return
    snapshot, depth, deepest = fused.get("snapshot"), whole(settings, "depth"), whole(fused, "depth")
    if isinstance(snapshot, str) and snapshot != settings.get("snapshot"):
        rule = f"is {settings.get('snapshot')}, but {name} searches {snapshot}"
        yield Problem(f"{place}.snapshot", rule, "fuse systems that search one snapshot, and name it")
    if depth is not None and deepest is not None and depth > deepest:
        rule = f"is {depth}, but {name} keeps {deepest}"
        yield Problem(f"{place}.depth", rule, f"lower it, or raise systems.{name}.depth")


def _compared(values: dict[str, Any], where: str) -> Iterator[Problem]:
    """Systems that the section ``compare`` names are there, and the baseline is not held against itself."""
    section = values.get("compare")
    if not isinstance(section, dict):
        return
    baseline, candidates = section.get("baseline"), section.get("candidates")
    named = candidates if isinstance(candidates, list) else []
    yield from _no_systems([baseline], values, f"{where} compare.baseline")
    yield from _no_systems(named, values, f"{where} compare.candidates")
    if baseline is not None and baseline in named:
        rule = f"names {baseline}, which is the baseline"
        yield Problem(f"{where} compare.candidates", rule, "remove it, or take another baseline")


def _gated(values: dict[str, Any], where: str) -> Iterator[Problem]:
    """Systems that a gate names are there."""
    gates = values.get("gates")
    for number, gate in enumerate(gates if isinstance(gates, list) else [], 1):
        named = gate.get("systems") if isinstance(gate, dict) else None
        yield from _no_systems(
            named if isinstance(named, list) else [], values, f"{where} gates {number}.systems"
        )


def _no_systems(names: list[Any], values: dict[str, Any], place: str) -> Iterator[Problem]:
    known = [str(name) for section in ("systems", "fusions") for name, _ in entries(values, section)]
    yield from _unknown(names, known, place)


def _unknown(names: list[Any], known: list[str], place: str) -> Iterator[Problem]:
    for name in names:
        if isinstance(name, str) and known and name not in known:
            near = difflib.get_close_matches(name, known, 1)
            fix = f"did you mean {near[0]}?" if near else f"one of: {', '.join(known)}"
            yield Problem(place, f"{name!r} is no system", fix)
