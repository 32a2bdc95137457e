"""What was recorded against what was made: each verdict, from manifests made by hand."""

from assay.audit.items import Item, compared, counts, kinds
from assay.manifest import Manifest


def manifests(*stages):
    return {one.stage: (one, one.seal) for one in stages}


SCORE = Manifest("score", code={"a.py": "1"}, reads={"gold/q": "2"}, writes={"out/s": "3"})


def verdicts(recorded, made, files=None, inputs=None, failed=None, of=None):
    files = {"a.py": "1", "gold/q": "2"} if files is None else files
    return compared(recorded, made, files, inputs or {}, failed or {}, of or {})


def test_equal_outputs_are_recomputed():
    """The output, and the seal over all."""
    found = verdicts(manifests(SCORE), manifests(SCORE))
    assert [(one.name, one.verdict) for one in found] == [("out/s", "recomputed"), ("seal", "recomputed")]


def test_another_output_differs_with_both_hashes():
    """And so does the seal."""
    other = Manifest("score", code={"a.py": "1"}, reads={"gold/q": "2"}, writes={"out/s": "9"})
    out, seal = verdicts(manifests(SCORE), manifests(other))
    assert out == Item("score", "out/s", "3", "9", "differs")
    assert (seal.verdict, seal.expected, seal.actual) == ("differs", SCORE.seal, other.seal)


def test_an_output_that_is_not_written_or_not_recorded_differs():
    """Each says which."""
    other = Manifest("score", code={"a.py": "1"}, reads={"gold/q": "2"}, writes={"out/t": "3"})
    found = verdicts(manifests(SCORE), manifests(other))
    assert [(one.name, one.reason) for one in found] == [
        ("out/s", "unwritten"),
        ("out/t", "unrecorded"),
        ("seal", ""),
    ]
    assert verdicts({}, manifests(SCORE)) == [
        Item("score", "seal", None, SCORE.seal, "differs", "unrecorded")
    ]


def test_a_seal_that_does_not_fit_its_record_never_ran():
    """Whatever the outputs are."""
    found = verdicts({"score": (SCORE, "edited")}, manifests(SCORE))
    assert found[-1] == Item("score", "seal", "edited", SCORE.seal, "differs", "broken_seal")


def test_a_stage_that_failed_cannot_be_checked():
    """Its own words are the reason."""
    found = verdicts(manifests(SCORE), {}, failed={"score": "no space"})
    assert {(one.verdict, one.reason, one.about) for one in found} == {("unchecked", "failed", "no space")}
    assert verdicts(manifests(SCORE), {}, failed={"": "no space"}) == found


def test_a_missing_input_is_the_reason_of_what_reads_it():
    """The folder that was added to DVC is named, and the input itself cannot be checked."""
    stage = Manifest("retrieve@old", reads={"runs/recorded/old/r.jsonl": "5"}, writes={"out/r": "6"})
    lost = {"runs/recorded/old": "missing"}
    found = verdicts(manifests(stage), {}, {"runs/recorded/old/r.jsonl": None}, lost)
    assert {(one.verdict, one.reason, one.about) for one in found} == {
        ("unchecked", "input_missing", "runs/recorded/old")
    }
    assert len(found) == 3  # output, seal, input


def test_what_was_recorded_elsewhere_is_intact_at_best():
    """The run, and the results that are taken from it; scores from them are computed."""
    stage = Manifest("retrieve@old", reads={"runs/recorded/old/r.jsonl": "5"}, writes={"out/r": "6"})
    score = Manifest("score@old", reads={"out/r": "6"}, writes={"out/s": "7"})
    both = manifests(stage, score)
    found = verdicts(both, both, {"runs/recorded/old/r.jsonl": "5"}, of={"old": "recorded"})
    assert {one.name: one.verdict for one in found if one.name != "seal"} == {
        "out/r": "intact",
        "out/s": "recomputed",
        "runs/recorded/old/r.jsonl": "intact",
    }


def test_what_the_commit_does_not_hold_as_it_was_read_differs():
    """A file edited during the run, and one that was never committed."""
    found = verdicts(manifests(SCORE), manifests(SCORE), {"a.py": "0", "gold/q": None})
    assert [(one.name, one.reason) for one in found if one.verdict == "differs"] == [
        ("a.py", "read_other"),
        ("gold/q", "uncommitted"),
    ]


def test_items_are_counted_by_verdict():
    """Those that do not occur are nought."""
    found = counts(verdicts(manifests(SCORE), manifests(SCORE)))
    assert found == {"recomputed": 2, "intact": 0, "differs": 0, "unchecked": 0}


def test_kinds_of_systems_are_read_from_any_params():
    """One without systems has none."""
    assert kinds({"systems": {"a": {"kind": "bm25"}, "b": 1}}) == {"a": "bm25"}
    assert kinds({}) == {}
