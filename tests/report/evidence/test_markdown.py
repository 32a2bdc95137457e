import re

import pytest
from markdown_it import MarkdownIt

from assay.report.evidence.account import Line, quoted, said
from assay.report.evidence.catalogue import Marked
from assay.report.evidence.markdown import cell, document
from assay.report.evidence.telling import account

from . import answers

RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def told(name, lang="en", found=None, history=True):
    found, say = found or answers.evidence(), Marked(lang)
    return document(say, account(say, found, answers.table(name, found), history=history))


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", ["A-017", "B-018", "C-019"])
def test_golden(golden, name, lang):
    """Everything of an answer: an overview of its claims, then each with all columns."""
    golden(f"{name}.{lang}.md", told(name, lang).encode())


def test_every_text_is_escaped():
    """Rendered, a hostile answer has no element but those of tables, lists and headings, no link, no deletion."""
    html = RENDERER.render(told(answers.ODD["answer_id"], found=answers.hostile()))
    known = {"h1", "h2", "h3", "p", "ul", "li", "strong", "code", "br"}
    known |= {"table", "thead", "tbody", "tr", "th", "td"}
    assert set(re.findall(r"<(\w+)", html)) <= known
    assert (
        html.count("&lt;script&gt;alert(1)&lt;/script&gt; | `tick` **bold** [go](http://evil.example) # ")
        > 10
    )
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", html)


def test_tables_have_as_many_cells_in_each_line():
    """A bar in a text ends no cell."""
    html = RENDERER.render(told(answers.ODD["answer_id"], found=answers.hostile()))
    for table in re.findall("<table>.*?</table>", html, re.DOTALL):
        assert len({line.count("<t") for line in re.findall("<tr>.*?</tr>", table, re.DOTALL)}) == 1


def test_words_of_a_text_stand_in_quotation_marks():
    """Lines of one text together, what is said between them apart; a limit cuts the text alone."""
    lines = (*said("[1] a"), *quoted("one\ntwo"), *said("b"), *quoted("three " * 40))
    assert cell(lines[:4]) == r"\[1\] a<br>«one<br>two»<br>b"
    assert cell(lines, 20) == r"\[1\] a<br>«one<br>two»<br>b<br>«three three three…»"
    assert cell([Line("", quoted=True)]) == "«»"
