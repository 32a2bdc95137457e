"""Rows of queries that stand apart, put together by way of the disk."""

import io
import tempfile
import weakref
from collections.abc import Iterator

import polars as pl


class Regrouped:
    """A file without a name, which is gone when nobody needs it; rows are kept in it by their query."""

    def __init__(self, groups: int) -> None:
        """Rows of one query go into one of so many groups: each is held whole, once."""
        self._places: list[list[tuple[int, int]]] = [[] for _ in range(groups)]
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the last who needs it
        self._end = 0
        weakref.finalize(self, self._file.close)

    def add(self, rows: pl.DataFrame) -> None:
        """More rows (``query_id`` and others), which stand behind those that were added before.

        Raises:
            OSError: there is no room for them.
        """
        marked = rows.with_columns(group=pl.col("query_id").hash() % len(self._places))
        for (group,), some in marked.partition_by("group", as_dict=True, include_key=False).items():
            buffer = io.BytesIO()
            some.write_ipc(buffer)
            self._places[int(group)].append((self._end, buffer.tell()))
            self._file.write(buffer.getbuffer())
            self._end += buffer.tell()

    def groups(self) -> Iterator[pl.DataFrame]:
        """The rows by group, of each query in the order in which they were added."""
        for places in filter(None, self._places):
            parts = []
            for start, size in places:
                self._file.seek(start)
                parts.append(pl.read_ipc(io.BytesIO(self._file.read(size))))
            yield pl.concat(parts)
