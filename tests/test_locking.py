import fcntl
import os
import re
import signal
import subprocess
import sys

import openpyxl
import pytest
from click.testing import CliRunner

import pipeline
from assay.__main__ import assay as group
from assay.errors import InputError, of_system
from assay.exchange.plan import Plan
from assay.gold.queries import queries_bytes
from assay.locking import locked, uninterrupted, write_together
from conftest import ROOT
from labelling import ground

OLD, NEW = (b"old passages\n", b"old queries\n"), (b"new passages\n", b"new queries\n")
ASSAY = (sys.executable, "-m", "assay")


@pytest.fixture
def top(tmp_path):
    pipeline.run(tmp_path, "git", "init", "-q")
    return tmp_path


@pytest.fixture
def pair(tmp_path):
    paths = [tmp_path / "passages.jsonl", tmp_path / "queries.jsonl"]
    for path, data in zip(paths, OLD, strict=True):
        path.write_bytes(data)
    return paths


def spawn(top, *words):
    return subprocess.Popen(
        [*ASSAY, *words], cwd=top, env=pipeline.environment(ROOT), stderr=subprocess.PIPE, text=True
    )


def interrupted_at(number, do):
    """Do it with Ctrl-C at the line of that number, whatever function it is of; whether it came so far."""
    lines = 0

    def trace(_frame, event, _argument):
        nonlocal lines
        lines += event == "line"
        if event == "line" and lines == number:
            sys.settrace(None)
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    try:
        sys.settrace(trace)
        do()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # files that Python itself was opening
def test_ctrl_c_at_any_line_leaves_the_pair_wholly_old_or_wholly_new(pair, tmp_path):
    """And no temporary file; Ctrl-C means afterwards what it meant before."""
    number, seen, meant = 0, set(), signal.getsignal(signal.SIGINT)
    while True:
        number += 1
        for path, data in zip(pair, OLD, strict=True):
            path.write_bytes(data)
        came = interrupted_at(number, lambda: write_together(dict(zip(pair, NEW, strict=True))))
        signal.signal(signal.SIGINT, meant)
        found = tuple(path.read_bytes() for path in pair)
        assert found in (OLD, NEW), number
        assert sorted(path.name for path in tmp_path.iterdir()) == ["passages.jsonl", "queries.jsonl"], number
        seen.add(found)
        if not came:
            break
    assert seen == {OLD, NEW}
    assert number > 60


def test_ctrl_c_waits_until_the_end():
    """It comes when what must not be left half-done is done."""
    done = []
    meant = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), uninterrupted():  # noqa: PT012  # the second line is the point
        signal.raise_signal(signal.SIGINT)
        done.append("all")
    assert (done, signal.getsignal(signal.SIGINT)) == (["all"], meant)


def test_six_writers_at_once_lose_nothing(tmp_path):
    """Each writes its question; of the temporary files none is left."""
    top = ground.make(tmp_path)
    names = [f"q-par{number}" for number in range(6)]
    flags = ("--no-answer", "--rationale", "нет")
    running = [
        spawn(top, "gold", "add", "--no-ask", "--id", name, "--query", f"Где {name}?", *flags)
        for name in names
    ]
    said = [(process.communicate()[1].strip(), process.returncode) for process in running]
    assert said == [(f"wrote gold/queries.jsonl: {name}", 0) for name in names]
    assert {"q-1", "q-2", "q-3", *names} == set(ground.gold(top))
    assert sorted(path.name for path in (top / "gold").iterdir()) == ["passages.jsonl", "queries.jsonl"]


def test_passages_labelled_at_once_are_all_kept(tmp_path):
    """`gold passage add` reads again what it adds to."""
    top = ground.make(tmp_path)
    words = ["Чек не обязателен", "Упаковка нужна", "Распродажу не возвращаем", "Общие правила магазина"]
    running = [
        spawn(top, "gold", "passage", "add", "--id", f"p-{number}", "--doc", "returns", "--quote", quote)
        for number, quote in enumerate(words)
    ]
    said = [(process.communicate()[1], process.returncode) for process in running]
    assert {code for _, code in said} == {0}, said
    assert {f"p-{number}" for number in range(4)} < set(ground.gold(top, "passages"))


