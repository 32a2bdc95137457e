"""What a gold set says and a form for labels or for people cannot, by form."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.exchange.export.loss_report import loss
from assay.exchange.losses import Loss
from assay.gold.fields import PASSAGE

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
        fields: of queries.jsonl, all or part of which is lost.
        what: in words, by form; a form that is not there can say it.
        holds: which queries have it, on :class:`assay.gold.schema.Queries`.
    """

    fields: tuple[str, ...]
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


def _no_answer() -> "pl.Expr":
    import polars as pl

    return pl.col("type") == "no_answer"


def unlabelled() -> "pl.Expr":
    """Queries that nobody has labelled in any way."""
    return ~_filled("evidence_sets")() & ~_some("relevant")() & ~_no_answer()


def _several_splits() -> "pl.Expr":
    import polars as pl

    return pl.col("split").n_unique() > 1


def _unreviewed() -> "pl.Expr":
    import polars as pl

    return pl.col("status") == "unreviewed"


def _everyone(text: str, forms: tuple[str, ...] = FORMS) -> dict[str, str]:
    return dict.fromkeys(forms, text)


_METADATA = "{}; in the metadata of queries.jsonl only, which readers of BEIR pass over"
KINDS = (
    Kind(
        ("evidence_sets",),
        _everyone("alternative evidence sets (any one of them suffices); recall asks for all", _FLAT)
        | {SETS: "alternative evidence sets; each stands in a file of its own, in qrels.txt together"},
        _alternatives,
    ),
    Kind(
        ("evidence_sets",),
        _everyone("evidence sets of two or more passages (only together they suffice)", _FLAT),
        _together,
    ),
    Kind(("evidence_sets",), {SETS: "labels without stated sets; they stand in qrels.txt only"}, _unstated),
    Kind(
        ("evidence_sets",),
        {form: f"questions without an answer; {text}" for form, text in _LINES.items()},
        _no_answer,
    ),
    Kind(
        ("evidence_sets",),
        {form: f"questions not labelled yet; {text}" for form, text in _UNLABELLED.items()},
        unlabelled,
    ),
    Kind(
        ("type", "lang"),
        _everyone("types and languages of questions", _FLAT)
        | {BEIR: _METADATA.format("types and languages of questions")},
        _filled("type"),
    ),
    Kind(("lang",), {TABLE: "languages of questions (lang)"}, _filled("lang")),
    Kind(("split",), _everyone("to which split a question belongs", (TREC, SETS, NESTED)), _several_splits),
    Kind(
        ("as_of",),
        _everyone("days for which a question is asked (as_of)", _FLAT)
        | {BEIR: _METADATA.format("days for which a question is asked (as_of)")},
        _filled("as_of"),
    ),
    Kind(
        ("subject",),
        _everyone("subjects of questions", _FLAT) | {BEIR: _METADATA.format("subjects of questions")},
        _filled("subject"),
    ),
    Kind(
        ("query", "rewritten"),
        _everyone("rewritten follow-ups; the rewritten text is written, as it is sent", _FLAT)
        | {TABLE: "rewritten follow-ups; the question is written as it was asked"},
        _filled("rewritten"),
    ),
    Kind(("history",), _everyone("earlier turns of the talk (history)"), _some("history")),
    Kind(
        ("unanswerable",),
        _everyone("parts of questions that the corpus cannot answer (unanswerable)"),
        _some("unanswerable"),
    ),
    Kind(("why",), _everyone("reasons why passages are relevant (why)"), _some("why")),
    Kind(("rationale",), _everyone("rationales of evidence sets", _FLAT), _filled("rationale")),
    Kind(("expected_answer",), _everyone("expected answers", _FLAT), _filled("expected_answer")),
    Kind(("claims",), _everyone("claims of right answers"), _some("claims")),
    Kind(("found_by",), _everyone("how the evidence was found (found_by)"), _filled("found_by")),
    Kind(("reviewed_by",), _everyone("who reviewed the labels (reviewed_by)", _FLAT), _some("reviewed_by")),
    Kind(
        ("checked_corpus",),
        _everyone("the corpus in which an answer was looked for in vain (checked_corpus)"),
        _filled("checked_corpus"),
    ),
    Kind(("status",), _everyone("unreviewed labels; they stand among the reviewed ones", _FLAT), _unreviewed),
    Kind(
        ("relevant",),
        {TABLE: "grades of passages, and passages outside evidence sets (relevant)"},
        _some("relevant"),
    ),
)
SHOWN_OF_PASSAGES = (
    "id",
    "text",
)  # in a table; of flat forms a label is of a chunk, and nothing of its passage


def passage_losses(named: Iterable[str]) -> list[Loss]:
    """What a table does not say of passages, with their ids."""
    unsaid = ", ".join(name for name in PASSAGE if name not in SHOWN_OF_PASSAGES)
    return loss(f"where passages stand, and in which version ({unsaid})", sorted(named))


def gold_losses(queries: "pl.DataFrame", form: str) -> Iterator[Loss]:
    """What the form cannot say of these queries, with their ids; only kinds that are there."""
    for kind in KINDS:
        if form in kind.what:
            yield from loss(kind.what[form], queries.filter(kind.holds())["id"].sort())
