"""Questions of the gold set are read in parts, and are what they are when read whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.runs.run_topics import QUERIES, topics_of
from assay.jsonl import dump_row
from assay.retrieval.topics import from_queries

NAMES = st.lists(st.sampled_from(["a", "b", "c", "д", "e", ""]), max_size=6)


def outcome(read):
    try:
        return read()
    except InputError as error:
        return error.problems


@given(NAMES, st.integers(1, 200), st.sampled_from(["\n", "\n\n"]), st.booleans())
def test_parts_make_no_difference(tmp_path_factory, names, size, end, closed):
    """Ids twice and none, empty lines, a last line that is cut off: the same questions, or the same faults."""
    top = tmp_path_factory.getbasetemp()
    (top / "gold").mkdir(exist_ok=True)
    text = "".join(f"{dump_row({'id': name, 'query': f'{name}?'})}{end}" for name in names)
    data = (text if closed else text.rstrip("\n")).encode()
    (top / QUERIES).write_bytes(data)
    expected = outcome(lambda: from_queries(data, QUERIES)) if data.strip() else []
    assert outcome(lambda: topics_of(top, size=size)) == expected


@pytest.mark.parametrize("data", [None, b"", b"\n\n"])
def test_no_gold_set_yet(tmp_path, data):
    """No question is known then."""
    if data is not None:
        (tmp_path / "gold").mkdir()
        (tmp_path / QUERIES).write_bytes(data)
    assert topics_of(tmp_path) == []
