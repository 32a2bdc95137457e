import pytest

from assay.exchange.questions.follow_ups import goes_on, history_of, lacking
from pipeline import assay, rows, write_rows

TURNS = [{"role": "user", "text": "Сколько стоит доставка?"}, {"role": "assistant", "text": "300 ₽."}]


@pytest.mark.parametrize(
    "value",
    [
        TURNS,
        [{"role": "human", "content": " Сколько стоит доставка? "}, {"role": "AI", "content": "300 ₽."}],
        [{"type": "human", "content": "Сколько стоит доставка?"}, {"type": "ai", "content": "300 ₽."}],
    ],
)
def test_earlier_turns_are_taken_as_tools_write_them(value):
    """Role and text, under the names of chat logs."""
    assert history_of(value, "f:1") == (TURNS, [])


def test_no_history_is_none():
    """Absent, empty."""
    assert [history_of(value, "f:1") for value in (None, [], "")] == [(None, [])] * 3


@pytest.mark.parametrize(
    "value", ["before", [["a"]], [{"role": "tool", "text": "x"}], [{"role": "user", "text": " "}]]
)
def test_what_is_no_turn_is_named(value):
    """With its place and what to write."""
    _, problems = history_of(value, "f:1")
    assert len(problems) == 1
    assert problems[0].where == "f:1"
    assert "role" in problems[0].fix


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("а если курьером?", True),
        ("А в ПВЗ?", True),
        ("What about furniture?", True),
        ("Авиабилеты можно вернуть?", False),
        ("Android-приложение платное?", False),
        ("А можно ли вернуть товар, который я купил на распродаже год назад?", False),
        ("Как вернуть товар?", False),
    ],
)
def test_a_follow_up_is_told_by_its_opening(text, expected):
    """Few words that begin with a link; a word that only begins like one is none."""
    assert goes_on(text) is expected


def test_only_those_without_history_are_flagged():
    """What has its earlier turns, or the question that was sent, is complete."""
    rows = [
        {"id": "q-1", "query": "а если курьером?"},
        {"id": "q-2", "query": "а если курьером?", "history": TURNS},
        {"id": "q-3", "query": "а если курьером?", "rewritten": "Сколько стоит доставка курьером?"},
        {"id": "q-4", "query": "Сколько стоит доставка?"},
    ]
    assert list(lacking(rows)) == [
        "1 question without history that may go on from another one: add history and rewritten, or leave out: q-1"
    ]
    assert list(lacking(rows[1:])) == []


def test_an_imported_follow_up_keeps_its_history(top):
    """With the rewritten question; one without them is pointed out, and kept."""
    lines = [
        {
            "id": "q-1",
            "query": "а если курьером?",
            "history": TURNS,
            "rewritten": "Сколько стоит доставка курьером?",
        },
        {"id": "q-2", "query": "а в ПВЗ?"},
    ]
    write_rows(top / "talks.jsonl", lines)
    done = assay(top, "import", "questions", "talks.jsonl")
    assert done.returncode == 0, done.stderr
    assert "1 question without history that may go on from another one" in done.stdout
    kept = {row["id"]: row for row in rows(top / "gold/queries.jsonl")}
    assert kept["q-1"]["history"] == TURNS
    assert kept["q-1"]["rewritten"] == "Сколько стоит доставка курьером?"
    assert kept["q-2"]["history"] is None
