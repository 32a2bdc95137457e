"""An import writes the same bytes, whichever way the file is read; a large one is never held."""

import json
import random
import subprocess
import sys

import pytest

import pipeline
from assay.errors import InputError
from assay.exchange import plan
from assay.exchange.runs import large_files, large_runs, spool
from conftest import ROOT
from exchange.imports import CODE, SIZE, SPARE, TERM, lay_out, run, tree, write

TEXTS = {"a": TERM, "b": CODE, "c": SIZE, "d": SPARE, "e": f"{TERM} {CODE}"}
READY = [{"chunk_id": name, "text": text} for name, text in TEXTS.items() if name != "e"]
WORDS = ("--system", "prod", "--recorded-at", "2026-11-01")
N = 40
SCRIPTS = ROOT / "scripts"


@pytest.fixture(params=["documents", "chunks"])
def top(tmp_path, monkeypatch, request):
    """A repository with some questions; of documents, or of chunks that were cut elsewhere."""
    top = tmp_path / "repository"
    lay_out(top, chunks=READY if request.param == "chunks" else None)
    monkeypatch.chdir(top)
    questions = [{"id": f"q{n:02}", "query": f"Вопрос {n}?"} for n in range(N)]
    run("questions", write(tmp_path / "questions.jsonl", questions))
    return top


def log(names, *, texts, seed=3):
    """Lists of these chunks in the form of results.jsonl, some out of order, with what else there may be."""
    pick = random.Random(seed)
    rows = []
    for number in pick.sample(range(N + 2), N - 3):  # some are not asked, two nobody knows
        found = pick.sample(names, pick.randint(0, len(names)))
        items = [
            {"chunk_id": name, "rank": rank, "score": 10.0**-rank} | ({"text": TEXTS[name]} if texts else {})
            for rank, name in enumerate(found, 1)
        ]
        rows.append({"id": f"q{number:02}", "retrieved": items} | ({"latency_ms": 7} if number % 3 else {}))
    pick.shuffle(rows[0]["retrieved"])
    rows[1] |= {"status": "error", "message": "HTTP 504", "retrieved": []}
    rows[2] |= {"query": f"вопрос  {rows[2]['id'][1:].lstrip('0') or 0}?"}
    return rows


def both_ways(top, monkeypatch, *words):
    """What is said and written of a file taken for a small one, and of the same taken for a large one."""
    outcomes = []
    for large in (False, True):
        if large:
            monkeypatch.setattr(large_files, "LARGE", 0)
            monkeypatch.setattr(large_files.read_large, "__kwdefaults__", {"size": 700})
            monkeypatch.setattr(large_runs.read_large_run, "__kwdefaults__", {"size": 70})
        before = tree(top)
        said = run("results", *words, *WORDS, "--dry-run")
        assert tree(top) == before
        run("results", *words, *WORDS)
        made = {name: data for name, data in tree(top).items() if before.get(name, ...) != data}
        outcomes.append((said, made))
        for name in made:
            if name in before:
                (top / name).write_bytes(before[name])
        subprocess.run(["rm", "-r", top / "runs"], check=True)
    return outcomes


@pytest.mark.parametrize(
    ("names", "texts", "more"),
    [
        ("abcd", True, ()),
        ("abcde", True, ()),
        ("abcd", True, ("--missing", "nothing-found", "--depth", "4")),
        ("abcd", False, ("--chunks", "{table}")),
        ("abcd", True, ("--chunks", "{table}")),
    ],
)
def test_nested_lines_are_imported_the_same_both_ways(top, tmp_path, monkeypatch, names, texts, more):
    """With texts and without, placed in the corpus or in a table of their own; questions by text, missing, unknown."""
    table = write(tmp_path / "table.jsonl", READY)
    path = write(tmp_path / "log.jsonl", log(names, texts=texts))
    small, large = both_ways(
        top, monkeypatch, path, *(str(table) if one == "{table}" else one for one in more)
    )
    assert large == small
    assert json.loads(large[1]["runs/recorded/prod/2026-11-01/results.jsonl"].splitlines()[0])["id"] < "q05"


def test_a_trec_run_is_imported_the_same_both_ways(top, tmp_path, monkeypatch):
    """In whatever order its lines are, with equal scores."""
    rows = log("abcd", texts=False)
    lines = [
        f"{row['id']} Q0 {item['chunk_id']} {item['rank']} {round(item['score'], 3)} t\n"
        for row in rows
        for item in row["retrieved"]
    ]
    random.Random(5).shuffle(lines)
    path = tmp_path / "run.trec"
    path.write_text("".join(lines))
    table = write(tmp_path / "table.jsonl", READY)
    small, large = both_ways(top, monkeypatch, path, "--chunks", table)
    assert large == small


