"""The columns of one row of the ledger ``claims``, in the order of the evidence table."""

import re
from collections.abc import Iterator, Mapping

from assay.evidence.counting import standing_of
from assay.evidence.diagnosis import of_row
from assay.evidence.record import Answer
from assay.evidence.table import STATEMENT, VERDICT
from assay.ledger import Entry
from assay.report.evidence.account import Field, Line, present, quoted, said
from assay.report.evidence.catalogue import Words
from assay.report.evidence.citations import fragments, shown

NOTES = ("missing", "observation", "hypothesis", "open_question")


def value(say: Words, row: Entry, key: str) -> str | None:
    """A verdict of a row in words; None: it has none."""
    if row[key] is None:
        return None
    return say(f"{key}.{str(row[key]).lower()}")


def columns(say: Words, row: Entry, answer: Answer, rows: Mapping[str, Entry]) -> tuple[Field, ...]:
    """All columns of a row that have something.

    Args:
        say: phrases.
        row: of the ledger.
        answer: the record.
        rows: every row about the answer by its id.
    """
    return present(_columns(say, row, answer, rows))


def _columns(say: Words, row: Entry, answer: Answer, rows: Mapping[str, Entry]) -> Iterator[Field]:
    yield _field(say, "claim", quoted(row["claim"]))
    words = tuple(line for one in row["quote"] for line in quoted(one["text"]))
    yield _field(say, "quote", words or said(say("show.unquoted")))
    cited = said(*(shown(say, one, answer) for one in row["citations"]))
    yield _field(say, "citations", cited or _none(say, needed=row["kind"] == STATEMENT))
    read = fragments(say, row["evidence"], retrieved=False)
    yield _field(say, "evidence", read or _none(say, needed=row["support"] is not None))
    yield from verdicts(say, row)
    yield from (_field(say, key, () if row[key] is None else quoted(row[key])) for key in NOTES)
    yield _field(say, "adjudicates", said(*_between(say, row, rows)))
    yield _field(say, "by", said(written(say, row)))
    yield _field(say, "row_id", said(say.named(row["row_id"])))
    cell = of_row(row, answer)
    yield _field(say, "next", said(say(cell.check)) if cell else ())


def _none(say: Words, *, needed: bool) -> tuple[Line, ...]:
    """That there is none, where one might look for it."""
    return said(say("show.none_named")) if needed else ()


def written(say: Words, row: Entry) -> str:
    """Who wrote a row, when, and whether it decides between others."""
    return say("row.adjudication" if row["adjudicates"] else "row.by", name=row["by"], time=moment(row["at"]))


def moment(at: str) -> str:
    """A time to the minute: ``2026-03-02 10:01 UTC``."""
    zone = re.sub(r"^(?:Z|[+-]00:00)$", "UTC", at[at.index("T") :].lstrip("T0123456789:."))
    return f"{at[:10]} {at[11:16]} {zone}"


def verdicts(say: Words, row: Entry) -> Iterator[Field]:
    """Kind, attachment and support with their reasons, whether a fragment says otherwise, what the corpus has."""
    for key in VERDICT:
        worded = value(say, row, key)
        reason = row.get(f"{key}_reason")
        yield _field(
            say, key, (*(said(worded) if worded else ()), *(quoted(reason) if reason is not None else ()))
        )


def standing(say: Words, row: Entry) -> str:
    """How a row lets its claim stand, in words."""
    return say(f"verdict.{standing_of(row)}")


def _between(say: Words, row: Entry, rows: Mapping[str, Entry]) -> Iterator[str]:
    """Rows between which an adjudicator decides; one that is not there is named by its id."""
    for name in row["adjudicates"] or ():
        other = rows.get(name)
        yield written(say, other) if other else say.named(name)


def _field(say: Words, key: str, lines: tuple[Line, ...]) -> Field:
    return Field(key, say(f"field.{key}"), lines)
