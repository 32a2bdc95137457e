"""Refusals, honest and false, and answers where the corpus has none: lists and counts for people and spreadsheets."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from assay.evidence.counting import standing
from assay.evidence.gathering import Evidence
from assay.evidence.table import DISPUTED, Claim
from assay.evidence.unanswered import HAS, OUTCOMES, UNMATCHED, Declined, Stated, Unanswered, Undeclined
from assay.report.evidence.nothing_phrases import NOTHING
from assay.report.evidence.section import ABREAST
from assay.report.evidence.spoken import Spoken
from assay.report.markdown import Markdown, finished, table
from assay.report.page.plain import Table

TYPES: dict[str, Any] = {
    **dict.fromkeys(("run", "answer_id", "query_id", "listed", "part", "claim_id", "claim"), pl.String),
    "told": pl.Boolean,
    **dict.fromkeys(("expected", "corpus", "verdict"), pl.String),
    "held": pl.Boolean,
    "state": pl.String,
}


def section(found: Sequence[Unanswered], evidence: Evidence, lang: str, *, texts: bool) -> Markdown:
    """All of it as Markdown, without a heading (``title``): what it is, then the tables.

    Args:
        found: as :func:`assay.evidence.unanswered.unanswered` gives it.
        evidence: what it was found in, with its texts: whether they are shown ``texts`` says.
        lang: language.
        texts: whether texts of questions, answers and reviewers are shown.
    """
    blocks = [finished(note) for note in notes(found, lang, texts=texts)]
    for one in tables(found, evidence, lang, texts=texts):
        blocks += [Markdown(f"**{finished(one.caption)}**"), table(one.header, one.rows, right=one.right)]
    return Markdown("\n\n".join(blocks))


def title(lang: str) -> str:
    """Heading of the section."""
    return Spoken(lang, NOTHING, texts=True)("nothing.title")


def notes(found: Sequence[Unanswered], lang: str, *, texts: bool) -> list[str]:
    """What stands above the tables."""
    say = Spoken(lang, NOTHING, texts=texts)
    if not found:
        return [say("nothing.none")]
    return [say("nothing.intro"), *([] if texts else [say("nothing.withheld")])]


def tables(found: Sequence[Unanswered], evidence: Evidence, lang: str, *, texts: bool) -> list[Table]:
    """The tables as plain text, for a page that escapes it; those without rows are left out.

    Counts by run, answers, what they decline, what they do not, what they state all the same. Arguments as of
    :func:`section`.
    """
    say = Spoken(lang, NOTHING, texts=texts)
    made = [
        *_runs(say, found, evidence),
        _listed(say, "answers", ("answer", "question", "seen"), (_answer(say, one) for one in found)),
        _listed(
            say, "declined", _DECLINED, (_declined(say, one, part) for one in found for part in one.declined)
        ),
        _listed(
            say,
            "undeclined",
            ("answer", "part", "seen"),
            ([one.table.answer.id, *_undeclined(say, part)] for one in found for part in one.undeclined),
        ),
        _listed(
            say,
            "stated",
            ("answer", "claim", "verdict", "seen"),
            ([one.table.answer.id, *_stated(say, claim)] for one in found for claim in one.stated),
        ),
    ]
    return [one for one in made if one.rows] if found else []


_DECLINED = ("answer", "part", "told", "expected", "reviewers", "held", "seen")


def _listed(say: Spoken, name: str, head: Sequence[str], rows: Iterator[list[str]]) -> Table:
    return Table([say(f"head.{one}") for one in head], list(rows), caption=say(f"{name}.caption"))


def _runs(say: Spoken, found: Sequence[Unanswered], evidence: Evidence) -> Iterator[Table]:
    """A line an outcome, a column a run: how many answers it can be seen of; several tables where there are many runs."""
    seen = Counter((one.table.answer.run, name) for one in found for name in one.outcomes)
    runs = sorted(evidence.runs.items())
    for first in range(0, len(runs), ABREAST):
        abreast = runs[first : first + ABREAST]
        rows: list[list[Any]] = [[say("count.answers"), "", *(len(answers) for _, answers in abreast)]]
        for name in OUTCOMES:
            counts = [seen[run, name] for run, _ in abreast]
            rows.append([say(f"outcome.{name}"), say(f"means.{name}"), *counts])
        head = [say("head.seen"), say("head.means"), *(run for run, _ in abreast)]
        yield Table(head, rows, right=len(abreast), caption=say("runs.caption"))


def _answer(say: Spoken, one: Unanswered) -> list[str]:
    query = one.table.answer.query
    seen = say.joined(say(f"outcome.{name}") for name in one.outcomes) or say("outcome.none")
    return [one.table.answer.id, say.quote(query) if query else say("show.no_question"), seen]


def _declined(say: Spoken, one: Unanswered, part: Declined) -> list[str]:
    held = "–" if one.table.expected.nothing else _known(say, one.held)
    seen = say(
        f"state.{part.state}" if part.state != HAS else f"state.has.{'unknown' if one.held is None else 'no'}"
    )
    told = say("yes" if part.told else "no")
    return [
        one.table.answer.id,
        say.quote(part.part),
        told,
        _expected(say, one, part),
        _corpus(say, part),
        held,
        seen,
    ]


def _expected(say: Spoken, one: Unanswered, part: Declined) -> str:
    """What was stated before of the part; in its words, where they are others."""
    stated = one.table.expected
    if part.expected is not None:
        same = part.expected == part.part
        return say("expected.lacks") if same else say("expected.lacks_as", part=say.quote(part.expected))
    if stated.nothing or stated.source is None:
        return say("expected.whole" if stated.nothing else "expected.unstated")
    unsure = any(left.state == UNMATCHED for left in one.undeclined)
    return "–" if unsure else say("expected.answers")


def _corpus(say: Spoken, part: Declined) -> str:
    if part.corpus is None:
        return "–"
    return say("verdict.disputed") if part.corpus == DISPUTED else say(f"corpus.{part.corpus}")


def _known(say: Spoken, value: bool | None) -> str:
    return say("unknown" if value is None else "yes" if value else "no")


def _undeclined(say: Spoken, part: Undeclined) -> list[str]:
    key = "unmatched_part" if part.state == UNMATCHED else part.state
    return [say("part.whole") if part.part is None else say.quote(part.part), say(f"state.{key}")]


def _stated(say: Spoken, one: Stated) -> list[str]:
    verdict = say(f"verdict.{standing(one.claim)}")
    return [f"{one.claim.id} {say.quote(one.claim.shown['claim'])}", verdict, say(f"why.{one.why}")]


def sheet(found: Sequence[Unanswered], *, texts: bool) -> pl.DataFrame:
    """Everything that is listed as one table, codes in place of phrases; texts are null where they are left out.

    Args:
        found: as :func:`assay.evidence.unanswered.unanswered` gives it.
        texts: whether texts are shown.
    """
    rows = [row for one in found for row in _rows(one)]
    frame = pl.DataFrame(rows, schema=TYPES)
    return frame if texts else frame.with_columns(pl.lit(None, pl.String).alias(name) for name in _TEXTS)


_TEXTS = ("part", "claim", "expected")


def _rows(one: Unanswered) -> Iterator[dict[str, Any]]:
    answer = one.table.answer
    about = {"run": answer.run, "answer_id": answer.id, "query_id": answer.query_id, "held": one.held}
    for part in one.declined:
        claim = {} if part.claim is None else _claim(part.claim)
        told = {name: getattr(part, name) for name in ("part", "told", "expected", "corpus", "state")}
        yield {**about, "listed": "declined", **claim, **told}
    for left in one.undeclined:
        yield {**about, "listed": "undeclined", "part": left.part, "state": left.state}
    for stated in one.stated:
        row = stated.claim.counts
        corpus = row["corpus"] if row else None
        yield {**about, "listed": "stated", **_claim(stated.claim), "corpus": corpus, "state": stated.why}


def _claim(claim: Claim) -> dict[str, str]:
    return {"claim_id": claim.id, "claim": claim.shown["claim"], "verdict": standing(claim)}
