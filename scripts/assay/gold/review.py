"""Everything that is wrong with a gold set, at once: fields, rules, form, places in the corpus, personal data."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import polars as pl

from assay.errors import Problem
from assay.gold.conditions import NOTHING, stated
from assay.gold.faults import hold, in_order
from assay.gold.form import form_faults
from assay.gold.sources import Sources, read_sources
from assay.gold.staleness import findings
from assay.gold.texts import disclosures, texts_of
from assay.gold.unmatched import Unmatched, unmatched

NOT_LABELLED, FLAT = "queries not labelled", "queries labelled by a flat list alone"


@dataclass(frozen=True)
class Corpus:
    """The corpus as it is now.

    Attributes:
        documents: of all sources; none for chunks cut elsewhere.
        chunks: such chunks, else none.
        ids: content-derived id of each source, as on the card of every snapshot of it.
    """

    documents: pl.DataFrame
    chunks: pl.DataFrame
    ids: Mapping[str, str] = field(default_factory=dict)

    @property
    def sources(self) -> Sources:
        """The texts in which passages are looked for."""
        return read_sources(self.documents, self.chunks)


@dataclass
class Review:
    """What was found: problems make the check fail, warnings do not.

    Attributes:
        problems: of the gold set, by file and line.
        warnings: what needs a look.
        counts: by what was counted.
        corpus: faults of the corpus, for which rules that need it were left out.
        unmatched: what labels of an import point at and nobody found; None: nothing.
    """

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    corpus: list[Problem] = field(default_factory=list)
    unmatched: Unmatched | None = None

    @property
    def labelled(self) -> int:
        """Queries with evidence sets, with none because the corpus has no answer, or with a flat list of passages."""
        return self.counts["queries"] - self.counts[NOT_LABELLED]


def review(
    files: Mapping[str, bytes],
    names: Mapping[str, str],
    corpus: Corpus | None,
    public: Collection[str] = (),
    lost: bytes = b"",
) -> Review:
    """Review a gold set.

    Args:
        files: bytes of ``queries`` and ``passages``.
        names: names of the same for messages.
        corpus: None where it cannot be read: rules that need it are left out.
        public: texts that look like personal data and may be shown.
        lost: bytes of the list of what an import did not find.
    """
    documents = stated(corpus.documents, corpus.chunks) if corpus else NOTHING
    # Of many corpora nothing is said: then rules of validity and subject have nothing to group.
    says = pl.any_horizontal(pl.col("subject", "valid_from", "valid_to").is_not_null())
    held = hold(files, names, documents.filter(says), corpus.ids if corpus else {})
    found = Review(held.broken, held.doubts, _counts(held.gold.queries, held.gold.passages))
    for name, frame in (("queries", held.gold.queries), ("passages", held.gold.passages)):
        faults = held.faults[name] + disclosures(texts_of(frame), names[name], public)
        # The form is asked for last: a line with a fault will be edited anyway.
        rows = held.rows[name]
        found.problems += faults or (
            form_faults(name, rows, files[name], names[name]) if rows is not None else []
        )
    if corpus:
        places = findings(held.gold.passages, corpus.sources, names["passages"])
        found.problems += places.problems
        found.warnings += places.warnings
        found.counts |= {f"passages {state}": count for state, count in places.counts.items()}
    found.problems = in_order(found.problems)
    found.unmatched = unmatched(lost, held.gold.queries)
    return found


def _counts(queries: pl.DataFrame, passages: pl.DataFrame) -> dict[str, int]:
    sets, flat = pl.col("evidence_sets").list.len(), pl.col("relevant").list.len().fill_null(0) > 0
    bare = queries.filter(pl.col("evidence_sets").is_null()).select(flat=flat)["flat"]
    splits = dict(queries.group_by("split").len().sort("split").iter_rows())
    types = dict(queries.group_by("type").len().sort("type").iter_rows())
    return {
        "queries": len(queries),
        **{f"queries {name}": count for name, count in (splits | types).items()},
        "queries with alternative sets": len(queries.filter(sets > 1)),
        NOT_LABELLED: int((~bare).sum()),
        FLAT: int(bare.sum()),
        "queries unreviewed": len(queries.filter(status="unreviewed")),
        "passages": len(passages),
    }
