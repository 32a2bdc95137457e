"""The sentences of an answer, in Russian and English, as spans of code points."""

import re
from collections.abc import Iterable, Iterator

from assay.retrieval.languages import of_question

Span = tuple[int, int]
_LETTER = re.compile(r"[^\W_]")  # or digit
_LOWER = r"[^\W\d_A-ZА-ЯЁ](?![A-ZА-ЯЁ])"  # «iPhone» may begin a sentence
_SPACE = re.compile(r"\s+")
_NEW_LINES = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_SMALL = re.compile(_LOWER)
_CITED = r"\[[^\[\]\s,;]{1,40}(?:[,;]\s?[^\[\]\s,;]{1,40})*\]"  # a mark that the record does not name: [1], [D-1, D-2]
_CLOSING = rf"(?:[)\]»”\"’*_¹²³⁰⁴-⁹]+|(?:,?\s?{_CITED})+)"
# Where the library sees no end: «…», closed brackets and quotations, «30 дней.[1] Возврат», «300 руб. Доставка»,
# «и т. д. Конец».
_ENDS = re.compile(
    rf"(?:…|[.!?…]{_CLOSING}"
    r"|\d\s?(?:(?:тыс|млн|млрд)\.?\s)?(?:руб|р|коп|долл|мин|сек|дн|нед|мес|шт|кг|км|мм|м|л|тыс|млн|млрд)\."
    r"|\bт\.\s?[дп]\.|\bи\sпр\.)\s+"
    r"(?=[«“\"(*_]*[A-ZА-ЯЁ])"
)
# Where it sees one that is none: before what goes on, after «рис.» before a number, after «напр.», «1.», «Шаг 1.».
_GOES_ON = re.compile(rf"\s*(?:[,;:)\]»”]|[—–-]\s*{_LOWER}|{_LOWER})")
_CLOSES = re.compile(rf"{_CLOSING}(?=\s|$)")
_BEFORE_NUMBER = re.compile(
    r"\b(?:ст|рис|табл|гл|пп?|ч|стр|тел|доб|разд|прил|корп|кв|ок|прибл|янв|февр?|апр|авг|сент?|окт|нояб?|дек"
    r"|Nos?|Art|Sec|Figs?|Eqs?|Ch|pp?|paras?|vol|ext|approx|ca|est)\.\s*$"
    r"|(?<!\d\s)\b(?:см|мин|макс|min|max)\.\s*$",
    re.IGNORECASE,
)
_NUMERAL = re.compile(r"\s*(?:\d|[IVXLC]{2,}\b)")
_NEVER_LAST = re.compile(r"\bнапр\.\s*$", re.IGNORECASE)
_NUMBER = re.compile(r"\W*(?:(?:шаг|этап|step)\s)?(?:\d{1,3}|[A-HА-Ж])[.)]\s*", re.IGNORECASE)
_ITEM = re.compile(r"[^\W\d_]\)\s")  # «б) второе»
_SEVERAL = 12  # letters to look back for what stands before a number


def language(text: str, stated: str | None) -> str:
    """Language of an answer by its letters; what is stated for it decides between languages of one script.

    Args:
        text: the answer.
        stated: a tag as ``ru``, ``en-GB`` or ``ru_RU.UTF-8``; None: nothing is.
    """
    tag = re.split(r"[_.]", stated or "en")[0]
    return of_question(text, tag) if text else tag


def sentences(text: str, lang: str, marks: Iterable[Span] = ()) -> list[Span]:
    """Spans of the sentences of a text, without white space at their ends; each holds a letter or digit.

    Args:
        text: the answer.
        lang: its language.
        marks: where marks of citations stand: «дней.[1] Возврат» are two sentences, and a mark belongs to neither.
    """
    plain = _blanked(text, marks)
    return [
        _trimmed(plain, *span)
        for block in _blocks(plain)
        for span in _joined(plain, _pieces(plain, *block, lang.partition("-")[0]))
    ]


def _blanked(text: str, marks: Iterable[Span]) -> str:
    """The text with spaces where marks stand."""
    pieces, last = [], 0
    for start, end in sorted(marks):
        pieces += [text[last:start], " " * (end - max(start, last))]
        last = max(last, end)
    return "".join([*pieces, text[last:]])


def _blocks(text: str) -> Iterator[Span]:
    """The text cut at empty lines and before each line that is an item, a row, a heading: one in small letters goes on."""
    start = 0
    for space in _SPACE.finditer(text) if _NEW_LINES.search(text) else ():
        lines = len(_NEW_LINES.findall(space[0]))
        goes_on = _SMALL.match(text, space.end()) and not _ITEM.match(text, space.end())
        if lines > 1 or (lines and not goes_on):
            yield start, space.end()
            start = space.end()
    yield start, len(text)


def _pieces(text: str, start: int, end: int, lang: str) -> Iterator[Span]:
    """What the library takes for sentences, cut further where it sees no end; a row of a table is one."""
    import sentencex

    if text.startswith("|", start):
        yield start, end
        return
    for piece in sentencex.get_sentence_boundaries(lang, text[start:end]):
        first, last = start + piece["start_index"], start + piece["end_index"]
        for found in _ENDS.finditer(text, first, last):
            yield first, found.end()
            first = found.end()
        yield first, last


def _joined(text: str, pieces: Iterable[Span]) -> list[Span]:
    """Pieces put together again that are one sentence; those without a letter or digit belong to the one before."""
    found: list[Span] = []
    for first, end in pieces:
        start = first
        closed = _CLOSES.match(text, first, end)
        if found and closed:
            start = closed.end()
            found[-1] = found[-1][0], start
        if not _LETTER.search(text, start, end):
            if found:
                found[-1] = found[-1][0], end
        elif found and _is_one(text, found[-1], (start, end)):
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


def _is_one(text: str, before: Span, after: Span) -> bool:
    """Whether two pieces are one sentence."""
    if _NUMBER.fullmatch(text, *before):
        return True
    if _GOES_ON.match(text, *after):  # but not on a line of its own: «да.», «нет.»
        return not _NEW_LINES.search(text, _trimmed(text, *before)[1], after[0] + 1)
    last = max(before[0], before[1] - _SEVERAL), before[1]
    numbered = _NUMERAL.match(text, *after) and _BEFORE_NUMBER.search(text, *last)
    return bool(numbered or _NEVER_LAST.search(text, *last))


def _trimmed(text: str, start: int, end: int) -> Span:
    while text[start].isspace():
        start += 1
    while text[end - 1].isspace():
        end -= 1
    return start, end
