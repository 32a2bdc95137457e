"""Questions and flat labels of other tools as rows of the gold set."""

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from assay.counting import counted
from assay.errors import Problem, shown
from assay.exchange.locating import Located
from assay.exchange.losses import Loss, Losses
from assay.exchange.mapping import Mapped
from assay.exchange.references import Reference, references_of
from assay.gold.fields import QUERY, SPLITS
from assay.gold.queries import NO_ANSWER
from assay.retrieval.languages import language

UNKNOWN = "unsorted"  # type of a question of which the file does not say one
SETS = ("unstated", "together", "each")
_TAKEN = ("lang", "type", "split", "as_of", "subject", "expected_answer", "rationale", "rewritten")
_OF_ONE = ("chunk_id", "start", "end", "quote")


@dataclass
class Question:
    """One question of a file, of all the records that have its id, and what its labels point at.

    Attributes:
        row: fields of the gold set.
        references: what its labels point at; None: the file says nothing of labels.
        spot: address of its first record.
    """

    row: dict[str, Any]
    references: list[Reference] | None
    spot: str


@dataclass
class Read:
    """Questions of a file in its order, how they came about, faults of them."""

    questions: list[Question] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_questions(mapped: Mapped, defaults: Mapping[str, Any]) -> Read:
    """Questions under our names; records of one id, or of one text where there are no ids, are one question.

    Args:
        mapped: records under the names of ``targets.QUESTION``.
        defaults: values of fields that a record does not have.
    """
    done = Read(problems=list(mapped.problems))
    known: dict[str, Question] = {}
    made = merged = 0
    for value, spot in zip(mapped.values, mapped.spots, strict=False):
        if "query" not in value:
            continue  # a problem already
        text = unicodedata.normalize("NFC", " ".join(value["query"].split()))
        name = value.get("id") or f"q-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
        made += "id" not in value
        references, faults = _references(value, spot)
        done.problems += faults
        one = Question({"id": name, "query": text, **_fields(value, defaults)}, references, spot)
        first = known.setdefault(name, one)
        if first is one:
            done.questions.append(one)
        elif first.row["query"] != text:
            rule = f"id {name!r} is also that of {first.spot}, with another question ({shown(first.row['query'])})"
            done.problems.append(Problem(spot, rule, "give each its own id"))
        else:
            merged += 1
            if references is not None:
                first.references = [*(first.references or []), *references]
    if made:
        done.facts.append(
            f"{counted(made, 'question')} without an id: made of the text, as {done.questions[0].row['id']}"
        )
    if merged:
        done.facts.append(
            f"{counted(merged, 'record')} more of questions that were there already: their labels are joined"
        )
    _set_languages(done.questions)
    return done


def _fields(value: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    row = {name: value.get(name, defaults.get(name)) for name in _TAKEN}
    row["split"] = {"test": "holdout", "train": "dev", "validation": "dev", "val": "dev"}.get(
        row["split"], row["split"]
    )
    return row


def _references(value: Mapping[str, Any], spot: str) -> tuple[list[Reference] | None, list[Problem]]:
    """What the labels of one record point at: its list, or the one that its own fields name."""
    doc = value.get("doc")
    if "relevant" in value:
        return references_of(value["relevant"], spot, doc)
    if not any(name in value for name in _OF_ONE):
        return None, []
    quote = value.get("quote")
    one = Reference(
        spot, value.get("chunk_id"), doc, value.get("start"), value.get("end"), quote, value.get("grade")
    )
    return [one], []


def _set_languages(questions: Sequence[Question]) -> None:
    """The language of each question whose file does not state it, by its letters."""
    texts = pl.DataFrame({"text": [one.row["query"] for one in questions]}, schema={"text": pl.String})
    guessed = texts.select(language(pl.col("text"), pl.lit("en"))).to_series().to_list()
    for one, lang in zip(questions, guessed, strict=True):
        one.row["lang"] = one.row["lang"] or lang


def labelled(
    question: Question, located: Sequence[Located], ids: Sequence[str | None], sets: str, level: int
) -> dict[str, Any]:
    """A row of queries.jsonl.

    An empty list of labels is a question without an answer. Where a label was not found, the question has no labels
    yet: those that were found alone would give it another recall.

    Args:
        question: as read.
        located: what became of each of its references.
        ids: the passage of each, None where it was not found.
        sets: what the members of a list are to one another: ``unstated``, ``together`` sufficient, ``each`` alone.
        level: grade from which a text is relevant (grade 2); a lower one above 0 is of grade 1.
    """
    row = {**dict.fromkeys(QUERY), **question.row, "relevant": {}, "why": {}, "status": "unreviewed"}
    row["split"] = row["split"] if row["split"] in SPLITS else row["split"] or SPLITS[0]
    row["type"] = row["type"] or UNKNOWN
    if question.references is None or any(one.place is None for one in located):
        return row
    graded = [
        (name, one.grade) for name, one in zip(ids, question.references, strict=True) if name and _counts(one)
    ]
    if not question.references:
        return {**row, "type": NO_ANSWER, "evidence_sets": []}
    if not graded:
        return row
    grades = {name: 2 if grade is None or grade >= level else 1 for name, grade in graded}
    members = sorted(name for name, grade in grades.items() if grade == 2)  # noqa: PLR2004  # relevant
    if sets == "unstated" or not members:
        return {**row, "relevant": grades}
    stated = [members] if sets == "together" else [[name] for name in members]
    return {**row, "evidence_sets": stated, "relevant": {name: 1 for name in grades if grades[name] == 1}}


def _counts(one: Reference) -> bool:
    return one.grade is None or one.grade > 0


def grade_losses(questions: Sequence[Question], level: int) -> list[Loss]:
    """Grades that ours cannot say: judged not relevant, and those above 2."""
    grades = [
        one.grade for question in questions for one in question.references or [] if one.grade is not None
    ]
    losses = Losses()
    losses.add(
        "judgements of not relevant, which judged@k does not know", count=sum(grade <= 0 for grade in grades)
    )
    losses.add("grades above --relevant-from: all are 2 here", count=sum(grade > level for grade in grades))
    return losses.found()


def without_grade_0(question: Question) -> Question:
    """The question without references that are judged not relevant: no passage is made of them."""
    if question.references is None:
        return question
    return replace(question, references=[one for one in question.references if _counts(one)])
