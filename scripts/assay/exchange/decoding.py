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


def decoded(data: bytes, where: str) -> tuple[str, list[str]]:
    """The text, and a note where its encoding was guessed.

    A byte order mark decides; else UTF-8; else the likeliest of the 8-bit encodings of Russian and English.

    Raises:
        InputError: it is no text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), []
            except UnicodeDecodeError:
                raise InputError(Problem(where, f"is not {encoding}", "save it as UTF-8")) from None
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    from charset_normalizer import from_bytes

    best = from_bytes(data, cp_isolation=list(_GUESSED)).best()
    if best is None:
        raise InputError(Problem(f"{where}:{line}", "is not UTF-8", "save it as UTF-8"))
    return str(best), [f"{where} was read as {best.encoding}: it is not UTF-8"]
