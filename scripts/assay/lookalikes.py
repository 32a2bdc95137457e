"""Texts that look the same and are not: forms of Unicode, letters of other alphabets, characters that nobody sees."""

import unicodedata

# Letters that look the same, small or capital, each below the other.
_LATIN, _CYRILLIC = "abekmhopctyxijs", "авекмнорстухіјѕ"
_GREEK = str.maketrans("αβεκμηορτυχιν", "abekmhoptyxin")
_TO_LATIN, _TO_CYRILLIC = str.maketrans(_CYRILLIC, _LATIN), str.maketrans(_LATIN, _CYRILLIC)
_DROPPED = {"Cf", "Mn", "Me"}  # signs without width, marks on letters that are no letter together with them


class _Kept(dict[int, int | None]):
    """What stands for a sign, by its code: itself, or None; each is asked about once."""

    def __missing__(self, code: int) -> int | None:
        self[code] = None if unicodedata.category(chr(code)) in _DROPPED else code
        return self[code]


_KEPT = _Kept()


def plain(text: str) -> str:
    """Small letters of the usual form: full width, ligatures and the like are undone, marks and unseen signs go."""
    if text.isascii():
        return text.casefold()
    return unicodedata.normalize("NFKC", text).translate(_KEPT).casefold()


def latin(text: str) -> str:
    """The same, with a Latin letter for each Cyrillic or Greek one that looks like it: equal for what looks the same."""
    return plain(text).translate(_GREEK).translate(_TO_LATIN)


def cyrillic(text: str) -> str:
    """The same, with a Cyrillic letter for each Latin or Greek one that looks like it."""
    return plain(text).translate(_GREEK).translate(_TO_CYRILLIC)
