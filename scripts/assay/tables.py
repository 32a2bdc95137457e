"""Tables on disk: Parquet with the same bytes everywhere, keys of ids, checks by pandera models."""

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import polars as pl
from polars.exceptions import PolarsError

from assay.errors import InputError, Problem, shown
from assay.manifest import canonical
from assay.stage import Stage

if TYPE_CHECKING:
    import pandera.polars as pa

ROWS_PER_GROUP = 65_536
DIGITS = 12  # of floats in data: far above the noise of summation, far below any difference that matters
ENDLESS = 1e300  # a bound of models that only infinite numbers and NaN do not pass
PATTERNS = {  # of texts in models: what a text must be that does not match
    r"^[0-9a-f]{64}$": "a SHA-256 (64 digits 0-9, a-f)",
    r"^[^\x00-\x1f\x7f-\x9f]+$": "a text without control characters, not empty",
    r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$": "a language code such as ru or en",
}


def key_of(identifier: str) -> int:
    """Integer key of an id: the first 8 bytes of its SHA-256, big endian."""
    return int.from_bytes(hashlib.sha256(identifier.encode()).digest()[:8], "big")


def keys_of(ids: pl.Series) -> pl.Series:
    """Integer keys (u64) of a column of ids, each distinct id hashed once.

    Raises:
        InputError: two ids have the same key.
    """
    distinct = ids.drop_nulls().unique().sort()
    keys = pl.Series("key", [key_of(identifier) for identifier in distinct], dtype=pl.UInt64)
    if keys.n_unique() != len(keys):
        twice = distinct.filter(keys.is_duplicated()).to_list()
        raise InputError(Problem("ids", f"{twice} have the same 64-bit key", "rename one of them"))
    return ids.replace_strict(distinct, keys, default=None, return_dtype=pl.UInt64)


def digest(parts: Iterable[Any]) -> str:
    """SHA-256 of the canonical JSON of some values in a list, a table as its columns by name; made piece by piece."""
    made = hashlib.sha256()
    for before, part in zip(chain("[", repeat(",")), parts, strict=False):
        made.update(before.encode())
        for piece in _pieces(part) if isinstance(part, pl.DataFrame) else [canonical(part)]:
            made.update(piece)
    made.update(b"]")
    return made.hexdigest()


def _pieces(frame: pl.DataFrame) -> Iterator[bytes]:
    for before, name in zip(chain("{", repeat(",")), sorted(frame.columns), strict=False):
        yield before.encode() + canonical(name) + b":["
        for start in range(0, frame.height, ROWS_PER_GROUP):
            rows = canonical(frame[name].slice(start, ROWS_PER_GROUP).to_list())[1:-1]
            yield (b"," if start else b"") + rows
        yield b"]"
    yield b"}"


