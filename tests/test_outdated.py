"""What has changed since the stages ran, on the files of a repository in which they have."""

import json

import pytest

import shop
from assay.outdated import outdated
from exchange.ran import lay_out

STAGES = ["snapshot@fine", "project@fine", "topics", "retrieve@alpha", "score@alpha"]


@pytest.fixture(scope="module")
def made():
    """The systems of the small shop, scored."""
    return shop.systems()


@pytest.fixture
def place(tmp_path, made):
    lay_out(tmp_path, made)
    return tmp_path


def found(place, stages=STAGES):
    values = json.loads((place / "params.yaml").read_text())
    return [str(problem) for problem in outdated(place, values, stages)]


def test_outputs_of_what_is_there_are_taken(place):
    """Nothing is named right after the stages."""
    assert found(place) == []


def test_a_changed_label_makes_them_outdated(place):
    """Named once, however many stages read the file."""
    with (place / "gold/queries.jsonl").open("a") as file:
        file.write("\n")
    assert found(place) == [
        "gold/queries.jsonl: has changed since project@fine ran; run `make repro`",
    ]


def test_a_changed_document_makes_them_outdated(place):
    """Also one that is new, and one that is gone: a stage reads its folder as a whole."""
    (place / "corpus/guide.md").unlink()
    (place / "corpus/new.md").write_bytes(shop.FILES["guide.md"])
    with (place / "corpus/returns.md").open("a") as file:
        file.write("More.\n")
    assert found(place) == [
        "corpus/guide.md: is not there; take it from the last commit (git checkout)",
        "corpus/new.md: has come since snapshot@fine ran; run `make repro`",
        "corpus/returns.md: has changed since snapshot@fine ran; run `make repro`",
    ]


def test_a_new_ledger_makes_scores_outdated(place):
    """Grades count in them; rankings know nothing of grades."""
    (place / "evidence/grades").mkdir(parents=True)
    (place / "evidence/grades/anna.jsonl").write_text("{}\n")
    rule = "evidence/grades/anna.jsonl: has come since score@alpha ran; run `make repro`"
    assert found(place) == [rule]
    assert found(place, [stage for stage in STAGES if not stage.startswith("score")]) == []


def test_a_changed_setting_makes_them_outdated(place):
    """By its name in params.yaml."""
    path = place / "params.yaml"
    path.write_text(path.read_text().replace('"depth": 3', '"depth": 2'))
    assert found(place) == [
        "params.yaml systems.alpha: has changed since retrieve@alpha ran; run `make repro`"
    ]


def test_an_output_that_is_not_as_it_was_written_is_found(place):
    """Edited by hand, or absent; and a stage that never ran."""
    (place / "runs/systems/alpha/results.parquet").write_bytes(b"")
    (place / "runs/snapshots/fine/projection.parquet").unlink()
    (place / "runs/manifests/topics.json").unlink()
    assert found(place, [*STAGES, "retrieve@gamma"]) == [
        "retrieve@gamma: has not run; run `make repro`",
        "runs/snapshots/fine/projection.parquet: is not there; run `make repro`",
        "runs/systems/alpha/results.parquet: has changed since retrieve@alpha ran; run `make repro`",
        "topics: has not run; run `make repro`",
    ]
