"""Two states of a document, and how they differ in a few words."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice, zip_longest

from assay.errors import InputError, shown
from assay.exchange.documents.front_matter import KEYS, split, usable
from assay.exchange.losses import Losses

_SHOWN = 80  # characters of a line
_COMPARED = 1000  # lines from the first that differs: only a few are shown
_BEFORE = 3  # words in front of the first that differs


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


def changed_lines(old: Text, new: Text, most: int) -> list[str]:
    """The first lines that go (−) and come (+), one after the other where one replaces another; no empty ones.

    Long ones are cut at words, from shortly before the first word that differs: paragraphs are one line each.
    """
    return list(islice(_changed(old, new), most))


def _changed(old: Text, new: Text) -> Iterator[str]:
    gone, come = _lines(old.body, new.body), _lines(new.body, old.body)
    before, after = ([line for line in text.body.splitlines() if line.strip()] for text in (old, new))
    differing = (at for at, pair in enumerate(zip(before, after, strict=False)) if len(set(pair)) > 1)
    same = next(differing, min(len(before), len(after)))
    before, after = (lines[same : same + _COMPARED] for lines in (before, after))
    for _, *(start, end, first, last) in SequenceMatcher(None, before, after).get_opcodes():
        # A line that stands elsewhere only is no change.
        left = [line for line in before[start:end] if line in gone]
        right = [line for line in after[first:last] if line in come]
        if left == right:
            continue
        for one, other in zip_longest(left, right):
            yield from (f"− {_around(one, other)}",) if one is not None else ()
            yield from (f"+ {_around(other, one)}",) if other is not None else ()


def _around(line: str, other: str | None) -> str:
    """A line, or where it is long, its words from those shortly before the first that another has not."""
    words, others = line.split(), (other or "").split()
    if len(" ".join(words)) <= _SHOWN:
        return " ".join(words)
    same = next((at for at, pair in enumerate(zip(words, others, strict=False)) if len(set(pair)) > 1), None)
    start = max(0, (min(len(words), len(others)) if same is None else same) - _BEFORE)
    text = ("… " if start else "") + " ".join(words[start:])
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 2].rpartition(' ')[0] or text[: _SHOWN - 2]} …"


def _lines(body: str, other: str) -> Counter[str]:
    """Lines of a text that another has not, or has less often."""
    return Counter(body.splitlines()) - Counter(other.splitlines())


def _value(text: str | None) -> str:
    return "none" if text is None else shown(text)
