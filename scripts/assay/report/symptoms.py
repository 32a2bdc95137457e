"""How often each symptom is seen, by system, and what to look at next."""

from typing import NamedTuple

import polars as pl

from assay.report.catalogue import Catalogue
from assay.report.inputs import Material
from assay.report.markdown import Markdown, code
from assay.report.symptom_phrases import KINDS


class Overview(NamedTuple):
    """A table: what is seen, what to look at next, then one column a system; one row a symptom that some system shows."""

    header: list[Markdown]
    rows: list[list[Markdown | int]]


def overview(say: Catalogue, material: Material) -> Overview:
    """Queries with each symptom, by system, the most frequent first; a query can show several.

    Args:
        say: phrases.
        material: of the report.
    """
    counts = [
        dict(system.symptoms.group_by("symptom").agg(pl.col("query_id").n_unique()).iter_rows())
        for system in material.systems
    ]
    seen = [kind for kind in KINDS if any(kind in one for one in counts)]
    seen.sort(key=lambda kind: -sum(one.get(kind, 0) for one in counts))  # ties in the order of KINDS
    return Overview(
        [say("symptoms.seen"), say("symptoms.next"), *(code(system.name) for system in material.systems)],
        [
            [say(f"symptom.{kind}"), say(f"symptom.{kind}.next"), *(one.get(kind, 0) for one in counts)]
            for kind in seen
        ],
    )
