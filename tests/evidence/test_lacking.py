from assay.evidence.lack_phrases import PHRASES
from assay.evidence.lacking import (
    OF_A_CITATION,
    OF_A_FRAGMENT,
    OF_AN_ANSWER,
    OF_THE_RUN,
    Lack,
    of_answer,
    of_run,
)

from . import cases

PLACE = f"{cases.WHERE}/answers.jsonl:1 A-017"


def lacks(**values):
    """Elements that A-017 lacks where it has other values."""
    found = list(of_answer(cases.answer(**values), {}))
    assert all(one.where == PLACE for one in found)
    return [one.element for one in found]


def test_the_worked_scenario_lacks_nothing_of_an_answer():
    """Of its run one thing: what the corpus is called is enough."""
    assert lacks() == []
    assert [one.element for one in of_run(cases.shop_run())] == []


def test_each_absent_element_is_listed_with_what_it_hinders():
    """A line with nothing but its id."""
    bare = cases.run({"answer_id": "A-017"}, card=None)
    assert list(of_answer(bare.answers[0], {})) == [
        Lack(PLACE, name, f"lack.{why}")
        for name, why in (
            ("scenario_id", "scenario"),
            ("query_id", "query_id"),
            ("query", "query"),
            ("answer", "answer"),
            ("retrieved", "retrieved"),
            ("citations", "citations"),
            ("declines", "declines"),
            ("expected_evidence", "expected"),
        )
    ]
    assert list(of_run(bare)) == [
        Lack(cases.RUN, element, f"lack.{why}")
        for element, why in (
            ("snapshot_id or corpus_version", "corpus"),
            ("algorithm or embedding_model", "retrieval"),
            ("top_k", "retrieval"),
            ("filters", "filters"),
            ("generation_config", "generation"),
            ("prompt_version", "prompt"),
            ("model", "model"),
            ("application_revision", "revision"),
            ("locale", "locale"),
            ("recorded_at", "time"),
        )
    ]


def test_empty_lists_are_no_lack():
    """Nothing was retrieved, cited, declined: that is known."""
    assert lacks(retrieved=[], citations=[], declines=[]) == []
    assert lacks(answer=" \n", query="", citations=[]) == ["query", "answer"]


def test_parts_of_fragments_and_citations_are_listed_by_their_places():
    """As they stand in the record, whatever their ranks."""
    bare = {"chunk_id": "x"}
    assert lacks(retrieved=[cases.P07 | {"rank": 1, "text": " ", "sha256": None}, bare], citations=[]) == [
        "retrieved[1].text",
        *(f"retrieved[2].{name}" for name in ("rank", "score", "doc_id", "doc_version", "text")),
    ]
    assert lacks(citations=[{"chunk_id": "p04"}, {"marker": "[1]", "span": [0, 1]}]) == [
        "citations[1].marker",
        "citations[1].span",
        "citations[2].doc_id",
    ]


def test_what_was_cited_and_never_retrieved_is_lacking():
    """A fragment by its id, else a source; nobody can hold a claim against it."""
    marks = cases.A017["citations"]
    never = [marks[0] | {"chunk_id": "p99"}, marks[1] | {"chunk_id": None, "doc_id": "D-09"}]
    assert lacks(citations=never) == ["retrieved: p99 of citations[1]", "retrieved: D-09 of citations[2]"]
    assert lacks(citations=[marks[0] | {"chunk_id": None}]) == []
    assert lacks(retrieved=None, citations=marks[:1]) == ["retrieved", "retrieved: p04 of citations[1]"]
    (lack,) = of_answer(cases.answer(citations=never[:1]), {})
    assert lack.why == "lack.never"


def test_what_the_gold_set_expects_is_not_lacking():
    """Where it has the question in the same words."""
    row = {"query": cases.QUERY, "rewritten": None, "evidence_sets": [], "unanswerable": None, "split": "dev"}
    assert lacks(expected_evidence=None) == ["expected_evidence"]
    assert list(of_answer(cases.answer(expected_evidence=None), {"Q-017": row})) == []


def test_a_run_lacks_what_one_of_its_answers_does_not_state():
    """Unless each of them states it for itself, or the other thing that says as much."""
    card = {
        "mode": "retrieve_and_generate",
        **dict.fromkeys(("locale", "snapshot_id", "embedding_model"), "x"),
    }
    stated = {"model": "m", "prompt_version": "p"}
    one, other = {**stated, "answer_id": "A"}, {**stated, "answer_id": "B", "prompt_version": None}
    elements = [lack.element for lack in of_run(cases.run(one, other, card=card))]
    assert elements == [
        "top_k",
        "filters",
        "generation_config",
        "prompt_version",
        "application_revision",
        "recorded_at",
    ]
    assert "prompt_version" not in [lack.element for lack in of_run(cases.run(one, card=card))]


def test_a_run_without_answers_lacks_what_its_card_does():
    """It is not whole because nobody states anything."""
    assert [
        lack.element
        for lack in of_run(cases.run(card={"mode": "retrieve_only", **dict.fromkeys(OF_THE_RUN, None)}))
    ] == [lack.element for lack in of_run(cases.run({"answer_id": "A"}, card=None))]


def test_every_lack_has_its_phrase_in_both_languages():
    """Each with what cannot be checked without it."""
    keys = {why for part in (OF_THE_RUN, OF_AN_ANSWER, OF_A_FRAGMENT, OF_A_CITATION) for why in part.values()}
    assert {*keys, "lack.expected", "lack.never"} == {key for key in PHRASES if key.startswith("lack.")}
    assert all(len(set(PHRASES[key])) == 2 for key in keys)
