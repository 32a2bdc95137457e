"""Commands about a proposed change of the gold set: ``assay gold diff``, ``assay gold impact``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assay import git, output
from assay.counting import FLOOD, thinned
from assay.errors import InputError

if TYPE_CHECKING:
    from assay.changes.difference import Difference

FORMS = ("terminal", "markdown", "html", "json")


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How the result is shown, and where it goes."""
    shown: dict[str, Any] = {"show_default": True}
    for option in (
        click.option(
            "--limit",
            default=60_000,
            type=click.IntRange(2_000),
            help="Most characters of Markdown.",
            **shown,
        ),
        click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write it to a file."),
        output.lang,
        output.form(*FORMS),
        click.argument("head", required=False),
        click.argument("base", required=False),
    ):
        command = option(command)
    return command


@click.command()
@_options
@click.option("--exit-code", is_flag=True, help="Exit with 1 if anything changed.")
def diff(
    base: str | None,
    head: str | None,
    form: str,
    lang: str | None,
    out: Path | None,
    limit: int,
    exit_code: bool,
) -> None:
    """Say what changed in the gold set: by query and field, evidence sets as a person says it, with the texts.

    BASE is a revision of Git (default: where this branch left main), HEAD another one (default: the working
    tree). A line that moved is no change.

    Example: assay gold diff

    Example: assay gold diff main HEAD --format html --out change.html

    Example: assay gold diff v1 v2 --format markdown --lang ru
    """
    from assay.proposal.forms import Request, diff_document

    root = git.root()
    changed = _difference(root, base, head)
    _write(diff_document(changed, Request.of(root, form, lang, limit, colour=_colour(out))), out)
    if exit_code and changed:
        sys.exit(1)


@click.command()
@_options
@click.option("--produce/--no-produce", default=True, help="Make outputs that are absent first (DVC).")
@click.option("--every", is_flag=True, help="All metrics, not only the usual ones and those that change.")
def impact(
    base: str | None,
    head: str | None,
    form: str,
    lang: str | None,
    out: Path | None,
    limit: int,
    produce: bool,
    every: bool,
) -> None:
    """Score the same runs of every system on both revisions of the gold set: metrics, and each query that flips.

    Nothing is retrieved again: what each system returned is taken from runs/systems. Where that is absent it is
    made first, or the system is named as absent. Labels of either side that the pipeline would refuse are refused.
    Of the holdout only the number of queries that change is said.

    Example: assay gold impact

    Example: assay gold impact main HEAD --format markdown --lang en
    """
    from assay.proposal.forms import Request, impact_document
    from assay.proposal.scoring import score_change

    root = git.root()
    changed = _difference(root, base, head)
    with _few_alike():
        done = score_change(root, changed, produced=produce)
    request = Request.of(root, form, lang, limit, colour=_colour(out))
    _write(impact_document(changed, done, request, every=every), out)


def _difference(root: Path, base: str | None, head: str | None) -> "Difference":
    """The difference of both sides."""
    from assay.changes.difference import difference
    from assay.changes.revisions import merge_base, side

    if "" in (base, head):
        raise click.UsageError("a revision is empty; leave it out, or name one")
    start = side(root, base or merge_base(root, head))
    with _few_alike():
        return difference(start, side(root, head, start))


@contextmanager
def _few_alike() -> Iterator[None]:
    """Of faults alike three are named."""
    try:
        yield
    except InputError as error:
        raise InputError(thinned(error.problems, FLOOD, "assay gold check --all")) from None


def _colour(out: Path | None) -> bool:
    return out is None and sys.stdout is not None and sys.stdout.isatty()


def _write(text: str, out: Path | None) -> None:
    from assay.files import write_file

    if out is None:
        click.echo(text, nl=False)
        return
    if not out.name:
        raise click.UsageError("--out is empty; name a file")
    out.parent.mkdir(parents=True, exist_ok=True)
    write_file(out, text.encode())
    click.echo(f"wrote {out}", err=True)
