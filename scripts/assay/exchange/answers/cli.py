"""The command ``assay import answers``."""

from pathlib import Path
from typing import Any

import click

from assay import git
from assay.exchange.answers.answer_targets import ANSWERED, FRAGMENT
from assay.exchange.options import asked, fields_help, finish, shaping


@click.command(
    short_help="What another system answered.",
    epilog=f"{fields_help('--map', ANSWERED)}\n\n{fields_help('--item', FRAGMENT)}",
)
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--system", required=True, help="Name of the system.")
@click.option("--run", help="Name of the run's folder (default: --recorded-at, else --corpus-version).")
@click.option("--corpus-version", help="State of the corpus that was searched, as its owner names it.")
@click.option("--recorded-at", help="Day or time of the run, as 2026-11-01.")
@click.option(
    "--card", "stated", multiple=True, metavar="KEY=VALUE", help="What is known of the system, as model=m-2."
)
@click.option(
    "--item", "items", multiple=True, metavar="FIELD=PATH", help="Where a field is in a fragment (JMESPath)."
)
@shaping
def answers(
    file: Path,
    *,
    system: str,
    run: str | None,
    corpus_version: str | None,
    recorded_at: str | None,
    stated: tuple[str, ...],
    items: tuple[str, ...],
    dry_run: bool,
    **how: Any,
) -> None:
    """Answers of a system with the fragments that it was given, as a new recorded run; then their claims are judged.

    FILE is an answers.jsonl as runs/recorded/README.md says, test cases of Ragas or DeepEval, or a log of any shape:
    JSON Lines, JSON, CSV, XLSX, Parquet. Nothing is filled in that it does not say: `assay answers check` lists that.
    Answers without an id get A-001 and on. A run that is there is never changed.

    Example: assay import answers log.jsonl --system shop --run 2026-11-01 --map answer_id=id --dry-run

    Example: assay import answers ragas.jsonl --system shop --recorded-at 2026-11-01 --card model=m-2
    """
    from assay.exchange.answers.answer_plan import plan_answers
    from assay.exchange.runs.run_place import Where, card_of, run_name

    label = run or recorded_at or corpus_version
    if label is None:
        raise click.UsageError("Name the run: --run, --recorded-at or --corpus-version.")
    card = card_of(stated, corpus_version=corpus_version, recorded_at=recorded_at)
    where = Where(system, run or run_name(label), card=card)
    root = git.root()
    finish(plan_answers(root, file, asked(**how), items, where), root, dry=dry_run)
