import pytest

from assay.errors import InputError
from assay.exchange.questions import collections

RUN = b"q1 Q0 a 1 3.0 t\nq1 Q0 b 2 3.0 t\nq2 Q0 c 1 1.0 t\n"
QRELS = b"q1 0 a 1\nq1 0 d 0\n"


@pytest.mark.parametrize(
    ("data", "run", "qrels"),
    [
        (RUN, True, False),
        (b"\xef\xbb\xbf# a comment\n\n" + RUN, True, False),
        (QRELS, False, True),
        (b'{"id": 1} 2 3 4\n', False, False),
        (b"a b c d\n", False, False),
        (QRELS + b"q1 0 e\n", False, True),
        ("Какой лимит на 2026\nСколько дней на возврат?\nЧто ещё?\n".encode(), False, False),
        (b"one two three\n", False, False),
        (b"\xff\xfe\x00", False, False),
        (b"", False, False),
    ],
)
def test_what_a_file_is(data, run, qrels):
    """By the cells of its first line; JSON is neither."""
    assert (collections.is_run(data), collections.is_qrels(data)) == (run, qrels)


def test_a_run_is_ordered_as_trec_eval_does():
    """Equal scores by id, descending; ties at the cut-offs are counted; the order is said."""
    lines, notes = collections.run_lines(RUN, "run", "trec10", "refuse", [1])
    assert [(line["id"], [item["chunk_id"] for item in line["retrieved"]]) for line in lines.values] == [
        ("q1", ["b", "a"]),
        ("q2", ["c"]),
    ]
    assert lines.spots == ["run:2", "run:3"]
    assert any(fact.startswith("equal scores at rank 1 and 2: 1 question") for fact in lines.facts)
    assert notes


def test_a_chunk_twice_in_a_run():
    """A fault, or its best place counts."""
    twice = b"q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 a 3 1 t\n"
    assert collections.run_lines(twice, "run", "trec10", "refuse", [])[0].problems
    lines, _ = collections.run_lines(twice, "run", "trec10", "best", [])
    assert [item["chunk_id"] for item in lines.values[0]["retrieved"]] == ["a", "b"]


def test_ids_alone_as_chunks():
    """Every id that qrels and runs name, once, with the address of the first; any other file is refused."""
    mapped = collections.id_chunks({"run": RUN, "qrels": QRELS})
    assert [(value["chunk_id"], value["text"]) for value in mapped.values] == [
        (name, name) for name in "bacd"
    ]
    assert mapped.spots[3] == "qrels:2"
    with pytest.raises(InputError, match="x: is neither TREC qrels nor a TREC run"):
        collections.id_chunks({"x": b"{}\n"})
