"""What Git runs for the gold files of a clone in which `assay git enable` was called.

``python -m assay.changes.driver text FILE`` prints a version for `git diff`; ``merge`` and ``common BASE OURS THEIRS
MARKS PATH`` write the merge of three into OURS. Git calls it for every version of every file: it starts without the
libraries, and the command line, of the other commands.
"""

import sys
from pathlib import Path

from assay import git
from assay.changes.driver_file import common_file, merged_file
from assay.corpora import language
from assay.errors import InputError

CONFLICT = 9  # any failure of Python is 1 or 2: it must not look like a conflict that was written
UNREADABLE = 8
PASSAGES = "gold/passages.jsonl"
_FEW = 5  # problems of lines that are printed


def main(arguments: list[str]) -> int:
    """Run one of the three; the status tells Git's shell what to do next."""
    sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    action, *rest = arguments
    if action == "text":
        return _text(Path(rest[0]))
    return _merge(rest, common=action == "common")


def _text(file: Path) -> int:
    from assay.changes.textual import text_of

    text = text_of(file.read_bytes(), _language(), _passages)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    return 0


def _passages() -> dict[str, str]:
    """Texts of the work tree, so that both sides of a difference name a passage by the same words."""
    from assay.changes.textual import passage_texts

    try:
        return passage_texts(Path(PASSAGES).read_bytes())
    except OSError:
        return {}


def _language() -> str:
    """That of the report; Git calls drivers in the top folder of the work tree."""
    try:
        return language(Path())
    except (InputError, OSError):
        return "en"


def _merge(arguments: list[str], *, common: bool) -> int:
    """Write the merge in place of ours, or nothing where some version has lines that are no rows."""
    base, ours, theirs, marks, where = arguments
    versions = (Path(base).read_bytes(), Path(ours).read_bytes(), Path(theirs).read_bytes())
    try:
        if common:
            Path(ours).write_bytes(common_file(versions, where))
            return 0
        done = merged_file(versions, where, int(marks), show_base=_shows_base())
    except InputError as error:
        shown = [f"assay: {problem}" for problem in error.problems[:_FEW]]
        more = len(error.problems) - len(shown)
        print(*shown, *([f"assay: … and {more} more"] if more else []), sep="\n", file=sys.stderr)
        return UNREADABLE
    Path(ours).write_bytes(done.data)
    for problem in done.problems:
        print(f"CONFLICT (gold): {problem}", file=sys.stderr)
    return CONFLICT if done.problems else 0


def _shows_base() -> bool:
    try:
        return git.run("config", "merge.conflictStyle").strip() in (b"diff3", b"zdiff3")
    except InputError:  # it is not set
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
