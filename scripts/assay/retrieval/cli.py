"""Commands about the corpus: check it, and see how a document is cut."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from assay import git
from assay.corpora import sources
from assay.counting import counted
from assay.errors import InputError, Problem, refuse

PARAMS = "params.yaml"


@click.group()
def corpus() -> None:
    """Check documents, and see how one is cut into chunks."""


@corpus.command()
@click.argument("folder", required=False, type=click.Path(exists=True, path_type=Path))
def check(folder: Path | None) -> None:
    """Check all documents of FOLDER (default: the sources of params.yaml), or its chunks.jsonl: front matter, encoding, ids, dates.

    Example: assay corpus check
    """
    from assay.retrieval.snapshot import read_source
    from assay.stage import read_files

    problems: list[Problem] = []
    for name, place in {folder.as_posix(): folder}.items() if folder else _sources():
        try:
            documents, chunks = read_source(read_files(place), name)
        except InputError as error:
            problems += error.problems
            continue
        texts = [document.body for document in documents] if chunks is None else chunks["text"].to_list()
        count = counted(len(texts), "document" if chunks is None else "chunk")
        click.echo(f"{name}: {count}, {counted(sum(map(len, texts)), 'character')}: no faults")
    refuse(problems)


def _sources() -> Iterator[tuple[str, Path]]:
    root = git.root()
    return ((name, root / name) for name in sources(root))


@corpus.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--snapshot", required=True, help="Name of the snapshot in params.yaml whose settings to use.")
def chunks(file: Path, snapshot: str) -> None:
    """Show the chunks of one document under a snapshot's settings; nothing is written.

    Example: assay corpus chunks corpus/returns/returns.md --snapshot fine
    """
    from assay.retrieval.chunking import cut
    from assay.retrieval.documents import read_documents

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
    from assay import params

    data = (git.root() / PARAMS).read_bytes()
    settings: dict[str, dict[str, Any]] = params.read(data, PARAMS)["snapshots"]
    if name not in settings:
        raise click.BadParameter(f"{name!r} is no snapshot; one of: {', '.join(settings)}")
    if settings[name]["chunking"] == "ready":
        raise click.BadParameter(f"snapshot {name!r} takes ready-made chunks: nothing is cut")
    return settings[name]
