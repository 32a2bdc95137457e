"""Lines that came and went, as Git tells them: of a difference, or of each commit of a history."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from assay.errors import InputError, Problem

_PLAIN = (
    "-U0",
    "--text",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--src-prefix=a/",
    "--dst-prefix=b/",
)
# Of a merge it has a range for each parent, and a line as many signs in front.
_HUNK = re.compile(rb"(@@+) -(\d+)[^+]*\+(\d+)\S* @@")


class Line(NamedTuple):
    """A line of a file that one side has and the other has not.

    Attributes:
        commit: in which it came or went; empty: of a difference.
        path: of its file on the side that has it.
        number: of the line there, from 1.
        added: whether it came; from no parent, where it is a merge.
        text: its bytes, without the line end.
    """

    commit: str
    path: str
    number: int
    added: bool
    text: bytes


def differing_lines(root: Path, base: str, *places: str) -> Iterator[Line]:
    """Lines by which tracked files of the working tree differ from a commit; a renamed file is the same one."""
    return _read(root, "diff", *_PLAIN, "-M", base, "--", *places)


def lines_of_commits(root: Path, revisions: str, *places: str, merges: bool = False) -> Iterator[Line]:
    """Lines of each commit, the newest first.

    Args:
        root: top folder of the repository.
        revisions: as of `git log`: a commit with all before it, or ``base..head``.
        places: files and folders.
        merges: also what a merge lacks that one of its parents has; else what it alone brought.
    """
    more = ("-m" if merges else "-c", "--full-history")  # what a merge left behind is in Git all the same
    return _read(root, "log", "-p", "--format=%x00%H", *more, *_PLAIN, revisions, "--", *places)


def _read(root: Path, *words: str) -> Iterator[Line]:
    command = ["git", "-c", "core.quotePath=false", *words]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        if running.stdout is None or running.stderr is None:
            raise AssertionError(command)
        yield from _parsed(running.stdout)
        message = running.stderr.read().decode(errors="replace").strip().splitlines()
    if running.returncode:
        raise InputError(Problem(f"git {words[0]}", message[0] if message else "failed"))


def _parsed(lines: Iterable[bytes]) -> Iterator[Line]:
    """The lines of a patch without context; what stands in a hunk has signs in front, whatever it looks like."""
    commit = old = new = ""
    signs = first = second = 0  # no signs: outside of a hunk
    for raw in lines:
        line = raw.removesuffix(b"\n")
        before, text = line[:signs], line[signs:]
        if signs and b"-" in before:
            yield Line(commit, old, first, False, text)
            first += 1
        elif signs and not before.strip(b" +") and before:
            if before == b"+" * signs:
                yield Line(commit, new, second, True, text)
            second += 1
        elif line.startswith(b"\0"):
            commit, signs = line[1:].decode(), 0
        elif line.startswith(b"diff "):
            signs = 0
        elif line.startswith(b"--- "):
            old = _path(line)
        elif line.startswith(b"+++ "):
            new = _path(line)
        elif found := _HUNK.match(line):
            signs, first, second = len(found[1]) - 1, int(found[2]), int(found[3])


def _path(line: bytes) -> str:
    name = line[4:].removesuffix(b"\t").strip(b'"').decode(errors="replace")
    return name.partition("/")[2]
