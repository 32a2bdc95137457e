"""Commands about the start of a repository: init, doctor."""

import os
import shlex
import sys
from pathlib import Path

import click

from assay import git
from assay.counting import counted
from assay.wording import LANGUAGES

BRINGS = ("documents FOLDER", "chunks FILE", "questions FILE", "results FILE", "answers FILE")


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--ask/--no-ask",
    default=None,
    help="Ask for three documents and questions; without either, where standard input is a terminal.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the talk, the README and the report.",
)
def init(directory: Path, ask: bool | None, lang: str) -> None:
    """Make a fresh repository for your own data in DIRECTORY: structure, pipeline and CI, no example; one commit.

    DIRECTORY is absent or empty. Where something fails, nothing is left of it.

    Example: assay init ../our-search

    Example: assay init ../our-search --ask --lang ru
    """
    from assay.labelling.prompting import is_terminal
    from assay.start import asking, first, making, template
    from assay.start.wording import phrase

    target = Path(os.path.abspath(directory))  # noqa: PTH100  # a link stays one, for `cd`
    top = template.origin()
    making.check_place(target, top)
    files = template.tree(top, lang)
    asked = is_terminal(sys.stdin) if ask is None else ask
    if asked and None in (sys.stdin, sys.stdout):
        raise click.UsageError("Nobody can be asked: standard input or output is closed.")
    if asked:
        try:
            told = first.files(asking.ask(lang), lang)
        except KeyboardInterrupt:
            click.echo(phrase(lang, "interrupted"), err=True)
            sys.exit(130)
        files |= {name: template.Entry(data) for name, data in told.items()}
    making.make(target, files)
    _say_next(directory, len(files), lang, asked)


def _say_next(directory: Path, number: int, lang: str, asked: bool) -> None:
    from assay.start.wording import phrase

    click.echo(phrase(lang, "made", place=directory, n=number))
    click.echo(phrase(lang, "next"))
    steps = {} if str(directory) == "." else {f"cd {shlex.quote(str(directory))}": ""}
    steps |= {"make repro" if asked else "make .venv/runtime": "repro" if asked else "environment"}
    steps |= {". .venv/bin/activate": "activate"}
    if not asked:
        steps |= {f"assay import {what}": f"import.{what.split()[0]}" for what in BRINGS} | {
            "make repro": "repro"
        }
    for command, key in {**steps, "assay doctor": "doctor"}.items():
        click.echo(f"  {command:<32}# {phrase(lang, key)}" if key else f"  {command}")


@click.command()
def doctor() -> None:
    """Say what is not set up, and the command that sets it up; exits with 1 if `make repro` cannot run without it.

    Example: assay doctor
    """
    from assay.start.doctor import topics

    stopping = []
    for topic in topics(git.root()):
        command = f" → {topic.command}" if topic.command else ""
        click.echo(f"{'!' if command else ' '} {topic.topic}: {topic.text}{command}")
        stopping += [topic.topic] if topic.stops else []
    if stopping:
        click.echo(f"make repro cannot run: {counted(len(stopping), 'topic')} above ({', '.join(stopping)})")
        raise SystemExit(1)
    click.echo("make repro can run")
