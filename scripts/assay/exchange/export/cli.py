"""Commands that write what other tools read: ``assay export``."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assay import corpora, git
from assay.errors import InputError, Problem, near
from assay.files import files_below

if TYPE_CHECKING:
    from assay.exchange.export.loss_report import Export

_OWN = ("gold", "runs", "evidence", "reports", "scripts")
SNAPSHOT = click.option("--snapshot", required=True, help="Snapshot onto whose chunks the labels are put.")
SYSTEMS = click.option("--system", "systems", multiple=True, help="Only this system; may be repeated.")
FOLDER = click.option(
    "--to", required=True, type=click.Path(path_type=Path), help="Folder: a new or empty one, or an export's."
)
SPLIT = click.option(
    "--split",
    type=click.Choice(("dev", "holdout", "all")),
    default="dev",
    show_default=True,
    help="Whose labels; rankings are of dev queries only.",
)


@click.group()
def export() -> None:
    """Write labels and results in the forms of other tools, with LOSSES.md: what the form cannot say.

    Example: assay export trec --snapshot fine --to /tmp/trec
    """


@export.command(short_help="TREC topics, qrels and runs.")
@SNAPSHOT
@SYSTEMS
@FOLDER
@SPLIT
@click.option("--sets", type=click.Choice(("each",)), help="Besides, qrels of each evidence set by number.")
def trec(snapshot: str, systems: tuple[str, ...], to: Path, split: str, sets: str | None) -> None:
    """TREC files: topics.tsv, qrels.txt, and a run of each system that searches the snapshot.

    A chunk is relevant if it holds a labelled passage whole. With --sets each, qrels.set1.txt holds the first evidence
    set of each query, qrels.set2.txt the second of those that have one.

    Example: assay export trec --snapshot fine --to /tmp/trec

    Example: assay export trec --snapshot fine --system bm25-fine --sets each --to /tmp/trec
    """
    from assay.exchange.export.flat import trec_export
    from assay.exchange.export.sources import Source

    source = Source.on(git.root(), snapshot, split, systems)
    _finish(trec_export(source.labelled(), source.rankings(), each_set=sets == "each"), to, source.origin())


@export.command(short_help="A BEIR folder.")
@SNAPSHOT
@FOLDER
@SPLIT
def beir(snapshot: str, to: Path, split: str) -> None:
    """A BEIR folder: corpus.jsonl of the snapshot's chunks, queries.jsonl, labels of each split in qrels/.

    Example: assay export beir --snapshot fine --to /tmp/beir
    """
    from assay.exchange.export.flat import beir_export
    from assay.exchange.export.sources import Source

    source = Source.on(git.root(), snapshot, split, None)
    _finish(beir_export(source.labelled(), source.splits), to, source.origin())


@export.command(short_help="Nested JSON Lines.")
@SNAPSHOT
@SYSTEMS
@FOLDER
@SPLIT
def jsonl(snapshot: str, systems: tuple[str, ...], to: Path, split: str) -> None:
    """Nested JSON Lines: gold.jsonl (id, query, relevant_ids), and results of each system (id, retrieved).

    Example: assay export jsonl --snapshot fine --to /tmp/nested
    """
    from assay.exchange.export.flat import nested_export
    from assay.exchange.export.sources import Source

    source = Source.on(git.root(), snapshot, split, systems)
    _finish(nested_export(source.labelled(), source.rankings()), to, source.origin())


@export.command(short_help="A table for people, CSV or XLSX.")
@click.option("--form", required=True, type=click.Choice(("csv", "xlsx")), help="Form of the file.")
@click.option("--to", "file", required=True, type=click.Path(path_type=Path), help="File to write.")
@click.option(
    "--system", "systems", multiple=True, help="Add its figures and first results; may be repeated."
)
@SPLIT
@click.option("--excel", is_flag=True, help="Of CSV: byte order mark and semicolons, as Excel opens it.")
def table(form: str, file: Path, systems: tuple[str, ...], split: str, *, excel: bool) -> None:
    """One row a question: its text, evidence sets in words, passages, status; with --system how it was answered.

    No cell is a formula: before one that begins like one stands an apostrophe. What is lost stands in FILE.losses.md.

    Example: assay export table --form xlsx --to /tmp/questions.xlsx

    Example: assay export table --form csv --excel --system bm25-fine --to /tmp/questions.csv
    """
    from assay.exchange.cells import csv_bytes, xlsx_bytes
    from assay.exchange.export.loss_report import Export
    from assay.exchange.export.people_table import people_table
    from assay.exchange.export.sources import Questions

    if excel and form != "csv":
        raise click.UsageError("--excel is for --form csv; XLSX opens in Excel as it is.")
    if file.suffix.lower() != f".{form}":
        raise click.UsageError(f"--to {file} must end in .{form}, so that other programs know its form.")
    source = Questions.of(git.root(), split)
    grid, losses = people_table(*source.gold(), source.measured(systems), source.lang)
    data, changed = csv_bytes(grid, excel=excel) if form == "csv" else xlsx_bytes(grid, "questions")
    facts = [f"{len(grid.rows):,} questions, {len(grid.head)} columns"]
    made = Export({file.name: data}, [*source.others(), *losses, *changed], facts=facts)
    _finish(made, file.parent, source.origin(), f"{file.name}.losses.md", file.name)


def _finish(
    made: "Export", folder: Path, origin: list[str], report: str = "LOSSES.md", only: str | None = None
) -> None:
    """Write the files and the loss report, and say what was written and lost."""
    from assay.exchange.export.loss_report import lines, report_bytes
    from assay.exchange.plan import Plan

    _refuse_foreign(folder, report, only)
    files = {**made.files, report: report_bytes(made, origin)}
    plan = Plan({near(folder.absolute() / name): data for name, data in files.items()}, made.facts)
    said = [*plan.report(Path.cwd(), dry=False), *lines(made), *_others(folder, files, only)]
    plan.carry_out(Path.cwd())
    click.echo("\n".join(said))


def _refuse_foreign(folder: Path, report: str, only: str | None) -> None:
    """Places that the pipeline reads, and what is of no earlier export: gold/ has a queries.jsonl, too."""
    root = git.root()
    for name in (*_OWN, *corpora.sources(root)):
        if folder.resolve().is_relative_to((root / name).resolve()):
            rule = f"lies in {name}/, which is the repository's own"
            raise InputError(Problem(near(folder.absolute()), rule, "choose a folder elsewhere"))
    place = folder if only is None else folder / only
    if not place.exists() or (folder / report).is_file():
        return
    if only is not None:
        rule = f"is there already, and is of no export ({report} is not beside it)"
    elif not place.is_dir():
        rule = "is a file"
    elif any(folder.iterdir()):
        rule = f"is not empty, and of no export ({report} is not in it)"
    else:
        return
    raise InputError(Problem(near(place.absolute()), rule, "choose another place, or remove it"))


def _others(folder: Path, files: Collection[str], only: str | None) -> Iterator[str]:
    """What is left of earlier exports."""
    if only is None and folder.is_dir():
        names = sorted(path.relative_to(folder).as_posix() for path in files_below(folder))
        left = [name for name in names if name not in files]
        if left:
            yield f"left as they are, none of this export: {', '.join(left)}"
