"""Commands of CI jobs about a pull request: ``assay pull-request``."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assay import git

if TYPE_CHECKING:
    from assay.forge.place import Place

COMMENT, PAGE = "comment.md", "gold-change.html"


@click.group("pull-request")
def pull_request() -> None:
    """What a CI job says of a pull request (GitHub) or merge request (GitLab).

    Example: assay pull-request comment --out change
    """


@pull_request.command(short_help="Say what the gold change is, and what it does.")
@click.option("--base", help="Revision that it is proposed to; default: of the CI job, else main.")
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of what is written.",
)
@click.option(
    "--post", is_flag=True, help="Put it into the pull request's one comment (token from the environment)."
)
def comment(base: str | None, out: Path, post: bool) -> None:
    """Write the gold change and its impact on every run as comment.md and gold-change.html; with --post, comment.

    There is one comment, created once and then updated. Where the job has no right to write one, as in a pull
    request from a fork, it goes into the summary of the job. Language: report.lang of params.yaml.

    Example: assay pull-request comment --out change

    Example: assay pull-request comment --out change --post
    """
    from assay.files import write_file
    from assay.forge import place
    from assay.forge.proposed import proposed

    root = git.root()
    where = place.place() if post else None
    if git.changed("gold", cwd=root):
        click.echo("uncommitted changes of gold/ are not part of it", err=True)
    told = proposed(root, _onto(base))
    out.mkdir(parents=True, exist_ok=True)
    for name, text in ((COMMENT, told.markdown), (PAGE, told.page)):
        write_file(out / name, text.encode())
        click.echo(f"wrote {out / name}", err=True)
    if where is not None:
        _post(where, told.markdown, only_update=not told.changed)


def _post(where: "Place", text: str, *, only_update: bool) -> None:
    from assay.forge.client import RefusedError
    from assay.forge.sticky import post

    try:
        done = post(where, text, only_update=only_update)
        click.echo(f"comment: {done or 'none, nothing changes'}", err=True)
    except RefusedError:
        told = "in the summary of the job" if _summarised(where, text) else "above, and in the artifacts"
        click.echo(f"comment: no right to write one; it is {told}", err=True)


def _summarised(where: "Place", text: str) -> bool:
    """Whether it went into the summary of the job; else it is printed."""
    from assay.errors import of_system

    if where.summary is not None:
        try:
            with where.summary.open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            problem = of_system(error, "GITHUB_STEP_SUMMARY")
            click.echo(f"no summary of the job can be written: {problem.where}: {problem.rule}", err=True)
        else:
            return True
    click.echo(text)
    return False


@pull_request.command(short_help="Whether labels alone change, or code as well.")
@click.option("--base", help="Revision that it is proposed to; default: of the CI job, else main.")
def scope(base: str | None) -> None:
    """Print ``labels`` if nothing but labels and what is generated from them changes, else ``code``.

    Example: assay pull-request scope --base main
    """
    from assay.changes.revisions import merge_base
    from assay.forge.scope import scope as scope_of

    root = git.root()
    told = scope_of(root, merge_base(root, "HEAD", _onto(base)))
    click.echo(told)
    if os.environ.get("GITHUB_OUTPUT"):
        with Path(os.environ["GITHUB_OUTPUT"]).open("a", encoding="utf-8") as file:
            file.write(f"scope={told}\n")


def _onto(base: str | None) -> str | None:
    """The branch that was named, or else the job's; an empty name is a variable that is not set."""
    from assay.forge import place

    if base == "":
        raise click.UsageError("--base is empty: is a variable not set?")
    return base or place.target()
