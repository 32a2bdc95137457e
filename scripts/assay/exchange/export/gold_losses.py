"""What a gold set says and a form for labels or for people cannot, by form."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.exchange.export.loss_report import loss
from assay.exchange.losses import Loss

if TYPE_CHECKING:
    import polars as pl

TREC, SETS, BEIR, NESTED, TABLE = "trec", "trec --sets each", "beir", "jsonl", "table"
FORMS = (TREC, SETS, BEIR, NESTED, TABLE)
_FLAT = (TREC, SETS, BEIR, NESTED)
_LINES = {  # where a question without an answer stands
    TREC: "they have no line in qrels.txt, as if nobody had looked",
    SETS: "they have no line in the qrels, as if nobody had looked",
    BEIR: "they have no line in qrels/, as if nobody had looked",
    NESTED: "their relevant_ids are []",
}
_UNLABELLED = {
    **dict.fromkeys((TREC, SETS, BEIR), "they have no line, as those without an answer"),
    NESTED: "they are left out of gold.jsonl",
}


@dataclass(frozen=True)
class Kind:
    """One kind of thing that some forms cannot say.

    Attributes:
        what: in words, by form; a form that is not there can say it.
        holds: which queries have it, on :class:`assay.gold.schema.Queries`.
    """

    what: dict[str, str]
    holds: "Callable[[], pl.Expr]"


def _filled(name: str) -> "Callable[[], pl.Expr]":
    def holds() -> "pl.Expr":
        import polars as pl

        return pl.col(name).is_not_null()

    return holds


def _some(name: str) -> "Callable[[], pl.Expr]":
    def holds() -> "pl.Expr":
        import polars as pl

        return pl.col(name).list.len().fill_null(0) > 0

    return holds


def _alternatives() -> "pl.Expr":
    import polars as pl

    return pl.col("evidence_sets").list.len().fill_null(0) > 1


def _together() -> "pl.Expr":
    import polars as pl

    sizes = pl.col("evidence_sets").list.eval(pl.element().list.len())
    return sizes.list.max().fill_null(0) > 1


def _unstated() -> "pl.Expr":
    """Labelled flatly: passages with grades, no sets."""
    return _some("relevant")() & _filled("evidence_sets")().not_()


def _beside() -> "pl.Expr":
    """Grades of passages that are in no set, beside stated sets."""
    return _some("relevant")() & _filled("evidence_sets")()


def _no_answer() -> "pl.Expr":
    import polars as pl

    return pl.col("type") == "no_answer"


def unlabelled() -> "pl.Expr":
    """Queries that nobody has labelled in any way."""
    return ~_filled("evidence_sets")() & ~_some("relevant")() & ~_no_answer()


def _unreviewed() -> "pl.Expr":
    import polars as pl

    return pl.col("status") == "unreviewed"


def _everyone(text: str, forms: tuple[str, ...] = FORMS) -> dict[str, str]:
    return dict.fromkeys(forms, text)


_METADATA = "{}; in the metadata of queries.jsonl only, which readers of BEIR pass over"
KINDS = (
    Kind(
        _everyone("alternative evidence sets (any one of them suffices); recall asks for all", _FLAT)
        | {SETS: "alternative evidence sets; each stands in a file of its own, in qrels.txt together"},
        _alternatives,
    ),
    Kind(_everyone("evidence sets of two or more passages (only together they suffice)", _FLAT), _together),
    Kind({SETS: "labels without stated sets; they stand in qrels.txt only"}, _unstated),
    Kind({form: f"questions without an answer; {text}" for form, text in _LINES.items()}, _no_answer),
    Kind({form: f"questions not labelled yet; {text}" for form, text in _UNLABELLED.items()}, unlabelled),
    Kind(
        _everyone("types and languages of questions", _FLAT)
        | {BEIR: _METADATA.format("types and languages of questions")},
        _filled("type"),
    ),
    Kind(
        _everyone("days for which a question is asked (as_of)", _FLAT)
        | {BEIR: _METADATA.format("days for which a question is asked (as_of)")},
        _filled("as_of"),
    ),
    Kind(
        _everyone("subjects of questions", _FLAT) | {BEIR: _METADATA.format("subjects of questions")},
        _filled("subject"),
    ),
    Kind(
        _everyone("rewritten follow-ups; the rewritten text is written, as it is sent", _FLAT)
        | {TABLE: "rewritten follow-ups; the question is written as it was asked"},
        _filled("rewritten"),
    ),
    Kind(_everyone("earlier turns of the talk (history)"), _some("history")),
    Kind(_everyone("parts of questions that the corpus cannot answer (unanswerable)"), _some("unanswerable")),
    Kind(_everyone("reasons why passages are relevant (why)"), _some("why")),
    Kind(_everyone("rationales of evidence sets", _FLAT), _filled("rationale")),
    Kind(_everyone("expected answers", _FLAT), _filled("expected_answer")),
    Kind(_everyone("claims of right answers"), _some("claims")),
    Kind(_everyone("unreviewed labels; they stand among the reviewed ones", _FLAT), _unreviewed),
    Kind({TABLE: "passages graded outside evidence sets (relevant)"}, _beside),
)


def gold_losses(queries: "pl.DataFrame", form: str) -> Iterator[Loss]:
    """What the form cannot say of these queries, with their ids; only kinds that are there."""
    for kind in KINDS:
        if form in kind.what:
            yield from loss(kind.what[form], queries.filter(kind.holds())["id"].sort())
