import json

from assay.recording import repeats
from assay.retrieval import foreign


def passes(*lists):
    """Of each time the lists by query; None: it failed."""
    made = []
    for one in lists:
        rows = [
            {"id": query, "query": "x", "status": "error", "message": "HTTP 500"}
            if found is None
            else {
                "id": query,
                "query": "x",
                "retrieved": [{"chunk_id": c, "rank": n} for n, c in enumerate(found, 1)],
            }
            for query, found in one.items()
        ]
        made.append(foreign.read("".join(json.dumps(row) + "\n" for row in rows).encode(), "x"))
    return made


def test_shares_are_of_queries_answered_each_time():
    """As lists and as sets, at each cut-off."""
    found = passes(
        {"q1": "abc", "q2": "abc", "q3": "a", "q4": "a"},
        {"q1": "abc", "q2": "bad", "q3": None, "q4": "a"},
        {"q1": "abd", "q2": "abc", "q3": "a", "q4": "a"},
    )
    made = repeats.changed(found, [3, 1, 2, 3])
    assert [(one.k, one.queries) for one in made] == [(1, 3), (2, 3), (3, 3)]
    assert [round(one.order * 3) for one in made] == [1, 1, 2]
    assert [round(one.set * 3) for one in made] == [1, 0, 2]


def test_without_a_query_answered_each_time_there_are_no_shares():
    """Null, not 0."""
    (one,) = repeats.changed(passes({"q1": "a"}, {"q1": None}), [1])
    assert one == (1, 0, None, None)
    assert list(repeats.lines(passes({"q1": "a"}, {"q1": None}), 5)) == [
        "repeats: asked 2 times, 0 questions answered each time"
    ]


def test_lines_are_for_the_usual_cut_offs():
    """Up to how many results were asked for."""
    lines = list(repeats.lines(passes({"q1": "ab"}, {"q1": "ba"}), 4))
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["first 1", "first 3", "first 4"]
    assert lines[2] == "  first 3: other order in 100.0%, other chunks in 0.0% of them"
