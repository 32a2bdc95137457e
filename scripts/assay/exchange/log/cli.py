"""Command gold sample: questions drawn from a log of a system in use."""

from pathlib import Path
from typing import Any

import click

from assay import git
from assay.exchange.log.log_targets import LOG
from assay.exchange.options import asked, fields_help, finish, shaping


@click.command(epilog=fields_help("--map", LOG))
@click.argument("log", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-n", "--number", required=True, type=click.IntRange(1, 10_000), help="How many questions are drawn."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another one, another sample.")
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(("type", "lang", "subject")),
    default=("type",),
    show_default=True,
    help="What makes strata, beside how often a question is asked.",
)
@click.option("--equal", is_flag=True, help="As many from each stratum, not in proportion to askings.")
@click.option(
    "--min-words",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Shorter questions are left out.",
)
@click.option("--masked", is_flag=True, help="Write a placeholder for each find of personal data.")
@click.option("--split", type=click.Choice(("dev", "holdout")), default="dev", show_default=True)
@shaping
def sample(
    log: Path,
    *,
    number: int,
    seed: int,
    by: tuple[str, ...],
    equal: bool,
    min_words: int,
    masked: bool,
    split: str,
    dry_run: bool,
    **how: Any,
) -> None:
    """Draw questions from a log by frequency and by type, as unlabelled queries of the gold set.

    LOG is JSON Lines, JSON, CSV, XLSX or Parquet of any shape, or a .txt with one question a line. Questions with
    personal data are left out and named; those in the gold set already, too. The same log and seed give the same draw.

    Example: assay gold sample log.jsonl -n 50 --dry-run

    Example: assay gold sample log.csv -n 100 --by type --by lang --map query=message --masked
    """
    from assay.exchange.log.sample_plan import Wanted, plan_sample

    root = git.root()
    wanted = Wanted(number, seed, tuple(dict.fromkeys(by)), equal, min_words, masked, split)
    finish(plan_sample(root, log, asked(**how), wanted), root, dry=dry_run)
