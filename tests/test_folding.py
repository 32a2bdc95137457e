import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from assay import folding
from assay.folding import fold, join, occurrences

PIECES = st.sampled_from(
    ["а", "Б", "ё", "Е", "е", " ", "\n", "\t", "\u00a0", "-", "\u00ad", "1", ".", "İ", "Σ", "-\n", "😀"]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


def folded(texts, *, mend=True):
    made = fold(join(texts), mend=mend)
    found = folding.folded(texts, mend=mend)
    assert [int(n) for n in made.length] == [len(text) for text in found]
    return found


def reference(text, mend):
    """The same by the definition, one text at a time, with the origin of every letter."""
    pairs = []
    at = 0
    bullets = alone(text)
    while at < len(text):
        hyphen = re.compile(r"([-\u2010\u00ad])[^\S\n]*\n\s*(?=[^\W_])").match(text, at)
        if hyphen and at and text[at - 1].isalnum():
            breaks = text[at - 1].islower() and text[hyphen.end()].islower()
            if hyphen[1] != "\u00ad" and not (mend and breaks):
                pairs.append((text[at], at))
            at = hyphen.end()
            continue
        if text[at] != "\u00ad":
            letter = "i" if text[at] == "İ" else text[at].lower().replace("ё", "е")
            pairs.append((" " if text[at].isspace() or at in bullets else letter, at))
        at += 1
    kept = []
    for letter, origin in pairs:
        if letter == " " and (not kept or kept[-1][0] == " "):
            continue
        kept.append((letter, origin))
    return kept[:-1] if kept and kept[-1][0] == " " else kept


def alone(text):
    """Where hyphens stand between white space; soft hyphens are not seen."""
    seen = [at for at, letter in enumerate(text) if letter != "\u00ad"]
    line = "".join(text[at] for at in seen)
    runs = re.finditer(r"(?<!\S)-+(?!\S)", line)
    return {seen[at] for run in runs for at in range(run.start(), run.end())}


def widened(text, start, end):
    """A span with the soft hyphens at its ends."""
    while start and text[start - 1] == "\u00ad":
        start -= 1
    while end < len(text) and text[end] == "\u00ad":
        end += 1
    return start, end


def found(text, pattern):
    """Places of a pattern, by comparing letter by letter in both modes."""
    places = set()
    for mend in (True, False):
        letters, sought = reference(text, mend), [letter for letter, _ in reference(pattern, mend)]
        for at in range(len(letters) - len(sought) + 1):
            if sought and [letter for letter, _ in letters[at : at + len(sought)]] == sought:
                places.add(widened(text, letters[at][1], letters[at + len(sought) - 1][1] + 1))
    return places


def test_case_space_yo_and_soft_hyphens_do_not_count():
    """The four that differ between copies of one text."""
    assert folded(["  Ещё\u00ad раз \n\t И\u00a0ЕЩЁ  "]) == ["еще раз и еще"]


def test_words_hyphenated_at_the_line_end_are_joined():
    """«воз-⏎врат» is «возврат», also with a soft hyphen, blanks or an indent."""
    assert folded(["воз-\nврат", "воз\u00ad\nврат", "воз-  \n   врат"]) == ["возврат"] * 3


def test_real_hyphens_are_kept():
    """Within a line always; at its end next to a capital or digit."""
    assert folded(["API-ключ", "API-\nключ", "USB-\nC", "24-\nчасовой"]) == [
        "api-ключ",
        "api-ключ",
        "usb-c",
        "24-часовой",
    ]


def test_a_hyphen_at_the_line_end_may_be_kept():
    """One text a text, also of none and of empty ones."""
    assert folded(["онлайн-\nкасса", "", "воз\u00ad\nврат"], mend=False) == ["онлайн-касса", "", "возврат"]
    assert folded([]) == []


def test_a_compound_broken_at_its_hyphen_is_found_either_way():
    """«онлайн-⏎касса» may be «онлайн-касса»; «воз-⏎врат» must be «возврат»."""
    texts = ["Новая онлайн-\nкасса и воз-\nврат"]
    places = occurrences(texts, ["онлайн-касса", "возврат", "онлайнкасса"])
    assert [texts[0][start:end] for _, _, start, end in places.rows()] == [
        "онлайн-\nкасса",
        "воз-\nврат",
        "онлайн-\nкасса",
    ]


def test_places_are_those_of_the_text_as_given():
    """Offsets count the code points before folding."""
    texts = ["😀 Воз\u00adврат  товара", "", "возврат"]
    assert occurrences(texts, ["ВОЗВРАТ", "возврат ТОВАРА"]).rows() == [
        (0, 0, 2, 10),
        (0, 2, 0, 7),
        (1, 0, 2, 18),
    ]


def test_no_match_crosses_from_one_text_to_the_next():
    """Each text stands alone."""
    assert occurrences(["аб", "вг"], ["бв", "аб вг"]).rows() == []


@given(TEXTS, st.booleans())
def test_folding_equals_its_definition(text, mend):
    """The array version and a loop over letters agree."""
    letters = reference(unicodedata.normalize("NFC", text), mend)
    made = fold(join([unicodedata.normalize("NFC", text)]), mend=mend)
    assert list(zip(made.text()[:-1], made.origin[:-1].tolist(), strict=True)) == [
        (letter.replace("ς", "σ"), origin) for letter, origin in letters
    ]


@given(st.lists(TEXTS, max_size=3), st.lists(TEXTS, max_size=3))
def test_occurrences_equal_a_search_letter_by_letter(texts, patterns):
    """Rolling hashes find what a naive search finds, no more and no less."""
    expected = sorted(
        (number, source, start, end)
        for number, pattern in enumerate(patterns)
        for source, text in enumerate(texts)
        for start, end in found(text, pattern)
    )
    assert occurrences(texts, patterns).rows() == expected
