"""Commands about the corpus: check it, and see how a document is cut."""

from pathlib import Path
from typing import Any

import click

from assay import corpora, git
from assay.corpora import faults, source_files, sources
from assay.counting import counted
from assay.errors import InputError, Problem, refuse


@click.group()
def corpus() -> None:
    """Check documents, and see how one is cut into chunks."""


@corpus.command(short_help="Check documents: front matter, encoding, ids, dates.")
@click.argument("folder", required=False, type=click.Path(exists=True, path_type=Path))
def check(folder: Path | None) -> None:
    """Check all documents of FOLDER (default: the sources of params.yaml), or its chunks.jsonl: front matter, encoding, ids, dates.

    Example: assay corpus check
    """
    from assay.retrieval.snapshot import read_source

    root = Path() if folder else git.root()
    problems = [] if folder else faults(root)
    for name in [folder.as_posix()] if folder else sources(root):
        try:
            documents, chunks = read_source(source_files(root, name), name)
        except InputError as error:
            problems += error.problems
            continue
        texts = [document.body for document in documents] if chunks is None else chunks["text"].to_list()
        count = counted(len(texts), "document" if chunks is None else "chunk")
        click.echo(f"{name}: {count}, {counted(sum(map(len, texts)), 'character')}: no faults")
    refuse(problems)


@corpus.command(short_help="Show how a document is cut into chunks.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--snapshot", required=True, help="Name of the snapshot in params.yaml whose settings to use.")
def chunks(file: Path, snapshot: str) -> None:
    """Show the chunks of one document under a snapshot's settings; nothing is written.

    Example: assay corpus chunks corpus/returns/returns.md --snapshot fine
    """
    from assay.retrieval.chunking import cut
    from assay.retrieval.documents import is_document, read_documents

    if not is_document(file.name):
        rule = "is no document: README files, hidden files and those that are not .md are skipped"
        raise InputError(Problem(file.as_posix(), rule, "name another file"))
    settings = _snapshot(snapshot)
    how = {key: settings[key] for key in ("chunking", "size", "overlap")}
    for document in read_documents({file.name: file.read_bytes()}, file.parent.as_posix()):
        for chunk in cut(document.body, document.outline, **how):
            text = "".join(document.body[start:end] for start, end in chunk.spans)
            click.secho(
                f"{document.doc_id}#{chunk.anchor}.{chunk.number} ({len(text)} characters)", bold=True
            )
            click.echo(f"{text}\n")


def _snapshot(name: str) -> dict[str, Any]:
    settings: dict[str, dict[str, Any]] = corpora.settings(git.root())["snapshots"]
    if name not in settings:
        raise click.BadParameter(f"{name!r} is no snapshot; one of: {', '.join(settings)}")
    if settings[name]["chunking"] == "ready":
        raise click.BadParameter(f"snapshot {name!r} takes ready-made chunks: nothing is cut")
    return settings[name]
