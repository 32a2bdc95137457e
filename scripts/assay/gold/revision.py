"""The gold revision: one id of everything in the gold set that scoring reads."""

import polars as pl

from assay.gold.fields import PASSAGE_FIELDS, QUERY_FIELDS
from assay.manifest import canonical, sha256


def gold_revision(queries: pl.DataFrame, passages: pl.DataFrame) -> str:
    """SHA-256 of the canonical JSON of what scoring reads.

    A new reviewer, rationale, claim or expected answer is a change in Git, not a new revision. The order of
    lines, of the members of a set and of ``relevant`` has no meaning; the order of sets has: results name
    a set by its number.

    Args:
        queries: as :class:`assay.gold.schema.Queries`.
        passages: as :class:`assay.gold.schema.Passages`.
    """
    # Sorted here, not in the file: moving a line or a member must not void recorded comparisons.
    ordered = queries.sort("id").with_columns(
        pl.col("as_of").dt.to_string("%Y-%m-%d"),
        pl.col("evidence_sets").list.eval(pl.element().list.sort()),
        pl.col("relevant").list.sort(),
    )
    content = {
        "queries": ordered.select(QUERY_FIELDS).to_dicts(),
        "passages": passages.sort("id").select(PASSAGE_FIELDS).to_dicts(),
    }
    return sha256(canonical(content))
