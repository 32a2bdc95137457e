"""Where a recorded run belongs, and what a person says of it on the command line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from assay.errors import Problem
from assay.params import NAME, NAME_RULE
from assay.retrieval.kinds.recorded import STATED

_WORDS = (
    *("system", "run", "corpus_version", "recorded_at", "snapshot"),
    *("trust_ids", "same_corpus", "depth", "stated"),
)


@dataclass(frozen=True)
class Where:
    """Where a run belongs, and what is known of it.

    Attributes:
        system: its name in params.yaml.
        run: name of the folder below runs/recorded/<system>/.
        snapshot: of this repository, that it searched; None: the first of params.yaml.
        trust: ids without texts are those of the snapshot as it is now.
        same: it searched the snapshot's documents, though some of its chunks hold other words.
        depth: results that were asked for.
        all_asked: questions that the file does not name were asked, and nothing was found.
        repeated: what of several lines of one question: ``refuse``, or the ``first`` or ``last`` counts.
        card: what is stated of the system, as card.json has it.
    """

    system: str
    run: str
    snapshot: str | None = None
    trust: bool = False
    same: bool = False
    depth: int | None = None
    all_asked: bool = False
    repeated: str = "refuse"
    card: Mapping[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The run's folder, from the root."""
        return f"runs/recorded/{self.system}/{self.run}"


def where_of(how: dict[str, Any]) -> Where:
    """System and run of the command line's words; what is left in ``how`` says how the file is read.

    Raises:
        click.UsageError: nothing says which corpus was searched; a word on the system that is none.
    """
    said = {name: how.pop(name) for name in _WORDS}
    if not (said["corpus_version"] or said["recorded_at"]):
        raise click.UsageError("Say which corpus was searched: --corpus-version, or --recorded-at.")
    card = card_of(said["stated"], corpus_version=said["corpus_version"], recorded_at=said["recorded_at"])
    if said["depth"]:
        card["top_k"] = said["depth"]
    run = said["run"] or run_name(said["recorded_at"] or said["corpus_version"])
    return Where(
        said["system"],
        run,
        snapshot=said["snapshot"],
        trust=said["trust_ids"],
        same=said["same_corpus"],
        depth=said["depth"],
        card=card,
    )


def card_of(words: Iterable[str], **said: str | None) -> dict[str, Any]:
    """What is stated of a system, as card.json has it: what has an option of its own, then ``KEY=VALUE`` words.

    Raises:
        click.UsageError: a word that is none, or has no key of a card.
    """
    card: dict[str, Any] = {name: text for name, text in said.items() if text}
    for word in words:
        key, found, value = word.partition("=")
        if not found or key not in STATED:
            raise click.UsageError(f"--card {word} is no KEY=VALUE; keys: {', '.join(STATED)}")
        card[key] = int(value) if STATED[key].kind is int and value.isdecimal() else value
    return card


def run_name(label: str) -> str:
    """Name of a run's folder, of its day or the state of its corpus."""
    letters = (letter if letter.isascii() and letter.isalnum() else "-" for letter in label.lower())
    return "".join(letters).strip("-")


def place_faults(root: Path, where: Where) -> list[Problem]:
    """Names that are none; a run that is there already, here or with DVC alone: it is never changed."""
    names = {"--system": where.system, "--run": where.run}
    problems = [
        Problem(f"{what} {name}", NAME_RULE, "choose another name")
        for what, name in names.items()
        if not NAME.fullmatch(name)
    ]
    if not problems and ((root / where.folder).exists() or (root / f"{where.folder}.dvc").exists()):
        problems.append(
            Problem(where.folder, "is there already, and a run is never changed", "choose another --run")
        )
    return problems
