"""The list of metrics: name, definition id, frame, formula in words, direction, null families.

A definition id changes with every change of a value: ``recall/2`` would not be comparable with ``recall/1``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import polars as pl

from assay.scoring import formulas
from assay.scoring.cutoffs import Cutoff, Settings

RESULTS, BOTH, WHOLE = "k", "k and characters", "whole list"
UP, DOWN = "up", "down"
MEAN, MEDIAN = "mean", "median"


@dataclass(frozen=True)
class Metric:
    """One metric.

    Attributes:
        name: as users say it, without its cut-off.
        definition: id of the definition.
        frame: the canonical frame of its formula.
        expression: the formula; its docstring states range, direction, null rule and source.
        en: the formula in words, in English.
        ru: the same in Russian.
        families: null families, in order of precedence (:mod:`assay.scoring.nulls`).
        otherwise: reason of a null that none of the families explains; None: there is none.
        cuts: ``k``, ``k and characters`` or ``whole list``.
        direction: ``up`` if higher is better, else ``down``.
        bounded: whether all values lie between 0 and 1.
        summary: ``mean``, or ``median`` (with *not found* beyond every rank).
    """

    name: str
    definition: str
    frame: str
    expression: Callable[[], pl.Expr]
    en: str
    ru: str
    families: tuple[str, ...]
    otherwise: str | None = None
    cuts: str = RESULTS
    direction: str = UP
    bounded: bool = True
    summary: str = MEAN


_rank = partial(Metric, otherwise="not_found", cuts=WHOLE, direction=DOWN, bounded=False, summary=MEDIAN)
_graded = partial(Metric, families=("returned", "cut"), otherwise="ungraded")

METRICS: tuple[Metric, ...] = (
    Metric(
        "recall",
        "recall/1",
        "labels",
        formulas.recall,
        "|G ∩ F| / |G|: share of the relevant passages that is found",
        "|G ∩ F| / |G|: доля найденных релевантных фрагментов",
        ("labels", "cut"),
        cuts=BOTH,
    ),
    Metric(
        "hit",
        "hit/1",
        "labels",
        formulas.hit,
        "1 if G ∩ F ≠ ∅, else 0: at least one relevant passage is found",
        "1, если G ∩ F ≠ ∅, иначе 0: найден хотя бы один релевантный фрагмент",
        ("labels", "cut"),
        cuts=BOTH,
    ),
    Metric(
        "precision",
        "precision/1",
        "labels",
        formulas.precision,
        "distinct ranks ≤ k at which a relevant passage is first found / k",
        "число позиций ≤ k, на которых релевантный фрагмент найден впервые, / k",
        ("labels", "cut"),
    ),
    Metric(
        "mrr",
        "mrr/1",
        "labels",
        formulas.mrr,
        "1 / first rank ≤ k at which a relevant passage is found, else 0",
        "1 / первая позиция ≤ k, на которой найден релевантный фрагмент, иначе 0",
        ("labels", "cut"),
    ),
    Metric(
        "map",
        "map/1",
        "labels",
        formulas.average_precision,
        "Σ over G ∩ F of precision at the rank where it is found / |G|",
        "Σ по G ∩ F точности на позиции, где фрагмент найден, / |G|",
        ("labels", "cut"),
    ),
    Metric(
        "ndcg",
        "ndcg/1",
        "labels",
        formulas.ndcg,
        "Σ over ranks ≤ k of the highest grade newly found / log2(rank + 1), over that sum for the ideal order",
        "Σ по позициям ≤ k наибольшей впервые найденной оценки / log2(позиция + 1), делённая на такую же сумму идеального порядка",
        ("graded", "cut"),
    ),
    Metric(
        "coverage",
        "coverage/1",
        "sets",
        formulas.coverage,
        "max over evidence sets s of |s ∩ F| / |s|",
        "max по достаточным наборам s: |s ∩ F| / |s|",
        ("sets", "cut"),
        cuts=BOTH,
    ),
    Metric(
        "sufficient",
        "sufficient/1",
        "sets",
        formulas.sufficient,
        "1 if some evidence set is found completely, else 0",
        "1, если хотя бы один достаточный набор найден целиком, иначе 0",
        ("sets", "cut"),
        cuts=BOTH,
    ),
    _rank(
        "sufficient_rank",
        "sufficient_rank/1",
        "queries",
        formulas.sufficient_rank,
        "smallest k at which some evidence set is found completely",
        "наименьшее k, при котором достаточный набор найден целиком",
        families=("sets",),
    ),
    _rank(
        "sufficient_chars",
        "sufficient_chars/1",
        "queries",
        formulas.sufficient_chars,
        "characters read up to sufficient_rank",
        "сколько символов прочитано до sufficient_rank включительно",
        families=("sets", "texts", "length"),
    ),
    _rank(
        "first_relevant_rank",
        "first_relevant_rank/1",
        "queries",
        formulas.first_relevant_rank,
        "smallest rank at which a relevant passage is found",
        "наименьшая позиция, на которой найден релевантный фрагмент",
        families=("labels",),
    ),
    Metric(
        "judged",
        "judged/1",
        "ranks",
        formulas.judged,
        "share of the first k results that carries a labelled passage, or has a grade or a triage decision",
        "доля первых k результатов, которые несут размеченный фрагмент либо имеют оценку или решение разбора",
        ("judged", "cut"),
    ),
    _graded(
        "harmful",
        "harmful/1",
        "ranks",
        formulas.harmful,
        "1 if one of the first k results is graded harmful, 0 if all are graded and none is",
        "1, если среди первых k есть результат с отметкой «вредный»; 0, если оценены все и вредных нет",
        direction=DOWN,
    ),
    _graded(
        "graded_precision",
        "graded_precision/1",
        "ranks",
        formulas.graded_precision,
        "results of the first k that people graded 2 / k",
        "число результатов среди первых k с оценкой людей 2, / k",
    ),
    _graded(
        "graded_precision_partial",
        "graded_precision_partial/1",
        "ranks",
        formulas.graded_precision_partial,
        "results of the first k that people graded 2 or 1 / k",
        "число результатов среди первых k с оценкой людей 2 или 1, / k",
    ),
    Metric(
        "context_chars",
        "context_chars/1",
        "ranks",
        formulas.context_chars,
        "characters of the first k results, repeats and overlaps counted as read",
        "число символов в первых k результатах; повторы и перекрытия считаются как прочитанное",
        ("returned", "texts", "cut"),
        otherwise="undeclared_length",
        direction=DOWN,
        bounded=False,
    ),
    Metric(
        "char_recall",
        "char_recall/1",
        "sets",
        formulas.char_recall,
        "max over evidence sets s (over G where none are stated) of |chars(s) ∩ read| / |chars(s)|; chars(s): the characters of s that chunks hold, without white space between chunks",
        "max по достаточным наборам s (по G, если наборы не заданы): |символы(s) ∩ прочитанное| / |символы(s)|; символы(s) — символы s, которые есть в чанках, без пробелов и переносов между чанками",
        ("labels", "texts", "cut"),
        cuts=BOTH,
    ),
    Metric(
        "char_precision",
        "char_precision/1",
        "sets",
        formulas.char_precision,
        "characters of relevant passages read, each once / characters read",
        "прочитанные символы релевантных фрагментов, каждый один раз, / все прочитанные символы",
        ("labels", "returned", "texts", "cut"),
        otherwise="undeclared_length",
        cuts=BOTH,
    ),
    Metric(
        "char_iou",
        "char_iou/1",
        "sets",
        formulas.char_iou,
        "|chars(s*) ∩ read| / (characters read + characters of s* not read), s* the set of char_recall",
        "|символы(s*) ∩ прочитанное| / (все прочитанные символы + непрочитанные символы s*), s* — набор из char_recall",
        ("labels", "returned", "texts", "cut"),
        otherwise="undeclared_length",
        cuts=BOTH,
    ),
)


def columns(settings: Settings) -> Iterator[tuple[str, Metric, Cutoff | None]]:
    """Name of every column of scores.parquet, its metric and its cut-off, in the order of the table."""
    for metric in METRICS:
        if metric.cuts == WHOLE:
            yield metric.name, metric, None
        for cutoff in settings.cutoffs:
            if metric.cuts == BOTH or (metric.cuts == RESULTS and not cutoff.by_characters):
                yield f"{metric.name}@{cutoff.name}", metric, cutoff
