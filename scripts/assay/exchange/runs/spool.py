"""Lists of results kept on disk while a large file is read: a place for each, and their JSON as it will be written."""

import json
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from assay.exchange.runs.list_texts import Texts
from assay.jsonl import dump_row
from assay.retrieval.nested import Found

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
            plain: no score is close to 0 or so large that it has an exponent (:func:`assay.exchange.runs.list_texts.is_plain`).

        Raises:
            OSError: there is no room for them.
        """
        texts = [_text(found) if plain else _exact(found) for found in lists]
        return self.keep(Texts(b"".join(texts), list(map(len, texts))), list(map(len, lists)))

    def keep(self, texts: Texts, counts: Sequence[int]) -> list[Stored]:
        """Keep some lists of which the JSON is known, as Python writes it.

        Args:
            texts: that of each list.
            counts: how many results each has.

        Raises:
            OSError: there is no room for them.
        """
        self._file.seek(self._end)
        self._file.write(texts.data)
        places = []
        for size, count in zip(texts.sizes, counts, strict=True):
            places.append(Stored(self._end, size, count))
            self._end += size
        self.count += sum(map(bool, counts))
        return places

    def clear(self) -> None:
        """Forget all lists."""
        self.count = self._end = 0

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
        before, after = (_fields({key: line[key] for key in some}) for some in (keys[:at], keys[at + 1 :]))
        return b"{" + b", ".join(filter(None, [before, b'"retrieved": ' + text, after])) + b"}\n"


def _fields(some: dict[str, Any]) -> bytes:
    return dump_row(some)[1:-1].encode() if some else b""


def _text(found: Sequence[Found]) -> bytes:
    return msgspec.json.format(_encode(found), indent=0)


def _exact(found: Sequence[Found]) -> bytes:
    return json.dumps(msgspec.to_builtins(found), ensure_ascii=False).encode()
