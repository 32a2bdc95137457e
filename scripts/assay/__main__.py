"""The ``assay`` command: each group is loaded when it is used, so that help starts fast."""

import gc
import importlib
import os
import sys
from collections.abc import Mapping
from io import TextIOWrapper
from typing import Any

import click

from assay.errors import InputError, of_system

Table = dict[str, tuple[str, str]]

COMMANDS: Table = {
    "status": ("assay.cli", "what is stale, unlabelled or out of date, and the next command"),
    "verify": ("assay.cli", "hold every recorded hash against what is there"),
    "check": ("assay.cli", "schemas, gold, ledgers, pipeline and documents in one go"),
    "init": ("assay.start.cli", "make a fresh repository for your own data"),
    "doctor": ("assay.start.cli", "what is not set up, and the command that sets it up"),
    "params": ("assay.cli", "check params.yaml"),
    "docs": ("assay.cli", "write the generated parts of the documents"),
    "corpus": ("assay.retrieval.cli", "check the documents, and see how one is cut into chunks"),
    "gold": ("assay.gold.cli", "check the gold set and add to it"),
    "git": ("assay.changes.cli", "how Git compares and merges the gold set in this clone"),
    "import": (
        "assay.exchange.cli",
        "bring in documents, chunks, questions, results and answers of other tools",
    ),
    "export": ("assay.exchange.export.cli", "write labels and results in the forms of other tools"),
    "audit": ("assay.audit.cli", "reproduce a revision from nothing and hold every hash against its record"),
    "record": ("assay.recording.cli", "ask a system that lives elsewhere, and keep what it answers"),
    "pull-request": ("assay.forge.cli", "the one comment on a pull request: gold change and impact"),
    "compare": ("assay.report.cli", "hold one run against another, of two commits too"),
    "gate": ("assay.report.cli", "hold the scores against the owner's gates"),
    "triage": ("assay.labelling.triage.cli", "decide on texts that a system found and gold does not know"),
    "query": ("assay.scoring.cli", "look at one query and what each system found for it"),
    "answers": ("assay.evidence.cli", "recorded answers: what each record lacks"),
    "evidence": ("assay.evidence.cli", "claim-level evidence tables: judge, show, replay"),
    "holdout": ("assay.scoring.cli", "score the closed part of the gold set, on the record"),
}
# Commands of a group that come from a package above the group's own.
ADDED: dict[str, Table] = {
    "gold": {
        "fmt": ("assay.changes.cli", "Write both files in their fixed form."),
        "add": ("assay.labelling.cli", "Add a question with its evidence."),
        "edit": ("assay.labelling.cli", "Change a question or its evidence."),
        "review": ("assay.labelling.review.cli", "Decide on labels whose text has changed."),
        "sample": ("assay.exchange.log.cli", "Draw questions from a log, unlabelled."),
        "export": ("assay.exchange.workbook.cli", "A spreadsheet for experts."),
        "import": ("assay.exchange.workbook.cli", "What experts changed in the spreadsheet."),
        "diff": ("assay.proposal.cli", "What changed in the gold set, in words."),
        "impact": ("assay.proposal.cli", "What a change of it does to every recorded run."),
    },
    "import": {"answers": ("assay.exchange.answers.cli", "What another system answered.")},
    "evidence": {
        "list": ("assay.report.evidence.cli", "Recorded answers: how far each is judged, what comes next."),
        "new": ("assay.judging.cli", "Write down the claims of an answer."),
        "edit": ("assay.judging.cli", "Split, merge and reword claims."),
        "judge": ("assay.judging.cli", "Judge claims, one by one."),
        "show": ("assay.report.evidence.cli", "The evidence table of an answer: claims, fragments, reasons."),
        "replay": (
            "assay.report.replay.cli",
            "Hold two runs of the same scenarios against each other.",
        ),
    },
}


class LazyGroup(click.Group):
    """A group some of whose commands are imported when they are called: module and short help by name."""

    def __init__(self, *, lazy: Table, added: Mapping[str, Table] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.lazy = lazy
        self.added = added or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of its own commands, then of the others in the order of the table."""
        return [*super().list_commands(ctx), *self.lazy]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now, with what other packages add to it."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _ = self.lazy[cmd_name]
        found = vars(importlib.import_module(module))
        name = cmd_name.replace("-", "_")
        command: click.Command = found.get(name) or found[f"{name}_"]  # `import` is a word of Python
        more = self.added.get(cmd_name)
        return _extended(command, more) if more and isinstance(command, click.Group) else command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        own = [(name, self.commands[name].get_short_help_str()) for name in super().list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([*own, *((name, text) for name, (_, text) in self.lazy.items())])


def _extended(group: click.Group, more: Table) -> LazyGroup:
    """The group with commands of another package, which are imported when they are called."""
    same = {
        name: getattr(group, name)
        for name in ("name", "commands", "callback", "params", "help", "short_help")
    }
    return LazyGroup(lazy=more, **same)


@click.command(
    cls=LazyGroup, lazy=COMMANDS, added=ADDED, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="assay")
def assay() -> None:
    """Evaluate retrieval; keep the evaluation as data.

    Example: assay status
    """


def _read_as_utf8() -> None:
    """Read and write UTF-8 alone, whatever the locale and PYTHONIOENCODING say: every file of a repository is in it.

    Where the locale reads arguments and paths otherwise, Python begins again in its UTF-8 mode.
    """
    if sys.getfilesystemencoding() != "utf-8":
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606  # itself
    known = (sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")
    for stream, errors in known:
        if isinstance(stream, TextIOWrapper):  # one that is closed is None
            stream.reconfigure(encoding="utf-8", errors=errors)


def main() -> None:
    """Entry point: what a user can cause is printed without a traceback, exit 1."""
    _read_as_utf8()
    gc.set_threshold(50_000)  # many rows, and a short life: looking them through costs a tenth of the time
    try:
        assay()
    except InputError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(of_system(error, "assay"), file=sys.stderr)
    else:
        return
    sys.exit(1)


if __name__ == "__main__":
    main()
