"""The phrases of evidence tables in one language, as plain text and as Markdown."""

import shlex
from collections.abc import Iterable
from typing import Any

from assay import wording
from assay.report.evidence.phrases import PHRASES
from assay.report.markdown import Markdown, code, finished, joined


class Words(wording.Words):
    """Phrases of evidence tables, and of others where they are given, with ids and commands as they are shown."""

    def __init__(self, lang: str, *others: wording.Phrases) -> None:
        super().__init__(lang, PHRASES, *others)

    def named(self, identifier: str) -> str:
        """An id as it is shown."""
        return identifier

    def command(self, words: str, name: str) -> str:
        """A command on one answer, as it can be typed."""
        return f"`{words} {shlex.quote(name)}`"

    def joined(self, values: Iterable[Any], by: str = ", ") -> str:
        """Values one after another."""
        return by.join(str(value) for value in values)


class Marked(Words):
    """The same as Markdown: phrases are Markdown, whatever fills them is escaped."""

    def __call__(self, key: str, **values: Any) -> Markdown:
        """The phrase of that key with its values escaped."""
        return Markdown(self.phrase(key).format(**{name: finished(value) for name, value in values.items()}))

    def named(self, identifier: str) -> Markdown:
        """An id as a code span."""
        return code(identifier)

    def command(self, words: str, name: str) -> Markdown:
        """A command as a code span."""
        return code(f"{words} {shlex.quote(name)}")

    def joined(self, values: Iterable[Any], by: str = ", ") -> Markdown:
        """Values one after another, each escaped unless it is Markdown."""
        return joined(values, by)
