"""One scenario of a replay in words: claims beside each other, then fragments, citations and declined parts that differ."""

from collections.abc import Iterator

from assay.evidence.circumstances import CHANGED, KINDS
from assay.evidence.scenario import Ranked, Scenario
from assay.report.page.plain import Table
from assay.report.replay.claims import besides
from assay.report.replay.printed import Part
from assay.report.replay.words import ReplayWords


def part(say: ReplayWords, one: Scenario) -> Part:
    """What is said of one scenario.

    Args:
        say: phrases.
        one: the scenario.
    """
    title = say("scenario.comparable" if one.comparable else "scenario.incomparable", name=one.name)
    fragments = _fragments(say, one)
    tables = (fragments,) if fragments.rows else ()
    return Part(title, tuple(_lines(say, one)), tables, tuple(besides(say, one)))


def _lines(say: ReplayWords, one: Scenario) -> Iterator[str]:
    yield say("scenario.answers", old=one.old.answer.id, new=one.new.answer.id)
    asked = {"old": one.old.answer.query, "new": one.new.answer.query}
    if asked["old"] == asked["new"]:
        asked = {"": asked["old"]}
    for side, text in asked.items():
        if text is not None:
            yield say(f"scenario.question.{side}".rstrip("."), text=say.quote(text))
    yield from _hindered(say, one)
    for name, ids in one.unrecorded.items():
        yield say("scenario.unrecorded", what=say(f"recorded.{name}"), names=say.joined(ids))
    if "answer" not in one.unrecorded and one.old.answer.text != one.new.answer.text:
        yield say("scenario.text")
    unwritten = [table.answer.id for table in (one.old, one.new) if not table.claims]
    if unwritten:
        yield say("replay.unwritten", names=say.joined(dict.fromkeys(unwritten)))
    for kind, names in say.often(one.citations, say.target):
        yield say(f"citations.{kind}", names=names)
    for kind, names in say.often(one.declines, say.declined):
        yield say(f"declines.{kind}", parts=names)
    if one.comparable and one.written and not one.unrecorded and not any(one.tally.values()):
        yield say("scenario.same")


def _hindered(say: ReplayWords, one: Scenario) -> Iterator[str]:
    """Why the two are not comparable: what changed, and what is not known; then what changed besides."""
    changed = {fact.kind for fact in one.facts if fact.state == CHANGED}
    for key, kinds in (
        ("scenario.hindered", [kind for kind in one.hindrances if kind in changed]),
        ("scenario.unknown", [kind for kind in one.hindrances if kind not in changed]),
        ("scenario.changed", [kind for kind in KINDS if kind in changed and kind not in one.hindrances]),
    ):
        if kinds:
            yield say(key, kinds=say.joined(_changed(say, one, kind) for kind in kinds))
    if not one.comparable:
        yield say("scenario.beside")


def _changed(say: ReplayWords, one: Scenario, kind: str) -> str:
    """A kind of fact, with what of it changed."""
    facts = [fact for fact in one.facts if (fact.kind, fact.state) == (kind, CHANGED)]
    changes = say.joined(filter(None, map(say.change, facts)), "; ")
    return say(f"fact.{kind}") + (f" ({changes})" if changes else "")


def _fragments(say: ReplayWords, one: Scenario) -> Table:
    """Those that are new, gone or at another rank."""
    shown = [pair for pair in one.fragments if pair.old is None or pair.new is None or pair.moved]
    head = [say("field.chunk_id"), *(say(f"fragments.{name}") for name in ("source", "old", "new"))]
    caption = say("fragments.caption", n=len(one.fragments) - len(shown))
    return Table(head, [_fragment(say, pair) for pair in shown], caption=caption)


def _fragment(say: ReplayWords, pair: Ranked) -> list[str]:
    known = [one for one in (pair.old, pair.new) if one]
    sources = dict.fromkeys(say.source(one) for one in known)
    ranks = [
        say("fragments.absent")
        if one is None
        else say("fragment.unranked")
        if one.rank is None
        else str(one.rank)
        for one in (pair.old, pair.new)
    ]
    return [say.chunk(known[0].chunk_id, known[0].doc_id), say.joined(sources, " → "), *ranks]
