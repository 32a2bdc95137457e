"""What an export may take from the pipeline."""

import pytest

from assay.errors import InputError
from assay.exchange.export.outputs import Outputs
from exchange.ran import lay_out


@pytest.fixture
def place(tmp_path, made):
    lay_out(tmp_path, made)
    return tmp_path


def test_what_is_outdated_is_refused(place):
    """All of it at once; nothing right after the stages."""
    stages = ["project@fine", "retrieve@alpha"]
    Outputs(place).refuse_outdated(stages)
    (place / "gold/queries.jsonl").write_text("")
    (place / "runs/systems/alpha/results.parquet").unlink()
    with pytest.raises(InputError) as error:
        Outputs(place).refuse_outdated(stages)
    assert [problem.where for problem in error.value.problems] == [
        "gold/queries.jsonl",
        "runs/systems/alpha/results.parquet",
    ]


def test_unknown_names_are_refused_with_the_known_ones(place):
    """Before anything is read of the pipeline."""
    outputs = Outputs(place)
    with pytest.raises(InputError, match=r"^--snapshot thin: is not among .*; one of: fine, wide$"):
        outputs.of_snapshot("thin")
    with pytest.raises(InputError, match=r"^--system gamma: is not among .*; one of: alpha, beta$"):
        outputs.of_system("gamma")