def test_faults_of_a_large_file_are_those_of_a_small_one(top, tmp_path, monkeypatch):
    """By line; a broken line, a rank, a question twice, two texts of one chunk; nothing is written."""
    rows = log("abcd", texts=True)
    rows[5]["retrieved"] = [{"chunk_id": "a", "rank": 3, "text": TERM}]
    rows.append(rows[7])
    path = write(tmp_path / "log.jsonl", rows)
    found = []
    before = tree(top)
    for limit in (large_files.LARGE, 0):
        monkeypatch.setattr(large_files, "LARGE", limit)
        with pytest.raises(InputError) as caught:
            run("results", path, *WORDS)
        found.append(sorted(map(str, caught.value.problems)))
        assert tree(top) == before
    assert found[0] == found[1]
    assert [line.partition(": ")[2] for line in found[1]] == [
        f"its question is also that of {path}:8; give --repeated first, or --repeated last",
        "ranks are 3; number them from 1 (or 0), without gaps or repeats",
    ]


def test_what_the_pipeline_would_refuse_is_refused_of_a_large_file(top, tmp_path, monkeypatch):
    """A hash that is not that of the text, personal data in a text, an id without a text, numbers out of bounds."""
    monkeypatch.setattr(large_files, "LARGE", 0)
    item = {"chunk_id": "x", "rank": 1, "text": TERM}
    for odd, message in (
        (item | {"sha256": "0" * 64}, "is not that of text"),
        (item | {"text": "Пишите: ann@mail.example.org"}, "holds an e-mail address"),
        ({"chunk_id": "x", "rank": 1}, "needs the chunk table of that date"),
        (item | {"score": 1e305}, "score is 1e\\+305, must be a finite number"),
        (item | {"latency_ms": -1}, "latency_ms is -1.0, must be a finite number, at least 0"),
    ):
        before = tree(top)
        line = {
            "id": "q00",
            **{name: odd.pop(name) for name in [*odd] if name == "latency_ms"},
            "retrieved": [odd],
        }
        with pytest.raises(InputError, match=message):
            run("results", write(tmp_path / "log.jsonl", [line]), *WORDS)
        assert tree(top) == before


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_is_left_of_a_stream_that_ends_early(top, tmp_path, monkeypatch, error):
    """A full disk, Ctrl-C: files and folders are as before, also the temporary ones."""
    monkeypatch.setattr(large_files, "LARGE", 0)
    before = tree(top)

    real, calls = spool.Spool.line, []

    def failing(self, line, *, bare):
        calls.append(line)
        if len(calls) > plan.SHOWN + 2:
            raise error
        return real(self, line, bare=bare)

    monkeypatch.setattr(spool.Spool, "line", failing)
    with pytest.raises((OSError, AssertionError), match=r"No space left|Aborted"):
        run("results", write(tmp_path / "log.jsonl", log("abcd", texts=True)), *WORDS)
    assert len(calls) == plan.SHOWN + 3
    assert tree(top) == before


# On Linux not what getrusage says: that of a child starts from what its parent held. Elsewhere it counts bytes.
PEAK = """\
import resource, sys
from assay.exchange.cli import import_
import_([*sys.argv[1:]], standalone_mode=False)
try:
    print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
except FileNotFoundError:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.slow
def test_a_large_import_stays_small(top, tmp_path):
    """300,000 results: held as objects they are 400 MB more than the 135 that modules, blocks and checks need."""
    questions = write(
        tmp_path / "more.jsonl", [{"id": f"r{n}", "query": f"Ещё вопрос {n}?"} for n in range(3000)]
    )
    run("questions", questions)
    names = [f"chunk-of-a-longer-name-{n:04}" for n in range(500)]
    pick = random.Random(1)
    path = write(
        tmp_path / "log.jsonl",
        [
            {
                "id": f"r{n}",
                "retrieved": [
                    {"chunk_id": name, "rank": rank, "score": 1 / rank, "doc_id": f"document-{name}"}
                    for rank, name in enumerate(pick.sample(names, 100), 1)
                ],
            }
            for n in range(3000)
        ],
    )
    assert path.stat().st_size > large_files.LARGE
    table = write(tmp_path / "table.jsonl", [{"chunk_id": name, "text": f"Текст {name}."} for name in names])
    words = ["results", str(path), *WORDS, "--chunks", str(table)]
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *words],
        cwd=top,
        env=pipeline.environment(top) | {"PYTHONPATH": str(SCRIPTS)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout.split()[-1]) < 200 * 1024
    assert len((top / "runs/recorded/prod/2026-11-01/results.jsonl").read_bytes().splitlines()) == 3000
