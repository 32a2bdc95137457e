"""Scoring one run: from tables to one row of metrics a query. Pure functions of frames."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import polars as pl

from assay.scoring import asked, nulls
from assay.scoring.carrying import GRADE_OF_MEMBERS, Labelled, found_at, labelled, pairs_of, spans_of
from assay.scoring.characters import Characters
from assay.scoring.cutoffs import Cutoff, Settings
from assay.scoring.frames import Long, ideal_gain, label_frame, rank_frame, set_frame
from assay.scoring.judgements import Judgements
from assay.scoring.labels import Labels
from assay.scoring.metrics import columns
from assay.scoring.results import Returned, Run
from assay.scoring.runs import Runs, high, low, packed, starts


def _no_chunks() -> pl.LazyFrame:
    return pl.LazyFrame(schema={"chunk_key": pl.UInt64, "sha256": pl.String})


def _no_documents() -> pl.DataFrame:
    return pl.DataFrame(schema={"doc_id": pl.String, "folder": pl.String})


@dataclass(frozen=True)
class Inputs:
    """Everything that scoring reads.

    Attributes:
        labels: of the gold set, one split.
        run: what the system returned.
        passages: passages.parquet of the snapshot.
        projection: projection.parquet of the snapshot.
        settings: the section ``score``.
        judgements: grades and triage decisions in force.
        chunks: chunks.parquet of the snapshot, lazily; for the scores read only where there are judgements.
        documents: ``doc_id, folder`` of documents.parquet of the snapshot.
        others: what the system returned the second time that it was asked, the third, …
        ids_only: whether the snapshot knows ids of chunks without their texts.
    """

    labels: Labels
    run: Run
    passages: pl.DataFrame
    projection: pl.DataFrame
    settings: Settings
    judgements: Judgements = field(default_factory=Judgements)
    chunks: pl.LazyFrame = field(default_factory=_no_chunks)
    documents: pl.DataFrame = field(default_factory=_no_documents)
    others: tuple[Run, ...] = ()
    ids_only: bool = False

    @property
    def counted(self) -> pl.DataFrame:
        """The projection without the places that the settings do not count."""
        # Location 0 is where a passage was labelled; the others have the same words.
        return self.projection if self.settings.twins else self.projection.filter(pl.col("location") == 0)


@dataclass(frozen=True)
class Scored:
    """A run held against the labels: the canonical frames and what else the reports need.

    Attributes:
        queries: by ``q``: the columns of :func:`assay.scoring.asked.queries`, and ``relevant,
            graded_passages`` (labels of grade 2, of any), ``stale, known`` (characters of the results of
            known length), ``unknown`` (whether there are others), ``first_relevant, sufficient_at,
            sufficient_chars``.
        labelled: labels and members of sets.
        found: ``label, found_at, chars_at`` in the order of labels.
        labels: canonical frame.
        sets: canonical frame.
        ranks: canonical frame.
        carrying: ``q, rank`` of results that carry a labelled passage, sorted.
        judged: ``q, chunk_key`` of chunks with a judgement.
        characters: what of the labelled text was read.
        returned: the run's rows.
        repeats: by ``q``: results that an earlier rank has already.
        extra: ids of queries in the run that gold does not know.
        depth: results asked for, as declared.
        ids_only: as of the inputs.
    """

    queries: pl.DataFrame
    labelled: Labelled
    found: pl.DataFrame
    labels: Long
    sets: Long
    ranks: Long
    carrying: pl.DataFrame
    judged: pl.DataFrame
    characters: Characters
    returned: Returned
    repeats: pl.Series
    extra: list[str]
    depth: int | None
    ids_only: bool = False


def score(inputs: Inputs) -> Scored:
    """Hold a run against the labels.

    Raises:
        InputError: ranks with gaps, more results than the depth, unknown queries or passages, and stale
            passages where settings refuse them.
    """
    labels, run, settings = inputs.labels, inputs.run, inputs.settings
    extra = asked.extra_queries(labels, run.responses, settings.extra_queries)
    returned = Returned(run)
    queries = asked.queries(labels, run.responses, returned)
    asked.refuse_deeper(queries, run.depth)
    known = labelled(labels, inputs.passages)
    asked.refuse_stale(queries, known.labels, settings.stale)
    pairs = pairs_of(known.labels, inputs.counted, queries["query_key"])
    judged = inputs.judgements.on_chunks(queries, inputs.chunks)
    wanted = [pairs.select("q", "query_key", "chunk_key", "span"), judged]
    rows = returned.rows_of(pl.concat(wanted, how="diagonal"))
    spans = spans_of(pairs, rows.filter(pl.col("span").is_not_null()))
    found = found_at(spans, len(known.labels), settings.cover)
    n = len(queries)
    ranks = _rank_rows(rows)
    label_rows = label_frame(known, found, n, max(settings.k))
    set_rows = set_frame(known, found, n)
    return Scored(
        queries=_with_firsts(_counted(queries, known.labels, returned), label_rows, set_rows, returned),
        labelled=known,
        found=_located(found, known.labels, queries, returned),
        labels=label_rows,
        sets=set_rows,
        ranks=rank_frame(ranks, n),
        carrying=ranks.filter("carries").select("q", "rank"),
        judged=judged,
        characters=Characters(known, spans, n),
        returned=returned,
        repeats=returned.repeats(queries["query_key"])
        if run.repeats
        else pl.zeros(n, pl.UInt32, eager=True).alias("repeats"),
        extra=extra,
        depth=run.depth,
        ids_only=inputs.ids_only,
    )


def scores(scored: Scored, settings: Settings) -> pl.DataFrame:
    """scores.parquet: ``query_id, query_key``, one column a metric and cut-off, one ``why:`` column a family."""
    families = nulls.families(scored.queries, ids_only=scored.ids_only)
    whole = pl.concat([scored.queries, families], how="horizontal")
    whys = [name for name in whole.columns if name.startswith("why:")]
    values, beyond = {}, []
    for cutoff, frame in [(None, whole), *_cut(scored, whole, settings.cutoffs)]:
        chosen = [(name, metric) for name, metric, cut in columns(settings) if cut == cutoff]
        made = frame.select(
            pl.when(pl.all_horizontal(pl.col(nulls.reasons(metric, cutoff)).is_null()))
            .then(metric.expression())
            .alias(name)
            for name, metric in chosen
        )
        values.update(made.to_dict())
        beyond += [frame[f"why:@{cutoff.name}"]] if cutoff else []
    ordered = [values[name] for name, _, _ in columns(settings)]
    return pl.DataFrame(
        [
            whole["query_id"].set_sorted(),
            whole["query_key"],
            *ordered,
            *whole.select(whys).get_columns(),
            *beyond,
        ]
    )


def _cut(
    scored: Scored, queries: pl.DataFrame, cutoffs: list[Cutoff]
) -> Iterator[tuple[Cutoff, pl.DataFrame]]:
    """Everything the formulas read, one row a query, at each cut-off."""
    slots = pl.DataFrame({cutoff.name: scored.returned.slots(queries, cutoff) for cutoff in cutoffs})
    labels, sets = scored.labels.cut(slots), scored.sets.cut(slots)
    ranks = scored.ranks.cut(slots.select(cutoff.name for cutoff in cutoffs if not cutoff.by_characters))
    characters = scored.characters.within(slots)
    for cutoff in cutoffs:
        name = cutoff.name
        own = queries.with_columns(
            nulls.beyond(cutoff, scored.depth, ids_only=scored.ids_only),
            pl.lit(cutoff.size, pl.UInt32).alias("k"),
            slots[name].alias("slots"),
            scored.returned.chars_at(queries, slots[name]).alias("read"),
        )
        parts = [own, labels[name], sets[name], characters[name]]
        if not cutoff.by_characters:
            parts += [ranks[name], queries.select(ideal_gain(cutoff))]
        yield cutoff, pl.DataFrame([column for part in parts for column in part.get_columns()])


def _counted(queries: pl.DataFrame, labels: pl.DataFrame, returned: Returned) -> pl.DataFrame:
    """Number of labels, whether one is stale, and how many characters came back."""
    runs = Runs.of(labels["q"], len(queries))
    known = returned.known_chars(queries)
    last = returned.chars_at(queries, queries["n"])
    return queries.with_columns(
        relevant=runs.sum(labels["grade"] == GRADE_OF_MEMBERS),
        graded_passages=runs.lengths,
        stale=runs.sum(labels["stale"]) > 0,
        known=known,
        unknown=last.is_null() & (queries["n"] > 0),
    )


def _with_firsts(queries: pl.DataFrame, labels: Long, sets: Long, returned: Returned) -> pl.DataFrame:
    sufficient = sets.first_at(pl.col("share") == 1)
    return queries.with_columns(
        first_relevant=labels.first_at(pl.col("found") > 0),
        sufficient_at=sufficient,
        sufficient_chars=returned.chars_at(queries, sufficient),
    )


def _located(
    found: pl.Series, labels: pl.DataFrame, queries: pl.DataFrame, returned: Returned
) -> pl.DataFrame:
    lists = queries.select("start", "n").select(pl.all().gather(labels["q"]))
    return pl.DataFrame({"found_at": found, "chars_at": returned.chars_at(lists, found)}).with_row_index(
        "label"
    )


def _rank_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """``q, rank, carries, grade, harmful`` of results that carry a labelled passage or were judged, sorted.

    Args:
        rows: one row a result × span of a passage that it carries, or judgement: ``q, rank, span, grade,
            harmful``.
    """
    if rows["span"].has_nulls():
        by_rank = rows.group_by("q", "rank").agg(
            pl.col("span").is_not_null().any().alias("carries"), pl.col("grade", "harmful").max()
        )
        return by_rank.sort("q", "rank")
    order = rows.select("grade", "harmful", key=packed("q", pl.col("rank"))).sort("key").filter(starts("key"))
    return order.select(
        high("key").alias("q"),
        low("key").alias("rank"),
        pl.lit(value=True).alias("carries"),
        "grade",
        "harmful",
    )
