"""Records of answers as lines of an answers.jsonl: nothing is filled in that they do not say."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.counting import counted
from assay.errors import Problem
from assay.evidence.fields import ANSWER
from assay.exchange.answers.answer_targets import CITED
from assay.exchange.answers.fragments import Fragments, citations, needed
from assay.exchange.losses import Loss, Losses
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Mapped, Shape

_NUMBERED = re.compile(r"A-(\d{1,9})")
_DECLINE = {"part", "span"}
_IDS = ("answer_id", "scenario_id", "query_id")
_LISTS = ("retrieved", "citations", "declines", "needed")


@dataclass
class Lines:
    """Lines of an answers.jsonl, each with its place in the file; how they came about; faults."""

    values: list[dict[str, Any]] = field(default_factory=list)
    spots: list[str] = field(default_factory=list)
    items: dict[str, str] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def is_own(value: Any) -> bool:
    """Whether a record is a line of an answers.jsonl: it has no field of another name, and its ids are texts."""
    if not isinstance(value, Mapping) or not value.keys() <= ANSWER.keys() or "answer" not in value:
        return False
    return all(isinstance(value.get(name), str | None) for name in _IDS)


def own_lines(values: Sequence[dict[str, Any]], spots: Sequence[str]) -> Lines:
    """Lines that are lines already: as they stand."""
    return Lines([dict(value) for value in values], list(spots))


def read_lines(mapped: Mapped, shape: Shape, stated: Mapping[str, str]) -> Lines:
    """Lines of the records of a file.

    Args:
        mapped: records under the names of ``answer_targets.ANSWERED``.
        shape: how they were read.
        stated: JMESPath of fields within a fragment; those not stated are guessed.
    """
    lists = {name: [value.get(name, ()) for value in mapped.values] for name in _LISTS}
    fragments = Fragments(shape.fields.get("retrieved", ""), lists["retrieved"], stated)
    cited = [item for items in lists["citations"] for item in items if isinstance(item, Mapping)]
    cites, losses = guess_fields(cited, CITED, {}), Losses()
    done = Lines(spots=list(mapped.spots), items=fragments.fields, problems=list(mapped.problems))
    for value, spot in zip(mapped.values, mapped.spots, strict=True):
        line = {name: item for name, item in value.items() if name not in _LISTS}
        if "retrieved" in value:
            line["retrieved"], faults = fragments.read(value["retrieved"], spot)
            done.problems += faults
        if "citations" in value:
            line["citations"] = citations(value["citations"], cites, spot, losses)
        if "declines" in value:
            line["declines"] = _declines(value["declines"], spot, losses)
        if "expected_evidence" not in line and (texts := needed(value.get("needed", ()))):
            line["expected_evidence"] = {"needed": texts}
        done.values.append({name: line[name] for name in ANSWER if name in line})
    done.facts += _told(fragments)
    done.losses = [*losses.found(), *fragments.losses.found()]
    return done


def _declines(items: Sequence[Any], spot: str, losses: Losses) -> list[Any]:
    """Parts that are declined: of one without ``span`` nobody knows whether the user is told."""
    known = [item for item in items if isinstance(item, Mapping) and item.keys() == _DECLINE]
    losses.add("what is declined, without part and span", spot, len(items) - len(known))
    return known


def _told(fragments: Fragments) -> list[str]:
    if not fragments.count:
        return []
    named = ", ".join(f"{name} = {path}" for name, path in fragments.fields.items())
    facts = [f"fragments: {fragments.count:,}" + (f" (within one: {named})" if named else "")]
    if fragments.unnamed:
        facts.append(f"fragments without an id: {fragments.unnamed:,}: it is made of their texts (text-…)")
    if fragments.unranked:
        facts.append(f"fragments without a rank: {fragments.unranked:,}: it is their place in the list")
    return facts


def numbered(done: Lines, taken: Collection[str]) -> None:
    """Give ids to answers that have none: A-001 and on, in their order, behind every such number that is taken.

    Args:
        done: the lines, which are changed.
        taken: ids of answers that the repository has.
    """
    stated = {str(line["answer_id"]) for line in done.values if line.get("answer_id") is not None}
    last = max(
        (int(found[1]) for name in {*taken, *stated} if (found := _NUMBERED.fullmatch(name))), default=0
    )
    made: list[str] = []
    for number, line in enumerate(done.values):
        if line.get("answer_id") is None:
            made.append(f"A-{last + len(made) + 1:03}")
            done.values[number] = {
                "answer_id": made[-1],
                **{name: item for name, item in line.items() if name != "answer_id"},
            }
    if made:
        ends = made[0] if len(made) == 1 else f"{made[0]} to {made[-1]}"
        names = counted(len(made), "answer has no id", "answers have no id")
        done.facts.append(f"{names}: {ends}, by their order (--map answer_id=PATH says where one is)")
