import hashlib

import polars as pl
import pytest

from assay.retrieval.contract import Request
from assay.retrieval.frames import CHUNKS
from assay.retrieval.snapshot import chunk_table
from assay.retrieval.topics import Topic


def markdown(body="Text.\n", **front):
    """Bytes of a document; keys given as None are left out."""
    keys = {"id": "returns", "title": "Returns", "version": "returns-v1", "lang": "en", **front}
    lines = [f"{key}: {value}" for key, value in keys.items() if value is not None]
    return "\n".join(["---", *lines, "---", body]).encode()


def topic(identifier="q-1", query="return", *, subject=None, as_of=None, original=None):
    return Topic(
        id=identifier,
        query=query,
        original=original or query,
        history=None,
        lang="en",
        as_of=as_of,
        subject=subject,
        sha256=hashlib.sha256(query.encode()).hexdigest(),
    )


def chunks(texts, **columns):
    """A chunk table of texts by id; further columns by name, one value a text."""
    values = {"chunk_id": list(texts), "text": list(texts.values()), **columns}
    values.setdefault("position", list(range(len(texts))))
    frame = pl.DataFrame({name: pl.Series(value, dtype=CHUNKS[name]) for name, value in values.items()})
    derived = {"chunk_key", "sha256", "n_chars"}
    absent = {
        name: pl.lit(None, dtype=dtype)
        for name, dtype in CHUNKS.items()
        if name not in derived and name not in values
    }
    return chunk_table(frame.with_columns(**absent)).sort("chunk_id")


def ask(texts, topics, settings, files=None, inputs=(), **columns):
    """A request on a snapshot named ``fine``."""
    card = {"name": "fine", "snapshot_id": "0" * 64}
    return Request(topics, chunks(texts, **columns), card, settings, files or {}, inputs)


@pytest.fixture
def make():
    """The builders of documents, topics, chunk tables and requests."""

    class Make:
        pass

    made = Make()
    made.markdown, made.topic, made.chunks, made.ask = markdown, topic, chunks, ask
    return made
