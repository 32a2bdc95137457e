"""Gates in words: what is asked of which system, what it has, and why it passes or fails."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from assay.report.catalogue import Catalogue, by_frequency
from assay.report.comparisons import signed, size
from assay.report.markdown import Markdown, code, finished, joined

Entry = Mapping[str, Any]


class Gate(NamedTuple):
    """One gate held against one system.

    Attributes:
        label: the system and what is asked of it.
        value: what it has, and of how many queries.
        note: why it passes or fails.
        passed: which of the two.
    """

    label: Markdown
    value: Markdown
    note: Markdown
    passed: bool


def gates(say: Catalogue, record: Entry) -> list[Gate]:
    """The gates in their order.

    Args:
        say: phrases.
        record: comparisons.json.
    """
    return [
        Gate(_asked(say, one), _value(say, one), _why(say, one), one["passed"])
        for one in record.get("gates", [])
    ]


def _asked(say: Catalogue, one: Entry) -> Markdown:
    rule = say(f"gate.{one['rule']}", metric=code(one["metric"]), limit=Markdown(f"{one['limit']:g}"))
    if one["slice"]:
        groups = joined(
            Markdown(f"{finished(name)} = {finished(value)}") for name, value in sorted(one["slice"].items())
        )
        rule = say("gate.slice", rule=rule, groups=groups)
    return say("gate.of", system=code(one["system"]), rule=rule)


def _value(say: Catalogue, one: Entry) -> Markdown:
    if one["refused"]:
        return finished(None)
    if one["value"] is None:
        return say.not_measured(_unmeasured(one))
    difference = one["rule"] == "no_regression_beyond"
    return say("gate.value", value=(signed if difference else size)(one["metric"], one["value"]), n=one["n"])


def _why(say: Catalogue, one: Entry) -> Markdown:
    if one["refused"]:
        return say("gate.refused", rules=joined(say(f"rule.{rule}") for rule in one["refused"]))
    counts = _unmeasured(one)
    if counts:
        named = (Markdown(f"{say.known('reason', name)} {counts[name]}") for name in by_frequency(counts))
        return say("gate.unmeasured", reasons=joined(named))
    if one["value"] is None:
        return say("gate.nothing")
    return say("gate.passed" if one["passed"] else "gate.missed")


def _unmeasured(one: Entry) -> dict[str, int]:
    """How many queries that should have a value have none, by reason."""
    return {name: len(ids) for name, ids in (one["unmeasured"] or {}).items()}
