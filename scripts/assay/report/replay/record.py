"""Two runs side by side as JSON: ids and codes, no phrases but the one that says what it does not say."""

from collections.abc import Iterable
from typing import Any

from assay.evidence.circumstances import SAME, Fact
from assay.evidence.counting import standing
from assay.evidence.often import Often
from assay.evidence.replay import Replay
from assay.evidence.scenario import Claims, Scenario
from assay.evidence.table import VERDICT, Claim, Table
from assay.onscreen import as_json
from assay.report.replay.words import ReplayWords


def record(say: ReplayWords, found: Replay) -> str:
    """The replay as one object.

    Args:
        say: phrases; says whether texts are shown.
        found: the runs.
    """
    value = {
        "old": found.old,
        "new": found.new,
        "note": say("replay.note"),
        "closed": {"old": found.closed[0], "new": found.closed[1]},
        "scenarios": [_scenario(say, one) for one in found.scenarios],
        "repeated": [
            {"scenario": one.name, "old": _ids(one.old), "new": _ids(one.new)} for one in found.repeated
        ],
        "old_only": [_alone(table) for table in found.old_only],
        "new_only": [_alone(table) for table in found.new_only],
    }
    return as_json(value) + "\n"


def _ids(tables: list[Table]) -> list[str]:
    return [table.answer.id for table in tables]


def _alone(table: Table) -> dict[str, Any]:
    answer = table.answer
    return {"answer": answer.id, "scenario_id": answer.scenario_id, "query_id": answer.query_id}


def _scenario(say: ReplayWords, one: Scenario) -> dict[str, Any]:
    return {
        "scenario": one.name,
        "old": one.old.answer.id,
        "new": one.new.answer.id,
        "comparable": one.comparable,
        "hindrances": one.hindrances,
        "unrecorded": one.unrecorded,
        "same_answer": None if "answer" in one.unrecorded else one.old.answer.text == one.new.answer.text,
        "facts": [_fact(say, fact) for fact in one.facts if fact.state != SAME],
        "claims": [_claims(say, pair) for pair in one.claims],
        "fragments": [
            {
                "chunk_id": say.chunk(*next((side.chunk_id, side.doc_id) for side in pair if side)),
                **{
                    name: None if side is None else {"rank": side.rank, "doc_version": side.doc_version}
                    for name, side in (("old", pair.old), ("new", pair.new))
                },
            }
            for pair in one.fragments
        ],
        "citations": _citations(say, one.citations),
        "declines": [
            {"part": say.text(found.what[0]), "told": found.what[1], "old": found.old, "new": found.new}
            for found in one.declines
        ],
        "differences": one.tally if one.comparable else None,
    }


def _fact(say: ReplayWords, fact: Fact) -> dict[str, Any]:
    values = {
        name: value if value is None or say.texts else say.value(fact, value)
        for name, value in (("old", fact.old), ("new", fact.new))
    }
    return {"kind": fact.kind, "name": say.fact(fact), "state": fact.state, **values}


def _claims(say: ReplayWords, pair: Claims) -> dict[str, Any]:
    return {
        "match": pair.match,
        "likeness": pair.likeness,
        "old": _claim(say, pair.old),
        "new": _claim(say, pair.new),
        "verdicts": [one._asdict() for one in pair.verdicts],
        "citations": _citations(say, pair.citations),
    }


def _claim(say: ReplayWords, claim: Claim | None) -> dict[str, Any] | None:
    if claim is None:
        return None
    row = claim.counts
    counts = {name: row[name] if row else None for name in VERDICT}
    text = say.text(claim.shown["claim"])
    return {"claim_id": claim.id, "claim": text, "standing": standing(claim), **counts}


def _citations(say: ReplayWords, found: Iterable[Often]) -> list[dict[str, Any]]:
    """Those that the sides do not cite as often as each other, with how often either does."""
    return [
        {
            "doc_id": one.what[0],
            "chunk_id": say.chunk(one.what[1], one.what[0]) if one.what[1] else None,
            "old": one.old,
            "new": one.new,
        }
        for one in found
    ]
