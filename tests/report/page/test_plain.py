import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.report.markdown import Markdown, code, folded, joined, one_line, plain, table
from assay.report.page.plain import Table, blocks, signs, text

ANY = st.text(st.sampled_from([*string.printable, "ж", "–", "…"]), min_size=1)


@given(ANY)
def test_what_was_escaped_comes_back(value):
    """Escaped text and code spans show exactly the characters that they were made of."""
    assert text(plain(value)) == one_line(value)
    assert text(code(value)) == (one_line(value) or "–")


@given(st.lists(ANY, min_size=2, max_size=2))
def test_cells_come_back(values):
    """A table keeps its cells apart, whatever is in them."""
    [found], notes = blocks(table(["a", "b"], [values], right=1), "figures")
    assert found == Table(["a", "b"], [[one_line(value) for value in values]], 1, "figures")
    assert notes == []


@pytest.mark.parametrize(
    ("phrase", "shown"),
    [
        ("**Bold** and *slanted*, `code *kept*`", "Bold and slanted, code *kept*"),
        (r"a \* b &lt;i&gt; &amp;amp;", "a * b <i> &amp;"),
    ],
)
def test_marks_are_taken_off(phrase, shown):
    """Those of a phrase; stars in a code span, or escaped, are text."""
    assert text(Markdown(phrase)) == shown


def test_other_text_is_as_it_is():
    """What is no Markdown has no marks."""
    assert text("**a**") == "**a**"


def test_a_folded_table_has_its_title():
    """As caption; paragraphs between tables are notes."""
    rows = table(["a"], [["1"]])
    both = Markdown("\n\n".join([rows, joined(["x & y"]), folded("Each <one>", rows)]))
    found, notes = blocks(both)
    assert [one.caption for one in found] == [None, "Each <one>"]
    assert notes == ["x & y"]


@pytest.mark.parametrize(
    ("figures", "shown"),
    [
        ("-0.188 … +0.000", "−0.188 … 0.000"),
        ("bm25-2: -0.020, +0.013 (n = 80)", "bm25-2: −0.020, +0.013 (n = 80)"),
        ("-0.000", "0.000"),
        ("+0", "0"),
        ("+0.001 -0.05 +40", "+0.001 −0.05 +40"),
        ("2026-11-01 a -b", "2026-11-01 a -b"),
    ],
)
def test_one_style_of_signs(figures, shown):
    """A true minus, no sign of zero; what is no figure stays."""
    assert signs(figures) == shown


def test_nothing_holds_nothing():
    """Where there is no table."""
    assert blocks(None) == ([], [])
