import ast
from graphlib import TopologicalSorter

import pytest

from conftest import ROOT

CODE = ROOT / "scripts"
# From the bottom up: a module imports of its own layer and of those below, never of one above.
LAYERS = (
    *(
        "base",
        "retrieval",
        "gold",
        "changes",
        "evidence",
        "scoring",
        "comparison",
        "report",
        "proposal",
        "audit",
    ),
    *("forge", "exchange", "recording", "labelling", "judging", "start", "top"),
)
# What speaks of the repository as a whole; any other module directly in assay/ is of the base.
TOP = {"__main__", "checks", "cli", "dictionary", "pending", "reference", "status", "verify"}


def modules():
    """Every module of the package by its dotted name."""
    paths = (path.relative_to(CODE).with_suffix("") for path in (CODE / "assay").rglob("*.py"))
    return {".".join(path.parts).removesuffix(".__init__") for path in paths}


MODULES = sorted(modules())


def layer(module):
    first = module.split(".")[1:2]
    if first and (CODE / "assay" / first[0]).is_dir():
        return first[0]
    return "top" if first and first[0] in TOP else "base"


def imports(module):
    """Modules of the package that it imports, anywhere in its text."""
    path = CODE.joinpath(*module.split("."))
    tree = ast.parse((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_bytes())
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports relatively"
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name in MODULES and name not in (module, "assay")}


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_downwards_only(module):
    """Base, retrieval, gold, scoring, report, and at the top what speaks of the whole repository."""
    own = LAYERS.index(layer(module))
    assert {name for name in imports(module) if LAYERS.index(layer(name)) > own} == set()


def test_every_package_is_a_layer():
    """A new one gets its place here first."""
    assert {layer(module) for module in MODULES} == set(LAYERS)


def test_nothing_imports_commands():
    """So that no stage depends on how a command talks; the main module loads each by its name."""
    users = {module for module in MODULES for name in imports(module) if name.endswith("cli")}
    assert users <= {"assay.__main__"}


def test_no_imports_go_in_circles():
    """Each module can be read after those that it imports."""
    TopologicalSorter({module: imports(module) for module in MODULES}).prepare()


def test_retrieval_and_gold_meet_in_few_places():
    """Retrieval knows nothing of labels; gold reads the corpus by it, and takes its form of dates."""
    users = {
        module
        for module in MODULES
        for name in imports(module)
        if (layer(module), layer(name)) == ("gold", "retrieval")
    }
    assert users == {"assay.gold.fields", "assay.gold.repository"}
