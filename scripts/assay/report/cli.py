"""Commands about comparisons: ``assay compare``, ``assay gate``."""

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from assay import corpora, git, output
from assay.errors import InputError, Problem, refuse
from assay.outdated import outdated
from assay.systems import all_systems, runs_of, stages


@click.command()
@click.argument("baseline", metavar="BASELINE")
@click.argument("candidate", metavar="CANDIDATE")
@click.option("--on-gold", metavar="REV", help="Score both on the gold set of this revision.")
@output.form("terminal", "markdown", "json")
@output.lang
def compare(baseline: str, candidate: str, on_gold: str | None, form: str, lang: str | None) -> None:
    """Compare two runs: SYSTEM of the working tree, or REV:SYSTEM as a commit records it.

    Both are scored anew by today's definitions and cut-offs, each on the gold set of its own revision; nothing is
    retrieved again. Metrics, samples and seed are those of `compare` in params.yaml. Runs that cannot be compared
    are refused with the reason (exit 1): other labels, another corpus, other questions, too shallow results, too
    many errors. A comparison that params.yaml plans is corrected for all tests of the plan, as in the report; any
    other one for its own.

    Example: assay compare bm25-fine bm25-wide

    Example: assay compare HEAD:bm25-fine bm25-fine

    Example: assay compare v1:bm25 HEAD:bm25 --on-gold HEAD
    """
    from assay.comparison.evaluation import compare as held
    from assay.comparison.evaluation import refuse_few
    from assay.comparison.named import named, scored
    from assay.comparison.plan import plan, planned
    from assay.comparison.systems import labelled
    from assay.manifest import pretty
    from assay.report.catalogue import Catalogue
    from assay.report.compared import document

    root = git.root()
    values = corpora.settings(root)
    if baseline == candidate:
        raise InputError(Problem(candidate, "is the baseline itself", "name another run"))
    if on_gold is not None and not on_gold.strip():
        raise InputError(Problem("--on-gold", "names no revision", "name one, such as HEAD"))
    together = [candidate] if on_gold else planned(values, baseline, candidate)
    systems = scored(root, [named(name) for name in (baseline, *together)], values, on_gold)
    section = {**values["compare"], "baseline": baseline, "candidates": together}
    made = held(systems, plan(section, systems, values["score"], labelled=labelled(systems))).only(candidate)
    refuse_few(made.record)
    record = made.record["comparisons"][0]
    if form == "json":
        click.echo(pretty(record), nl=False)
    else:
        say = Catalogue(lang or values["report"]["lang"])
        questions = _questions(root) if values["report"]["include_text"] else None
        click.echo(document(say, made, questions, form=form), nl=False)
    if record["refusals"] or record["verdict"] == "refused":
        if any(refusal["rule"] == "gold" for refusal in record["refusals"]):
            click.echo("name the gold set that both are scored on: --on-gold REV", err=True)
        sys.exit(1)


@click.command()
@output.form("terminal", "json")
@output.lang
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
    checks = _checks(root, values)
    if form == "json":
        click.echo(pretty(checks), nl=False)
    elif not checks:
        click.echo("params.yaml states no gates; see `assay gate --help`")
    else:
        click.echo("\n".join(gate_lines(Catalogue(lang or values["report"]["lang"]), {"gates": checks})))
    sys.exit(0 if all(check["passed"] for check in checks) else 1)


def _checks(root: Path, values: dict[str, Any]) -> list[dict[str, Any]]:
    """The scores of the working tree held against the gates, by today's params.yaml.

    Raises:
        InputError: scores that are not there, or that are of other labels or settings than there are now.
    """
    from assay.comparison.evaluation import Sections, gate_checks
    from assay.comparison.inputs import SLICES, read_system, reviewed
    from assay.comparison.outputs import SYSTEMS, reader
    from assay.gold.repository import NAMES
    from assay.tables import parse_table

    listed = all_systems(values)
    cuts = dict.fromkeys(settings["snapshot"] for settings in listed.values())
    above = [stage for name in listed for stage in runs_of(values, name)]
    scoring = [f"project@{cut}" for cut in cuts] + [stages(values, name)[1] for name in listed]
    refuse(outdated(root, values, dict.fromkeys(["topics", *above, *scoring])))
    read = reader(root)

    def file(system: str, name: str) -> bytes:
        return read(f"{SYSTEMS}/{system}/{name}")

    def table(system: str, name: str) -> Any:
        return parse_table(file(system, name), f"{SYSTEMS}/{system}/{name}")

    systems = {name: read_system(name, partial(file, name), partial(table, name)) for name in sorted(listed)}
    queries = read(NAMES["queries"])
    groups = {name: table(name, SLICES) for name in systems}
    sections = Sections(values["compare"], values["gates"], values["score"])
    return gate_checks(systems, groups, reviewed(queries, NAMES["queries"]), sections)


def _questions(root: Path) -> dict[str, str]:
    """Texts of today's dev questions by id; none of what cannot be read."""
    import polars as pl

    from assay.gold.queries import parse_queries
    from assay.gold.repository import files_now

    queries, _ = parse_queries(files_now(root)["queries"], "gold")
    return dict(queries.filter(pl.col("split") == "dev").select("id", "query").iter_rows())
