"""The commands ``assay audit``."""

import sys

import click

from assay import corpora, git, output
from assay.onscreen import as_json


@click.group()
def audit() -> None:
    """Prove again what was published: reproduce a revision on a clean machine, from nothing.

    Example: assay audit reproduce HEAD
    """


@audit.command(short_help="Run a revision from nothing, hold every hash against its record.")
@click.argument("revision", metavar="REV")
@click.option("--here", is_flag=True, help="Run with the packages that are here; other versions are named.")
@click.option(
    "--anew", is_flag=True, help="Make the environment from the locks even where this one is equal."
)
@output.form("text", "json")
def reproduce(revision: str, here: bool, anew: bool, form: str) -> None:
    """Run a revision's pipeline from nothing and hold every output and seal against what it recorded.

    It runs in a temporary folder, in the environment of that revision's own locks; of the cache it takes nothing but
    inputs that were added to DVC by hand. Your files and your cache stay as they are, and nothing leaves the machine.
    Each item is recomputed (a stage ran again and gave the same bytes), intact only (recorded elsewhere: the bytes are
    those that were recorded), differs, or cannot be checked, with the reason.

    Exits with 0 only if nothing differs and everything can be checked.

    Example: assay audit reproduce v1.2
    """
    from assay.audit import printed
    from assay.audit.phrases import PHRASES
    from assay.audit.reproduction import reproduce as run
    from assay.wording import Words

    if here and anew:
        raise click.UsageError("--here and --anew exclude each other")
    root = git.root()
    words = Words(corpora.language(root), PHRASES)
    done = run(
        root, revision, lambda key, **values: click.echo(words(key, **values), err=True), here=here, anew=anew
    )
    if form == "json":
        click.echo(as_json(printed.record(done)))
    else:
        for line in printed.text(done, words):
            click.echo(line)
    sys.exit(0 if done.agrees else 1)
