"""The drivers of the gold files in the configuration of one clone: set up, taken away, there or not."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

from assay import git
from assay.changes.driver import CONFLICT, UNREADABLE
from assay.changes.revisions import FILES
from assay.errors import InputError, Problem

NAME = "assay-gold"  # as .gitattributes has it
_COMMON = f"{NAME}-common"
_MODULE = "assay.changes.driver"
_OWN = '.venv/bin/python "$(git rev-parse --git-common-dir)/../.venv/bin/python"'
_LINES = "git merge-file -q -L ours -L base -L theirs"

# Whatever fails (an old commit is checked out that has no such module, the environment is gone), Git goes on:
# the file as it is, the merge of lines.
_TEXT = (
    'f() {{ for p in {programs}; do [ -x "$p" ] && "$p" -P -m {module} text "$1" 2>/dev/null && return 0; done; '
    'echo "assay: $1 is shown as it is: its program cannot run (make check)" >&2; cat "$1"; }}; f'
)
_MERGE = (
    'f() {{ for p in {programs}; do if [ -x "$p" ]; then "$p" -P -m {module} {action} "$@"; s=$?; '
    "case $s in 0) return 0;; {conflict}) return 1;; {unreadable}) break;; esac; fi; done; "
    'echo "assay: $5: merged line by line, not by id; then: assay gold check" >&2; '
    '{lines} --marker-size="$4" "$2" "$1" "$3" || return 1; }}; f %O %A %B %L %P'
)


def settings(root: Path) -> dict[str, str]:
    """What stands in the configuration when the drivers are set up: value by key.

    The commands find the environment from wherever Git runs them: `.venv` of the work tree, or of the clone
    that a linked work tree belongs to, so that both may be moved; an environment elsewhere by its path.
    """
    programs = _OWN if _is_own(root) else shlex.quote(sys.executable)
    parts = {"programs": programs, "module": _MODULE}
    merging = {
        action: _MERGE.format(
            **parts | {"programs": programs.replace("%", "%%")},
            action=action,
            conflict=CONFLICT,
            unreadable=UNREADABLE,
            lines=_LINES,
        )
        for action in ("merge", "common")
    }
    return {
        f"diff.{NAME}.textconv": _TEXT.format(**parts),
        f"diff.{NAME}.xfuncname": "^([^[:space:]].*)$",
        f"merge.{NAME}.name": "gold files by id and field",
        f"merge.{NAME}.driver": merging["merge"],
        f"merge.{NAME}.recursive": _COMMON,
        f"merge.{_COMMON}.name": "gold files that two branches have in common",
        f"merge.{_COMMON}.driver": merging["common"],
    }


def enable(root: Path) -> list[str]:
    """Set up the drivers in this clone; the keys that were not there as they are now.

    Raises:
        InputError: the program does not run as Git would run it.
    """
    _try_out(root)
    wanted = settings(root)
    changed = [key for key, value in wanted.items() if _value(root, key) != value]
    for key in changed:
        git.run("config", "--local", "--replace-all", key, wanted[key], cwd=root)
    return changed


def disable(root: Path) -> list[str]:
    """Take the drivers out of this clone; the keys that were there."""
    there = [key for key in settings(root) if _value(root, key) is not None]
    for key in there:
        git.run("config", "--local", "--unset-all", key, cwd=root)
    return there


def is_enabled(root: Path) -> bool:
    """Whether the drivers are set up in this clone, as this version does it."""
    return all(_value(root, key) == value for key, value in settings(root).items())


def unmapped(root: Path) -> list[Problem]:
    """Gold files that .gitattributes does not give to the drivers: Git reads them as any text."""
    told = git.names("check-attr", "-z", "diff", "merge", "--", *FILES.values(), cwd=root)
    lost = sorted({path for path, value in zip(told[::3], told[2::3], strict=False) if value != NAME})
    return [
        Problem(
            ".gitattributes",
            f"does not name the drivers of {path}",
            f"add the line `{path} diff={NAME} merge={NAME}`",
        )
        for path in lost
    ]


def _is_own(root: Path) -> bool:
    """Whether this is the environment of the clone, which moves with it."""
    common = root / git.line("rev-parse", "--git-common-dir", cwd=root)
    here = Path(sys.prefix).resolve()
    return here in {(root / ".venv").resolve(), (common.parent / ".venv").resolve()}


def _value(root: Path, key: str) -> str | None:
    try:
        return git.line("config", "--local", "-z", "--get", key, cwd=root).rstrip("\0")
    except InputError:
        return None


def _try_out(root: Path) -> None:
    """Run the program on an empty file, without what this shell alone knows."""
    alone = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    words = [sys.executable, "-P", "-m", _MODULE, "text", os.devnull]
    done = subprocess.run(words, cwd=root, env=alone, capture_output=True, check=False)
    if done.returncode:
        rule = f"does not run as Git would run it: {shlex.join(words)}"
        raise InputError(Problem("assay", rule, "call it from the environment that `make repro` makes"))
