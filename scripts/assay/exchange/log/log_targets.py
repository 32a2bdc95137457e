"""What a log of a system in use is read for, and the names under which logs have it."""

from dataclasses import replace

from assay.exchange.records.targets import CHUNK, QUESTION, Target

_ASKERS = (
    "user_id",
    "session_id",
    "user",
    "session",
    "client_id",
    "visitor_id",
    "conversation_id",
    "chat_id",
    "dialog_id",
    "пользователь",
    "сессия",
    "клиент",
    "кем_задан",
    "кто_задал",
    "автор",
)
_TIMES = ("timestamp", "time", "asked_at", "created_at", "datetime", "date", "ts", "время", "дата")
_QUESTIONS = ("search_query", "search_term", "message", "prompt", "utterance", "сообщение")
PRIVATE = {  # read to be counted; neither they nor the names of their columns are kept in a file
    "asker": Target("any", _ASKERS, "who asked", private=True),
    "time": Target("any", _TIMES, "when it was asked", private=True),
}
LOG = {
    "query": Target("text", (*QUESTION["query"].names, *_QUESTIONS), "what was asked"),
    "type": replace(QUESTION["type"], kind="id"),
    "lang": CHUNK["lang"],
    "subject": replace(CHUNK["subject"], kind="id"),
    "count": Target(
        "whole",
        ("count", "frequency", "freq", "times", "requests", "n", "количество", "частота", "число"),
        "how often it was asked, where that is counted already",
    ),
    **PRIVATE,
}
