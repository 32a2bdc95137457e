import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.records.envelopes import said
from assay.exchange.records.folders import records_of
from assay.exchange.records.recordset import Records

ROWS = "hits.hits"


def hits(*numbers, index="kb"):
    return [{"_index": index, "_id": f"c{n}", "_source": {"text": f"Текст {n}"}} for n in numbers]


def page(items, total=None, **beside):
    found = {"hits": items} if total is None else {"total": total, "hits": items}
    return {"took": 2, "timed_out": False, "_shards": {"total": 5, "failed": 0}, "hits": found, **beside}


def about(*values, rows=ROWS):
    done = said(Records(list(values), [f"f.jsonl:{n}" for n in range(1, len(values) + 1)]), rows)
    return [f"{loss.count} {loss.what}" for loss in done.losses], done.notes, list(map(str, done.problems))


def lost(*values, rows=ROWS):
    """How many records are lost, by search."""
    losses, notes, problems = about(*values, rows=rows)
    assert notes == problems == []
    return [int(loss.partition(" ")[0]) for loss in losses]


@pytest.mark.parametrize("total", [1200, {"value": 1200, "relation": "eq"}])
def test_a_part_of_what_was_found_is_said_with_both_numbers(total):
    """As old and new search engines write the total; what to do is said."""
    assert about(page(hits(*range(10)), total)) == (
        [
            (
                "1190 records that are not in the file (there are 1,200, and 10 are here; "
                "export the rest: scroll, search_after, next pages)"
            )
        ],
        [],
        [],
    )


def test_a_total_that_was_not_counted_to_its_end():
    """What is missing is a lower bound; where nothing seems to be, it is left open, unless a scroll came to its end."""
    many = {"value": 4, "relation": "gte"}
    assert about(page(hits(1), many))[0][0].startswith(
        "3 records that are not in the file (there are 4 or more, and 1 are here"
    )
    assert about(page(hits(1, 2, 3, 4), many)) == (
        [],
        [
            (
                "f.jsonl:1: the search counted to 4 and no further, and 4 records are here: "
                "track_total_hits says whether these are all"
            )
        ],
        [],
    )
    assert about(page(hits(1, 2, 3), many), page(hits(4, 5), many), page([], many)) == ([], [], [])


def test_pages_that_are_all_there_lose_nothing():
    """One a line, in a list, in files of a folder; in any order, and one of them twice."""
    pages = [page(hits(1, 2), 5), page(hits(3, 4), 5), page(hits(5), 5)]
    assert lost(*pages) == []
    assert lost(*reversed(pages), pages[0]) == []
    assert lost(*pages[1:], pages[1]) == [2]
    as_list = records_of({"scroll.json": json.dumps(pages).encode()})
    as_files = records_of({f"p{n}.json": json.dumps(one).encode() for n, one in enumerate(pages)})
    assert [said(one, ROWS).losses for one in (as_list, as_files)] == [[], []]


def test_searches_of_several_indexes_are_told_apart():
    """One that is whole does not stand for one that is not; a search over both at once says the same total twice."""
    whole, part = page(hits(1, 2, index="a"), 2), page(hits(3, index="b"), 4)
    assert lost(whole, part) == [3]
    both = [page(hits(1, 2, index="a"), 4), page(hits(3, 4, index="b"), 4)]
    assert lost(*both) == []
    assert lost(page([*hits(1, index="a"), *hits(2, index="b")], 4), page(hits(3, index="b"), 4)) == [1]


def test_an_index_that_changes_as_it_is_read():
    """Each page says another total; records that are there count."""
    assert lost(page(hits(1, 2), 4), page(hits(3, 4, 5), 5)) == []
    assert lost(page(hits(1, 2), 4), page(hits(3), 5)) == [2]


def test_several_searches_of_one_index():
    """Together they have more records than any says: each is held to its own total."""
    assert lost(page(hits(1, 2, 3), 3), page(hits(4), 2)) == [1]


def points(*numbers, further):
    return {"result": {"points": [{"id": n, "payload": {}} for n in numbers], "next_page_offset": further}}


