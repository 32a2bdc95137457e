"""Commands about the gold set: check, format, passage add, passage refresh."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assay.errors import InputError, Problem

if TYPE_CHECKING:
    from assay.gold.review import Corpus, Review

GOLD, CORPUS, SNAPSHOTS = "gold", "corpus", "runs/snapshots"
NAMES = {"queries": "gold/queries.jsonl", "passages": "gold/passages.jsonl"}


@click.group()
def gold() -> None:
    """The gold set: questions, the passages that answer them, and their rules.

    Example: assay gold check
    """


@gold.command()
@click.option("--strict", is_flag=True, help="Warnings are failures too.")
def check(strict: bool) -> None:
    """Hold the gold set against its rules and the corpus; every failure at once, by file and line.

    Example: assay gold check

    Example: assay gold check --strict
    """
    found = _review(_root())
    for warning in found.warnings:
        click.echo(f"warning: {warning}", err=True)
    for name, count in found.counts.items():
        click.echo(f"{name}: {count}")
    click.echo(f"problems: {len(found.problems)}, warnings: {len(found.warnings)}")
    failures = found.problems + (found.warnings if strict else [])
    if failures:
        raise InputError(found.problems) if found.problems else SystemExit(1)


@gold.command("format")
def format_() -> None:
    """Write both files in their fixed form: lines by id, fields in order, absent ones null.

    Example: assay gold format
    """
    from assay.gold.review import WRITERS
    from assay.jsonl import read_rows

    root = _root()
    written = {
        name: WRITERS[name](row.value for row in read_rows(_read(root, path), path))
        for name, path in NAMES.items()
    }
    for name, data in written.items():
        if data != _read(root, NAMES[name]):
            _write(root, name, data)
            click.echo(f"wrote {NAMES[name]}")


@gold.group()
def passage() -> None:
    """Labelled stretches of documents.

    Example: assay gold passage add --doc returns --id returns#term --quote "в течение 30 календарных дней"
    """


@passage.command()
@click.option("--id", "name", required=True, help="Id of the passage, as returns#term.")
@click.option("--doc", help="Id of the document.")
@click.option("--quote", help="Its text, word for word; - reads it from standard input.")
@click.option("--span", help="START:END in code points of the document's body, END excluded.")
@click.option("--chunk", help="A whole chunk, by its id in the snapshot.")
@click.option("--snapshot", help="Name of the snapshot of --chunk.")
@click.option("--dry-run", is_flag=True, help="Show the row and write nothing.")
def add(
    name: str,
    doc: str | None,
    quote: str | None,
    span: str | None,
    chunk: str | None,
    snapshot: str | None,
    dry_run: bool,
) -> None:
    """Label a passage: its offsets, section and hash are looked up in the corpus.

    Example: assay gold passage add --doc returns --id returns#term --quote "в течение 30 календарных дней"

    Example: assay gold passage add --doc returns --id returns#term --span 412:447 --dry-run

    Example: assay gold passage add --snapshot fine --chunk "returns#срок-возврата.1" --id returns#term-section
    """
    from assay.gold import editing
    from assay.gold.passages import make_passage, passages_bytes
    from assay.jsonl import dump_row

    if sum(value is not None for value in (quote, span, chunk)) != 1:
        raise click.UsageError("Give one of --quote, --span and --chunk.")
    if (chunk is None) == (doc is None) or (chunk is None) != (snapshot is None):
        raise click.UsageError("--quote and --span need --doc, --chunk needs --snapshot instead.")
    root = _root()
    corpus = _corpus(root)
    if chunk is not None:
        row = editing.passage_of_chunk(corpus, _chunk(root, snapshot or "", chunk), name)
    else:
        text = None if quote is None else _quotation(quote)
        made = make_passage(corpus.documents, doc or "", quote=text, span=_span(span), id=name)
        row = editing.spared(made)
    rows = editing.added(_passages(root), row, NAMES["passages"])
    click.echo(dump_row(row))
    if not dry_run:
        _write(root, "passages", passages_bytes(rows))
        click.echo(f"wrote {NAMES['passages']}: {len(rows)} passages", err=True)


@passage.command()
@click.argument("ids", nargs=-1)
@click.option("--dry-run", is_flag=True, help="Show the changes and write nothing.")
def refresh(ids: tuple[str, ...], dry_run: bool) -> None:
    """Take offsets, version, section and hash from today's documents: the text decides where a passage is.

    Passages whose text is gone are left as they are and listed (exit 1).

    Example: assay gold passage refresh returns#term

    Example: assay gold passage refresh --dry-run
    """
    from assay.errors import refuse
    from assay.gold.editing import refreshed
    from assay.gold.passages import passages_bytes

    root = _root()
    done = refreshed(_passages(root), ids, _corpus(root), NAMES["passages"])
    for change in done.changes:
        click.echo(change)
    if done.changes and not dry_run:
        _write(root, "passages", passages_bytes(done.rows))
        click.echo(f"wrote {NAMES['passages']}: {len(done.changes)} passages changed", err=True)
    refuse(done.problems)


def gold_problems(root: Path) -> Iterable[Problem]:
    """Problems of the gold set of a repository, without warnings."""
    return _review(root).problems


def _review(root: Path) -> "Review":
    from assay.gold.review import review

    missing = [Problem(path, "is missing", "add it") for path in NAMES.values() if not (root / path).exists()]
    if missing:
        raise InputError(missing)
    corpus, problems = None, []
    try:
        corpus = _corpus(root)
    except InputError as error:
        problems = error.problems
    found = review({name: _read(root, path) for name, path in NAMES.items()}, NAMES, corpus)
    found.problems[:0] = problems
    return found


def _corpus(root: Path) -> "Corpus":
    import polars as pl

    from assay.gold.review import Corpus
    from assay.retrieval.frames import CHUNKS
    from assay.retrieval.snapshot import chunk_table, document_table, read_source
    from assay.stage import read_files

    documents, ready = read_source(read_files(root / CORPUS), CORPUS)
    return Corpus(
        document_table(documents), pl.DataFrame(schema=CHUNKS) if ready is None else chunk_table(ready)
    )


def _passages(root: Path) -> list[dict[str, Any]]:
    """Rows of passages.jsonl; hashes and offsets may be wrong, fields not."""
    from assay.errors import refuse
    from assay.gold.passages import parse_passages
    from assay.jsonl import read_rows

    path = NAMES["passages"]
    data = _read(root, path) if (root / path).exists() else b""
    refuse(parse_passages(data, path)[1])
    return [row.value for row in read_rows(data, path)]


def _chunk(root: Path, snapshot: str, chunk: str) -> dict[str, Any]:
    from assay.tables import parse_table

    path = root / SNAPSHOTS / snapshot / "chunks.parquet"
    if not path.exists():
        raise InputError(
            Problem(f"{SNAPSHOTS}/{snapshot}", "holds no chunks", "run `make repro`, or name another")
        )
    found = parse_table(path.read_bytes(), path.relative_to(root).as_posix()).filter(chunk_id=chunk)
    if found.is_empty():
        raise InputError(
            Problem(f"{SNAPSHOTS}/{snapshot} {chunk}", "is no chunk of it", "see the ids of a result")
        )
    return found.row(0, named=True)


def _quotation(quote: str) -> str:
    import unicodedata

    if quote == "-":
        try:
            quote = sys.stdin.buffer.read().decode("utf-8").removesuffix("\n")
        except UnicodeDecodeError:
            raise InputError(
                Problem("standard input", "is not UTF-8", "save the quotation as UTF-8")
            ) from None
    return unicodedata.normalize("NFC", quote)


def _span(span: str | None) -> tuple[int, int] | None:
    if span is None:
        return None
    start, _, end = span.partition(":")
    try:
        return int(start), int(end)
    except ValueError:
        raise click.UsageError("--span is START:END, as 412:447.") from None


def _root() -> Path:
    from assay import git

    return git.root()


def _read(root: Path, path: str) -> bytes:
    return (root / path).read_bytes()


def _write(root: Path, name: str, data: bytes) -> None:
    from assay.stage import write_file

    write_file(root / NAMES[name], data)
