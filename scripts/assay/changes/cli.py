"""Commands about versions of the gold set: `assay git`, `assay gold fmt`."""

from contextlib import nullcontext
from pathlib import Path

import click

from assay.errors import InputError, Problem, of_system, refuse
from assay.git import root as top_folder


@click.group()
def git_() -> None:
    """How Git compares and merges the gold set in this clone.

    Example: assay git enable
    """


@git_.command(short_help="Compare and merge the gold set by id and field.")
def enable() -> None:
    """Let Git compare and merge gold/queries.jsonl and gold/passages.jsonl by id and field, in this clone.

    `git diff`, `git log -p` and `git show` print them in words, a line that moved is no change; where a file
    to apply is needed: `git diff --no-textconv`. A merge, rebase, cherry-pick or stash pop joins what does not
    overlap; a field that both sides changed is a conflict that names it. The drivers run the code of the
    commit that is checked out. Written is .git/config alone.

    Example: assay git enable
    """
    from assay.changes import driver_config

    root = top_folder()
    changed = driver_config.enable(root)
    for key in changed:
        click.echo(f"set {key}")
    for problem in driver_config.unmapped(root):
        click.echo(f"note: {problem}", err=True)
    start = "git diff, git log -p, git show and merges go" if changed else "set up already: they go"
    click.echo(f"{start} by id and field in the gold set")


@git_.command(short_help="Leave the gold set to Git's own ways again.")
def disable() -> None:
    """Take away what `assay git enable` wrote into .git/config; nothing else.

    Example: assay git disable
    """
    from assay.changes import driver_config

    removed = driver_config.disable(top_folder())
    for key in removed:
        click.echo(f"removed {key}")
    click.echo("Git compares and merges the gold set line by line" if removed else "was not set up")


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if there is something to write.")
def fmt(check: bool) -> None:
    """Write both files in their fixed form: lines by id, fields in order, absent ones null.

    Where the branch has a new gold revision and gold/CHANGELOG.md no new line about it, one is written, with
    the counts of what changed; reword it by effect.

    Example: assay gold fmt

    Example: assay gold fmt --check
    """
    from assay.locking import locked

    root = top_folder()
    with nullcontext() if check else locked(root):
        problems = _formed(root, check=check)
    refuse(problems + _changelog(root, check=check))


def _formed(root: Path, *, check: bool) -> list[Problem]:
    """Write both files in their form, and say so; or say what is not."""
    from assay.changes.revisions import FILES
    from assay.gold.form import first_fault, formed
    from assay.locking import write_together

    problems: list[Problem] = []
    found = {name: (root / path).read_bytes() for name, path in FILES.items()}
    wanted, faults = {}, []
    for name, data in found.items():
        try:
            wanted[name] = formed(name, data, FILES[name])
        except InputError as error:
            faults += error.problems
    refuse(faults)
    for name, data in wanted.items():
        if check:
            problems += first_fault(found[name], data, FILES[name])
    new = {FILES[name]: data for name, data in wanted.items() if data != found[name] and not check}
    write_together({root / path: data for path, data in new.items()})
    for path in new:
        click.echo(f"wrote {path}")
    return problems


def _changelog(root: Path, *, check: bool) -> list[Problem]:
    """Write the line that is due, and say so; or say that it is."""
    import datetime as dt

    from assay.changes.changelog import CHANGELOG, due
    from assay.corpora import language
    from assay.files import write_file

    try:
        lang = language(root)
    except (InputError, OSError) as error:
        fault = error.problems[0] if isinstance(error, InputError) else of_system(error, "params.yaml")
        click.echo(f"note: {fault} (the language of the report is taken to be English)", err=True)
        lang = "en"
    try:
        found = due(root, lang, dt.datetime.now(tz=dt.UTC).date())
    except InputError as error:
        click.echo(f"note: {CHANGELOG} is left as it is: {error.problems[0]}", err=True)
        return []
    if found and check:
        rule = "has no line about the new gold revision"
        return [Problem(CHANGELOG, rule, "run `assay gold fmt`, or write one")]
    if found:
        write_file(root / CHANGELOG, found.data)
        click.echo(f"wrote {CHANGELOG}: {found.line}")
    return []
