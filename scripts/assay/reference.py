"""The generated parts of the documents: results table, parameters, metrics, tables, commands.

A generated part stands between ``<!-- generated: name -->`` and ``<!-- /generated -->``.
"""

import importlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assay import entries, settings
from assay.jsonl import read_object
from assay.systems import all_systems

if TYPE_CHECKING:
    from assay.report.catalogue import Catalogue

Means = Mapping[str, float | None]
PART = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- /generated -->)", re.DOTALL)
LEDGERS = "evidence/README.md", *(f"evidence/{name}/README.md" for name in entries.FIELDS)
FILES = ("README.md", "scripts/README.md", "gold/README.md", "runs/recorded/README.md", *LEDGERS)
FIGURES = "reports/metrics.json"
SCHEMAS = ("assay.retrieval.schema", "assay.gold.schema", "assay.scoring.schema", "assay.comparison.schema")


def outdated(root: Path) -> list[str]:
    """Names of the documents whose generated parts are not what the code and the results give now."""
    return [name for name in FILES if _filled(root, name) != (root / name).read_text("utf-8")]


def write(root: Path) -> list[str]:
    """Write the generated parts; gives the names of the documents that changed."""
    changed = outdated(root)
    for name in changed:
        text = _filled(root, name)
        (root / name).write_bytes(text.encode())
    return changed


def _filled(root: Path, name: str) -> str:
    makers: dict[str, Callable[[Path], Iterator[str]]] = {
        "results": results,
        "parameters": parameters,
        "metrics": metrics,
        "tables": tables,
        "commands": commands,
        "card": card,
        "choices": choices,
        "envelope": partial(fields, entries.ENVELOPE),
        **{name: partial(fields, rules) for name, rules in entries.FIELDS.items()},
    }
    text = (root / name).read_text("utf-8")
    return PART.sub(lambda part: part[1] + "\n".join(makers[part[2]](root)) + "\n" + part[3], text)


def _table(*rows: list[str]) -> Iterator[str]:
    head, *body = rows
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in body:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def parameters(root: Path) -> Iterator[str]:
    """One table a section of params.yaml."""
    del root
    from assay.exchange.import_params import IMPORTS

    sections = {
        "snapshots.&lt;name&gt;": settings.SNAPSHOT,
        "snapshots.&lt;name&gt;, chunking structure or windows": settings.CHUNKINGS["structure"],
        "systems.&lt;name&gt;": settings.SYSTEM,
        **{f"systems.&lt;name&gt;, kind {kind}": more for kind, more in settings.KINDS.items()},
        "fusions.&lt;name&gt; (a system made of two others)": settings.FUSION,
        "score": settings.SCORE,
        "compare": settings.COMPARE,
        "gates (a list; one entry a gate)": settings.GATE,
        "report": settings.REPORT,
        "record.&lt;name&gt; (optional)": {**settings.RECORD, **settings.RECORDERS["http"]},
        "record.&lt;name&gt;.fields": settings.RECORD_FIELDS,
        **{_imports_of(kind): known for kind, known in IMPORTS.items()},
        "top level": {"adjudicators": settings.ADJUDICATORS},
    }
    for section, known in sections.items():
        yield f"\n**{section}**\n"
        yield from _table(
            ["key", "rule", "meaning"], *([f"`{key}`", one.rule(), one.doc] for key, one in known.items())
        )


def _imports_of(kind: str) -> str:
    """Title of the table of an import, which has the file's name, or a pattern of names, as the last key."""
    system = ".&lt;system&gt;" if kind == "results" else ""
    return f"import.{kind}{system}.&lt;file&gt; (kept by imports; a name, or a pattern as `questions-*.xlsx`)"


def fields(rules: entries.Rules, root: Path) -> Iterator[str]:
    """The fields of a ledger's rows."""
    del root
    rows = ([f"`{name}`", rule.words, rule.doc] for name, rule in rules.items())
    yield from _table(["field", "what it must be", "meaning"], *rows)


def choices(root: Path) -> Iterator[str]:
    """Fields of queries that take one of a few values."""
    del root
    from assay.gold.fields import QUERY
    from assay.gold.kinds import Choice

    rows = []
    for name, field in QUERY.items():
        if isinstance(field.kind, Choice):
            values = ", ".join(f"`{value}`" for value in field.kind.values)
            rows.append(
                [f"`{name}`", values + (", or `null`: not known" if field.nullable else ""), field.doc]
            )
    yield from _table(["field", "allowed values", "meaning"], *rows)


def card(root: Path) -> Iterator[str]:
    """What the card of a recorded run may state."""
    del root
    from assay.retrieval.kinds.recorded import STATED

    rows = ([f"`{name}`", field.rule(), "yes" if field.required else ""] for name, field in STATED.items())
    yield from _table(["key", "rule", "required"], *rows)


def commands(root: Path) -> Iterator[str]:
    """Every command with its first line of help and its example."""
    del root
    from assay.__main__ import assay

    rows = []
    for path, command in _walk(assay, "assay"):
        help_text = (command.help or "").replace("\b", "").strip().splitlines()
        example = next(
            (line.strip().removeprefix("Example: ") for line in help_text if "Example:" in line), ""
        )
        rows.append([f"`{path}`", help_text[0], f"`{example}`"])
    yield from _table(["command", "what it does", "example"], *rows)


