"""Runs that do not end as they should."""

import os
import signal
import subprocess
import sys
import time

import pytest

import pipeline

from .ground import command, front, program, run, state, text


@pytest.mark.parametrize("file", ["documents.parquet", "chunks.parquet", "card.json"])
def test_a_full_disk_leaves_all_outputs_as_they_were(top, file):
    """Whichever of them does not fit: simulated by a device that is always full."""
    front("30 days", "40 days")(top)
    before = state(top)
    (top / "runs" / "snapshots" / "fine" / f"{file}.tmp").symlink_to("/dev/full")
    done = run(top, "snapshot@fine")
    assert (done.returncode, done.stderr) == (
        1,
        f"runs/snapshots/fine/{file}: No space left on device; see to it and try again\n",
    )
    assert state(top) == before


def test_a_stage_that_is_stopped_leaves_all_outputs_as_they_were(top):
    """Its program goes with it; what a killed one leaves does not disturb the next."""
    program("open('started', 'w').write(str(os.getpid())); time.sleep(99)")(top)
    text("timeout: 2", "timeout: 90")(top)
    before = state(top)
    words = command(top, "retrieve@own")
    stage = subprocess.Popen(words, cwd=top, env=pipeline.environment(top), stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while not (started := top / "started").is_file() or not started.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    stage.send_signal(signal.SIGTERM)
    assert (stage.communicate()[1], stage.returncode) == ("", 128 + signal.SIGTERM)
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)
    started.unlink()
    assert state(top) == before


def test_what_a_killed_stage_left_does_not_disturb_the_next(top):
    """Half a temporary file."""
    before = state(top)
    (top / "runs" / "topics" / "topics.jsonl.tmp").write_text('{"id": "q')
    assert run(top, "topics").returncode == 0
    assert state(top) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("topics.py", "topics: --queries is missing; see its command in dvc.yaml"),
        ("topics.py --queries", "topics: --queries is not --name PATH …; see its command in dvc.yaml"),
        (
            "retrieve.py first --snapshot a b",
            "retrieve@first: --snapshot a b is not --name PATH …; see its command in dvc.yaml",
        ),
    ],
)
def test_misuse_of_a_script_exits_with_2(top, words, said):
    """As of a command."""
    script, *rest = words.split()
    done = pipeline.run(top, sys.executable, f"scripts/{script}", *rest, check=False)
    assert (done.returncode, done.stderr) == (2, f"{said}\n")
    assert run(top, "query show").returncode == 2
