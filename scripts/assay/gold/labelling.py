"""The gold set as the rules see it: queries, passages, documents, and the frames made of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl

from assay.gold.queries import members, supports


@dataclass(frozen=True)
class Gold:
    """The gold set, and the documents it rests on.

    Attributes:
        queries: as :class:`assay.gold.schema.Queries`.
        passages: as :class:`assay.gold.schema.Passages`.
        documents: ``doc_id, subject, valid_from, valid_to``; empty where there are none.
        corpora: id of each source of the corpus as it is now; empty where they are not known.
    """

    queries: pl.DataFrame
    passages: pl.DataFrame
    documents: pl.DataFrame
    corpora: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def members(self) -> pl.DataFrame:
        """Query × set × passage."""
        return members(self.queries)

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """Pairs of sets of one query that share passages: ``line, id, smaller, larger, size, size_other, shared``."""
        shared = pl.struct("line", "passage_id")
        # A repeated member must not make a set look larger; few passages are in two sets of a query.
        sets = self.members.unique().with_columns(size=pl.len().over("line", "set"))
        several = sets.filter(shared.is_duplicated())
        other = several.rename({"set": "larger", "size": "size_other"})
        return (
            several.rename({"set": "smaller"})
            .join(other, on=["line", "id", "passage_id"])
            .filter(pl.col("smaller") != pl.col("larger"))
            .group_by("line", "id", "smaller", "larger", "size", "size_other")
            .agg(shared=pl.len())
        )

    @cached_property
    def conditions(self) -> pl.DataFrame:
        """Query × set × passage, with what the passage's document says of its validity and subject."""
        about = self.documents.select("doc_id", "valid_from", "valid_to", about="subject")
        # Documents that say nothing are not among them: few passages, mostly none, are left to be asked.
        stands = self.passages.select("doc_id", passage_id="id").join(about, on="doc_id").unique("passage_id")
        return self.members.join(stands, on="passage_id").unique()

    @cached_property
    def named(self) -> pl.DataFrame:
        """Every passage a query names: ``line, id, field, passage_id``."""
        several = {"evidence_sets": self.members, "claims": supports(self.queries)}  # may name one twice
        of = ["line", "passage_id"]
        fields = {
            name: frame.unique(of, keep="first", maintain_order=True) for name, frame in several.items()
        }
        for name in ("relevant", "why"):
            column = self.queries.select("line", "id", name).filter(pl.col(name).list.len() > 0)
            fields[name] = column.explode(name).unnest(name)
        frames = [
            frame.select("line", "id", pl.lit(name).alias("field"), "passage_id")
            for name, frame in fields.items()
        ]
        return pl.concat(frames).drop_nulls()
