"""Commands about the corpus: check it, and see how a document is cut."""

from pathlib import Path
from typing import Any

import click

PARAMS = "params.yaml"


@click.group()
def corpus() -> None:
    """Check documents, and see how one is cut into chunks."""


@corpus.command()
@click.argument("folder", default="corpus", type=click.Path(exists=True, path_type=Path))
def check(folder: Path) -> None:
    """Check all documents of FOLDER (default: corpus), or its chunks.jsonl: front matter, encoding, ids, dates.

    Example: assay corpus check
    """
    from assay.retrieval.snapshot import read_source
    from assay.stage import read_files

    documents, chunks = read_source(read_files(folder), folder.as_posix())
    texts = [document.body for document in documents] if chunks is None else chunks["text"].to_list()
    kind = "documents" if chunks is None else "chunks"
    click.echo(f"{len(texts)} {kind}, {sum(map(len, texts))} characters: no faults")


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

    settings: dict[str, dict[str, Any]] = params.read(Path(PARAMS).read_bytes(), PARAMS)["snapshots"]
    if name not in settings:
        raise click.BadParameter(f"{name!r} is no snapshot; one of: {', '.join(settings)}")
    if settings[name]["chunking"] == "ready":
        raise click.BadParameter(f"snapshot {name!r} takes ready-made chunks: nothing is cut")
    return settings[name]
