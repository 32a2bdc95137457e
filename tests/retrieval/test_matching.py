import polars as pl
import pytest

from assay.retrieval.matching import by_text, normal, same, with_texts
from assay.tables import text_sha256

TEXTS = {"a": "Возврат за 30 дней.", "b": "Ёлку не вернуть.", "c": "Ёлку не вернуть."}


def rows(*values):
    columns = ("chunk_id", "doc_id", "sha256", "text")
    return pl.DataFrame(values, schema=dict.fromkeys(columns, pl.String), orient="row")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ёлку", "елку"),
        ("воз-\nврат", "возврат"),
        ("воз\u00adврат", "возврат"),
        (" a \n\tb\u00a0c ", "a b c"),
    ],
)
def test_normal_form_undoes_extraction(one, two):
    """Case, ё, white space, soft hyphens, hyphens at line ends."""
    frame = pl.DataFrame({"text": [one, two]}).select(normal(pl.col("text"))).to_series()
    assert frame[0] == frame[1]


def test_real_hyphens_stay():
    """USB-C is not USBC."""
    assert pl.select(normal(pl.lit("USB-C"))).item() == "usb-c"


def test_an_id_with_another_text_is_another_chunk(make):
    """Ids are believed where no text was recorded, or the recorded text is the snapshot's."""
    made = with_texts(
        rows(("a", None, None, None), ("a", None, None, TEXTS["a"]), ("a", None, None, "old"), ("z", None, None, None),
             ("a", None, text_sha256(TEXTS["a"]), None)),
        None,
    )  # fmt: skip
    assert same(made, make.chunks(TEXTS)).to_list() == ["a", "a", None, None, "a"]


def test_texts_come_from_the_run_own_table():
    """Where a result has none itself."""
    own = pl.DataFrame({"chunk_id": ["x"], "text": ["T"], "doc_id": ["d"]})
    made = with_texts(rows(("x", None, None, None), ("x", "e", None, "U"), ("y", None, None, None)), own)
    assert made["text"].to_list() == ["T", "U", None]
    assert made["doc_id"].to_list() == ["d", "e", None]
    assert made["sha256"].to_list() == [text_sha256("T"), text_sha256("U"), None]


def test_chunks_are_found_by_text(make):
    """Exact before normal form, the same document first, else the first id."""
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
    assert by_text(made, chunks).to_list() == ["a", "a", "c", "b", "c", "a", None, None]
