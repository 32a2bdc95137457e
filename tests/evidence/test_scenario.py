"""What differs between two answers to one scenario."""

import pytest

from assay.evidence.scenario import Scenario
from assay.evidence.table import tables

from . import replays
from .cases import A017, P04, P07, claim, placed, run, simple, span


def scenario(new=None, new_rows=(), old=None, old_rows=None):
    """A-017 beside another answer of the same run's settings; its own four claims, unless told otherwise."""
    old = old or run(A017).answers[0]
    new = new or run({**A017, "answer_id": "A-117"}).answers[0]
    old_rows = replays.old_rows(old) if old_rows is None else old_rows
    made = placed(*old_rows, *new_rows)
    return Scenario("S-017", *(tables([one], made.values(), {})[one.id] for one in (old, new)))


def same_rows(**changed):
    """The same four claims of A-117, each with its own id; ``changed`` is of the third."""
    new = run({**A017, "answer_id": "A-117"}).answers[0]
    names = ("C-017-1", "C-017-2", "C-017-3", "C-017-4")
    return [
        claim(name, new, minute=30 + n, **{"claim_id": f"C-117-{n}", **(changed if n == 3 else {})})
        for n, name in enumerate(names, 1)
    ]


def differences(one):
    """What differs at all."""
    return {name: n for name, n in one.tally.items() if n}


def test_the_same_table_twice_has_no_differences():
    """Whatever the ids of its claims."""
    found = scenario(new_rows=same_rows())
    assert found.comparable
    assert [(pair.old.id, pair.new.id, pair.match) for pair in found.claims] == [
        (f"C-017-{n}", f"C-117-{n}", "equal") for n in range(1, 5)
    ]
    assert differences(found) == {}


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("support", {"support": "partially_supported", "contradicts": False}),
        ("attachment", {"attachment": "not_attached", "citations": []}),
        ("corpus", {"support": "unsupported", "contradicts": False, "corpus": "not_checked"}),
        ("contradicts", {"contradicts": False}),
    ],
)
def test_verdicts_that_differ(field, changed):
    """Each part of them, old and new; what it rests on is counted by itself."""
    found = scenario(new_rows=same_rows(**changed))
    [pair] = [pair for pair in found.claims if pair.verdicts]
    assert (pair.old.id, found.tally["verdicts"]) == ("C-017-3", 1)
    by_field = {one.field: (one.old, one.new) for one in pair.verdicts}
    old = claim("C-017-3")
    assert by_field[field] == (old[field], changed[field])
    assert by_field == {name: (old[name], value) for name, value in changed.items() if name in by_field}


def test_other_citations_of_one_claim():
    """What is gone, what is new."""
    found = scenario(new_rows=same_rows(citations=["[D-01]"]))
    [pair] = [pair for pair in found.claims if pair.citations]
    assert pair.citations == [(("D-01", "p04"), 0, 1), (("D-02", "p07"), 1, 0)]
    assert differences(found) == {"claim_citations": 1}


def test_a_claim_that_is_not_judged_has_no_verdict_to_differ():
    """Nor has one on which reviewers differ."""
    new = run({**A017, "answer_id": "A-117"}).answers[0]
    bare = dict.fromkeys(
        ("attachment", "attachment_reason", "support", "support_reason", "contradicts", "corpus")
    )
    unjudged = scenario(new_rows=same_rows(**bare))
    assert differences(unjudged) == {}
    assert unjudged.claims[2].new.state == "unjudged"
    other = claim("C-017-3", new, by="oleg", claim_id="C-117-3", support="not_assessable", contradicts=False)
    disputed = scenario(new_rows=[*same_rows(), other])
    assert differences(disputed) == {}
    assert disputed.claims[2].new.state == "disputed"


def test_rewordings_are_proposed_and_not_counted_as_verdicts():
    """Other words, other verdict: only a person can say whether it is one claim."""
    words = {"claim": "Возврат денег начинается, едва отправлен запрос.", "contradicts": False}
    found = scenario(new_rows=same_rows(**words))
    assert found.claims[2].match == "proposed"
    assert [one.field for one in found.claims[2].verdicts] == ["contradicts"]
    assert differences(found) == {"claims_proposed": 1}


