import hashlib
import io
import os
import subprocess
import sys

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import tables
from assay.errors import InputError
from assay.manifest import canonical, sha256
from assay.tables import check, digest, key_of, keys_of, parse_table, table_bytes


def test_a_key_is_the_start_of_the_hash():
    """First 8 bytes of SHA-256, big endian."""
    assert key_of("returns#1") == int(hashlib.sha256(b"returns#1").hexdigest()[:16], 16)


def test_keys_keep_nulls_and_repeats():
    """A foreign chunk without an id has no key."""
    keys = keys_of(pl.Series("id", ["a", None, "a", "007"]))
    assert keys.to_list() == [key_of("a"), None, key_of("a"), key_of("007")]


def test_bytes_do_not_depend_on_the_order_of_rows():
    """Rows are sorted by key before they are written."""
    frame = pl.DataFrame({"id": ["b", "a", "c"], "value": [0.1 + 0.2, -0.0, 1.0]})
    assert table_bytes(frame, ["id"]) == table_bytes(frame.reverse(), ["id"])
    values = pl.read_parquet(table_bytes(frame, ["id"]))["value"].to_list()
    assert list(map(str, values)) == ["0.0", "0.3", "1.0"]


PROGRAM = """
import hashlib, polars as pl
from assay.tables import table_bytes
frame = pl.DataFrame({"id": range(300_000)}).with_columns(value=(pl.col("id") * 0.1).sin(), name=pl.col("id").cast(pl.String))
print(hashlib.sha256(table_bytes(frame.reverse(), ["id"])).hexdigest())
"""


def test_bytes_do_not_depend_on_the_number_of_threads():
    """One thread and eight write the same file."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "POLARS_MAX_THREADS": threads},
            capture_output=True,
            check=True,
        ).stdout
        for threads in ("1", "8")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" * 9, b"{}"])
def test_a_file_that_is_no_table_is_named(data):
    """Cut off, or something else: what to do, no traceback."""
    with pytest.raises(InputError) as caught:
        parse_table(data, "runs/a.parquet")
    assert str(caught.value) == (
        "runs/a.parquet: is no table as its stage wrote it; delete it and run `make repro`"
    )


def test_all_failures_of_a_table_come_at_once():
    """Each failing cell with its place, column, rule in words and next step, in the order of rows."""
    import pandera.polars as pa

    class Model(pa.DataFrameModel):
        rank: int = pa.Field(ge=1, le=9)
        score: float = pa.Field(nullable=True, in_range={"min_value": -1e300, "max_value": 1e300})
        took: float = pa.Field(in_range={"min_value": 0, "max_value": 1e300})
        share: float = pa.Field(in_range={"min_value": 0, "max_value": 1})
        name: str = pa.Field(str_length={"min_value": 1}, unique=True)
        status: str = pa.Field(isin=["ok", "error"])
        hash: str = pa.Field(str_matches="^[0-9a-f]{64}$", nullable=True)
        code: str = pa.Field(str_matches="^[a-z]+$", str_length={"min_value": 2, "max_value": 3})
        end: str = pa.Field(str_endswith="x")

    frame = pl.DataFrame(
        {
            "rank": [10, 1, 0],
            "score": [1.0, None, float("inf")],
            "took": [0.0, 1.0, -1.0],
            "share": [0.0, 1.0, 2.0],
            "name": ["a", "a", ""],
            "status": ["ok", None, "no"],
            "hash": [None, "0" * 64, "zz"],
            "code": ["a", "bb", "777"],
            "end": ["x", "x", "y"],
        }
    )
    with pytest.raises(InputError) as caught:
        check(Model, frame, "a.jsonl", fixes={"rank": "number ranks from 1"})
    assert str(caught.value).splitlines() == [
        "a.jsonl:1: rank is 10, must be at most 9; number ranks from 1",
        "a.jsonl:1: name is 'a', must stand in one row only; change it",
        "a.jsonl:1: code is 'a', must have 2 to 3 characters; change it",
        "a.jsonl:2: name is 'a', must stand in one row only; change it",
        "a.jsonl:2: status is None, must have a value; change it",
        "a.jsonl:3: rank is 0, must be at least 1; number ranks from 1",
        "a.jsonl:3: score is inf, must be a finite number; change it",
        "a.jsonl:3: took is -1.0, must be a finite number, at least 0; change it",
        "a.jsonl:3: share is 2.0, must be a finite number, at least 0, at most 1; change it",
        "a.jsonl:3: name is '', must not be empty; change it",
        "a.jsonl:3: status is 'no', must be one of ok, error; change it",
        "a.jsonl:3: hash is 'zz', must be a SHA-256 (64 digits 0-9, a-f); change it",
        "a.jsonl:3: code is '777', must be of the form ^[a-z]+$; change it",
        "a.jsonl:3: end is 'y', breaks the rule str_endswith('x'); change it",
    ]


def test_two_ids_with_one_key_are_refused(monkeypatch):
    """A join over keys would mix their rows."""
    monkeypatch.setattr("assay.tables.key_of", len)
    with pytest.raises(
        InputError, match=r"^ids: \['aa', 'bb'\] have the same 64-bit key; rename one of them$"
    ):
        keys_of(pl.Series("id", ["aa", "bb", "c"]))


def test_bytes_do_not_depend_on_how_a_frame_was_put_together():
    """One chunk of memory or several: one file."""
    frame = pl.DataFrame({"id": range(1000), "name": [str(n) for n in range(1000)]})
    parts = pl.concat([frame[:10], frame[10:500], frame[500:]], rechunk=False)
    assert parts.n_chunks() == 3
    assert table_bytes(parts, ["id"]) == table_bytes(frame, ["id"])


def test_how_a_table_is_written():
    """Groups of 65,536 rows, zstd, no statistics: other options give other bytes."""
    frame = pl.DataFrame({"id": range(65_536 + 1)}).with_columns(value=pl.col("id") * 0.5)

    def written(**options):
        options = {"compression": "zstd", "row_group_size": 65_536, "statistics": False, **options}
        buffer = io.BytesIO()
        frame.write_parquet(buffer, **options)
        return buffer.getvalue()

    made = table_bytes(frame, ["id"])
    assert made == written()
    others = (
        {"row_group_size": 65_537},
        {"row_group_size": None},
        {"statistics": True},
        {"compression": "snappy"},
    )
    assert made not in [written(**other) for other in others]


@given(
    st.lists(st.tuples(st.text(max_size=4), st.none() | st.floats(-9, 9), st.integers(0, 2**64 - 1))),
    st.integers(1, 4),
)
def test_a_digest_is_that_of_the_canonical_json(rows, size):
    """Made piece by piece, of values and tables alike; columns by name."""
    frame = pl.DataFrame(rows, schema={"b": pl.String, "ä": pl.Float64, "a": pl.UInt64}, orient="row")
    plain = {name: frame[name].to_list() for name in frame.columns}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "ROWS_PER_GROUP", size)
        assert digest(["x", {"k": None}, frame, frame.drop("a")]) == sha256(
            canonical(["x", {"k": None}, plain, {"b": plain["b"], "ä": plain["ä"]}])
        )
        assert digest([frame]) == sha256(canonical([plain]))
