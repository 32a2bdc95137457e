import os
import subprocess
import sys

import pytest

import pipeline
from conftest import ROOT

from .ground import files

CLOSED = [
    (words, closed)
    for words in (
        *("gold add --ask", "gold edit q-1 --ask", "gold review --ask", "gold add", "gold review"),
        *("triage decide --ask", "triage decide"),
    )
    for closed in ((0,) if words.startswith("triage") else (0, 1))
]


def start(top, *words, closed=None, **environment):
    """A real process, started without standard input (0) or output (1) where it is to be closed."""
    return subprocess.Popen(
        [sys.executable, "-m", "assay", *words],
        cwd=top,
        env={**pipeline.environment(ROOT), **environment},
        stdout=subprocess.PIPE if closed != 1 else None,
        stderr=subprocess.PIPE,
        preexec_fn=None if closed is None else lambda: os.close(closed),  # noqa: PLW1509  # it does nothing else
        encoding="utf-8",
    )


def ended(process):
    """What it did."""
    out, said = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, said)


@pytest.fixture(scope="module")
def refused(prepared):
    """What each of them says, all run at the same time: none of them writes."""
    before = files(prepared["en"])
    started = {case: start(prepared["en"], *case[0].split(), closed=case[1]) for case in CLOSED}
    done = {case: ended(process) for case, process in started.items()}
    assert files(prepared["en"]) == before
    return done


@pytest.mark.parametrize("case", CLOSED, ids=str)
def test_a_closed_stream_is_one_usage_error(refused, case):
    """Of the talk, which cannot be; of the flags that are missing, where nobody asked for one."""
    done = refused[case]
    asked = "Nobody can be asked: standard input or output is closed." in done.stderr
    assert (done.returncode, done.stderr.count("Error: "), asked) == (2, 1, "--ask" in case[0]), done.stderr
    assert "Traceback" not in done.stderr


def test_flags_work_without_input_and_output(top):
    """Nobody is asked."""
    flags = ("--query", "Где?", "--no-answer", "--rationale", "нет")
    started = {
        name: start(top, "gold", "add", "--id", name, *flags, closed=closed)
        for closed, name in enumerate(("q-8", "q-9"))
    }
    listing = start(top, "gold", "review", "--list", closed=1)
    for name, process in started.items():
        done = ended(process)
        assert (done.returncode, done.stderr) == (0, f"wrote gold/queries.jsonl: {name}\n")
    assert ended(listing).returncode == 0


def test_arguments_are_utf_8_whatever_the_locale_says(top):
    """What is looked for, what is written, what is printed."""
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    words = ("--id", "вопрос", "--query", "Где?", "--no-answer", "--rationale", "нет")
    calls = [
        start(top, "gold", "add", "--find", "распродажу", **plain),
        start(top, "gold", "add", *words, **plain),
        start(top, "gold", "export", "--xlsx", "новый.xlsx", **plain),
        start(top, "gold", "add", "--find", os.fsdecode(b"\xff")),
    ]
    found, added, exported, nowhere = map(ended, calls)
    assert found.stdout.startswith("1 place\n"), found.stderr
    assert "«Распродажу» не возвращаем" in found.stdout
    assert added.returncode == 0
    assert '"вопрос", "query": "Где?"' in (top / "gold/queries.jsonl").read_text("utf-8")
    assert exported.returncode == 0
    assert (top / "новый.xlsx").is_file()
    assert nowhere.stdout == "0 places\n"
