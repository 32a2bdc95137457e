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
    def conditions(self) -> pl.DataFrame:
        """Query × set × passage, with what the passage's document says of its validity and subject."""
        stands = self.passages.select("doc_id", passage_id="id").unique("passage_id")
        about = self.documents.select("doc_id", "valid_from", "valid_to", about="subject")
        return self.members.unique().join(stands, on="passage_id").join(about, on="doc_id")

    @cached_property
    def named(self) -> pl.DataFrame:
        """Every passage a query names: ``line, id, field, passage_id``."""
        fields = {"evidence_sets": self.members, "claims": supports(self.queries)}
        for name in ("relevant", "why"):
            column = self.queries.select("line", "id", name).filter(pl.col(name).list.len() > 0)
            fields[name] = column.explode(name).unnest(name)
        frames = [
            frame.select("line", "id", pl.lit(name).alias("field"), "passage_id")
            for name, frame in fields.items()
        ]
        return pl.concat(frames).drop_nulls().unique(maintain_order=True)
