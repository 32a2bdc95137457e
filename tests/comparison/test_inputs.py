"""Systems as the stage reads them, from files."""

import json
import random

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from assay.comparison.inputs import HITS, SCORES, SLICES, SUMMARY, read_system, reviewed
from assay.comparison.outcomes import changes
from assay.errors import InputError
from assay.tables import table_bytes
from scoring.cases import queries_bytes, query

from .ground import done, of, runs, shop


def written(folder, made):
    """The files of a system, as the stage `score` writes them."""
    for file, frame, key in (
        (SCORES, made.scores, ["query_id"]),
        ("details.parquet", made.details, ["query_id"]),
        (HITS, made.hits, ["query_id", "rank"]),
        (SLICES, made.slices, ["query_id", "slice", "value"]),
    ):
        (folder / file).write_bytes(table_bytes(frame, key))
    (folder / SUMMARY).write_text(json.dumps(made.summary))


def read(folder, name="a"):
    return read_system(
        name, lambda file: (folder / file).read_bytes(), lambda file: pl.read_parquet(folder / file)
    )


@pytest.mark.parametrize("seed", range(5))
def test_what_was_written_is_read(tmp_path, seed):
    """The same tables and summary, whatever the order of rows in the files."""
    made = done(runs(seed)[0])
    written(tmp_path, made)
    for file in (SCORES, "details.parquet"):
        table = pl.read_parquet(tmp_path / file)
        table.sample(fraction=1, shuffle=True, seed=seed).write_parquet(tmp_path / file)
    found, expected = read(tmp_path), of(made)
    assert (found.name, found.summary) == ("a", json.loads(json.dumps(expected.summary)))
    for name in ("scores", "details"):
        assert_frame_equal(getattr(found, name), getattr(expected, name).sort("query_id"))
    assert_frame_equal(found.hits, expected.hits.sort("query_id", "rank"))


def test_changes_of_files_are_those_of_tables(tmp_path):
    """Nested columns come back as they were."""
    sides = []
    for name, found in (("a", ["p", "x"]), ("b", ["x", "y"])):
        folder = tmp_path / name
        folder.mkdir()
        written(folder, done(shop({"q1": found}), name))
        sides.append(read(folder, name))
    (row,) = changes(*sides, 3).to_dicts()
    assert row["missing"] == [{"passage_id": "p", "before": 1, "now": None}]
    assert [one["chunk_id"] for one in row["instead"]] == ["y"]


def test_reviewed_queries_are_of_dev_and_in_order():
    """Unreviewed labels and the holdout are no ground for a gate; ids are texts."""
    rows = [
        query("q2", sets=[["p"]]),
        query("010", sets=[["p"]]),
        query("q1", sets=[["p"]], status="unreviewed"),
        query("q3", sets=[["p"]], split="holdout"),
    ]
    random.Random(1).shuffle(rows)
    assert reviewed(queries_bytes(rows), "gold/queries.jsonl").to_list() == ["010", "q2"]


def test_a_line_that_cannot_be_read_is_named():
    """With its number."""
    with pytest.raises(InputError, match=r"^gold/queries\.jsonl:2"):
        reviewed(queries_bytes([query()]) + b"{\n", "gold/queries.jsonl")
