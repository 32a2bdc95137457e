"""symptoms.parquet: each symptom where it holds and where it just does not, against loops over the definitions."""

import datetime as dt

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.scoring import schema, slices
from assay.scoring.evaluation import evaluate
from assay.scoring.scored import score
from assay.scoring.summary import Context
from assay.scoring.symptoms import SYMPTOMS
from assay.tables import check

from .cases import Case, inputs, query
from .observed import symptom_rows
from .test_aggregate import CARD, SNAPSHOT
from .test_hits import described

FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
HELD = {"p": [[(0, 50, 40, ["p"])]], "r": [[(1, 50, 40, ["r"])]]}
# Every chunk a document of its own, about the same, far from the others.
ABOUT = {name: {"doc_id": f"doc-{name}"} for name in "prstxyz"}


def evaluated(case):
    return evaluate(inputs(case), Context("bm25", CARD, SNAPSHOT, "g1"))


def symptoms(case, name=None):
    """Rows without the query id; of one symptom: without its name too."""
    rows = evaluated(case).symptoms.select("symptom", "passage_id", "rank", "chunk_id", "n").rows()
    return [row[1:] for row in rows if row[0] == name] if name else rows


def asked(found, sets=(("p",),), **more):
    """One query on chunks that are each a document of their own."""
    labels = {"sets": sets and [list(one) for one in sets], "relevant": more.pop("relevant", None)}
    own = {name: more.pop(name) for name in ("as_of", "subject") if name in more}
    about = {name: {**ABOUT.get(name, {}), **more.get("about", {}).get(name, {})} for name in "prstxyz"}
    case = {"held": HELD, "chunks": dict.fromkeys("prstxyz", 60), "k": (2,), "headline": 2, **more}
    return Case([query("q1", **labels, **own)], results={"q1": list(found)}, **{**case, "about": about})


@FEW
@given(st.integers(0, 10**9))
def test_symptoms_equal_a_loop(seed):
    """On runs drawn at random."""
    case = described(seed)
    got = evaluated(case).symptoms.rows()
    assert len(set(got)) == len(got)
    assert set(got) == symptom_rows(case)


def test_every_symptom_is_drawn():
    """So that the loop is held against each."""
    drawn = {row[1] for seed in range(150) for row in symptom_rows(described(seed))}
    assert drawn == set(SYMPTOMS)


@pytest.mark.parametrize("seed", range(15))
def test_symptoms_and_slices_follow_their_models(seed):
    """In order, one row a query, symptom and passage; one a query, slice and value."""
    got = evaluated(described(seed))
    for model, frame, key in (
        (schema.Symptoms, got.symptoms, ["query_id", "symptom", "passage_id"]),
        (schema.Slices, got.slices, ["query_id", "slice", "value"]),
    ):
        check(model, frame, "table")
        assert frame.columns == list(model.to_schema().columns)
        assert frame.equals(frame.sort(key))
        assert not frame.select(key).is_duplicated().any()


@FEW
@given(st.integers(0, 10**9))
def test_who_has_symptoms(seed):
    """No query that is met or not measured; every other has one at least."""
    case = described(seed)
    got = evaluated(case)
    sufficient, hit = (got.scores[f"{name}@{case.headline}"] for name in ("sufficient", "hit"))
    with_some = set(got.symptoms["query_id"])
    for name, first, second in zip(got.scores["query_id"], sufficient, hit, strict=True):
        value = second if first is None else first
        assert (name in with_some) == (value == 0)


def test_the_whole_topic_is_missing():
    """No chunk of a document of any labelled passage, as deep as results go; nothing at all returned, too."""
    assert symptoms(asked("xyz")) == [("topic_missing", None, None, None, None)]
    assert symptoms(asked("")) == [("topic_missing", None, None, None, None)]
    assert symptoms(asked(["foreign"])) == [("topic_missing", None, None, None, None)]


