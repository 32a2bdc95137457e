"""Rules of validity and subject: what one question rests on must hold on one day and for one subject.

A document without a date is valid without bound on that side; without a subject it fits any.
"""

import polars as pl

from assay.gold.labelling import Gold

_QUERY = ["line", "id"]
_SET = ["line", "id", "set"]
_STATED = {"doc_id": pl.String, "subject": pl.String, "valid_from": pl.Date, "valid_to": pl.Date}
NOTHING = pl.DataFrame(schema=_STATED)  # what an unknown corpus says


def stated(documents: pl.DataFrame, chunks: pl.DataFrame) -> pl.DataFrame:
    """Validity and subject of each document; of one that was chunked elsewhere, what its first chunk says."""
    named = chunks.sort("chunk_id").drop_nulls("doc_id")
    both = pl.concat([documents.select(*_STATED), named.select(*_STATED)])
    return both.unique("doc_id", keep="first", maintain_order=True)


def _never(gold: Gold, of: list[str]) -> pl.DataFrame:
    """Groups that share no day: the last beginning and the first end in them, and the documents that set these."""
    first, last = pl.col("valid_from"), pl.col("valid_to")
    days = gold.conditions.group_by(of).agg(begin=first.max(), end=last.min())
    never = days.filter(pl.col("begin") > pl.col("end"))  # few: sorting is for them alone
    return (
        gold.conditions.join(never, on=of, how="semi")
        .sort(*_SET, "passage_id")
        .group_by(of)
        .agg(
            begin=first.max(),
            begun=pl.col("doc_id").sort_by(first, descending=True, nulls_last=True).first(),
            later=pl.col("set").sort_by(first, descending=True, nulls_last=True, maintain_order=True).first(),
            end=last.min(),
            ended=pl.col("doc_id").sort_by(last, nulls_last=True).first(),
            earlier=pl.col("set").sort_by(last, nulls_last=True, maintain_order=True).first(),
        )
    )


def set_validity(gold: Gold) -> pl.DataFrame:
    """Sets whose passages are never valid together: ``set, ended, end, begun, begin``."""
    return _never(gold, _SET)


def query_validity(gold: Gold) -> pl.DataFrame:
    """Queries with two sets never valid together, each valid in itself: ``set, other, ended, …``."""
    # A set that is impossible in itself is reported as such, once.
    sound = _never(gold, _QUERY).join(set_validity(gold), on=_QUERY, how="anti")
    return sound.with_columns(
        set=pl.min_horizontal("earlier", "later"), other=pl.max_horizontal("earlier", "later")
    )


def day_validity(gold: Gold) -> pl.DataFrame:
    """Passages not valid on the day of the question: ``set, passage_id, as_of, period``."""
    day = gold.queries.select(*_QUERY, "as_of").drop_nulls("as_of")
    asked = gold.conditions.join(day, on=_QUERY)
    outside = asked.filter((pl.col("as_of") < pl.col("valid_from")) | (pl.col("as_of") > pl.col("valid_to")))
    begin, end = (pl.col(name).dt.to_string("%Y-%m-%d").fill_null("") for name in ("valid_from", "valid_to"))
    return outside.with_columns(period=pl.concat_str(begin, pl.lit("…"), end))


def set_subject(gold: Gold) -> pl.DataFrame:
    """Sets of passages about different subjects: ``set, subjects``."""
    return _subjects(gold, _SET)


def query_subject(gold: Gold) -> pl.DataFrame:
    """Queries with sets about different subjects, each about one in itself: ``subjects``."""
    return _subjects(gold, _QUERY).join(set_subject(gold), on=_QUERY, how="anti")


def asked_subject(gold: Gold) -> pl.DataFrame:
    """Passages about another subject than the question: ``set, passage_id, subject, about``."""
    subject = gold.queries.select(*_QUERY, "subject").drop_nulls("subject")
    return gold.conditions.join(subject, on=_QUERY).filter(pl.col("about") != pl.col("subject"))


def _subjects(gold: Gold, of: list[str]) -> pl.DataFrame:
    found = gold.conditions.drop_nulls("about").group_by(of).agg(names=pl.col("about").unique().sort())
    several = found.filter(pl.col("names").list.len() > 1)
    return several.with_columns(subjects=pl.col("names").list.join(", "))
