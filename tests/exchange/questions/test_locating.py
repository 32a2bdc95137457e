import polars as pl
import pytest

from assay.exchange.questions.locating import counts, locate
from assay.exchange.questions.references import Reference
from exchange.imports import CODE, SIZE, SPARE, TERM, of_chunks, of_documents

BROKEN = "Оформите воз-\nврат това\u00adра."
ROWS = [
    {"chunk_id": "c1", "text": TERM, "doc_id": "returns"},
    {"chunk_id": "c2", "text": CODE, "doc_id": "returns"},
    {"chunk_id": "c3", "text": SPARE, "doc_id": "returns"},
    {"chunk_id": "c4", "text": SPARE, "doc_id": "help/exchange"},
    {"chunk_id": "c5", "text": BROKEN, "doc_id": "pdf"},
    {"chunk_id": "c6", "text": f"{SIZE} Ещё слова.", "doc_id": "help/exchange"},
]


def one(corpus, table=None, **said):
    (found,) = locate([Reference("f:1", **said)], corpus, table)
    return found


@pytest.mark.parametrize(
    ("said", "chunk", "way"),
    [
        ({"chunk_id": "c1"}, "c1", "id"),
        ({"chunk_id": "c1", "text": TERM}, "c1", "id"),
        ({"chunk_id": "c1", "text": CODE}, "c2", "text hash"),
        ({"chunk_id": "new-uuid", "text": TERM}, "c1", "text hash"),
        ({"text": CODE.upper().replace("Ё", "Е")}, "c2", "normalised text"),
        ({"text": "оформите  возврат\nтовара."}, "c5", "normalised text"),
        ({"text": SIZE}, "c6", "containment"),
        ({"text": "7 дней,\nпотом запросите еще"}, "c2", "containment"),
        ({"text": SPARE, "doc": "help/exchange.md"}, "c4", "text hash"),
        ({"text": SPARE.lower(), "doc": "exchange"}, "c4", "normalised text"),
        ({"text": SPARE, "chunk_id": "c4", "doc": "help/exchange"}, "c4", "id"),
    ],
)
def test_ways_into_chunks(said, chunk, way):
    """By id where the text is that, else by equal text, by folded text, by what contains it."""
    found = one(of_chunks(ROWS), **said)
    assert (found.place.chunk_id, found.way, found.note) == (chunk, way, "")


def test_counts_of_each_way_are_exact():
    """One line, the ways in their order, and what was not found."""
    said = [{"chunk_id": "c1"}, {"text": TERM}, {"text": TERM.upper()}, {"text": TERM[:20]}, {"text": "нет"}]
    found = locate([Reference("f:1", **words) for words in said], of_chunks(ROWS), None)
    assert counts(found) == [
        "5 references: 1 by id, 1 by text hash, 1 by normalised text, 1 by containment, 1 not found"
    ]


@pytest.mark.parametrize(
    ("said", "words", "way"),
    [
        ({"doc": "returns", "text": TERM}, TERM, "containment"),
        ({"doc": "returns.txt", "text": TERM.lower()}, TERM, "containment"),
        ({"doc": "returns", "start": 11, "end": 11 + len(TERM), "text": TERM}, TERM, "span and text"),
        ({"doc": "returns", "start": 11, "end": 16}, "Товар", "span"),
        ({"doc": "/help/exchange.html", "text": SPARE}, SPARE, "containment"),
        ({"doc": "Страница returns", "text": SPARE}, SPARE, "containment"),
        ({"text": "30 дней со"}, "30 дней со", "containment"),
    ],
)
def test_ways_into_documents(said, words, way):
    """By span, by words; documents by id, file, last part of a path, title."""
    corpus = of_documents()
    found = one(corpus, **said)
    body = corpus.documents.filter(doc_id=found.place.doc_id)["body"].item()
    assert (body[found.place.start : found.place.end], found.way) == (words, way)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            {"text": SPARE},
            "its text stands at 2 places (help/exchange 84:125, returns 124:165): say which one",
        ),
        ({"text": "Такого нет."}, "its text is not in any document"),
        ({"text": "Такого нет.", "doc": "returns"}, "its text is not in document returns"),
        ({"text": " — "}, "its text holds no letter and no digit"),
        ({"chunk_id": "u-1"}, "its text is not known: needs the chunk table of that date: --chunks FILE"),
        ({"chunk_id": "returns"}, "names document 'returns' and no words"),
        ({"doc": "returns"}, "names document 'returns' and no words"),
        ({"doc": "returns", "start": 5, "end": 5000}, "span 5:5000 of document returns is not inside it"),
        ({"doc": "returns", "start": 9, "end": 11}, "holds no letter and no digit"),
        ({"doc": "zzz", "start": 0, "end": 5}, "'zzz' is no document of the corpus"),
    ],
)
def test_what_is_not_found_says_why(said, reason):
    """A reason that says what to do; never a place that may be another."""
    found = one(of_documents(), **said)
    assert found.place is None
    assert reason in found.way