@pytest.mark.parametrize(
    "more",
    [
        {"about": {"z": {"doc_id": "doc-p"}}},  # behind the cut-off
        {"about": {"z": {"doc_id": "doc-r"}}, "relevant": {"r": 1}},  # of a passage in no set
        {
            "about": {"z": {"doc_id": "doc-t"}},
            "held": {"p": [[(0, 9, 9, "p")], [(2, 9, 9, "t")]]},
        },  # of a twin
    ],
)
def test_a_document_of_the_topic_came(more):
    """Then nothing of it was missing as a whole."""
    assert symptoms(asked("xyz", **more), "topic_missing") == []


def test_chunks_without_documents_are_topics_of_their_own():
    """That one of them came says nothing about another."""
    none = {name: {"doc_id": None} for name in "pxz"}
    assert symptoms(asked("xyz", about=none), "topic_missing") == [(None, None, None, None)]
    half = {"p": [[(0, 50, 40, ["p"]), (1, 50, 40, ["z"])]]}
    assert symptoms(asked("xyz", about=none, held=half), "topic_missing") == []


def test_another_part_of_the_document_came():
    """Each passage of the best set, where nothing of it was found; one that was found makes it a missing part."""
    about = {"x": {"doc_id": "doc-p"}}
    assert symptoms(asked("zxy", about=about)) == [("other_part", "p", 2, "x", None)]
    assert symptoms(asked("zyzx", about=about), "other_part") == [("p", 4, "x", None)]  # at whatever rank
    assert symptoms(asked("xyr", [("p", "r")], about=about), "other_part") == []
    assert symptoms(asked("xyz"), "other_part") == []
    assert symptoms(asked("xx", about={"x": {"doc_id": "doc-p"}}), "other_part") == [("p", 1, "x", None)]


def test_each_passage_has_its_own_document():
    """Of two in a set, that of one came: nothing is said of the other's, but that it did not."""
    about = {"x": {"doc_id": "doc-p"}}
    both = asked("yxz", [("p", "r")], about=about)
    assert symptoms(both) == [("document_missing", "r", None, None, None), ("other_part", "p", 2, "x", None)]
    neither = asked("yxz", [("p", "r")])
    assert symptoms(neither) == [("topic_missing", None, None, None, None)]
    graded = asked("yxz", None, relevant={"p": 2, "r": 2}, about=about)
    assert symptoms(graded) == symptoms(both)


def test_the_document_of_an_alternative_is_not_the_passage_s():
    """The best set is looked at; a document of the other one, or of a passage in no set, came."""
    about = {"x": {"doc_id": "doc-r"}}
    expected = [("document_missing", "p", None, None, None)]
    assert symptoms(asked("yxz", [("p",), ("r",)], about=about)) == expected
    assert symptoms(asked("yxz", [("p",)], relevant={"r": 1}, about=about)) == expected
    assert symptoms(asked("yxz", [("r",), ("p",)], about=about)) == [("other_part", "r", 2, "x", None)]


def test_the_document_of_a_twin_is_the_passage_s():
    """As far as twins count."""
    about = {"x": {"doc_id": "doc-t"}, "y": {"doc_id": "doc-r"}}
    held = HELD | {"p": [[(0, 9, 9, "p")], [(2, 9, 9, "t")]]}
    case = asked("xy", [("p",)], relevant={"r": 1}, about=about, held=held)
    assert symptoms(case) == [("other_part", "p", 1, "x", None)]
    assert symptoms(case.with_(twins=False)) == [("document_missing", "p", None, None, None)]


def test_a_missing_part_whose_document_did_not_come():
    """Both are said: that the other part was found, and that nothing of this one's document was returned."""
    case = asked("rxy", [("p", "r")], about={"x": {"doc_id": "doc-p"}})
    assert symptoms(case) == [("part_missing", "p", None, None, None)]
    assert symptoms(asked("rxy", [("p", "r")])) == [
        ("document_missing", "p", None, None, None),
        ("part_missing", "p", None, None, None),
    ]