def text_sha256(text: str) -> str:
    """Hexadecimal SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def round_floats(frame: pl.DataFrame) -> pl.DataFrame:
    """All float columns rounded to 12 digits after the point, without negative zeros."""
    rounded = pl.selectors.float().round(DIGITS)
    # Polars takes "+ 0.0" for nothing to do, so the sign of zero is taken off by hand
    return frame.with_columns(pl.when(rounded == 0).then(0.0).otherwise(rounded).name.keep())


def table_bytes(frame: pl.DataFrame, key: list[str]) -> bytes:
    """Parquet bytes that do not depend on the number of threads: sorted by key, one chunk, fixed groups."""
    buffer = io.BytesIO()
    ordered = round_floats(frame).sort(key, maintain_order=True).rechunk()
    ordered.write_parquet(buffer, compression="zstd", row_group_size=ROWS_PER_GROUP, statistics=False)
    return buffer.getvalue()


def read_table(stage: Stage, name: str, *parts: str, columns: list[str] | None = None) -> pl.DataFrame:
    """A table that another stage wrote; its bytes are recorded.

    Raises:
        InputError: it is no table, or lacks columns.
    """
    where = stage.path(name, *parts).as_posix()
    return parse_table(stage.read(name, *parts), where, columns)


def parse_table(data: bytes, where: str, columns: list[str] | None = None) -> pl.DataFrame:
    """A table from the bytes of its file.

    Raises:
        InputError: it is no table, or lacks columns.
    """
    try:
        return pl.read_parquet(io.BytesIO(data), columns=columns)
    except PolarsError:
        raise InputError(
            Problem(where, "is no table as its stage wrote it", "delete it and run `make repro`")
        ) from None


def write_table(stage: Stage, name: str, file: str, frame: pl.DataFrame, key: list[str]) -> None:
    """Write a table sorted by key; its bytes are recorded."""
    stage.write(name, file, table_bytes(frame, key))


def check(
    model: "type[pa.DataFrameModel]",
    frame: pl.DataFrame,
    where: str,
    labels: pl.Series | None = None,
    fixes: Mapping[str, str] | None = None,
) -> pl.DataFrame:
    """Hold a frame against a pandera model; all failures at once.

    Args:
        model: the model; ``frame`` is an eager frame (pandera skips value checks on lazy ones).
        frame: rows in the order of the file.
        where: the file's name.
        labels: place of each row for messages (``gold/queries.jsonl:14 q-017``); default: ``where:row``.
        fixes: next step by column; default: ``change it``.

    Raises:
        InputError: one problem a failing cell and rule, in order of rows, then of columns.
    """
    from pandera.errors import SchemaErrors

    try:
        return model.validate(frame, lazy=True)
    except SchemaErrors as error:
        cases: pl.DataFrame = error.failure_cases
        rules = {getattr(one.check, "error", one.check): _in_words(one.check) for one in error.schema_errors}
        rows = cases.sort("index", maintain_order=True).with_columns(pl.col("check").replace(rules))
        raise InputError(
            [_problem(case, frame, where, labels, fixes or {}) for case in rows.iter_rows(named=True)]
        ) from None


def _problem(
    case: dict[str, Any], frame: pl.DataFrame, where: str, labels: pl.Series | None, fixes: Mapping[str, str]
) -> Problem:
    row, column = case.get("index"), case.get("column") or case.get("schema_context") or ""
    place = where if row is None else str(labels[row]) if labels is not None else f"{where}:{row + 1}"
    value = case["failure_case"] if row is None or column not in frame.columns else frame[column][row]
    rule = f"{column} is {shown(value)}, {case['check']}"
    return Problem(place, rule.strip(), fixes.get(column, "change it"))


def _in_words(check: Any) -> str:
    """What a value must be, of a rule of pandera: a check with its bounds, or the name of one without any."""
    words = _WORDS.get(getattr(check, "name", check))
    given = getattr(check, "statistics", {})
    return words(given) if words else f"breaks the rule {getattr(check, 'error', check)}"


def _range(low: float, high: float) -> str:
    most = f", at most {high}" if high < ENDLESS else ""
    return "must be a finite number" + (f", at least {low}" if low > -ENDLESS else "") + most


def _length(low: int | None, high: int | None) -> str:
    return "must not be empty" if (low, high) == (1, None) else f"must have {low} to {high} characters"


_WORDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "greater_than_or_equal_to": lambda given: f"must be at least {given['min_value']}",
    "less_than_or_equal_to": lambda given: f"must be at most {given['max_value']}",
    "in_range": lambda given: _range(given["min_value"], given["max_value"]),
    "isin": lambda given: f"must be one of {', '.join(map(str, given['allowed_values']))}",
    "str_matches": lambda given: (
        f"must be {PATTERNS.get(given['pattern'], 'of the form ' + given['pattern'])}"
    ),
    "str_length": lambda given: _length(given["min_value"], given["max_value"]),
    "not_nullable": lambda _: "must have a value",
    "field_uniqueness": lambda _: "must stand in one row only",
}
