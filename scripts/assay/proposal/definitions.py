"""What was measured at an earlier revision: definition ids of metrics, read without running them, and settings."""

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay import git, params
from assay.corpora import PARAMS
from assay.errors import InputError
from assay.scoring.metrics import METRICS

SOURCE = "scripts/assay/scoring/metrics.py"
_ID = re.compile(r"[a-z_]+/\d+")


def changed_definitions(root: Path, commit: str | None) -> dict[str, tuple[str | None, str]]:
    """Metrics that have another definition now than at a commit: name → ids then (None: it was not there) and now.

    Args:
        root: top folder of the repository.
        commit: of the older side; None: the working tree, which has today's definitions.
    """
    if commit is None:
        return {}
    try:
        then = definitions(git.run("cat-file", "blob", f"{commit}:{SOURCE}", cwd=root))
    except InputError:  # a revision from before there was such a file
        return {}
    return {
        metric.name: (then.get(metric.name), metric.definition)
        for metric in METRICS
        if then.get(metric.name) != metric.definition
    }


def changed_settings(root: Path, commit: str | None, score: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Keys of the section ``score`` that have another value now than at a commit: key → values then (None: none) and now.

    Args:
        root: top folder of the repository.
        commit: of the older side; None: the working tree, which has today's settings.
        score: the section as it is now.
    """
    if commit is None:
        return {}
    try:
        then = params.parse(git.run("cat-file", "blob", f"{commit}:{PARAMS}", cwd=root), PARAMS).get("score")
    except InputError:  # there was no such file, or no program could read it
        return {}
    if not isinstance(then, dict):  # other sections, and faults of this one, are nothing to the comparison
        return {}
    return {
        f"score.{key}": (then.get(key), now)
        for key, now in score.items()
        if _meant(then.get(key)) != _meant(now)
    }


def _meant(value: object) -> object:
    """Cut-offs have no order."""
    return sorted(value, key=str) if isinstance(value, list) else value


def definitions(source: bytes) -> dict[str, str]:
    """Name → definition id of the metrics that a source lists: calls that begin with the two."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) > 1:
            name, identifier = (arg.value if isinstance(arg, ast.Constant) else None for arg in node.args[:2])
            if isinstance(name, str) and isinstance(identifier, str) and _ID.fullmatch(identifier):
                found[name] = identifier
    return found
