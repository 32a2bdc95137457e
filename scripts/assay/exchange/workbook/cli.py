"""Commands gold export and gold import: the gold set as a spreadsheet for experts, and back."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assay import git, output
from assay.counting import FLOOD, counted, thinned
from assay.errors import InputError, Problem, near
from assay.exchange.listing import is_uncut
from assay.exchange.options import thinning

if TYPE_CHECKING:
    from assay.changes.difference import Difference
    from assay.exchange.workbook.phrases import Words


@click.command()
@click.option(
    "--xlsx", "file", required=True, type=click.Path(dir_okay=False, path_type=Path), help="File to write."
)
@click.option("--split", type=click.Choice(("dev", "holdout")), help="Only questions of this part.")
@click.option("--query", "queries", multiple=True, metavar="ID", help="Only this question; may be repeated.")
@output.lang
@click.option("--replace", is_flag=True, help="Write over a file that is there, edits in it are lost.")
def export(
    file: Path, split: str | None, queries: tuple[str, ...], lang: str | None, *, replace: bool
) -> None:
    """Write the gold set as a workbook in which experts label: one row a question, one row a passage.

    What was exported is kept inside, so that `assay gold import` can tell what people changed, even when the gold set
    has changed here meanwhile. All passages are in it, whichever questions are chosen.

    Example: assay gold export --xlsx expert.xlsx

    Example: assay gold export --xlsx holdout.xlsx --split holdout --lang ru
    """
    from assay.exchange.workbook.base import Base
    from assay.exchange.workbook.exporting import chosen
    from assay.exchange.workbook.sheets import workbook_bytes
    from assay.files import write_file
    from assay.proposal.forms import Request
    from assay.wording import LANGUAGES

    if file.suffix.lower() != ".xlsx":
        raise click.UsageError(f"--xlsx {file} must end in .xlsx, so that other programs know its form.")
    root = git.root()
    rows = chosen(root, split, queries)
    language = LANGUAGES.index(Request.of(root, "terminal", lang).words.lang)
    data = workbook_bytes(Base(rows, _commit(root)), language)
    if file.exists() and not replace and file.read_bytes() != data:
        rule = "is there already, and may hold what an expert wrote"
        raise InputError(
            Problem(near(file.absolute()), rule, "import it first, name another, or --replace it")
        )
    write_file(file, data)
    count = counted(len(rows["queries"]), "question"), counted(len(rows["passages"]), "passage")
    click.echo(f"wrote {file}: {', '.join(count)}; back with `assay gold import --xlsx {file}`")


@click.command("import")
@click.option(
    "--xlsx",
    "file",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The workbook.",
)
@click.option(
    "--dry-run", is_flag=True, help="Show what would change, as `assay gold diff` does; write nothing."
)
@click.option("--ours", is_flag=True, help="In a conflict keep what is here.")
@click.option("--theirs", is_flag=True, help="In a conflict take the sheet.")
@click.option("--removals", is_flag=True, help="Remove here what is missing in the sheets.")
@click.option(
    "--base", "revision", metavar="REV", help="Revision of the export, where the workbook has lost it."
)
@output.lang
@thinning
def import_(
    file: Path,
    revision: str | None,
    lang: str | None,
    *,
    ours: bool,
    theirs: bool,
    dry_run: bool,
    removals: bool,
) -> None:
    """Take what experts changed in a workbook of `assay gold export`, row by row and field by field.

    What changed here meanwhile is kept; a field that both sides changed is listed by its cell, and nothing is written
    until --ours or --theirs decides. Rows that are missing in the sheet stay, unless --removals says otherwise. All
    of it is held against the rules of `assay gold check` first.

    Example: assay gold import --xlsx expert.xlsx --dry-run

    Example: assay gold import --xlsx expert.xlsx --theirs --removals
    """
    from assay.exchange.workbook.bringing import bring
    from assay.exchange.workbook.titles import TITLES
    from assay.proposal.forms import Request, diff_document
    from assay.proposal.tally import tally

    root, decided = git.root(), _decided(revision, ours=ours, theirs=theirs)

    def remove(missing: Mapping[str, list[str]], words: "Words") -> bool:
        names = "; ".join(f"{TITLES[kind][words.lang]}: {', '.join(ids)}" for kind, ids in missing.items())
        click.echo(words("missing", names=names), err=True)
        asked = not removals and not dry_run and sys.stdin is not None and sys.stdin.isatty()
        return removals or (asked and click.confirm(words("remove"), err=True))

    done = bring(root, file, revision=revision, decided=decided, remove=remove)
    notes = [*(done.notes if is_uncut() else thinned(done.notes, FLOOD, "--all shows each"))]
    if done.removed and not (done.changed and _are_gone(done.changed, done.removed)):
        notes.append(done.words("stays"))
    for note in notes:
        click.echo(done.words("note", text=note), err=True)
    request = Request.of(root, "terminal", lang, colour=sys.stdout is not None and sys.stdout.isatty())
    if dry_run:
        click.echo(diff_document(done.changed, request), nl=False)
    for name, counts in tally(done.changed, request.words) if not dry_run else ():
        click.echo(f"{name}: {', '.join(counts)}")
    for line in done.plan.report(root, dry=dry_run):
        click.echo(line)
    if not dry_run:
        done.plan.carry_out(root)
        if done.changed:
            click.echo(done.words("next"))


def _decided(revision: str | None, *, ours: bool, theirs: bool) -> str | None:
    """Whose value counts in a conflict; None: nobody's."""
    if ours and theirs:
        raise click.UsageError("--ours and --theirs exclude each other.")
    if revision == "":
        raise click.UsageError("--base is empty: is a variable not set?")
    return "ours" if ours else "theirs" if theirs else None


def _are_gone(changed: "Difference", removed: Mapping[str, list[str]]) -> bool:
    gone = {change.id for change in (*changed.queries, *changed.passages) if change.kind == "removed"}
    return all(name in gone for ids in removed.values() for name in ids)


def _commit(root: Path) -> str:
    from assay.changes.revisions import commit_of

    try:
        return commit_of(root, "HEAD")
    except InputError:  # nothing is committed yet
        return ""
