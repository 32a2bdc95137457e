from assay.judging.cli import edit, judge, new
from labelling.ground import did, run

from .ground import ADA, BOB, EVE, LENIENT, UNSUPPORTED, WRONG, current, jsonl, judged, ledger, problems


def test_a_claim_is_judged_by_flags(taken):
    """Its row takes the place of the one that nobody had judged; what a fragment says is of the corpus."""
    code, out, said = run(
        judge, "A-017", "C-017-1", *WRONG, "--observation", " обратное ", "--hypothesis", ""
    )
    assert (code, out) == (0, "")
    assert "C-017-1 citation: attached; support: unsupported; a fragment says otherwise: yes" in said
    old, row = (one for one in ledger(taken) if one["claim_id"] == "C-017-1")
    assert (row["supersedes"], row["supersede_reason"]) == ([old["row_id"]], "judged")
    assert (row["corpus"], row["contradicts"], row["observation"]) == ("holds", True, "обратное")
    assert (row["hypothesis"], row["missing"], row["adjudicates"]) == (None, None, None)
    (fragment,) = row["evidence"]
    assert (fragment["chunk_id"], fragment["rank"], fragment["doc_version"]) == ("p04", 1, "returns-v4")
    assert problems(taken) == []


def test_a_text_of_the_corpus_that_was_not_retrieved_is_named_by_its_words(taken):
    """It has no rank."""
    flags = ("--attachment", "not_attached", "--attachment-reason", "после предложения метки не стоит")
    support = ("--support", "unsupported", "--support-reason", "в p04 и p07 срока перевода нет")
    text = "refunds: до пяти дней у всех банков"
    judged("A-017", "C-017-3", *flags, *support, "--corpus", "holds", "--corpus-text", text)
    (fragment,) = current(taken)["C-017-3"]["evidence"]
    assert (fragment["doc_id"], fragment["doc_version"], fragment["rank"]) == ("refunds", "refunds-v2", None)
    assert fragment["text"] == "до пяти дней у всех банков"
    assert problems(taken) == []


def test_what_a_verdict_implies_need_not_be_said_by_flags(taken):
    """A fragment that supports or contradicts is of the corpus; where nothing follows, the option is named."""
    support = ("--support", "supported", "--support-reason", "срок в p04 есть", "--evidence", "p04")
    judged("A-017", "C-017-1", *WRONG[:4], *support)
    assert current(taken)["C-017-1"]["corpus"] == "holds"
    code, _, said = run(
        judge, "A-017", "C-017-2", *WRONG[:4], "--support", "partially_supported", *support[2:]
    )
    assert (code, said) == (1, "C-017-2: lacks corpus; give corpus (--corpus): holds | lacks | not_checked")


def test_citations_of_a_claim_follow_its_verdict_by_flags(taken):
    """Those that it has go where none is attached, which is said; one is named where it has none."""
    reason = ("--attachment-reason", "метка относится к другому")
    _, _, said = run(judge, "A-017", "C-017-1", "--attachment", "not_attached", *reason, *UNSUPPORTED)
    assert "  its citations are left out of the claim: [1]\n" in said
    assert current(taken)["C-017-1"]["citations"] == []
    code, _, said = run(judge, "A-017", "C-017-3", *WRONG)
    assert (code, "name it by citations (--citation), of '[1]', '[2]'" in said) == (1, True)
    judged("A-017", "C-017-3", *WRONG, "--citation", "[2]")
    assert [one["marker"] for one in current(taken)["C-017-3"]["citations"]] == ["[2]"]
    assert problems(taken) == []


def test_judging_again_needs_a_reason(taken):
    """Which stands in the row; the older one stays."""
    code, _, said = run(judge, "A-017", "C-017-1", *WRONG, "--supersede", "x")
    assert (code, "--supersede: C-017-1 is not judged yet; leave it out" in said) == (1, True)
    judged("A-017", "C-017-1", *WRONG)
    code, _, said = run(judge, "A-017", "C-017-1", *WRONG)
    assert (code, f"C-017-1: is judged already: unsupported by {ADA}; give --supersede" in said) == (1, True)
    judged("A-017", "C-017-1", *WRONG, "--supersede", "перечитала")
    assert (len(ledger(taken)), ledger(taken)[-1]["supersede_reason"]) == (5, "перечитала")


def test_a_file_brings_verdicts(taken):
    """All of them, or none; a claim judged before says why it is again."""
    decline = next(name for name, row in current(taken, "A-023").items() if row["kind"] == "decline")
    statement = next(name for name in current(taken, "A-023") if name != decline)
    verdicts = [
        {
            "claim_id": statement,
            "attachment": "attached",
            "attachment_reason": "метка стоит за предложением",
            "support": "supported",
            "support_reason": "p04 говорит, что распродажу назад не принимаем",
            "evidence": ["p04"],
        },
        {"claim_id": decline, "corpus": "lacks", "observation": "срок перевода нигде не назван"},
    ]
    code, _, said = run(judge, "A-023", "--jsonl", "-", told=jsonl(*verdicts))
    assert (code, said.count("recorded in")) == (0, 2)
    assert current(taken, "A-023")[decline]["corpus"] == "lacks"
    code, _, said = run(judge, "A-023", "--jsonl", "-", told=jsonl(verdicts[1]))
    assert (code, "standard input:1" in said, "is judged already: decline by" in said) == (1, True, True)
    did(judge, "A-023", "--jsonl", "-", told=jsonl({**verdicts[1], "supersede": "искала ещё"}))
    did(judge, "A-023", "--jsonl", "-", "--supersede", "нашла раздел о сроках", told=jsonl(verdicts[1]))
    reasons = [row["supersede_reason"] for row in ledger(taken, "A-023") if row["claim_id"] == decline]
    assert reasons == [None, "judged", "искала ещё", "нашла раздел о сроках"]
    assert problems(taken) == []


def test_an_adjudicator_decides_between_reviewers(taken):
    """By a further row, which names theirs; both stay."""
    did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
    judged("A-017", "C-017-1", *WRONG)
    other = ("--attachment", "attached", "--attachment-reason", "метка [1] рядом")
    judged("A-017", "C-017-1", *other, *LENIENT, by=BOB)
    code, _, said = run(judge, "A-017", "C-017-1", *WRONG, "--adjudicate", "--by", BOB)
    assert (code, said) == (1, f"--by {BOB}: is no adjudicator; one of: {EVE}")
    code, _, said = run(judge, "A-017", "C-017-2", *WRONG, "--adjudicate", "--by", EVE)
    assert (code, "C-017-2: has no verdicts of several reviewers to decide between" in said) == (1, True)
    judged("A-017", "C-017-1", *WRONG, "--adjudicate", "--from", BOB, by=EVE)
    (row,) = ledger(taken, by=EVE)
    expected = sorted([current(taken)["C-017-1"]["row_id"], current(taken, by=BOB)["C-017-1"]["row_id"]])
    assert (sorted(row["adjudicates"]), row["supersedes"], row["support"]) == (expected, [], "unsupported")
    code, _, said = run(judge, "A-017", "C-017-1", *WRONG, "--adjudicate", "--by", EVE)
    assert (code, f"is judged already: unsupported by {EVE}" in said) == (1, True)
    judged("A-017", "C-017-1", *WRONG, "--adjudicate", "--supersede", "перечитала", by=EVE)
    assert len(current(taken, by=EVE)) == 1
    assert problems(taken) == []
    code, _, said = run(edit, "A-017", "--why", "сроки связаны", "--merge", "C-017-1", "C-017-2")
    assert (code, "note: an adjudication of C-017-1 stays in force" in said) == (0, True)