def test_one_part_of_a_set_is_missing():
    """The other was found, at whatever depth; a set of which nothing was found has no part."""
    both = [("p", "r")]
    assert symptoms(asked("xyr", both), "part_missing") == [("p", None, None, None)]
    assert symptoms(asked("rxy", both), "part_missing") == [("p", None, None, None)]
    assert symptoms(asked("rxp", both), "part_missing") == []  # found, behind the cut-off
    assert symptoms(asked("xyz", both), "part_missing") == []
    assert symptoms(asked("xyz", None, relevant={"p": 2, "r": 2}), "part_missing") == []


def test_another_set_s_part_is_not_asked_for():
    """Of the best set alone: what is missing of others does not matter."""
    held = HELD | {"s": [[(2, 9, 9, ["s"])]], "t": [[(3, 9, 9, ["t"])]]}
    case = asked("rx", [("s", "t"), ("p", "r")], held=held)
    assert symptoms(case, "part_missing") == [("p", None, None, None)]
    assert {row[1] for row in symptoms(case)} == {"p"}


def test_found_below_the_cutoff():
    """With the rank; on the last place within it is a hit."""
    assert symptoms(asked("xyp")) == [("below_cutoff", "p", 3, None, None)]
    assert symptoms(asked("xp")) == []
    assert symptoms(asked("xyp", depth=3), "below_cutoff") == [("p", 3, None, None)]
    twin = {"p": [[(0, 9, 9, ["p"])], [(2, 9, 9, ["t"])]]}
    assert symptoms(asked("xyt", held=twin)) == [("below_cutoff", "p", 3, None, None)]
    assert symptoms(asked("xt", held=twin)) == []
    assert symptoms(asked("xyt", held=twin, twins=False), "below_cutoff") == []


def test_a_query_without_sets_needs_a_hit():
    """Every relevant passage is looked at; a passage of grade 1 is not needed."""
    case = asked("xypr", None, relevant={"p": 2, "r": 1})
    assert symptoms(case) == [("below_cutoff", "p", 3, None, None)]
    assert symptoms(asked("pxr", None, relevant={"p": 2, "r": 2})) == []


OLD = dt.date(2025, 12, 31)


@pytest.mark.parametrize(
    ("same", "seen"),
    [
        ({"doc_id": "doc-p"}, True),
        ({"doc_id": "doc-p", "section": "Term"}, True),
        ({"title": "Returns"}, True),
        ({"section": "Term"}, False),  # of another document: many have a section of that name
        ({"section": "Term", "title": "Return"}, False),
        ({"section": "", "title": None}, False),
    ],
)
def test_an_outdated_version_came(same, seen):
    """Of the same document or title; a name of a section alone says nothing, nor does an empty one."""
    about = {"p": {"section": "Term", "title": "Returns"}, "y": {"valid_to": OLD, **same}}
    case = asked("xyyp", about=about, as_of="2026-01-01")
    assert symptoms(case, "outdated_only") == ([("p", 2, "y", None)] if seen else [])
    head = asked("xyyp", about={**about, "p": {"section": "", "title": None}}, as_of="2026-01-01")
    assert bool(symptoms(head, "outdated_only")) == ("doc_id" in same)


@pytest.mark.parametrize(
    ("valid", "seen"),
    [
        ({"doc_id": "doc-p", "section": "Term"}, False),
        ({"title": "Returns", "section": "Term"}, False),
        ({"doc_id": "doc-p", "section": "Cost"}, True),  # of that section nothing valid came
        ({"title": "Returns", "section": ""}, True),
        ({"section": "Term"}, True),
        ({"title": "Return", "section": "Term"}, True),
    ],
)
def test_a_valid_text_beside_an_outdated_one(valid, seen):
    """Not only outdated text came, if of the section, in the document or under the title, a valid one did."""
    old = {"doc_id": "doc-p", "section": "Term", "valid_to": OLD}
    about = {"p": {"section": "Term", "title": "Returns"}, "y": old, "z": valid}
    case = asked("yz", about=about, as_of="2026-01-01")
    assert symptoms(case, "outdated_only") == ([("p", 1, "y", None)] if seen else [])
    other = {**about, "y": {**old, "section": "Cost"}}  # then the whole document counts
    wanted = "doc_id" not in valid and valid.get("title") != "Returns"
    assert bool(symptoms(asked("yz", about=other, as_of="2026-01-01"), "outdated_only")) == wanted
    behind = asked("yxz", about=about, as_of="2026-01-01")
    assert symptoms(behind, "outdated_only") == [("p", 1, "y", None)]


