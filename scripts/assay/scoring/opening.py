"""One opening of the holdout: rows for its ledger, and lines for the eye."""

from collections.abc import Mapping
from typing import Any

from assay import entries, manifest
from assay.errors import Problem, refuse, shown

PRINTED = ("sufficient", "coverage", "recall", "hit")


def author(why: str, who: str) -> str:
    """Who opens the holdout.

    Raises:
        InputError: no reason, nobody, or a name that is none.
    """
    problems = (
        [Problem("--why", "is empty", "say why the holdout is looked at now")] if not why.strip() else []
    )
    refuse([*problems, *nameless(who)])
    return who.strip()


def nameless(who: str) -> list[Problem]:
    """What is wrong with the name of an author of a ledger."""
    name = who.strip()
    if not name:
        fix = "pass a name, or leave it out and set git config user.name"
        return [Problem("--by", "names nobody", fix)]
    if not entries.holds(entries.AUTHOR, name):
        rule = f"is {shown(name)}, must be {entries.AUTHOR.words}"
        return [Problem("--by", rule, "pass another name")]
    return []


def rows(
    summaries: Mapping[str, Mapping[str, Any]], figures: Mapping[str, Mapping[str, Any]], why: str, who: str
) -> list[dict[str, Any]]:
    """One ledger row a system; all rows of one opening share their ``decision``.

    Args:
        summaries: summary.json by system.
        figures: as :func:`assay.scoring.holdout.holdout_figures`, by system.
        why: the reason given.
        who: who opens it.
    """
    made = [
        {
            "system": system,
            "run_id": summaries[system]["run_id"],
            "gold_revision": summaries[system]["gold_revision"],
            "why": why.strip(),
            "metrics": of_system["metrics"],
        }
        for system, of_system in figures.items()
    ]
    decision = manifest.sha256(manifest.canonical([who, made]))[:16]
    return [{**row, "decision": decision} for row in made]


def line(system: str, figures: Mapping[str, Any], score: Mapping[str, Any]) -> str:
    """The leading figures of a system on one line, each with the number of queries measured."""
    names = [f"{name}@{score['headline']}" for name in PRINTED] + [f"sufficient@{n}c" for n in score["chars"]]
    shown = ", ".join(f"{name} {_value(figures['metrics'][name])}" for name in names)
    return f"{system}: {figures['queries']} holdout queries; {shown}"


def _value(entry: Mapping[str, Any]) -> str:
    if entry["mean"] is not None:
        return f"{entry['mean']:.3f} (n {entry['n']})"
    return f"not measured ({', '.join(f'{reason} {n}' for reason, n in entry['nulls'].items())})"
