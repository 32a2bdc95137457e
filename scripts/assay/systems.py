"""All systems of params.yaml: those that search, and those that fuse the results of two."""

from collections.abc import Mapping
from typing import Any

STAGES = {"systems": ("retrieve", "score"), "fusions": ("fuse", "score_fused")}


def all_systems(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Settings by name, as a system's card has them: in the order of params.yaml, fusions last.

    Args:
        values: params.yaml; one of before there were fusions has no such section.
    """
    searching: dict[str, dict[str, Any]] = dict(values["systems"])
    found = values.get("fusions") or {}
    return searching | {name: fused(settings, searching) for name, settings in found.items()}


def fused(settings: Mapping[str, Any], searching: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of ``fusions`` with its kind, and with the settings of what it fuses in place of the names."""
    inputs = {name: searching[name] for name in settings["systems"] if name in searching}
    return {"kind": "fusion", **settings, "systems": inputs}


def runs_of(values: Mapping[str, Any], name: str) -> list[str]:
    """Names of all stages that a system's results come from but the topics: of its snapshot, and of what it fuses."""
    settings = all_systems(values)[name]
    made = [*settings.get("systems", ()), name]
    return [f"snapshot@{settings['snapshot']}", *(stages(values, one)[0] for one in made)]


def stages(values: Mapping[str, Any], name: str) -> tuple[str, str]:
    """Names in dvc.yaml of the stages that make a system's results and score them."""
    makes, scores = STAGES["fusions" if name in (values.get("fusions") or {}) else "systems"]
    return f"{makes}@{name}", f"{scores}@{name}"
