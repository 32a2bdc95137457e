import datetime as dt
import json

import pytest

from assay.errors import InputError
from assay.retrieval.ready import FIELDS, declared, read_chunks

WHERE = "chunks.jsonl"


def dumped(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def faults(*rows):
    with pytest.raises(InputError) as caught:
        read_chunks(dumped(*rows), WHERE)
    return str(caught.value).splitlines()


def test_ids_and_texts_are_kept_as_they_are():
    """Nothing is cut, stripped or renamed; what is known is carried over."""
    whole = {
        "chunk_id": "0a#1 x/й",
        "text": " Текст \n",
        "returned": "Текст",
        "doc_id": "d",
        "start": 5,
        "end": 13,
        "section": "A / B",
        "url": "/x",
        "doc_version": "v1",
        "title": "T",
        "lang": "de",
        "subject": "plus",
        "valid_from": "2026-01-01",
        "valid_to": "2026-12-31",
    }
    frame = read_chunks(dumped(whole, {"chunk_id": "007", "text": "Return"}), WHERE)
    first, second = frame.rows(named=True)
    assert first == {
        **{key: whole[key] for key in ("chunk_id", "text", "returned", "doc_id", "doc_version", "title", "section", "url", "lang", "subject")},
        "anchor": None,
        "position": 0,
        "spans": [{"start": 5, "end": 13}],
        "valid_from": dt.date(2026, 1, 1),
        "valid_to": dt.date(2026, 12, 31),
    }  # fmt: skip
    assert (second["chunk_id"], second["lang"], second["spans"], second["doc_id"]) == (
        "007",
        "en",
        None,
        None,
    )


def test_position_is_order_within_a_document():
    """Lines of several documents may alternate."""
    rows = [{"chunk_id": str(n), "text": "x", "doc_id": "ab"[n % 2]} for n in range(4)]
    assert read_chunks(dumped(*rows), WHERE)["position"].to_list() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"text": "x"}, f"{WHERE}:1: chunk_id is missing; add it"),
        ({"chunk_id": "a"}, f"{WHERE}:1 a: text is missing; add it"),
        ({"chunk_id": 1, "text": "x"}, f"{WHERE}:1: chunk_id is 1, must be a text; put it in quotes"),
        ({"chunk_id": "a", "text": " "}, f"{WHERE}:1 a: text is empty; write it, or remove the chunk"),
        ({"chunk_id": "", "text": "x"}, f"{WHERE}:1: chunk_id is ''; use printable characters"),
        ({"chunk_id": "a\n", "text": "x"}, f"{WHERE}:1: chunk_id is 'a\\n'; use printable characters"),
        (
            {"chunk_id": "a", "text": "x", "textt": "y"},
            f"{WHERE}:1 a: 'textt' is no field here; did you mean 'text'?",
        ),
        (
            {"chunk_id": "a", "text": "x", "vector": []},
            f"{WHERE}:1 a: 'vector' is no field here; use {', '.join(FIELDS)}",
        ),
        (
            {"chunk_id": "a", "text": "x", "start": 1},
            f"{WHERE}:1 a: has one of start and end; add the other, or leave both out",
        ),
        (
            {"chunk_id": "a", "text": "x", "start": 3, "end": 3},
            f"{WHERE}:1 a: start 3 and end 3 are no span; count code points from 0, end after start",
        ),
        ({"chunk_id": " ", "text": "x"}, f"{WHERE}:1: chunk_id is ' '; use printable characters"),
        (
            {"chunk_id": "a", "text": "x", "lang": "Russian"},
            f"{WHERE}:1 a: lang 'Russian' is no language; write a code such as ru or en",
        ),
        (
            {"chunk_id": "a", "text": "x", "subject": ""},
            f"{WHERE}:1 a: subject is empty; write it, or leave it out",
        ),
        *(
            (
                {"chunk_id": "a", "text": "x", "doc_id": doc_id},
                f"{WHERE}:1 a: doc_id {doc_id!r} is no document id; use printable characters, no '#', no '..' and no '/' in front",
            )
            for doc_id in ("", " ", "a#b", "/a", "../a", "a\nb")
        ),
        (
            {"chunk_id": "a", "text": "x", "valid_from": "soon"},
            f"{WHERE}:1 a: valid_from 'soon' is no date; write it as 2026-03-01",
        ),
        (
            {"chunk_id": "a", "text": "x", "valid_from": "2026-02-01", "valid_to": "2026-01-01"},
            f"{WHERE}:1 a: valid_to 2026-01-01 is before valid_from 2026-02-01; swap them, or mend one",
        ),
    ],
)
def test_faults_are_named_with_line_and_id(row, message):
    """Every rule of a ready-made chunk."""
    with pytest.raises(InputError) as caught:
        read_chunks(dumped(row), WHERE)
    assert str(caught.value) == message


def test_repeats_and_emptiness():
    """An id twice names both lines; a file without chunks is an error."""
    row = {"chunk_id": "a", "text": "x"}
    assert faults(row, row) == [f"{WHERE}:2 a: chunk_id is also that of line 1; remove one of them"]
    assert faults() == [f"{WHERE}: holds no chunks; add at least one, or check the path"]


def test_a_line_that_is_none_hides_nothing():
    """Faults of lines, fields and ids by line."""
    row = {"chunk_id": "a", "text": "x"}
    data = b"{\n" + dumped(row, {"chunk_id": "b"}, row) + b"[]\n"
    with pytest.raises(InputError) as caught:
        read_chunks(data, WHERE)
    assert str(caught.value).splitlines() == [
        f"{WHERE}:1: is not JSON at column 2 (Expecting property name enclosed in double quotes); mend the line",
        f"{WHERE}:3 b: text is missing; add it",
        f"{WHERE}:4 a: chunk_id is also that of line 2; remove one of them",
        f"{WHERE}:5: a line is one JSON object; mend the line",
    ]


def test_the_owner_may_declare_the_corpus_id():
    """Any printable text; and how many of a run's chunks are not of it."""
    assert declared('{"corpus_id": "база 2026-11"}'.encode(), "kb/card.json") == {"corpus_id": "база 2026-11"}
    said = {"corpus_id": "kb", "unplaced": 2, "returned": 99}
    assert declared(dumped(said), "kb/card.json") == said


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (b"{}", "corpus_id is missing; add it"),
        (b'{"corpus_id": 7}', "corpus_id is 7, must be a text; put it in quotes"),
        (b'{"corpus_id": "a", "corpusid": "b"}', "'corpusid' is no field here; did you mean 'corpus_id'?"),
        (b'{"corpus_id": "a", "n": 1}', "'n' is no field here; use corpus_id, unplaced, returned"),
        *(
            (f'{{"corpus_id": "{wrong}"}}'.encode(), f"corpus_id is '{wrong}'; use printable characters, no spaces around them")
            for wrong in ("", " ", "a ", "a\\n")
        ),
        (b"[]", "is no object; it needs corpus_id, unplaced, returned"),
    ],
)  # fmt: skip
def test_a_card_that_is_wrong(card, message):
    """As strict as other cards."""
    with pytest.raises(InputError) as caught:
        declared(card, "kb/card.json")
    assert str(caught.value) == f"kb/card.json: {message}"
