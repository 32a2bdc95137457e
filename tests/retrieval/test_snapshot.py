import hashlib
import json
import random

import polars as pl
import pytest

from assay.errors import InputError
from assay.retrieval import schema
from assay.retrieval.frames import CHUNKS, DOCUMENTS
from assay.retrieval.ready import FIELDS
from assay.retrieval.snapshot import build, read_source
from assay.tables import key_of, table_bytes

SETTINGS = {"source": "corpus", "chunking": "structure", "size": 100, "overlap": 0}
READY = {**SETTINGS, "source": "chunks.jsonl", "chunking": "ready"}


@pytest.fixture
def files(make):
    return {
        "a/returns.md": make.markdown(
            "# Возврат\n\nОбщее.\n\n## Срок\n\n30 дней.\n\n## Срок\n\n14 дней. In English, mostly English.\n",
            id="returns",
            lang="ru",
            subject="plus",
            valid_from="2026-01-01",
        ),
        "b.md": make.markdown("# Help\n\nOne.\n\n## Need help?\n\nWrite.\n", id="help"),
        "c.md": make.markdown("## Need help?\n\nWrite.\n", id="other"),
        "README.md": b"no document",
    }


def ready(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def faults(settings, files, where="corpus"):
    with pytest.raises(InputError) as caught:
        build("fine", settings, files, where)
    return str(caught.value).splitlines()


def test_tables_of_documents(files):
    """Chunks carry what their document says; ids are path and number; text is the body at the spans."""
    files["a/returns.md"] = files["a/returns.md"].replace(b"lang: ru", b"lang: ru\nurl: /help/returns")
    made = build("fine", SETTINGS, files, "corpus")
    chunks = {row["chunk_id"]: row for row in made.chunks.rows(named=True)}
    assert list(chunks) == ["help#.1", "help#need-help.1", "other#need-help.1",
                            "returns#.1", "returns#срок.1", "returns#срок~2.1"]  # fmt: skip
    one = chunks["returns#срок~2.1"]
    assert one["text"] == "## Срок\n\n14 дней. In English, mostly English."
    assert (one["section"], one["anchor"], one["position"]) == ("Срок", "срок~2", 2)
    assert (one["lang"], one["subject"], str(one["valid_from"])) == ("en", "plus", "2026-01-01")
    assert (one["url"], chunks["help#.1"]["url"]) == ("/help/returns", None)
    assert one["chunk_key"] == key_of("returns#срок~2.1")
    assert one["sha256"] == hashlib.sha256(one["text"].encode()).hexdigest()
    assert made.documents.select("doc_id", "url", "folder").rows() == [
        ("help", None, None),
        ("other", None, None),
        ("returns", "/help/returns", "a"),
    ]
    bodies = dict(made.documents.select("doc_id", "body").rows())
    for row in chunks.values():
        text = "".join(bodies[row["doc_id"]][span["start"] : span["end"]] for span in row["spans"])
        assert (text, len(text)) == (row["text"], row["n_chars"])


def test_tables_have_the_declared_columns(files):
    """Also where there are no documents."""
    made = build("fine", SETTINGS, files, "corpus")
    none = build("fine", READY, {"chunks.jsonl": ready({"chunk_id": "a", "text": "x"})}, "chunks.jsonl")
    for snapshot in (made, none):
        assert dict(snapshot.chunks.schema) == dict(CHUNKS)
        assert dict(snapshot.documents.schema) == dict(DOCUMENTS)
    schema.Documents.validate(made.documents, lazy=True)
    assert none.documents.height == 0


def test_the_card_counts(files):
    """Documents, chunks, characters, languages, repeated texts."""
    card = build("fine", SETTINGS, files, "corpus").card
    assert card["counts"]["documents"] == 3
    assert card["counts"]["chunks"] == 6
    assert card["counts"]["languages"] == {"en": 4, "ru": 2}
    assert (card["duplicate_texts"], card["kind"], card["name"]) == (1, "documents", "fine")
    assert card["settings"] == SETTINGS


def test_ids_depend_on_content_alone(files):
    """Not on the order or names of files, nor on the snapshot's name."""
    one = build("fine", SETTINGS, files, "corpus")
    shuffled = [(f"moved/{n}.md", data) for n, data in enumerate(files.values()) if data.startswith(b"---")]
    random.Random(1).shuffle(shuffled)
    two = build("other", SETTINGS, dict(shuffled), "elsewhere")
    for key in ("corpus_id", "snapshot_id"):
        assert one.card[key] == two.card[key]
    assert table_bytes(one.chunks, ["chunk_id"]) == table_bytes(two.chunks, ["chunk_id"])


def test_which_id_changes_with_what(files):
    """A document's bytes change both; the chunking changes only the snapshot; a title too changes it."""
    one = build("fine", SETTINGS, files, "corpus").card
    cut = build("fine", {**SETTINGS, "size": 50, "chunking": "windows"}, files, "corpus").card
    assert (cut["corpus_id"] == one["corpus_id"], cut["snapshot_id"] == one["snapshot_id"]) == (True, False)
    titled = {**files, "c.md": files["c.md"].replace(b"title: Returns", b"title: Other")}
    other = build("fine", SETTINGS, titled, "corpus").card
    assert (other["corpus_id"] == one["corpus_id"], other["snapshot_id"] == one["snapshot_id"]) == (
        False,
        False,
    )


WHOLE = {
    "chunk_id": "a", "text": "One", "returned": "one", "doc_id": "d", "doc_version": "v1", "title": "T", "section": "S", "url": "/x",
    "start": 0, "end": 3, "lang": "en", "subject": "plus", "valid_from": "2026-01-01", "valid_to": "2026-12-31",
}  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_the_snapshot_id_is_of_every_field_of_a_chunk(field):
    """Another value of any one, or none, is another snapshot."""
    others = {"start": 1, "end": 4, "lang": "de", "valid_from": "2026-01-02", "valid_to": "2026-12-30"}
    rows = [WHOLE, {**WHOLE, field: others.get(field, "other")}]
    if field not in ("chunk_id", "text", "start", "end", "lang"):  # these are never unknown
        rows.append({**WHOLE, field: None})
    made = [build("s", READY, {"chunks.jsonl": ready(row)}, "data").card["snapshot_id"] for row in rows]
    assert len(set(made)) == len(made)


def test_the_snapshot_id_is_of_every_column_but_the_text(files):
    """Whose hash stands for it: anyone can compute it from the table."""
    made = build("fine", SETTINGS, files, "corpus")
    plain = (
        made.chunks.drop("text").with_columns(pl.selectors.date().cast(pl.String)).to_dict(as_series=False)
    )
    content = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert made.card["snapshot_id"] == hashlib.sha256(content.encode()).hexdigest()


def test_the_owner_of_ready_made_chunks_may_declare_the_corpus_id():
    """In the card.json beside them; the snapshot's id stays one of its content."""
    files = {"kb/chunks.jsonl": ready({"chunk_id": "a", "text": "x"})}
    card = {"kb/card.json": b'{"corpus_id": "kb 7"}'}
    plain, declared = (build("s", READY, given, "data").card for given in (files, {**files, **card}))
    assert declared == {**plain, "corpus_id": "kb 7", "declared": True}
    assert build("s", READY, {**files, "card.json": b"another's"}, "data").card == plain


def test_a_wrong_card_is_refused_wherever_the_source_is_read(files):
    """By its path; beside documents the file means nothing."""
    chunks = {"chunks.jsonl": ready({"chunk_id": "a", "text": "x"}), "card.json": b"{}"}
    message = "data/card.json: corpus_id is missing; add it"
    assert faults(READY, chunks, "data") == [message]
    with pytest.raises(InputError) as caught:
        read_source(chunks, "data")
    assert str(caught.value) == message
    other = build("fine", SETTINGS, {**files, "card.json": b"{}"}, "corpus")
    assert other.card == build("fine", SETTINGS, files, "corpus").card


def test_corpus_id_of_documents_is_their_ids_and_bytes(files):
    """SHA-256 of the pairs of id and file hash, sorted, as JSON."""
    pairs = sorted(
        [name, hashlib.sha256(files[path]).hexdigest()]
        for name, path in (("returns", "a/returns.md"), ("help", "b.md"), ("other", "c.md"))
    )
    expected = hashlib.sha256(json.dumps(pairs, separators=(",", ":")).encode()).hexdigest()
    assert build("fine", SETTINGS, files, "corpus").card["corpus_id"] == expected


@pytest.mark.parametrize("where", ["data/chunks.jsonl", "data"])
def test_ready_made_chunks(where):
    """From the file or the folder that holds it; their ids and texts make the corpus id."""
    rows = [
        {"chunk_id": "b", "text": "Two", "doc_id": "d"},
        {"chunk_id": "a", "text": "One", "returned": "one", "doc_id": "d"},
    ]
    made = build("old", READY, {"chunks.jsonl": ready(*rows)}, where)
    assert made.chunks["chunk_id"].to_list() == ["a", "b"]
    assert made.chunks["position"].to_list() == [1, 0]
    assert (made.card["kind"], made.card["counts"]["documents"]) == ("chunks", 1)
    again = build("old", READY, {"chunks.jsonl": ready(*rows[::-1])}, where)
    assert again.card["corpus_id"] == made.card["corpus_id"]


def test_faults_name_the_file_of_ready_made_chunks():
    """The folder's or the file's own path, once."""
    files = {"chunks.jsonl": ready({"chunk_id": "a"})}
    for where in ("data", "data/chunks.jsonl"):
        assert faults(READY, files, where) == ["data/chunks.jsonl:1 a: text is missing; add it"]


@pytest.mark.parametrize(
    ("settings", "names", "message"),
    [
        (
            SETTINGS,
            ["chunks.jsonl"],
            "params.yaml snapshots.fine.chunking: is structure, but corpus holds chunks cut elsewhere; set it to ready",
        ),
        (
            READY,
            ["a.md"],
            "params.yaml snapshots.fine.chunking: is ready, but corpus holds documents; set it to structure or windows",
        ),
        (
            READY,
            ["chunks.jsonl", "a.md"],
            "corpus: holds chunks.jsonl and other sources (chunks.jsonl, a.md); keep one kind, one file",
        ),
    ],
)
def test_settings_that_do_not_fit_the_source(make, settings, names, message):
    """Nothing is guessed."""
    files = {
        name: make.markdown() if name.endswith(".md") else ready({"chunk_id": "a", "text": "x"})
        for name in names
    }
    assert faults(settings, files) == [message]


def test_a_readme_may_lie_beside_ready_made_chunks():
    """It is no document."""
    files = {"README.md": b"# Where these are from\n", "chunks.jsonl": ready({"chunk_id": "a", "text": "x"})}
    assert build("cut", READY, files, "cut").card["counts"]["chunks"] == 1


def test_rows_of_a_snapshot_are_checked_too(monkeypatch, files):
    """The model of the table is held against what was made, ids in the message."""
    monkeypatch.setattr(
        "assay.retrieval.snapshot.keys_of", lambda ids: pl.Series([1] * len(ids), dtype=pl.UInt64)
    )
    assert faults(SETTINGS, files)[0] == (
        "corpus help#.1: chunk_key is 1, must stand in one row only; change it"
    )


@pytest.mark.parametrize(("second", "expected"), [("doc-2", (True, None)), ("Words.", (False, 11))])
def test_a_snapshot_of_ids_alone_says_so(second, expected):
    """`assay import chunks --ids-only` has each id stand for its text: its letters are not counted."""
    rows = ready({"chunk_id": "doc-1", "text": "doc-1"}, {"chunk_id": "doc-2", "text": second})
    card = build("ids", READY, {"chunks.jsonl": rows}, "chunks.jsonl").card
    assert (card.get("ids_only", False), card["counts"]["characters"]) == expected
