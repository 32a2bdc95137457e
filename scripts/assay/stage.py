"""A DVC stage: its arguments, its parameters, what it reads and what it writes.

A stage script imports this module first, so that everything imported after it is recorded.
"""

from assay import recorder  # first: what follows is compiled from recorded bytes

# isort: split
import dataclasses
import importlib.util
import shutil
import signal
import sys
from collections.abc import Collection
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Any, NoReturn, Self

from assay import jsonl, manifest, params
from assay.errors import InputError, Problem, of_system
from assay.files import files_below, write_beside

PARAMS = "params.yaml"
ENVIRONMENT = "requirements.lock"


def _stopped(number: int, frame: object) -> NoReturn:
    """As if it had failed: temporary files go, and so does a program that it has started."""
    del frame
    sys.exit(128 + number)


if recorder.STAGE:  # a script that is stopped while it still imports says nothing
    signal.signal(signal.SIGINT, _stopped)
if importlib.util.find_spec("polars") is None:
    sys.exit(f"{sys.executable} is not this repository's Python; run `. .venv/bin/activate`, or `make repro`")


class Stage:
    """Context of one stage run: at its end all outputs and the manifest appear together, or nothing does.

    The command line is ``[KEY] --name path …``, all of it written in dvc.yaml. What a user can cause ends
    with a message and exit code 1, a command line that is none with 2.
    """

    def __init__(self, name: str, arguments: list[str] | None = None) -> None:
        self._words = list(sys.argv[1:] if arguments is None else arguments)
        self.key = self._words.pop(0) if self._words and not self._words[0].startswith("--") else ""
        self._paths: dict[str, str] = {}
        self._manifest = manifest.Manifest(f"{name}@{self.key}" if self.key else name)
        self._temporary: dict[Path, Path] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _stopped)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self._paths = self._arguments()
            if "manifest" in self._paths:  # one script can be several stages of dvc.yaml
                self._manifest.stage = self.path("manifest").stem
            self.read_file(ENVIRONMENT)
        except (InputError, OSError) as error:
            _tell(error, self._manifest.stage)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._keep()
        except OSError as failure:
            error = failure
        finally:
            for temporary in self._temporary.values():
                temporary.unlink(missing_ok=True)
        if isinstance(error, InputError | OSError | KeyboardInterrupt):
            _tell(error, self._manifest.stage)

    def _arguments(self) -> dict[str, str]:
        flags, values = self._words[::2], self._words[1::2]
        if len(flags) != len(values) or not all(flag.startswith("--") for flag in flags):
            params.read(Path(PARAMS).read_bytes(), PARAMS)  # a name with a space in it is more than one word
            _usage(self._manifest.stage, f"{' '.join(self._words)} is not --name PATH …")
        return {flag.removeprefix("--"): value for flag, value in zip(flags, values, strict=True)}

    def _keep(self) -> None:
        """Give all outputs their names; the manifest last, so that it never speaks of files that are not there."""
        if "manifest" in self._paths:
            self._put(Path(self._paths["manifest"]), self.record().to_bytes())
        for path, temporary in self._temporary.items():
            temporary.replace(path)
        self._temporary = {}

    def _put(self, path: Path, data: bytes) -> None:
        self._temporary[path] = write_beside(path, data)

    def path(self, name: str, *parts: str) -> Path:
        """The path passed as ``--name``, or one below it."""
        if name not in self._paths:
            _usage(self._manifest.stage, f"--{name} is missing")
        return Path(self._paths[name], *parts)

    def params(self, *keys: str) -> Any:
        """The value of one section of params.yaml, checked; recorded in the manifest.

        Raises:
            InputError: the section is absent, or any key of the file breaks its rule.
        """
        value: Any = params.read(Path(PARAMS).read_bytes(), PARAMS)
        for key in keys:
            if key not in value:
                raise InputError(Problem(f"{PARAMS} {'.'.join(keys)}", "is missing", "add it"))
            value = value[key]
        self._manifest.params[".".join(keys)] = value
        return value

    def read_file(self, path: str | Path) -> bytes:
        """Bytes of a file by its path in the repository; recorded."""
        name = PurePosixPath(path).as_posix()
        data = Path(path).read_bytes()
        self._manifest.reads[name] = manifest.sha256(data)
        return data

    def read(self, name: str, *parts: str) -> bytes:
        """Bytes of the file passed as ``--name``, or of one below it; recorded."""
        return self.read_file(self.path(name, *parts))

    def read_folder(self, name: str, named: Collection[str] | None = None) -> dict[str, bytes]:
        """Bytes of all files below the folder passed as ``--name``, by path relative to it, sorted.

        A path that is a file gives that one file under its own name.

        Args:
            name: of the folder.
            named: names of the files that are read, wherever they lie; None: all.
        """
        top = self.path(name)
        if top.is_file():
            return {top.name: self.read_file(top)}
        paths = [path for path in files_below(top) if named is None or path.name in named]
        return {path.relative_to(top).as_posix(): self.read_file(path) for path in paths}

    def read_json(self, name: str, *parts: str) -> dict[str, Any]:
        """The JSON object in the file passed as ``--name``, or in one below it; recorded."""
        return parse_output(self.read(name, *parts), self.path(name, *parts).as_posix())

    def write(self, name: str, file: str, data: bytes) -> None:
        """Write a file below the folder passed as ``--name``; it appears when the stage has ended; recorded."""
        path = self.path(name, file)
        self._put(path, data)
        self._manifest.writes[path.as_posix()] = manifest.sha256(data)

    def write_json(self, name: str, file: str, value: object) -> None:
        """Write canonical JSON: sorted keys, one value a line, final newline."""
        self.write(name, file, manifest.pretty(value))

    def remove_unlisted(self, name: str, listed: set[str]) -> list[str]:
        """Delete what lies in the folder passed as ``--name`` and is not listed; says so, returns the names.

        DVC leaves the outputs of stages that params.yaml no longer defines.
        """
        top = self.path(name)
        gone = sorted(path for path in top.iterdir() if path.name not in listed) if top.is_dir() else []
        for path in gone:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
            self.note(f"removed {path.as_posix()}, which {PARAMS} does not list")
        return [path.name for path in gone]

    def record(self) -> manifest.Manifest:
        """What this run has compiled, read and written so far."""
        code = {path: manifest.sha256(data) for path, data in recorder.compiled_files().items()}
        return dataclasses.replace(self._manifest, code=code)

    def note(self, text: str) -> None:
        """Say something about the progress on stderr."""
        print(f"{self._manifest.stage}: {text}", file=sys.stderr)


def parse_output(data: bytes, where: str) -> dict[str, Any]:
    """The JSON object that a stage wrote.

    Raises:
        InputError: it is none.
    """
    try:
        return jsonl.read_object(data, where, "")
    except InputError:
        fix = "delete it and run `make repro`"
        raise InputError(Problem(where, "is not as its stage wrote it", fix)) from None


def _tell(error: BaseException, stage: str) -> NoReturn:
    if isinstance(error, KeyboardInterrupt):
        print(f"{stage}: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
    print(of_system(error, stage) if isinstance(error, OSError) else error, file=sys.stderr)
    sys.exit(1)


def _usage(stage: str, what: str) -> NoReturn:
    print(f"{stage}: {what}; see its command in dvc.yaml", file=sys.stderr)
    sys.exit(2)
