import subprocess

import pytest

from assay.errors import InputError
from assay.recording.places import RECORDED, UNDER_WAY, choose
from assay.start.template import KEPT
from conftest import ROOT

DAY = "2026-11-01"


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ([], f"{DAY}-1"),
        ([f"{DAY}-1", f"{DAY}-2"], f"{DAY}-3"),
        ([f"{DAY}-2"], f"{DAY}-1"),
        (["2026-10-31-1", "release"], f"{DAY}-1"),
        (["2026-10-31-7.part"], "2026-10-31-7"),
        ([f"{DAY}-1", "x.part"], "x"),
    ],
)
def test_the_name_of_a_run(tmp_path, there, expected):
    """The one under way; else today's date and the first free number."""
    for name in there:
        (tmp_path / name).mkdir()
    place = choose(tmp_path, None, DAY, fresh=False)
    assert (place.final, place.part) == (tmp_path / expected, tmp_path / f"{expected}.part")


def test_a_folder_that_is_there_is_refused(tmp_path):
    """Whatever it holds."""
    (tmp_path / "r1").mkdir()
    with pytest.raises(InputError, match="is there, and a run is never changed; give --run another name"):
        choose(tmp_path, "r1", DAY, fresh=True)


def test_a_run_under_way_is_left_out_of_commits():
    """By the repository's own .gitignore, which fresh ones get too; a finished one goes in."""
    folder = f"{RECORDED}/prod/{DAY}-1"
    asked = [f"{folder}{UNDER_WAY}/answers.jsonl", f"{folder}/results.jsonl"]
    words = ["git", "check-ignore", "--no-index", *asked]
    done = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.stdout.splitlines() == asked[:1]
    assert ".gitignore" in KEPT