def test_a_lock_that_is_never_free_is_one_clear_error(top):
    """It names who has it; nothing is done."""
    with locked(top), pytest.raises(InputError) as caught, locked(top, wait=0.1):
        raise AssertionError
    said = str(caught.value)
    assert said.startswith("assay.lock: another command is writing here all the time (assay")
    assert said.endswith(
        f", process {os.getpid()}); nothing is written; let it end, or end it, and try again"
    )
    with locked(top, wait=0):  # it is free again
        pass


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (("gold", "fmt"), "queries"),
        (("gold", "passage", "refresh"), "passages"),
        (("gold", "add", "--query", "Где?", "--no-answer", "--rationale", "нет", "--id", "q-9"), "queries"),
    ],
)
def test_every_writer_of_the_gold_set_waits_for_the_lock(tmp_path, words, path):
    """It is freed: then they write."""
    top = ground.make(tmp_path)
    file = top / f"gold/{path}.jsonl"
    corpus = top / "corpus/returns.md"
    corpus.write_text(corpus.read_text("utf-8").replace("Общие правила", "Самые общие правила"), "utf-8")
    if words[1] == "fmt":
        file.write_bytes(b"".join(reversed(file.read_bytes().splitlines(keepends=True))))
    before = file.read_bytes()
    with (top / ".git/assay.lock").open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        process = spawn(top, *words)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(3)
        assert file.read_bytes() == before
    said = process.communicate()[1]
    assert (process.returncode, file.read_bytes() != before) == (0, True), said


def test_an_import_does_not_write_over_what_was_changed_meanwhile(top):
    """The file is as the other left it."""
    (top / "gold").mkdir()
    path = top / "gold/queries.jsonl"
    path.write_bytes(b"theirs\n")
    plan = Plan({"gold/queries.jsonl": b"mine\n"}, read={"gold/queries.jsonl": b"old\n"})
    with pytest.raises(InputError, match=re.escape("was changed by another command meanwhile; nothing is")):
        plan.carry_out(top)
    assert path.read_bytes() == b"theirs\n"
    plan.read["gold/queries.jsonl"] = b"theirs\n"
    plan.carry_out(top)
    assert path.read_bytes() == b"mine\n"


def test_nobody_is_told_to_write_over_a_file_that_is_there(tmp_path, monkeypatch):
    """The last commit is advised of a file that is gone alone, never of a temporary one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.jsonl").write_text("x")
    said = {
        name: str(of_system(FileNotFoundError(2, "No such file or directory", name), "assay"))
        for name in ("here.jsonl", "gone.jsonl", "gone.jsonl.1.tmp")
    }
    assert said == {
        "here.jsonl": "here.jsonl: No such file or directory; see to it and try again",
        "gone.jsonl": "gone.jsonl: is not there; take it from the last commit (git checkout)",
        "gone.jsonl.1.tmp": "gone.jsonl.1.tmp: No such file or directory; see to it and try again",
    }


@pytest.mark.parametrize(
    "words",
    [
        ("import", "questions", "more.jsonl"),
        ("gold", "sample", "more.jsonl", "--number", "1"),
        ("gold", "import", "--xlsx", "expert.xlsx"),
    ],
    ids=" ".join,
)
def test_every_import_is_held_against_what_it_read(tmp_path, monkeypatch, words):
    """A question that was added between reading and writing is kept; the import says so and can be run again."""
    top = ground.make(tmp_path)
    monkeypatch.chdir(top)
    path, carry_out = top / "gold/queries.jsonl", Plan.carry_out
    questions = [{**row, "reviewed_by": ["Анна", "Олег"]} for row in ground.QUERIES]
    path.write_bytes(queries_bytes(questions))
    (top / "gold/CHANGELOG.md").write_text("# Changes\n\n- 2026-11: begun.\n")
    (top / "more.jsonl").write_text('{"id": "n-1", "query": "Куда вернуть покупку, если магазин закрыт?"}\n')
    assert CliRunner().invoke(group, ["gold", "export", "--xlsx", "expert.xlsx"]).exit_code == 0
    book = openpyxl.load_workbook(top / "expert.xlsx")
    sheet = book["queries"]
    (cell,) = (one for row in sheet.iter_rows() for one in row if one.value == "А в праздники?")
    cell.value = "А на праздники?"
    book.save(top / "expert.xlsx")

    def late(plan, root):
        path.write_bytes(queries_bytes([*questions, ground.query("q-7")]))
        carry_out(plan, root)

    monkeypatch.setattr(Plan, "carry_out", late)
    done = CliRunner().invoke(group, words)
    assert "gold/queries.jsonl: was changed by another command meanwhile" in str(done.exception), done.output
    assert sorted(ground.gold(top)) == ["q-1", "q-2", "q-3", "q-7"]
    monkeypatch.setattr(Plan, "carry_out", carry_out)
    assert CliRunner().invoke(group, words).exit_code == 0
    assert "q-7" in ground.gold(top)
    assert (
        len(
            {row["query"] for row in ground.gold(top).values()}
            & {"Куда вернуть покупку, если магазин закрыт?", "А на праздники?"}
        )
        == 1
    )
