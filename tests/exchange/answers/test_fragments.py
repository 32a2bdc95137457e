import pytest

from assay.exchange.answers.fragments import Fragments, citations, needed
from assay.exchange.losses import Loss, Losses
from assay.manifest import sha256


def made(text):
    """The id of a fragment that has none."""
    return f"text-{sha256(text.encode())[:16]}"


def read(items, path="contexts", **stated):
    """Fragments of one record, and what is lost."""
    fragments = Fragments(path, [items], stated)
    found, problems = fragments.read(items, "f:1")
    assert problems == []
    return found, fragments.losses.found()


def test_texts_become_fragments_in_their_order():
    """Under ids made of them: the same text, the same id; however short one is, it is no id."""
    found, lost = read(["Да.", "Срок 30 дней."])
    assert found == [
        {"chunk_id": made("Да."), "rank": 1, "text": "Да."},
        {"chunk_id": made("Срок 30 дней."), "rank": 2, "text": "Срок 30 дней."},
    ]
    assert lost == []


def test_ids_alone_stay_ids():
    """Where the list is not one of contexts."""
    assert read(["p4", "p7"], "retrieved_ids")[0] == [
        {"chunk_id": "p4", "rank": 1},
        {"chunk_id": "p7", "rank": 2},
    ]


def test_objects_are_read_by_names_or_as_people_state():
    """Fields in the order of the record; what no field takes is lost, and said."""
    items = [
        {
            "id": 4,
            "content": "Раз",
            "score": 1,
            "metadata": {"source": "a.md", "url": "https://kb/a"},
            "n": 5,
        },
        {
            "id": 7,
            "content": "Два",
            "score": 0.5,
            "metadata": {"source": "b.md", "url": "https://kb/b"},
            "n": 6,
        },
    ]
    found, lost = read(items, "docs", doc_version="n")
    assert found[0] == {
        "chunk_id": "4",
        "rank": 1,
        "score": 1.0,
        "doc_id": "a.md",
        "doc_version": "5",
        "url": "https://kb/a",
        "text": "Раз",
    }
    assert list(found[0]) == list(found[1])
    assert lost == []
    assert read(items, "docs")[1] == [Loss("values of n in results, which no field takes", 2)]


def test_ranks_of_the_file_decide():
    """From 0 or 1; those that it does not have are places in the list."""
    for first in (0, 1):
        found, _ = read([{"id": "b", "rank": first + 1}, {"id": "a", "rank": first}], "docs")
        assert [(one["chunk_id"], one["rank"]) for one in found] == [("a", 1), ("b", 2)]


def test_the_same_fragment_again_is_kept_once():
    """At its first place; two texts under one id are two fragments, which the rules of records name."""
    found, lost = read(["Раз", "Два", "Раз"])
    assert [(one["text"], one["rank"]) for one in found] == [("Раз", 1), ("Два", 2)]
    assert lost == [Loss("a fragment again in the same list", 1, ("f:1",))]
    found, lost = read([{"id": "p", "text": "Раз"}, {"id": "p", "text": "Два"}], "docs")
    assert ([one["rank"] for one in found], lost) == ([1, 2], [])
    ranked = [{"id": "p", "text": "Раз", "rank": 1}, {"id": "p", "text": "Раз", "rank": 2}]
    assert len(read(ranked, "docs")[0]) == 2


def test_places_in_documents_have_no_field():
    """They make an id where there is none."""
    found, lost = read([{"doc_id": "a", "start": 0, "end": 3, "text": "Раз"}], "docs")
    assert found == [{"chunk_id": "a#0-3", "rank": 1, "doc_id": "a", "text": "Раз"}]
    assert lost == [Loss("places of fragments in their documents (start, end)", 1, ("f:1",))]


@pytest.mark.parametrize("item", [None, {}, {"x": 1}, 1.5, ["a"]])
def test_an_item_that_is_no_fragment_is_a_fault(item):
    """No id is made of nothing."""
    fragments = Fragments("docs", [[item]], {})
    _, problems = fragments.read([item], "f:1")
    assert [problem.where for problem in problems] == ["f:1 result 1"]


def test_citations_are_objects():
    """A span of two numbers, or of two fields; what is a text alone says neither what it is nor where it stands."""
    losses = Losses()
    items = [
        {"label": 1, "doc_id": "a", "chunk": "c", "start": 3, "end": 6},
        {"label": "[2]", "doc_id": "b", "span": [7, 10]},
        "a.md",
    ]
    fields = {"marker": "label", "doc_id": "doc_id", "span": "span", "start": "start", "end": "end"}
    assert citations(items, fields, "f:1", losses) == [
        {"marker": "1", "doc_id": "a", "span": [3, 6]},
        {"marker": "[2]", "doc_id": "b", "span": [7, 10]},
    ]
    assert losses.found() == [
        Loss("citations that are no objects", 1, ("f:1",)),
        Loss("values of chunk in citations, which no field takes", 1),
    ]


def test_what_a_careful_answer_needs_is_texts_or_objects():
    """Blank ones say nothing; of none nobody can say that nothing is needed."""
    assert needed(["Раз", " ", {"id": "p", "content": "Два"}, 5]) == [
        {"text": "Раз"},
        {"chunk_id": "p", "text": "Два"},
    ]
    assert needed([]) == needed([""]) == []