def test_boilerplate_in_forty_documents():
    """Without a document nobody knows which is meant; with one it is found."""
    rows = [{"chunk_id": f"c{n:02}", "text": SPARE, "doc_id": f"d{n:02}"} for n in range(40)]
    for text in (SPARE, SPARE.upper(), SPARE[:-3]):
        lost = one(of_chunks(rows), text=text)
        assert lost.way == "its text stands at 40 places (c00, c01, c02, …): say which one"
        assert one(of_chunks(rows), text=text, doc="d07").place.chunk_id == "c07"
    bodies = {row["doc_id"]: f"Начало. {SPARE}\n" for row in rows}
    assert "stands at 40 places" in one(of_documents(bodies), text=SPARE).way
    assert one(of_documents(bodies), text=SPARE, doc="d07.txt").place.doc_id == "d07"


def test_equal_chunks_of_no_document_are_one_evidence():
    """Twins: any of them stands for all, the first by id is taken."""
    rows = [{"chunk_id": name, "text": SPARE} for name in ("b", "a")]
    assert one(of_chunks(rows), text=SPARE).place.chunk_id == "a"


def test_wrong_offsets_and_documents_are_reported():
    """The text decides; the row, what it says and what is right are named."""
    corpus = of_documents()
    moved = one(corpus, doc="returns", start=2520, end=2530, text=TERM)
    assert moved.note == "f:1 says returns 2520:2530, the words stand at returns 11:65"
    near = one(of_documents({"d": f"{SPARE} 1. {SPARE} 2. {SPARE}"}), doc="d", start=50, end=99, text=SPARE)
    assert near.place.start == 45
    assert one(corpus, doc="returns", start=11, end=65, text=TERM.upper()).note == ""
    other = one(corpus, doc="returns", text=SIZE)
    assert other.note == "f:1 names document returns, the words stand in help/exchange"
    unknown = one(corpus, doc="x.pdf", text=SIZE)
    assert unknown.note == "f:1 names 'x.pdf', which is no document, the words stand in help/exchange"
    assert one(corpus, doc="returns", start=-9, end=-3, text=TERM).way == "containment"


def test_a_chunk_table_of_that_date_gives_ids_their_texts():
    """New ids at every re-index: the old one's text is found under the new one."""
    table = pl.DataFrame(
        {"chunk_id": ["old"], "text": [CODE], "doc_id": [None]}, schema_overrides={"doc_id": pl.String}
    )
    assert one(of_chunks(ROWS), table, chunk_id="old").place.chunk_id == "c2"
    assert one(of_documents(), table, chunk_id="old").way == "containment"


def test_a_name_of_two_documents_is_nobody_s():
    """Two documents with one last part of their paths."""
    corpus = of_documents({"a/page": f"{TERM}\n", "b/page": f"{TERM}\n"})
    assert "stands at 2 places" in one(corpus, doc="page.txt", text=TERM).way
    assert one(corpus, doc="b/page.txt", text=TERM).place.doc_id == "b/page"
