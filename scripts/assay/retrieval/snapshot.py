"""A snapshot: all chunks of one state of the corpus under one chunking, with ids made of their content."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import polars as pl

from assay.errors import InputError, Problem
from assay.manifest import canonical
from assay.retrieval.chunking import cut
from assay.retrieval.documents import Document, is_document, read_documents
from assay.retrieval.frames import CHUNKS, DOCUMENTS
from assay.retrieval.languages import language
from assay.retrieval.ready import declared, read_chunks
from assay.tables import check, keys_of, text_sha256

READY, CARD = "chunks.jsonl", "card.json"
_SLICE = 1 << 14  # rows that are hashed at a time


@dataclass(frozen=True)
class Snapshot:
    """The tables ``documents`` and ``chunks`` (columns in ``frames``) and the card."""

    documents: pl.DataFrame
    chunks: pl.DataFrame
    card: dict[str, Any]


def build(name: str, settings: Mapping[str, Any], files: Mapping[str, bytes], where: str) -> Snapshot:
    """Make a snapshot.

    Args:
        name: its name in params.yaml.
        settings: its section there: ``source``, ``chunking``, ``size``, ``overlap``.
        files: bytes by path below the source; one file, where the source is a chunks.jsonl.
        where: the source's name for messages.

    Raises:
        InputError: every fault of the source's files, or settings that do not fit them.
    """
    from assay.retrieval import schema

    _check_settings(f"params.yaml snapshots.{name}", settings, files, where)
    texts, ready = read_source(files, where)
    if ready is not None:
        documents, chunks = pl.DataFrame(schema=DOCUMENTS), chunk_table(ready)
        kind = "chunks"
    else:
        documents = check(schema.Documents, document_table(texts), where)
        chunks = chunk_table(_cut_all(texts, settings))
        kind = "documents"
    chunks = chunks.sort("chunk_id")
    chunks = check(
        schema.Chunks, chunks, where, labels=chunks.select(pl.format(f"{where} {{}}", "chunk_id")).to_series()
    )
    owner = owners_card(files, where)
    card = {
        "name": name,
        "kind": kind,
        "settings": dict(settings),
        "corpus_id": owner.get("corpus_id") or corpus_id(documents, chunks),
        **({**owner, "declared": True} if owner else {}),  # that it is no id of these chunks
        "snapshot_id": table_id(chunks if _reworded(ready) else chunks.drop("text")),  # sha256 stands for it
        "counts": _counts(documents, chunks),
        "duplicate_texts": chunks.height - chunks["sha256"].n_unique(),
        **({"ids_only": True} if ids_only(chunks) else {}),
    }
    return Snapshot(documents, chunks, card)


def _reworded(ready: pl.DataFrame | None) -> bool:
    """Whether some text is another than was returned, so that the hash does not stand for it."""
    return ready is not None and ready["returned"].null_count() < ready.height


def read_source(files: Mapping[str, bytes], where: str) -> tuple[list[Document], pl.DataFrame | None]:
    """The documents of a source; or none, and the chunks of its chunks.jsonl.

    Raises:
        InputError: every fault of the files, a card of the chunks among them; both kinds in one source.
    """
    ready, others = _kinds(files)
    if not ready:
        return read_documents(files, where), None
    if others or len(ready) > 1:
        found = ", ".join([*ready, *others][:3])
        raise InputError(
            Problem(where, f"holds {READY} and other sources ({found})", "keep one kind, one file")
        )
    owners_card(files, where)
    place = where if PurePosixPath(where).name == ready[0] else f"{where}/{ready[0]}"
    return [], read_chunks(files[ready[0]], place)


def corpus_id(documents: pl.DataFrame, chunks: pl.DataFrame) -> str:
    """Id of a source by its contents: its documents and their bytes, or where there are none, its chunks' texts."""
    name, frame = ("doc_id", documents) if len(documents) else ("chunk_id", chunks)
    slices = frame.select(name, "sha256").sort(name).iter_slices(_SLICE)
    return _sha256_of(_json_list(rows.rows() for rows in slices))


def owner_id(files: Mapping[str, bytes], where: str) -> str | None:
    """The corpus id that the card.json beside a chunks.jsonl declares; None: it is made of the contents.

    Raises:
        InputError: every fault of that card.
    """
    return owners_card(files, where).get("corpus_id")


def owners_card(files: Mapping[str, bytes], where: str) -> dict[str, Any]:
    """The card.json beside a chunks.jsonl, as :func:`assay.retrieval.ready.declared` has it; empty: there is none.

    Raises:
        InputError: every fault of that card.
    """
    ready, _ = _kinds(files)
    card = PurePosixPath(ready[0]).with_name(CARD).as_posix() if ready else ""
    return declared(files[card], f"{where}/{card}") if card in files else {}


def _kinds(files: Mapping[str, bytes]) -> tuple[list[str], list[str]]:
    """Names of the files that hold chunks, and of those that are documents."""
    return [path for path in files if path.endswith(".jsonl")], [path for path in files if is_document(path)]


