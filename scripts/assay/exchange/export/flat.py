"""Gold labels and rankings in the flat forms of the field: TREC files, a BEIR folder, nested JSON Lines."""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.counting import counted
from assay.exchange.beir.folder import QRELS, Beir
from assay.exchange.beir.labels import labels_bytes
from assay.exchange.beir.writing import beir_files
from assay.exchange.export import gold_losses
from assay.exchange.export.chunk_labels import Carriers, ChunkLabels, on_chunks
from assay.exchange.export.loss_report import Export, loss
from assay.exchange.export.rankings import Ranking
from assay.exchange.losses import Loss
from assay.exchange.trec.writing import Written, qrels_bytes, run_bytes, topics_bytes

if TYPE_CHECKING:
    import polars as pl

RELEVANT = 2  # grade of members of evidence sets: what recall counts


@dataclass(frozen=True)
class Labelled:
    """The gold set of the chosen splits on one snapshot.

    Attributes:
        queries: as :class:`assay.gold.schema.Queries`.
        chunks: the snapshot's chunks.
        carried: where its passages stand.
        labels: all labels on chunks.
        others: what is left out of the gold set.
    """

    queries: "pl.DataFrame"
    chunks: "pl.DataFrame"
    carried: Carriers
    labels: ChunkLabels
    others: Sequence[Loss] = ()

    @classmethod
    def of(
        cls, queries: "pl.DataFrame", chunks: "pl.DataFrame", carried: Carriers, others: Sequence[Loss] = ()
    ) -> "Labelled":
        """The gold set with its labels put onto the chunks."""
        from assay.gold.queries import grades

        graded = grades(queries).select("passage_id", "grade", query_id="id")
        return cls(queries, chunks, carried, on_chunks(graded, carried), others)

    def losses(self, form: str) -> list[Loss]:
        """What the form cannot say of the questions and their labels."""
        rows = self.labels.frame.select("query_id", "chunk_id").iter_rows()
        exact = loss(
            "exact passages, and all that passages.jsonl says of them; a label names a whole chunk",
            [f"{query}: {chunk}" for query, chunk in rows],
        )
        return [*self.others, *gold_losses.gold_losses(self.queries, form), *self.labels.losses, *exact]

    def facts(self) -> list[str]:
        """How much of it there is."""
        labels = counted(len(self.labels.frame), "label")
        return [f"{counted(len(self.queries), 'query', 'queries')}, {labels} on {len(self.chunks):,} chunks"]


def _sent() -> "pl.Expr":
    import polars as pl

    return pl.coalesce("rewritten", "query").alias("query")


def trec_export(gold: Labelled, rankings: Sequence[Ranking], *, each_set: bool = False) -> Export:
    """topics.tsv, qrels.txt, with ``each_set`` qrels.set1.txt … for the first, second … set, run-<system>.txt."""
    import polars as pl

    form = gold_losses.SETS if each_set else gold_losses.TREC
    export = Export(losses=[*gold.losses(form), *_dated(gold.chunks)], facts=gold.facts())
    known = gold.queries.filter(~pl.col("id").is_in(gold.labels.left_out))
    _put(
        export,
        "topics.tsv",
        topics_bytes(known.select(_sent(), query_id="id"), "topics.tsv", encode=True),
    )
    _put(export, "qrels.txt", qrels_bytes(gold.labels.frame, "qrels.txt", encode=True))
    for number, frame in _sets(gold) if each_set else ():
        name = f"qrels.set{number}.txt"
        _put(export, name, qrels_bytes(frame, name, encode=True))
    for ranking in _measured(rankings, gold):
        name = f"run-{ranking.system}.txt"
        rows, repeated = _once(ranking)
        _put(export, name, run_bytes(rows, ranking.system, name, encode=True))
        nothing = f"{ranking.system}: queries for which nothing was found; a run has no line for them"
        export.losses += [*ranking.losses, *repeated, *loss(nothing, ranking.empty)]
    return export


def _measured(rankings: Sequence[Ranking], gold: Labelled) -> Iterator[Ranking]:
    """Without queries that are left out of the labels."""
    for ranking in rankings:
        yield ranking.without(gold.labels.left_out)


def _put(export: Export, name: str, written: Written) -> None:
    export.files[name] = written.data
    notes = written.notes if written.data else [*written.notes, "has no line; most readers refuse it"]
    export.notes += [f"{name}: {note}" for note in notes]


def _sets(gold: Labelled) -> "Iterator[tuple[int, pl.DataFrame]]":
    """Labels of the first evidence set of each query, of the second …"""
    import polars as pl

    from assay.gold.queries import members

    rows = members(gold.queries.filter(~pl.col("id").is_in(gold.labels.left_out)))
    named = rows.select("set", "passage_id", query_id="id", grade=pl.lit(RELEVANT, pl.UInt8)).sort("set")
    for (number,), part in named.group_by("set", maintain_order=True):
        yield int(str(number)), on_chunks(part.drop("set"), gold.carried).frame


