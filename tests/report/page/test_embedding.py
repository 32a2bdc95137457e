import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shop
from assay.report.page import embedding
from assay.report.page.numbers import Numbers
from report.unpacked import packed

HOSTILE = ["</script>", "<!--", "<script>", "]]>", "\u2028", "&lt;", "javascript:", '"><img onerror=x>', "'"]


@given(st.lists(st.sampled_from([*HOSTILE, "a", "ё", "\\"])).map("".join))
def test_json_in_html_has_no_mark_of_html(value):
    """And is the same value."""
    made = embedding.in_html({"a": value})
    assert not set("<>&\u2028\u2029") & set(made)
    assert json.loads(made) == {"a": value}


@pytest.mark.parametrize("ending", ["</script", "</SCRIPT >", "<!-- "])
def test_a_script_cannot_be_ended(ending):
    """Nor turned into a comment; the text in its quotes stays the same for JavaScript."""
    made = embedding.script(f"x = '{ending}';\r\ny")
    assert ending not in made
    assert made == f"x = '\\x3C{ending[1:]}';\ny"


def test_the_bundle_is_one_closed_script():
    """Its names stay inside; nothing in it would end it; the same every time."""
    made = embedding.bundle()
    assert made.startswith("(() => {")
    assert "window.vegaEmbed=" in made
    assert "</script" not in made.lower()
    assert embedding.bundle() == made


def test_a_style_sheet_that_would_end_is_refused():
    """It is a file of this project: a fault of the program."""
    with pytest.raises(ValueError, match="</"):
        embedding.style("a { content: '</style>' }")


def test_data_come_back():
    """As the browser inflates them."""
    value = {"a": ["ё</script>", None, 1]}
    page = f'<script type="application/octet-stream" id="x">{embedding.packed(value)}</script>'
    assert packed(page, "x") == value


def test_texts_are_cut_to_the_room_there_is(made):
    """Only those of chunks, each with … at its end; passages stay whole."""
    numbers = Numbers.of(shop.material(made))
    whole = embedding.packed_texts(numbers, embedding.ROOM)
    short = embedding.packed_texts(numbers, len(whole) - 40)
    assert len(short) <= len(whole) - 40
    before, after = (
        packed(f'<script type="application/octet-stream" id="x">{one}</script>', "x")
        for one in (whole, short)
    )
    assert after["passages"] == before["passages"]
    cut = [(long, one) for long, one in zip(before["chunks"], after["chunks"], strict=True) if long != one]
    assert cut
    assert all(one.endswith("…") and long.startswith(one[:-1]) for long, one in cut)


def test_the_policy_names_each_script_and_the_style():
    """By the hashes that browsers compute; no address, no inline code, no eval is allowed."""
    made = embedding.policy(["alert(1)"], "a {}")
    assert "script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';" in made
    assert made.startswith("default-src 'none'; ")
    assert "unsafe" not in made
    assert "http" not in made
