"""Lists on disk: their JSON is what Python writes, their lines those of a small import."""

import json

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.runs.list_texts import is_plain
from assay.exchange.runs.run_lists import line_of
from assay.exchange.runs.spool import Spool, Stored
from assay.jsonl import dump_row
from assay.retrieval.nested import Found

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
EDGES = [0.0, -0.0, 1e-4, 9.999e-5, 1e-5, 9999999999999998.0, 1e16, 1e22, 5e-324, 1e300, 0.1, 1 / 3]
SCORE = st.none() | st.sampled_from(EDGES) | st.floats(allow_nan=False, allow_infinity=False)
LISTS = st.lists(
    st.lists(
        st.builds(Found, TEXT, st.integers(1, 9), SCORE, st.none() | TEXT, text=st.none() | TEXT), max_size=4
    ),
    min_size=1,
    max_size=4,
)


def as_dict(one):
    values = {name: getattr(one, name) for name in Found.__struct_fields__}
    return {name: value for name, value in values.items() if value is not None}


@given(LISTS, st.booleans())
def test_lines_are_those_of_python(lists, bare):
    """Whatever numbers and letters there are, and wherever the list stands among the fields; lists can be read back."""
    spool = Spool()
    scores = pl.Series([one.score for found in lists for one in found], dtype=pl.Float64)
    places = spool.add(lists, plain=is_plain(scores))
    again = spool.add(lists[:1], plain=False)
    assert spool.text(again[0]) == spool.text(places[0])
    for found, place in zip(lists, places, strict=True):
        held = [as_dict(one) for one in found]
        assert spool.text(place) == json.dumps(held, ensure_ascii=False).encode()
        assert spool.found(place) == found
        assert (len(place), bool(place)) == (len(found), bool(found))
        for line in ({"id": "q", "retrieved": ...}, {"retrieved": ..., "sent": "«"}, {"retrieved": ...}):
            expected = dump_row(line_of({**line, "retrieved": held}, bare=bare))
            assert spool.line({**line, "retrieved": place}, bare=bare).decode() == f"{expected}\n"
    assert spool.count == sum(map(bool, lists)) + bool(lists[0])


def test_lines_without_a_place_are_written_as_they_are():
    """An error, a question for which nothing was found."""
    spool = Spool()
    for line in ({"id": "q", "status": "error"}, {"id": "q", "retrieved": []}):
        assert spool.line(line, bare=False).decode() == dump_row(line) + "\n"
    assert not Stored(0, 2, 0)
