"""A run read in parts is the run that is read at once: rows, ranks, counts, faults and their lines."""

import random

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import lookahead
from assay.exchange.trec import text
from assay.exchange.trec.parts import Parts, ScatteredError
from assay.exchange.trec.runs import read_run, ties
from exchange.trec_samples import files, run_lines

CUTS = (1, 2, 3)


def read(parts, path):
    """Rows of all parts by query, and the line of each query's first; by way of the disk where it is needed."""
    for scattered in (False, True):
        try:
            found = list(parts.read(path, lambda rows: rows.drop("line", "file_rank"), scattered=scattered))
        except ScatteredError:
            assert not scattered
        else:
            break
    empty = read_run(b"q Q0 d 1 1 t\n", "run").frame.clear()
    rows = pl.concat([empty.drop("line", "file_rank"), *(part.made for part in found)])
    heads = pl.concat([empty.select("query_id", "line"), *(part.queries for part in found)])
    return rows.sort("query_id", "rank"), heads.sort("query_id")


@given(
    files(run_lines()),
    st.integers(1, 90),
    st.sampled_from(["trec9", "trec10"]),
    st.sampled_from(["error", "best"]),
    st.integers(1, 40),
)
def test_any_file_is_read_the_same_in_parts(tmp_path_factory, data, size, order, repeats, near):
    """Whatever blanks, comments, faults and repeats it has, and however its queries lie."""
    path = tmp_path_factory.getbasetemp() / "parts.trec"
    path.write_bytes(data)
    parts, whole = Parts("run", order, repeats, CUTS, size), read_run(data, "run", order, repeats=repeats)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "_NEAR", near)  # bytes in which the border of a part is looked for first
        rows, heads = read(parts, path)
    run, tied = parts.run()
    assert rows.equals(whole.frame.drop("line", "file_rank"))
    assert heads.equals(whole.frame.filter(rank=1).select("query_id", "line"))
    assert run.problems == whole.problems
    assert (run.notes, run.tags) == (whole.notes, whole.tags)
    assert tied.equals(ties(whole, CUTS))
    assert tied.schema == ties(whole, CUTS).schema


def lines(queries, depth, pick):
    return [
        [f"q{query} Q0 d{pick.randrange(40)} {rank} {pick.randrange(9)} t\n" for rank in range(1, depth + 1)]
        for query in range(queries)
    ]


@pytest.mark.parametrize(("size", "fewest", "most"), [(1, 10, 30), (1000, 8, 30), (10**6, 1, 2)])
def test_lines_of_one_query_are_never_parted(tmp_path, size, fewest, most):
    """A part may be larger than asked for."""
    groups = lines(30, 25, random.Random(2))
    path = tmp_path / "run"
    path.write_text("".join(line for group in groups for line in group))
    found = list(Parts("run", repeats="best", size=size).read(path, len))
    names = [name for part in found for name in part.queries["query_id"]]
    assert sorted(names) == sorted({f"q{n}" for n in range(30)})
    assert fewest <= len(found) <= most


def test_queries_that_stand_apart_are_put_together_by_way_of_the_disk(tmp_path):
    """As of a system that wrote rank by rank; thousands of repeats are counted as in one piece."""
    groups = lines(20, 100, random.Random(3))
    path = tmp_path / "run"
    path.write_text("".join(line for rank in zip(*groups, strict=True) for line in rank))
    with pytest.raises(ScatteredError):
        list(Parts("run", size=500).read(path, len))
    for repeats in ("best", "error"):
        parts, whole = Parts("run", "trec10", repeats, CUTS, 500), read_run(path, "run", repeats=repeats)
        rows, _ = read(parts, path)
        run, tied = parts.run()
        assert rows.equals(whole.frame.drop("line", "file_rank"))
        assert run.problems == whole.problems
        assert (run.notes, run.dropped) == (whole.notes, whole.dropped)
        assert tied.equals(ties(whole, CUTS))
    assert len(whole.problems) == 1001


@pytest.mark.parametrize("cores", [1, 2, 8])
def test_cores_change_nothing(tmp_path, monkeypatch, cores):
    """Nor does the order in which parts are done."""
    monkeypatch.setattr(lookahead.os, "cpu_count", lambda: cores)
    path = tmp_path / "run"
    path.write_text("".join(line for group in lines(40, 30, random.Random(5)) for line in group))
    parts, whole = Parts("run", "trec10", "error", CUTS, 300), read_run(path, "run")
    rows, heads = read(parts, path)
    run, tied = parts.run()
    assert rows.equals(whole.frame.drop("line", "file_rank"))
    assert heads.equals(whole.frame.filter(rank=1).select("query_id", "line"))
    assert (run.problems, run.notes) == (whole.problems, whole.notes)
    assert tied.equals(ties(whole, CUTS))
