import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError, Problem
from assay.exchange.chunks import chunk_rows, chunks_bytes, compared, unused_losses
from assay.exchange.records.mapping import Mapped
from assay.retrieval.ready import read_chunks
from assay.retrieval.snapshot import chunk_table
from assay.tables import text_sha256
from ending import ends
from exchange.imports import CODE, TERM, lay_out, run, write
from exchange.imports import refused as refused_import

TO = "corpus/chunks.jsonl"


def mapped(*values, problems=(), unused=None):
    spots = [f"in.csv:{number}" for number in range(2, len(values) + 2)]
    return Mapped([dict(value) for value in values], spots, list(problems), unused or {})


def rows(*values):
    return chunk_rows(mapped(*values), TO)


def refused(*values):
    with pytest.raises(InputError) as caught:
        rows(*values)
    return list(map(str, caught.value.problems))


A = {"chunk_id": "a", "text": "Возврат"}
B = {"chunk_id": "b", "text": "Доставка", "doc_id": "d"}


def test_rows_are_sorted_by_id_and_the_order_of_the_file_does_not_matter():
    """The same bytes whatever came first; the pipeline reads them."""
    data = chunks_bytes(rows(B, A)[0])
    assert data == chunks_bytes(rows(A, B)[0])
    assert (
        data.decode()
        == '{"chunk_id": "a", "text": "Возврат"}\n{"chunk_id": "b", "text": "Доставка", "doc_id": "d"}\n'
    )
    assert read_chunks(data, TO)["chunk_id"].to_list() == ["a", "b"]


def test_a_record_that_stands_twice_counts_once():
    """Word for word; with other contents it is an error that names both places."""
    assert rows(A, B, A) == ([A, B], ["1 record stood twice, word for word, and counts once"])
    assert refused(A, B, {**A, "text": "Другое"}) == [
        (
            "in.csv:4: chunk_id 'a' is also that of in.csv:2, with other contents; "
            "remove one of them, or map another field to chunk_id"
        )
    ]


def test_ids_are_kept_however_odd_they_are():
    """Unless they cannot be shown."""
    names = ["007", "1e5", "a b", "ёж#1", "kb/1?x=2", "«x»", "😀"]
    assert sorted(row["chunk_id"] for row in rows(*({**A, "chunk_id": name} for name in names))[0]) == sorted(
        names
    )
    assert refused({**A, "chunk_id": "a\tb"}) == ["in.csv:2: chunk_id is 'a\\tb'; use printable characters"]


def test_ids_are_made_of_texts_where_no_record_has_one():
    """So that they are the same after the next indexing; equal texts are told apart by document and place."""
    values = [
        {"text": "x", "doc_id": "e", "start": 9},
        {"text": "x", "doc_id": "e", "start": 4},
        {"text": "x", "doc_id": "d"},
        {"text": "y"},
        {"text": "y"},
    ]
    found, notes = rows(*values)
    x, y = (f"text-{text_sha256(text)[:16]}" for text in "xy")
    assert [
        (row["chunk_id"], row.get("doc_id"), row.get("start")) for row in found if row["text"] == "x"
    ] == [
        (x, "d", None),
        (f"{x}-2", "e", 4),
        (f"{x}-3", "e", 9),
    ]
    assert [row["chunk_id"] for row in found if row["text"] == "y"] == [y]
    assert chunks_bytes(found) == chunks_bytes(rows(*reversed(values))[0])
    assert notes == [
        f"no field is read as the id: each is made of the text, as {x}-3",
        "1 record stood twice, word for word, and counts once",
    ]


def test_a_document_id_loses_what_ours_cannot_have():
    """And is counted; two documents that would become one are an error, with both places."""
    found, notes = rows({**A, "doc_id": "/kb/a#b.md"}, {**B, "doc_id": "../x "})
    assert [row["doc_id"] for row in found] == ["kb/a%23b.md", "%2E%2E/x"]
    assert notes == ["doc_id of 2 records was changed: no '#', no '..', no '/' in front"]
    assert refused({**A, "doc_id": "/kb/a"}, {**B, "doc_id": "kb/a"}) == [
        (
            "in.csv:3: doc_id 'kb/a' and '/kb/a' of in.csv:2 would both be 'kb/a'; "
            "map another field to doc_id, or rename one"
        )
    ]


