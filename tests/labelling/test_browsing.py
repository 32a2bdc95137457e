from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.labelling.browsing import Text, find, section_named, sections, sentences, stretch, texts
from assay.labelling.holding import read
from assay.retrieval.outline import outline


def text(body, name="d"):
    about = dict.fromkeys(("doc_version", "title", "subject", "valid_from", "valid_to"))
    return Text(name, body, [mark._asdict() for mark in outline(body)], about)


def test_sections_are_those_of_the_outline(top):
    """In the order of the text; documents in the order of their ids."""
    found = texts(read(top).corpus)
    assert [one.id for one in found] == ["help-en", "holidays", "returns"]
    named = [(one.number, one.heading) for one in sections(found[2])]
    assert named == [(1, "Возврат товаров"), (2, "Срок возврата"), (3, "Примечание"), (4, "Деньги")]


def test_sentences_items_and_rows_are_numbered(top):
    """Without headings, rules of tables and empty lines."""
    returns = texts(read(top).corpus)[2]
    said = [returns.body[slice(*span)] for span in sentences(returns, section_named(returns, "2"))]
    assert said == [
        "Вернуть товар можно в течение 30 дней.",
        "Причину объяснять не нужно.",
        "- Чек не обязателен.",
        "- Упаковка нужна.",
    ]
    rows = [returns.body[slice(*span)] for span in sentences(returns, section_named(returns, "деньги"))]
    assert rows == ["| способ | срок |", "| карта | 5 дней |", "| наличные | сразу |"]


def test_a_text_without_headings_is_one_section():
    """Of number 0; so is what stands in front of the first heading."""
    assert [(one.number, one.start, one.end) for one in sections(text("Просто текст."))] == [(0, 0, 13)]
    assert [one.number for one in sections(text("Сначала.\n\n## Потом\n\nЕщё."))] == [0, 1]


@given(st.text(alphabet="аБ 1.!?|-#\n", max_size=120))
def test_sentences_hold_every_letter_but_those_of_headings(body):
    """In order, without overlaps, within their section."""
    made = text(body)
    for section in sections(made):
        spans = sentences(made, section)
        assert all(section.start <= start < end <= section.end for start, end in spans)
        assert all(first[1] <= second[0] for first, second in pairwise(spans))
        held = sum(sum(map(str.isalnum, body[start:end])) for start, end in spans)
        begin = section.start
        if section.number:
            begin = body.find("\n", section.start, section.end)
            begin = section.end if begin < 0 else begin
        assert held == sum(map(str.isalnum, body[begin : section.end]))


@pytest.mark.parametrize(("first", "last"), [(0, 1), (2, 1), (1, 5), (9, 9)])
def test_a_stretch_has_sentences_that_are_there(top, first, last):
    """Others are none."""
    returns = texts(read(top).corpus)[2]
    assert stretch(returns, section_named(returns, "2"), first, last) is None


def test_words_are_found_in_the_order_of_documents(top):
    """Never by how well they fit: case, spaces and ё/е do not count."""
    found = find(texts(read(top).corpus), "вернуть  товар МОЖНО")
    assert [(place.text.id, place.text.body[place.start : place.end]) for place in found] == [
        ("holidays", "Вернуть товар можно"),
        ("returns", "Вернуть товар можно"),
    ]


def test_words_that_stand_letter_by_letter_are_found_once():
    """With the very letters that were asked for."""
    found = find([text("Срок 30 дней, срок 30 дней.")], "30 дней")
    assert [(place.start, place.end) for place in found] == [(5, 12), (19, 26)]
    assert find([text("Срок.")], "") == []
    assert find([text("Так — и так")], "—") != []


@given(st.text(alphabet="аб ", max_size=40), st.text(alphabet="аб", min_size=1, max_size=3))
def test_every_exact_place_is_found(body, words):
    """None is left out."""
    exact = {at for at in range(len(body)) if body.startswith(words, at)}
    assert exact <= {place.start for place in find([text(body)], words)}
