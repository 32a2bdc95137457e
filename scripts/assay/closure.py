"""What a stage script imports, by reading the code: DVC does not follow imports, so dvc.yaml lists them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from assay import params
from assay.errors import InputError, Problem

KEYS = {"stages", "metrics", "plots", "params", "vars", "artifacts", "datasets"}
KINDS = "scripts/assay/retrieval/kinds/${item.kind}.py"


def imported(script: Path, code: Path) -> set[Path]:
    """The script and every module below ``code`` that it imports, anywhere in the text of any of them."""
    found: set[Path] = set()
    waiting = [script]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(path, code)
    return found


def _imports(path: Path, code: Path) -> Iterator[Path]:
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            yield from _files(name.split("."), code)


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes(), path)
    except SyntaxError as error:
        rule = f"is not Python ({error.msg})"
        raise InputError(Problem(f"{path}:{error.lineno}", rule, "mend the line")) from None


def _files(parts: list[str], code: Path) -> Iterator[Path]:
    """The files that importing a dotted name executes: its packages, and itself."""
    for length in range(1, len(parts) + 1):
        place = code.joinpath(*parts[:length])
        yield from (file for file in (place / "__init__.py", place.with_suffix(".py")) if file.is_file())


def sections(script: Path) -> set[str]:
    """Sections of params.yaml that a stage script asks for: ``stage.params("score")``."""
    calls = (node for node in ast.walk(_parsed(script)) if isinstance(node, ast.Call) and node.args)
    asked = (
        node.args[0] for node in calls if isinstance(node.func, ast.Attribute) and node.func.attr == "params"
    )
    return {str(name.value) for name in asked if isinstance(name, ast.Constant)}


def check(root: Path) -> Iterator[Problem]:
    """What a stage of dvc.yaml uses and does not list, or lists and does not use: its imports, its parameters."""
    kinds = set((root / "scripts/assay/retrieval/kinds").glob("[!_]*.py"))
    data = (root / "dvc.yaml").read_bytes()
    for key in sorted(params.parse(data, "dvc.yaml").keys() - KEYS):
        yield Problem(f"dvc.yaml {key}", "is no key of DVC's, which will not load the file", "remove it")
    for name, stage in params.stages(data, "dvc.yaml").items():
        body = stage.get("do", stage)
        script = root / body["cmd"].split()[1]
        needed = imported(script, root / "scripts")
        if KINDS in body["deps"]:
            needed.update(_files(["assay", "retrieval", "kinds"], root / "scripts"))
            needed = needed.union(*(imported(kind, root / "scripts") for kind in kinds)) - kinds
        names = {path.relative_to(root).as_posix() for path in needed}
        listed = {dep for dep in body["deps"] if dep.endswith(".py") and "$" not in dep}
        for path in sorted(names - listed):
            yield Problem(f"dvc.yaml {name}", f"imports {path}, which is none of its deps", "add it")
        for path in sorted(listed - names):
            yield Problem(f"dvc.yaml {name}", f"lists {path}, which it does not import", "remove it")
        asked, given = sections(script), {entry.partition(".")[0] for entry in body.get("params", [])}
        for section in sorted(asked - given):
            yield Problem(f"dvc.yaml {name}", f"uses {section}, which is none of its params", "add it")
        for section in sorted(given - asked):
            yield Problem(
                f"dvc.yaml {name}", f"lists {section}, which it does not use", "remove it from params"
            )
