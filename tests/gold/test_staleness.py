import polars as pl

from assay.gold.sources import read_sources
from assay.gold.staleness import findings
from assay.retrieval.frames import CHUNKS

from .samples import documents, frame, passage, ready

BODY = "Вступление.\n\nВернуть можно за 30 дней.\n\nКроме шин. Всегда. Кроме шин.\n"
TABLE = documents(("d1", BODY))
WHERE = "gold/passages.jsonl"


def found(*rows, table=TABLE):
    result = findings(frame(rows), read_sources(table, pl.DataFrame(schema=CHUNKS)), WHERE)
    return list(map(str, result.problems)), list(map(str, result.warnings)), result.counts


def test_a_passage_in_its_place_is_not_mentioned():
    """Only counted."""
    assert found(passage(start=13, end=38)) == ([], [], {"span": 1})


def test_moved_passages_are_a_warning_with_both_places():
    """And the command that takes the new one."""
    assert found(passage(start=0, end=25)) == (
        [],
        [
            (
                f"{WHERE}:1 p1: moved: stands at 13:38 of d1, labelled at 0:25 of d1-v1; "
                "run `assay gold passage refresh p1`"
            )
        ],
        {"moved": 1},
    )


def test_stale_passages_are_a_warning_with_the_nearest_text():
    """What the document says instead."""
    text = "Вернуть можно за 14 дней."
    _, warnings, counts = found(passage(text=text))
    assert warnings == [
        f"{WHERE}:1 p1: stale: its text is not in d1; nearest text (92 %) at 13:38, line 3 of the text: «Вернуть можно за 30 дней.»"
    ]
    assert counts == {"stale": 1}


def test_a_document_that_is_gone_is_a_warning():
    """With the document that holds the text, or the id that is meant."""
    _, warnings, _ = found(passage(doc_id="old"), passage("p2", "Другое.", doc_id="d11"))
    assert warnings == [
        f"{WHERE}:1 p1: stale: the corpus has no document old; its text is in d1",
        f"{WHERE}:2 p2: stale: the corpus has no document d11; did you mean d1?",
    ]


def test_a_passage_without_a_document_says_so():
    """Chunks cut elsewhere have none."""
    _, warnings, _ = found(passage(doc_id=None))
    assert warnings == [f"{WHERE}:1 p1: stale: it names no document; its text is in d1"]


def test_ambiguous_passages_are_a_warning_with_all_places():
    """None of them is where it was labelled."""
    _, warnings, _ = found(passage(text="Кроме шин.", before=None, after=None))
    assert warnings == [
        f"{WHERE}:1 p1: stale: its text stands several times in d1 (40:50, 59:69); give start and end"
    ]


def test_a_passage_located_by_its_text_must_be_there_once():
    """Without offsets it is a problem, not a warning: it was never anywhere."""
    rows = [
        passage("p1", "Кроме шин.", start=None, end=None),
        passage("p2", "Такого здесь нет.", start=None, end=None),
        passage("p3", start=None, end=None),
    ]
    problems, warnings, counts = found(*rows)
    assert problems == [
        f"{WHERE}:1 p1: its text stands several times in d1 (40:50, 59:69); give start and end",
        f"{WHERE}:2 p2: its text is not in d1; nothing there is like it: label it anew",
    ]
    assert warnings == []
    assert counts == {"matched": 1, "stale": 2}


def test_passages_that_no_ready_made_chunk_holds_are_a_warning():
    """Split or absent."""
    sources = read_sources(documents(), ready({"chunk_id": "1", "text": "Другое."}))
    assert list(map(str, findings(frame([passage()]), sources, WHERE).warnings)) == [
        f"{WHERE}:1 p1: stale: no chunk holds its text; label it anew, or remove it"
    ]