def _walk(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield path, command
    if not isinstance(command, click.Group):
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        if child:
            yield from _walk(child, f"{path} {name}")


def tables(root: Path) -> Iterator[str]:
    """The data dictionary: every column of every table, from the pandera models."""
    del root
    import pandera.polars as pa

    for module_name in SCHEMAS:
        module = importlib.import_module(module_name)
        for name, model in vars(module).items():
            if (
                name[0] != "_"
                and isinstance(model, type)
                and issubclass(model, pa.DataFrameModel)
                and model.__module__ == module_name
            ):
                yield f"\n**{name}**: {(model.__doc__ or '').strip().partition(chr(10))[0]}\n"
                yield from _table(["column", "type", "null", "meaning"], *_columns(model))


def _columns(model: type) -> Iterator[list[str]]:
    for name, column in model.to_schema().columns.items():  # type: ignore[attr-defined]
        yield [f"`{name}`", str(column.dtype), "yes" if column.nullable else "", column.description or ""]


def metrics(root: Path) -> Iterator[str]:
    """Every metric with cut-offs, formula, direction and definition id; the docstrings say the rest."""
    del root
    from assay.scoring.metrics import METRICS

    rows = [
        [
            f"`{metric.name}`",
            metric.cuts,
            metric.en,
            "0–1" if metric.bounded else "≥ 0",
            "↑" if metric.direction == "up" else "↓",
            _clause(metric.expression.__doc__ or "", "null"),
            _clause(metric.expression.__doc__ or "", "Source:").removeprefix("Source: "),
            f"`{metric.definition}`",
        ]
        for metric in METRICS
    ]
    yield from _table(
        ["metric", "cut at", "formula", "range", "better", "null", "source", "definition"], *rows
    )


def _clause(doc: str, start: str) -> str:
    """The part of a formula's docstring that begins with a word, up to the end of its clause."""
    found = re.search(rf"\b{start}.*?(?=[.;](?: |$)|$)", " ".join(doc.split()))
    return found[0].removesuffix(".") if found else ""


def results(root: Path) -> Iterator[str]:
    """The newest results: one row a system, the headline figures of reports/metrics.json."""
    from assay import corpora
    from assay.report.catalogue import Catalogue

    if not (root / FIGURES).is_file() and not (root / "dvc.lock").is_file():  # nothing has run yet
        yield Catalogue(corpora.language(root))("no_results")
        return
    figures = read_object((root / FIGURES).read_bytes(), FIGURES, "the figures")
    values = corpora.settings(root)
    say = Catalogue(values["report"]["lang"])
    at = values["score"]["headline"]
    characters = [f"sufficient@{budget}c" for budget in values["score"]["chars"]]
    names = [f"sufficient@{at}", *characters, f"coverage@{at}", f"recall@{at}", f"hit@{at}", "n"]
    listed = all_systems(values)
    shown = {system: figures[system] for system in sorted(figures) if system in listed}
    baseline = values["compare"]["baseline"]
    against = [f"`{names[0]}` against `{baseline}`"] if baseline else []
    rows = [
        [
            f"`{system}`",
            f"`{listed[system]['snapshot']}`",
            *(_figure(say, means, name) for name in names),
            *(_difference(means) for _ in against),
        ]
        for system, means in shown.items()
    ]
    yield from _table(["system", "snapshot", *(f"`{name}`" for name in names), *against], *rows)
    if any(f"n:{name}" in means for means in shown.values() for name in names):
        yield f"\n{say('readme.n')}"
    yield from _corpora(say, shown)


def _figure(say: "Catalogue", means: Means, name: str) -> str:
    """A value, with the number of queries that it rests on where that is not the row's n."""
    value, n = means.get(name), means.get(f"n:{name}")
    if value is None:
        return str(say("readme.not_measured"))
    return str(value) if isinstance(value, int) else f"{value:.3f}" + (f" ({n})" if n else "")


def _difference(means: Means) -> str:
    """The difference from the baseline, its interval and adjusted p; a dash where there is none."""
    keys = ("difference", "difference:low", "difference:high", "difference:p_adjusted")
    found = [value for key in keys if (value := means.get(key)) is not None]
    if len(found) < len(keys):
        return "–"
    from assay.report.comparisons import p_value, signed

    *differences, p = found
    difference, low, high = (signed("sufficient@", value) for value in differences)
    return f"{difference} ({low} … {high}), adjusted p {p_value(p)}"


def _corpora(say: "Catalogue", figures: Mapping[str, Means]) -> Iterator[str]:
    """Which systems search another corpus, if some do."""
    alike: dict[float | None, list[str]] = {}
    for system, means in figures.items():
        alike.setdefault(means.get("corpus"), []).append(f"`{system}`")
    if len(alike) > 1:
        yield f"\n{say('readme.corpora')} {'; '.join(', '.join(names) for names in alike.values())}."
