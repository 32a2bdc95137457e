"""A gold file as text that Git compares line by line: what `git diff`, `git log -p` and `git show` print of it.

A block a query or passage, by id, so that a line that moved is no change; a field a line, an evidence set a
line with how its passages begin, long texts sentence by sentence. Rows that mean different things have different blocks. Texts are there
also where ``report.include_text`` is false: a change that a diff hides would be committed unseen.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Any

from assay.changes.terms import CODES, coded, term
from assay.gold.fields import PASSAGE, QUERY, Fields, canonical
from assay.jsonl import dump_row, read_all
from assay.retrieval.sentences import sentence_starts

_FIELDS: dict[str, Fields] = {"query": QUERY, "passage": PASSAGE, "other": {}}
NEW_LINE = "⏎"  # a line end inside a text
LONGEST = 2_000  # characters of a line that is no row; a picture that somebody saved here has no line ends
_HASH = 12  # digits that tell one text from another
_BEGINNING = 70  # characters of a passage that is named
_SHORT = 40  # characters of a text that is not cut
_WIDE = frozenset("。！？")
_JSON = frozenset('-0123456789ntf"{[')  # what a value begins with that JSON could mean as something else


def text_of(data: bytes, lang: str, passages: Callable[[], Mapping[str, str]] = dict) -> str:
    """The file as text; lines that are no rows (conflict markers, garbage) stand first, as they are.

    Args:
        data: its bytes, whatever they are.
        lang: language of the words.
        passages: gives the text of each passage by id, for sets that name them; asked only where there is a set.
    """
    rows, broken = _read(data)
    writer = _Writer(lang, passages)
    blocks = [[writer.word("broken"), *(f"  {writer.broken(line)}" for line in broken)]] if broken else []
    times = Counter(_id(row) for row in rows)
    seen: Counter[str] = Counter()
    for row in rows:
        name = _id(row)
        seen[name] += 1
        again = (seen[name], times[name]) if times[name] > 1 else None
        blocks.append([writer.title(row, again), *writer.fields(row)])
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def passage_texts(data: bytes) -> dict[str, str]:
    """Texts of passages by id, of a file whatever it holds: what is no passage is passed over."""
    found: dict[str, str] = {}
    for line in data.split(b"\n"):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        name, text = (row.get("id"), row.get("text")) if isinstance(row, dict) else (None, None)
        if isinstance(name, str) and isinstance(text, str):
            found.setdefault(name, text)
    return found


def _read(data: bytes) -> tuple[list[dict[str, Any]], list[bytes]]:
    """Rows by id, and the lines that are none in their order."""
    rows, broken = [], []
    for line in data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n"):
        if line.strip():
            found, _ = read_all(line + b"\n", "")
            rows += [canonical(row.value, _FIELDS[_kind(row.value)]) for row in found]
            broken += [] if found else [line]
    twice = {name for name, n in Counter(map(_id, rows)).items() if n > 1}
    return sorted(rows, key=lambda row: (_id(row), dump_row(row) if _id(row) in twice else "")), broken


def _kind(row: dict[str, Any]) -> str:
    if "query" in row:
        return "query"
    return "passage" if "text" in row or "sha256" in row else "other"


def _id(row: dict[str, Any]) -> str:
    name = row.get("id")
    return name if isinstance(name, str) else "" if name is None else json.dumps(name, ensure_ascii=False)


class _Writer:
    """Writes rows in one language."""

    def __init__(self, lang: str, passages: Callable[[], Mapping[str, str]]) -> None:
        self.lang = lang
        self._passages = passages
        self.labels = {name: self.word(f"field.{name}") for name in {**QUERY, **PASSAGE} if name != "id"}

    @cached_property
    def texts(self) -> Mapping[str, str]:
        return self._passages()

    def word(self, key: str, **values: object) -> str:
        return term(key, self.lang, **values)

    def broken(self, line: bytes) -> str:
        text = _shown(line.decode("utf-8", "backslashreplace"))
        if len(text) <= LONGEST:
            return text
        digest = sha256(line).hexdigest()[:_HASH]
        return self.word("broken.cut", text=text[:LONGEST], n=len(line), hash=digest)

    def title(self, row: dict[str, Any], again: tuple[int, int] | None) -> str:
        """The line that Git repeats at the head of a hunk: what the row is, and its id."""
        title = self.word(f"row.{_kind(row)}", id=_shown(_id(row)) or self.word("row.no_id"))
        return self.word("row.again", title=title, n=again[0], all=again[1]) if again else title

    def fields(self, row: dict[str, Any]) -> Iterator[str]:
        for name, value in row.items():
            if name != "id":
                yield from self.field(name, value)

    def field(self, name: str, value: object) -> Iterator[str]:
        """Lines of one field; none where it is null, but for labels that are not there yet."""
        label = self.labels.get(name) or _shown(name)
        if name == "evidence_sets" and (value is None or isinstance(value, list)):
            yield from self.sets(value)
        elif name == "sha256" and isinstance(value, str):
            yield f"  {label}: {_shown(value[:_HASH])}"
        elif isinstance(value, dict) and value:
            for key in sorted(value):
                shown = self.passage(key) if name == "relevant" else _shown(key)
                yield from _lines(f"{label} {shown}", value[key])
        elif isinstance(value, list) and value:
            for item in value:
                yield from self.item(label, item)
        elif name in CODES and isinstance(value, str):
            yield f"  {label}: {self.code(name, value)}"
        elif value is not None:
            yield from _lines(label, self.word("value.none") if value in ([], {}) else value)

    def sets(self, value: list[Any] | None) -> Iterator[str]:
        if not value:
            yield f"  {self.word('sets.none' if value is None else 'sets.unanswerable')}"
        for one in value or []:
            members = map(self.passage, _ordered(one)) if isinstance(one, list) else [_plain(one)]
            yield f"  {self.word('set.first', after=' + '.join(members))}"

    def passage(self, name: object) -> str:
        """A passage by its id, and how it begins where that is known."""
        text = self.texts.get(name) if isinstance(name, str) else None
        if text is None:
            return _plain(name)
        line = " ".join(text.split(maxsplit=_BEGINNING))  # each word has a sign at least
        cut = line if len(line) <= _BEGINNING else line[: _BEGINNING - 1].rstrip() + "…"
        return f"{_plain(name)} «{_shown(cut)}»"

    def item(self, label: str, item: object) -> Iterator[str]:
        """A statement with its passages, an earlier turn, or any other item of a list."""
        if isinstance(item, dict) and set(item) == {"id", "text", "passages"}:
            yield from _lines(f"{label} {_plain(item['id'])}", item["text"])
            named = item["passages"]
            yield f"    ← {', '.join(map(_plain, named)) if isinstance(named, list) else _plain(named)}"
        elif isinstance(item, dict) and set(item) == {"role", "text"}:
            yield from _lines(f"{label}, {self.code('role', item['role'])}", item["text"])
        else:
            yield from _lines(label, item)

    def code(self, name: str, value: object) -> str:
        """One of a few values in words, any other on one line."""
        shown = coded(name, value, self.lang) if isinstance(value, str) else value
        return _plain(value) if shown == value else _shown(str(shown))


def _ordered(members: list[Any]) -> list[Any]:
    return sorted(members, key=_plain) if len(members) > 1 else members


def _lines(label: str, value: object) -> Iterator[str]:
    first, *others = _sentences(value) if isinstance(value, str) else [_plain(value)]
    yield f"  {label}: {first}"
    yield from (f"    {line}" for line in others)


def _sentences(text: str) -> list[str]:
    """A text cut where a sentence or a line ends, so that one changed word changes one short line."""
    if _is_json(text):
        return [_plain(text)]
    if len(text) <= _SHORT and text.isprintable():
        return [text]
    starts = [*sentence_starts(text, 0, len(text)), len(text)]
    pieces = [piece for begin, end in pairwise(starts) for piece in _cut(text[begin:end])]
    return [_shown(_trimmed(piece)) for piece in pieces[:-1]] + [_shown(pieces[-1])]


def _trimmed(piece: str) -> str:
    """Without the space at which it was cut; behind a wide mark none is expected, so one says something."""
    return piece if piece[-2:-1] in _WIDE else piece.removesuffix(" ")


def _cut(sentence: str) -> list[str]:
    *whole, rest = sentence.split("\n")
    return [line + NEW_LINE for line in whole] + ([rest] if rest else [])


def _plain(value: object) -> str:
    """A value on one line: a text as it is, in quotes where it would look like another value."""
    if not isinstance(value, str):
        return _shown(json.dumps(value, ensure_ascii=False, sort_keys=True))
    return _shown(json.dumps(value, ensure_ascii=False) if _is_json(value) else value)


def _is_json(text: str) -> bool:
    """Whether a text, without quotes, would read as nothing, a number, a list or the like."""
    if not text or text[0] not in _JSON:
        return not text
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _shown(text: str) -> str:
    """A text without what a terminal would obey or not show: such a sign stands there as its code point."""
    if text.isprintable():
        return text
    return "".join(
        mark if mark.isprintable() or unicodedata.category(mark) == "Zs" else f"\\u{ord(mark):04x}"
        for mark in text
    )
