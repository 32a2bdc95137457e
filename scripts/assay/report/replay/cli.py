"""The command ``assay evidence replay``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from assay import corpora, git, output
from assay.errors import InputError, Problem, refuse
from assay.report.writing import refuse_kept, write

if TYPE_CHECKING:
    from assay.evidence.record import Run
    from assay.evidence.runs import Runs


@click.command(short_help="Hold two runs of the same scenarios against each other.")
@click.argument("old", metavar="OLD_RUN")
@click.argument("new", metavar="NEW_RUN")
@output.form("text", "markdown", "html", "json")
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), help="Write it to a file.")
@output.lang
def replay(old: str, new: str, form: str, to: Path | None, lang: str | None) -> None:
    """Hold two recorded runs of the same scenarios against each other: records, fragments, claims, verdicts.

    A run is <system>/<run> in runs/recorded/. Answers belong together by their scenario_id, else by their query_id. Two
    of them are comparable only where the question, the corpus, the versions of the sources that they cite and the texts
    of the fragments that both have agree; otherwise what changed is named, the rows stand side by side, and nothing
    counts as a difference of verdict. What no record states is named as not known. Claims are matched by their words;
    those in other words are proposed, for a person to decide. What differs is said, and not why. Nothing is written
    but the file of --to.

    \b
    Example: assay evidence replay help-assistant/2026-10-05 help-assistant/2026-11-09

    \b
    Example: assay evidence replay help-assistant/2026-10-05 help-assistant/2026-11-09 --format html --to replay.html
    """  # noqa: D301  # \b keeps an example on one line
    from assay.evidence import reading, unread
    from assay.evidence.replay import replay as held
    from assay.report.replay.document import document

    root = git.root()
    refuse_kept(root, to)
    report = corpora.settings(root)["report"]
    lang = lang or report["lang"]
    there = reading.read_most(root)
    before, after = _runs(there.runs, old, new)
    refuse(there.faults_about([*before.answers, *after.answers]))
    for notice in unread.of_others(there, lang):
        click.echo(notice, err=True)
    if before.name == after.name:
        raise InputError(Problem(new, "is the old run itself", "name another run: a replay is a new one"))
    found = held(before, after, there.rows.values(), there.gold, there.closed)
    _say(document(found, lang, form, texts=report["include_text"]), to)


def _runs(runs: "Runs", *names: str) -> "list[Run]":
    """The runs of those names.

    Raises:
        InputError: what is wrong with any of the names.
    """
    found, problems = [], []
    for name in names:
        try:
            found.append(runs.run(name))
        except InputError as error:
            problems += error.problems
    refuse(problems)
    return found


def _say(text: str, to: Path | None) -> None:
    if to is None:
        click.echo(text, nl=False)
        return
    write(to, text)
    click.echo(f"wrote {to}", err=True)
