import pytest

from assay.exchange.questions.label_fields import references_in

A, B = "Товар можно вернуть в течение 30 дней", "Без чека вернуть нельзя"
KEYS = ("chunk_id", "doc", "start", "end", "text", "grade", "link", "pages")


def pointed(**value):
    found, problems = references_in(value, "f:1")
    assert not problems
    return found and [
        {key: item for key in KEYS if (item := getattr(one, key)) not in (None, ())} for one in found
    ]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({}, None),
        ({"grade": 1}, None),
        ({"quote": []}, []),
        ({"quote": "[]"}, []),
        ({"relevant": []}, []),
        ({"quote": A}, [{"text": A}]),
        ({"quote": "30 дней"}, [{"text": "30 дней"}]),
        ({"quote": 30}, [{"text": "30"}]),
        ({"quote": [A, "30 дней"]}, [{"text": A}, {"text": "30 дней"}]),
        ({"quote": f'["{A}", "{B}"]'}, [{"text": A}, {"text": B}]),
        ({"quote": f"['{A}']"}, [{"text": A}]),
        (
            {"quote": [{"text": A, "doc": "d"}, {"text": B}], "doc": "e"},
            [{"doc": "d", "text": A}, {"doc": "e", "text": B}],
        ),
        (
            {"quote": "https://kb.ru/1\nhttps://kb.ru/2"},
            [{"link": "https://kb.ru/1"}, {"link": "https://kb.ru/2"}],
        ),
        ({"chunk_id": "c", "quote": []}, [{"chunk_id": "c"}]),
        (
            {"doc": "d", "start": 1, "end": 9, "quote": A, "grade": 2},
            [{"doc": "d", "start": 1, "end": 9, "text": A, "grade": 2}],
        ),
        (
            {"doc": "d", "start": 1, "end": 9, "quote": [A, B], "grade": 2},
            [{"doc": "d", "text": A, "grade": 2}, {"doc": "d", "text": B, "grade": 2}],
        ),
    ],
)
def test_quotations_and_fields_of_one_label(value, found):
    """A list, a cell with a list as JSON or Python writes it, one text; a span belongs to one quotation alone."""
    assert pointed(**value) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (
            {"relevant": "https://kb.ru/1", "quote": [A, B]},
            [{"doc": "https://kb.ru/1", "text": A}, {"doc": "https://kb.ru/1", "text": B}],
        ),
        (
            {"doc": "https://kb.ru/1, https://kb.ru/2", "quote": f"{A}\n{B}"},
            [{"doc": "https://kb.ru/1", "text": A}, {"doc": "https://kb.ru/2", "text": B}],
        ),
        ({"relevant": "returns.md", "quote": A}, [{"chunk_id": "returns.md", "text": A}]),
        (
            {"relevant": ["https://a", "https://b"], "quote": f"{A}\n{B}"},
            [{"doc": "https://a", "text": A}, {"doc": "https://b", "text": B}],
        ),
        (
            {"relevant": {"c1": 2, "c2": 1}, "quote": [A, B]},
            [{"chunk_id": "c1", "text": A, "grade": 2}, {"chunk_id": "c2", "text": B, "grade": 1}],
        ),
        (
            {"relevant": ["https://a", "https://b", "https://c"], "quote": [A, B]},
            [{"text": text, "pages": ("https://a", "https://b", "https://c")} for text in (A, B)],
        ),
        (
            {"relevant": ["c1", "c2"], "quote": A},
            [{"chunk_id": "c1"}, {"chunk_id": "c2"}, {"text": A, "pages": ("c1", "c2")}],
        ),
        ({"relevant": [A, "https://a"]}, [{"text": A, "pages": ("https://a",)}]),
        (
            {"relevant": [{"text": A, "doc": "d"}, "https://a"]},
            [{"doc": "d", "text": A}, {"link": "https://a"}],
        ),
        ({"relevant": [{"text": B}], "quote": A}, [{"text": B}, {"text": A}]),
        ({"relevant": [], "quote": A}, [{"text": A}]),
        ({"relevant": ["c1"], "quote": []}, [{"chunk_id": "c1"}]),
    ],
)
def test_quotations_beside_ids_and_links(value, found):
    """They are the words of the only one, or of each in its order; where their numbers differ links are hints alone."""
    assert pointed(**value) == found


def test_addresses():
    """One label has the record's; of a list each has its number."""
    assert [one.spot for one in references_in({"quote": A}, "f:1")[0]] == ["f:1"]
    assert [one.spot for one in references_in({"quote": [A, B]}, "f:1")[0]] == ["f:1 [1]", "f:1 [2]"]


def test_what_is_no_quotation_is_a_fault():
    """With its place in the list."""
    _, (problem,) = references_in({"quote": [A, ["x"]]}, "f:1")
    assert str(problem).startswith("f:1 [2]: is ['x'], no reference")
