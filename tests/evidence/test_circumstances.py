"""What two records of one scenario agree in."""

import pytest

from assay.evidence.circumstances import CHANGED, SAME, UNKNOWN, facts, hindrances

from .cases import A017, CARD, P04, P07, START, citation, fragment, run

OTHER = {
    "corpus_version": "shop-2026-05-01",
    "locale": "en",
    "prompt_version": "answer-v4",
    "model": "shop-writer-2",
    "generation_config": {"temperature": 1},
    "application_revision": "5a3d0e2",
    "algorithm": "dense",
    "top_k": 5,
    "filters": {"lang": "en"},
}
KINDS = {"corpus_version": "corpus", "algorithm": "retrieval", "top_k": "retrieval"}


def answer(card=CARD, **values):
    return run({**A017, **values}, card=card).answers[0]


def found(state, *, old=None, new=None):
    """Kind and name of the facts of that state."""
    return [(one.kind, one.name) for one in facts(old or answer(), new or answer()) if one.state == state]


def test_a_record_agrees_with_itself():
    """In all that it states; what it does not is not known."""
    assert found(CHANGED) == []
    assert hindrances(facts(answer(), answer())) == []
    assert found(UNKNOWN) == [
        ("corpus", "snapshot_id"),
        *(("retrieval", name) for name in ("embedding_model", "chunk_size", "chunk_overlap", "reranker")),
    ]
    assert ("source_version", "D-01") in found(SAME)
    assert ("text", "p07") in found(SAME)


@pytest.mark.parametrize("name", OTHER)
def test_each_setting_that_changed_is_named_alone(name):
    """Of the card, or of the answer where it states its own; the corpus alone keeps two from being comparable."""
    kind = KINDS.get(name, name)
    for other in (answer({**CARD, name: OTHER[name]}), answer(**{name: OTHER[name]})):
        assert found(CHANGED, new=other) == [(kind, name)]
        assert hindrances(facts(answer(), other)) == ([kind] if kind == "corpus" else [])


@pytest.mark.parametrize("name", OTHER)
def test_a_setting_that_one_record_does_not_state_is_not_known(name):
    """Never taken to be equal, not even where neither does."""
    less = answer({key: value for key, value in CARD.items() if key != name})
    for old, new in ((less, answer()), (answer(), less), (less, less)):
        assert (KINDS.get(name, name), name) in found(UNKNOWN, old=old, new=new)
        assert found(CHANGED, old=old, new=new) == []
        expected = ["corpus"] if name == "corpus_version" else []
        assert hindrances(facts(old, new)) == expected


def test_another_question():
    """Word for word; one that is not recorded is none that agrees."""
    other = answer(query="С какого момента возвращают деньги?")
    assert found(CHANGED, new=other) == [("query", "query")]
    assert hindrances(facts(answer(), other)) == ["query"]
    assert hindrances(facts(answer(query=None), answer(query=None))) == ["query"]


def test_one_id_of_the_corpus_is_enough():
    """Where no other differs."""
    cut = {**CARD, "snapshot_id": "a1"}
    assert hindrances(facts(answer(cut), answer())) == []
    assert hindrances(facts(answer(cut), answer({**CARD, "snapshot_id": "b2"}))) == ["corpus"]
    bare = {"mode": "retrieve_and_generate"}
    assert hindrances(facts(answer(bare), answer(bare))) == ["corpus"]


def test_a_later_version_of_a_source():
    """Is named by the source, though another fragment of it was retrieved."""
    later = answer(retrieved=[P04, fragment("p08", 2, START, "D-02", "refunds-v3")])
    assert found(CHANGED, new=later) == [("source_version", "D-02")]
    assert hindrances(facts(answer(), later)) == ["source_version"]
    [one] = [one for one in facts(answer(), later) if one.state == CHANGED]
    assert (one.old, one.new) == (["refunds-v2"], ["refunds-v3"])


def test_a_source_that_nobody_cites_counts_where_its_version_differs():
    """Where it is not recorded it does not: no claim's citation leads there."""
    extra = fragment("p20", 3, "Доставка по городу за день.", "D-03", "post-v1")
    old = answer(retrieved=[P04, P07, extra])
    later = answer(retrieved=[P04, P07, {**extra, "doc_version": "post-v2"}])
    silent = answer(retrieved=[P04, P07, {**extra, "doc_version": None}])
    assert hindrances(facts(old, later)) == ["source_version"]
    assert hindrances(facts(old, silent)) == []


@pytest.mark.parametrize(
    ("was", "now", "state"),
    [
        (["v3", "v4"], ["v4"], SAME),
        (["v4"], ["v3", "v4"], SAME),
        (["v3"], ["v4"], CHANGED),
        (["v3", "v4"], ["v4", "v5"], CHANGED),
        (["v4", None], ["v4"], UNKNOWN),
        (["v3", None], ["v4"], CHANGED),
        ([None], ["v4"], UNKNOWN),
    ],
)
def test_a_corpus_may_hold_several_versions_of_a_source(was, now, state):
    """An outdated one that only one side retrieved is no other version of the source."""
    sides = [
        answer(
            retrieved=[
                fragment(f"c{n}-{one}", n, f"{one}", "D-01", one) for n, one in enumerate(versions, 1)
            ],
            citations=[citation(A017["answer"], "[D-01]", "D-01")],
        )
        for versions in (was, now)
    ]
    [one] = [one for one in facts(*sides) if one.kind == "source_version"]
    assert one.state == state
    assert (hindrances(facts(*sides)) == []) == (state == SAME)


def test_a_source_cited_on_one_side_alone():
    """There is nothing of the other side to agree with."""
    bare = answer(retrieved=[{**P07, "rank": 1}], citations=A017["citations"][1:])
    assert hindrances(facts(bare, answer())) == []
    assert ("source_version", "D-01") not in [(one.kind, one.name) for one in facts(bare, answer())]


def test_a_source_cited_but_never_retrieved_has_no_known_version():
    """On both sides: whether it is the same nobody can tell."""
    old = answer(retrieved=[{**P07, "rank": 1}])
    assert ("source_version", "D-01") in found(UNKNOWN, old=old)
    assert hindrances(facts(old, answer())) == ["source_version"]


def test_another_text_under_the_same_id():
    """By the words; by the hash where they are not recorded; else it is not known."""
    other = answer(retrieved=[P04, fragment("p07", 2, "Деньги вернём сразу.", "D-02", "refunds-v2")])
    assert found(CHANGED, new=other) == [("text", "p07")]
    assert hindrances(facts(answer(), other)) == ["text"]
    hashed = answer(retrieved=[P04, {**P07, "text": None}])
    assert hindrances(facts(answer(), hashed)) == []
    silent = answer(retrieved=[P04, {**P07, "text": None, "sha256": None}])
    assert found(UNKNOWN, new=silent).count(("text", "p07")) == 1
    assert hindrances(facts(answer(), silent)) == ["text"]


def test_a_record_that_does_not_say_what_was_retrieved():
    """Its pointers are not known to agree."""
    silent = answer(retrieved=None, citations=[])
    assert ("text", "retrieved") in found(UNKNOWN, new=silent)
    assert hindrances(facts(answer(), silent)) == ["text"]
    assert hindrances(facts(answer(retrieved=[], citations=[]), answer())) == []
