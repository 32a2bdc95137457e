import random

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.export.chunk_labels import Carriers, carriers, on_chunks

# passage, location, atom, weight, chunk
ROWS = [
    ("one", 0, 0, 8, "a"),
    ("overlap", 0, 1, 5, "a"),
    ("overlap", 0, 1, 5, "b"),
    ("twin", 0, 2, 5, "b"),
    ("twin", 1, 3, 5, "c"),
    ("torn", 0, 4, 9, "c"),
    ("torn", 0, 5, 1, "d"),
    ("torn", 0, 6, 0, "e"),  # white space alone
]
KEYS = {name: number for number, name in enumerate("abcde")}


def carried(rows=ROWS, stale=("gone",), **how):
    columns = ["passage_id", "location", "atom", "weight", "chunk"]
    frame = pl.DataFrame(rows, schema=columns, orient="row").with_columns(
        chunk_key=pl.col("chunk").replace_strict(KEYS)
    )
    names = sorted({row[0] for row in rows} | set(stale))
    status = pl.DataFrame({"passage_id": names, "status": ["stale" if n in stale else "span" for n in names]})
    chunks = pl.DataFrame({"chunk_id": list(KEYS), "chunk_key": list(KEYS.values())})
    return carriers(frame, status, chunks, **how)


def labels(*rows):
    return pl.DataFrame(rows, schema=["query_id", "passage_id", "grade"], orient="row")


def on(*rows, **how):
    made = on_chunks(labels(*rows), carried(**how))
    return made.frame.rows(), made


def said(made):
    return {
        loss.what.partition(";")[0].partition(",")[0]: (loss.count, loss.examples) for loss in made.losses
    }


def test_a_chunk_that_holds_a_passage_whole_has_its_grade():
    """Nothing is lost but the words themselves."""
    rows, made = on(("q", "one", 2), ("r", "one", 1))
    assert rows == [("q", "a", 2), ("r", "a", 1)]
    assert made.losses == []


def test_all_chunks_that_hold_it_whole_are_written_and_counted():
    """By an overlap of chunks, or the same words elsewhere."""
    rows, made = on(("q", "overlap", 2), ("r", "twin", 2))
    assert rows == [("q", "a", 2), ("q", "b", 2), ("r", "b", 2), ("r", "c", 2)]
    assert said(made) == {"labels on passages that several chunks hold whole": (2, ("q: overlap", "r: twin"))}


def test_twins_count_as_in_scoring():
    """With score.twins off only the place of the label carries it."""
    rows, made = on(("r", "twin", 2), twins=False)
    assert rows == [("r", "b", 2)]
    assert made.losses == []


def test_parts_of_a_torn_passage_have_grade_1():
    """A chunk with nothing but its white space has none."""
    rows, made = on(("q", "torn", 2))
    assert rows == [("q", "c", 1), ("q", "d", 1)]
    assert said(made) == {"labels on passages that no chunk holds whole": (1, ("q: torn",))}


def test_what_is_whole_is_what_scoring_takes_for_found():
    """By score.cover: nine letters of ten are enough there."""
    rows, made = on(("q", "torn", 2), cover=0.9)
    assert rows == [("q", "c", 2)]
    assert made.losses == []


def test_a_chunk_has_the_highest_grade_of_its_passages():
    """And one label for all of them, which is counted."""
    rows, made = on(("q", "one", 1), ("q", "overlap", 2))
    assert rows == [("q", "a", 2), ("q", "b", 2)]
    assert said(made)["labelled chunks that hold several passages of their query"] == (1, ("q: a",))


def test_queries_with_a_stale_passage_are_left_out_by_name():
    """Whatever else they have."""
    rows, made = on(("q", "one", 2), ("q", "gone", 2), ("r", "one", 2))
    assert rows == [("r", "a", 2)]
    assert made.left_out == ["q"]
    assert said(made) == {"queries left out": (1, ("q",))}


@given(
    st.lists(
        st.tuples(st.sampled_from("qrs"), st.sampled_from(["one", "overlap", "twin", "torn"])), unique=True
    ),
    st.integers(0, 99),
)
def test_the_order_of_rows_is_irrelevant(pairs, seed):
    """Labels are a set, and so is the projection."""
    rows = [(*pair, 2) for pair in pairs]
    first = on_chunks(labels(*rows), carried()) if rows else None
    if first is None:
        return
    mixed, projection = list(rows), list(ROWS)
    random.Random(seed).shuffle(mixed)
    random.Random(seed).shuffle(projection)
    again = on_chunks(labels(*mixed), carried(projection))
    assert again.frame.equals(first.frame)
    assert again.losses == first.losses


def test_no_labels_give_no_rows():
    """An empty table of the same form."""
    empty = Carriers(
        pl.DataFrame(schema={"passage_id": pl.String, "chunk_id": pl.String, "whole": pl.Boolean}),
        pl.Series([], dtype=pl.String),
    )
    schema = {"query_id": pl.String, "passage_id": pl.String, "grade": pl.UInt8}
    made = on_chunks(pl.DataFrame(schema=schema), empty)
    assert made.frame.is_empty()
    assert made.losses == []
