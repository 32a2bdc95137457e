import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evidence.sentences import language, sentences

# One text a case; «¦» stands where a sentence ends and is no part of the text.
RUSSIAN = [
    "Товар можно сдать назад, т. е. вернуть.¦ Доставка в г. Москва стоит дорого.",
    "Доставка стоит 300 руб. и занимает 14 дн. без выходных.",
    "Доставка стоит 300 руб.¦ Подъём бесплатный.",
    "Срок 14 дн.¦ Потом поздно.",
    "См. п. 4.2 правил.¦ Далее см. рис. 5 и табл. 2.¦ Ст. 25 закона от 07.02.1992 г. № 2300-1 не меняется.",
    "Принимаем обувь, сумки и т. д.¦ Распродажа не в счёт.",
    "А. С. Пушкин вернул сюртук.¦ Да?!¦ Нет!",
    "Курс 92,50 руб. за доллар, версия 2.4.1.¦ Сайт shop.example.ru.",
    "«Вернуть нельзя.»¦ Так сказано в правилах.",
    "Он сказал: «Да. Нет».¦ Потом ушёл.",
    "(Кроме распродажи.)¦ Остальное можно.",
    "«Вернуть можно!» – пишет продавец.",
    "Подождите…¦ Ещё день.¦ А вот... и деньги.",
    "Перечислим... на карту.",
    "Вот что нужно:¦\n- чек¦\n- паспорт;¦\n– вещь",
    "1. Откройте заказ.¦\n2. Нажмите «Вернуть».¦\n10) Ждите.",
    "1. Откройте заказ.¦ 2. Нажмите.",
    "# Возврат¦\n\nВернуть можно.¦\n\nно не всё",
    "Срок возврата¦\nДоставка",
    "первая строка\nи её продолжение.",
    "да.¦\nнет.¦\n  может быть.",
    "| Товар | Срок |¦\n|---|---|¦\n| Обувь | 14 дней |",
    "**Нельзя.**¦ Но есть исключение.",
    "Готово!¦ 🎉 Деньги придут завтра 👩‍👩‍👧‍👦.¦ 🇷🇺 Только в России.",
    "В 2025 г. Москва подорожает, а 5 см. Лондон нет.",
    "Звоните: тел. 8 (800) 123-45-67.¦ Бесплатно.",
    "Срок 30 дней.¦Возврат.",
    "Купите телефон.¦ iPhone дешевле.",
    "По ст. 25 и п. 3 правил; см. п. 4.¦ Далее другое.",
    "Это описано в п. 3.¦ Подробнее в разд. III и гл. IV.",
    "Т. е. деньги придут завтра.",
    "Мы находимся в г. Москва.¦ Приезжайте.",
    "Ул. Ленина, д. 5, корп. 2, кв. 14.¦ Вход со двора.",
    "Цена 5 тыс. руб. за штуку.",
    "Цена 5 тыс. руб.¦ Доставка отдельно.",
    "Заказ № 5.¦ Ещё один № 6.",
    "Ок. 30 дней.¦ Всё ок.¦ Ждите ок. 5 дней, прибл. 7 дней.",
    "Мин. 30 дней, макс. 45 дней.",
    "Через 5 мин.¦ Потом через 8 ч. 30 мин.",
    "Подойдёт, напр. обувь или, напр. Nike.¦ Напр. Puma не подойдёт.",
    "Автор — А.С. Пушкин.¦ Подписал И. И. Иванов.¦ Дата ниже.",
    "Принимаем карты и др.¦ Деньги и пр.¦ Остальное потом.",
    "Позвоните им.¦ Они ответят.",
    "Работаем с 9 ч. до 18 ч. без перерыва.",
    "Это т. н. «белый список».¦ Это т.н. заказ.",
    "Тел. 8 800 100-20-30, доб. 5.¦ Звоните.",
    "Согласно ч. 2 ст. 26.1 Закона.¦ Иначе нельзя.",
    "Вернём до 1 янв. 2026 года.¦ Срок до 31 дек.¦ Потом нельзя.",
    "Проф. Преображенский сказал.¦ Он прав.",
    "«Вернём деньги.» — так написано на сайте.",
    "Деньги вернут за 10 дней. [1]¦ Дальше ждите.",
    "Деньги вернут за 10 дней [1].¦ Дальше ждите. [2], [3]¦ И ещё. [D-01, D-02]¦ Всё.",
    "Деньги вернут за 10 дней.¹¦ Дальше ждите.",
    "[1] Первый источник.¦\n[2] Второй источник.",
    "1) Первое¦\n2) Второе",
    "а) первое;¦\nб) второе.",
    "Шаг 1. Откройте заказ.¦ Шаг 2. Нажмите.",
    "- [ ] Проверить чек¦\n- [x] Взять паспорт",
    "| Обувь | 14 дней. Потом нет. |¦\n| Книги | нет |",
    "Кто сделал?¦ Я.¦ Он помог.",
    "Высота 3 м.¦ Вес 2 кг.¦ Это стоит 5 р.¦ Дёшево.",
    "И. о. директора подписал.¦ Всё.",
    "Срок 30 дней.¦ 5 дней — на перевод.",
]
ENGLISH = [
    "Dr. Smith lives in the U.S.¦ He pays $5.50 a day, e.g. for tea.",
    "Mr. Jones vs. Smith, Inc. won.¦ It cost 1,000.50 USD.",
    "See Fig. 3 and No. 5.¦ Open example.com or write to a@b.example.",
    "He said “Stop.”¦ Then he left.",
    'He said: "Yes. No."¦ Then he left.',
    "(Not on sale.)¦ All the rest may come back.",
    "It is 5 p.m.¦ Call us... or write.",
    "Wait…¦ There is more.",
    "Steps:¦\n1. Open it¦\n2. Close it¦\n* or not",
    "Use v1.2.¦ Then v1.3!¦ Really?!¦ Yes.",
    "_Never._¦ **Ever.**¦ Done.",
    "One\r\nand the same.¦\r\nAnother.",
    "Five days.[1]¦ The money comes later.[2][3]¦ Ask us [4].",
    "Line one¦\u2028Line two¦\u2029Line three",
    "It is No. 5.¦ Nos. 6 and 7 are closed.",
    "Use tea, e.g. Earl Grey, i.e. the black one.",
    "See sec. 3.¦ It is short.¦ See Figs. 2 and 3, para. 4, vol. II, eq. 5.",
    "It takes approx. 30 days.¦ Approx. 5 more, ca. 40, min. 3, max. 45.",
    "Call ext. 5.¦ See p. 15.¦ Then pp. 16–18.",
    "Tools, cables, etc. are included.¦ Tools, etc.¦ The rest is extra.",
    "J. R. R. Tolkien wrote it.¦ Ask Mr. J. Smith.",
    "Open at 9 a.m. and close at 5 p.m.¦ Never on Sundays.",
    "Jan. 5 is free.¦ Acme Inc. ships it.¦ Est. 1999 in Leeds.",
    "“It works.” is what he said.",
    "It comes in ten days. [1]¦ Then wait. [1][2]¦ Then ask. [a-1; b-2]¦ Done.¹¦ Now.",
    "Step 1. Open it.¦ Step 2. Close it.",
    "(1) First¦\n(2) Second",
    "+ First¦\n+ Second",
    "A. First¦\nB. Second",
    "Q. May I return it?¦ A. Yes.",
    "| Item | Term |¦\n|:---|---:|¦\n| Shoes | 14 days. Then no. |",
    "Take 5 min. to read it.¦ Take 5 min.¦ Then go.",
]


