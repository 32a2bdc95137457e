"""An account as a page."""

from html.parser import HTMLParser

import pytest

from assay.proposal.account import Account, Section, Table
from assay.proposal.page import document
from assay.proposal.phrases import Words
from assay.proposal.telling import account
from assay.wording import LANGUAGES

from .samples import change


class Tags(HTMLParser):
    """Every tag with its attributes, and all text."""

    def __init__(self):
        super().__init__()
        self.tags, self.text = [], ""

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_file_that_asks_for_nothing(lang):
    """No script, no address, no style from elsewhere; foreign text is text."""
    page = document([account(change(), Words(lang))], lang)
    found = Tags()
    found.feed(page)
    names = {tag for tag, _ in found.tags}
    assert not names & {"script", "img", "link", "iframe", "a", "form"}
    assert not any(
        name in values for _, values in found.tags for name in ("src", "href", "onerror", "onclick")
    )
    assert "<script>alert(1)</script>" in found.text
    assert dict(found.tags[0][1]) == {"lang": lang}
    policy = [values["content"] for tag, values in found.tags if values.get("http-equiv")]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_words_that_differ_are_marked_as_such():
    """For the eye and for a screen reader."""
    page = document([account(change(), Words("en"))], "en")
    assert "<del>14</del><ins>30</ins>" in page
    assert "<del>part</del><ins>full</ins>" in page


def test_a_wide_table_can_be_read():
    """Names break before their cut-off, values before the arrow; a keyboard can scroll it; names and commands are code."""
    table = Table(("system", "hit@5"), (("<a>", "0.500 → 0.600"),), ("`hit`: found <b>",))
    notes = ("`make repro` runs it",)
    page = document([Account("t", "s", notes, (), (Section("Metrics", (), table),))], "en")
    assert '<div class="wide" tabindex="0" role="region" aria-label="Metrics">' in page
    assert "hit<wbr>@5</th>" in page
    assert "<td>&lt;a&gt;</td>" in page
    assert "0.500 →\u00a00.600</td>" in page
    assert page.index("</table>") < page.index("<li><code>hit</code>: found &lt;b&gt;</li>")
    assert "<li><code>make repro</code> runs it</li>" in page


def test_characters_that_nobody_sees_are_shown_as_such():
    """Controls, and marks that turn the direction of the text around them."""
    from assay.changes.difference import difference

    from .samples import AFTER, query, side

    odd = query("q-x\u202ey", None, query="a\x07b\u2066c\x9bd\ne")
    told = account(difference(side("old", AFTER, []), side("new", [*AFTER, odd], [])), Words("en"))
    page = document([told], "en")
    assert "a\ufffdb\ufffdc\ufffdd\ne" in page
    assert not set(page) & set("\x07\x9b\u202e\u2066")
