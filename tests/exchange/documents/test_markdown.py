import pytest

from assay.errors import InputError
from assay.exchange.documents.markdown import read_markdown, read_text
from assay.exchange.losses import Losses, lines_of


def read(text, reader=read_markdown):
    losses, notes = Losses(), []
    data = text if isinstance(text, bytes) else text.encode()
    return reader(data, "a.md", losses, notes), list(lines_of(losses.found())), notes


def test_the_body_is_kept_word_for_word():
    """What follows the front matter, with its blank lines; the title is the first heading of level 1."""
    page, losses, notes = read(
        "---\ntags: [a]\nversion: 1.10\n---\n\n## A\n# Возврат **товара**\n\nТекст  \n\n\n"
    )
    assert page.body == "\n## A\n# Возврат **товара**\n\nТекст  \n\n\n"
    assert (page.title, page.values, page.ready) == ("Возврат товара", {"version": "1.10"}, False)
    assert losses == ["lost: front matter key 'tags', which documents do not have: 1 (a.md)"]
    assert not notes


def test_a_document_of_the_corpus_is_ready():
    """Its front matter may stay as it is written, comments too."""
    front = "---\nid: a   # never changes\ntitle: 'А'\nversion: 1\nlang: ru\nvalid_to: 2026-01-31\n---\n"
    page, losses, _ = read(f"{front}Текст\n".replace("\n", "\r\n"))
    assert (page.ready, page.front, page.body) == (True, front, "Текст\n")
    assert page.values == {"id": "a", "title": "А", "version": "1", "lang": "ru", "valid_to": "2026-01-31"}
    assert not losses


def test_underlined_headings_are_counted():
    """They make no section here; rules, tables, lists and code are none."""
    body = "Срок\n====\n\nЕщё\n---\n\n---\n\n| a |\n---\n\n* a\n---\n\n```\nx\n---\n```\n"
    assert read(body)[1] == ["lost: headings underlined with = or -, which make no section: 2 (a.md)"]


def test_a_text_file_has_no_front_matter():
    """All of it is text; its encoding may be guessed, which is said."""
    page, _, notes = read("---\nid: x\n---\n# Возврат товара в течение 30 дней\n".encode("cp1251"), read_text)
    assert page.body.startswith("---\nid: x\n---\n")
    assert page.title == "Возврат товара в течение 30 дней"
    assert notes == ["a.md was read as cp1251: it is not UTF-8"]


def test_front_matter_that_does_not_parse_is_an_error():
    """With its line."""
    with pytest.raises(InputError, match=r"^a\.md:3: front matter is not YAML"):
        read("---\nid: [\n---\nТекст\n")
