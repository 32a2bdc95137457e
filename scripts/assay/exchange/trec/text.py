"""Bytes of TREC files: slices that end with a line, lines with one blank between columns, what is no text."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_MARK = b"\xef\xbb\xbf"
_BLANKS = b" \t\v\f\r"  # what trec_eval takes for white space, besides the line end
_AS_SPACE = bytes.maketrans(_BLANKS, b" " * len(_BLANKS))
_END, _SPACE, _HASH = b"\n #"


def blocks(source: bytes | Path, size: int, *, whole: bool = False) -> Iterator[bytes]:
    """Whole lines, about ``size`` bytes at a time, without a byte order mark at the start of the file.

    Args:
        source: the file's bytes, or the file.
        size: bytes at a time.
        whole: lines that follow one another and start with the same word stay together.
    """
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        first = file.read(len(_MARK))
        yield from _cut(file, b"" if first == _MARK else first, size, whole=whole)


def _cut(file: BinaryIO, start: bytes, size: int, *, whole: bool) -> Iterator[bytes]:
    wanted = size
    while data := file.read(wanted):
        start += data
        end = start.rfind(b"\n") + 1
        end = _last_start(start, end) if whole and end else end
        if end:
            yield start[:end]
            start = start[end:]
        wanted = (
            max(size, 2 * len(start)) if whole and not end else size
        )  # else a long one is copied again and again
    if start:
        yield start


def _last_start(data: bytes, end: int) -> int:
    """Where the lines begin that start with the same word as the last one, which ends at ``end``."""
    start = data.rfind(b"\n", 0, end - 1) + 1
    name = data[start:end].split(None, 1)[:1]
    while start:
        before = data.rfind(b"\n", 0, start - 1) + 1
        if data[before:start].split(None, 1)[:1] != name:
            break
        start = before
    return start


def is_text(data: bytes) -> bool:
    """Whether it is UTF-8."""
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def separator(data: bytes) -> bytes | None:
    """The one mark that parts columns, None where a look at each line is needed; line ends are LF."""
    import numpy as np

    if data.endswith(b"\n\n") or not is_text(data):
        return None
    codes = np.frombuffer(data, dtype=np.uint8)
    if np.count_nonzero(codes < _SPACE) == np.count_nonzero(codes == _END):
        return b" "
    tabs = b"\t" in data
    odd = any(mark in data for mark in (b"\r", b"\0", b"\v", b"\f")) or (tabs and b" " in data)
    return None if odd else b"\t" if tabs else b" "


def legible(data: bytes) -> tuple[bytes, list[tuple[int, str, str]]]:
    """The lines, those empty that no text can be read from; of these the number from 0, the rule and the fix."""
    if b"\0" not in data and b"\r" not in data and is_text(data):
        return data, []
    lines, faults = data.split(b"\n"), []
    for number, line in enumerate(lines):
        body = line.strip(_BLANKS)
        fault = None if body.startswith(b"#") else _illegible(body)
        if fault:
            faults.append((number, *fault))
        lines[number] = b"" if fault else body.replace(b"\r", b" ")
    return b"\n".join(lines), faults


def _illegible(line: bytes) -> tuple[str, str] | None:
    if b"\0" in line:
        return "holds a null byte", "save the file as UTF-8 text"
    if b"\r" in line:
        return "holds a carriage return", "save the file with LF line ends"
    return None if is_text(line) else ("is not UTF-8", "save the file as UTF-8")


def normal(data: bytes) -> "tuple[bytes, npt.NDArray[np.int64], int]":
    """Lines with one space between columns, the number of each from 0, and how many comments were left out.

    Blanks before the first column are dropped, behind the last one is kept at most. Empty lines and those that
    start with ``#`` are left out.
    """
    import numpy as np

    codes = np.frombuffer(data.translate(_AS_SPACE), dtype=np.uint8)
    before = np.concatenate((np.array([_END], np.uint8), codes[:-1]))
    codes = codes[(codes != _SPACE) | ((before != _SPACE) & (before != _END))]
    if len(codes) and codes[-1] != _END:
        codes = np.concatenate((codes, np.array([_END], np.uint8)))
    ends = np.flatnonzero(codes == _END)
    starts = np.concatenate((np.zeros(min(1, len(ends)), np.int64), ends[:-1] + 1))
    comment = codes[starts] == _HASH
    keep = (ends > starts) & ~comment
    codes = codes[np.repeat(keep, ends - starts + 1)]
    return codes.tobytes(), np.flatnonzero(keep), int(comment.sum())
