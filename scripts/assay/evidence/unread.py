"""What is said beside answers that are shown: what is wrong with others, what is closed or not here."""

from collections.abc import Iterator

from assay.evidence.lack_phrases import PHRASES
from assay.evidence.reading import Read
from assay.evidence.runs import pull
from assay.onscreen import safe

_SHOWN = 3


def of_others(found: Read, lang: str) -> Iterator[str]:
    """That something is wrong with records or rows which are not shown for that; nothing where all is well."""
    files = list(dict.fromkeys(problem.where.partition(":")[0] for problem in found.faults))
    if files:
        names = ", ".join(map(safe, files[:_SHOWN])) + (", …" if len(files) > _SHOWN else "")
        yield _said("left_out", lang, n=len(found.faults), files=names)


def of_all(found: Read, lang: str) -> Iterator[str]:
    """The same, with open questions that are closed for their words, and what DVC keeps and is not here."""
    yield from of_others(found, lang)
    if found.repeats:
        yield _said("repeats", lang, n=found.repeats)
    if found.runs.away:
        yield _said("away", lang, n=len(found.runs.away), command=safe(pull(found.runs.away.values())))


def _said(key: str, lang: str, **values: object) -> str:
    return PHRASES[key][("en", "ru").index(lang)].format(**values)
