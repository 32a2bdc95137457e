"""Commands about the gold set: check, passage add, passage refresh."""

import re
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import click

from assay import git
from assay.corpora import faults
from assay.counting import FLOOD, counted, thinned
from assay.errors import InputError, Problem
from assay.files import brought

SNAPSHOTS = "runs/snapshots"
ALL = "assay gold check --all"
FEW = 5  # warnings alike that are all printed
_ID = re.compile(r"\b([0-9a-f]{12})[0-9a-f]{52}\b")  # of a corpus


@click.group()
def gold() -> None:
    """The gold set: questions, the passages that answer them, and their rules.

    Example: assay gold check
    """


@gold.command(short_help="Hold the gold set against its rules and the corpus.")
@click.option("--strict", is_flag=True, help="Warnings are failures too.")
@click.option("--all", "every", is_flag=True, help="Print every problem and warning, ids in full.")
def check(strict: bool, every: bool) -> None:
    """Hold the gold set against its rules and the corpus; every failure at once, by file and line.

    Of more than ten failures, or five warnings, that are alike three are printed, and ids are cut.

    Example: assay gold check

    Example: assay gold check --strict --all
    """
    from assay.gold.repository import review_repository

    root = git.root()
    found = review_repository(root)
    for line in map(str, found.warnings) if every else map(_cut, thinned(found.warnings, FEW, ALL)):
        click.echo(f"warning: {line}", err=True)
    for name, count in found.counts.items():
        click.echo(f"{name}: {count}")
    if found.unmatched:
        click.echo(f"note: {found.unmatched.text}; {found.unmatched.fix}")
    # Rules that settings have nothing to do with were held all the same.
    problems = list(dict.fromkeys(faults(root) + found.corpus + found.problems))
    click.echo(f"problems: {len(problems)}, warnings: {len(found.warnings)}")
    if problems or (strict and found.warnings):
        shown = problems if every else thinned(problems, FLOOD, ALL)
        raise InputError(shown) if problems else SystemExit(1)


def _cut(warning: Problem) -> str:
    """A warning with the ids of corpora cut, and where to read them in full."""
    line, ids = _ID.subn(r"\1…", str(warning))
    return f"{line} (in full: {ALL})" if ids else line


@gold.group()
def passage() -> None:
    """Labelled stretches of documents.

    Example: assay gold passage add --doc returns --id returns#term --quote "в течение 30 календарных дней"
    """


@passage.command(short_help="Label a passage.")
@click.option("--id", "name", required=True, help="Id of the passage, as returns#term.")
@click.option("--doc", help="Id of the document.")
@click.option(
    "--quote",
    help="Its words, as they stand there or as a page shows them; - reads them from standard input.",
)
@click.option("--span", help="START:END in code points of the document's body, END excluded.")
@click.option("--chunk", help="A whole chunk, by its id in the snapshot.")
@click.option("--snapshot", help="Name of the snapshot of --chunk.")
@click.option("--replace", is_flag=True, help="Put it in place of the passage that has the id.")
@click.option("--dry-run", is_flag=True, help="Show the row and write nothing.")
def add(
    name: str,
    doc: str | None,
    quote: str | None,
    span: str | None,
    chunk: str | None,
    snapshot: str | None,
    replace: bool,
    dry_run: bool,
) -> None:
    """Label a passage: its offsets, section and hash are looked up in the corpus.

    Example: assay gold passage add --doc returns --id returns#term --quote "в течение 30 календарных дней"

    Example: assay gold passage add --doc returns --id returns#term --span 412:447 --dry-run

    Example: assay gold passage add --snapshot fine --chunk "returns#срок-возврата.1" --id returns#term-section

    Example: assay gold passage add --doc returns --id returns#term --quote "30 календарных дней" --replace
    """
    from assay.gold import editing
    from assay.gold.passages import make_passage, passages_bytes
    from assay.gold.quotations import quoted_passage
    from assay.gold.repository import NAMES, place_of, read_corpus, read_passages
    from assay.jsonl import dump_row

    if sum(value is not None for value in (quote, span, chunk)) != 1:
        raise click.UsageError("Give one of --quote, --span and --chunk.")
    if (chunk is None) == (doc is None) or (chunk is None) != (snapshot is None):
        raise click.UsageError("--quote and --span need --doc, --chunk needs --snapshot instead.")
    if not name.strip():
        raise click.UsageError("--id is empty; name the passage, as returns#term")
    text, stretch = None if quote is None else _quotation(quote), _span(span)
    root = git.root()
    corpus = read_corpus(root)
    if chunk is not None:
        row = editing.passage_of_chunk(corpus, _chunk(root, snapshot or "", chunk), name)
    else:
        known, of = corpus.documents, doc or ""
        if text is not None:
            made = quoted_passage(known, of, quote=text, id=name, file=partial(place_of, root, known))
        else:
            made = make_passage(known, of, span=stretch or (0, 0), id=name)
        row = editing.spared(made)
    put = editing.replaced if replace else editing.added
    with _alone(root, dry_run=dry_run):
        rows = put(read_passages(root), row, NAMES["passages"])
        if not dry_run:
            _write(root, NAMES["passages"], passages_bytes(rows))
    click.echo(dump_row(row))
    if not dry_run:
        click.echo(f"wrote {NAMES['passages']}: {counted(len(rows), 'passage')}", err=True)


@passage.command(short_help="Find passages again in today's documents.")
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
    from assay.gold.repository import NAMES, read_corpus, read_passages

    root = git.root()
    corpus = read_corpus(root)
    with _alone(root, dry_run=dry_run):
        done = refreshed(read_passages(root), ids, corpus, NAMES["passages"])
        if done.changes and not dry_run:
            _write(root, NAMES["passages"], passages_bytes(done.rows))
    for change in done.changes:
        click.echo(change)
    if done.changes and not dry_run:
        click.echo(f"wrote {NAMES['passages']}: {counted(len(done.changes), 'passage')} changed", err=True)
    refuse(done.problems)


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
            quote = brought(quote)[0].decode("utf-8").removesuffix("\n")
        except UnicodeDecodeError:
            raise InputError(
                Problem("standard input", "is not UTF-8", "save the quotation as UTF-8")
            ) from None
    if not quote.strip():
        raise click.UsageError("the quotation is empty; give its words")
    return unicodedata.normalize("NFC", quote)


def _span(span: str | None) -> tuple[int, int] | None:
    if span is None:
        return None
    start, _, end = span.partition(":")
    try:
        return int(start), int(end)
    except ValueError:
        raise click.UsageError("--span is START:END, as 412:447.") from None


def _alone(root: Path, *, dry_run: bool) -> AbstractContextManager[None]:
    """The lock of those who write, from reading again to writing; a dry run needs none."""
    from assay.locking import locked

    return nullcontext() if dry_run else locked(root)


def _write(root: Path, path: str, data: bytes) -> None:
    from assay.files import write_file

    write_file(root / path, data)
