"""Rules of evidence sets and claims: each a function that returns the offending rows.

Rows carry ``line`` and ``id`` of the query, and whatever the rule's words mention.
"""

import polars as pl

from assay.gold.labelling import Gold
from assay.gold.queries import NO_ANSWER, grades, supports

is_no_answer = pl.col("type") == NO_ANSWER


def empty_sets(gold: Gold) -> pl.DataFrame:
    """Evidence sets without passages: ``set``."""
    sets = gold.queries.select("line", "id", "evidence_sets").filter(pl.col("evidence_sets").list.len() > 0)
    numbered = sets.with_columns(set=pl.int_ranges(1, pl.col("evidence_sets").list.len() + 1))
    return numbered.explode("evidence_sets", "set").filter(pl.col("evidence_sets").list.len() == 0)


def repeated_members(gold: Gold) -> pl.DataFrame:
    """Passages that stand twice in one set: ``set, passage_id, times``."""
    return (
        gold.members.group_by("line", "id", "set", "passage_id")
        .agg(times=pl.len())
        .filter(pl.col("times") > 1)
    )


def contained_sets(gold: Gold) -> pl.DataFrame:
    """Sets that hold all passages of another one: ``larger, smaller``."""
    return gold.pairs.filter(pl.col("shared") == pl.col("size"), pl.col("size") < pl.col("size_other"))


def equal_sets(gold: Gold) -> pl.DataFrame:
    """Sets with the passages of an earlier one: ``larger, smaller`` (the later, the earlier)."""
    same = (pl.col("shared") == pl.col("size")) & (pl.col("size") == pl.col("size_other"))
    return gold.pairs.filter(same, pl.col("smaller") < pl.col("larger"))


def answered_no_answer(gold: Gold) -> pl.DataFrame:
    """Queries of type no_answer whose evidence_sets is not ``[]``."""
    not_empty = pl.col("evidence_sets").list.len().ne_missing(0)
    return gold.queries.filter(is_no_answer & not_empty)


def unanswered(gold: Gold) -> pl.DataFrame:
    """Queries of another type whose evidence_sets is ``[]``: ``type``."""
    return gold.queries.filter(~is_no_answer & (pl.col("evidence_sets").list.len() == 0))


def relevant_no_answer(gold: Gold) -> pl.DataFrame:
    """Passages of grade 2 of queries that the corpus cannot answer: ``passage_id``."""
    none = gold.queries.filter(is_no_answer, pl.col("evidence_sets").list.len() == 0)
    return grades(none).filter(pl.col("grade") > 1)


def relevant_members(gold: Gold) -> pl.DataFrame:
    """Passages both in a set and in ``relevant``: ``set, passage_id``."""
    stated = gold.named.filter(pl.col("field") == "relevant")
    both = gold.members.join(stated, on=["line", "id", "passage_id"], how="semi")
    return both.group_by("line", "id", "passage_id").agg(pl.col("set").min())


def unsupported_claims(gold: Gold) -> pl.DataFrame:
    """Claims that no passage of some set supports: ``set, claim``."""
    supported = supports(gold.queries)
    sets, claims = gold.members.select("line", "id", "set").unique(), supported.select("line", "id", "claim")
    pairs = sets.join(claims.unique(), on=["line", "id"])
    # A claim without passages is in `claims` and never in `met`: no set supports it.
    met = gold.members.join(supported, on=["line", "id", "passage_id"])
    return pairs.join(met, on=["line", "id", "set", "claim"], how="anti")


def repeated_claims(gold: Gold) -> pl.DataFrame:
    """Claim ids that stand twice in one query: ``claim``."""
    claims = gold.queries.select("line", "id", "claims").explode("claims").drop_nulls("claims")
    names = claims.with_columns(claim=pl.col("claims").struct.field("id"))
    return names.group_by("line", "id", "claim").agg(times=pl.len()).filter(pl.col("times") > 1)
