"""Commands about comparisons: ``assay compare``, ``assay gate``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assay import corpora, git
from assay.errors import InputError, Problem, refuse

if TYPE_CHECKING:
    from assay.report.inputs import Compared

REPRO = "run `make repro`"
QUERIES, PASSAGES = "gold/queries.jsonl", "gold/passages.jsonl"
_lang = click.option(
    "--lang", type=click.Choice(["en", "ru"]), help="Language; default: report.lang of params.yaml."
)


@click.command()
@click.argument("baseline", metavar="BASELINE")
@click.argument("candidate", metavar="CANDIDATE")
@click.option("--on-gold", metavar="REV", help="Score both on the gold set of this revision.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "markdown", "json"]),
    default="terminal",
    show_default=True,
    help="Form of the output.",
)
@_lang
def compare(baseline: str, candidate: str, on_gold: str | None, form: str, lang: str | None) -> None:
    """Compare two runs: SYSTEM of the working tree, or REV:SYSTEM as a commit records it.

    Both are scored anew by today's definitions and cut-offs, each on the gold set of its own revision; nothing is
    retrieved again. Metrics, samples and seed are those of `compare` in params.yaml. Runs that cannot be compared
    are refused with the reason (exit 1): other labels, another corpus, other questions, too shallow results, too
    many errors.

    Example: assay compare bm25-fine bm25-wide

    Example: assay compare HEAD:bm25-fine bm25-fine

    Example: assay compare v1:bm25 HEAD:bm25 --on-gold HEAD
    """
    from assay.comparison.evaluation import compare as held
    from assay.comparison.named import named, scored
    from assay.comparison.plan import plan
    from assay.manifest import pretty
    from assay.report.catalogue import Catalogue
    from assay.report.compared import document
    from assay.report.inputs import Compared

    root = git.root()
    values = corpora.settings(root)
    if baseline == candidate:
        raise InputError(Problem(candidate, "is the baseline itself", "name another run"))
    systems = scored(root, [named(baseline), named(candidate)], values, on_gold)
    section = {**values["compare"], "baseline": baseline, "candidates": [candidate]}
    sufficient = f"sufficient@{values['score']['headline']}"
    labelled = any(system.metrics[sufficient]["n"] for system in systems.values())
    made = held(systems, plan(section, systems, values["score"], labelled=labelled))
    record = made.record["comparisons"][0]
    if form == "json":
        sys.stdout.write(pretty(record).decode())
    else:
        say = Catalogue(lang or values["report"]["lang"])
        compared = Compared(made.record, made.differences, made.changes)
        click.echo(document(say, compared, _questions(root), form=form), nl=False)
    if record["refusals"]:
        if any(refusal["rule"] == "gold" for refusal in record["refusals"]):
            click.echo("name the gold set that both are scored on: --on-gold REV", err=True)
        sys.exit(1)


@click.command()
@click.option(
    "--format", "form", type=click.Choice(["terminal", "json"]), default="terminal", show_default=True
)
@_lang
def gate(form: str, lang: str | None) -> None:
    """Hold the present scores against the gates in params.yaml; exit 1 if one fails.

    There are no gates by default: what is good enough, the owner of the system says. Each entry of `gates` names a
    metric and one limit: `at_least`, `at_most`, or `no_regression_beyond` (against the baseline); if wanted, a
    `slice` and `systems`. Only queries with reviewed labels count, and a value that is not measured fails.

    \b
    gates:
      - {metric: sufficient@5, at_least: 0.7}
      - {metric: sufficient@5, at_least: 0.8, slice: {type: exact}, systems: [bm25-wide]}
      - {metric: coverage@5, no_regression_beyond: 0.02}
      - {metric: harmful@5, at_most: 0}

    Example: assay gate
    """  # noqa: D301  # \b keeps the lines of the example apart
    from assay.manifest import pretty
    from assay.report.catalogue import Catalogue
    from assay.report.compared import gate_lines

    root = git.root()
    values = corpora.settings(root)
    compared = _evaluated(root, values)
    checks = compared.record["gates"]
    if form == "json":
        sys.stdout.write(pretty(checks).decode())
    elif not checks:
        click.echo("params.yaml states no gates; see `assay gate --help`")
    else:
        click.echo("\n".join(gate_lines(Catalogue(lang or values["report"]["lang"]), compared.record)))
    sys.exit(0 if all(check["passed"] for check in checks) else 1)


def _evaluated(root: Path, values: dict[str, Any]) -> "Compared":
    """The scores of the working tree held against the baseline and the gates, by today's params.yaml.

    Raises:
        InputError: scores that are not there, or that are of other labels than the gold set has now.
    """
    from assay.comparison.evaluation import Sections, evaluate
    from assay.comparison.inputs import SLICES, read_system, reviewed
    from assay.comparison.outputs import SYSTEMS, reader
    from assay.report.inputs import Compared
    from assay.scoring.labels import gold_revision
    from assay.tables import parse_table

    read = reader(root)

    def table(name: str, file: str) -> Any:
        return parse_table(read(f"{SYSTEMS}/{name}/{file}"), f"{SYSTEMS}/{name}/{file}")

    systems = {
        name: read_system(
            name,
            lambda file, name=name: read(f"{SYSTEMS}/{name}/{file}"),  # type: ignore[misc]  # bound at once
            lambda file, name=name: table(name, file),  # type: ignore[misc]
        )
        for name in sorted(values["systems"])
    }
    now = gold_revision(read(QUERIES), read(PASSAGES), "gold")
    rule = "was scored on other labels than the gold set has now"
    refuse(
        [
            Problem(f"{SYSTEMS}/{name}", rule, REPRO)
            for name, system in systems.items()
            if system.summary["gold_revision"] != now
        ]
    )
    groups = {name: table(name, SLICES) for name in systems}
    sections = Sections(values["compare"], values["gates"], values["score"])
    made = evaluate(systems, groups, reviewed(read(QUERIES), QUERIES), sections)
    return Compared(made.record, made.differences, made.changes)


def _questions(root: Path) -> dict[str, str]:
    """Texts of today's dev questions by id; none of what cannot be read."""
    import polars as pl

    from assay.gold.queries import parse_queries

    queries, _ = parse_queries((root / QUERIES).read_bytes(), QUERIES)
    return dict(queries.filter(pl.col("split") == "dev").select("id", "query").iter_rows())
