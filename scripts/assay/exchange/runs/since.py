"""Which documents here changed since a run was recorded elsewhere, as far as Git knows."""

import datetime as dt
from pathlib import Path

from assay import git
from assay.counting import counted
from assay.errors import InputError
from assay.retrieval.documents import is_document

_SHOWN = 3


def changed_since(root: Path, source: str, moment: str) -> str | None:
    """A line on the documents of a source that were changed or removed since; None: none, or no history is there.

    New documents are no news: what stood in the others stands there still. Of a day, all of it is before.

    Args:
        root: the repository.
        source: folder of documents.
        moment: a day or a time, as 2026-11-01 or 2026-11-01T09:30:00Z.
    """
    after = moment if "T" in moment else f"{moment}T23:59:59"
    how = ("--name-only", "--diff-filter=MD", "-M", "-z")
    try:
        past = git.run("log", "--format=", f"--since={after}", *how, "--", source, cwd=root)
        now = git.run("diff", *how, "HEAD", "--", source, cwd=root) if _is_over(moment) else b""
        commit = git.run("rev-list", "-1", f"--before={after}", "HEAD", cwd=root).decode().strip()
    except InputError:  # no commit yet
        return None
    paths = {name.strip() for name in (past + now).decode(errors="replace").split("\0")}
    names = sorted(
        Path(path).relative_to(source).with_suffix("").as_posix()
        for path in paths
        if path.startswith(f"{source}/") and is_document(path)
    )
    if not names:
        return None
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    said = f"{counted(len(names), 'document')} changed here since {moment}: {', '.join(names[:_SHOWN])}{more}"
    at = f"git worktree add ../{moment[:10]} {commit[:12]}, and import there"
    how_to = at if commit else "import it beside the documents of that time (no commit here is that old)"
    return f"{said}: words that are gone since count as not found; to measure on those of that time: {how_to}"


def _is_over(moment: str) -> bool:
    """Whether its day is over: what is not committed today may be what was searched today."""
    return moment[:10] < dt.datetime.now(dt.UTC).strftime("%Y-%m-%d")