@pytest.mark.parametrize(
    ("lang", "case"), [*(("ru", one) for one in RUSSIAN), *(("en", one) for one in ENGLISH)]
)
def test_sentences_end_where_a_reader_ends_them(lang, case):
    """Abbreviations, initials, amounts, lists, tables, quotations, brackets, marks, ellipses, pictures."""
    cut = case.split("¦")
    text = "".join(cut)
    found = [text[slice(*span)] for span in sentences(text, lang)]
    assert found == [one.strip() for one in cut if re.search(r"\w", one)]


def test_marks_of_citations_belong_to_no_sentence():
    """Glued to the full stop or before it, several in a row, in front; what stands around them is split as without them."""
    text = "[1]Вернуть можно 30 дней.[2][D-3]Деньги придут [4], но не сразу[5].[6]"
    marks = [
        (text.index(mark), text.index(mark) + len(mark))
        for mark in ("[1]", "[2]", "[D-3]", "[4]", "[5]", "[6]")
    ]
    found = [text[slice(*span)] for span in sentences(text, "ru", reversed(marks))]
    assert found == ["Вернуть можно 30 дней.", "Деньги придут [4], но не сразу[5]."]


def test_marks_may_overlap():
    """Each letter keeps its place."""
    text = "Раз [[1]].[[2]] Два."
    marks = [(4, 9), (5, 8), (10, 14), (11, 15)]
    assert [text[slice(*span)] for span in sentences(text, "ru", marks)] == ["Раз [[1]].", "Два."]


