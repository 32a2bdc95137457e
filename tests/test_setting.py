"""One key of params.yaml: what is wrong with a value, and the rule in words."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.setting import Setting
from assay.settings import COMPARE, GATE


@pytest.mark.parametrize(
    ("setting", "value", "fault"),
    [
        (Setting(int, "", low=1, high=9), 1, None),
        (Setting(int, "", low=1, high=9), 9, None),
        (Setting(int, "", low=1), 0, "is 0, must be at least 1"),
        (Setting(int, "", high=9), 10, "is 10, must be at most 9"),
        (Setting(int, ""), True, "is True, must be a whole number"),
        (Setting(int, ""), 1.0, "is 1.0, must be a whole number"),
        (Setting(float, ""), 1, None),
        (Setting(float, ""), True, "is True, must be a number"),
        (Setting(str, ""), None, "is empty"),
        (Setting(str, "", nullable=True), None, None),
        (Setting(str, "", choices=("a", "b")), "c", "is 'c', must be one of a, b"),
        (Setting(str, ""), dt.date(2026, 1, 1), "is an unquoted date (2026-01-01)"),
        (Setting(list, "", of=str), [], None),
        (Setting(list, "", of=str), ["a", 1], "holds 1, each item must be a text"),
        (Setting(list, "", of=str), ["a", "a"], "holds a value twice"),
        (Setting(list, "", of=int, low=1), [1, 0], "is 0, must be at least 1"),
        (Setting(list, "", of=str), "a", "is 'a', must be a list"),
        (Setting(dict, "", of=str), {"a": "b"}, None),
        (Setting(dict, "", of=str), {"a": 7}, "holds 'a': 7, each name and value must be a text"),
        (Setting(dict, "", of=str), {7: "a"}, "holds 7: 'a', each name and value must be a text"),
        (Setting(dict, "", of=str), ["a"], "is ['a'], must be a table of keys"),
        (Setting(dict, ""), {"a": 7}, None),
        (Setting(str, "", path=True), "a/b", None),
    ],
)
def test_a_value_keeps_the_rule_or_breaks_it(setting, value, fault):
    """In words that stand behind the key."""
    assert setting.fault(value) == fault


@given(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers() | st.text())
    )
)
def test_no_value_is_a_traceback(value):
    """Whatever YAML reads."""
    for setting in (*COMPARE.values(), *GATE.values()):
        fault = setting.fault(value)
        assert fault is None or fault


@pytest.mark.parametrize(
    ("setting", "rule"),
    [
        (COMPARE["baseline"], "a text, or null"),
        (COMPARE["candidates"], "list of texts, or null"),
        (COMPARE["resamples"], "a whole number, ≥ 100, ≤ 1e+06"),
        (COMPARE["max_error_share"], "a number, ≥ 0, ≤ 1"),
        (GATE["metric"], "a text"),
        (GATE["at_least"], "a number; optional"),
        (GATE["no_regression_beyond"], "a number, ≥ 0; optional"),
        (GATE["slice"], "a table of keys with texts; optional"),
        (Setting(int, "", optional=True, default=4), "a whole number; 4 where it is left out"),
        (Setting(str, "", choices=("a", "b")), "a text: a, b"),
    ],
)
def test_a_rule_in_words(setting, rule):
    """For the reference."""
    assert setting.rule() == rule
