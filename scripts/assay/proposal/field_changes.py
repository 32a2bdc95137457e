"""How the change of one field is said: words that differ, values then and now, claims and reasons one by one."""

from collections.abc import Iterator, Mapping
from typing import Any

from assay.changes.evidence import SetChange
from assay.changes.terms import coded
from assay.changes.wording import Piece, word_difference
from assay.proposal.account import Entry
from assay.proposal.phrases import PHRASES, Words

FREE = frozenset(
    ("query", "history", "rewritten", "rationale", "expected_answer", "claims", "unanswerable", "why", "text")
)


def field_change(name: str, before: Any, after: Any, words: Words, *, texts: bool = True) -> Iterator[Entry]:
    """Say how a field of a row changed.

    Args:
        name: of the field.
        before: its value then.
        after: its value now.
        words: phrases of the language.
        texts: whether free text is shown.
    """
    label = field_name(name, words)
    if name == "claims":
        yield from _claims(before, after, words, texts=texts)
    elif isinstance(before, dict) or isinstance(after, dict):
        old, new = before or {}, after or {}
        for passage in sorted(old.keys() | new.keys()):
            if old.get(passage) != new.get(passage):
                told = f"{label} {passage}" if name == "why" else f"{passage}, {label}"
                yield _entry(name, told, old.get(passage), new.get(passage), words, texts=texts)
    else:
        yield _entry(name, label, before, after, words, texts=texts)


def field_name(name: str, words: Words) -> str:
    """What people call a field."""
    return words(f"field.{name}") if f"field.{name}" in PHRASES else name


def value_words(name: str, value: Any, words: Words) -> str:
    """A value as people say it; codes of this project in their language, as `git diff` shows them."""
    if value is None or value in ([], {}):
        return words("value.any" if name in ("as_of", "subject") else "value.none")
    if isinstance(value, Mapping):
        if {*value} == {"role", "text"}:
            return f"{value_words('role', value['role'], words)}: {value['text']}"
        return "; ".join(f"{key}: {value_words(name, item, words)}" for key, item in value.items())
    if isinstance(value, list):
        return "; ".join(value_words(name, item, words) for item in value)
    return coded(name, str(value), words.lang)


def set_words(one: SetChange, words: Words, key: str = "") -> str:
    """What became of an evidence set, in one sentence; another one than of its kind, where it is named."""
    values = {name: " + ".join(getattr(one, name) or ()) for name in ("before", "after", "gained", "lost")}
    return words(key or f"set.{one.kind}", **values)


def _entry(name: str, label: str, before: Any, after: Any, words: Words, *, texts: bool) -> Entry:
    if name not in FREE:
        return Entry(f"{label}: {value_words(name, before, words)} → {value_words(name, after, words)}")
    if not texts:
        return Entry(label)
    return Entry(f"{label}:", _pieces(_text(name, before, words), _text(name, after, words)))


def _text(name: str, value: Any, words: Words) -> str:
    return "" if value in (None, [], {}) else value_words(name, value, words)


def _pieces(before: str, after: str) -> tuple[Piece, ...]:
    """Words that differ; what came or went is so as a whole."""
    if before and after:
        return tuple(word_difference(before, after))
    return (Piece("removed", before),) if before else (Piece("added", after),)


def _claims(before: Any, after: Any, words: Words, *, texts: bool) -> Iterator[Entry]:
    """Claim by claim: its words, and the passages that support it."""
    old, new = ({claim["id"]: claim for claim in side or []} for side in (before, after))
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name), new.get(name)
        if was == now:
            continue
        label = words("claim", id=name)
        told = [claim["text"] if claim and texts else "" for claim in (was, now)]
        if was is None or now is None or was["text"] != now["text"]:
            kind = "claim.gone" if now is None else "claim.new" if was is None else "claim.words"
            yield Entry(f"{label} {words(kind)}:", _pieces(*told) if any(told) else ())
        was_by, now_by = ((claim or {}).get("passages", []) for claim in (was, now))
        for key, names in (
            ("gone", [one for one in was_by if one not in now_by]),
            ("new", [one for one in now_by if one not in was_by]),
        ):
            if names and was is not None and now is not None:
                yield Entry(f"{label}, {words(f'claim.support.{key}', names=', '.join(names))}")