def test_claims_that_are_new_or_gone():
    """Not where nobody has written down those of one answer."""
    old, new = (
        scenario(new_rows=same_rows()[:1]),
        scenario(new_rows=same_rows(), old_rows=replays.old_rows()[:1]),
    )
    assert (old.tally["claims_gone"], new.tally["claims_new"]) == (3, 3)
    assert [pair.match for pair in new.claims] == ["equal", "new", "new", "new"]
    bare = scenario()
    assert not bare.written
    assert differences(bare) == {}


def test_fragments_by_rank():
    """New, gone, at another rank; the order of the record does not count."""
    other = {**P04, "chunk_id": "p05", "rank": 1}
    found = scenario(run({**A017, "answer_id": "A-117", "retrieved": [{**P04, "rank": 2}, other]}).answers[0])
    assert [(one.old and one.old.rank, one.new and one.new.rank) for one in found.fragments] == [
        (None, 1), (1, 2), (2, None),
    ]  # fmt: skip
    assert differences(found) == {"fragments_new": 1, "fragments_gone": 1, "fragments_moved": 1}
    turned = scenario(run({**A017, "answer_id": "A-117", "retrieved": [P07, P04]}).answers[0])
    assert differences(turned) == {}


def test_citations_of_the_answer():
    """As often as each was shown: one that is cited once more is not new."""
    once = run({**A017, "answer_id": "A-117", "citations": A017["citations"][:1]}).answers[0]
    assert scenario(once).citations == [(("D-02", "p07"), 1, 0)]
    thrice = run({**A017, "answer_id": "A-117", "citations": A017["citations"] * 3}).answers[0]
    found = scenario(thrice)
    assert found.citations == [(("D-01", "p04"), 1, 3), (("D-02", "p07"), 1, 3)]
    assert differences(found) == {"citations_new": 4}


def test_a_fragment_that_is_cited_without_its_source():
    """Is the same citation where the record knows its source: it is neither gone nor new."""
    bare = [{**one, "doc_id": None} for one in A017["citations"]]
    new = run({**A017, "answer_id": "A-117", "citations": bare}).answers[0]
    found = scenario(new, new_rows=[claim("C-017-3", new, claim_id="C-117-3", citations=[bare[1]])])
    assert found.citations == []
    assert [pair.citations for pair in found.claims if pair.match == "equal"] == [[]]
    other = run({**A017, "answer_id": "A-117", "citations": bare, "retrieved": [P04]}).answers[0]
    assert scenario(other).citations == [((None, "p07"), 0, 1), (("D-02", "p07"), 1, 0)]


def test_parts_that_only_one_answer_declines():
    """By their words; one that the user is told of is another than one that the user is not."""
    says = "О сроке и цене источники молчат."
    tells = span(says, "источники молчат")
    old = simple(says, declines=[{"part": "Срок", "span": tells}, {"part": "цена", "span": None}])
    new = simple(
        says, answer_id="A-117", declines=[{"part": "срок.", "span": tells}, {"part": "цена", "span": tells}]
    )
    found = scenario(new, old=old, old_rows=())
    assert found.declines == [(("цена", False), 1, 0), (("цена", True), 0, 1)]
    other = simple(says, answer_id="A-117", declines=[{"part": "доставка", "span": tells}])
    assert scenario(
        other, old=simple(says, declines=[{"part": "срок", "span": tells}]), old_rows=()
    ).declines == [(("доставка", True), 0, 1), (("срок", True), 1, 0)]


@pytest.mark.parametrize("name", ["answer", "retrieved", "citations", "declines"])
def test_what_a_record_does_not_state_is_neither_new_nor_gone(name):
    """It is named; so is what neither states."""
    bare = {key: [] for key in ("citations", "declines", "retrieved")} | {name: None}
    if name == "answer":
        bare["citations"] = []
    new = run({**A017, "answer_id": "A-117", **bare}).answers[0]
    found = scenario(new, old_rows=())
    assert found.unrecorded == {name: ["A-117"]}
    counted = {"retrieved": "fragments_gone", "citations": "citations_gone"}
    for field, key in counted.items():
        assert bool(found.tally[key]) == (field != name)
    assert scenario(new, old=run({**A017, "declines": None, **bare}).answers[0], old_rows=()).unrecorded


def test_what_is_declined_is_known_where_claims_are_written_down():
    """Whatever the record lacks."""
    new = run({**A017, "answer_id": "A-117", "declines": None}).answers[0]
    assert scenario(new).unrecorded == {"declines": ["A-117"]}
    assert scenario(new, new_rows=[claim("C-017-1", new, claim_id="C-117-1")]).unrecorded == {}
