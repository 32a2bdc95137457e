"""The files of a fresh repository: the tool's own without its example, and new ones from templates."""

import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from assay import git
from assay.errors import InputError, Problem

PACKAGE = Path(__file__).resolve().parents[1]
TEMPLATES = Path(__file__).resolve().parent / "templates"
FOLDERS = (".ci/", ".dvc/", ".github/", "scripts/")
KEPT = (
    ".dvcignore",
    ".gitattributes",
    ".gitignore",
    ".gitlab-ci.yml",
    ".pre-commit-config.yaml",
    "LICENSE",
    "Makefile",
    "dvc.yaml",
    "pyproject.toml",
    "requirements*.lock",
)
TOLD = (("corpus", 2), ("gold", 2), ("evidence", 3), ("runs", 3))  # folders, how deep their READMEs say how
# The contract that every kind of retrieval keeps, a team's own too; and the repository's data themselves.
TESTS = (
    "tests/retrieval/__init__.py",
    "tests/retrieval/conftest.py",
    "tests/retrieval/test_contract.py",
    "tests/test_repository.py",
)
RENDERED = {
    "README.md": "README.{lang}.md.j2",
    "CHANGELOG.md": "CHANGELOG.{lang}.md.j2",
    "gold/CHANGELOG.md": "labels.{lang}.md.j2",
    "params.yaml": "params.yaml.j2",
    "tests/conftest.py": "conftest.py.j2",
}
EMPTY = ("gold/passages.jsonl", "gold/queries.jsonl")
_BENCH = ("bench:", ".venv-oracles/")  # against the field's tools: their environment stays with the tool


class Entry(NamedTuple):
    """One file: its bytes, and whether it is a program."""

    data: bytes
    executable: bool = False


def origin() -> Path:
    """Top folder of the clone that the running package belongs to.

    Raises:
        InputError: it belongs to none.
    """
    top = PACKAGE.parents[1]
    if PACKAGE.parent.name != "scripts" or not all((top / name).exists() for name in (".git", "dvc.yaml")):
        rule = "is installed without the repository that a fresh one is made of"
        fix = "clone it, run `make repro` there, and call `.venv/bin/assay init` of that clone"
        raise InputError(Problem("assay", rule, fix))
    return top


def tree(top: Path, lang: str) -> dict[str, Entry]:
    """Files of a fresh repository by path: structure, pipeline and CI, no data.

    Args:
        top: the clone it is made of: what Git tracks there, as it is in the work tree.
        lang: language of its report, README and change logs.
    """
    copied = {name: _copied(top, name) for name in git.tracked(cwd=top) if _is_kept(name)}
    there = {name: entry for name, entry in copied.items() if entry is not None}
    made = {name: Entry(_rendered(template, lang)) for name, template in RENDERED.items()}
    return there | made | {name: Entry(b"") for name in EMPTY}


def _is_kept(name: str) -> bool:
    parts = name.split("/")
    told = parts[-1] == "README.md" and 1 < len(parts) <= dict(TOLD).get(parts[0], 0)
    kept = any(fnmatchcase(name, pattern) for pattern in KEPT) and name != "requirements-oracles.lock"
    return kept or told or name in TESTS or name.startswith(FOLDERS)


def _copied(top: Path, name: str) -> Entry | None:
    """None where somebody has removed the file."""
    path = top / name
    if not path.is_file():
        return None
    data = path.read_bytes()
    change = {"Makefile": _without_bench, ".dvc/config": _without_remotes}.get(name)
    return Entry(change(data.decode()).encode() if change else data, bool(path.stat().st_mode & 0o100))


def _without_bench(text: str) -> str:
    """A Makefile without the targets that measure the tool itself."""
    blocks = [block for block in text.split("\n\n") if not block.startswith(_BENCH)]
    lines = "\n\n".join(blocks).replace(" bench ", " ").split("\n")
    return "\n".join(line for line in lines if "oracles" not in line).rstrip("\n") + "\n"


def _without_remotes(text: str) -> str:
    """DVC's settings without where another repository keeps its outputs."""
    return re.sub(
        r"^\['remote (?:(?!^\[).)*|^[ \t]*remote *=[^\n]*\n", "", text, flags=re.MULTILINE | re.DOTALL
    )


def _rendered(template: str, lang: str) -> bytes:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=False,  # noqa: S701  # Markdown and YAML; the language is the only value
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template(template.format(lang=lang)).render(lang=lang).encode()
