"""The ``assay`` command: each group is loaded when it is used, so that help starts fast."""

import importlib
import sys

import click

from assay.errors import InputError, of_system

COMMANDS = {
    "status": ("assay.cli", "what is stale, unlabelled or out of date, and the next command"),
    "verify": ("assay.cli", "hold every recorded hash against what is there"),
    "check": ("assay.cli", "schemas, gold, ledgers, pipeline and documents in one go"),
    "params": ("assay.cli", "check params.yaml"),
    "docs": ("assay.cli", "write the generated parts of the documents"),
    "corpus": ("assay.retrieval.cli", "check the documents, and see how one is cut into chunks"),
    "gold": ("assay.gold.cli", "check the gold set and add to it"),
    "query": ("assay.scoring.cli", "look at one query and what each system found for it"),
    "holdout": ("assay.scoring.cli", "score the closed part of the gold set, on the record"),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="assay")
def assay() -> None:
    """Evaluate retrieval; keep the evaluation as data.

    Example: assay status
    """


def main() -> None:
    """Entry point: what a user can cause is printed without a traceback, exit 1."""
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
