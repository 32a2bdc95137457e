"""How a replay speaks: its phrases, values and ids in words, and what stands for a text that is left out."""

import json
from collections.abc import Iterable
from typing import Any

from assay.evidence.circumstances import QUERY, TEXT, Fact
from assay.evidence.record import Fragment
from assay.evidence.scenario import Target
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

    def target(self, one: Target) -> str:
        """What a citation names."""
        document, name = one
        named = [document, self.chunk(name, document) if name else None]
        return BETWEEN.join(part for part in named if part) or self("citation.nameless")

    def targets(self, found: Iterable[Target]) -> str:
        """What citations name, one after another."""
        return self.joined(map(self.target, found)) or "–"

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
