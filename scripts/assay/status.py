"""What is out of date, unlabelled, stale or not shared yet, each with the command that sees to it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from assay import cache, corpora, git, pending
from assay.counting import counted
from assay.errors import InputError, Problem, of_system, refuse
from assay.pending import Finding

DVC = (sys.executable, "-m", "dvc")  # of this environment, whatever PATH says
SHOWN = 6  # names a line lists


def findings(root: Path) -> Iterator[Finding]:
    """All findings, the most urgent first; those without a command are in order.

    First what stops the pipeline or makes its figures wrong, then figures of an earlier state, then labels to come.
    """
    with ThreadPoolExecutor(1) as pool:
        changed = pool.submit(_changed, root)  # DVC takes its seconds while the gold set is read
        yield from _params(root)
        urgent, later = pending.gold(root)
        yield from urgent
        yield from _pipeline(changed)
    yield from _outputs(root)
    yield from _documents(root)
    yield from later
    yield from pending.joining(root)
    yield from pending.judging(root)
    yield from _unmeasured(root)
    yield from _git(root)
    yield from _remote(root)


def _params(root: Path) -> Iterator[Finding]:
    try:
        faults = corpora.faults(root)
    except OSError as error:
        faults = [of_system(error, "params")]
    if faults:
        one = len(faults) == 1
        yield Finding("params", str(faults[0]) if one else counted(len(faults), "problem"), "assay params")
        return
    from assay.start.beginning import missing

    for first in missing(root):
        yield Finding("data", f"{first.where} {first.rule}", first.fix)


def _dvc(root: Path, *arguments: str) -> dict[str, object]:
    done = subprocess.run([*DVC, *arguments, "--json"], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip() and "WARNING" not in line]
        raise InputError(Problem("DVC", said[0].removeprefix("ERROR: ") if said else "failed"))
    found: dict[str, object] = json.loads(done.stdout or "{}")
    return found


def _changed(root: Path) -> dict[str, object]:
    refuse(corpora.unreadable(root))
    return _dvc(root, "status")


def _pipeline(pending: "Future[dict[str, object]]") -> Iterator[Finding]:
    try:
        changed = sorted(pending.result())
    except InputError as error:
        yield Finding("pipeline", str(error.problems[0]), "assay check")
        return
    if changed:
        yield Finding("pipeline", f"out of date: {_some(changed)}", "make repro")
    else:
        yield Finding("pipeline", "up to date for DVC")


def _some(names: list[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


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
        differing = counted(len(done.problems), "differs", "differ")
        yield Finding("outputs", f"{differing} from what was recorded", "assay verify")
    elif done.absent:
        yield Finding("outputs", f"{len(done.absent)} not present", "make repro")
    else:
        agreeing = counted(done.files, "file agrees", "files agree")
        yield Finding("outputs", f"{agreeing} with what was recorded")


def _documents(root: Path) -> Iterator[Finding]:
    """Tables of documents that are older than the results or the code: `dvc repro` alone writes none."""
    from assay.reference import outdated

    try:
        names = outdated(root)
    except (InputError, OSError):
        return  # said above, of params.yaml and of the outputs
    if names:
        yield Finding("documents", f"a generated table is out of date: {_some(names)}", "assay docs")


def _unmeasured(root: Path) -> Iterator[Finding]:
    """Labels that a snapshot lacks; those whose text is nowhere are said above, the others need no action."""
    for path in sorted(root.glob("runs/snapshots/*/passages.parquet")):
        from assay.tables import parse_table

        where = path.relative_to(root).as_posix()
        try:
            table = parse_table(path.read_bytes(), where, ["passage_id", "status"])
        except (InputError, OSError):
            continue  # said above, where outputs are compared with what was recorded
        stale = table.filter(status="stale")
        if len(stale):
            lacks = f"snapshot {path.parent.name} lacks {counted(len(stale), 'labelled text')}"
            names = _some(stale["passage_id"].sort().to_list())
            yield Finding("labels", f"{lacks} ({names}); their queries are not measured there")


def _git(root: Path) -> Iterator[Finding]:
    changed = git.changed(cwd=root)
    if changed:
        yield Finding(
            "git",
            f"{counted(len(changed), 'file')} not committed: {', '.join(changed[:3])}",
            "git add, git commit",
        )
    try:
        ahead = git.run("rev-list", "--count", "@{upstream}..HEAD", cwd=root).decode().strip()
    except InputError:
        yield Finding("git", "the branch has no upstream: commits are in this clone alone")
        return
    if ahead != "0":
        yield Finding("git", f"{counted(int(ahead), 'commit')} not pushed", "git push")


def _remote(root: Path) -> Iterator[Finding]:
    if not cache.remotes(root):
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
        yield Finding("remote", f"{counted(len(missing), 'output')} not pushed", "dvc push")
