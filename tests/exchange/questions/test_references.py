import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.questions.references import Reference, references_of

QUOTE = "Товар можно вернуть в течение 30 дней, если есть чек; без чека нельзя"


def pointed(value, doc=None):
    """What a value points at, without addresses."""
    found, problems = references_of(value, "f:1", doc)
    assert problems == []
    assert [one.spot for one in found] == [f"f:1 [{n}]" for n in range(1, len(found) + 1)]
    return [
        {
            key: item
            for key in ("chunk_id", "doc", "start", "end", "text", "grade", "link")
            if (item := getattr(one, key)) is not None
        }
        for one in found
    ]


def ids(*names):
    return [{"chunk_id": name} for name in names]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (None, []),
        ([], []),
        (["a", "007", 7], ["a", "007", "7"]),
        (["a", None, ""], ["a"]),
        ("007", ["007"]),
        ("a; b;c", ["a", "b", "c"]),
        ("a, b", ["a", "b"]),
        ("a,b", ["a,b"]),
        ("a | b\nc", ["a", "b", "c"]),
        ("a\r\n\r\nb", ["a", "b"]),
        ('["a", "b, c"]', ["a", "b, c"]),
        ("['a', 'b']", ["a", "b"]),
        ("[a] x", ["[a] x"]),
        ("[]", []),
        ("Правила возврата; Гарантия", ["Правила возврата", "Гарантия"]),
    ],
)
def test_ids_of_lists_and_cells(value, names):
    """Of a cell as people write it, as JSON, and as pandas leaves a list in a CSV."""
    assert pointed(value) == ids(*names)


def test_links_of_one_cell():
    """By line ends, marks or spaces; the words beside them are what they are called, an id stays one."""
    links = [{"link": "https://kb/1"}, {"link": "https://kb/2?a=b"}]
    for text in (
        "https://kb/1\nhttps://kb/2?a=b",
        "https://kb/1; https://kb/2?a=b",
        "https://kb/1, https://kb/2?a=b",
        "https://kb/1 https://kb/2?a=b",
        "https://kb/1,https://kb/2?a=b",
        "https://kb/1,\nhttps://kb/2?a=b.",
        "https://kb/1 и https://kb/2?a=b",
        "https://kb/1 and https://kb/2?a=b",
        "Возврат товара: https://kb/1\nДоставка\nhttps://kb/2?a=b",
    ):
        assert pointed(text) == links
    assert pointed(["Возврат\nhttps://kb/1", "https://kb/2?a=b", None]) == links
    assert pointed("https://kb/1,2") == [{"link": "https://kb/1,2"}]
    assert pointed("returns-17; https://kb/1") == [*ids("returns-17"), links[0]]


def test_what_has_many_words_is_a_quotation():
    """It is not cut at its commas; a cell of them is not cut before the corpus is asked."""
    assert pointed(QUOTE) == [{"text": QUOTE}]
    assert pointed([QUOTE, "c1"]) == [{"text": QUOTE}, {"chunk_id": "c1"}]
    cell = f"{QUOTE}\nЧек можно найти в письме"
    assert pointed(cell) == [{"text": cell}]
    assert pointed("x" * 201) == [{"text": "x" * 201}]


def test_grades_by_id():
    """Whole numbers; another one is a fault, and nothing is rounded."""
    assert pointed({"a": 2, "b": 0, "c": 1.0}) == [
        {"chunk_id": "a", "grade": 2},
        {"chunk_id": "b", "grade": 0},
        {"chunk_id": "c", "grade": 1},
    ]
    found, problems = references_of({"a": 0.5, "b": 1}, "f:1", None)
    assert [one.chunk_id for one in found] == ["b"]
    message = "f:1 [1]: grade of 'a' is 0.5, must be a whole number; say which grades count"
    assert [str(problem).startswith(message) for problem in problems] == [True]


def test_objects_as_benchmarks_have_them():
    """Spans and quotations; the document of the question where they name none."""
    told = [{"content": "a b", "start_index": 5, "end_index": "8.0"}]
    expected = [{"doc": "wiki", "start": 5, "end": 8, "text": "a b"}]
    assert pointed(told, "wiki") == pointed(json.dumps(told), "wiki") == expected
    assert pointed(told[0], "wiki") == expected
    legal = [{"file_path": "nda/a.txt", "span": [5, 9], "answer": "it is"}]
    assert pointed(legal, "x") == [{"doc": "nda/a.txt", "start": 5, "end": 9, "text": "it is"}]
    assert pointed([{"id": "a", "score": 1}, {"id": "b", "score": 2}]) == [
        {"chunk_id": "a", "grade": 1},
        {"chunk_id": "b", "grade": 2},
    ]


def test_objects_of_one_list_are_read_alike():
    """A score that is whole by chance is no grade beside one that is not."""
    assert pointed([{"id": "a", "score": 1.0}, {"id": "b", "score": 0.7}]) == ids("a", "b")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([["a"]], "f:1 [1]: is ['a'], no reference; write the id of a chunk"),
        ([True], "f:1 [1]: is True, no reference; write the id of a chunk"),
        (1.5, "f:1 [1]: is 1.5, no reference; write the id of a chunk"),
        ([{"x": 1}], "f:1 [1]: names no chunk, no text and no span; write the id of a chunk"),
        ([{"doc": "d", "grade": 1}], "f:1 [1]: names no chunk, no text and no span; write the id of a chunk"),
        (
            [{"id": "a", "start": 1}, {"id": "b", "start": 2}, {"id": "c", "start": "two"}],
            "f:1 [3] start: is 'two', must be a whole number; it is read as start",
        ),
    ],
)
def test_what_points_at_nothing_is_a_fault(value, message):
    """With its place in the list."""
    assert list(map(str, references_of(value, "f:1", None)[1])) == [message]


def test_a_reference_shows_itself_in_a_few_words():
    """Of a long text the beginning."""
    assert Reference("f", doc="d", start=1, end=5, text="x").shown == "d 1:5 'x'"


@given(st.lists(st.from_regex(r"[a-zа-я0-9_#.-]{1,12}", fullmatch=True), max_size=5), st.sampled_from("\n;|"))
def test_ids_written_in_one_cell_are_read_again(names, mark):
    """Whatever parts them."""
    assert pointed(mark.join(names)) == pointed(names) == ids(*names)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    )
)
def test_whatever_stands_there_is_a_reference_or_a_fault(value):
    """Never a traceback."""
    found, problems = references_of(value, "f:1", None)
    assert all(one.spot.startswith("f:1 [") for one in found)
    assert all(problem.where.startswith("f:1 [") for problem in problems)


def test_short_texts_beside_quotations_are_quotations_too():
    """Two words of a list of contexts; a single word stays an id."""
    assert pointed([QUOTE, "30 дней", "c1"]) == [{"text": QUOTE}, {"text": "30 дней"}, {"chunk_id": "c1"}]
    assert pointed(["30 дней", "c1"]) == ids("30 дней", "c1")


@pytest.mark.parametrize("span", [[5, 9], ["5", "9.0"], "5:9", "[5, 9]", "(5; 9)", " 5–9 ", "5.0-9.0"])
def test_spans_as_they_are_written(span):
    """A pair, or the text of one."""
    assert pointed([{"file_path": "a", "span": span}]) == [{"doc": "a", "start": 5, "end": 9}]
