"""Text of files whose encoding nobody states."""

import codecs

from assay.errors import InputError, Problem

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESSED = ("cp1251", "koi8_r", "cp866", "mac_cyrillic", "cp1252")
_READ = 1 << 20  # bytes that a guess is made from


def decoded(data: bytes, where: str) -> tuple[str, list[str]]:
    """The text, and a note where its encoding was guessed.

    A byte order mark decides; else UTF-8, or UTF-16 where every second byte is 0; else the likeliest of the 8-bit
    encodings of Russian and English.

    Raises:
        InputError: it is no text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), []
            except UnicodeDecodeError:
                raise InputError(Problem(where, f"is not {encoding}", "save it as UTF-8")) from None
    wide = _wide(data, where)
    if wide is not None:
        return wide
    if b"\x00" in data:
        raise InputError(Problem(where, "is no text (it holds zero bytes)", "save it as UTF-8 text"))
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_READ], cp_isolation=list(_GUESSED)).best()
    try:
        if best is not None:
            text = data.decode(best.encoding)
            return text, [f"{where} was read as {best.encoding}: it is not UTF-8"]
    except UnicodeDecodeError:
        pass
    raise InputError(Problem(f"{where}:{line}", "is not UTF-8", "save it as UTF-8"))


def _wide(data: bytes, where: str) -> tuple[str, list[str]] | None:
    """A text of two bytes a letter without a byte order mark: its line ends show it."""
    for encoding, end in (("utf-16-le", b"\n\x00"), ("utf-16-be", b"\x00\n")):
        if len(data) % 2 == 0 and end in data and b"\x00" in data[:2]:
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                continue
            if "\x00" not in text:
                return text, [f"{where} was read as {encoding}: it has no byte order mark"]
    return None
