"""Words of the table for people in the languages of reports: headings, and what cells say of labels."""

from collections.abc import Callable

Words = Callable[[str], str]
HEAD = (
    *("id", "question", "type", "split", "date", "subject", "evidence", "passages"),
    *("expected_answer", "rationale", "status", "reviewers"),
)
_RUSSIAN = {
    "id": "id",
    "question": "вопрос",
    "type": "тип",
    "split": "часть эталона",
    "date": "дата",
    "subject": "предмет",
    "evidence": "достаточные наборы",
    "passages": "фрагменты",
    "expected_answer": "ожидаемый ответ",
    "rationale": "обоснование",
    "status": "статус",
    "reviewers": "кто проверил",
    "result": "результат",
    "no value because": "почему нет значения",
    "holdout: closed": "holdout: закрыто",
    "or": "или",
    "sets not stated; relevant": "наборы не указаны; релевантны",
    "not labelled yet": "ещё не размечен",
    "the corpus has no answer": "ответа в корпусе нет",
    "is not in passages.jsonl": "нет в passages.jsonl",
}
_ENGLISH = {name: name.replace("_", " ") for name in _RUSSIAN}
_BY_LANGUAGE = {"en": _ENGLISH, "ru": _RUSSIAN}
LANGUAGES = tuple(_BY_LANGUAGE)


def words(lang: str) -> Words:
    """The word of each key in a language of reports."""
    return _BY_LANGUAGE[lang].__getitem__
