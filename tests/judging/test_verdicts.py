import pytest

from assay.errors import InputError
from assay.judging import cases, verdicts
from assay.judging.corpus import Corpus
from assay.judging.desk import read_desk

from .ground import ADA, TEXT, WORDS, answer, recorded

SAID = {
    "attachment": "attached",
    "attachment_reason": "метка стоит за предложением",
    "support": "supported",
    "support_reason": "p04 называет 30 дней",
    "evidence": ["p04"],
}


@pytest.fixture
def desk(taken):
    """Ada has the claims of the answers."""
    return lambda name="A-017": read_desk(taken, name, ADA, WORDS)


def row(at, name="C-017-1", why=None, **said):
    one = cases.case(at, name, cases.Wish())
    return verdicts.row_of(at, one, {**SAID, **said}, Corpus(at.root), name, why)


def problems(at, *given, **said):
    with pytest.raises(InputError) as refused:
        row(at, *given, **said)
    return [str(one) for one in refused.value.problems]


def test_what_follows_from_a_verdict_need_not_be_said(desk):
    """A fragment that supports a claim, or says otherwise, is of the corpus; contradiction is the exception."""
    made = row(desk())
    assert (made["corpus"], made["contradicts"]) == ("holds", False)
    made = row(desk(), support="unsupported", contradicts=True)
    assert (made["corpus"], made["contradicts"]) == ("holds", True)
    assert problems(desk(), support="unsupported") == [
        "C-017-1: is judged by half; give attachment, support, contradicts and corpus, or none of them"
    ]


def test_evidence_is_by_rank_each_once_texts_of_the_corpus_last(desk):
    """Copied from the record, with the hash of the text."""
    words = "refunds: до пяти дней у всех банков"
    made = row(desk(), evidence=["p07", "p04", "p07"], corpus_text=[words, words])
    assert [one["rank"] for one in made["evidence"]] == [1, 2, None]
    assert [one["chunk_id"] for one in made["evidence"][:2]] == ["p04", "p07"]


def test_blank_texts_say_nothing(desk):
    """Others are kept without spaces at their ends, letters composed."""
    made = row(desk(), observation="  ", hypothesis=" e\u0301 ", open_question="")
    assert (made["observation"], made["hypothesis"], made["open_question"]) == (None, "\u00e9", None)


def test_what_nobody_judged_keeps_what_was_written_of_it(desk):
    """The reason of a decline, say; a verdict that is replaced is written whole."""
    at = desk("A-023")
    one = cases.case(at, "C-023-2", cases.Wish())
    base = {**one.base, "observation": "срок не назван нигде"}
    found = verdicts.row_of(at, one._replace(base=base), {"corpus": "lacks"}, Corpus(at.root), "x")
    assert found["observation"] == "срок не назван нигде"
    with pytest.raises(InputError, match="lacks observation"):
        verdicts.row_of(at, one._replace(base=found), {"corpus": "lacks"}, Corpus(at.root), "x")


def test_everything_that_is_wrong_is_told_at_once(desk):
    """Of the form first, then of what is named, then of the rules."""
    assert problems(desk(), support="maybe", attachment=1, evidence="p04", corpus_text=[1]) == [
        "C-017-1: attachment is 1, must be attached, not_attached or not_assessable, or null; write it anew",
        "C-017-1: support is 'maybe', must be supported, partially_supported, unsupported or not_assessable, or null; write it anew",
        "C-017-1: evidence is 'p04', must be a list of texts; write []",
        "C-017-1: corpus_text is [1], must be a list of texts; write []",
    ]
    assert problems(desk(), evidence=["p4", "p09", "zzzz"], corpus_text=["nothing"]) == [
        "C-017-1: evidence: 'p4' is no retrieved fragment of the record; did you mean p04?",
        "C-017-1: evidence: 'p09' has no text in the record: no verdict can rest on it; judge it not_assessable, and say what is missing",
        "C-017-1: evidence: 'zzzz' is no retrieved fragment of the record; a text read in the corpus is a corpus text: DOC: words",
        "C-017-1: corpus_text: «nothing» names no document and words; write DOC: words",
    ]
    said = problems(desk(), attachment_reason="attached", support_reason="да", missing="x", evidence=[])
    assert [one.split(": ")[1].split(",")[0].split(";")[0] for one in said] == [
        "is supported",
        "says what a fragment has",
        "attachment_reason 'attached' only repeats the label",
        "support_reason 'да' only repeats the label",
        "has missing",
    ]


@pytest.mark.parametrize("name", ["C-017-1", "C-023-2"])
def test_no_verdict_is_none(desk, name):
    """Of a statement, of a decline."""
    at = desk("A-017" if "017" in name else "A-023")
    one = cases.case(at, name, cases.Wish())
    with pytest.raises(InputError, match="has no verdict"):
        verdicts.row_of(at, one, {"hypothesis": "x"}, Corpus(at.root), name)


def test_a_text_of_the_corpus_goes_with_a_corpus_that_holds_it(desk):
    """Not with another answer."""
    words = ["refunds: до пяти дней у всех банков"]
    (said,) = problems(desk(), support="unsupported", corpus="lacks", corpus_text=words)
    assert "names a text of the corpus, but corpus is lacks; write holds, or leave it out" in said


def test_a_reason_given_again_is_free_of_personal_data_too(desk):
    """Whatever is written goes into the ledger."""
    at = desk()
    one = cases.case(at, "C-017-1", cases.Wish())
    judged = row(at)
    again = one._replace(older=[judged], base=judged)
    for why, said in (
        (None, "is judged already: supported by"),
        (" ", "give --supersede"),
        ("a@b.ru", "e-mail"),
    ):
        with pytest.raises(InputError, match=said):
            verdicts.row_of(at, again, SAID, Corpus(at.root), "x", why)
    found = verdicts.row_of(at, again, SAID, Corpus(at.root), "x", " иначе ")
    assert (found["supersede_reason"], found["supersedes"]) == ("иначе", [judged["row_id"]])


def test_a_fragment_is_usable_with_its_text_and_its_rank():
    """Without either no verdict can rest on it."""
    odd = [
        {"chunk_id": "a", "rank": 1, "text": "x"},
        {"chunk_id": "b", "rank": 2, "text": " "},
        {"chunk_id": "c", "rank": 3},
        {"chunk_id": "d", "text": "x"},
    ]
    told = recorded(answer("A-1", TEXT, retrieved=odd))
    assert [verdicts.usable(one) for one in told.retrieved] == [True, False, False, False]
    with pytest.raises(InputError, match="'d': has no rank in the record"):
        verdicts.fragment(told, "d")


@pytest.mark.parametrize(
    ("name", "attachment", "said"),
    [
        ("C-017-1", "not_attached", "is said not to be attached, but the claim cites [1]"),
        ("C-017-3", "attached", "is said to be attached, but the claim cites nothing"),
    ],
)
def test_an_attachment_fits_the_citations_of_the_claim(desk, name, attachment, said):
    """Or they are changed first."""
    assert problems(desk(), name, attachment=attachment) == [
        f"{name}: {said}; `assay evidence edit A-017` changes its citations"
    ]
