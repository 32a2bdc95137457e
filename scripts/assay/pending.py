"""What people have still to do: labels to mend or to make, texts to place, claims to judge."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.counting import counted
from assay.errors import InputError, of_system

if TYPE_CHECKING:
    from assay.gold.review import Review


@dataclass(frozen=True)
class Finding:
    """One line of the status: what it is about, what was found, and the next command if there is one."""

    topic: str
    text: str
    command: str = ""


def gold(root: Path) -> tuple[list[Finding], list[Finding]]:
    """What is wrong with the gold set or stale, and the labels that are still to be made."""
    from assay.gold.repository import review_repository

    try:
        found = review_repository(root)
    except InputError as error:
        return [Finding("gold", counted(len(error.problems), "problem"), "assay gold check")], []
    except OSError as error:
        return [Finding("gold", str(of_system(error, "gold")), "assay gold check")], []
    coming = list(_to_come(found))
    done = [one for one in coming if not one.command]
    return [*_faults(found), *done], [one for one in coming if one.command]


def _faults(found: "Review") -> Iterator[Finding]:
    if found.corpus:
        yield Finding("corpus", counted(len(found.corpus), "problem"), "assay check --only corpus")
    if found.problems:
        yield Finding("gold", counted(len(found.problems), "problem"), "assay gold check")
    if stale := _stale(found):
        gone = counted(stale, "passage stands", "passages stand")
        yield Finding("labels", f"{gone} in no document any more", "assay gold check")


def _to_come(found: "Review") -> Iterator[Finding]:
    if found.unmatched:
        yield Finding("labels", found.unmatched.text, found.unmatched.command)
    if not found.problems:
        yield from _labels(found)
    if doubts := len(found.warnings) - _stale(found):
        yield Finding("labels", f"{counted(doubts, 'warning')}, such as moved passages", "assay gold check")


def _stale(found: "Review") -> int:
    return found.counts.get("passages stale", 0)


def _labels(found: "Review") -> Iterator[Finding]:
    from assay.gold.review import FLAT, NOT_LABELLED

    edit, counts = "edit gold/queries.jsonl (gold/README.md)", found.counts
    whole = counted(counts["queries"], "query", "queries")
    if unlabelled := counts[NOT_LABELLED]:
        have = "has" if unlabelled == 1 else "have"
        yield Finding("gold", f"{unlabelled} of {whole} {have} no labels yet", edit)
    if flat := counts[FLAT]:
        have = "has" if flat == 1 else "have"
        text = f"{flat} of {whole} {have} a flat list of labels and no evidence sets"
        yield Finding("gold", f"{text}, so sufficiency is not measured", edit)
    if unreviewed := counts["queries unreviewed"]:
        be = "is" if unreviewed == 1 else "are"
        yield Finding("gold", f"{unreviewed} of {whole} {be} unreviewed", edit)
    if not (unlabelled or flat or unreviewed):
        yield Finding("gold", f"{whole}, all labelled and reviewed")


def joining(root: Path) -> Iterator[Finding]:
    """Texts that join gold by decision, and stand in no evidence set yet."""
    from assay.labelling.triage.joining import unlabelled

    try:
        count = len(unlabelled(root))
    except (InputError, OSError):
        return  # `assay check` says it of the ledger; the others are said above
    if count:
        texts = counted(count, "text joins", "texts join")
        yield Finding("triage", f"{texts} gold by decision, and no evidence set has it", "assay triage list")


def judging(root: Path) -> Iterator[Finding]:
    """How much of recorded answers is not judged: nothing that stops anybody, so no command of its own."""
    from assay.evidence.progress import NONE, progress
    from assay.evidence.reading import gather

    try:
        evidence = gather(root)
    except (InputError, OSError):
        return  # `assay check` says it
    far = [progress(table) for table in evidence.tables]
    left = {
        "without claims": sum(one.state == NONE for one in far),
        "claims to judge": sum(one.to_judge for one in far),
        "claims disputed": sum(one.disputed for one in far),
    }
    if any(left.values()):
        said = ", ".join(f"{name}: {n}" for name, n in left.items() if n)
        text = f"recorded answers: {len(evidence.tables)}, {said} (assay evidence list)"
        yield Finding("evidence", text)
