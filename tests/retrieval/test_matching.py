import polars as pl
import pytest

from assay.retrieval.matching import by_text, same, with_texts
from assay.tables import text_sha256

TEXTS = {"a": "Возврат за 30 дней.", "b": "Ёлку не вернуть.", "c": "Ёлку не вернуть."}


def rows(*values):
    """Of one query, in order of rank."""
    columns = ("chunk_id", "doc_id", "sha256", "text")
    frame = pl.DataFrame(values, schema=dict.fromkeys(columns, pl.String), orient="row")
    return frame.with_row_index("rank", 1).with_columns(query_id=pl.lit("q"))


def matched(made, chunks, subject=None, as_of=None):
    """What ``by_text`` finds where no id is known."""
    asked = pl.DataFrame({"query_id": ["q"], "asked_subject": [subject], "asked_as_of": [as_of]})
    empty = pl.lit(None, dtype=pl.String).alias("here")
    return by_text(made.with_columns(empty), chunks, asked.cast(pl.String)).to_list()


@pytest.mark.parametrize(
    ("recorded", "chunk"),
    [
        ("Ёлку", "елку"),
        ("елку", "Ёлку"),
        ("воз-\nврат", "возврат"),
        ("воз\u00adврат", "возврат"),
        ("воз\u00ad\nврат", "возврат"),
        (" a \n\tb\u00a0c ", "a b c"),
        ("API-\nключ", "API-ключ"),
        ("онлайн-\nкасса", "онлайн-касса"),
        ("онлайн-касса", "онлайн-\nкасса"),
        ("USB-C", "usb-c"),
        ("и\u0306", "й"),
    ],
)
def test_what_extraction_changes_does_not_count(make, recorded, chunk):
    """Case, ё, white space, soft hyphens; a hyphen at a line's end is part of the word, or is not."""
    made = with_texts(rows(("1", None, None, f"Новая {recorded} здесь")), None)
    assert matched(made, make.chunks({"a": "Новая", "b": f"Новая {chunk} здесь"})) == ["b"]


@pytest.mark.parametrize(
    ("recorded", "chunk"),
    [
        ("USB-C", "USBC"),
        ("API-\nключ", "APIключ"),
        ("онлайн-касса", "онлайнкасса"),
        ("24-\nчасовой", "24часовой"),
        ("воз врат", "возврат"),
    ],
)
def test_what_makes_another_text(make, recorded, chunk):
    """A hyphen within a line, or beside a capital or digit, is one."""
    assert matched(with_texts(rows(("1", None, None, recorded)), None), make.chunks({"a": chunk})) == [None]


def test_an_id_with_another_text_is_another_chunk(make):
    """Ids are believed where the recorded text is the snapshot's, or the run is known to be one on it."""
    made = with_texts(
        rows(("a", None, None, None), ("a", None, None, TEXTS["a"]), ("a", None, None, "old"), ("z", None, None, None),
             ("a", None, text_sha256(TEXTS["a"]), None)),
        None,
    )  # fmt: skip
    assert same(made, make.chunks(TEXTS), trusted=True).to_list() == ["a", "a", None, None, "a"]
    assert same(made, make.chunks(TEXTS), trusted=False).to_list() == [None, "a", None, None, "a"]


def test_texts_come_from_the_run_own_table():
    """Where a result has none itself: what the system returned, where that is another than the document's words."""
    own = pl.DataFrame(
        {"chunk_id": ["x", "z"], "text": ["T", "*Z*"], "returned": [None, "Z"], "doc_id": ["d", "d"]}
    )
    found = rows(
        *(
            (name, doc, None, text)
            for name, doc, text in (("x", None, None), ("x", "e", "U"), ("y", None, None), ("z", None, None))
        )
    )
    made = with_texts(found, own)
    assert made["text"].to_list() == ["T", "U", None, "Z"]
    assert made["doc_id"].to_list() == ["d", "e", None, "d"]
    assert made["sha256"].to_list() == [text_sha256("T"), text_sha256("U"), None, text_sha256("Z")]


def test_chunks_are_found_by_text(make):
    """Exact before folded, the same document first, else the first id."""
    chunks = make.chunks(TEXTS, doc_id=["d1", "d1", "d2"])
    made = with_texts(
        rows(
            ("1", None, None, TEXTS["a"]),
            ("2", None, None, "возврат  за 30 ДНЕЙ."),
            ("3", "d2", None, TEXTS["b"]),
            ("4", None, None, TEXTS["b"]),
            ("5", "d2", None, "елку не вернуть."),
            ("6", None, text_sha256(TEXTS["a"]), None),
            ("7", None, None, "Other"),
            ("8", None, None, None),
        ),
        None,
    )
    assert matched(made, chunks) == ["a", "a", "c", "b", "c", "a", None, None]


def test_different_ids_are_different_chunks(make):
    """A boilerplate that came back three times is no repeat; the one about the asked subject comes first."""
    chunks = make.chunks(dict.fromkeys("abc", "Поможем."), subject=["v10", "v20", None])
    made = with_texts(rows(*((name, None, None, "Поможем.") for name in "xyx")), None)
    assert matched(made, chunks) == ["a", "b", "a"]
    assert matched(made, chunks, subject="v20") == ["b", "c", "b"]
    made = with_texts(rows(*((name, None, None, "Поможем.") for name in "wxyz")), None)
    assert matched(made, chunks, subject="v20") == ["b", "c", "a", "a"]  # more copies than the snapshot has


def test_a_chunk_that_is_known_by_its_id_is_taken(make):
    """Another row with the same text is another chunk."""
    made = with_texts(rows(("x", None, None, "Поможем."), ("a", None, None, "Поможем.")), None)
    chunks = make.chunks(dict.fromkeys("ab", "Поможем."))
    here = same(made, chunks, trusted=False)
    asked = pl.DataFrame({"query_id": ["q"], "asked_subject": [None], "asked_as_of": [None]}).cast(pl.String)
    assert by_text(made.with_columns(here.alias("here")), chunks, asked).to_list() == ["b", "a"]


def test_nothing_to_match(make):
    """No row has a text, or there are no rows."""
    assert matched(with_texts(rows(("1", None, None, None)), None), make.chunks(TEXTS)) == [None]
    assert matched(with_texts(rows(), None), make.chunks(TEXTS)) == []
