"""Two states of a document, and how they differ in a few words."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.errors import InputError, shown
from assay.exchange.documents.front_matter import KEYS, split, usable
from assay.exchange.losses import Losses

_SHOWN = 60  # characters of a line


@dataclass(frozen=True)
class Text:
    """A document in its parts."""

    front: Mapping[str, str]
    body: str


def parted(data: bytes, path: str) -> Text:
    """Keys of a document with valid values, and its text; what is wrong with it is said by whoever checks it."""
    text = data.decode(errors="replace")
    try:
        front, start = split(text, path)
    except InputError:
        return Text({}, text)
    return Text(usable(front, path, Losses()), text[start:])


def difference(old: Text, new: Text) -> str:
    """Lines that go and come, and keys that change: ``+3 −1 lines, title 'A' → 'B'``.

    Lines are counted whatever their order; a text that only has them in another order says so.
    """
    gone, come = _lines(old.body, new.body), _lines(new.body, old.body)
    words = []
    if old.body != new.body:
        total = (sum(come.values()), sum(gone.values()))
        words.append(f"+{total[0]} −{total[1]} lines" if any(total) else "lines in another order")
    for key in KEYS:
        before, after = old.front.get(key), new.front.get(key)
        if before != after:
            words.append(f"{key} {_value(before)} → {_value(after)}")
    return ", ".join(words) or "the same"


def first_lines(old: Text, new: Text) -> Iterator[str]:
    """The first line that goes, and the first that comes; none where only empty ones do."""
    for sign, lines in (("−", _lines(old.body, new.body)), ("+", _lines(new.body, old.body))):
        line = next((line.strip() for line in lines if line.strip()), None)
        if line is not None:
            yield f"{sign} {line if len(line) <= _SHOWN else line[: _SHOWN - 1] + '…'}"


def _lines(body: str, other: str) -> Counter[str]:
    """Lines of a text that another has not, or has less often."""
    return Counter(body.splitlines()) - Counter(other.splitlines())


def _value(text: str | None) -> str:
    return "none" if text is None else shown(text)
