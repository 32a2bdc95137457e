import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.saving import set_entry
from assay.params import parse
from conftest import ROOT

PARAMS = (ROOT / "params.yaml").read_bytes()
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.from_regex(r"[a-z]{1,5}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=8,
)


def test_all_other_lines_stay():
    """An entry is added at the end of its section: every line that was there is still there, comments too."""
    new = set_entry(PARAMS, ("systems", "x"), {"kind": "recorded", "depth": None, "ids": ["007", "b"]})
    lines = new.decode().splitlines()
    added = [line for line in lines if line not in PARAMS.decode().splitlines()]
    assert added == ["  x:", "    kind: recorded", "    depth: null", '    ids: ["007", b]']
    assert [line for line in lines if line not in added] == PARAMS.decode().splitlines()


def test_a_section_is_made_and_an_entry_replaced():
    """Where a section is absent it is written at the end; setting it again leaves one entry."""
    once = set_entry(PARAMS, ("import", "chunks"), {"rows": "hits.hits"})
    twice = set_entry(once, ("import", "chunks"), {"rows": None})
    assert once.decode().endswith("import:\n  chunks:\n    rows: hits.hits\n")
    assert twice.decode().endswith("import:\n  chunks:\n    rows: null\n")


def test_a_value_in_the_way_is_an_error():
    """A key that holds a number holds no section."""
    with pytest.raises(InputError, match=r"params.yaml import: holds no keys; remove its value"):
        set_entry(b"import: 7\n", ("import", "chunks"), {})


@given(VALUES)
def test_both_readers_of_yaml_read_what_was_set(value):
    """YAML 1.2, as DVC reads it, and 1.1 alike."""
    data = set_entry(b"a: 1  # kept\n", ("section", "entry"), value)
    assert parse(data, "x")["section"]["entry"] == value
    assert yaml.safe_load(data)["section"]["entry"] == value
    assert b"# kept" in data
