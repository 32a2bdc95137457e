"""Definition ids of metrics at an earlier revision, read from its source without running it."""

import ast
import re
from pathlib import Path

from assay import git
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
