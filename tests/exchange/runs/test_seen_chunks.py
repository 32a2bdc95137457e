"""Chunks of a large file, each once, however they are gathered."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.runs import run_chunks, seen_chunks
from assay.exchange.runs.seen_chunks import Chunks
from assay.manifest import sha256
from assay.retrieval.nested import Found


def dicts(lists):
    return [
        {"retrieved": [{name: getattr(one, name) for name in Found.__struct_fields__} for one in found]}
        for found in lists
    ]


@given(st.lists(st.lists(st.sampled_from([f"c{n}" for n in range(30)]), max_size=9)), st.integers(1, 8))
def test_ids_alone_come_in_the_order_of_the_file(lists, places):
    """Also where there are fewer places for hashes than chunks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seen_chunks, "_PLACES", places)
        chunks = Chunks()
        for found in lists:
            chunks.add_ids(pl.Series(found, dtype=pl.String))
    expected = list(dict.fromkeys(name for found in lists for name in found))
    assert [row["chunk_id"] for row in chunks.rows()] == expected
    assert chunks.only_ids
    assert [one.chunk_id for one in chunks.sample()] == expected


@given(
    st.lists(
        st.lists(
            st.builds(
                Found,
                st.sampled_from("abc"),
                st.just(1),
                doc_id=st.sampled_from([None, "d"]),
                text=st.sampled_from([None, "x", "y"]),
            )
        ),
        max_size=6,
    )
)
def test_what_is_said_of_a_chunk_is_what_a_small_import_takes(lists):
    """Its first text, else its first mention; another text is a fault, with both places."""
    chunks, spots = Chunks(), [f"f:{n}" for n in range(len(lists))]
    for found, spot in zip(lists, spots, strict=True):
        chunks.add(found, spot)
    rows, problems = run_chunks.returned(dicts(lists), spots)
    texts = {row["chunk_id"]: row["text"] for row in rows}
    assert {row["chunk_id"]: row["text"] for row in chunks.rows()} == texts
    assert [row["chunk_id"] for row in chunks.rows()] == [row["chunk_id"] for row in rows]
    assert [one.rule.partition(" than at ")[0] for one in chunks.problems] == [
        one.rule.partition(" than at ")[0] for one in problems
    ]
    assert {text for text, _ in chunks.texts()} == set(texts.values()) - {None}


def test_hashes_are_held_against_texts_and_one_another():
    """A hash that is not that of the text; two hashes of one id."""
    chunks = Chunks()
    right = sha256(b"x")
    chunks.add([Found("a", 1, text="x", sha256=right), Found("b", 2, sha256=right)], "f:1")
    assert chunks.problems == []
    chunks.add([Found("c", 1, text="y", sha256=right), Found("b", 2, sha256="0" * 64)], "f:2")
    assert [str(one).partition(";")[0] for one in chunks.problems] == [
        "f:2: sha256 of 'c' is not that of text",
        "f:2: chunk 'b' has another sha256 than at f:1",
    ]


def test_a_chunk_that_stands_with_and_without_its_text_is_tried_both_ways():
    """The pipeline trusts an id without a text less."""
    chunks = Chunks()
    chunks.add_ids(pl.Series(["a", "b"]))
    chunks.add([Found("a", 1, text="x"), Found("c", 2, doc_id="d")], "f:1")
    assert [(one.chunk_id, one.text, one.doc_id) for one in chunks.sample()] == [
        ("a", "x", None),
        ("c", None, "d"),
        ("a", None, None),
        ("b", None, None),
    ]
    assert not chunks.only_ids
