import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.report.evidence import terminal
from assay.report.evidence.catalogue import Words
from assay.report.evidence.telling import account

from . import answers

STYLE = re.compile(r"\x1b\[[\d;]*m")


def told(name, lang="en", found=None, history=True, **settings):
    found = found or answers.evidence()
    shown = account(Words(lang), found, answers.table(name, found), history=history)
    return list(terminal.lines(shown, **settings))


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", ["A-017", "B-018", "C-019"])
def test_golden(golden, name, lang):
    """Everything of an answer: record, claims with all columns, reviewers, history, next checks."""
    golden(f"{name}.{lang}.txt", ("\n".join(told(name, lang)) + "\n").encode())


def test_nothing_is_obeyed_by_a_terminal():
    """Whatever a record or a row holds: no control character, no mark of direction."""
    lines = told(answers.ODD["answer_id"], found=answers.hostile())
    assert all(line.isprintable() for line in lines)
    assert sum("alert(1)" in line for line in lines) > 10


@given(st.text())
def test_any_text_is_printable(text):
    """And keeps its letters in their order."""
    shown = terminal.safe(text)
    assert shown.isprintable()
    assert shown.replace(" ", "") == "".join(mark for mark in text if mark.isprintable()).replace(" ", "")


def test_words_with_soft_hyphens_stay_whole():
    """Nobody sees where a word may be divided; a tab or a line end is a space."""
    assert terminal.safe("воз\u00adврат\tи\u200b обмен") == "возврат и обмен"


def test_lines_are_no_wider_than_asked():
    """Words are wrapped below their label; a text of one long word is not cut."""
    assert max(map(len, told("A-017", "ru", width=80))) <= 80
    assert max(map(len, told("A-017", "ru"))) <= terminal.WIDTH


def test_colours_repeat_what_is_said():
    """The same words with colours and without."""
    plain, coloured = told("A-017"), told("A-017", colour=True)
    assert plain != coloured
    assert [STYLE.sub("", line) for line in coloured] == plain


def test_earlier_rows_are_counted_where_they_are_not_told():
    """And the flag that tells them is named."""
    text = "\n".join(told("A-017", history=False))
    assert "earlier rows: 1 (`--history`)" in text
    assert "superseded by" not in text


def test_exact_texts_keep_their_lines():
    """A fragment of two lines is two lines, below its source, version, id and rank."""
    text = "\n".join(told("B-018"))
    first, second = answers.POST.split("\n")
    assert f"lamp · v2 · lamp#2 · rank 2\n    │ {first}\n    │ {second}\n" in text


def test_a_citation_of_what_was_never_retrieved_is_named():
    """Above the claims, and at the claim that has it."""
    text = "\n".join(told("B-018"))
    assert "  cited, but never retrieved: lamp · lamp#old\n" in text
    assert "  citations attached: [4] → lamp · lamp#old: never retrieved\n" in text
