import os
import subprocess
import sys

import pytest

import pipeline
from conftest import ROOT


def assay(top, *words, closed=None, **environment):
    """A real process, started without standard input (0) or output (1) where it is to be closed."""
    return subprocess.run(
        [sys.executable, "-m", "assay", *words],
        cwd=top,
        env={**pipeline.environment(ROOT), **environment},
        stdout=subprocess.PIPE if closed != 1 else None,
        stderr=subprocess.PIPE,
        preexec_fn=None if closed is None else lambda: os.close(closed),  # one thread
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("closed", [0, 1])
@pytest.mark.parametrize(
    "words",
    [("add", "--ask"), ("edit", "q-1", "--ask"), ("review", "--ask"), ("add",), ("review",)],
    ids=" ".join,
)
def test_a_closed_stream_is_one_usage_error(top, words, closed):
    """Of the talk, which cannot be; of the flags that are missing, where nobody asked for one."""
    done = assay(top, "gold", *words, closed=closed)
    asked = "Nobody can be asked: standard input or output is closed." in done.stderr
    assert (done.returncode, done.stderr.count("Error: "), asked) == (2, 1, "--ask" in words), done.stderr


def test_triage_says_it_too(top):
    """With and without --ask."""
    for words in (("--ask",), ()):
        done = assay(top, "triage", "decide", *words, closed=0)
        assert (done.returncode, "Error: " in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_flags_work_without_input_and_output(top):
    """Nobody is asked."""
    flags = ("--query", "Где?", "--no-answer", "--rationale", "нет")
    for closed, name in enumerate(("q-8", "q-9")):
        done = assay(top, "gold", "add", "--id", name, *flags, closed=closed)
        assert (done.returncode, done.stderr) == (0, f"wrote gold/queries.jsonl: {name}\n")
    assert assay(top, "gold", "review", "--list", closed=1).returncode == 0


def test_arguments_are_utf_8_whatever_the_locale_says(top):
    """What is looked for, what is written, what is printed."""
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = assay(top, "gold", "add", "--find", "распродажу", **plain)
    assert done.stdout.startswith("1 place\n"), done.stderr
    assert "«Распродажу» не возвращаем" in done.stdout
    words = ("--id", "вопрос", "--query", "Где?", "--no-answer", "--rationale", "нет")
    assert assay(top, "gold", "add", *words, **plain).returncode == 0
    assert '"вопрос", "query": "Где?"' in (top / "gold/queries.jsonl").read_text("utf-8")
    assert assay(top, "gold", "export", "--xlsx", "новый.xlsx", **plain).returncode == 0
    assert (top / "новый.xlsx").is_file()
    assert assay(top, "gold", "add", "--find", os.fsdecode(b"\xff")).stdout == "0 places\n"
