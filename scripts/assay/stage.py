"""A DVC stage: its arguments, its parameters, what it reads and what it writes.

A stage script imports this module first, so that everything imported after it is recorded.
"""

from assay import recorder  # first: what follows is compiled from recorded bytes

# isort: split
import dataclasses
import importlib.util
import os
import shutil
import sys
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Any, Self

from assay import manifest, params
from assay.errors import InputError, Problem

PARAMS = "params.yaml"
ENVIRONMENT = "requirements.lock"


if importlib.util.find_spec("polars") is None:
    sys.exit(f"{sys.executable} is not this repository's Python; run `. .venv/bin/activate`, or `make repro`")


class Stage:
    """Context of one stage run; on success it leaves the manifest, on an input error it exits with 1.

    The command line is ``[KEY] --name path …``, all of it written in dvc.yaml.
    """

    def __init__(self, name: str, arguments: list[str] | None = None) -> None:
        words = sys.argv[1:] if arguments is None else arguments
        self.key = words.pop(0) if words and not words[0].startswith("--") else ""
        self._paths = {
            flag.removeprefix("--"): value for flag, value in zip(words[::2], words[1::2], strict=True)
        }
        self._manifest = manifest.Manifest(f"{name}@{self.key}" if self.key else name)
        self.read_file(ENVIRONMENT)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, InputError):
            print(error, file=sys.stderr)
            sys.exit(1)
        if isinstance(error, OSError) and error.filename is not None:
            print(f"{error.filename}: {error.strerror}; see to it and run the stage again", file=sys.stderr)
            sys.exit(1)
        if error is None and "manifest" in self._paths:
            write_file(Path(self._paths["manifest"]), self.record().to_bytes())

    def path(self, name: str, *parts: str) -> Path:
        """The path passed as ``--name``, or one below it."""
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

    def read_folder(self, name: str) -> dict[str, bytes]:
        """Bytes of all files below the folder passed as ``--name``, by path relative to it, sorted.

        A path that is a file gives that one file under its own name.
        """
        top = self.path(name)
        if top.is_file():
            return {top.name: self.read_file(top)}
        files = sorted(path for path in top.rglob("*") if path.is_file() and not path.name.endswith(".tmp"))
        return {path.relative_to(top).as_posix(): self.read_file(path) for path in files}

    def write(self, name: str, file: str, data: bytes) -> None:
        """Write a file below the folder passed as ``--name``, whole or not at all; recorded."""
        path = self.path(name, file)
        write_file(path, data)
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
            if path.is_dir():
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


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: to ``<name>.tmp`` beside it, synced, then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
