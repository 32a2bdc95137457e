import jmespath
from hypothesis import given
from hypothesis import strategies as st

from assay.recording import suggestions

ELASTIC = {
    "took": 3,
    "hits": {
        "total": {"value": 2},
        "hits": [
            {"_id": "007", "_score": 1.5, "_source": {"text": "Вернуть можно за 30 дней.", "page": None}},
            {"_id": "8", "_score": 1.2, "_source": {"text": "Код.", "page": 4, "tags": ["a", "b"]}},
        ],
    },
}
KEYS = st.sampled_from(["id", "text", "a b", "ж", "x-y", "hits"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


def test_nested_fields_are_paths_with_an_example():
    """Of Elasticsearch: what stands below `_source`, and within its lists."""
    assert list(suggestions.list_lines(ELASTIC)) == [
        "rows may be `hits.hits`: 2 objects, with the fields",
        '  _id: "007"',
        "  _score: 1.5",
        '  _source.text: "Вернуть можно за 30 дней."',
        "  _source.page: 4",
        '  _source.tags[0]: "a"',
    ]


def test_a_list_within_the_objects_of_a_list_is_one():
    """Results by group, by shard: after the list that holds them."""
    value = {"groups": [{"name": "a", "hits": [{"id": 1}, {"id": 2}]}, {"name": "b", "hits": [{"id": 3}]}]}
    found = suggestions.lists(value)
    assert list(found) == ["groups", "groups[].hits[]"]
    assert found["groups[].hits[]"] == [{"id": 1}, {"id": 2}, {"id": 3}]
    assert list(suggestions.lists([{"docs": [{"id": 1}]}])) == ["@", "[].docs[]"]


def test_much_is_cut():
    """Long values, many fields, many lists."""
    many = {f"list{n}": [{f"f{n:02}": "x" * 500 for n in range(30)}] for n in range(9)}
    lines = list(suggestions.list_lines(many))
    assert max(map(len, lines)) < 100
    assert sum(line.startswith("rows may be") for line in lines) == suggestions.LISTS
    assert lines[-1] == "  … and 10 more"


def test_what_has_no_list_says_so():
    """A list of texts is none of objects."""
    assert list(suggestions.list_lines({"a": ["x"], "b": {}})) == [
        "There is no list of objects in the response."
    ]


@given(VALUES)
def test_a_path_that_is_proposed_finds_what_is_said(value):
    """Every list and every field, with JMESPath itself."""
    for path, items in suggestions.lists(value).items():
        assert jmespath.search(path, value) == items
        for field, example in suggestions.fields(items).items():
            assert any(jmespath.search(field, item) == example for item in items)
