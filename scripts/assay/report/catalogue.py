"""Every phrase of the report in its languages; what is measured in words lies in :mod:`assay.report.phrases`."""

from collections.abc import Mapping
from typing import Any

from assay.report.markdown import Markdown, finished, joined
from assay.report.phrases import PHRASES
from assay.wording import LANGUAGES


class Catalogue:
    """The phrases of one language; ``catalogue("key", name=value)`` gives Markdown, its values escaped."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._at = LANGUAGES.index(lang)

    def __call__(self, key: str, **values: Any) -> Markdown:
        """The phrase of that key with its values; a key that is not there is a fault of the program."""
        shown = {name: finished(value) for name, value in values.items()}
        return Markdown(PHRASES[key][self._at].format(**shown))

    def known(self, group: str, name: str) -> Markdown:
        """The phrase ``group.name``, or the name itself where this project does not know it (a team's own)."""
        return self(f"{group}.{name}") if f"{group}.{name}" in PHRASES else finished(name)

    def reasons(self, nulls: Mapping[str, int]) -> Markdown:
        """Null reasons with their counts, the most frequent first: ``no answer 12, stale label 1``."""
        return joined(Markdown(f"{self.known('reason', name)} {nulls[name]}") for name in by_frequency(nulls))

    def not_measured(self, nulls: Mapping[str, int]) -> Markdown:
        """Stands where a number would, with its reasons: ``not measured (stale label)``."""
        named = [self.known("reason", name) for name in by_frequency(nulls)]
        return self("not_measured", reason=joined(named or [self("reason.unknown")]))


def by_frequency(counts: Mapping[str, int]) -> list[str]:
    """Names that occur, the most frequent first."""
    return sorted((name for name, n in counts.items() if n), key=lambda name: (-counts[name], name))
