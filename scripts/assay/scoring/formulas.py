"""The formulas: each metric is one named expression on a canonical frame, cut at k results or N characters.

A cut frame has one row a query (:mod:`assay.scoring.frames` lists its columns). ``G`` are a query's passages
of grade 2, ``S`` its evidence sets, ``F`` the passages found within the cut-off. :mod:`assay.scoring.metrics`
lists the metrics with their names, ids and null rules.
"""

import polars as pl


def recall() -> pl.Expr:
    """|G ∩ F| / |G|. On ``labels``; 0 to 1, higher is better; null where G is empty. Source: trec_eval recall."""
    return pl.col("found") / pl.col("relevant")


def hit() -> pl.Expr:
    """1 if G ∩ F is not empty, else 0. On ``labels``; higher is better; null where G is empty.

    Source: trec_eval success.
    """
    return (pl.col("found") > 0).cast(pl.Float64)


def precision() -> pl.Expr:
    """Distinct ranks within k at which some passage of G is first found, / k. On ``labels``; 0 to 1, higher is
    better; null where G is empty. Source: trec_eval P.
    """
    return pl.col("completing") / pl.col("k")


def mrr() -> pl.Expr:
    """1 / first rank within k at which a passage of G is found, 0 if none. On ``labels``; 0 to 1, higher is
    better; null where G is empty. Source: trec_eval recip_rank.
    """
    first = pl.col("first_relevant")
    return pl.when(first <= pl.col("k")).then(1 / first).otherwise(0.0)


def average_precision() -> pl.Expr:
    """Σ over G ∩ F of (distinct completing ranks up to found_at / found_at) / |G|. On ``labels``; 0 to 1, higher
    is better; null where G is empty. Source: trec_eval map_cut.
    """
    return pl.col("precision_sum") / pl.col("relevant")


def ndcg() -> pl.Expr:
    """Σ over ranks within k of highest grade newly found there / log2(rank + 1), over the same sum for all graded
    passages of gold in falling order of grade, one a rank, cut at k. Linear gain. On ``labels``; 0 to 1, higher
    is better; null where nothing is graded. Source: trec_eval ndcg_cut; Järvelin and Kekäläinen 2002.
    """
    return pl.col("gain") / pl.col("ideal")


def coverage() -> pl.Expr:
    """Max over S of |s ∩ F| / |s|. On ``sets``; 0 to 1, higher is better; null where no sets are stated, or none
    exists. Source: sufficient evidence sets.
    """
    return pl.col("share")


def sufficient() -> pl.Expr:
    """1 if some s of S lies within F, else 0. On ``sets``; higher is better; null as coverage.

    Source: sufficient evidence sets.
    """
    return (pl.col("share") == 1).cast(pl.Float64)


def char_recall() -> pl.Expr:
    """Max over S (over G, where no sets are stated) of |chars(s) ∩ read| / |chars(s)|. On ``sets``; 0 to 1,
    higher is better; null where there is neither, or ids of chunks alone are known. White space that lies between chunks, in none of them, is not
    counted: it is 1 when all is read. Source: Chroma's recall; each character counts once.
    """
    return pl.col("set_read") / (pl.col("set_read") + pl.col("set_missed"))


def char_precision() -> pl.Expr:
    """Characters of passages of G read, each once, / characters read. On ``sets``; 0 to 1, higher is better;
    null as char_recall, and where nothing was read. Characters of passages are those of the documents, at most as
    many as were read: a system may return a passage in fewer, without marks of Markdown. Source: Chroma's precision.
    """
    return pl.col("relevant_read").clip(upper_bound=pl.col("read")) / pl.col("read")


def char_iou() -> pl.Expr:
    """|chars(s*) ∩ read| / (characters read + characters of s* missed), s* the set of char_recall. On ``sets``;
    0 to 1, higher is better; null as char_precision; the first at most the characters read, as there.
    Source: Chroma's IoU.
    """
    read = pl.col("read")
    return pl.col("set_read").clip(upper_bound=read) / (read + pl.col("set_missed"))


def context_chars() -> pl.Expr:
    """Characters of the results within k, repeats and overlaps counted as read. On ``ranks``; lower is cheaper;
    null where nothing was returned or a length is not known. Source: ours.
    """
    return pl.col("read").cast(pl.Float64)


def judged() -> pl.Expr:
    """Share of the results within k that carry a labelled passage, or have a grade or a triage decision. On
    ``ranks``; 0 to 1, higher is better; null where nothing was returned, or a label is stale (its chunk would
    count as not judged). Source: ir_measures Judged, over what came back.
    """
    return pl.col("judged") / pl.col("slots")


def harmful() -> pl.Expr:
    """1 if a result within k is graded harmful; 0 if all are graded and none is. On ``ranks``; lower is better;
    null where none is and some is ungraded. Source: ours.
    """
    return pl.when(pl.col("harmful") > 0).then(1.0).when(pl.col("graded") == pl.col("slots")).then(0.0)


def graded_precision() -> pl.Expr:
    """Results within k that people graded 2, / k. On ``ranks``; 0 to 1, higher is better; null where some result
    within k is ungraded. Source: blind grades; shows what precision from labels leaves out.
    """
    return pl.when(pl.col("graded") == pl.col("slots")).then(pl.col("graded_2") / pl.col("k"))


def graded_precision_partial() -> pl.Expr:
    """Results within k that people graded 2 or 1, / k. On ``ranks``; 0 to 1, higher is better; null as
    graded_precision. Source: blind grades.
    """
    return pl.when(pl.col("graded") == pl.col("slots")).then(pl.col("graded_1") / pl.col("k"))


def first_relevant_rank() -> pl.Expr:
    """Smallest found_at in G. On ``queries``; 1 and up, lower is better; null where nothing of G is found.

    Source: ours.
    """
    return pl.col("first_relevant")


def sufficient_rank() -> pl.Expr:
    """Smallest k with some s of S within F. On ``queries``; 1 and up, lower is better; null where that is never
    so. Source: sufficient evidence sets.
    """
    return pl.col("sufficient_at")


def sufficient_chars() -> pl.Expr:
    """Characters read up to sufficient_rank. On ``queries``; lower is better; null where that is never reached
    or a length is not known. Source: sufficient evidence sets.
    """
    return pl.col("sufficient_chars")
