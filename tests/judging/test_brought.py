import pytest

from assay.errors import InputError
from assay.judging import brought
from assay.judging.cases import Wish
from assay.judging.cli import judge
from assay.judging.desk import read_desk
from labelling.ground import did, run

from .ground import ADA, WORDS, WRONG, current, jsonl, judged, ledger, problems

GOOD = {
    "claim_id": "C-017-1",
    "attachment": "attached",
    "attachment_reason": "метка стоит за предложением",
    "support": "unsupported",
    "support_reason": "p04 исключает распродажу",
    "evidence": ["p04"],
    "contradicts": True,
}


@pytest.fixture(autouse=True)
def top(taken):
    """Ada has the three claims of the answer; the second is judged."""
    judged("A-017", "C-017-2", *WRONG)
    return taken


def found(top, *values, why=None):
    at = read_desk(top, "A-017", ADA, WORDS)
    return brought.verdicts(at, jsonl(*values).encode(), "verdicts.jsonl", Wish(), why)


def test_each_line_is_a_verdict(top):
    """In the order of the file."""
    third = {
        "claim_id": "C-017-3",
        "attachment": "not_attached",
        "attachment_reason": "после него метки не стоит",
        "support": "unsupported",
        "support_reason": "в p04 и p07 срока перевода нет",
        "corpus": "holds",
        "corpus_text": ["refunds: до пяти дней у всех банков"],
    }
    did(judge, "A-017", "--jsonl", "-", told=jsonl(third, GOOD))
    assert [row["claim_id"] for row in ledger(top)[4:]] == ["C-017-3", "C-017-1"]
    assert current(top)["C-017-3"]["evidence"][0]["doc_id"] == "refunds"
    assert problems(top) == []


def test_every_fault_of_a_file_is_told_and_nothing_is_written(top):
    """By its line and claim."""
    lines = [
        GOOD,
        {**GOOD, "claim_id": "C-017-9"},
        {**GOOD, "claim_id": "C-017-2"},
        {**GOOD, "claim_id": "C-017-3", "evidence": ["p4"], "corpus_text": ["x"]},
        {**GOOD, "word": 1},
        {"claim_id": 7},
        GOOD,
        {**GOOD, "claim_id": "C-017-2", "supersede": " "},
    ]
    code, _, said = run(judge, "A-017", "--jsonl", "-", told=jsonl(*lines) + "oops\n")
    assert code == 1
    assert [one.partition(";")[0] for one in said.splitlines()] == [
        "standard input:2 CLAIM: 'C-017-9' is no claim in force",
        f"standard input:3 C-017-2: is judged already: unsupported by {ADA}",
        "standard input:4 C-017-3: evidence: 'p4' is no retrieved fragment of the record",
        "standard input:4 C-017-3: corpus_text: «x» names no document and words",
        "standard input:4 C-017-3: is said to be attached, but the claim cites nothing",
        "standard input:5: has the unknown key 'word'",
        "standard input:5: has C-017-1 again: see line 1",
        "standard input:6: claim_id is 7, must be the id of a claim",
        "standard input:7: has C-017-1 again: see line 1",
        "standard input:8: has C-017-2 again: see line 3",
        "standard input:8: supersede is ' ', must be a text",
        "standard input:9: is not JSON at column 1 (Expecting value)",
    ]
    assert len(ledger(top)) == 4


def test_a_reason_to_judge_again_may_stand_in_the_line_or_for_all(top):
    """The line's own comes first; claims that were not judged take none."""
    again = {**GOOD, "claim_id": "C-017-2"}
    lines = [{**again, "supersede": "своя причина"}, GOOD]
    assert [row["supersede_reason"] for _, row in found(top, *lines, why="общая")] == [
        "своя причина",
        "judged",
    ]
    assert [row["supersede_reason"] for _, row in found(top, again, why="общая")] == ["общая"]
    with pytest.raises(InputError, match="C-017-1 is not judged yet"):
        found(top, {**GOOD, "supersede": "x"})


@pytest.mark.parametrize(("values", "said"), [((), "states no verdict"), (({},), "claim_id is None")])
def test_a_file_without_verdicts_is_refused(top, values, said):
    """Nothing is written."""
    with pytest.raises(InputError, match=said):
        found(top, *values)
