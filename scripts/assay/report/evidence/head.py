"""What stands above an evidence table: the record of the answer, and what it lacks."""

from collections.abc import Iterator, Mapping

from assay.evidence.expected import Expected
from assay.evidence.gathering import Evidence
from assay.evidence.lacking import of_run
from assay.evidence.record import Answer, Run
from assay.evidence.table import Table
from assay.report.evidence.account import Field, Line, present, quoted, said
from assay.report.evidence.catalogue import Words
from assay.report.evidence.citations import fragments, never, shown, target
from assay.report.markdown import shorten

# Of the card: what a replay would have to have the same.
CARD = (
    *("snapshot_id", "corpus_version", "algorithm", "embedding_model", "top_k", "prompt_version", "model"),
    *("application_revision", "locale", "recorded_at"),
)
CUT = 200  # letters of a passage that is expected


def head(say: Words, evidence: Evidence, table: Table) -> tuple[Field, ...]:
    """Fields above the claims.

    Args:
        say: phrases.
        evidence: that the table is of.
        table: of one answer.
    """
    return present(
        Field(key, say(f"field.{key}"), lines)
        for key, lines in (
            *_ids(say, table.answer),
            ("query", _text(say, table.answer.query, "show.no_question")),
            ("expected", _expected(say, table.expected, evidence.passages)),
            ("retrieved", _retrieved(say, table.answer)),
            ("held", said(say(f"held.{_word(evidence.held.get(table.answer.id))}"))),
            ("answer", _text(say, table.answer.text or None, "show.no_answer")),
            ("cited", _cited(say, table.answer)),
            ("never", _never(say, table.answer)),
            ("declines", _declines(say, table.answer)),
            ("lacks", said(_lacks(say, table.answer, evidence.lacks.get(table.answer.id, [])))),
        )
    )


def _ids(say: Words, answer: Answer) -> Iterator[tuple[str, tuple[Line, ...]]]:
    yield "run", said(say.named(answer.run))
    for key, name in (
        ("scenario_id", answer.scenario_id),
        ("query_id", answer.query_id),
        ("answer_id", answer.id),
    ):
        yield key, said(say.named(name) if name else say("show.absent"))
    known = [
        say("pair", name=name, value=answer.card[name]) for name in CARD if answer.card.get(name) is not None
    ]
    yield "settings", said(say.joined(known, "; ")) if known else ()


def _word(value: bool | None) -> str:
    return "none" if value is None else str(value).lower()


def _text(say: Words, text: str | None, absent: str) -> tuple[Line, ...]:
    return said(say(absent)) if text is None else quoted(text)


def members(stated: Expected, passages: Mapping[str, str]) -> dict[str, str]:
    """Passages of the evidence sets by id, each once and cut where it is long; those whose text is not known are left out."""
    names = dict.fromkeys(name for one in stated.sets or () for name in one)
    return {name: shorten(passages[name], CUT) for name in names if name in passages}


def _expected(say: Words, stated: Expected, passages: Mapping[str, str]) -> tuple[Line, ...]:
    """Who states it, then set by set with its passages, or fragment by fragment, then what cannot be answered."""
    lines = list(said(say(f"expected.{stated.source or 'none'}")))
    for number, one in enumerate(stated.sets or (), 1):
        lines += said(say("expected.set", n=number, members=say.joined(map(say.named, one), " + ")))
    for name, text in members(stated, passages).items():
        lines += said(say.named(name)) + quoted(text)
    for fragment in stated.needed or ():
        lines += said(
            say("expected.needed", fragment=target(say, {"doc_id": None, "chunk_id": None, **fragment}))
        )
        lines += quoted(fragment["text"]) if fragment.get("text") is not None else ()
        lines += said(say("expected.supports", what=fragment["supports"])) if fragment.get("supports") else ()
    lines += said(say("expected.nothing")) if stated.nothing else ()
    lines += said(*(say("expected.unanswerable", part=part) for part in stated.unanswerable))
    return tuple(lines)


def _retrieved(say: Words, answer: Answer) -> tuple[Line, ...]:
    if answer.value.get("retrieved") is None:
        return said(say("show.absent"))
    found = fragments(say, (one._asdict() for one in answer.retrieved), retrieved=True)
    return found or said(say("show.none_retrieved"))


def _cited(say: Words, answer: Answer) -> tuple[Line, ...]:
    if answer.value.get("citations") is None:
        return said(say("show.absent"))
    return said(*(shown(say, one.record(), answer) for one in answer.citations)) or said(
        say("show.none_cited")
    )


def _never(say: Words, answer: Answer) -> tuple[Line, ...]:
    """Each thing once, however often it is cited."""
    names = dict.fromkeys(target(say, one.record()) for one in never(answer))
    return said(say.joined(names)) if names else ()


def _declines(say: Words, answer: Answer) -> tuple[Line, ...]:
    return said(
        *(say("show.untold" if one.span is None else "show.told", part=one.part) for one in answer.declines)
    )


def _lacks(say: Words, answer: Answer, elements: list[str]) -> str:
    """Elements that the line or the card lacks, in one line."""
    run = Run(answer.run, answer.run_id, answer.card, [answer])
    names = [*(lack.element for lack in of_run(run)), *elements]
    if not names:
        return say("show.complete")
    return say(
        "show.lacks_more",
        names=say.joined(map(say.named, names)),
        command=say.command("assay answers check", answer.id),
    )
