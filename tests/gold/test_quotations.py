import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.gold.quotations import quoted_passage, spans

from .samples import documents

BODY = (
    "# Возврат\n\n## Сроки\n\nДеньги за **любой** товар вернём\nв течение 30 дней на карту "
    "[банка](https://bank.example/card).\n\nПришлём ещё один код: 7 дней. Онлайн-касса пробьёт чек.\n\n"
    "- пункт *первый*\n- пункт второй\n\nYou can return it within 30 days.\n"
)


def refusal(call, *arguments, **options):
    with pytest.raises(InputError) as error:
        call(*arguments, **options)
    return str(error.value)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("в течение 30\u00a0дней", "в течение 30 дней"),
        ("в тече\u00adние 30 дней", "в течение 30 дней"),
        ("вернём в течение", "вернём\nв течение"),
        ("вернем\n   в течение", "вернём\nв течение"),
        ("Пришлем еще один код", "Пришлём ещё один код"),
        ("за любой товар", "за **любой** товар"),
        ("**любой товар**", "**любой** товар"),
        ("на карту банка.", "на карту [банка](https://bank.example/card)."),
        ("пункт первый\nпункт второй", "пункт *первый*\n- пункт второй"),
        ("• пункт первый", "пункт *первый*"),
        ("  7 дней.\n", "7 дней."),
        ("онлайн-касса", "Онлайн-касса"),
        ("Сроки", "Сроки"),
        ("you can return it within 30\u202fdays", "You can return it within 30 days"),
    ],
)
def test_words_are_found_as_a_page_shows_them(quote, text):
    """The passage has the text of the document, whatever letters, spaces and marks the quotation has."""
    row = quoted_passage(documents(("d", BODY)), "d", quote=quote, id="p")
    assert row["text"] == text == BODY[row["start"] : row["end"]]


def test_letter_by_letter_goes_first():
    """What stands once as it is quoted is no doubt, though it also stands in other letters."""
    body = "Код действует. КОД действует.\n"
    assert spans("КОД действует", body) == [(15, 28)]
    assert spans("код действует", body) == [(0, 13), (15, 28)]
    assert spans("**", "a ** b ** c") == [(2, 4), (7, 9)]
    assert spans(" ", body) == []


@given(st.text(alphabet="абё *_\n\u00a0", max_size=30), st.integers(0, 30), st.integers(1, 10))
def test_every_stretch_of_a_text_is_found_in_it(body, start, length):
    """With or without marks and breaks in it."""
    words = body[start : start + length].strip()
    found = spans(body[start : start + length], body)
    assert found == sorted(found)
    if any(map(str.isalnum, words)):
        assert any(body[a:b] == words for a, b in found)


def test_the_nearest_text_is_of_whole_words():
    """With the line, of the file where that is known: it can be copied from there."""
    table = documents(("d", "# Доставка\n\nКурьер привозит заказ за двое суток после оплаты.\n"))
    wrong = "урьер привозит заказы за двое суто"
    assert refusal(quoted_passage, table, "d", quote=wrong, id="x").endswith(
        "at 12:47, line 3 of the text: «Курьер привозит заказ за двое суток»"
    )
    said = refusal(
        quoted_passage, table, "d", quote=wrong, id="x", file=lambda doc_id: (f"corpus/{doc_id}.md", 6)
    )
    assert said.endswith("at corpus/d.md:9 (12:47): «Курьер привозит заказ за двое суток»")


def test_a_long_text_is_cut_at_a_word_in_a_message():
    """So that no half word is looked for."""
    table = documents(("d", "# Д\n\nтекст\n"))
    said = refusal(quoted_passage, table, "d", quote="длинное слово " * 30, id="x")
    assert "длинное слово…» is not in the document" in said


def test_a_quotation_that_is_absent_is_refused_with_the_nearest_text(guide):
    """The nearest text is shown with its place, to be copied from."""
    message = refusal(quoted_passage, guide, "d1", quote="Вернуть можно за 14 дней.", id="x")
    assert message == (
        "d1: the quotation «Вернуть можно за 14 дней.» is not in the document; "
        "nearest text (92 %) at 36:61, line 7 of the text: «Вернуть можно за 30 дней.»"
    )


def test_a_quotation_like_nothing_is_refused(guide):
    """No nearest text is made up."""
    message = refusal(quoted_passage, guide, "d2", quote="zzzzzzzzzzzz", id="x")
    assert message == "d2: the quotation «zzzzzzzzzzzz» is not in the document; nothing there is like it"


def test_a_quotation_found_twice_is_refused_with_both_places(guide):
    """It says where, by offset and section."""
    message = refusal(quoted_passage, guide, "d1", quote="Кроме распродажи.", id="x")
    assert message == (
        "d1: the quotation «Кроме распродажи.» stands 2 times: 79:96 (срок/примечание), "
        "150:167 (деньги/примечание); quote more of it, or give its span"
    )
