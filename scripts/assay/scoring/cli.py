"""Commands about queries and the holdout: ``assay query``, ``assay holdout``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assay import corpora, entries, git, ledger, stage
from assay.errors import InputError, Problem, refuse
from assay.files import read_files
from assay.systems import all_systems

if TYPE_CHECKING:
    import polars as pl

    from assay.scoring.inspection import Findings
    from assay.scoring.scored import Inputs

REPRO = "run `make repro`"
QUERIES, PASSAGES = "gold/queries.jsonl", "gold/passages.jsonl"
RUN = ("summary.json", "results.parquet", "responses.parquet")
CUT = ("chunks.parquet", "passages.parquet", "projection.parquet")
SCORED = ("scores.parquet", "details.parquet")


@click.group()
def query() -> None:
    """Look at one query and what each system found for it.

    Example: assay query show q-a01
    """


@click.group()
def holdout() -> None:
    """The closed part of the gold set: scored on demand, and on the record.

    Example: assay holdout open --why "release 2.1, final check"
    """


@query.command(short_help="Show a query, its labels and each system's ranking.")
@click.argument("name", metavar="ID")
@click.option("--system", "names", multiple=True, help="Only this system; may be repeated.")
@click.option(
    "--top",
    default=10,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Results shown of each ranking.",
)
def show(name: str, names: tuple[str, ...], top: int) -> None:
    """Show a query: its text, evidence sets with texts, claims, and each system's ranking, hits marked with *.

    A chunk that holds a passage only in part is marked with the share of it. Holdout queries are refused.

    Example: assay query show q-a01

    Example: assay query show q-a01 --system bm25-fine --system ngram-fine --top 20
    """
    from assay.scoring import inspection

    root = git.root()
    values = corpora.settings(root)
    listed = all_systems(values)
    chosen = inspection.chosen_systems(listed, names)
    row = inspection.dev_query(_gold(root, QUERIES), name, QUERIES)
    texts = {passage["id"]: passage for passage in _gold(root, PASSAGES).iter_rows(named=True)}
    lines = list(inspection.needed(row, texts))
    if inspection.marks(row):
        lines += ["", "* holds a passage above, named in […]; with a share, only that part of it"]
    for system in chosen:
        findings = _findings(root, system, listed[system]["snapshot"], row)
        if findings is None:
            lines += ["", f"{system}: no results yet; {REPRO}"]
        else:
            lines += inspection.found(findings, row, values["score"]["headline"], top)
    click.echo("\n".join(lines))


@holdout.command("open", short_help="Score the holdout, and put it on record.")
@click.option("--why", required=True, help="Why the holdout is looked at now; goes on the record.")
@click.option("--by", default=None, help="Who looks; default: git's user.name.")
def open_(why: str, by: str | None) -> None:
    """Score the holdout of every system from the present runs, print the figures and put them on the record.

    The record is evidence/holdout/<author>.jsonl: figures, run ids, gold revision, who and why. Queries and
    rankings of the holdout are shown nowhere. Each look makes the next one worth less.

    Example: assay holdout open --why "release 2.1, final check"
    """
    from assay.scoring import opening
    from assay.scoring.holdout import holdout_figures

    root = git.root()
    who = opening.author(why, git.user() if by is None else by)
    values = corpora.settings(root)
    summaries = _summaries(root, values)
    _refuse_changed_gold(root, summaries)
    figures = {
        system: holdout_figures(_inputs(root, system, summary, values))
        for system, summary in summaries.items()
    }
    path = root / "evidence" / "holdout" / f"{ledger.author_file(who)}.jsonl"
    for row in opening.rows(summaries, figures, why, who):
        ledger.append(path, ledger.new_row(row, who))
    for system, of_system in figures.items():
        click.echo(opening.line(system, of_system, values["score"]))
    click.echo(f"recorded in {path.relative_to(root).as_posix()}: commit it")


def _read(path: Path, root: Path) -> bytes:
    """Bytes of an output.

    Raises:
        InputError: it is not there.
    """
    if not path.is_file():
        raise InputError(Problem(path.relative_to(root).as_posix(), "is not there", REPRO))
    return path.read_bytes()


def _table(path: Path, root: Path) -> "pl.DataFrame":
    from assay.tables import parse_table

    return parse_table(_read(path, root), path.relative_to(root).as_posix())


def _gold(root: Path, name: str) -> "pl.DataFrame":
    """Queries or passages of the gold set."""
    from assay.gold.passages import parse_passages
    from assay.gold.queries import parse_queries

    frame, problems = (parse_queries if name == QUERIES else parse_passages)((root / name).read_bytes(), name)
    refuse(problems)
    return frame


def _findings(root: Path, system: str, snapshot: str, row: dict[str, Any]) -> "Findings | None":
    """What a system did with a query; None where its outputs are absent."""
    import polars as pl

    from assay.scoring import inspection

    run, cut = root / "runs/systems" / system, root / "runs/snapshots" / snapshot
    needed = (
        run / "results.parquet",
        run / "responses.parquet",
        cut / "chunks.parquet",
        cut / "projection.parquet",
    )
    if not all(path.is_file() for path in needed):
        return None
    results, responses, chunks, projection = (_table(path, root) for path in needed)
    ranking = (
        results.filter(pl.col("query_id") == row["id"]).sort("rank").select("rank", "chunk_id", "chunk_key")
    )
    texts = chunks.select("chunk_key", "text", "doc_id", "section")
    return inspection.Findings(
        system,
        _of_query(responses, row["id"]),
        ranking.join(texts, on="chunk_key", how="left", maintain_order="left"),
        inspection.carried(projection, list(inspection.marks(row))),
        *(
            _of_query(_table(run / name, root), row["id"]) if (run / name).is_file() else None
            for name in SCORED
        ),
    )


def _of_query(frame: "pl.DataFrame", query_id: str) -> dict[str, Any] | None:
    import polars as pl

    rows = frame.filter(pl.col("query_id") == query_id)
    return rows.row(0, named=True) if len(rows) else None


def _summaries(root: Path, values: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """summary.json of every system.

    Raises:
        InputError: outputs that are absent, or of other settings than those of today.
    """
    problems, summaries = [], {}
    for system, settings in all_systems(values).items():
        folder = root / "runs/systems" / system
        cut = root / "runs/snapshots" / settings["snapshot"]
        absent = [
            path for path in (*(folder / n for n in RUN), *(cut / n for n in CUT)) if not path.is_file()
        ]
        problems += [Problem(path.relative_to(root).as_posix(), "is not there", REPRO) for path in absent]
        if not absent:
            where = f"runs/systems/{system}/summary.json"
            summaries[system] = stage.parse_output((root / where).read_bytes(), where)
            if summaries[system]["card"]["settings"] != settings:
                rule = "ran with other settings than params.yaml has now"
                problems.append(Problem(f"runs/systems/{system}", rule, REPRO))
    refuse(problems)
    return summaries


def _refuse_changed_gold(root: Path, summaries: dict[str, dict[str, Any]]) -> None:
    """Scores of another gold revision, or no holdout at all."""
    from assay.scoring.labels import gold_revision

    now = gold_revision((root / QUERIES).read_bytes(), (root / PASSAGES).read_bytes(), "gold")
    problems = [
        Problem(
            f"runs/systems/{system}",
            f"was scored on gold {summary['gold_revision'][:12]}, which is {now[:12]} now",
            f"{REPRO}, then open the holdout",
        )
        for system, summary in summaries.items()
        if summary["gold_revision"] != now
    ]
    if not problems and not any(summary["queries"]["holdout_closed"] for summary in summaries.values()):
        problems.append(Problem(QUERIES, "has no holdout queries", "set `split` of some to holdout"))
    refuse(problems)


def _inputs(root: Path, system: str, summary: dict[str, Any], values: dict[str, Any]) -> "Inputs":
    """What the score stage reads of a system, with the labels of the holdout."""
    from assay.scoring.cutoffs import Settings
    from assay.scoring.judgements import Judgements
    from assay.scoring.labels import read_labels
    from assay.scoring.results import Run
    from assay.scoring.scored import Inputs

    run, cut = root / "runs/systems" / system, root / "runs/snapshots" / summary["card"]["snapshot"]
    ledgers = {name: _ledger(root, name) for name in ("grades", "triage")}
    return Inputs(
        labels=read_labels((root / QUERIES).read_bytes(), QUERIES, split="holdout"),
        run=Run.of(
            _table(run / "results.parquet", root).lazy(),
            _table(run / "responses.parquet", root),
            summary["card"],
        ),
        passages=_table(cut / "passages.parquet", root),
        projection=_table(cut / "projection.parquet", root),
        settings=Settings.of(values["score"]),
        judgements=Judgements.of(**ledgers),
        chunks=_table(cut / "chunks.parquet", root).lazy(),
        ids_only=bool(summary["snapshot"].get("ids_only")),
    )


def _ledger(root: Path, name: str) -> list[dict[str, Any]]:
    files = read_files(root / "evidence" / name)
    return ledger.read(files, entries.FIELDS[name], f"evidence/{name}")
