import pytest

from assay.errors import InputError
from assay.evidence.record import Citation
from assay.judging.citing import Citing

from .ground import answer, recorded

TWICE = recorded(answer("A-1", "Срок тот же.[1] Цена та же.[1][2] И вес.[1]"))
ONE = {"marker": None, "doc_id": "d", "chunk_id": None, "span": None}
TWINS = Citing(recorded(answer("A-1", "Срок тот же.", citations=[ONE, ONE])))


def test_equal_citations_are_each_named():
    """An object for each; of a row, too; one too many is none."""
    assert TWINS.attached([ONE], ()) == (0,)
    assert TWINS.attached([ONE, ONE], ()) == (0, 1)
    assert TWINS.attached([ONE] * 3, ()) == (0, 1)
    assert TWINS.held([ONE]) == (0,)
    assert TWINS.held([ONE, ONE]) == (0, 1)


@pytest.mark.parametrize(
    "item",
    [
        7,
        None,
        [],
        {},
        {**ONE, "doc_id": "e"},
        {**ONE, "more": 1},
        {**ONE, "doc_id": ["d"]},
        {**ONE, "span": 5},
    ],
)
def test_what_the_record_does_not_have_is_refused(item):
    """Whatever form it has; a row that has it cites nothing by it."""
    with pytest.raises(InputError, match="which the record does not have; it has none"):
        TWINS.attached([item], ())
    if isinstance(item, dict):
        assert TWINS.held([item]) == ()


def test_citations_are_named_by_markers_where_these_say_which_are_meant():
    """Else as the record has them."""
    citing = Citing(TWICE)
    at_price = ((16, 27),)
    assert citing.standing(at_price) == (1, 3)
    assert citing.named((1, 3), at_price) == ["[1]", "[2]"]
    assert citing.named((0,), at_price) == [TWICE.citations[0].record()]
    assert TWINS.named((1,), ()) == [ONE]


def test_many_citations_are_written_out_once_each(monkeypatch):
    """However many claims name them."""
    marks = [f"[{n}]" for n in range(40)]
    text = " ".join(f"Срок.{mark}" for mark in marks)
    spans = [[text.index(mark), text.index(mark) + len(mark)] for mark in marks]
    citations = [{**ONE, "marker": mark, "span": span} for mark, span in zip(marks, spans, strict=True)]
    citing = Citing(recorded(answer("A-1", text, citations=citations)))
    written = []
    record = Citation.record
    monkeypatch.setattr(Citation, "record", lambda one: written.append(one.marker) or record(one))
    for at, one in enumerate(citations):
        assert citing.held([one]) == (at,)
        assert citing.attached([one], ()) == (at,)
    assert len(written) == 2 * len(citations)
