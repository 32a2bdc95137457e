import re
from html import unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from assay.report.markdown import (
    ABSENT,
    Markdown,
    code,
    finished,
    folded,
    joined,
    number,
    one_line,
    plain,
    shorten,
    table,
)

RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
NASTY = [
    "<script>alert(1)</script>",
    "a | b || c",
    "`tick` ``two`` \\`",
    "[go](http://evil.example) ![x](y) <http://evil.example>",
    "# heading",
    "- item",
    "1. item",
    "+ item",
    "> quote",
    "=== \n---\n***",
    "*a* __b__ ~~c~~ \\* &amp; &#60;",
    "<!-- -->",
    "    code",
    "</details></summary>",
    "$x$ and $$y$$",
    "line\r\nbreak\ttab\x00nul\u2028sep",
    "\u202egnp.exe",
]


def shown(markdown):
    """The characters that a reader sees, without our own tags."""
    return unescape(re.sub(r"<[^>]*>", "", RENDERER.render(markdown))).strip()


@given(st.text())
@pytest.mark.parametrize("place", [plain, lambda text: f"- p1 {plain(text)}"], ids=["paragraph", "item"])
def test_any_text_shows_exactly_its_characters(place, text):
    """Nothing in it becomes a tag, a link, emphasis or another block."""
    html = RENDERER.render(place(text))
    assert re.sub(r"</?(p|ul|li)>|\n", "", html).count("<") == 0
    assert shown(place(text)).removeprefix("p1").strip() == one_line(text)


@pytest.mark.parametrize("text", NASTY)
def test_nasty_texts_show_their_characters_in_a_table(text):
    """A row keeps its columns, and no cell holds a tag of its own."""
    html = RENDERER.render(table(["a", "b"], [[text, code(text)]]))
    cells = re.findall(r"<td>(.*)</td>", html)
    assert [unescape(re.sub(r"</?code>", "", cell)) for cell in cells] == [one_line(text)] * 2
    assert not re.search(r"<(?!/?(table|thead|tbody|tr|th|td|code)\b)", html)


@given(st.text())
@example("`|")
def test_an_id_is_shown_as_it_is(text):
    """As a code span where one can hold it."""
    assert shown(code(text)) == (one_line(text) or ABSENT)


def test_addresses_are_not_links():
    """GitHub makes links of bare addresses."""
    assert (
        plain("see https://evil.example and www.evil.example")
        == r"see https\://evil.example and www\.evil.example"
    )


@pytest.mark.parametrize("text", NASTY)
def test_a_folded_part_stays_one_part(text):
    """A title cannot close it, and the blank line after it is the only one before the body."""
    html = folded(text, Markdown("body"))
    assert html.count("<details>") == html.count("</details>") == 1
    assert html.splitlines()[1].startswith("<summary>")
    assert html.splitlines()[1].endswith("</summary>")
    assert html.splitlines()[2:] == ["", "body", "", "</details>"]


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("short", 10, "short"),
        ("exactly ten", 11, "exactly ten"),
        ("one two three", 9, "one two…"),
        ("one, two", 6, "one…"),
        ("x" * 20, 5, "xxxx…"),
        ("две  строки\nв одну", 100, "две строки в одну"),
    ],
)
def test_long_texts_are_cut_at_a_word(text, limit, expected):
    """With … at the end, never longer than the limit."""
    assert shorten(text, limit) == expected


@given(st.text(), st.integers(2, 60))
def test_a_cut_text_is_never_longer_than_the_limit(text, limit):
    """Whatever the text."""
    assert len(shorten(text, limit)) <= limit


@pytest.mark.parametrize(
    ("value", "expected"), [(None, ABSENT), (3, "3"), (0.5, "0.500"), (-0.0, "0.000"), (2 / 3, "0.667")]
)
def test_numbers_have_three_digits(value, expected):
    """Whole numbers none, absent ones a dash, zero no sign."""
    assert number(value) == expected


def test_markdown_is_printed_as_it_is_and_all_else_is_escaped():
    """A template cannot forget to escape."""
    assert [finished(value) for value in (Markdown("*a*"), "*a*", True, 1, None)] == [
        "*a*",
        r"\*a\*",
        "True",
        "1",
        ABSENT,
    ]


def test_nothing_joined_is_a_dash():
    """An empty cell would look like a fault."""
    assert (joined([]), joined(["a", 1])) == (ABSENT, "a, 1")


def test_numbers_stand_on_the_right():
    """The last columns are aligned right."""
    assert table(["a", "b"], [["x", 1]], right=1) == "| a | b |\n| --- | ---: |\n| x | 1 |"
