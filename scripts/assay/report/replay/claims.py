"""Claims of two answers beside each other, in words."""

from collections.abc import Iterator
from typing import NamedTuple

from assay.evidence.counting import standing
from assay.evidence.scenario import EQUAL, PROPOSED, Claims, Scenario
from assay.evidence.table import DISPUTED, STATEMENT, UNJUDGED, Claim
from assay.report.replay.words import ReplayWords

BETWEEN = "; "
_SIDES = ("old", "new")


class Side(NamedTuple):
    """One of two claims.

    Attributes:
        id: of the claim.
        words: what it says, in quotation marks.
        standing: one of :data:`assay.evidence.counting.STANDINGS`.
        verdict: that in words.
        more: what else was judged: of its citation, of the corpus.
    """

    id: str
    words: str
    standing: str
    verdict: str
    more: tuple[str, ...]


class Beside(NamedTuple):
    """Two claims that are one, or may be; or one that only one answer has.

    Attributes:
        match: how they came together, or which answer has it.
        proposed: whether only a person can say that they are one.
        old: of the old answer; None: it has none.
        new: of the new one.
        differs: what differs, one after another.
    """

    match: str
    proposed: bool
    old: Side | None
    new: Side | None
    differs: tuple[str, ...]


def besides(say: ReplayWords, one: Scenario) -> list[Beside]:
    """All claims of a scenario; what differs is said of comparable ones alone."""
    counted = one.comparable and one.written
    return [
        Beside(
            _match(say, pair, counted=counted),
            pair.match == PROPOSED,
            _side(say, pair.old),
            _side(say, pair.new),
            tuple(_differs(say, pair)) if one.comparable else (),
        )
        for pair in one.claims
    ]


def _match(say: ReplayWords, pair: Claims, *, counted: bool) -> str:
    if pair.match == PROPOSED:
        return say("match.proposed", n=round(pair.likeness or 0))
    return say(f"match.{pair.match}{'' if counted or pair.match == EQUAL else '.beside'}")


def _side(say: ReplayWords, claim: Claim | None) -> Side | None:
    """The claim with the verdict that counts; that there is none, where there is none."""
    if claim is None:
        return None
    row, stands = claim.counts, standing(claim)
    more = []
    if row and row["kind"] == STATEMENT:
        more.append(say("verdict.citation", value=say(f"attachment.{row['attachment']}")))
    if row and row["corpus"]:
        more.append(say("verdict.corpus", value=say(f"corpus.{row['corpus']}")))
    return Side(claim.id, say.quote(claim.shown["claim"]), stands, say(f"verdict.{stands}"), tuple(more))


def _differs(say: ReplayWords, pair: Claims) -> Iterator[str]:
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
    said += [
        say(f"differs.cited.{kind}", names=names) for kind, names in say.often(pair.citations, say.target)
    ]
    if said and pair.match == PROPOSED:
        said = [say("differs.if", what=say.joined(said, BETWEEN))]
    yield from said
    for side, claim in zip(_SIDES, (pair.old, pair.new), strict=True):
        if claim and claim.state in (UNJUDGED, DISPUTED):
            yield say(f"differs.{claim.state}_{side}")


def _value(say: ReplayWords, field: str, value: object) -> str:
    return "–" if value is None else say(f"{field}.{str(value).lower()}")
