"""A fresh repository at work, as its team meets it."""

import json
import shutil
import signal
import subprocess
import sys

import pytest

import pipeline
from pipeline import assay, commit, git, repro, run

from .conftest import init
from .told import ANSWERS

STAGES = [
    *("snapshot@main", "topics", "project@main", "retrieve@bm25", "retrieve@ngram"),
    *("score@bm25", "score@ngram", "compare", "evidence", "report", "seal"),
]
NOTHING_YET = (
    "corpus: holds no documents yet; run `assay import documents FOLDER` or `assay import chunks FILE`, "
    "then `assay import questions FILE`\n"
)


@pytest.fixture
def top(fresh, tmp_path):
    return shutil.copytree(fresh, tmp_path / "мой поиск", symlinks=True)


def test_the_first_run_measures_what_was_told(top):
    """Every stage once, and again nothing; what it wrote is committed, and every check but that of code holds."""
    assert sorted(repro(top)) == sorted(STAGES)
    assert assay(top, "docs").stdout.startswith("wrote README.md\n")
    figures = json.loads((top / "reports/metrics.json").read_bytes())
    assert {name: figures[name]["sufficient@5"] for name in figures} == {"bm25": 1.0, "ngram": 1.0}
    assert "# Отчёт о поиске" in (top / "reports/report.md").read_text("utf-8")
    assert "| `bm25` | `main` | 1.000 |" in (top / "README.md").read_text("utf-8")
    commit(top, "results")
    assert repro(top) == []
    assert git(top, "status", "--porcelain") == ""
    assert assay(top, "verify", "--complete").returncode == 0
    names = ("params", "pipeline", "corpus", "gold", "ledgers", "disclosure", "outputs", "documents")
    done = assay(top, "check", *(word for name in names for word in ("--only", name)))
    assert (done.returncode, done.stderr) == (0, "".join(f"{name}: ok\n" for name in names))


def test_nothing_to_run_on_is_one_message(bare):
    """Before DVC is asked; the documents are in order as far as they go."""
    done = assay(bare, "params")
    assert (done.returncode, done.stderr) == (1, NOTHING_YET)
    assert assay(bare, "status").stdout.splitlines()[-1] == "next: " + NOTHING_YET.partition("; ")[2].strip()
    done = assay(bare, "docs", "--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert git(bare, "status", "--porcelain") == ""


def test_the_last_lines_say_what_comes_next(tool, tmp_path):
    """Without a talk, the commands that bring data; a name that a shell would split is quoted."""
    lines = init(tool, tmp_path / "our search").stdout.splitlines()
    assert lines[1].startswith(f"made {tmp_path}/our search: ")
    commands = [line.partition("#")[0].strip() for line in lines[3:]]
    assert commands == [
        f"cd '{tmp_path}/our search'",
        "make .venv/runtime",
        ". .venv/bin/activate",
        "assay import documents FOLDER",
        "assay import chunks FILE",
        "assay import questions FILE",
        "assay import results FILE",
        "assay import answers FILE",
        "make repro",
        "assay doctor",
    ]


def test_after_the_talk_the_report_is_next(tool, tmp_path):
    """In the language of the talk; into the folder that the shell stands in."""
    (tmp_path / "new").mkdir()
    words = [sys.executable, "-m", "assay", "init", ".", "--ask", "--lang", "ru"]
    done = subprocess.run(
        words,
        cwd=tmp_path / "new",
        env={**pipeline.environment(tool), "PYTHONPATH": str(tool / "scripts")},
        input=ANSWERS,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.partition("дальше:\n")[2].splitlines()
    commands = [line.partition("#")[0].strip() for line in lines]
    assert commands == ["make repro", ". .venv/bin/activate", "assay doctor"]
    assert len(git(tmp_path / "new", "ls-files", "corpus").splitlines()) == 4


def test_answers_that_end_too_early_leave_nothing(tool, tmp_path):
    """No folder, half made."""
    done = init(tool, tmp_path / "new", "--ask", told=ANSWERS[:100])
    assert (done.returncode, done.stderr.splitlines()) == (
        1,
        [
            "standard input: ended before all was answered; nothing is written; answer all, or give --no-ask",
        ],
    )
    assert list(tmp_path.iterdir()) == []


def test_a_talk_that_is_interrupted_leaves_nothing(tool, tmp_path):
    """Ctrl-C is one sentence in the language of the talk, and the same command begins again."""
    words = [sys.executable, "-m", "assay", "init", str(tmp_path / "new"), "--ask", "--lang", "ru"]
    environment = {**pipeline.environment(tool), "PYTHONPATH": str(tool / "scripts"), "PYTHONUNBUFFERED": "1"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, cwd=tmp_path, env=environment, text=True, **pipes) as talk:
        talk.stdin.write(ANSWERS.partition("Доставка")[0])
        talk.stdin.flush()
        while "Документ 2" not in talk.stdout.readline():
            pass
        talk.send_signal(signal.SIGINT)
        _, said = talk.communicate(timeout=20)
    assert (talk.returncode, said) == (
        130,
        "\nпрервано: ничего не записано; чтобы начать заново, запустите ту же команду\n",
    )
    assert list(tmp_path.iterdir()) == []
    assert init(tool, tmp_path / "new", "--ask", told=ANSWERS).returncode == 0


@pytest.mark.slow
def test_a_team_gets_its_first_report(tool, tmp_path):
    """With an environment of its own: `make repro` twice, all committed, `make test`, `make repro` without data."""
    top = tmp_path / "оценка поиска"
    assert init(tool, top, "--ask", "--lang", "ru", told=ANSWERS).returncode == 0
    run(top, "make", "repro", VIRTUAL_ENV="")
    commit(top, "results")
    assert "Running stage" not in run(top, "make", "repro").stdout
    assert git(top, "status", "--porcelain") == ""
    assert run(top, ".venv/bin/assay", "verify", "--complete").returncode == 0
    run(top, "make", "test", CI="true", VIRTUAL_ENV="")
    assert git(top, "status", "--porcelain") == ""
    assert run(top, ".venv/bin/assay", "doctor").stdout.endswith("make repro can run\n")
    pipeline.write_rows(top / "gold/queries.jsonl", [])
    done = run(top, "make", "repro", check=False)
    said = "gold/queries.jsonl: holds no queries yet; run `assay import questions FILE`, or write the first by hand"
    assert done.returncode != 0
    assert done.stderr.splitlines()[0].startswith(said)
    assert "Traceback" not in done.stderr
