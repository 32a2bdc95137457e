"""The reference, from the code: parameters, fields of what people edit, columns of tables, metrics, commands."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import click

from assay import entries, settings

SCHEMAS = (
    *("assay.retrieval.schema", "assay.gold.schema", "assay.evidence.schema", "assay.scoring.schema"),
    "assay.comparison.schema",
)


def table(*rows: list[str]) -> Iterator[str]:
    """A table of Markdown, its head first."""
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
        yield from table(
            ["key", "rule", "meaning"], *([f"`{key}`", one.rule(), one.doc] for key, one in known.items())
        )


def _imports_of(kind: str) -> str:
    """Title of the table of an import, which has the file's name, or a pattern of names, as the last key."""
    from assay.exchange.import_params import OF_A_SYSTEM

    system = ".&lt;system&gt;" if kind in OF_A_SYSTEM else ""
    return f"import.{kind}{system}.&lt;file&gt; (kept by imports; a name, or a pattern as `questions-*.xlsx`)"


def fields(rules: entries.Rules, root: Path) -> Iterator[str]:
    """The fields of a ledger's rows."""
    del root
    rows = ([f"`{name}`", rule.words, rule.doc] for name, rule in rules.items())
    yield from table(["field", "what it must be", "meaning"], *rows)


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
    yield from table(["field", "allowed values", "meaning"], *rows)


def card(root: Path) -> Iterator[str]:
    """What the card of a recorded run may state."""
    del root
    from assay.retrieval.kinds.recorded import STATED

    rows = ([f"`{name}`", field.rule(), "yes" if field.required else ""] for name, field in STATED.items())
    yield from table(["key", "rule", "required"], *rows)


def answers(root: Path) -> Iterator[str]:
    """What a line of answers.jsonl may state, and the objects in it."""
    del root
    from assay.evidence import fields

    parts = {
        "": fields.ANSWER,
        "retrieved[].": fields.RETRIEVED,
        "citations[].": fields.CITATION,
        "declines[].": fields.DECLINE,
        "expected_evidence.": fields.EXPECTED,
        "expected_evidence.needed[].": fields.NEEDED,
    }
    rows = (
        [f"`{before}{name}`", part.field.rule(), "yes" if part.field.required else "", part.doc]
        for before, known in parts.items()
        for name, part in known.items()
    )
    yield from table(["key", "rule", "required", "meaning"], *rows)


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
    yield from table(["command", "what it does", "example"], *rows)


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
                yield from table(["column", "type", "null", "meaning"], *_columns(model))


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
    yield from table(
        ["metric", "cut at", "formula", "range", "better", "null", "source", "definition"], *rows
    )


def _clause(doc: str, start: str) -> str:
    """The part of a formula's docstring that begins with a word, up to the end of its clause."""
    found = re.search(rf"\b{start}.*?(?=[.;](?: |$)|$)", " ".join(doc.split()))
    return found[0].removesuffix(".") if found else ""