def test_the_section_of_a_title_is_that_of_the_document():
    """A valid one under the title beside an outdated one of the document, and the other way round."""
    about = {"p": {"section": "Term", "title": "Returns"}}
    for one, other in (
        ({"doc_id": "doc-p"}, {"title": "Returns"}),
        ({"title": "Returns"}, {"doc_id": "doc-p"}),
    ):
        for section in "Term", "Cost":
            more = {
                "y": {**one, "section": section, "valid_to": OLD},
                "z": {**other, "section": section},
            }
            case = asked("yz", about=about | more, as_of="2026-01-01")
            assert symptoms(case, "outdated_only") == []


def test_a_text_that_is_not_valid_yet():
    """Is as little valid on the day as one that is no longer, as the marks of the hits say."""
    about = {"y": {"doc_id": "doc-p", "valid_from": dt.date(2026, 1, 1)}}
    case = asked("xyp", about=about, as_of=str(OLD))
    assert symptoms(case, "outdated_only") == [("p", 2, "y", None)]
    assert evaluated(case).hits["outdated"].to_list()[:2] == [False, True]
    assert symptoms(asked("xyp", about=about, as_of="2026-01-01"), "outdated_only") == []


def test_validity_without_a_day():
    """Is held against that of the needed passages."""
    about = {"p": {"valid_from": dt.date(2026, 1, 1)}, "y": {"doc_id": "doc-p", "valid_to": OLD}}
    assert symptoms(asked("xyp", about=about), "outdated_only") == [("p", 2, "y", None)]
    shared = {**about, "p": {"valid_from": OLD}}
    assert symptoms(asked("xyp", about=shared), "outdated_only") == []


def test_the_places_of_a_twin_are_the_passage_s():
    """A valid text of one document beside an outdated one of the other; without twins they are strangers."""
    held = {"p": [[(0, 9, 9, "p")], [(2, 9, 9, "t")]]}
    about = {"y": {"doc_id": "doc-p", "valid_to": OLD}, "z": {"doc_id": "doc-t"}}
    case = asked("yz", held=held, about=about, as_of="2026-01-01")
    assert symptoms(case, "outdated_only") == []
    assert symptoms(case.with_(twins=False), "outdated_only") == [("p", 1, "y", None)]


def test_no_outdated_version_came():
    """It is valid on the day, or stands behind the cut-off, or the passage was found."""
    about = {"p": {"title": "Returns"}, "y": {"title": "Returns", "valid_to": OLD}}
    assert symptoms(asked("xyp", about=about, as_of="2025-12-31"), "outdated_only") == []
    assert symptoms(asked("xzy", about=about, as_of="2026-01-01"), "outdated_only") == []
    both = asked("py", [("p", "r")], about=about, as_of="2026-01-01")
    assert symptoms(both, "outdated_only") == []


def test_results_of_another_subject():
    """How many within the cut-off, and the first of them; repeats are results."""
    about = {"y": {"subject": "v20"}, "z": {"subject": "v20"}}
    case = asked("xyyz", about=about, subject="v10", k=(3,), headline=3)
    assert symptoms(case, "other_subject") == [(None, 2, "y", 2)]
    assert symptoms(asked("xsyz", about=about, subject="v10"), "other_subject") == []
    assert symptoms(asked("xy", about=about, subject="v20"), "other_subject") == []
    assert symptoms(asked("py", about=about, subject="v10")) == []
    needed = {**about, "r": {"subject": "v10"}}  # the query names none: of which no needed passage is
    both = asked("xyz", [("p", "r")], about={**needed, "x": {"subject": "v10"}})
    assert symptoms(both, "other_subject") == [(None, 2, "y", 1)]


