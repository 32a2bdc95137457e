"""One scenario of a replay in words: claims beside each other, then fragments, citations and declined parts that differ."""

from collections.abc import Iterator

from assay.evidence.circumstances import CHANGED, KINDS
from assay.evidence.counting import standing
from assay.evidence.scenario import EQUAL, PROPOSED, Claims, Ranked, Scenario
from assay.evidence.table import DISPUTED, STATEMENT, UNJUDGED, Claim
from assay.report.page.plain import Table
from assay.report.replay.printed import Part
from assay.report.replay.words import ReplayWords

BETWEEN = "; "
_SIDES = ("old", "new")


def part(say: ReplayWords, one: Scenario) -> Part:
    """What is said of one scenario.

    Args:
        say: phrases.
        one: the scenario.
    """
    tables = [table for table in (_claims(say, one), _fragments(say, one)) if table.rows]
    title = say("scenario.comparable" if one.comparable else "scenario.incomparable", name=one.name)
    return Part(title, tuple(_lines(say, one)), tuple(tables))


def _lines(say: ReplayWords, one: Scenario) -> Iterator[str]:
    yield say("scenario.answers", old=one.old.answer.id, new=one.new.answer.id)
    for text in dict.fromkeys(table.answer.query for table in (one.old, one.new)):
        if text is not None:
            yield say("scenario.question", text=say.quote(text))
    yield from _hindered(say, one)
    for name, ids in one.unrecorded.items():
        yield say("scenario.unrecorded", what=say(f"recorded.{name}"), names=say.joined(ids))
    if "answer" not in one.unrecorded and one.old.answer.text != one.new.answer.text:
        yield say("scenario.text")
    unwritten = [table.answer.id for table in (one.old, one.new) if not table.claims]
    if unwritten:
        yield say("replay.unwritten", names=say.joined(dict.fromkeys(unwritten)))
    for key, cited, declined in zip(("gone", "new"), one.citations, one.declines, strict=True):
        if cited:
            yield say(f"citations.{key}", names=say.targets(cited))
        if declined:
            yield say(f"declines.{key}", parts=_declined(say, declined))
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
            yield say(key, kinds=say.joined(say(f"fact.{kind}") for kind in kinds))
    if not one.comparable:
        yield say("scenario.beside")


def _declined(say: ReplayWords, parts: list[tuple[str, bool]]) -> str:
    told = (say("show.told" if told else "show.untold", part=say.quote(part)) for part, told in parts)
    return say.joined(told, BETWEEN)


def _claims(say: ReplayWords, one: Scenario) -> Table:
    """A row a pair; what differs is said of comparable scenarios alone."""
    names = ["old", "new", "match", "was", "is", *(["differs"] if one.comparable else [])]
    rows = [
        [
            _claim(say, pair.old),
            _claim(say, pair.new),
            match(say, pair, counted=one.comparable and one.written),
            verdict(say, pair.old),
            verdict(say, pair.new),
            *([differs(say, pair)] if one.comparable else []),
        ]
        for pair in one.claims
    ]
    return Table([say(f"claims.{name}") for name in names], rows, caption=say("claims.caption"))


def _claim(say: ReplayWords, claim: Claim | None) -> str:
    return f"{claim.id} {say.quote(claim.shown['claim'])}" if claim else "–"


def match(say: ReplayWords, pair: Claims, *, counted: bool) -> str:
    """How two claims came together, or which side alone has it."""
    if pair.match == PROPOSED:
        return say("match.proposed", n=round(pair.likeness or 0))
    return say(f"match.{pair.match}{'' if counted or pair.match == EQUAL else '.beside'}")


def verdict(say: ReplayWords, claim: Claim | None) -> str:
    """The verdict that counts, in words; that there is none, where there is none."""
    if claim is None:
        return ""
    row = claim.counts
    parts = [say(f"verdict.{standing(claim)}")]
    if row and row["kind"] == STATEMENT:
        parts.append(say("verdict.citation", value=say(f"attachment.{row['attachment']}")))
    if row and row["corpus"]:
        parts.append(say("verdict.corpus", value=say(f"corpus.{row['corpus']}")))
    return say.joined(parts, BETWEEN)


def differs(say: ReplayWords, pair: Claims) -> str:
    """What differs between two claims; of a proposed pair, what would."""
    said = [
        say(
            "differs.change",
            field=say(f"field.{one.field}"),
            old=_value(say, one.field, one.old),
            new=_value(say, one.field, one.new),
        )
        for one in pair.verdicts
    ]
    gone, new = pair.citations
    if gone or new:
        said.append(say("differs.cited", old=say.targets(gone), new=say.targets(new)))
    if said and pair.match == PROPOSED:
        said = [say("differs.if", what=say.joined(said, BETWEEN))]
    for side, claim in zip(_SIDES, (pair.old, pair.new), strict=True):
        if claim and claim.state in (UNJUDGED, DISPUTED):
            said.append(say(f"differs.{claim.state}_{side}"))
    return say.joined(said, BETWEEN)


def _value(say: ReplayWords, field: str, value: object) -> str:
    return "–" if value is None else say(f"{field}.{str(value).lower()}")


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
