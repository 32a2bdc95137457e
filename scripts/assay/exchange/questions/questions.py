"""Questions and flat labels of other tools as rows of the gold set."""

import hashlib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.listing import listed
from assay.exchange.losses import Loss, Losses
from assay.exchange.questions.ellipses import apart
from assay.exchange.questions.follow_ups import history_of, lacking
from assay.exchange.questions.label_fields import references_in
from assay.exchange.questions.locating import Located
from assay.exchange.questions.references import Reference
from assay.exchange.records.mapping import Mapped
from assay.gold.fields import QUERY, SPLITS
from assay.gold.kinds import ID
from assay.gold.queries import NO_ANSWER
from assay.retrieval.languages import question_language

UNKNOWN = "unsorted"  # type of a question of which the file does not say one
_TAKEN = ("lang", "type", "split", "as_of", "subject", "expected_answer", "rationale", "rewritten")
_SPLITS = {"test": "holdout", "train": "dev", "validation": "dev", "val": "dev"}  # as others call ours
_DIGITS = 12  # of an id that is made: with 8 one of every 20 files of 20,000 questions would have one twice


@dataclass
class Question:
    """One question of a file, of all the records that have its id, and what its labels point at.

    Attributes:
        row: fields of the gold set.
        references: what its labels point at; None: the file says nothing of labels.
        spot: address of its first record.
        said: fields that the file itself states; the others of ``row`` are defaults.
    """

    row: dict[str, Any]
    references: list[Reference] | None
    spot: str
    said: frozenset[str] = frozenset()


@dataclass
class Read:
    """Questions of a file in its order, how they came about, faults, the columns it has (or paths), what is left out."""

    questions: list[Question] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)


def read_questions(mapped: Mapped, defaults: Mapping[str, Any]) -> Read:
    """Questions under our names; records of one id, or of one text where there are no ids, are one question.

    Args:
        mapped: records under the names of ``targets.QUESTION``.
        defaults: values of fields that a record does not have.
    """
    done = Read(problems=list(mapped.problems))
    known: dict[str, Question] = {}
    made: list[str] = []
    merged: list[Question] = []
    for value, spot in zip(mapped.values, mapped.spots, strict=False):
        if "query" not in value:
            continue  # a problem already
        one, faults = _question(value, spot, defaults)
        done.problems += faults
        if "id" not in value:
            made.append(one.row["id"])
        first = known.setdefault(one.row["id"], one)
        if first is one:
            done.questions.append(one)
        else:
            merged.append(one)
            done.problems += _join(first, one)
    done.problems += (problem for one in done.questions for problem in _conflicts(one))
    if made:
        done.facts.append(f"{counted(len(made), 'record')} without an id: made of the text, as {made[0]}")
    done.facts += _merged(merged)
    done.facts += [
        *_closed(mapped.values),
        *_alike(done.questions),
        *lacking(one.row for one in done.questions),
    ]
    _set_languages(done.questions)
    return done


def _question(
    value: Mapping[str, Any], spot: str, defaults: Mapping[str, Any]
) -> tuple[Question, list[Problem]]:
    value = {name: _nfc(item) for name, item in value.items()}
    text = " ".join(value["query"].split())
    name = value.get("id") or f"q-{hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]}"
    references, faults = references_in(value, spot)
    faults += (Problem(f"{spot} id", rule, fix) for rule, fix in ID.faults("id", name))
    fields = {key: value.get(key, defaults.get(key)) for key in _TAKEN}
    if (
        references is None and fields["type"] == NO_ANSWER
    ):  # as a table has it, whose cells of labels are empty then
        references = []
    fields["split"] = _SPLITS.get(str(fields["split"]), fields["split"])
    fields["history"], more = history_of(value.get("history"), f"{spot} history")
    faults += more
    said = frozenset({"query", *(key for key in (*_TAKEN, "history") if key in value)})
    return Question({"id": name, "query": text, **fields}, references, spot, said), faults


def _nfc(value: Any) -> Any:
    """A text as the gold set keeps it; anything else as it is: what labels point at is compared by its letters."""
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


