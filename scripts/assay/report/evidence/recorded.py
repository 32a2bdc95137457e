"""Recorded answers as a report shows them: their evidence tables, and what they decline or should have."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from assay.evidence.gathering import Evidence
from assay.evidence.unanswered import unanswered
from assay.report.evidence import nothing
from assay.report.evidence.sheet import sheets
from assay.report.evidence.withheld import without_texts
from assay.report.markdown import Markdown
from assay.report.page.plain import Table


@dataclass(frozen=True)
class Recorded:
    """What a report needs of recorded answers.

    Attributes:
        evidence: all tables, without texts where the report shows none.
        refusals: what answers decline, and what they state where the corpus has nothing, in Markdown.
        refusal_notes: what stands above the same tables, as plain texts.
        refusal_tables: the same as plain tables; one without numbers has ids of answers in its first column.
        sheets: tables behind the section by the names of their files.
    """

    evidence: Evidence = field(default_factory=lambda: Evidence([]))
    refusals: Markdown = field(default_factory=Markdown)
    refusal_notes: tuple[str, ...] = ()
    refusal_tables: tuple[Table, ...] = ()
    sheets: Mapping[str, pl.DataFrame] = field(default_factory=dict)


def recorded(evidence: Evidence, lang: str, *, texts: bool) -> Recorded:
    """Recorded answers in the language of a report.

    Args:
        evidence: with its texts: parts of a question are matched by their words, whether they are shown or not.
        lang: language.
        texts: whether texts are shown.
    """
    found = unanswered(evidence)
    shown = evidence if texts else without_texts(evidence)
    behind = {"refusals": nothing.sheet(found, texts=texts)} if evidence.tables else {}
    return Recorded(
        shown,
        nothing.section(found, evidence, lang, texts=texts),
        tuple(nothing.notes(found, lang, texts=texts)),
        tuple(nothing.tables(found, evidence, lang, texts=texts)),
        {**sheets(shown), **behind},
    )