@pytest.mark.parametrize(("position", "seen"), [(8, False), (9, True), (10, False), (11, True), (12, False)])
def test_the_needed_text_stands_in_a_neighbouring_chunk(position, seen):
    """Just before or behind a returned one, in the same document."""
    about = {"p": {"position": 10}, "y": {"doc_id": "doc-p", "position": position}}
    assert symptoms(asked("xy", about=about), "neighbour") == ([("p", 2, "y", None)] if seen else [])
    elsewhere = {**about, "y": {"doc_id": "doc-y", "position": position}}
    assert symptoms(asked("xy", about=elsewhere), "neighbour") == []
    nameless = {"p": {"doc_id": None, "position": 10}, "y": {"doc_id": None, "position": position}}
    assert symptoms(asked("xy", about=nameless), "neighbour") == []
    assert symptoms(asked("xzy", about=about), "neighbour") == []  # behind the cut-off


def test_a_chunk_that_was_read_is_no_neighbour():
    """Nor one that holds marks and white space of the passage alone."""
    about = {
        "p": {"position": 10},
        "r": {"doc_id": "doc-p", "position": 11},
        "y": {"doc_id": "doc-p", "position": 12},
    }
    half = {"p": [[(0, 50, 40, ["p"]), (1, 50, 40, ["r"])]]}
    assert symptoms(asked("rx", about=about, held=half), "neighbour") == [("p", 1, "r", None)]
    blank = {"p": [[(0, 50, 40, ["p"]), (1, 2, 0, ["r"])]]}
    assert symptoms(asked("yx", about=about, held=half), "neighbour") == [("p", 1, "y", None)]
    assert symptoms(asked("yx", about=about, held=blank), "neighbour") == []


def test_a_passage_cut_at_a_border():
    """A part of its letters was read, too little of them; blanks alone are no part."""
    half = {"p": [[(0, 50, 30, ["p"]), (1, 50, 10, ["r"])]]}
    assert symptoms(asked("xp", held=half), "cut_at_border") == [("p", 2, "p", None)]
    assert symptoms(asked("rp", held=half)) == []
    assert symptoms(asked("xyp", held=half), "cut_at_border") == []
    assert symptoms(asked("xp", held=half, cover=0.75)) == []
    assert symptoms(asked("xr", held=half, cover=0.75), "cut_at_border") == [("p", 2, "r", None)]
    blank = {"p": [[(0, 50, 30, ["p"]), (1, 3, 0, ["r"])]]}
    assert symptoms(asked("xr", held=blank), "cut_at_border") == []


def test_halves_of_two_places_are_parts():
    """They do not make a whole; the first that came is named."""
    twin = {"p": [[(0, 9, 9, ["p"]), (1, 9, 9, ["r"])], [(2, 9, 9, ["s"]), (3, 9, 9, ["t"])]]}
    assert symptoms(asked("pt", held=twin), "cut_at_border") == [("p", 1, "p", None)]


def test_what_is_not_measured_has_no_symptoms():
    """Errors, changed and unasked questions, stale passages, no answer, no labels, a cut-off beyond the depth."""
    case = asked("xy")
    name = {"q1"}
    others = [case.with_(changed=name), case.with_(stale={"p"}), asked("x", depth=1)]
    others += [asked("", errors=name), asked("", not_asked=name), asked("xy", []), asked("xy", None)]
    assert [symptoms(one) for one in others] == [[]] * len(others)


def test_closed_queries_have_none():
    """Neither symptoms nor slices."""
    row = {**asked("xy").queries[0], "split": "holdout"}
    got = evaluated(asked("xy").with_(queries=[row]))
    assert (len(got.symptoms), len(got.slices), len(got.hits)) == (0, 0, 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_slices_are_those_of_the_summary(seed):
    """Each query with each of its values."""
    case = described(seed)
    made = inputs(case)
    scored = score(made)
    ids = scored.queries["query_id"]
    members = {(ids[q], kind, value) for kind, value, q in slices.members(made, scored).rows()}
    got = evaluated(case)
    assert set(got.slices.rows()) == members
    shown = got.summary["slices"]
    assert {(kind, value) for _, kind, value in members} == {
        (k, v) for k, values in shown.items() for v in values
    }
