"""Commands about the repository as a whole: status, verify, check, params, docs."""

import importlib.util
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import chain

import click

from assay import git
from assay.checks import CHECKS, Note, edited, of_params, outdated
from assay.counting import FLOOD, counted, thinned
from assay.errors import InputError, Problem, of_system, refuse

Checks = Mapping[str, Callable[[], Iterable[Problem]]]


@click.command()
def status() -> None:
    """Say what is out of date, unlabelled, stale or not shared yet, and the next command.

    Example: assay status
    """
    from assay.status import findings

    following = ""
    for finding in findings(git.root()):
        click.echo(f"{'!' if finding.command else ' '} {finding.topic}: {finding.text}")
        following = following or finding.command
    click.echo(f"next: {following}" if following else "nothing to do")


@click.command("params")
def params() -> None:
    """Check params.yaml: unknown and missing keys, types and bounds, all at once; and that there is what to run on.

    Example: assay params
    """
    refuse(list(of_params(git.root())))


@click.command()
@click.option("--complete", is_flag=True, help="Outputs that are not present are a failure.")
def verify(complete: bool) -> None:
    """Hold every recorded hash against what is there: seals, reads, outputs, lock, cache, Git.

    Exits with 1 if anything differs. Outputs that are absent (a clone without the cache) are counted.

    Example: assay verify --complete
    """
    from assay.verify import verify as run

    done = run(git.root())
    if done.problems:
        raise InputError(done.problems)
    click.echo(
        f"verified: {counted(done.stages, 'stage')}, {counted(done.files, 'file')}; not present: {len(done.absent)}"
    )
    if complete and done.absent:
        raise InputError([Problem(path, "is not present", "run `make repro`") for path in done.absent])


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if a generated part is out of date.")
def docs(check: bool) -> None:
    """Write the generated parts of the documents: results table, metrics, parameters, tables, commands.

    Example: assay docs
    """
    from assay import reference

    root = git.root()
    problems = list(outdated(root))
    if check and problems:
        raise InputError(problems)
    for name in reference.write(root):
        click.echo(f"wrote {name}")


@click.group(invoke_without_command=True)
@click.option(
    "--only",
    type=click.Choice(list(CHECKS)),
    metavar="CHECK",
    multiple=True,
    help=f"Run only this one, of {', '.join(CHECKS)}; may be repeated.",
)
@click.option("--all", "every", is_flag=True, help="Print every problem, however many are alike.")
@click.pass_context
def check(ctx: click.Context, only: tuple[str, ...], every: bool) -> None:
    """Check everything that people edit, in under a minute; the same by hand, before a commit and in CI.

    A note needs a look and fails nothing. Of more than ten problems that are alike three are printed.
    `assay check history` is apart.

    Example: assay check

    Example: assay check --only gold --only params
    """
    if ctx.invoked_subcommand is not None:
        if only or every:
            raise click.UsageError("--only and --all stand without a subcommand, or behind it.")
        return
    root, chosen = git.root(), dict.fromkeys(only or CHECKS)
    if "lint" in chosen and importlib.util.find_spec("mypy") is None:
        click.echo("lint: skipped (make check installs its tools)", err=True)
        del chosen["lint"]
    _hold({name: partial(CHECKS[name], root) for name in chosen}, "assay check --all", every=every)


@check.command(short_help="Hold what may only grow against where the branch began.")
@click.option("--base", metavar="REV", help="Where it is held against; default: main.")
@click.option("--all", "every", is_flag=True, help="Print every problem, however many are alike.")
def history(base: str | None, every: bool) -> None:
    """Hold what may only grow against the commit at which this branch left main, or REV.

    Rows of ledgers stand verbatim, and only an adjudicator adds one that decides on rows of others; no id of a query
    stands for another question, nor does one that was removed come back for one; recorded runs are untouched;
    gold/CHANGELOG.md has a line for a new gold revision; nothing that came holds personal data or secrets, what a later
    commit took out again included.

    Example: assay check history

    Example: assay check history --base v1.2
    """
    from assay.changes import continuity
    from assay.changes.exposure import exposures
    from assay.changes.reuse import reused_ids
    from assay.changes.revisions import merge_base, side
    from assay.changes.rulings import new_rulings

    if base == "":
        raise click.UsageError("--base is empty: is a variable not set?")
    root = git.root()
    commit = merge_base(root, onto=base)
    then, now = side(root, commit), side(root, None)
    for note in (*then.notes, *now.notes):
        click.echo(f"note: {note}", err=True)
    checks: Checks = {
        "ledgers": lambda: chain(continuity.lost_rows(root, commit), new_rulings(root, commit)),
        "query ids": partial(reused_ids, root, then, now),
        "recorded runs": partial(continuity.touched_runs, root, commit),
        "changelog": partial(continuity.unsaid_revision, root, then, now),
        "disclosure": partial(exposures, root, commit, edited(root)),
    }
    _hold(checks, "assay check history --all", every=every)


def _hold(checks: Checks, command: str, *, every: bool) -> None:
    """Run checks, say how each went, and fail with what they found but for notes; `command` shows all of it."""
    problems, notes = list[Problem](), list[Problem]()
    for name, run in checks.items():
        try:
            found = list(run())
        except InputError as error:
            found = error.problems
        except OSError as error:
            found = [of_system(error, name)]
        faults = [one for one in found if not isinstance(one, Note)]
        told = [one for one in found if isinstance(one, Note)]
        more = f", {counted(len(told), 'note')}" if told else ""
        click.echo(f"{name}: {counted(len(faults), 'problem') if faults else 'ok'}{more}", err=True)
        problems += faults
        notes += told
    for line in notes if every else thinned(notes, FLOOD, command):
        click.echo(f"note: {line}", err=True)
    once = list(dict.fromkeys(problems))  # a fault of the corpus is one of the gold set that rests on it
    refuse(once if every else list(thinned(once, FLOOD, command)))
