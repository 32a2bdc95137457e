"""The form of what a run records: fields, types and texts of its card, of each line, of the objects in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from assay.errors import Problem, shown
from assay.evidence import fields
from assay.retrieval.kinds.recorded import MODES, STATED
from assay.retrieval.records import LANGUAGE, Field, faults, is_moment

_IDS = ("answer_id", "scenario_id", "query_id", "chunk_id", "doc_id")
_MAY_BE_BLANK = ("query", "answer", "text", "notes")  # then they lack; any other text says something


def line_faults(value: Mapping[str, Any], spot: str) -> Iterator[Problem]:
    """What is wrong with the form of one line of answers.jsonl.

    Args:
        value: the line.
        spot: its ``file:line id``.
    """
    yield from _of_object(value, fields.rules(fields.ANSWER), spot)
    yield from _of_settings(value, spot)
    for key, parts in (
        ("retrieved", fields.RETRIEVED),
        ("citations", fields.CITATION),
        ("declines", fields.DECLINE),
    ):
        yield from _items(value.get(key), parts, f"{spot} {key}")
    expected = value.get("expected_evidence")
    if isinstance(expected, dict):
        at = f"{spot} expected_evidence"
        yield from _of_object(expected, fields.rules(fields.EXPECTED), at)
        yield from _items(expected.get("needed"), fields.NEEDED, f"{at}.needed")
        texts = expected.get("unanswerable")
        for number, text in enumerate(texts if isinstance(texts, list) else (), 1):
            if not isinstance(text, str) or not text.strip():
                rule = f"is {shown(text)}, must be a text"
                yield Problem(f"{at}.unanswerable[{number}]", rule, "write it in words")


def card_faults(card: Mapping[str, Any], where: str) -> Iterator[Problem]:
    """What is wrong with the form of card.json.

    Args:
        card: what it holds.
        where: its path.
    """
    yield from _of_object(card, STATED, where)
    yield from _of_settings(card, where)


def _of_object(value: Mapping[str, Any], rules: Mapping[str, Field], where: str) -> Iterator[Problem]:
    """Fields and types of one object; ids that can be shown, texts that are not blank."""
    yield from faults(value, rules, where)
    for key, text in value.items():
        if not isinstance(text, str) or key not in rules or key in _MAY_BE_BLANK:
            continue
        if not text.strip():
            yield Problem(where, f"{key} is {shown(text)}, which is blank", "write it, or leave it out")
        elif key in _IDS and not (text.isprintable() and text == text.strip()):
            rule = f"{key} is {shown(text)}, must be printable, without spaces at its ends"
            yield Problem(where, rule, "change it")


def _of_settings(value: Mapping[str, Any], where: str) -> Iterator[Problem]:
    mode, at, lang = (_text(value, key) for key in ("mode", "recorded_at", "lang"))
    if mode and mode not in MODES:
        yield Problem(where, f"mode is {shown(mode)}, must be one of {', '.join(MODES)}", "change it")
    if at and not is_moment(at):
        fix = "write it as 2026-03-01 or 2026-03-01T09:30:00Z"
        yield Problem(where, f"recorded_at {shown(at)} is no date and no time", fix)
    if lang and not LANGUAGE.fullmatch(lang):
        yield Problem(where, f"lang is {shown(lang)}, must be a language code", "write ru, en, pt-BR, say")


def _text(value: Mapping[str, Any], key: str) -> str:
    """A text of an object; empty where it is none, which its type's rule names."""
    text = value.get(key)
    return text.strip() if isinstance(text, str) else ""


def _items(items: Any, parts: dict[str, fields.Part], where: str) -> Iterator[Problem]:
    """Faults of the objects of a list, counted from 1."""
    for number, item in enumerate(items if isinstance(items, list) else (), 1):
        if isinstance(item, dict):
            yield from _of_object(item, fields.rules(parts), f"{where}[{number}]")
        else:
            rule = f"is {shown(item)}, must be an object"
            yield Problem(f"{where}[{number}]", rule, f"write {', '.join(parts)}")
