"""Lists of results kept on disk while a large file is read: a place for each, and their JSON as it will be written."""

import json
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from assay.jsonl import dump_row
from assay.retrieval.nested import Found

if TYPE_CHECKING:
    import polars as pl

_LEAST, _MOST = (
    1e-4,
    1e16,
)  # between these all writers of JSON give a number the same digits, without an exponent
_RETRIEVED = "retrieved"
_BUFFER = 1 << 18  # bytes that are read at a time: lists are written out nearly in their order
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[Found]).decode


@dataclass(frozen=True, slots=True)
class Stored:
    """Where a list is, and how many results it has: as false as an empty list where it has none."""

    start: int
    size: int
    count: int

    def __len__(self) -> int:
        return self.count


class Spool:
    """A file without a name, which is gone when nobody needs it, however the program ends.

    Attributes:
        count: how many lists it holds that are not empty.
    """

    def __init__(self) -> None:
        self.count = 0
        self._file = tempfile.TemporaryFile(buffering=_BUFFER)  # noqa: SIM115  # closed with the last who needs it
        self._end = 0
        weakref.finalize(self, self._file.close)

    def add(self, lists: Sequence[Sequence[Found]], *, plain: bool) -> list[Stored]:
        """Keep some lists.

        Args:
            lists: of some queries, each in the order of its ranks.
            plain: no score is close to 0 or so large that it has an exponent (:func:`is_plain`).

        Raises:
            OSError: there is no room for them.
        """
        texts = [_text(found) if plain else _exact(found) for found in lists]
        self._file.seek(self._end)
        self._file.write(b"".join(texts))
        places = []
        for text, found in zip(texts, lists, strict=True):
            places.append(Stored(self._end, len(text), len(found)))
            self._end += len(text)
        self.count += sum(map(bool, lists))
        return places

    def text(self, place: Stored) -> bytes:
        """JSON of a list, as it was kept."""
        self._file.seek(place.start)
        text: bytes = self._file.read(place.size)
        return text

    def found(self, place: Stored) -> list[Found]:
        """The results of a list."""
        return _decode(self.text(place))

    def line(self, line: Mapping[str, Any], *, bare: bool) -> bytes:
        """One line of results.jsonl, with its end.

        Args:
            line: a query, with a place for its list or the list itself.
            bare: without what the run's own chunk table says of each result.
        """
        place = line.get(_RETRIEVED)
        if not isinstance(place, Stored):
            return f"{dump_row(dict(line))}\n".encode()
        text = self.text(place)
        if bare:
            text = _exact([Found(one.chunk_id, one.rank, one.score) for one in _decode(text)])
        keys = list(line)
        at = keys.index(_RETRIEVED)
        before, after = ({key: line[key] for key in some} for some in (keys[:at], keys[at + 1 :]))
        parts = [dump_row(before)[1:-1].encode(), b'"retrieved": ' + text, dump_row(after)[1:-1].encode()]
        return b"{" + b", ".join(filter(None, parts)) + b"}\n"


def is_plain(scores: "pl.Series") -> bool:
    """Whether Python writes every score of a column with the digits that others write.

    Args:
        scores: a series of numbers, null where there is none.
    """
    import polars as pl

    size = pl.col("score").abs()
    plain = (size == 0) | size.is_between(_LEAST, _MOST, closed="left")
    return bool(scores.alias("score").to_frame().select(plain.all()).item())


def _text(found: Sequence[Found]) -> bytes:
    return msgspec.json.format(_encode(found), indent=0)


def _exact(found: Sequence[Found]) -> bytes:
    return json.dumps(msgspec.to_builtins(found), ensure_ascii=False).encode()
