import pytest

from assay.exchange.runs.contents import chunk_facts, chunk_place, doubts, is_words, told

FOUND = {"id": "1", "retrieved": ["a"]}


def times(name, *numbers, **stated):
    return told([{**FOUND, name: number} for number in numbers], stated)


@pytest.mark.parametrize(
    ("name", "numbers", "field", "said"),
    [
        ("latency", (0.312, 1.25), "latency_s", "seconds"),
        ("duration", (312, 1250), "latency_ms", "milliseconds"),
        ("elapsed", ("0.5", "12"), "latency_s", "seconds"),
        ("response_time", (45.5, 312.2), "latency_ms", "milliseconds"),
        ("response_time", (3, 5), "latency_ms", "milliseconds"),
        ("response_time_s", (0.3,), "latency_s", None),
        ("responseTimeMs", (312,), "latency_ms", None),
    ],
)
def test_a_latency_without_a_unit_is_told_by_its_values(name, numbers, field, said):
    """Below 30 with fractions: seconds. What was assumed is said, and how to say otherwise."""
    found, facts = times(name, *numbers)
    assert found == {field: name}
    other = {"latency_s": ("milliseconds", "latency_ms"), "latency_ms": ("seconds", "latency_s")}[field]
    assert facts == (
        [
            f"{name} says no unit: read as {said}; if they are {other[0]}: --map {other[1]}={name} --map {field}="
        ]
        if said
        else []
    )


def test_what_is_stated_or_named_is_not_guessed():
    """`took` is milliseconds by its name; people may say that there is no latency."""
    assert times("took", 0.3) == ({}, [])
    assert times("latency", 0.3, latency_ms="latency") == ({}, [])
    assert times("latency", 0.3, latency_s="") == ({}, [])
    assert times("note", 0.3) == ({}, [])


@pytest.mark.parametrize(
    ("field", "numbers", "doubted"),
    [
        ("latency_ms", (0.312, 1.25), True),
        ("latency_ms", (3, 12), False),
        ("latency_ms", (0.5, 312), False),
        ("latency_s", (312, 1250), True),
        ("latency_s", (0.5, 40), False),
        ("latency_s", (3, 40), False),
        ("latency_ms", (), False),
    ],
)
def test_values_that_look_like_another_unit(field, numbers, doubted):
    """A warning that says what was done; none where people stated the unit."""
    values = [{field: number} for number in numbers]
    facts = list(doubts(values, {field: "took"}, {}))
    assert bool(facts) == doubted
    assert list(doubts(values, {field: "took"}, {field: "took"})) == []
    if facts:
        assert facts[0].startswith("took is read as ")
        assert facts[0].endswith(f"=took --map {field}=")


def test_a_column_named_chunk_is_said():
    """Ids or texts: the other reading is one option away."""
    assert list(chunk_facts({"text": "chunk"}, {}, "--map")) == [
        "chunk holds texts, as it looks: if not, --map chunk_id=chunk --map text="
    ]
    assert list(chunk_facts({"chunk_id": "Chunk"}, {}, "--map")) == [
        "Chunk holds ids, as it looks: if not, --map text=Chunk --map chunk_id="
    ]
    assert list(chunk_facts({"chunk_id": "chunk"}, {"chunk_id": "chunk"}, "--map")) == []
    assert list(chunk_facts({"chunk_id": "chunk_id", "text": "text"}, {}, "--map")) == []


def test_what_may_stand_for_a_chunk():
    """An address before a document."""
    assert chunk_place([{"query": "q", "url": "https://x/a", "source": "a.md"}], {"query": "query"}) == "url"
    assert chunk_place([{"query": "q", "source": "a.md"}], {"query": "query", "doc_id": "source"}) == "source"
    assert chunk_place([{"query": "q", "n": 1}], {"query": "query"}) is None


@pytest.mark.parametrize(
    ("text", "words"), [("c-17", False), ("Как вернуть", False), ("Как вернуть товар", True)]
)
def test_words_and_ids(text, words):
    """Three words, or more letters than any id has."""
    assert is_words(text) == words
    assert is_words("x" * 201)
