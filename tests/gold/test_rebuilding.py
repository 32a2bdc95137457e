import polars as pl

from assay.gold.projection import project
from assay.gold.rebuilding import GAP, agrees, rebuild
from assay.retrieval.frames import DOCUMENTS

from .samples import documents, frame, passage, ready

BODY = "Вернуть можно за 30 дней.\n\nКроме распродажи."


def rows(*spans, **values):
    return [
        {
            "chunk_id": str(number),
            "doc_id": "d1",
            "spans": [{"start": start, "end": end}],
            "text": BODY[start:end],
            **values,
        }
        for number, (start, end) in enumerate(spans)
    ]


def test_chunks_are_put_back_where_their_offsets_say():
    """What no chunk holds is a gap."""
    made, used = rebuild(ready(*rows((0, 25), (27, 44))), DOCUMENTS["outline"])
    assert made["body"].to_list() == [BODY[:25] + GAP * 2 + BODY[27:]]
    assert len(used) == 2


def test_a_chunk_whose_text_does_not_fit_its_span_is_left_out():
    """The text decides, the offset is a hint."""
    wrong = [{**rows((0, 10))[0], "text": "короче"}, *rows((0, 25))]
    table = ready(*({**row, "chunk_id": str(number)} for number, row in enumerate(wrong)))
    assert rebuild(table, DOCUMENTS["outline"])[1]["chunk_id"].to_list() == ["1"]


def test_chunks_that_contradict_each_other_are_left_out():
    """The first in the order of ids stays."""
    other = {**rows((10, 25))[0], "chunk_id": "9", "text": "x" * 15}
    made, used = rebuild(ready(*rows((0, 25)), other), DOCUMENTS["outline"])
    assert used["chunk_id"].to_list() == ["0"]
    assert made["body"].to_list() == [BODY[:25]]


def test_offsets_that_count_something_else_are_not_used():
    """A body far longer than its chunks would be nothing but gaps."""
    far = {**rows((0, 25))[0], "spans": [{"start": 4_000_000_000, "end": 4_000_000_025}]}
    assert len(rebuild(ready(far), DOCUMENTS["outline"])[1]) == 0


def test_gaps_hide_no_letters():
    """White space and marks between chunks may be missing, words may not."""
    assert agrees(f"а{GAP}{GAP}б", "а. б")
    assert not agrees(f"а{GAP}б", "авб")
    assert not agrees(f"а{GAP}", "а")


def test_a_passage_over_two_chunks_with_offsets_is_carried_by_both():
    """As if the document were here."""
    table = ready(*rows((0, 25), (27, 44)))
    projection, status = project(frame([passage("p", BODY)]), documents(), table)
    assert status.select("status", "straddles", "weight").row(0) == ("span", True, 35)
    assert projection["weight"].sum() == 35
    assert projection["chunk_key"].n_unique() == 2


def test_a_chunk_of_an_unknown_document_stands_alone():
    """Offsets without a document say nothing."""
    table = ready(*rows((0, 25), doc_id=None))
    projection, status = project(frame([passage()]), documents(), table)
    assert status["status"].to_list() == ["matched"]
    assert projection.select(pl.col("weight").sum()).item() == 20
