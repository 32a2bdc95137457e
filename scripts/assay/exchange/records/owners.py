"""Of what a value is a property, by the keys above it: the id below ``user`` is a person's, no question's."""

import re
from collections.abc import Sequence

GROUPED = " / "  # between the rows of a heading
_CASES = re.compile(r"(?<=[a-zа-яё\d])(?=[A-ZА-ЯЁ])")  # between the words of userId
_QUESTION = re.compile(
    r"quer(y|ies)|questions?|asked|examples?|testcases?|cases?|tests?|prompts?|вопрос\w*|пример\w*"
)
_PEOPLE = (
    r"users?|customers?|clients?|visitors?|accounts?|devices?|authors?|agents?|operators?|managers?|employees?|owners?|"
    r"persons?|people|profiles?|tenants?|org|organi[sz]ations?|compan(y|ies)|workspaces?|projects?|"
    r"пользовател\w*|клиент\w*|покупател\w*|посетител\w*|аккаунт\w*|профил\w*|устройств\w*|автор\w*|оператор\w*|"
    r"менеджер\w*|сотрудник\w*|организаци\w*|компани\w*"
)
_CALLS = (
    r"sessions?|conversations?|dialog(ue)?s?|chats?|threads?|trac(e|es|ing)|spans?|requests?|req|http|tickets?|orders?|"
    r"сесси\w*|сеанс\w*|диалог\w*|чат\w*|обращени\w*|заявк\w*|тикет\w*|заказ\w*"
)
_SERVICES = (
    r"services?|servers?|systems?|apps?|applications?|apis?|clients?|models?|llms?|bots?|assistants?|sdks?|hosts?|"
    r"env|environments?|runtimes?|builds?|deployments?|releases?|browsers?|os|channels?|"
    r"сервис\w*|сервер\w*|систем\w*|приложени\w*|модел\w*|бот\w*|канал\w*"
)
_TEXTS = r"doc|docs|documents?|chunks?|articles?|passages?|pages?|files?|документ\w*|чанк\w*|стат(ья|ьи|ей)|страниц\w*"
KINDS = {  # what may stand above a value, and says that it is a property of that
    "person": re.compile(_PEOPLE),
    "call": re.compile(_CALLS),
    "service": re.compile(_SERVICES),
    "text": re.compile(_TEXTS),
    "any": re.compile(r".*"),
}


def words(name: str) -> list[str]:
    """The words of a key or a heading: ``userId``, ``user_id`` and ``User ID`` have two."""
    return [word.casefold() for word in re.findall(r"[^\W\d_]+", _CASES.sub(" ", name))]


def is_of(kinds: Sequence[str], keys: Sequence[str]) -> bool:
    """Whether a value is a property of a thing of these kinds: the nearest key above it that says, says it.

    What stands below the question itself is its own.

    Args:
        kinds: of ``KINDS``.
        keys: the keys of the value, from the record down; a heading of several rows is several.
    """
    *outer, last = keys
    for name in reversed([*outer, *last.split(GROUPED)[:-1]]):
        above = words(name)
        if any(map(_QUESTION.fullmatch, above)):
            return False
        if any(KINDS[kind].fullmatch(word) for kind in kinds for word in above):
            return True
    return False
