"""The rules of the gold set, each with the function that returns the offending rows and the words for them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import polars as pl

from assay.errors import Problem
from assay.gold import conditions, sets
from assay.gold.labelling import Gold
from assay.gold.sets import is_no_answer

HINTS = 100  # names for which the nearest one is sought: 5 ms each among 50,000
ADD = "add it with `assay gold passage add`"


def unknown_passages(gold: Gold) -> pl.DataFrame:
    """Names of passages that are not in passages.jsonl: ``field, passage_id, hint``."""
    known = gold.passages.select(passage_id="id")
    unknown = gold.named.join(known, on="passage_id", how="anti")
    hints = [_hint(name, known["passage_id"]) for name in unknown["passage_id"].head(HINTS)]
    hints += [ADD] * (len(unknown) - len(hints))
    return unknown.with_columns(pl.Series("hint", hints, dtype=pl.String))


def _hint(name: str, ids: pl.Series) -> str:
    from rapidfuzz import process

    near = process.extractOne(name, ids.to_list(), score_cutoff=80)
    return f"did you mean {near[0]}?" if near else ADD


def thinly_reviewed(gold: Gold) -> pl.DataFrame:
    """Reviewed holdout queries with fewer than two reviewers: ``reviewers``."""
    reviewers = pl.col("reviewed_by").list.n_unique().fill_null(0)
    holdout = gold.queries.filter(split="holdout", status="reviewed")
    return holdout.with_columns(reviewers=reviewers).filter(pl.col("reviewers") < 2)  # noqa: PLR2004  # two people


def unreviewed(gold: Gold) -> pl.DataFrame:
    """Dev queries that say reviewed and not by whom."""
    return gold.queries.filter(
        pl.col("reviewed_by").list.len().fill_null(0) == 0, split="dev", status="reviewed"
    )


def unsent_follow_ups(gold: Gold) -> pl.DataFrame:
    """Follow-up questions without the rewritten query."""
    return gold.queries.filter(pl.col("history").list.len() > 0, pl.col("rewritten").is_null())


def outdated_no_answers(gold: Gold) -> pl.DataFrame:
    """Queries of type no_answer that were checked against no source as it is now: ``checked, today``."""
    if not gold.corpora:
        return gold.queries.clear()
    ids = list(gold.corpora.values())
    several = " or ".join(f"{name} ({source})" for source, name in gold.corpora.items())
    current = pl.col("checked_corpus").is_in(ids).fill_null(value=False)
    known = pl.format(
        "was checked in corpus {}, which has changed since", pl.col("checked_corpus").str.head(12)
    )
    return gold.queries.filter(is_no_answer & ~current).with_columns(
        checked=known.fill_null("nobody has checked it in the corpus yet"),
        today=pl.lit(several if len(ids) > 1 else ids[0]),
    )


def unexplained(gold: Gold) -> pl.DataFrame:
    """Reviewed queries with labels and no rationale."""
    labelled = gold.queries.filter(pl.col("evidence_sets").is_not_null(), status="reviewed")
    return labelled.filter(pl.col("rationale").is_null())


def unexplained_passages(gold: Gold) -> pl.DataFrame:
    """Passages of reviewed queries, in a set or relevant, that have no reason: ``passages``."""
    reviewed = gold.queries.filter(status="reviewed").select("line", "id")
    named = gold.named.join(reviewed, on=["line", "id"])
    explained = named.filter(pl.col("field") == "why")
    labels = named.filter(pl.col("field").is_in(["evidence_sets", "relevant"]))
    missing = labels.join(explained, on=["line", "id", "passage_id"], how="anti")
    names = pl.col("passage_id").unique().sort().str.join(", ")
    return missing.group_by("line", "id").agg(passages=names)


def unused_passages(gold: Gold) -> pl.DataFrame:
    """Passages in no set, not relevant, supporting no claim."""
    used = gold.named.filter(pl.col("field") != "why").select(id="passage_id")
    return gold.passages.join(used, on="id", how="anti")


@dataclass(frozen=True)
class Rule:
    """A rule: which rows break it, what to say of each, whether it is a warning only."""

    rows: Callable[[Gold], pl.DataFrame]
    says: str
    fix: str
    warning: bool = False
    file: str = "queries"

    def problems(self, gold: Gold, names: dict[str, str]) -> Iterator[Problem]:
        """One problem a row, in the order of the file.

        Args:
            gold: the gold set.
            names: name of the file ``queries`` and of ``passages`` for messages.
        """
        rows = [
            (row["line"], row["id"], self.says.format_map(row), self.fix.format_map(row))
            for row in self.rows(gold).iter_rows(named=True)
        ]
        for line, name, says, fix in sorted(rows):
            yield Problem(f"{names[self.file]}:{line} {name}", says, fix)


RULES = (
    Rule(sets.empty_sets, "evidence set {set} is empty", "fill it, or remove it"),
    Rule(sets.repeated_members, "evidence set {set} names {passage_id} {times} times", "name it once"),
    Rule(sets.contained_sets, "evidence set {larger} contains set {smaller}", "remove the larger one"),
    Rule(sets.equal_sets, "evidence set {larger} equals set {smaller}", "remove one of them"),
    Rule(
        sets.answered_no_answer,
        "type is no_answer, but evidence_sets is not []",
        "write [], or give it another type",
    ),
    Rule(
        sets.unanswered,
        "evidence_sets is [], but type is {type}",
        "write null if it is not labelled yet, or type no_answer if the corpus has no answer",
    ),
    Rule(
        sets.relevant_no_answer,
        "type is no_answer, but {passage_id} is relevant with grade 2",
        "grade it 1, or give the question its evidence",
    ),
    Rule(unknown_passages, "{field} names {passage_id}, which is no passage", "{hint}"),
    Rule(
        sets.relevant_members,
        "{passage_id} is in evidence set {set} and in relevant",
        "remove it from relevant",
    ),
    Rule(
        sets.unsupported_claims,
        "evidence set {set} does not support claim {claim}",
        "add the passage that does, or add one of the set to the claim's passages",
    ),
    Rule(sets.repeated_claims, "claim {claim} stands {times} times", "give each its own id"),
    Rule(
        thinly_reviewed,
        "is reviewed holdout, which needs two reviewers; reviewed_by names {reviewers}",
        "have it reviewed, or write status unreviewed",
    ),
    Rule(
        conditions.set_validity,
        "the passages of evidence set {set} share no day of validity: {ended} ends {end}, {begun} begins {begin}",
        "keep passages of one period in a set",
    ),
    Rule(
        conditions.query_validity,
        "evidence sets {set} and {other} share no day of validity: {ended} ends {end}, {begun} begins {begin}",
        "make it two queries, each with its as_of",
    ),
    Rule(
        conditions.day_validity,
        "as_of is {as_of}, but {passage_id} of evidence set {set} is valid {period}",
        "take the passage valid on that day, or correct as_of",
    ),
    Rule(
        conditions.set_subject,
        "the passages of evidence set {set} have different subjects: {subjects}",
        "keep passages of one subject in a set",
    ),
    Rule(
        conditions.query_subject,
        "evidence sets have different subjects: {subjects}",
        "make it two queries, each with its subject",
    ),
    Rule(
        conditions.asked_subject,
        "subject is {subject}, but {passage_id} of evidence set {set} is about {about}",
        "take the passage about that subject, or correct subject",
    ),
    Rule(
        unused_passages,
        "no query uses it",
        "use it, or remove it",
        warning=True,
        file="passages",
    ),
    Rule(unreviewed, "status is reviewed, but reviewed_by names nobody", "add who did", warning=True),
    Rule(unexplained, "has no rationale", "say why its sets suffice, or why nothing does", warning=True),
    Rule(
        unexplained_passages,
        "has no why of {passages}",
        "say in a sentence why each is relevant",
        warning=True,
    ),
    Rule(
        unsent_follow_ups,
        "is a follow-up question without rewritten, so its few words are sent as they are",
        "add the standalone question",
        warning=True,
    ),
    Rule(
        outdated_no_answers,
        "says that the corpus has no answer; {checked}",
        "search the corpus: if nothing answers it, write {today} into its checked_corpus, else label it",
        warning=True,
    ),
)
