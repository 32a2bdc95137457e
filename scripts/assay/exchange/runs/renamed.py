"""Lines of results whose fields have other names, and nothing else about them is different: decoded typed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec

from assay.exchange.records.paths import keys_of
from assay.retrieval import nested
from assay.retrieval.nested import Block, Found, Line


@dataclass(frozen=True)
class Decoder:
    """What reads lines in which nothing is amiss.

    Attributes:
        decode: reads one line.
        ranked: whether results say their rank; else it is their place.
    """

    decode: Callable[[bytes], Line]
    ranked: bool

    def block(self, raw: Sequence[bytes]) -> Block | None:
        """As :func:`assay.retrieval.nested.decoded`."""
        return nested.decoded(raw, self.decode, ranked=self.ranked)


def decoder(fields: Mapping[str, str], items: Mapping[str, str]) -> Decoder | None:
    """What reads lines of a mapping; None where that is more than other names of our fields.

    Args:
        fields: path by field of a record.
        items: path by field of a result.
    """
    lines, results = _names(fields, Line), _names(items, Found)
    if lines is None or results is None or not {"id", "retrieved"} <= lines.keys():
        return None
    if "chunk_id" not in results:
        return None
    inner = _struct(Found, results)
    outer = _struct(Line, lines, retrieved=list[inner] | None)  # type: ignore[valid-type]
    read, ranked = msgspec.json.Decoder(outer).decode, "rank" in results

    def decode(raw: bytes) -> Line:
        line: Any = read(raw)
        found = None if line.retrieved is None else _found(line.retrieved, ranked=ranked)
        return Line(line.id, line.query, line.sent, line.latency_ms, line.status, line.message, found)

    return Decoder(decode, ranked)


def _names(paths: Mapping[str, str], struct: type[msgspec.Struct]) -> dict[str, str] | None:
    """Keys by field; None where a path is more than one key, or a field is none of a struct."""
    keys = {name: keys_of(path) for name, path in paths.items()}
    simple = {name: found[0] for name, found in keys.items() if found and len(found) == 1}
    plain = all(key.isprintable() and '"' not in key and "\\" not in key for key in simple.values())
    known = simple.keys() == paths.keys() <= {*struct.__struct_fields__}
    return simple if known and plain and len({*simple.values()}) == len(simple) else None


def _struct(like: type[msgspec.Struct], names: Mapping[str, str], **types: Any) -> Any:
    """A struct whose fields are read from other keys; those without one are None."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(like):
        kind = types.get(field.name, field.type)
        if field.name in names:
            fields.append((field.name, kind) if field.required else (field.name, kind, field.default))
    lacking = dict.fromkeys(name for name in like.__struct_fields__ if name not in names)
    how: dict[str, Any] = {"rename": dict(names), "namespace": lacking, "forbid_unknown_fields": True}
    return msgspec.defstruct(like.__name__, fields, gc=False, **how)


def _found(results: Sequence[Any], *, ranked: bool) -> list[Found]:
    places = (one.rank for one in results) if ranked else count(1)
    return [
        Found(one.chunk_id, rank, one.score, one.doc_id, one.doc_version, one.sha256, one.text)
        for one, rank in zip(results, places, strict=False)
    ]
