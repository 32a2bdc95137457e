"""Phrases for people in one of the languages: tables of key → English, Russian."""

from collections.abc import Mapping

LANGUAGES = ("en", "ru")
Phrases = Mapping[str, tuple[str, str]]


class Words:
    """Phrases of one language as plain text: ``words("key", name=value)``. Whoever shows it makes it safe.

    Args:
        lang: one of :data:`LANGUAGES`.
        tables: of a key that is in several, the last one's phrase is taken.
    """

    def __init__(self, lang: str, *tables: Phrases) -> None:
        self.lang = lang
        self._at = LANGUAGES.index(lang)
        self._phrases = {key: pair for table in tables for key, pair in table.items()}

    def phrase(self, key: str) -> str:
        """The phrase as it stands, with braces; a key that is not there is a fault of the program."""
        return self._phrases[key][self._at]

    def __call__(self, key: str, **values: object) -> str:
        """The phrase of that key with its values."""
        return self.phrase(key).format(**values)
