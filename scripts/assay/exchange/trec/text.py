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
_NEAR = 1 << 16  # bytes before a border that are looked at first


def blocks(source: bytes | Path, size: int, *, whole: bool = False) -> Iterator[bytes]:
    """Whole lines, about ``size`` bytes at a time, without a byte order mark at the start of the file.

    Args:
        source: the file's bytes, or the file.
        size: bytes at a time.
        whole: lines that follow one another and start with the same word stay together.
    """
    with io.BytesIO(source) if isinstance(source, bytes) else _seekable(source) as file:
        yield from _cut(file, len(_MARK) if file.read(len(_MARK)) == _MARK else 0, size, whole=whole)


def _seekable(path: Path) -> BinaryIO:
    file = path.open("rb")
    if file.seekable():
        return file
    with file:  # a pipe
        return io.BytesIO(file.read())


def _cut(file: BinaryIO, start: int, size: int, *, whole: bool) -> Iterator[bytes]:
    total = file.seek(0, io.SEEK_END)
    while start < total:
        end = start + size
        while end < total and (found := _border(file, start, end, whole=whole)) == start:
            end += end - start
        end = found if end < total else total
        file.seek(start)
        yield file.read(end - start)  # the only copy: cutting it off a longer one takes six times as long
        start = end


def _border(file: BinaryIO, start: int, end: int, *, whole: bool) -> int:
    """Where the last line ends that ends before ``end``, or the last group; ``start`` where none does."""
    for size in (_NEAR, end - start):
        file.seek(max(start, end - size))
        data = file.read(min(size, end - start))
        # What comes first may be a piece of a line.
        first = data.find(b"\n") + 1 if size < end - start else 0
        border = data.rfind(b"\n") + 1 - first
        border = _last_start(data[first:], border) if whole and border else border
        if border > 0:
            return end - len(data) + first + border
    return start


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
    if data.endswith(b"\n\n") or not is_text(data):
        return None
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