def test_offsets_that_do_not_fit_the_text_are_said():
    """They are kept; the text decides, as the pipeline does: such a chunk stands alone."""
    long = {**A, "doc_id": "d", "start": 0, "end": 5000}
    found, notes = rows(long, {**B, "start": 10, "end": 18}, {"chunk_id": "c", "text": "ё", "doc_id": "d"})
    assert found[0]["end"] == 5000
    assert notes == [
        (
            "1 chunk whose text is not as long as start and end say (in.csv:2 0:5000 of 7 characters): "
            "the text decides, each stands alone"
        )
    ]
    assert rows(*({**long, "chunk_id": str(n)} for n in range(5)))[1][0].count("in.csv:") == 3


def test_a_start_alone_ends_with_the_text():
    """In code points; an end alone, or one before the start, is an error."""
    assert rows({**A, "start": 5})[0][0]["end"] == 12
    assert refused({**A, "end": 5}) == [
        "in.csv:2 a: has one of start and end; add the other, or leave both out"
    ]
    assert refused({**A, "start": 5, "end": 3}) == [
        "in.csv:2 a: start 5 and end 3 are no span; count code points from 0, end after start"
    ]
    assert refused({**A, "start": -1})[0].startswith("in.csv:2 a: start -1 and end 6 are no span")


def test_every_fault_is_told_by_its_place_in_the_file_it_came_from():
    """All at once, also after records that stood twice."""
    assert refused(
        A, A, {**B, "valid_from": "2026-02-01", "valid_to": "2026-01-01"}, {**A, "chunk_id": "\n"}
    ) == [
        "in.csv:4 b: valid_to 2026-01-01 is before valid_from 2026-02-01; swap them, or mend one",
        "in.csv:5: chunk_id is '\\n'; use printable characters",
    ]


@given(
    st.lists(
        st.fixed_dictionaries(
            {"text": st.sampled_from(["x", "y z", "ё"])},
            optional={"doc_id": st.sampled_from(["d", "/e", "f#"]), "start": st.integers(0, 3)},
        ),
        min_size=1,
        max_size=8,
    )
)
def test_made_ids_are_different_and_lose_nothing(values):
    """One row for each record that differs from the others."""
    found, _ = rows(*values)
    assert len({row["chunk_id"] for row in found}) == len(found)
    assert len(found) == len({tuple(sorted(value.items())) for value in values})


def test_chunks_of_before_are_compared():
    """By id and text."""

    def table(*values):
        return chunk_table(read_chunks(chunks_bytes([{"chunk_id": c, "text": t} for c, t in values]), TO))

    old = table(("a", "x"), ("b", "y"), ("c", "z"), ("g", "gone"))
    new = table(("a", "x"), ("b", "other"), ("d", "z"), ("e", "new"))
    assert compared(old, new) == [
        (
            "against the chunks of before: 1 same id and text, 1 same id, another text, 1 another id, same text, "
            "1 new, 1 gone"
        )
    ]


def test_what_no_field_takes_is_lost_and_said():
    """Of very many paths the most frequent, and the rest in one line."""
    losses = unused_losses(mapped(unused={"b": 2, "a": 1}))
    assert [(loss.what, loss.count) for loss in losses] == [
        ("values of a, which no field takes", 1),
        ("values of b, which no field takes", 2),
    ]
    many = unused_losses(mapped(unused={f"scores.d{n:03}": 1 for n in range(500)} | {"z": 9}))
    assert len(many) == 21
    assert many[-2].what == "values of z, which no field takes"
    assert (many[-1].what, many[-1].count) == ("values of 481 more paths, which no field takes", 481)


def test_100_000_chunks_end():
    """Rules, repeats and documents are checked in one pass each."""
    values = [
        {"chunk_id": f"c{n}", "text": f"Возврат товара {n}", "doc_id": f"/d{n // 10}", "start": n}
        for n in range(100_000)
    ]
    with ends():  # a step that grows with the square of them takes hours
        assert len(rows(*values)[0]) == 100_000


