"""Records the bytes of every module of scripts/ that this process compiled.

Hashing the files afterwards would blame the wrong state: a file can change while a stage runs. So a
stage compiles its own modules from bytes it has hashed, and never from a ``.pyc``.
"""

import importlib.abc
import importlib.machinery
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, FrameType, ModuleType

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "scripts"

_compiled: dict[str, bytes] = {}


def compiled_files() -> dict[str, bytes]:
    """Source bytes by path relative to the repository, of every module compiled so far."""
    return dict(sorted(_compiled.items()))


def _record(path: Path) -> bytes:
    data = path.read_bytes()
    _compiled[path.relative_to(ROOT).as_posix()] = data
    return data


class _RecordingLoader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        code: CodeType = self.source_to_code(_record(path), str(path))
        return code


class _RecordingFinder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if spec is None or origin is None or not origin.is_relative_to(CODE):
            return None
        if isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _RecordingLoader(fullname, str(origin))
        return spec


def _running_modules(frame: FrameType | None) -> list[FrameType]:
    """Frames of the modules that were being loaded when this one was imported, the script first."""
    frames = []
    while frame is not None:
        if frame.f_code.co_name == "<module>" and Path(frame.f_code.co_filename).resolve().is_relative_to(
            CODE
        ):
            frames.append(frame)
        frame = frame.f_back
    return frames[::-1]


def install() -> None:
    """Start recording, and record what Python had loaded before: it is compared with its file.

    Raises:
        ImportError: a file differs from the code that is running.
    """
    for frame in _running_modules(inspect.currentframe()):
        path = Path(frame.f_code.co_filename).resolve()
        if compile(_record(path), str(path), "exec") != frame.f_code:
            raise ImportError(
                f"{path.relative_to(ROOT)} changed while it was being loaded; run the stage again"
            )
    _record(CODE / "assay" / "__init__.py")
    sys.meta_path.insert(0, _RecordingFinder())


STAGE = Path(getattr(sys.modules["__main__"], "__file__", None) or "/").resolve().parent == CODE  # is running
if STAGE:
    install()
