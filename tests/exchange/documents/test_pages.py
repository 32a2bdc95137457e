import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.documents.pages import clean, one_line, plain, sensible
from assay.exchange.losses import Loss, Losses


def test_a_text_is_cleaned_and_what_goes_is_counted():
    """LF, NFC, no control characters; no-break spaces and soft hyphens stay."""
    losses = Losses()
    dirty = "\ufeffдо\u00adго\u00a0вор\r\nи\u0306 \x01x\x0bвторая строка\rтретья\n"
    assert clean(dirty, "a.txt", losses) == "до\u00adго\u00a0вор\nй x\nвторая строка\nтретья\n"
    assert losses.found() == [Loss("control characters", 1, ("a.txt",))]


def test_what_is_no_text_is_refused():
    """A picture under the name of a text does not become a document."""
    with pytest.raises(InputError, match=r"a\.txt: is no text: 8 of its 12 characters"):
        clean("\x00\x01\x02\x03\x00\x01\x02\x03abcd", "a.txt", Losses())


@given(st.text())
def test_a_clean_text_stays_as_it_is(text):
    """Cleaning twice is cleaning once, and gives what the corpus' reader takes."""
    try:
        once = clean(text, "a", Losses())
    except InputError:
        return
    losses = Losses()
    assert clean(once, "a", losses) == once.removeprefix("\ufeff")
    assert not losses.found()
    assert unicodedata.is_normalized("NFC", once)


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("**Возврат** [товара](https://a.example)", "Возврат товара"),
        ("`API`-ключ {#api}", "API-ключ"),
        ("![](x.png)", None),
        ("a\u00a0b\u00adc", "a bc"),
    ],
)
def test_a_heading_becomes_a_title(heading, title):
    """Without its marks, on one line of printable characters."""
    assert plain(heading) == title


@pytest.mark.parametrize(
    "title",
    [
        "",
        "Microsoft Word - rules.doc",
        "Документ1",
        "untitled",
        "Без имени 2",
        "rules_v3.docx",
        "2024-01",
        None,
    ],
)
def test_what_programs_leave_as_a_title_is_none(title):
    """Names of files and of templates say nothing of a text."""
    assert sensible(title) is None
    assert sensible("Правила  возврата") == "Правила возврата" == one_line("Правила\nвозврата")