def _once(ranking: Ranking) -> "tuple[pl.DataFrame, list[Loss]]":
    """The best rank of each chunk, and what was left out; elsewhere a repeat is an error, or counts twice."""
    import polars as pl

    if not ranking.repeats:
        return ranking.rows, []
    pair = ["query_id", "chunk_id"]
    told = ranking.rows.with_columns(first=pl.struct(pair).is_first_distinct())
    again = told.filter(~pl.col("first")).select(pair).iter_rows()
    what = f"{ranking.system}: repeated results left out; those behind them move up"
    return told.filter("first").drop("first"), loss(what, [f"{query}: {chunk}" for query, chunk in again])


def _dated(chunks: "pl.DataFrame") -> list[Loss]:
    import polars as pl

    bound = pl.any_horizontal(pl.col("valid_from", "valid_to", "subject").is_not_null())
    return loss("validity and subjects of chunks", chunks.filter(bound)["chunk_id"].sort())


def beir_export(gold: Labelled, splits: Iterable[str]) -> Export:
    """corpus.jsonl, queries.jsonl and qrels/<split>.tsv."""
    import polars as pl

    known = gold.queries.filter(~pl.col("id").is_in(gold.labels.left_out))
    about = ["doc_id", "section", "url", "lang", "subject", "valid_from", "valid_to"]
    documents = gold.chunks.select(
        "chunk_id", pl.col("title").fill_null(""), "text", metadata=_metadata(gold.chunks, about)
    )
    asked = known.select(
        _sent(), query_id="id", metadata=_metadata(known, ["type", "lang", "as_of", "subject"])
    )
    qrels = gold.labels.frame.join(gold.queries.select("split", query_id="id"), on="query_id")
    export = Export(beir_files(Beir(documents, asked, qrels)), gold.losses(gold_losses.BEIR))
    for split in splits:
        export.files.setdefault(f"{QRELS}/{split}.tsv", labels_bytes([]))
    what = "validity, sections and subjects of chunks; in the metadata of corpus.jsonl only, which readers pass over"
    export.losses += [Loss(what, one.count, one.examples) for one in _dated(gold.chunks)]
    names = pl.concat([asked["query_id"], documents["chunk_id"]])
    blank = "ids with white space; BEIR reads them, ir_datasets takes them apart"
    export.losses += loss(blank, names.filter(names.str.contains(r"\s")).sort())
    export.facts = gold.facts()
    return export


def _metadata(frame: "pl.DataFrame", columns: list[str]) -> "pl.Series":
    """JSON objects of what is filled in the columns."""
    import json

    rows = frame.select(columns).iter_rows(named=True)
    filled = ({name: str(value) for name, value in row.items() if value not in (None, "")} for row in rows)
    import polars as pl

    return pl.Series("metadata", [json.dumps(one, ensure_ascii=False) for one in filled], dtype=pl.String)


def nested_export(gold: Labelled, rankings: Sequence[Ranking]) -> Export:
    """gold.jsonl (``id, query, relevant_ids``), results-<system>.jsonl (``id, retrieved``)."""
    import polars as pl

    labels = gold.labels.frame.filter(pl.col("relevance") >= RELEVANT)
    listed = labels.group_by("query_id").agg(relevant_ids=pl.col("chunk_id").sort())
    rows = gold.queries.select("id", _sent(), "type").join(
        listed, left_on="id", right_on="query_id", how="left"
    )
    empty = pl.col("relevant_ids").is_null()
    none = rows.filter(empty & (pl.col("type") != "no_answer"))["id"].sort()
    unlabelled = gold.queries.filter(gold_losses.unlabelled())["id"]
    partly = none.filter(~none.is_in(unlabelled.implode()) & ~none.is_in(gold.labels.left_out))
    lower = gold.labels.frame.filter(pl.col("relevance") < RELEVANT)
    export = Export(losses=[*gold.losses(gold_losses.NESTED), *_dated(gold.chunks)], facts=gold.facts())
    export.losses += loss("queries left out, no chunk holds a passage of grade 2 whole", partly)
    export.losses += loss(
        "labels of grade 1 left out of relevant_ids",
        [f"{query}: {chunk}" for query, chunk in lower.select("query_id", "chunk_id").iter_rows()],
    )
    kept = rows.filter(~pl.col("id").is_in(none.implode())).with_columns(pl.col("relevant_ids").fill_null([]))
    export.files["gold.jsonl"] = _lines(kept.sort("id").select("id", "query", "relevant_ids"))
    for ranking in _measured(rankings, gold):
        export.files[f"results-{ranking.system}.jsonl"] = _lines(_nested(ranking))
        export.losses += ranking.losses
    return export


def _nested(ranking: Ranking) -> "pl.DataFrame":
    import polars as pl

    one = pl.struct("chunk_id", "rank", "score").alias("retrieved")
    lists = ranking.rows.group_by("query_id", maintain_order=True).agg(one)
    answered = ranking.answered.alias("id").to_frame()
    rows = answered.join(lists, left_on="id", right_on="query_id", how="left", maintain_order="left")
    return rows.with_columns(pl.col("retrieved").fill_null([]))


def _lines(frame: "pl.DataFrame") -> bytes:
    buffer = io.BytesIO()
    frame.write_ndjson(buffer)
    return buffer.getvalue()
