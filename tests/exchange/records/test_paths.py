import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.records.paths import chains, compiled, keys_of, object_in, path_of, quoted, reader

KEYS = st.lists(st.text(max_size=6), min_size=1, max_size=4)


@given(KEYS)
def test_plain_paths_read_as_jmespath_reads_them(keys):
    """Whatever the keys are: quoted where they are no words, looked up without JMESPath."""
    path = path_of(keys)
    value = "x"
    for key in reversed(keys):
        value = {key: value}
    assert keys_of(path) == tuple(keys)
    assert reader(path)(value) == compiled(path).search(value) == "x"
    assert chains(path) == {tuple(keys)}


@pytest.mark.parametrize("value", [None, 7, "text", [], {}, {"a": 1}, {"a": []}, {"a": {"c": 1}}])
def test_a_plain_path_that_leads_nowhere_is_none(value):
    """As in JMESPath."""
    assert reader("a.b")(value) is None


@pytest.mark.parametrize(
    "path", ["a[0]", "a.*", "a || b", "join('', a)", 'a."b', "a.", ".a", "вопрос", '"\\q"']
)
def test_what_is_more_than_keys_has_no_plain_keys(path):
    """JMESPath reads it, or refuses it."""
    assert keys_of(path) is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a[*].b.c", {("a", "b", "c")}),
        ("a || b.c", {("a",), ("b", "c")}),
        ("from_json(m).doc", {("m", "doc")}),
        ("join(' ', [a, b.c])", {("a",), ("b", "c")}),
        ("a[?b == `1`].c | [0]", {("a", "b"), ("a", "c")}),
        ("a.{x: b, y: c}", {("a", "b"), ("a", "c")}),
        ("`null`", set()),
        ("@", {()}),
    ],
)
def test_keys_that_an_expression_reads(path, expected):
    """So that what it does not read can be counted as lost."""
    assert chains(path) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("Вопрос", '"Вопрос"'),
        ("Chunk ID", '"Chunk ID"'),
        ("_source.page-id", '_source."page-id"'),
        ("a.b", "a.b"),
        ("a[0]", "a[0]"),
    ],
)
def test_names_are_quoted_for_people(path, expected):
    """A heading can be written as the sheet has it."""
    assert quoted(path) == expected


def test_what_is_no_path_is_refused():
    """With the reason, and how odd names are written."""
    with pytest.raises(InputError, match=r"'a\[': is no JMESPath .*; quote odd names"):
        quoted("a[")


@pytest.mark.parametrize("text", [None, 7, "", "[1]", "{", '{"a":' * 3000, "{1}"])
def test_a_text_without_a_json_object_holds_none(text):
    """However broken or deep it is."""
    assert object_in(text) is None
