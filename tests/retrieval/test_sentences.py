import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.retrieval.sentences import cuts, sentence_starts


def sentences(text):
    starts = [*sentence_starts(text, 0, len(text)), len(text)]
    return [text[a:b].strip() for a, b in itertools.pairwise(starts)]


@pytest.mark.parametrize(
    "expected",
    [
        ["Первое.", "Второе!", "Третье?", "Четвёртое…", "Пятое."],
        ["Верните товар, т. е. сдайте его.", "Деньги придут."],
        ["Верните товар, т.е. Ваш заказ."],
        ["Use a courier, e.g. DHL.", "Then wait."],
        ["See fig. 3 and no. 5, etc. Then stop."],
        ["Доставка стоит 300 руб. За город дороже."],
        ["Живёт в г. Москве на ул. Ленина.", "Работает там же."],
        ["Автор — А. С. Пушкин.", "Это известно."],
        ["Он сказал: «Верну».", "И вернул."],
        ["Is it free?", "(Mostly.)", "Yes."],
        ["Версия 2.0 вышла.", "Версии 1.10 больше нет."],
        ["Подробнее на example.com.", "Там всё есть."],
        ["“Done.”", "Next."],
        ["可以退货。", "三十天内！", "是吗？"],
        ["Точка.И без пробела."],
    ],
)
def test_where_sentences_end(expected):
    """Russian, English and Chinese ends; abbreviations, initials and versions are no ends."""
    text = "".join(expected) if "。" in expected[0] else " ".join(expected)
    assert sentences(text) == expected


def test_list_items_begin_anew():
    """Each marker at a line's begin; its number is no sentence."""
    text = "Порядок:\n1. Откройте заказ.\n2. Нажмите кнопку\n- и ждите\nдо конца"
    assert sentences(text) == ["Порядок:", "1. Откройте заказ.", "2. Нажмите кнопку", "- и ждите\nдо конца"]


def test_offsets_are_of_the_whole_text():
    """Only the stretch asked about is looked at."""
    text = "A one. B two. C three. D four."
    assert list(sentence_starts(text, 7, 22)) == [7, 14]


def test_cuts_prefer_white_space():
    """A cut at a space in the latter half; hard where there is none."""
    text = "aaaa bbbb cccc dddddddddddddddd"
    assert [text[a:b] for a, b in cuts(text, 0, len(text), 6, 10)] == [
        "aaaa",
        "bbbb cccc",
        "dddddddddd",
        "dddddd",
    ]


@given(st.text(alphabet="аб .\n", max_size=200), st.integers(2, 30), st.integers(2, 30))
def test_cuts_lose_nothing_but_white_space(text, first, size):
    """Pieces are in order, within their lengths, and hold every letter."""
    pieces = list(cuts(text, 0, len(text), first, size))
    assert all(b - a <= (size if n else first) for n, (a, b) in enumerate(pieces))
    assert all(b <= a for (_, b), (a, _) in itertools.pairwise(pieces))
    assert "".join("".join(text[a:b].split()) for a, b in pieces) == "".join(text.split())
