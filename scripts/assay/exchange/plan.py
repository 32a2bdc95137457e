"""What an import or export would write: shown first, then written whole or not at all."""

import errno
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from assay.corpora import PARAMS
from assay.counting import counted
from assay.errors import Problem, refuse
from assay.exchange.listing import first, is_uncut
from assay.exchange.losses import Loss, lines_of
from assay.files import temporary, write_beside
from assay.locking import locked, uninterrupted

SHOWN = 3  # records of a preview
_WIDTH = 160  # characters of one of its lines


@dataclass(frozen=True)
class Stream:
    """A file too large to be held.

    Attributes:
        write: writes it, the same each time.
        lines: how many it has.
    """

    write: Callable[[BinaryIO], None]
    lines: int


@dataclass
class Plan:
    """What would be written below a folder, and what people should know before.

    Attributes:
        writes: new bytes by path.
        facts: counts, and how the files were read.
        losses: what the new form cannot say.
        preview: the first records as they would stand there.
        following: what to do next.
        streams: files too large to be held, by path; none of them is there yet.
        words: how a file changes, by path, where its size says little.
        removes: paths of files that are taken away.
        details: lines behind the facts, each with lines of its own, of which three are shown.
        refused: why it is not carried out before people decide; all else shows what would be done.
        read: bytes, as they were when the plan was made, of files that it changes.
    """

    writes: dict[str, bytes] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    preview: list[str] = field(default_factory=list)
    following: list[str] = field(default_factory=list)
    streams: dict[str, Stream] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    removes: list[str] = field(default_factory=list)
    details: list[tuple[str, list[str]]] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    read: dict[str, bytes] = field(default_factory=dict)

    def changes(self, root: Path) -> dict[str, bytes | Stream]:
        """The files that are not there yet with these bytes."""
        everything: dict[str, bytes | Stream] = {**self.writes, **self.streams}
        return {
            path: data
            for path, data in sorted(everything.items())
            if not (root / path).is_file() or isinstance(data, Stream) or (root / path).read_bytes() != data
        }

    def report(self, root: Path, *, dry: bool) -> Iterator[str]:
        """Lines for people: counts, losses, the files, and before anything is written a preview.

        Args:
            root: where it is written.
            dry: whether it is only shown.
        """
        yield from self.facts
        yield from _detail_lines(self.details)
        yield from lines_of(self.losses)
        if dry and self.preview:
            yield "preview:"
            yield from (f"  {line}" for line in cut_lines(self.preview))
        changes = self.changes(root)
        for path, data in sorted(changes.items(), key=lambda pair: (not (root / pair[0]).exists(), pair[0])):
            new = not (root / path).exists()
            verb = ("would write" if dry else "wrote") if new else ("would change" if dry else "changed")
            yield f"{verb} {path}: {self.words.get(path) or _size(path, data)}"
        yield from (f"{'would remove' if dry else 'removed'} {path}" for path in self.removes)
        if not changes and not self.removes:
            yield "nothing to write: all of it is there already"
        elif not dry:
            yield from self.following

    def carry_out(self, root: Path) -> None:
        """Write everything: each file beside its place first, so that one that does not fit leaves all as it was.

        A changed file keeps its mode. Then each file is renamed into its place, params.yaml, which makes the pipeline
        read the others, as the last, and hidden files, which tell of the others, before it. Where one cannot be, those
        before it are put back. Killed between two of these, the files in front are new and the others old, each of
        them whole; ``.tmp`` files may stay. The same import again completes it.

        Raises:
            InputError: ``refused``; a file of ``read`` was changed meanwhile; another command is writing all the time.
            OSError: what the system refuses; nothing is changed then, and folders that were made are gone again.
        """
        refuse(self.refused)
        with locked(root), ExitStack() as undo:
            refuse(self._changed_meanwhile(root))
            ready = []
            for path, data in self.changes(root).items():
                place = root / path
                if place.is_dir():
                    raise IsADirectoryError(
                        errno.EISDIR, "is a folder, and a file is to be there", str(place)
                    )
                _make_folder(place.parent, undo)
                beside = temporary(place)
                undo.callback(beside.unlink, missing_ok=True)
                write_beside(place, data.write if isinstance(data, Stream) else data, beside)
                if place.exists():
                    beside.chmod(stat.S_IMODE(place.stat().st_mode))
                ready.append((beside, place))
            ready.sort(key=lambda pair: (pair[1] == root / PARAMS, _is_record(pair[1])))
            with uninterrupted():
                self._put(root, ready, undo)
                undo.pop_all()

    def _changed_meanwhile(self, root: Path) -> list[Problem]:
        rule, fix = "was changed by another command meanwhile; nothing is written", "run this one again"
        return [
            Problem(path, rule, fix)
            for path, data in self.read.items()
            if data != ((root / path).read_bytes() if (root / path).exists() else b"")
        ]

    def _put(self, root: Path, ready: Iterable[tuple[Path, Path]], undo: ExitStack) -> None:
        """Remove what is to go and rename the others into their places; the system may refuse any of them."""
        back = undo.enter_context(ExitStack())
        for path in self.removes:
            _keep(root / path, back)
            (root / path).unlink(missing_ok=True)
        for beside, place in ready:
            _keep(place, back)
            try:
                beside.replace(place)
            except OSError as error:  # it would be said of the file beside
                raise OSError(error.errno, error.strerror, str(place)) from error
        back.pop_all()


def _keep(place: Path, back: ExitStack) -> None:
    """Have a file put back as it is, or taken away again where there is none, unless it is so still."""
    old = (place.read_bytes(), stat.S_IMODE(place.stat().st_mode)) if place.exists() else None

    def restore() -> None:
        if old is None:
            place.unlink(missing_ok=True)
        elif not place.exists() or place.read_bytes() != old[0]:
            beside = write_beside(place, old[0], temporary(place))
            beside.chmod(old[1])
            beside.replace(place)

    back.callback(restore)


def _is_record(path: Path) -> bool:
    """Whether a file says what was written: it comes after what it tells of, or half an import looks like edits."""
    return path.name.startswith(".")


def _make_folder(folder: Path, undo: ExitStack) -> None:
    """The folder with those above it; removed again where not all could be written."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        path.mkdir()
        undo.callback(path.rmdir)


def _detail_lines(details: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    for head, lines in details:
        yield head
        margin = " " * (len(head) - len(head.lstrip()) + 2)
        shown = first(lines)
        yield from (f"{margin}{line}" for line in (lines if is_uncut() else cut_lines(shown)))
        if len(shown) < len(lines):
            yield f"{margin}… and {len(lines) - len(shown)} more (--all shows each)"


def cut_lines(lines: Iterable[str]) -> Iterator[str]:
    """Lines that are not longer than a screen."""
    for line in lines:
        yield line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def _size(path: str, data: bytes | Stream) -> str:
    if isinstance(data, Stream):
        return counted(data.lines, "line")
    if path.endswith((".jsonl", ".csv", ".tsv")):
        return counted(data.count(b"\n"), "line")
    return counted(len(data), "byte")
