"""The commands ``assay evidence list`` and ``assay evidence show``."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assay import corpora, git, output
from assay.errors import Problem
from assay.onscreen import as_json
from assay.report.writing import refuse_kept, write

if TYPE_CHECKING:
    from assay.evidence.gathering import Evidence
    from assay.evidence.reading import Read
    from assay.evidence.table import Table

STATES = ("none", "open", "disputed", "done", "empty")
FORMS = ("text", "markdown", "html", "json")
NARROWEST = 60  # columns of a terminal


@click.command("list")
@click.option("--run", "runs", multiple=True, metavar="RUN", help="Answers of this run; may be repeated.")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice(STATES),
    help="Answers that are so far; may be repeated. none: no claims yet; empty: no text to judge.",
)
@click.option(
    "--by", metavar="REVIEWER", help="Answers that this reviewer has rows about, and how far these are."
)
@output.form("text", "json")
@output.lang
def list_(
    runs: tuple[str, ...], states: tuple[str, ...], by: str | None, form: str, lang: str | None
) -> None:
    """List recorded answers by run: how many of their claims each reviewer has judged, what is disputed, the next command.

    An answer is open while any of its reviewers has something to judge. Of answers to closed questions only the
    number is said.

    Example: assay evidence list

    Example: assay evidence list --run help-assistant/2026-10-05 --state open --state disputed

    Example: assay evidence list --by "Vera Lind" --format json
    """
    from assay.evidence import reading, unread
    from assay.report.evidence import listing

    root = git.root()
    report = corpora.settings(root)["report"]
    found = reading.read_most(root)
    for notice in unread.of_all(found, lang or report["lang"]):
        click.echo(notice, err=True)
    names = {found.runs.run(name).name for name in runs}
    listed = listing.listing(reading.evidence(root, found), names, states, by)
    if form == "json":
        click.echo(as_json(listing.record(listed, texts=report["include_text"])))
        return
    for line in listing.lines(listed, lang or report["lang"]):
        click.echo(line)


@click.command()
@click.argument("answer", metavar="ANSWER")
@click.option("--by", metavar="REVIEWER", help="Only the rows of one reviewer.")
@click.option("--history", is_flag=True, help="Superseded rows too, with the reasons; HTML always has them.")
@output.form(*FORMS)
@click.option(
    "--to", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write it to a file."
)
@output.lang
def show(answer: str, by: str | None, history: bool, form: str, to: Path | None, lang: str | None) -> None:
    """Show the evidence table of a recorded answer: a row a claim, with exact fragments, verdicts and reasons.

    Above it stand the question, the expected evidence and what the record lacks. Rows of several reviewers stand side
    by side, an adjudication as one more. Each claim ends with the check that comes next; none of it says why.
    Texts that `report.include_text: false` leaves out of reports are left out here too.

    Example: assay evidence show A-017

    Example: assay evidence show A-017 --history

    Example: assay evidence show A-017 --by "Vera Lind" --format markdown --to A-017.md

    Example: assay evidence show A-017 --format html --to A-017.html
    """
    from assay.evidence import reading, unread
    from assay.report.evidence import telling

    root = git.root()
    refuse_kept(root, to)
    report = corpora.settings(root)["report"]
    found = reading.read_most(root)
    for notice in unread.of_others(found, lang or report["lang"]):
        click.echo(notice, err=True)
    evidence, table = _table(root, found, answer, texts=report["include_text"])
    if by is not None:
        table = telling.only(table, by)
    for problem in _problems(found, answer):
        click.echo(problem, err=True)
    said = _formed(evidence, table, form, lang or report["lang"], by, history=history, colour=_colour(to))
    if to is None:
        click.echo(said, nl=False)
    else:
        write(to, said)


def _table(root: Path, found: "Read", name: str, *, texts: bool) -> "tuple[Evidence, Table]":
    """The evidence table of one answer, and the evidence that it alone is of.

    Raises:
        InputError: there is no such answer, its question is closed, or the gold set cannot be read.
    """
    from assay.evidence.reading import evidence
    from assay.evidence.runs import Runs
    from assay.report.evidence.withheld import without_texts

    answer = found.answer(name)
    run = found.runs.by_name[answer.run]._replace(answers=[answer])
    made = evidence(root, found._replace(runs=Runs({run.name: run})))
    made = made if texts else without_texts(made)
    return made, made.tables[0]


def _problems(found: "Read", name: str) -> list[Problem]:
    """What of the rows about an answer does not fit its record: they are shown as they are."""
    from assay.evidence.rules import check

    rows = {place: row for place, row in found.rows.items() if row["answer_id"] == name}
    return list(check(rows, found.runs, found.gold))


def _formed(
    evidence: "Evidence", table: "Table", form: str, lang: str, by: str | None, *, history: bool, colour: bool
) -> str:
    """The table in its form, with the last line end."""
    from assay.report.evidence import html, markdown, raw, telling, terminal
    from assay.report.evidence.catalogue import Marked, Words

    if form == "html":
        return html.document(table, lang, evidence)
    if form == "json":
        return as_json(raw.raw(evidence, table, history=history)) + "\n"
    if form == "markdown":
        marked = Marked(lang)
        return markdown.document(marked, telling.account(marked, evidence, table, by, history=history))
    account = telling.account(Words(lang), evidence, table, by, history=history)
    width = max(shutil.get_terminal_size().columns, NARROWEST) if colour else terminal.WIDTH
    return "\n".join([*terminal.lines(account, colour=colour, width=width), ""])


def _colour(to: Path | None) -> bool:
    return to is None and sys.stdout is not None and sys.stdout.isatty()
