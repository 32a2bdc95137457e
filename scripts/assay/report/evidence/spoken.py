"""Phrases of a part of the evidence, beside those of evidence tables, and what stands for a text that is left out."""

from assay.report.evidence.catalogue import Words
from assay.report.evidence.withheld import STAND_IN
from assay.wording import Phrases


class Spoken(Words):
    """Phrases as plain text; whoever prints it makes it safe.

    Args:
        lang: language.
        phrases: of its own: key → English, Russian.
        texts: whether texts are shown.
    """

    def __init__(self, lang: str, phrases: Phrases, *, texts: bool) -> None:
        super().__init__(lang, phrases)
        self.texts = texts

    def text(self, text: str) -> str:
        """A text, or what stands for it."""
        return text if self.texts else STAND_IN

    def quote(self, text: str) -> str:
        """The same in quotation marks."""
        return {"en": "“{}”", "ru": "«{}»"}[self.lang].format(self.text(text))
