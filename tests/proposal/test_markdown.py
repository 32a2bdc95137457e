"""An account as a comment."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from assay.proposal import page
from assay.proposal.account import Account, Entry, Item, Section, Table
from assay.proposal.markdown import LIMIT, document
from assay.proposal.phrases import Words
from assay.proposal.telling import account
from assay.wording import LANGUAGES

from .samples import change

COMMAND = "`assay gold diff a b`"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_change_with_one_of_everything(lang, golden):
    """Foreign text is shown as it is, and means nothing to Markdown."""
    told = document([account(change(), Words(lang))], Words(lang), COMMAND)
    golden(f"change.{lang}.md", told.encode())
    html = MarkdownIt("js-default").render(told)
    assert "<script>" not in html.replace("&lt;script&gt;", "")
    assert "left out" not in told


def accounts(sizes):
    """Accounts of sections with so many items of so many characters."""
    return [
        Account(
            f"title {number}",
            "a → b",
            ("note",),
            (("Queries", ("added: 1",)),),
            tuple(
                Section(
                    f"section {place}",
                    tuple(
                        Item(f"q{n}", "added", "x " * size, (), (Entry("y" * size),)) for n in range(count)
                    ),
                    Table(("system", "n"), (("first", "3"),)) if place == 0 else None,
                )
                for place, (count, size) in enumerate(sections)
            ),
        )
        for number, sections in enumerate(sizes)
    ]


SIZES = st.lists(
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 3_000)), max_size=4), min_size=1, max_size=2
)


@settings(max_examples=50)
@given(SIZES, st.sampled_from([3_000, 20_000, LIMIT]))
def test_it_is_never_longer_than_its_limit(sizes, limit):
    """Whole items, those in front first; what is left out is counted by section, and the command that shows it."""
    words = Words("en")
    told = document(accounts(sizes), words, COMMAND, limit)
    assert len(told) <= limit
    shown, every = told.count("\n#### "), sum(count for sections in sizes for count, _ in sections)
    if shown < every:
        note = told.splitlines()[-1]
        assert f"Left out to stay within {limit} characters" in note
        assert COMMAND.split(maxsplit=1)[0] in note
    else:
        assert "Left out" not in told


def test_what_is_left_out_is_counted():
    """By section, in their order."""
    told = document(accounts([[(2, 10), (40, 2_000)]]), Words("en"), COMMAND, 20_000)
    shown = told.count("\n#### ")
    assert f"section 1: {42 - shown}" in told
    assert "section 0:" not in told


def test_each_account_gets_its_share():
    """A long difference does not crowd out the impact; room that one does not need is the other's."""
    told = document(accounts([[(60, 2_000)], [(3, 100)]]), Words("en"), COMMAND, 20_000)
    assert told.count("#### 🟢 `q2`") >= 1
    assert told.rindex("title 1") < told.rindex("`q2`")
    assert len(told) > 16_000


def test_heads_and_tables_come_first():
    """Counts of the difference and of the impact, before any item of either."""
    told = document(accounts([[(2, 10)], [(2, 10)]]), Words("en"), COMMAND)
    assert told.index("title 0") < told.index("title 1") < told.index("| first | 3 |", told.index("title 1"))
    assert told.index("| first | 3 |", told.index("title 1")) < told.index("#### ")


def test_a_large_item_hides_no_small_one():
    """It is cut, and what has no room is left out by itself."""
    sections = tuple(
        Section(name, (Item(name, "changed", "", (), tuple(Entry("z" * 100) for _ in range(lines))),))
        for name, lines in (("large", 5_000), ("small", 1))
    )
    told = document([Account("t", "s", (), (), sections)], Words("en"), COMMAND, 3_000)
    assert "`small`" in told
    assert "large: 1" in told
    whole = document([Account("t", "s", (), (), sections)], Words("en"), COMMAND)
    assert "… +4940" in whole


def test_nobody_is_called_and_nothing_is_linked():
    """Hosts look for names and numbers in what is shown, escaped or not."""
    item = Item("q", "added", "ask @team about #12 and a@b", (), (Entry("see `@all`, #7"),))
    told = document(
        [Account("t", "s", ("`make repro` asks @you",), (), (Section("x", (item,)),))], Words("en"), COMMAND
    )
    shown = MarkdownIt("js-default").render(told)
    assert not re.search(r"@(?=\w)|(?<!\w)#(?=\d)", shown)
    assert "<code>make repro</code> asks" in shown


def test_each_table_has_its_title():
    """The metrics of one system are not those of another; on the page, too."""
    sections = tuple(Section(f"All of {name}", (), Table(("m", "n"), (("hit", "1"),))) for name in "ab")
    told = [Account("t", "s", (), (), sections)]
    for text in (document(told, Words("en"), COMMAND), page.document(told, "en")):
        assert text.index("All of a") < text.index("All of b")