def _check_settings(where: str, settings: Mapping[str, Any], files: Mapping[str, bytes], source: str) -> None:
    ready, others = _kinds(files)
    if ready and not others and settings["chunking"] != "ready":
        rule = f"is {settings['chunking']}, but {source} holds chunks cut elsewhere"
        raise InputError(Problem(f"{where}.chunking", rule, "set it to ready"))
    if others and not ready and settings["chunking"] == "ready":
        rule = f"is ready, but {source} holds documents"
        raise InputError(Problem(f"{where}.chunking", rule, "set it to structure or windows"))


def document_table(documents: list[Document]) -> pl.DataFrame:
    """The table ``documents``, sorted by id."""
    columns = {
        name: [getattr(document, name) for document in documents]
        for name in DOCUMENTS
        if name not in {"n_chars", "outline"}
    }
    columns["n_chars"] = [len(document.body) for document in documents]
    columns["outline"] = [[mark._asdict() for mark in document.outline] for document in documents]
    return pl.DataFrame({name: columns[name] for name in DOCUMENTS}, schema=DOCUMENTS).sort("doc_id")


def _cut_all(documents: list[Document], settings: Mapping[str, Any]) -> pl.DataFrame:
    how = {key: settings[key] for key in ("chunking", "size", "overlap")}
    found = [
        (document, position, chunk)
        for document in documents
        for position, chunk in enumerate(cut(document.body, document.outline, **how))
    ]
    names = ("doc_id", "doc_version", "title", "lang", "subject", "valid_from", "valid_to", "url")
    columns: dict[str, list[Any]] = {name: [getattr(text, name) for text, _, _ in found] for name in names}
    columns["chunk_id"] = [f"{text.doc_id}#{chunk.anchor}.{chunk.number}" for text, _, chunk in found]
    columns["section"] = [chunk.section for _, _, chunk in found]
    columns["anchor"] = [chunk.anchor for _, _, chunk in found]
    columns["position"] = [position for _, position, _ in found]
    columns["spans"] = [[{"start": a, "end": b} for a, b in chunk.spans] for _, _, chunk in found]
    columns["text"] = ["".join(text.body[a:b] for a, b in chunk.spans) for text, _, chunk in found]
    frame = pl.DataFrame(columns, schema_overrides={name: CHUNKS[name] for name in columns})
    return frame.with_columns(lang=language(pl.col("text"), pl.col("lang")))


def chunk_table(frame: pl.DataFrame) -> pl.DataFrame:
    """The table ``chunks``: keys, hashes and lengths added, columns in order.

    Hash and length are those of the text as it was returned (column ``returned``, where there is one): the length is
    what was read, and a recorded result is known by its hash.
    """
    read = frame["text"]
    if "returned" in frame.columns:
        read = frame.select(pl.coalesce("returned", "text").alias("text")).to_series()
    return frame.with_columns(
        keys_of(frame["chunk_id"]).alias("chunk_key"),
        pl.Series("sha256", [text_sha256(text) for text in read], dtype=pl.String),
        read.str.len_chars().cast(pl.UInt32).alias("n_chars"),
    ).select(pl.col(name).cast(dtype) for name, dtype in CHUNKS.items())


def table_id(frame: pl.DataFrame) -> str:
    """SHA-256 of a table's content: its columns by name, values as JSON, rows in the order given."""
    plain = frame.with_columns(pl.selectors.date().cast(pl.String))
    return _sha256_of(_json_columns(plain))


def _json_columns(frame: pl.DataFrame) -> Iterator[bytes]:
    """Canonical JSON of the columns by name, a slice of one at a time: as text they take many times their room."""
    for number, name in enumerate(sorted(frame.columns)):
        yield (b"," if number else b"{") + canonical(name) + b":"
        column = frame[name]
        yield from _json_list(column.slice(at, _SLICE).to_list() for at in range(0, len(column), _SLICE))
    yield b"}"


def _json_list(parts: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """Canonical JSON of a list that comes in parts, none of them empty."""
    mark = b"["
    for part in parts:
        yield mark + canonical(part)[1:-1]
        mark = b","
    yield b"[]" if mark == b"[" else b"]"


def _sha256_of(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def ids_only(chunks: pl.DataFrame) -> bool:
    """Whether no text is known: each id stands for its own, so that what is counted in characters means nothing."""
    return len(chunks) > 0 and bool((chunks["text"] == chunks["chunk_id"]).all())


def _counts(documents: pl.DataFrame, chunks: pl.DataFrame) -> dict[str, Any]:
    languages = chunks.group_by("lang").len().sort("lang", nulls_last=True)
    return {
        "documents": documents.height or chunks["doc_id"].drop_nulls().n_unique(),
        "chunks": chunks.height,
        "characters": None if ids_only(chunks) else int(chunks["n_chars"].sum()),
        "languages": {lang or "unknown": count for lang, count in languages.rows()},
    }
