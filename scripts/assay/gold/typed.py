"""Gold files read by the types of their fields: ten times as fast as line by line, where nothing is in doubt.

At the first doubt there is no result, and the strict reader says what is wrong, and where.
"""

import io
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, pairwise, repeat
from typing import Annotated, Any, Literal

import msgspec
import polars as pl

from assay.gold.fields import Fields
from assay.gold.kinds import ID, ByPassage, Choice, Items, Kind, Record, Text, Whole

Rows = Sequence[msgspec.Struct]
_BOM = b"\xef\xbb\xbf"


def typed_rows(data: bytes, fields: Fields) -> Rows | None:
    """The rows of a file in its fixed form that has no fault in any field; None if either is in doubt.

    Args:
        data: the file's bytes.
        fields: of its rows, in their order.
    """
    lines = data.split(b"\n")
    if lines.pop() or not lines or data.startswith(_BOM):
        return None
    try:
        decoder = _decoder(fields)
        rows = [decoder.decode(line) for line in lines]
        formed = all(
            msgspec.json.format(_encoder().encode(row), indent=0) == line
            for row, line in zip(rows, lines, strict=True)
        )
        composed = unicodedata.is_normalized("NFC", data.decode("utf-8"))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    ordered = all(before.id < after.id for before, after in pairwise(rows))
    sound = (_sound(field.kind, _stated(rows, name)) for name, field in fields.items())
    return rows if formed and composed and ordered and all(sound) else None


def typed_frame(
    data: bytes,
    rows: Rows,
    schema: dict[str, pl.DataType],
    by_passage: dict[str, str],
    days: Iterable[str] = (),
) -> pl.DataFrame:
    """The frame of such a file, as the strict reader makes it.

    Args:
        data: the file's bytes.
        rows: :func:`typed_rows` of them.
        schema: columns of the frame; ``line`` is the first.
        by_passage: columns that are objects by passage → name of the value in their structs.
        days: columns of dates.
    """
    plain = {name: dtype for name, dtype in schema.items() if name != "line" and name not in by_passage}
    frame = pl.read_ndjson(io.BytesIO(data), schema={**plain, **dict.fromkeys(days, pl.String())})
    return frame.with_columns(
        pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).alias("line"),
        *(pl.col(name).str.to_date("%Y-%m-%d") for name in days),
        *(
            _structs([getattr(row, name) for row in rows], name, schema[name], item)
            for name, item in by_passage.items()
        ),
    ).select(*schema)


def _structs(values: list[dict[str, Any] | None], name: str, dtype: pl.DataType, item: str) -> pl.Series:
    """Objects by passage as lists of structs: null stays null, an empty one is an empty list."""
    parts = [value or {} for value in values]
    flat = {
        "row": list(chain.from_iterable(repeat(row, len(part)) for row, part in enumerate(parts))),
        "passage_id": list(chain.from_iterable(parts)),
        item: list(chain.from_iterable(part.values() for part in parts)),
    }
    inner = dtype.inner.to_schema()  # type: ignore[attr-defined]  # a list of structs
    held = pl.DataFrame(flat, schema={"row": pl.UInt32, **inner})
    lists = held.group_by("row", maintain_order=True).agg(pl.struct("passage_id", item).alias(name))
    every = pl.DataFrame(
        {"row": range(len(values)), "absent": [value is None for value in values]},
        schema_overrides={"row": pl.UInt32},
    )
    joined = every.join(lists, on="row", how="left", maintain_order="left")
    empty = pl.when("absent").then(None).otherwise(pl.col(name).fill_null([])).cast(dtype)
    return joined.select(empty.alias(name)).to_series()


def _stated(rows: Rows, name: str) -> list[Any]:
    """The values of a field that are not null."""
    return [value for row in rows if (value := getattr(row, name)) is not None]


def _sound(kind: Kind, values: Iterable[Any]) -> bool:
    """Whether values of the right type keep the rule of their kind as well; NFC is asked of the whole file."""
    if isinstance(kind, Text):
        distinct = set(values)
        stated = {value for value in distinct if value.strip()}
        return (kind.empty or len(stated) == len(distinct)) and (
            not kind.rule or all(map(kind.valid, stated))
        )
    if isinstance(kind, Items):
        return _sound(kind.of, chain.from_iterable(values))
    if isinstance(kind, ByPassage):
        objects = list(values)
        return _sound(ID, chain.from_iterable(objects)) and _sound(
            kind.of, chain.from_iterable(one.values() for one in objects)
        )
    if isinstance(kind, Record):
        records = list(values)
        return all(_sound(item, [getattr(one, name) for one in records]) for name, item in kind.keys.items())
    return True  # choices and numbers, which are types


@cache
def _encoder() -> msgspec.json.Encoder:
    return msgspec.json.Encoder(order="deterministic")  # objects by passage sorted, fields in their order


def _decoder(fields: Fields) -> msgspec.json.Decoder[Any]:
    columns = [
        (name, _type(field.kind) | None if field.nullable else _type(field.kind))
        for name, field in fields.items()
    ]
    return msgspec.json.Decoder(msgspec.defstruct("Row", columns, forbid_unknown_fields=True))


def _type(kind: Kind) -> Any:
    """The type that a kind of value has."""
    if isinstance(kind, Choice):
        return Literal[kind.values]
    if isinstance(kind, Whole):
        return Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]
    if isinstance(kind, Items):
        return list[_type(kind.of)]  # type: ignore[misc]  # made at run time
    if isinstance(kind, ByPassage):
        return dict[str, _type(kind.of)]  # type: ignore[misc]
    if isinstance(kind, Record):
        keys = [(name, _type(item)) for name, item in kind.keys.items()]
        return msgspec.defstruct("Record", keys, forbid_unknown_fields=True)
    return str
