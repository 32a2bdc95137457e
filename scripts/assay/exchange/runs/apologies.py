"""Answers that say what went wrong: an apology for a failure, told from "the texts do not say", which is an answer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Mapped
from assay.exchange.records.paths import reader
from assay.exchange.records.targets import Target

ANSWER = Target(
    "text",
    (
        *("answer", "response", "output", "generated_answer", "answer_text", "response_text", "bot_answer"),
        *("reply", "completion", "generation", "ответ"),
    ),
    "what was answered",
)
_LONGEST = 200  # letters of an apology that are kept
_SORRY = re.compile(
    r"\W*(?:(?:ой|упс|oops|uh[- ]oh)\b\W*)?"
    r"(?:sorry|i(?:'|’| a)m (?:very |so |really )?sorry|we(?:'|’| a)re (?:very |so )?sorry|apolog|my apologies|please forgive"
    r"|извин|прости|прошу прощения|приносим (?:свои )?извин)",
    re.IGNORECASE,
)
_FAILURE = re.compile(
    r"(?:temporar\w+|currently|service|server) (?:is )?(?:temporar\w+ |currently )?(?:unavailable|not available|down|overloaded)"
    r"|something went wrong|went wrong|internal (?:server )?error|an? (?:unexpected |unknown )?error (?:has )?occurred"
    r"|timed? ?-?out|too many requests|rate limit|bad gateway|service unavailable"
    r"|gateway time|connection (?:refused|reset|error)|could not (?:process|complete) your request"
    r"|(?:сервис|сервер|служба|система|поиск|бот)\w* (?:сейчас |временно |пока )*(?:не ?доступ|не работа|перегружен|не отвеча)"
    r"|временно не ?доступ|что-то пошло не так|пошло не так|(?:произошла|возникла|внутренняя|неизвестная) (?:\w+ )?ошибк"
    r"|ошибка (?:сервера|сервиса|соединения|на сервере)|технические (?:неполадки|проблемы|работы|причины)"
    r"|не (?:удалось|смог\w*|можем|могу) (?:обработать|выполнить|связаться|получить ответ)|превышен\w* (?:время|лимит|ожидан)",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\btry (?:\w+ ){0,3}(?:again|later|once more)|come back later"
    r"|(?:попробуйте|повторите|обратитесь|зайдите|напишите)(?: \w+){0,3} (?:по)?(?:позже|позднее|снова|ещё раз|еще раз)",
    re.IGNORECASE,
)
_NOT_THERE = re.compile(
    r"(?:не |ничего не )(?:наш|найд|нахо|обнаруж|содерж|упомин|указан|знаю|знаем|располага|облада|могу (?:найти|ответить|помочь)"
    r"|можем (?:найти|ответить|помочь)|смог\w* (?:найти|ответить|помочь)|удалось найти)"
    r"|нет (?:\w+ ){0,3}(?:ответ|информац|данных|сведен|упомин)|отсутству\w+ (?:\w+ ){0,2}(?:информац|данн|сведен|ответ)"
    r"|(?:could|can|did|do|does)(?: ?not|n['’]t) (?:\w+ ){0,2}(?:find|know|have|contain|mention|answer|help)"
    r"|cannot (?:find|answer|help)|no (?:\w+ ){0,2}(?:information|answer|results?|data|matches)|nothing (?:was )?found|found nothing|not found"
    r"|(?:unable|not able) to (?:find|answer|help)|not (?:mentioned|covered|specified|enough)",
    re.IGNORECASE,
)


def is_apology(text: str) -> bool:
    """Whether a text says that the system failed: by its words, or by an apology that does not say for what.

    "Sorry, I found nothing on this" is an answer, and no failure; so is any text that does not apologise, and a long one
    in which a failure is spoken of.
    """
    text = " ".join(text.split())
    short, sorry = len(text) <= _LONGEST, bool(_SORRY.match(text))
    if _FAILURE.search(text):
        return short or sorry
    return short and not _NOT_THERE.search(text) and (sorry or bool(_AGAIN.search(text)))


def says_nothing_found(text: str) -> bool:
    """Whether a text says that there is no answer, and of no failure."""
    return bool(_NOT_THERE.search(text)) and not _FAILURE.search(text)


def cut(text: str) -> str:
    """An apology in one line, as a message."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def answer_path(values: Sequence[Any], fields: Mapping[str, str]) -> str | None:
    """Where the answers of records are, if they have any.

    Args:
        values: the records, as they are in the file.
        fields: what is read of them.
    """
    return guess_fields(values, {"answer": ANSWER}, fields).get("answer")


def with_answers(mapped: Mapped, values: Sequence[Any], path: str | None) -> Mapped:
    """The records with ``answer``, where the file has answers: what apologises is told by it, and nothing else.

    Args:
        mapped: the records.
        values: as they are in the file.
        path: where the answers are in them.
    """
    if path is None:
        return mapped
    find = reader(path)
    told = [
        {**row, "answer": found} if isinstance(found := find(value), str) and found.strip() else row
        for row, value in zip(mapped.values, values, strict=True)
    ]
    return replace(mapped, values=told)
