import pytest

import shop
from assay.errors import InputError
from assay.exchange.export.outputs import Outputs
from exchange.ran import lay_out

STAGES = ["snapshot@fine", "project@fine", "topics", "retrieve@alpha", "score@alpha"]


@pytest.fixture
def place(tmp_path, made):
    lay_out(tmp_path, made)
    return tmp_path


def refused(place, stages=STAGES):
    with pytest.raises(InputError) as error:
        Outputs(place).refuse_outdated(stages)
    return str(error.value).splitlines()


def test_outputs_of_what_is_there_are_taken(place):
    """Nothing is refused right after the stages."""
    Outputs(place).refuse_outdated(STAGES)


def test_a_changed_label_makes_them_outdated(place):
    """Named once, however many stages read the file."""
    with (place / "gold/queries.jsonl").open("a") as file:
        file.write("\n")
    assert refused(place) == [
        "gold/queries.jsonl: has changed since project@fine ran; run `make repro`",
    ]


def test_a_changed_document_makes_them_outdated(place):
    """Also one that is new, and one that is gone: a stage reads its folder as a whole."""
    (place / "corpus/guide.md").unlink()
    (place / "corpus/new.md").write_bytes(shop.FILES["guide.md"])
    with (place / "corpus/returns.md").open("a") as file:
        file.write("More.\n")
    assert refused(place) == [
        "corpus/guide.md: is not there; run `make repro`",
        "corpus/new.md: has come since snapshot@fine ran; run `make repro`",
        "corpus/returns.md: has changed since snapshot@fine ran; run `make repro`",
    ]


def test_a_new_ledger_makes_scores_outdated(place):
    """Grades count in them; rankings know nothing of grades."""
    (place / "evidence/grades").mkdir(parents=True)
    (place / "evidence/grades/anna.jsonl").write_text("{}\n")
    rule = "evidence/grades/anna.jsonl: has come since score@alpha ran; run `make repro`"
    assert refused(place) == [rule]
    Outputs(place).refuse_outdated([stage for stage in STAGES if not stage.startswith("score")])


def test_a_changed_setting_makes_them_outdated(place):
    """By its name in params.yaml."""
    path = place / "params.yaml"
    path.write_text(path.read_text().replace('"depth": 3', '"depth": 2'))
    assert refused(place) == [
        "params.yaml systems.alpha: has changed since retrieve@alpha ran; run `make repro`"
    ]


def test_an_output_that_is_not_as_it_was_written_is_refused(place):
    """Edited by hand, or absent; and a stage that never ran."""
    (place / "runs/systems/alpha/results.parquet").write_bytes(b"")
    (place / "runs/snapshots/fine/projection.parquet").unlink()
    (place / "runs/manifests/topics.json").unlink()
    assert refused(place, [*STAGES, "retrieve@gamma"]) == [
        "retrieve@gamma: has not run; run `make repro`",
        "runs/snapshots/fine/projection.parquet: is not there; run `make repro`",
        "runs/systems/alpha/results.parquet: has changed since retrieve@alpha ran; run `make repro`",
        "topics: has not run; run `make repro`",
    ]


def test_unknown_names_are_refused_with_the_known_ones(place):
    """Before anything is read of the pipeline."""
    outputs = Outputs(place)
    with pytest.raises(InputError, match=r"^--snapshot thin: is not among .*; one of: fine, wide$"):
        outputs.of_snapshot("thin")
    with pytest.raises(InputError, match=r"^--system gamma: is not among .*; one of: alpha, beta$"):
        outputs.of_system("gamma")
