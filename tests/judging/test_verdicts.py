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
    for support in ("unsupported", "partially_supported", "not_assessable"):
        missing = "текст p09" if support == "not_assessable" else None
        assert problems(desk(), support=support, missing=missing) == [
            "C-017-1: lacks corpus; give corpus (--corpus): holds | lacks | not_checked"
        ]


def test_all_faults_of_a_verdict_are_named_at_once(desk):
    """None hides another, and what follows from one that is named is not said as well."""
    said = {
        "citations": ["[9]"],
        "support_reason": "supported",
        "support": "unsupported",
        "contradicts": True,
    }
    found = [one.partition("; ")[0] for one in problems(desk(), **said)]
    assert found == [
        "C-017-1: citations[1] is '[9]', which the record does not have",
        "C-017-1: support_reason 'supported' only repeats the label",
    ]
    said = {"evidence": ["p99"], "attachment_reason": "attached", "corpus": "lacks", "corpus_text": []}
    found = [one.partition("; ")[0] for one in problems(desk(), **said)]
    assert found == [
        "C-017-1: evidence: 'p99' is no retrieved fragment of the record",
        "C-017-1: attachment_reason 'attached' only repeats the label",
    ]
    found = problems(desk(), evidence=[], attachment_reason=None, support="partially_supported")
    assert [one.partition("; ")[0] for one in found] == [
        "C-017-1: lacks corpus",
        "C-017-1: is partially_supported, but no retrieved fragment is named",
        "C-017-1: lacks attachment_reason",
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


@pytest.mark.parametrize(
    ("name", "lacking"), [("C-017-1", ["attachment", "support", "corpus"]), ("C-023-2", ["corpus"])]
)
def test_a_verdict_that_is_not_given_is_named_with_its_option(desk, name, lacking):
    """Of a statement, of a decline."""
    at = desk("A-017" if "017" in name else "A-023")
    one = cases.case(at, name, cases.Wish())
    with pytest.raises(InputError) as refused:
        verdicts.row_of(at, one, {"hypothesis": "x"}, Corpus(at.root), name)
    said = [f"{name}: lacks {one}; give {one} (--{one}): " for one in lacking]
    assert [str(one).partition("): ")[0] + "): " for one in refused.value.problems] == said


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
        ("и ещё", "the reason to judge it again, 'и ещё', says nothing; say what the older verdict"),
        ("a@b.ru", "e-mail"),
    ):
        with pytest.raises(InputError, match=said):
            verdicts.row_of(at, again, SAID, Corpus(at.root), "x", why)
    found = verdicts.row_of(at, again, SAID, Corpus(at.root), "x", " прочла иначе ")
    assert (found["supersede_reason"], found["supersedes"]) == ("прочла иначе", [judged["row_id"]])


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


def test_citations_follow_the_attachment(desk):
    """Those that are named, else those that the claim has; none where none is attached."""
    one = [{"marker": "[1]", "doc_id": "returns", "chunk_id": "p04", "span": [61, 64]}]
    assert row(desk())["citations"] == one
    assert row(desk(), attachment="not_attached")["citations"] == []
    assert row(desk(), "C-017-3", citations=["[1]"])["citations"] == one
    assert row(desk(), "C-017-3", citations=one)["citations"] == one
    assert row(desk(), attachment="not_assessable", missing="чья это метка", citations=[])["citations"] == []


@pytest.mark.parametrize(
    ("name", "said", "problem"),
    [
        (
            "C-017-3",
            {},
            "is said to be attached, but the claim cites nothing; name it by citations (--citation), of '[1]', '[2]'; or judge it not_attached",
        ),
        (
            "C-017-1",
            {"citations": []},
            "is said to be attached, but the claim cites nothing; name it by citations (--citation), of '[1]', '[2]'; or judge it not_attached",
        ),
        (
            "C-017-1",
            {"citations": ["[9]"]},
            "citations[1] is '[9]', which the record does not have; it has '[1]', '[2]'",
        ),
        ("C-017-1", {"citations": "[1]"}, "citations is '[1]', must be a list of texts; write []"),
        (
            "C-017-1",
            {"citations": ["[1]"], "attachment": "not_attached"},
            "is not attached, but a citation is named; judge it attached, or take it out (assay evidence edit)",
        ),
    ],
)
def test_an_attachment_fits_the_citations_of_the_claim(desk, name, said, problem):
    """What does not fit is told with the way out."""
    assert problems(desk(), name, **said) == [f"{name}: {problem}"]
