import io
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.start import asking
from assay.start.asking import Document, Question, places
from assay.start.wording import WORDS, phrase

from .told import ANSWERS, DOCUMENTS, QUESTIONS


@pytest.fixture
def talk(monkeypatch, capsys):
    """Answers to the talk, and what it said."""

    def told(text, lang="en"):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return asking.ask(lang), capsys.readouterr().out

    return told


def test_everything_is_taken_as_it_was_told(talk):
    """Texts of several lines; a question that no document answers."""
    answers, said = talk(ANSWERS, "ru")
    first = "Товар можно вернуть в течение 30 дней.\nКроме товаров с распродажи."
    assert answers.documents[0] == Document("Возврат товаров", first)
    start = first.index("в течение")
    asked = "За сколько дней можно вернуть товар?"
    assert answers.questions[0] == Question(asked, 0, (start, start + len("в течение 30 дней")))
    assert answers.questions[2] == Question("Есть ли рассрочка?", None, None)
    assert answers.reviewer == "Анна"
    assert " !" not in said
    assert "Вопрос 3 из 3" in said


def test_nobody_need_have_checked_the_labels(talk):
    """An empty name."""
    assert talk(DOCUMENTS + QUESTIONS + "\n")[0].reviewer == ""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("3\nwithin 30 days", "4\n0\nthird\n3\nwithin 30 days", "write a number from 1 to 3"),
        (
            "within 30 days\n",
            "30 day’s time\nwithin 30 days\n",
            "these words are not in «Returns in English»",
        ),
        ("within 30 days\n", "within 3O days\nwithin 30 days\n", "nearest there: «within 30 days»"),
        ("within 30 days\n", "zzz\nwithin 30 days\n", "nothing there is like them"),
        ("within 30 days\n", "n\nwithin 30 days\n", "these words stand there 3 times"),
        ("within 30 days\n", ".\nwithin 30 days\n", "write at least one letter or digit"),
        ("Доставка\n", "\n—\nДоставка\n", "write at least one letter or digit"),
        ("Доставка\n", "Достав\x07ка\nДоставка\n", "holds a character that cannot be printed"),
        ("Курьер", "…\n\nКурьер", "write at least one letter or digit"),
        ("Курьер", "Пишите на help@example.org\n\nКурьер", "looks like personal data"),
        ("Есть ли", "Звонить на +7 912 345-67-89?\nЕсть ли", "looks like personal data"),
    ],
    ids=[
        "no such document",
        "words that are not there",
        "words that are nearly there",
        "words that are like nothing",
        "words that stand there often",
        "a quotation without letters",
        "an empty title",
        "a bell in a title",
        "a text without letters",
        "an address in a text",
        "a phone number in a question",
    ],
)
def test_a_wrong_answer_is_asked_for_again(talk, old, new, said):
    """At once, with what is wrong; then everything is as without it."""
    right, _ = talk(ANSWERS)
    answers, out = talk(ANSWERS.replace(old, new, 1))
    assert said in out
    assert answers == right


def test_empty_words_lead_back_to_the_choice_of_a_document(talk):
    """Where the wrong one was chosen."""
    right, _ = talk(ANSWERS)
    assert talk(ANSWERS.replace("3\nwithin", "2\n\n3\nwithin"))[0] == right


def test_words_that_were_copied_need_not_look_the_same_inside(talk):
    """Letters with marks written apart, soft hyphens, line ends and spaces between words, empty lines in front."""
    right, _ = talk(ANSWERS)
    changed = ANSWERS.replace("рассрочка", "рас\u00adсрочка").replace("Доставка", "\u200bДоставка ")
    changed = changed.replace("в течение 30 дней\n", " в  течение\u00a030 днеи\u0306 \n").replace(
        "Goods", "\n \nGoods"
    )
    assert talk(changed)[0] == right


@pytest.mark.parametrize("lines", [0, 3, 12, 18])
def test_an_end_that_comes_too_early_is_named(talk, lines):
    """Nothing is made up for what was not answered."""
    with pytest.raises(InputError) as error:
        talk("".join(ANSWERS.splitlines(keepends=True)[:lines]))
    assert str(error.value) == (
        "standard input: ended before all was answered; nothing is written; answer all, or give --no-ask"
    )


def test_bytes_that_are_no_text_are_named(monkeypatch):
    """Of a terminal that is not UTF-8."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("Возврат".encode("cp1251")), "utf-8"))
    with pytest.raises(InputError, match="standard input: is not UTF-8; nothing is written"):
        asking.ask("ru")


WORD = st.text("абв30.-*", min_size=1, max_size=3)


@given(st.lists(WORD, min_size=1, max_size=8), st.data())
def test_words_are_found_wherever_they_stand(words, data):
    """Whatever space is between them there or in the quotation; each place once, in order."""
    spaces = st.sampled_from([" ", "\n", "  ", "\u00a0"])
    text = "".join(word + data.draw(spaces) for word in words)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quote = "".join(word + data.draw(spaces) for word in words[first : last + 1])
    found = places(quote, text)
    assert found == sorted(set(found))
    assert any(text[start:end].split() == words[first : last + 1] for start, end in found)
    assert all(text[start:end].split() == quote.split() for start, end in found)


@pytest.mark.parametrize("key", WORDS)
def test_both_languages_take_the_same_values(key):
    """And neither is empty."""
    english, russian = ({name for _, name, _, _ in string.Formatter().parse(text)} for text in WORDS[key])
    assert english == russian
    values = dict.fromkeys(filter(None, english), 1)
    assert phrase("en", key, **values)
    assert phrase("ru", key, **values)
