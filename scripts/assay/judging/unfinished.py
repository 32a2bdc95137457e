"""Verdicts that are begun and not written: a file a claim in Git's own folder of the clone, which no commit holds."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from assay import git
from assay.errors import Problem, near, of_system
from assay.files import write_file
from assay.jsonl import Row, read_all
from assay.judging.brought import KEYS, NAME
from assay.judging.cases import Wish
from assay.judging.desk import Desk
from assay.judging.stated import line
from assay.judging.verdicts import misshapen
from assay.ledger import author_file
from assay.manifest import canonical, sha256

_WORDS = ("kind", "claim", "quote")  # what a verdict is about: said of other words, it is none of these
Said = dict[str, Any]


class Unfinished:
    """What a reviewer has said of claims of one answer and not written, each as a line that ``--jsonl`` takes.

    It is of a claim in the words that it had: where these have changed, or its number is another claim's, nothing is.

    Attributes:
        folder: where the files are.
        held: what was said since the talk began, by the id of its claim.
        faults: why the disk did not take what was said of a claim, by its id.
    """

    def __init__(self, desk: Desk, wish: Wish) -> None:
        role = ".ruling" if wish.adjudicate else ""
        place = f"assay/judging/{author_file(desk.answer.id)}/{author_file(desk.who)}{role}"
        self.folder = git.own(place, desk.root)
        self.held: dict[str, Said] = {}
        self._about = _words(desk, wish)
        self.faults: dict[str, Problem] = {}

    @property
    def place(self) -> str:
        """The folder for messages."""
        return near(self.folder)

    def of(self, name: str) -> Said:
        """What is said of a claim; what of it no command has written is passed over."""
        if name in self.held:
            return self.held[name]
        path = self._path(name)
        rows: list[Row] = []
        with suppress(OSError):
            rows, _ = read_all(path.read_bytes(), path.name)
        found = next((row.value for row in rows if row.value.get(NAME) == name), {})
        return {
            key: value for key, value in found.items() if key in KEYS and not misshapen({key: value}, name)
        }

    @property
    def left_behind(self) -> list[tuple[str, str]]:
        """What is said of claims that are not there any more, or in other words: name of the file, its line."""
        current = {self._path(name) for name in self._about}
        found = sorted(path for path in self.folder.glob("*.jsonl") if path not in current and path.is_file())
        return [(near(path), path.read_bytes().decode("utf-8", "replace").strip()) for path in found]

    def keep(self, name: str, said: Said) -> None:
        """Put what is said of a claim on the disk; where that fails, :attr:`faults` says why, and it is held all the same."""
        self.held[name] = {NAME: name, **said}
        self.faults.pop(name, None)
        try:
            write_file(self._path(name), f"{line(self.held[name])}\n".encode())
        except OSError as error:
            self.faults[name] = of_system(error, self.place)

    def drop(self, name: str) -> None:
        """Forget it: it is written."""
        self.held.pop(name, None)
        self.faults.pop(name, None)
        with suppress(OSError):
            self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{author_file(name)}.{self._about.get(name, '')}.jsonl"


def _words(desk: Desk, wish: Wish) -> dict[str, str]:
    """Of each claim that may be judged a short hash of its words, by its id: those of the reviewer's own rows, else of all."""
    every = desk.table.about
    known = every if wish.adjudicate else {**every, **desk.of(desk.who)}
    return {
        name: sha256(b"".join(sorted({canonical([row[key] for key in _WORDS]) for row in rows})))[:8]
        for name, rows in known.items()
    }