def _join(first: Question, one: Question) -> Iterator[Problem]:
    """Add what a further record of a question says; whatever it says otherwise is a fault."""
    for name in sorted(one.said):
        if name not in first.said:
            first.row[name] = one.row[name]
        elif first.row[name] != one.row[name]:
            rule = f"id {one.row['id']!r} is also that of {first.spot}, with another {name}"
            yield Problem(one.spot, rule, "give each question its own id, or each of its records the same")
    first.said |= one.said
    if one.references is None:
        return
    if first.references is not None and bool(first.references) != bool(one.references):
        rule = f"of question {one.row['id']!r} {first.spot} and this differ in whether anything answers it"
        yield Problem(one.spot, rule, "correct one of them")
    first.references = [*(first.references or []), *one.references]


def _merged(records: Sequence[Question]) -> Iterator[str]:
    """Lines on records of questions that stood before: with labels, which are joined, or as mere repetitions."""
    again = sum(one.references is None for one in records)
    if again:
        yield f"{counted(again, 'repetition')} of questions that were there already: each question is kept once"
    if again < len(records):
        what = "more of questions that were there already: their labels are joined"
        yield f"{counted(len(records) - again, 'record')} {what}"


def _conflicts(question: Question) -> Iterator[Problem]:
    """Labels of one thing with different grades."""
    first: dict[Reference, Reference] = {}
    for one in question.references or []:
        known = first.setdefault(replace(one, spot="", grade=None), one)
        if known.grade != one.grade:
            rule = f"has grade {one.grade}, {known.spot} has {known.grade} for the same"
            yield Problem(one.spot, rule, "remove one of them")


def _closed(values: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line on the questions that go to the holdout under another name of it: no report shows them."""
    names = [value["split"] for value in values if _SPLITS.get(str(value.get("split"))) == SPLITS[1]]
    if names:
        said = f"{counted(len(names), 'record')} of split {names[0]!r}"
        yield f"{said} go to the holdout: scored by `assay holdout open` alone (--map split= takes none)"


def _alike(questions: Sequence[Question]) -> Iterator[str]:
    """What may be one question: equal texts, and ids that differ by case or spaces alone."""
    texts, names = "texts that questions of several ids have", "ids that others have but for case or spaces"
    groups: dict[str, dict[str, list[str]]] = {texts: {}, names: {}}
    for one in questions:
        name = str(one.row["id"])
        groups[texts].setdefault(one.row["query"], []).append(name)
        groups[names].setdefault("".join(name.casefold().split()), []).append(name)
    for what, found in groups.items():
        several = sorted(sorted(ids) for ids in found.values() if len(ids) > 1)
        if several:
            shown = listed([listed(ids) for ids in several], between="; ")
            yield f"{len(several)} {what} ({shown}): all are kept"


def _set_languages(questions: Sequence[Question]) -> None:
    """The language of each question whose file does not state it, by its letters."""
    texts = pl.DataFrame({"text": [one.row["query"] for one in questions]}, schema={"text": pl.String})
    guessed = texts.select(question_language(pl.col("text"), pl.lit("en"))).to_series().to_list()
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
    row["split"] = row["split"] or SPLITS[0]
    row["type"] = row["type"] or UNKNOWN
    if question.references is None or any(one.place is None for one in located):
        return row
    if not question.references:
        return {**row, "type": NO_ANSWER, "evidence_sets": []}
    grades: dict[str, int] = {}
    for name, one in zip(ids, question.references, strict=True):
        if name is not None:  # two references may be one passage: the higher grade counts, in whatever order
            grade = 2 if one.grade is None or one.grade >= level else 1
            grades[name] = max(grade, grades.get(name, grade))
    members = sorted(name for name, grade in grades.items() if grade == 2)  # noqa: PLR2004  # relevant
    if sets == "unstated" or not members:
        return {**row, "relevant": grades}
    stated = [members] if sets == "together" else apart(members, ids, located)
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
    """The question without references that are judged not relevant: no passage is made of them.

    Where nothing is left, nobody has said what answers it: that is no question without an answer.
    """
    if not question.references:
        return question
    return replace(question, references=[one for one in question.references if _counts(one)] or None)
