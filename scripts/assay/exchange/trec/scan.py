"""A TREC file read at once by all cores, where every line of it is plain."""

import codecs
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from assay.exchange.trec.form import Form

_PIECE = 1 << 20  # small enough to stay in the processor's cache while it is looked at
_ODD = (b"\r", b"\0", b"\v", b"\f", b"\t")


def scanned(path: Path, form: "Form") -> "pl.DataFrame | None":
    """``line`` and the columns of the form, with its tag; None where a look at single lines is needed.

    Args:
        path: the file.
        form: what a line holds; of a form whose lines may be longer, as what is behind its columns is not seen.

    Raises:
        OSError: the file cannot be read.
    """
    import polars as pl

    if not form.longer or not _starts_plainly(path, form):
        return None
    schema = {name: kind for name, kind in form.schema().items() if name in form.columns}
    rows = pl.scan_csv(
        path,
        separator=" ",
        quote_char=None,
        has_header=False,
        schema=schema,
        truncate_ragged_lines=True,
        ignore_errors=True,
    )
    gap = pl.any_horizontal(pl.col(name).is_null() for name in form.columns)
    real = [~pl.col(name).is_finite() for name, kind in form.numbers.items() if kind == "real"]
    wanted = [*form.kept, *filter(None, [form.tag])]
    with ThreadPoolExecutor(1) as apart:
        count = apart.submit(_plain_lines, path)
        try:
            frame = rows.select(*wanted, flaw=pl.any_horizontal(gap, *real)).collect(engine="streaming")
        except pl.exceptions.PolarsError:
            return None
    if frame.height != count.result() or frame["flaw"].any() or _has_comments(frame[form.columns[0]]):
        return None
    return frame.drop("flaw").with_row_index("line", 1)


def _has_comments(starts: "pl.Series") -> bool:
    """Whether a line starts with ``#``; most start as the one before."""
    return bool(starts.filter((starts != starts.shift()).fill_null(value=True)).str.starts_with("#").any())


def _starts_plainly(path: Path, form: "Form") -> bool:
    """Whether the first line has the columns: there they are counted."""
    with path.open("rb") as file:
        return len(file.readline(_PIECE).split(b" ")) == len(form.columns)


def _plain_lines(path: Path) -> int | None:
    """How many lines a file has; None where something in it has to be looked at."""
    count, last, decode = 0, b"", codecs.getincrementaldecoder("utf-8")().decode
    with path.open("rb") as file:
        try:
            while piece := file.read(_PIECE):
                if any(mark in piece for mark in _ODD):
                    return None
                decode(b"" if piece.isascii() and last.isascii() else piece)
                count += piece.count(b"\n")
                last = piece
            decode(b"", final=True)
        except UnicodeDecodeError:
            return None
    return count if last.endswith(b"\n") else None
