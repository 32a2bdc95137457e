import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.entries import ATTACHMENTS, CORPUS, SUPPORTS
from assay.judging.replies import Replies

REST = ["observation", "hypothesis", "open_question"]


def replies(kind="statement", said=(), **about):
    kept = []
    about = {"cites": True, "retrieved": True, **about}
    return Replies(kind, said=dict(said), keep=kept.append, **about), kept


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ({}, "attachment attachment_reason support evidence support_reason corpus"),
        (
            {"support": "supported", "evidence": ["p"]},
            "attachment attachment_reason support evidence support_reason",
        ),
        (
            {"support": "partially_supported", "evidence": ["p"], "contradicts": True},
            "attachment attachment_reason support evidence support_reason corpus",
        ),
        (
            {"support": "unsupported", "evidence": ["p"], "contradicts": True},
            "attachment attachment_reason support evidence contradicts support_reason",
        ),
        (
            {"support": "unsupported", "evidence": ["p"], "contradicts": False, "corpus": "lacks"},
            "attachment attachment_reason support evidence contradicts support_reason corpus",
        ),
        (
            {"support": "unsupported", "evidence": [], "contradicts": True},
            "attachment attachment_reason support evidence support_reason corpus",
        ),
        (
            {"support": "unsupported", "corpus": "holds", "corpus_text": ["t"], "contradicts": True},
            "attachment attachment_reason support evidence contradicts support_reason corpus corpus_text",
        ),
        (
            {"support": "unsupported", "corpus": "lacks", "corpus_text": ["t"], "contradicts": True},
            "attachment attachment_reason support evidence support_reason corpus",
        ),
        (
            {"attachment": "not_assessable", "support": "supported"},
            "attachment attachment_reason support evidence support_reason missing",
        ),
    ],
)
def test_each_reply_decides_what_is_asked(said, asked):
    """Of a statement: support and contradiction say what the corpus has; what is not assessable lacks something."""
    assert replies(said=said)[0].asked == [*asked.split(), *REST]


def test_what_is_asked_depends_on_the_claim():
    """Citations are named where there are none; of a decline it is what the corpus has; of the immaterial, why."""
    named, _ = replies(said={"attachment": "attached"}, cites=False, retrieved=False)
    assert named.asked[:4] == ["attachment", "citations", "attachment_reason", "support"]
    assert "evidence" not in named.asked
    assert replies("decline", {"corpus": "holds"})[0].asked == ["evidence", "corpus", "corpus_text", *REST]
    assert replies("immaterial")[0].asked == ["observation"]


def test_another_reply_makes_those_that_hang_on_it_doubtful():
    """They are asked again, in order, with what was said as a proposal; the same reply does not."""
    said = {"attachment": "attached", "attachment_reason": "a", "support": "unsupported", "evidence": ["p"]}
    said |= {"contradicts": True, "support_reason": "b", **dict.fromkeys(REST)}
    one, kept = replies(said=said)
    one.put("support", "unsupported")
    assert one.next is None
    one.put("evidence", ["q"])
    assert (one.next, one.said["contradicts"]) == ("contradicts", True)
    one.put("contradicts", False)
    assert one.next == "corpus"
    one.put("corpus", "holds")
    one.put("corpus_text", ["t"])
    assert one.next == "contradicts"
    one.put("contradicts", False)
    assert one.next is None
    one.put("support", "supported")
    assert (one.next, one.said["support_reason"]) == ("support_reason", "b")
    assert list(kept[-1]) == [
        "attachment",
        "attachment_reason",
        "support",
        "evidence",
        "support_reason",
        *REST,
    ]


def test_a_reply_is_asked_for_again():
    """The one before a question, without a question the last; there may be none."""
    one, _ = replies(said={"attachment": "attached", "attachment_reason": "a"})
    assert (one.back("support"), one.next) == (True, "attachment_reason")
    assert (one.back("attachment_reason"), one.next) == (True, "attachment")
    assert one.back("attachment") is False
    whole, _ = replies("immaterial", {"observation": "x"})
    assert (whole.next, whole.back(None), whole.next) == (None, True, "observation")


def test_what_a_verdict_lacks_is_named():
    """Not what may be left out."""
    one, _ = replies(said={"attachment": "attached", "support": "supported", "evidence": []})
    assert one.lacking == ["attachment_reason", "evidence", "support_reason"]
    assert replies("decline")[0].lacking == ["corpus", "observation"]
    one, _ = replies(said={"support": "unsupported", "evidence": ["p"]}, cites=False)
    assert one.lacking == ["attachment", "attachment_reason", "contradicts", "support_reason", "corpus"]


VALUES = {
    "attachment": ATTACHMENTS,
    "support": SUPPORTS,
    "corpus": CORPUS,
    "contradicts": (False, True),
    "evidence": ((), ("p",), ("q",)),
    "corpus_text": ((), ("t",)),
}


@given(st.data(), st.sampled_from(["statement", "decline", "immaterial"]), st.booleans(), st.booleans())
def test_every_talk_comes_to_an_end_and_says_all(data, kind, cites, retrieved):
    """However replies are changed on the way: then nothing is asked that is not said, and what is kept is that."""
    one, kept = replies(kind, cites=cites, retrieved=retrieved)
    for at in itertools.count():
        assert at < 100
        name = one.next
        if at < 12 and data.draw(st.booleans()):
            one.back(name)
            name = one.next
        if name is None:
            break
        assert name in one.asked
        one.put(name, data.draw(st.sampled_from(VALUES.get(name, ("a", "b")))))
    assert list(kept[-1]) == one.asked == list(one.stated)
