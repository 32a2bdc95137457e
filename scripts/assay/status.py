"""What is out of date, unlabelled, stale or not shared yet, each with the command that sees to it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assay import git
from assay.errors import InputError, Problem, of_system
from assay.jsonl import read_rows

DVC = (sys.executable, "-m", "dvc")  # of this environment, whatever PATH says
SHOWN = 6  # names a line lists


@dataclass(frozen=True)
class Finding:
    """One line of the status: what it is about, what was found, and the next command if there is one."""

    topic: str
    text: str
    command: str = ""


def findings(root: Path) -> Iterator[Finding]:
    """All findings, the most urgent first; those without a command are in order."""
    yield from _gold(root)
    yield from _pipeline(root)
    yield from _outputs(root)
    yield from _stale(root)
    yield from _git(root)
    yield from _remote(root)


def _gold(root: Path) -> Iterator[Finding]:
    from assay.gold.cli import gold_problems

    try:
        problems = list(gold_problems(root))
        rows = [
            row.value for row in read_rows((root / "gold/queries.jsonl").read_bytes(), "gold/queries.jsonl")
        ]
    except InputError as error:
        problems, rows = error.problems, []
    except OSError as error:
        problems, rows = [of_system(error, "gold")], []
    if problems:
        yield Finding("gold", f"{len(problems)} problems", "assay gold check")
        return
    unlabelled = sum(row.get("evidence_sets") is None for row in rows)
    unreviewed = sum(row.get("status") == "unreviewed" for row in rows)
    if unlabelled:
        yield Finding(
            "gold",
            f"{unlabelled} of {len(rows)} queries have no evidence sets yet",
            "edit gold/queries.jsonl (gold/README.md)",
        )
    if unreviewed:
        yield Finding(
            "gold",
            f"{unreviewed} of {len(rows)} queries are unreviewed",
            "edit gold/queries.jsonl (gold/README.md)",
        )
    if not unlabelled and not unreviewed:
        yield Finding("gold", f"{len(rows)} queries, all labelled and reviewed")


def _dvc(root: Path, *arguments: str) -> dict[str, object]:
    done = subprocess.run([*DVC, *arguments, "--json"], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip() and "WARNING" not in line]
        raise InputError(Problem("DVC", said[0].removeprefix("ERROR: ") if said else "failed"))
    found: dict[str, object] = json.loads(done.stdout or "{}")
    return found


def _pipeline(root: Path) -> Iterator[Finding]:
    try:
        changed = sorted(_dvc(root, "status"))
    except InputError as error:
        yield Finding("pipeline", str(error), "dvc status")
        return
    if changed:
        shown = ", ".join(changed[:SHOWN]) + (
            f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
        )
        yield Finding("pipeline", f"out of date: {shown}", "make repro")
    else:
        yield Finding("pipeline", "up to date for DVC")


def _outputs(root: Path) -> Iterator[Finding]:
    from assay.verify import verify

    try:
        done = verify(root)
    except InputError as error:
        yield Finding("outputs", str(error.problems[0]), "assay verify")
        return
    except OSError as error:
        yield Finding("outputs", str(of_system(error, "outputs")), "assay verify")
        return
    if done.problems:
        yield Finding("outputs", f"{len(done.problems)} differ from what was recorded", "assay verify")
    elif done.absent:
        yield Finding("outputs", f"{len(done.absent)} not present", "make repro")
    else:
        yield Finding("outputs", f"{done.files} files agree with what was recorded")


def _stale(root: Path) -> Iterator[Finding]:
    for path in sorted(root.glob("runs/snapshots/*/passages.parquet")):
        from assay.tables import parse_table

        where = path.relative_to(root).as_posix()
        try:
            table = parse_table(path.read_bytes(), where, ["passage_id", "status"])
        except (InputError, OSError):
            continue  # said above, where outputs are compared with what was recorded
        stale = table.filter(status="stale")
        if len(stale):
            names = ", ".join(stale["passage_id"].sort().head(3))
            yield Finding(
                "labels",
                f"{len(stale)} passages are stale on {path.parent.name}: {names}",
                "assay gold check",
            )


def _git(root: Path) -> Iterator[Finding]:
    changed = git.changed(cwd=root)
    if changed:
        yield Finding(
            "git", f"{len(changed)} files not committed: {', '.join(changed[:3])}", "git add, git commit"
        )
    try:
        ahead = git.run("rev-list", "--count", "@{upstream}..HEAD", cwd=root).decode().strip()
    except InputError:
        yield Finding("git", "the branch has no upstream: commits are in this clone alone")
        return
    if ahead != "0":
        yield Finding("git", f"{ahead} commits not pushed", "git push")


def _remote(root: Path) -> Iterator[Finding]:
    files = (root / ".dvc/config", root / ".dvc/config.local")
    if not any('remote "' in path.read_text("utf-8") for path in files if path.is_file()):
        yield Finding(
            "remote", "none is set: outputs are in this clone's cache alone (they can be recomputed)"
        )
        return
    try:
        missing = _dvc(root, "status", "--cloud")
    except InputError as error:
        yield Finding("remote", str(error), "dvc status --cloud")
        return
    if missing:
        yield Finding("remote", f"{len(missing)} outputs not pushed", "dvc push")
