import copy

import pytest

from assay.exchange.questions.label_passages import Passages
from assay.exchange.questions.labels import counts_line, join, states_line
from assay.exchange.questions.locating import Located, Place
from assay.exchange.questions.questions import Question
from assay.exchange.questions.references import Reference
from assay.gold.fields import QUERY
from assay.manifest import sha256
from exchange.imports import CODE, TERM, of_documents

PLACE = Place(None, "returns", 11, 65)
TERM_ID = f"returns#{sha256(TERM.encode())[:8]}"
GOLD = {
    **dict.fromkeys(QUERY),
    "id": "1",
    "query": "А?",
    "lang": "ru",
    "type": "exact",
    "split": "dev",
    "relevant": {TERM_ID: 2},
    "why": {},
    "status": "unreviewed",
}


def put(existing, old, places=(PLACE,), sets="unstated", **fields):
    """The gold set after an import of question 1 with these places."""
    references = [Reference(f"f:1 [{n}]", text="x", grade=None) for n, _ in enumerate(places, 1)]
    row = {"id": "1", "query": "А?", "lang": "ru", "type": None, "split": "dev", **fields}
    question = Question(row, references, "f:1", frozenset({"query", *fields}))
    located = [Located(place, "id" if place else "nowhere") for place in places]
    gold = [copy.deepcopy(old)] if old else []
    return join(
        [question], located, (gold, Passages([], of_documents())), sets=sets, level=1, existing=existing
    )


@pytest.mark.parametrize(
    ("spot", "at"),
    [
        ("/home/anna/мои файлы/q.xlsx!Лист1!3 [1]", "q.xlsx!Лист1!3 [1]"),
        ("/q.json with_key(@)[0] a/b [1]", "q.json with_key(@)[0] a/b [1]"),
        ("labels/q.jsonl:14 [2]", "labels/q.jsonl:14 [2]"),
    ],
)
def test_no_folder_of_a_machine_gets_into_the_repository(spot, at):
    """Of a file that is given by its whole path its name is kept; one beside the repository's own stays whole."""
    question = Question(
        dict.fromkeys(("id", "query", "split", "type"), "1"), [Reference(spot, text="x")], spot
    )
    done = join(
        [question],
        [Located(None, "nowhere")],
        ([], Passages([], of_documents())),
        sets="each",
        level=1,
        existing="refuse",
    )
    assert [row["at"] for row in done.unmatched] == [at]


def test_a_partly_matched_list_makes_no_passage():
    """Its question stays unlabelled; what was not found is listed with the reason."""
    done = put("refuse", None, (PLACE, None))
    assert done.passages == []
    assert (done.queries[0]["relevant"], done.queries[0]["evidence_sets"]) == ({}, None)
    assert done.unmatched == [{"query_id": "1", "at": "f:1 [2]", "reference": "'x'", "reason": "nowhere"}]
    assert counts_line(done) == "1 question: 1 new"
    assert states_line(done) == ["labels: 1 whose labels were not all found"]


@pytest.mark.parametrize("existing", ["refuse", "keep", "replace"])
def test_a_question_that_says_the_same_stays_as_it_is(existing):
    """What the file does not state is no difference: type, split, language, work of people."""
    old = {
        **GOLD,
        "split": "holdout",
        "why": {TERM_ID: "Срок."},
        "reviewed_by": ["a", "b"],
        "status": "reviewed",
    }
    done = put(existing, old)
    assert (done.queries, done.counts["the same"], done.problems) == ([old], 1, [])


def test_a_question_that_says_something_else():
    """Refused with what differs; kept as it is here; replaced, with all that the file does not state."""
    old = {**GOLD, "rationale": "Потому.", "subject": "shop"}
    refused = put("refuse", old, type="other")
    assert str(refused.problems[0]) == (
        "f:1: question '1' is in the gold set with another type; give --existing keep, or --existing replace"
    )
    assert put("keep", old, type="other").queries == [old]
    done = put("replace", old, (Place(None, "returns", 66, 80),), type="other", query="Б?")
    assert done.queries == [
        {**old, "type": "other", "query": "Б?", "relevant": {f"returns#{sha256(CODE[:14].encode())[:8]}": 2}}
    ]
    assert done.counts["replaced"] == 1
    assert done.problems == []


@pytest.mark.parametrize(
    ("work", "rule"),
    [
        ({"status": "reviewed"}, "and reviewed; edit it in gold/queries.jsonl"),
        ({"reviewed_by": ["a"]}, "and reviewed; edit it"),
        ({"why": {TERM_ID: "Срок."}}, "people have added why, which belong to the labels"),
        ({"claims": [{"id": "c", "text": "т", "passages": []}]}, "people have added claims"),
        (
            {"evidence_sets": [[TERM_ID]], "relevant": {}},
            "it has evidence sets, the file a flat list",
        ),
    ],
)
def test_work_of_people_is_never_replaced(work, rule):
    """Reviewed questions, reasons, claims, stated sets: refused and said, the row stays."""
    done = put("replace", {**GOLD, **work}, (Place(None, "returns", 66, 80),))
    assert done.queries == [{**GOLD, **work}]
    assert rule in str(done.problems[0])


def test_a_file_without_labels_leaves_those_that_are_there():
    """Also where its labels were not found."""
    for places in ((), (None,)):
        done = put("replace", GOLD, places, query="Б?") if places else _unlabelled()
        assert done.queries[0]["relevant"] == GOLD["relevant"]


def _unlabelled():
    question = Question(
        {"id": "1", "query": "Б?", "lang": "ru", "type": None, "split": "dev"},
        None,
        "f:1",
        frozenset({"query"}),
    )
    return join(
        [question], [], ([dict(GOLD)], Passages([], of_documents())), sets="each", level=1, existing="replace"
    )


def test_no_answer_against_labels_is_a_difference():
    """An empty list says that nothing answers it."""
    question = Question(
        {"id": "1", "query": "А?", "lang": "ru", "type": None, "split": "dev"},
        [],
        "f:1",
        frozenset({"query"}),
    )
    gold = ([dict(GOLD)], Passages([], of_documents()))
    done = join([question], [], gold, sets="each", level=1, existing="refuse")
    assert "with another type, relevant, evidence_sets" in str(done.problems[0])
