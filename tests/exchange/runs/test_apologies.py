import pytest

from assay.exchange.records.mapping import Mapped
from assay.exchange.runs.apologies import answer_path, cut, is_apology, says_nothing_found, with_answers

FAILED = (
    "Извините, сервис временно недоступен. Попробуйте позже.",
    "Произошла ошибка, повторите запрос позднее",
    "Простите!",
    "Приносим извинения, ведутся технические работы",
    "К сожалению, сервер сейчас перегружен",
    "Упс! Что-то пошло не так.",
    "Попробуйте ещё раз позже",
    "Не удалось обработать запрос",
    "Sorry…",
    "Sorry, something went wrong.",
    "I'm sorry, please try again later.",
    "503 Service Unavailable",
    "The service is temporarily unavailable",
    "Request timed out",
    "Internal Server Error",
    "Извините, сервис недоступен. " + "Мы уже чиним его. " * 20,
)
REFUSALS = (
    "В базе знаний нет ответа на этот вопрос.",
    "К сожалению, я не нашёл информации по вашему вопросу.",
    "Извините, не могу ответить на этот вопрос.",
    "Не нашёл ответа, попробуйте задать вопрос ещё раз.",
    "К сожалению, в документах нет сведений о цене.",
    "Ничего не найдено",
    "Sorry, I couldn't find an answer in the documents.",
    "I don't know",
    "Sorry, this is not covered by the documentation.",
    "No relevant information was found",
)
ANSWERS = (
    "Товар можно вернуть в течение 30 дней.",
    "Здравствуйте! Чем могу помочь?",
    "К сожалению, магазин закрыт по воскресеньям.",
    "Refunds take ten days.",
    "Если приложение пишет «сервис временно недоступен», закройте его и откройте снова. " * 4,
)


@pytest.mark.parametrize("text", FAILED)
def test_apologies_for_a_failure(text):
    """In Russian and English, by what they say, or because they say nothing."""
    assert is_apology(text)
    assert not says_nothing_found(text)


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_is_an_answer(text):
    """It says what the texts do not hold, apologetic or not."""
    assert not is_apology(text)
    assert says_nothing_found(text)


@pytest.mark.parametrize("text", ANSWERS)
def test_answers_are_none(text):
    """Nor is a long text that speaks of a failure."""
    assert not is_apology(text)


def test_answers_are_looked_up_in_the_file():
    """Where one is, whatever it is called; a column that is something of ours is none."""
    values = [{"q": "a", "ответ": "Sorry…"}, {"q": "b", "ответ": " "}, {"q": "c"}]
    mapped = Mapped([{"query": "a"}, {"query": "b"}, {"query": "c"}], ["1", "2", "3"], [], {"ответ": 1})
    told = with_answers(mapped, values, answer_path(values, {"query": "q"}))
    assert told.values == [{"query": "a", "answer": "Sorry…"}, {"query": "b"}, {"query": "c"}]
    assert told.unused == {"ответ": 1}
    assert answer_path(values, {"query": "q", "text": '"ответ"'}) is None
    assert answer_path([{"response": {"hits": 1}}] * 3, {}) is None
    assert with_answers(mapped, values, None) is mapped


def test_an_apology_becomes_a_message_of_one_line():
    """Cut where it is long."""
    assert cut("Sorry\n\n try  later") == "Sorry try later"
    assert len(cut("x" * 500)) == 200