@pytest.mark.parametrize("text", ["", " \n\t", "...", "👍🏽", "* * *", "\u0301", "____", "«»"])
def test_what_has_no_letter_is_no_sentence(text):
    """Nor is a mark alone."""
    assert sentences(text, "ru") == []
    assert sentences("[1]", "ru", [(0, 3)]) == []


ALPHABET = st.sampled_from(
    [*"абВ Яaz Z09.!?…,;:«»\"'()[]*_-–\n\r\t\u2028\x85", "т.", "г. ", "1. ", "e.g.", "👩‍👧", "🇷🇺", "й", "é"]
)


@st.composite
def marked(draw):
    """A text of what splitting looks at, and spans in it, which may overlap."""
    text = "".join(draw(st.lists(ALPHABET | st.characters(exclude_categories=["Cs"]), max_size=60)))
    ends = st.integers(0, len(text))
    return text, draw(st.lists(st.tuples(ends, ends).map(sorted).map(tuple), max_size=4))


@given(marked(), st.sampled_from(["ru", "en", "en-GB", "xx", "", "ru_RU", "Russian"]))
def test_sentences_cover_every_letter_once(case, lang):
    """Law: spans are in order and apart, begin and end with what is no space, hold a letter; all letters are in them."""
    text, marks = case
    found = sentences(text, lang, marks)
    ends = [end for span in found for end in span]
    assert ends == sorted(ends)
    inside = [any(start <= at < end for start, end in found) for at in range(len(text))]
    marked = [any(start <= at < end for start, end in marks) for at in range(len(text))]
    assert all(inside[at] or marked[at] for at, letter in enumerate(text) if letter.isalnum())
    for start, end in found:
        plain = ["" if marked[at] else text[at] for at in range(start, end)]
        assert plain[0].strip()
        assert plain[-1].strip()
        assert any(letter.isalnum() for letter in plain)


@given(
    st.lists(
        st.sampled_from([one for one in RUSSIAN if one[0].isupper() and one[-1] == "."]),
        min_size=1,
        max_size=5,
    )
)
def test_texts_one_after_another_are_split_as_each_alone(cases):
    """Law: paragraphs do not touch each other; offsets are of the whole text."""
    texts = ["👩‍👧 " + one.replace("¦", "") for one in cases]
    whole = "\n\n".join(texts)
    found = [whole[slice(*span)] for span in sentences(whole, "ru")]
    assert found == [one[slice(*span)] for one in texts for span in sentences(one, "ru")]


@pytest.mark.parametrize(
    ("text", "stated", "expected"),
    [
        ("Вернуть можно", None, "ru"),
        ("You may return it", None, "en"),
        ("You may return it", "ru", "en"),
        ("Можно вернуть", "uk", "uk"),
        ("Sie können", "de", "de"),
        ("You may", "ru_RU.UTF-8", "en"),
        ("Можно", "ru_RU", "ru"),
        ("", None, "en"),
        ("", "ru", "ru"),
        ("30", "ru", "ru"),
    ],
)
def test_letters_tell_the_language(text, stated, expected):
    """What is stated decides between languages of one script, and where there are no letters."""
    assert language(text, stated) == expected


def looked_at(text, monkeypatch):
    """How many code points the library is given."""
    import sentencex

    given = []
    split = sentencex.get_sentence_boundaries
    monkeypatch.setattr(
        sentencex, "get_sentence_boundaries", lambda lang, part: given.append(len(part)) or split(lang, part)
    )
    assert sentences(text, "ru")
    monkeypatch.undo()
    return sum(given)


@pytest.mark.parametrize("part", ["Вернуть можно. ", "а. ", "- пункт\n", "1. ", "т. д. "])
def test_every_letter_is_looked_at_once(part, monkeypatch):
    """A text of 100,000 letters takes ten times as much as one of 10,000."""
    n = 10_000 // len(part)
    assert (
        looked_at(part * n * 10, monkeypatch) == 10 * looked_at(part * n, monkeypatch) == 10 * n * len(part)
    )
