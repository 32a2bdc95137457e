"""Where words stand in texts: as they are; but for the lines of headings; but for lines that a chunker put in front.

And, of words that stand nowhere, the text that they most resemble.
"""

from collections.abc import Mapping, Sequence

from assay.folding import occurrences
from assay.gold.places import TWIN_LETTERS
from assay.gold.quotes import nearest

CONTAINED = ("containment", "containment but for headings", "containment but for first lines")
HEADINGS, FIRST_LINES = CONTAINED[1:]
COMPARED = 100  # texts for which the nearest one is sought: a few ms each
_FIRST = 3  # lines of context in front of a chunk: title, section path, date
_LIKELY = 3  # texts compared letter by letter, of those that share the most words

Spots = dict[str, tuple[str, list[tuple[str, int, int]]]]


def contained(sought: Sequence[str], texts: Mapping[str, str]) -> Spots:
    """Every place that contains each text, folded: the way, and name, start and end in the text as given.

    A chunker may strip headings, or write a title or section path in front: what is left is believed where it has
    at least ``TWIN_LETTERS`` letters.
    """
    found: Spots = {}
    for way, headings in ((CONTAINED[0], True), (HEADINGS, False), (FIRST_LINES, True), (FIRST_LINES, False)):
        left = [text for text in sought if text not in found]
        forms = {text: [text] if way != FIRST_LINES else _shorter(text) for text in left}
        found |= _found(forms, texts, way, headings=headings)
    return found


def likeness(sought: Sequence[str], texts: Mapping[str, str]) -> dict[str, str]:
    """What each of the first ``COMPARED`` texts most resembles, in words; of those that share the rarest words."""
    holders: dict[str, list[str]] = {}
    for name in texts if sought else ():
        for word in set(texts[name].casefold().split()):
            holders.setdefault(word, []).append(name)
    said = {}
    for text in sought[:COMPARED]:
        shares: dict[str, float] = {}
        for word in sorted(set(text.casefold().split()) & holders.keys()):
            for name in holders[word]:
                shares[name] = shares.get(name, 0.0) + 1 / len(holders[word])
        likely = sorted(shares, key=lambda name: (-shares[name], name))[:_LIKELY]
        near = [(one, name) for name in likely if (one := nearest(text, texts[name])) is not None]
        if near:
            best, name = max(near, key=lambda pair: pair[0].likeness)
            said[text] = f"{best} of {name}"
    return said


def _found(
    forms: Mapping[str, Sequence[str]], texts: Mapping[str, str], way: str, *, headings: bool
) -> Spots:
    """Places of each text by the first of its forms that stands anywhere."""
    names, wanted = list(texts), sorted({form for each in forms.values() for form in each})
    if not names or not wanted:
        return {}
    places: dict[str, list[tuple[str, int, int]]] = {}
    for at, name, start, end in occurrences(
        [texts[name] for name in names], wanted, headings=headings
    ).iter_rows():
        places.setdefault(wanted[at], []).append((names[name], start, end))
    first = {text: next((form for form in each if form in places), None) for text, each in forms.items()}
    return {text: (way, places[form]) for text, form in first.items() if form is not None}


def _shorter(text: str) -> list[str]:
    """A text without its first line, its first two, …; as long as enough is left."""
    lines = [line for line in text.splitlines() if line.strip()]
    rests = ["\n".join(lines[number:]) for number in range(1, _FIRST + 1)]
    return [rest for rest in rests if sum(map(str.isalpha, rest)) >= TWIN_LETTERS]
