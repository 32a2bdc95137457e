"""Where a recorded run belongs, and what a person says of it on the command line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import click

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
    card = {name: said[name] for name in ("corpus_version", "recorded_at") if said[name]}
    if not card:
        raise click.UsageError("Say which corpus was searched: --corpus-version, or --recorded-at.")
    for word in said["stated"]:
        key, found, value = word.partition("=")
        if not found or key not in STATED:
            raise click.UsageError(f"--card {word} is no KEY=VALUE; keys: {', '.join(STATED)}")
        card[key] = int(value) if STATED[key].kind is int and value.isdecimal() else value
    if said["depth"]:
        card["top_k"] = said["depth"]
    label = str(said["recorded_at"] or said["corpus_version"]).lower()
    run = said["run"] or "".join(
        letter if letter.isascii() and letter.isalnum() else "-" for letter in label
    ).strip("-")
    return Where(
        said["system"],
        run,
        snapshot=said["snapshot"],
        trust=said["trust_ids"],
        same=said["same_corpus"],
        depth=said["depth"],
        card=card,
    )
