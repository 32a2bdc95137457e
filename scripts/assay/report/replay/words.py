"""How a replay speaks: its phrases, values and ids in words, and what stands for a text that is left out."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from assay.evidence.circumstances import CORPUS, QUERY, RETRIEVAL, TEXT, VERSION, Fact
from assay.evidence.often import Often
from assay.evidence.record import Fragment
from assay.manifest import sha256
from assay.report.evidence.citations import BETWEEN
from assay.report.evidence.spoken import Spoken
from assay.report.evidence.withheld import STAND_IN
from assay.report.replay.phrases import REPLAY

_HASH = 12  # characters of the hash that stands for a fragment's id, which may hold words of headings
_WORDED = ("filters", "generation_config")  # may hold words of questions and instructions


class ReplayWords(Spoken):
    """Phrases of a replay as plain text.

    Args:
        lang: language.
        texts: whether texts are shown.
    """

    def __init__(self, lang: str, *, texts: bool) -> None:
        super().__init__(lang, REPLAY, texts=texts)

    def chunk(self, name: str, document: str | None = None) -> str:
        """The id of a fragment; where texts are left out ``<document>#<hash>``."""
        short = sha256(name.encode())[:_HASH]
        return name if self.texts else f"{document}#{short}" if document else short

    def target(self, one: tuple[str | None, str | None]) -> str:
        """What a citation names: source and fragment."""
        document, name = one
        named = [document, self.chunk(name, document) if name else None]
        return BETWEEN.join(part for part in named if part) or self("citation.nameless")

    def declined(self, one: tuple[str, bool]) -> str:
        """A part that an answer declines, and whether the user is told."""
        part, told = one
        return self("show.told" if told else "show.untold", part=self.quote(part))

    def often(self, found: Sequence[Often], named: Callable[[Any], str]) -> Iterator[tuple[str, str]]:
        """What is ``gone``, what is ``new``, and what ``both`` sides have, but not as often: each kind with its things.

        Args:
            found: things with how often either side has them.
            named: a thing in words.
        """
        kinds = {
            "gone": [self._times(named(one.what), one.old) for one in found if not one.new],
            "new": [self._times(named(one.what), one.new) for one in found if not one.old],
            "both": [f"{named(one.what)} ({one.old} → {one.new})" for one in found if one.old and one.new],
        }
        return ((kind, self.joined(texts, "; ")) for kind, texts in kinds.items() if texts)

    @staticmethod
    def _times(text: str, n: int) -> str:
        return text if n == 1 else f"{text} (×{n})"

    def source(self, one: Fragment) -> str:
        """Source and version of a fragment, as far as they are recorded."""
        return BETWEEN.join(
            [one.doc_id or self("fragment.no_source"), one.doc_version or self("fragment.no_version")]
        )

    def fact(self, one: Fact) -> str:
        """The field, source or fragment that a fact is about."""
        if one.kind == TEXT and one.name == "retrieved":
            return self("recorded.retrieved")
        return self.chunk(one.name) if one.kind == TEXT else one.name

    def value(self, one: Fact, value: Any) -> str:
        """What a record states of a fact."""
        if value is None:
            return self("unstated")
        if one.kind in (QUERY, TEXT):
            return self.quote(value)
        if one.kind in _WORDED and not self.texts:
            return STAND_IN
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return self.joined(value)
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)

    def change(self, one: Fact) -> str:
        """What changed in a few words; what is long stands by its name alone."""
        if one.kind in (QUERY, *_WORDED):
            return ""
        if one.kind in (CORPUS, TEXT, RETRIEVAL):
            return self.fact(one)
        change = f"{self.value(one, one.old)} → {self.value(one, one.new)}"
        return f"{one.name}: {change}" if one.kind == VERSION else change