@pytest.mark.parametrize(
    ("pages", "open_"),
    [
        ([points(1, 2, further=None)], None),
        ([points(1, 2, further=3)], "'3'"),
        ([points(1, 2, further=3), points(3, further=None)], None),
        ([points(3, further=None), points(1, 2, further=3)], None),
        ([points(1, further=2), points(2, further=3)], "'3'"),
    ],
)
def test_the_next_page_of_a_scroll_of_points(pages, open_):
    """Its offset is the id of its first point, which is there or is not."""
    losses, _, _ = about(*pages, rows="result.points")
    assert losses == (
        []
        if open_ is None
        else [f"1 pages after those in the file (next_page_offset is {open_}): export on from there"]
    )


@pytest.mark.parametrize(
    ("beside", "is_whole"),
    [
        ({"next": "https://kb/api?page=2"}, False),
        ({"next": None}, True),
        ({"meta": {"next_cursor": "abc"}}, False),
        ({"meta": {"next_cursor": ""}}, True),
        ({"has_more": True}, False),
        ({"hasMore": False}, True),
        ({"pagination": {"total": 2}}, False),
        ({"page": {"totalElements": 1, "number": 0}}, True),
        ({"@odata.nextLink": "x"}, False),
        ({"next": "https://kb/api?page=2", "total": 1}, True),
    ],
)
def test_lists_of_other_services(beside, is_whole):
    """By whatever name they say that there is more."""
    value = {"items": [{"id": "a", "text": "Возврат"}], **beside}
    losses, notes, problems = about(value, rows="items")
    assert (losses == [], notes, problems) == (is_whole, [], [])


def test_a_last_page_ends_a_list():
    """Where pages say nothing but where the next one is."""
    first = {"items": [{"id": "a"}], "next": "x"}
    assert about(first, {"items": [{"id": "b"}], "next": None}, rows="items")[0] == []
    assert len(about(first, {**first, "next": "y"}, rows="items")[0]) == 1


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (page(hits(1), 1, _shards={"total": 5, "failed": 2}), "2 shards of the index failed"),
        (page(hits(1), 1, _shards={"total": 5, "failed": 1}), "1 shard of the index failed"),
        (page(hits(1), 1, timed_out=True), "the search timed out"),
        (page(hits(1), 1, terminated_early=True), "the search was ended early"),
        ({"is_partial": True, "response": page(hits(1), 1)}, "the search was not done yet"),
        (
            {"responseHeader": {"partialResults": True}, "hits": {"hits": hits(1)}},
            "parts of the index did not",
        ),
        ({"error": {"type": "search_phase_execution_exception"}, "status": 503}, "holds an error"),
        ({"errors": [{"message": "vector index"}], "hits": {"hits": hits(1)}}, "holds an error"),
    ],
)
def test_a_search_that_failed_in_part_is_an_error(value, words):
    """What it would have found nobody knows, not even how much."""
    rows = "response.hits.hits" if "response" in value else ROWS
    _, _, problems = about(page(hits(2), 1), value, rows=rows)
    assert len(problems) == 1
    assert problems[0].startswith(f"f.jsonl:2: {words}")
    assert problems[0].endswith("; export again when all of it answers")


def test_records_that_are_none_of_a_page_say_nothing():
    """Each value a record: what it calls its total is its own business."""
    assert about({"id": "1", "text": "x", "total": 7, "has_more": True}, rows=None) == ([], [], [])
    assert about({"doc": "d", "count": 350, "chunks": [{"id": 1}, {"id": 2}]}, rows="chunks") == ([], [], [])


@given(st.integers(0, 30), st.data())
def test_what_is_lost_and_what_is_there_make_the_total(size, data):
    """However the records are cut into pages, and whichever pages are lost."""
    cuts = sorted(data.draw(st.sets(st.integers(1, size), max_size=5)) | {0, size}) if size else [0, 0]
    parts = [list(range(a, b)) for a, b in pairwise(cuts)]
    there = data.draw(st.lists(st.sampled_from(parts), unique_by=tuple, min_size=1))
    missing = size - sum(map(len, there))
    assert lost(*(page(hits(*part), size) for part in there)) == ([missing] if missing else [])