def test_every_fault_of_every_chunk_at_once():
    """An empty text hides no id that stands twice, no document of two names, and no span that is none."""
    values = [
        {"chunk_id": "a"},
        {**B},
        {**B, "text": "Другое"},
        {"chunk_id": "c", "text": "x", "start": 5, "end": 2},
        {"chunk_id": "d", "text": "y", "doc_id": "/d"},
    ]
    said = [
        Problem("in.csv:2 текст", "is empty or absent", "it is needed as text (its text)"),
        Problem("in.csv:9", "is not CSV", "mend the line"),
    ]
    with pytest.raises(InputError) as caught:
        chunk_rows(mapped(*values, problems=said), TO)
    assert [str(problem).partition(";")[0] for problem in caught.value.problems] == [
        "in.csv:2 текст: is empty or absent",
        "in.csv:9: is not CSV",
        "in.csv:6: doc_id '/d' and 'd' of in.csv:3 would both be 'd'",
        "in.csv:4: chunk_id 'b' is also that of in.csv:3, with other contents",
        "in.csv:5 c: start 5 and end 2 are no span",
    ]


def test_a_fault_of_a_cell_is_of_its_row():
    """What is said of it is not said again; without any text the file has one fault."""
    spots = ["b.xlsx!Лист 1!2", "b.xlsx!Лист 1!3", "b.xlsx!Лист 1!12"]
    values = [{"chunk_id": "a", "text": "x"}, {"chunk_id": "b"}, {"chunk_id": "a", "text": "y"}]
    empty = Problem("b.xlsx!Лист 1!C3", "is empty or absent")
    for said, count in (
        (Mapped(values, spots, [empty], {}), 2),
        (Mapped(values[1:2] * 3, spots, [empty], {}), 1),
    ):
        with pytest.raises(InputError) as caught:
            chunk_rows(said, TO)
        assert len(caught.value.problems) == count


def test_a_scroll_that_is_not_whole_is_said(tmp_path, monkeypatch):
    """By the import as a loss, with both numbers; of a table of all chunks, and of an index that failed, as an error."""
    (tmp_path / "r").mkdir()
    lay_out(tmp_path / "r", chunks=[{"chunk_id": "u1", "text": TERM}])
    monkeypatch.chdir(tmp_path / "r")
    hits = [{"_id": "c1", "_source": {"text": TERM}}, {"_id": "c2", "_source": {"text": CODE}}]
    page = {"_shards": {"failed": 0}, "hits": {"total": {"value": 5, "relation": "eq"}, "hits": hits}}
    (tmp_path / "es.json").write_text(json.dumps(page))
    words = ("chunks", tmp_path / "es.json", "--snapshot", "es", "--to", "es/chunks.jsonl")
    lost = "lost: records that are not in the file (there are 5, and 2 are here; "
    assert [line for line in run(*words, "--dry-run") if line.startswith(lost) and ": 3 (" in line]
    more = [{"_id": f"c{n}", "_source": {"text": f"{n}"}} for n in (3, 4, 5)]
    rest = {**page, "hits": {**page["hits"], "hits": more}}
    (tmp_path / "es.jsonl").write_text(f"{json.dumps(page)}\n{json.dumps(rest)}\n")
    assert not [
        line for line in run("chunks", tmp_path / "es.jsonl", *words[2:], "--dry-run") if lost in line
    ]
    (tmp_path / "es2.json").write_text(json.dumps({**page, "_shards": {"failed": 1}}))
    assert refused_import(tmp_path / "r", "chunks", tmp_path / "es2.json", *words[2:])[0].startswith(
        f"{tmp_path}/es2.json: 1 shard of the index failed: the records in it are not here; "
    )
    asked = write(tmp_path / "q.jsonl", [{"id": "q1", "query": "Срок?"}])
    run("questions", asked, "--type", "x")
    found = write(tmp_path / "f.jsonl", [{"id": "q1", "retrieved": ["c1"]}])
    how = ("results", found, "--system", "prod", "--recorded-at", "2026-11-01", "--chunks")
    assert refused_import(tmp_path / "r", *how, tmp_path / "es.json")[0].startswith(
        f"{tmp_path}/es.json: lacks 3 records that are not in the file (there are 5, and 2 are here; "
    )
    run(*how, tmp_path / "es.jsonl")
