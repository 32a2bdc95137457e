import json
import stat
import time
from pathlib import Path

import pytest

from assay.errors import InputError
from assay.retrieval.contract import run
from ending import ends

TEXTS = {"a": "Возврат за 30 дней", "b": "Гарантия"}


@pytest.fixture
def program(make, tmp_path):
    """Runs a Python program over two topics; gives its path and the outcome."""

    def executed(code, *, name="search.py", arguments=(), timeout=60, depth=10):
        path = tmp_path / name
        path.write_text(code)
        return asked(path, arguments, timeout, depth)

    def asked(path, arguments=(), timeout=60, depth=10):
        settings = {"kind": "command", "snapshot": "fine", "input": str(path), "depth": depth, "filter": False,
                    "arguments": list(arguments), "timeout": timeout}  # fmt: skip
        topics = [make.topic("q-1", "вернуть?", subject="plus", as_of="2026-11-01"), make.topic("q-2", "y")]
        valid = {"valid_from": [None, None], "title": ["Т", None]}
        return run(make.ask(TEXTS, topics, settings, **valid))

    executed.path, executed.ask = tmp_path / "search.py", asked
    return executed


def answers(*lines):
    return "".join(
        f"print({json.dumps(line) if isinstance(line, str) else repr(json.dumps(line))})\n" for line in lines
    )


def result(chunk_id="a", rank=1, **more):
    return {"chunk_id": chunk_id, "rank": rank, **more}


def faults(program, code, **options):
    with pytest.raises(InputError) as caught:
        program(code, **options)
    text = str(caught.value).replace(str(program.path), "search.py")
    return text.splitlines()


def test_topics_go_in_and_results_come_out(program, tmp_path):
    """The program gets every topic, its arguments and the chunk table, in UTF-8."""
    code = (
        "import json, os, sys\n"
        "topics = [json.loads(line) for line in sys.stdin]\n"
        "chunks = [json.loads(line) for line in open(os.environ['ASSAY_CHUNKS'])]\n"
        "json.dump([topics, chunks, sys.argv[1:], os.environ['ASSAY_CHUNKS']], open(sys.argv[2], 'w'))\n"
    ) + answers(
        {
            "id": "q-2",
            "retrieved": [result("b", 2, score=1), result("a", 1, score=2)],
            "sent": "z",
            "latency_ms": 3,
        },
        {"id": "q-1", "retrieved": []},
    )
    made = program(code, arguments=["--top", str(tmp_path / "seen.json")])
    topics, chunks, arguments, place = json.loads((tmp_path / "seen.json").read_text())
    assert [topic["query"] for topic in topics] == ["вернуть?", "y"]
    assert set(topics[0]) == {"id", "query", "original", "history", "lang", "as_of", "subject", "sha256"}
    assert chunks[0] == {"chunk_id": "a", "text": TEXTS["a"], "doc_id": None, "doc_version": None, "title": "Т",
                         "section": None, "lang": None, "subject": None, "url": None, "valid_from": None, "valid_to": None}  # fmt: skip
    assert arguments[0] == "--top"
    assert not Path(place).exists()
    assert made.results.select("query_id", "rank", "chunk_id", "score").rows() == [
        ("q-2", 1, "a", 2.0),
        ("q-2", 2, "b", 1.0),
    ]
    assert made.responses.select("query_id", "sent", "n_returned", "latency_ms").rows() == [
        ("q-1", "вернуть?", 0, None),
        ("q-2", "z", 2, 3.0),
    ]


def test_a_query_left_out_was_not_asked(program):
    """It has no row, so scoring says "not asked", not 0."""
    made = program(answers({"id": "q-2", "retrieved": []}))
    assert made.responses["query_id"].to_list() == ["q-2"]
    assert made.card["counts"]["asked"] == 1


def test_a_query_may_fail(program):
    """Status and message are kept."""
    made = program(
        answers({"id": "q-1", "status": "error", "message": "HTTP 504"}, {"id": "q-2", "retrieved": []})
    )
    assert made.responses.select("status", "message").rows() == [("error", "HTTP 504"), ("ok", None)]


def test_repeats_are_kept_and_counted(program):
    """And the cut is at the declared depth."""
    made = program(
        answers({"id": "q-1", "retrieved": [result("a", 1), result("a", 2), result("b", 3)]}), depth=2
    )
    assert made.results["chunk_id"].to_list() == ["a", "a"]
    assert made.card["counts"]["repeats"] == 1


def test_any_executable_will_do(program):
    """A file without .py runs by its first line."""
    code = "#!/usr/bin/env python3\n" + answers({"id": "q-1", "retrieved": [result()]})
    path = program.path.with_name("search")
    path.write_text(code)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    made = program(code, name="search")
    assert made.results["chunk_id"].to_list() == ["a"]


def test_what_cannot_be_started(program):
    """Not executable: said before anything runs."""
    message = "search: cannot be started (Permission denied); make it executable (chmod +x), or check its first line"
    assert [line.rpartition("/")[2] for line in faults(program, "", name="search")] == [message]


def test_a_failing_program(program):
    """Exit code and what it said: the beginning, and the end, where a traceback has its error."""
    code = "import sys\nfor n in range(9): print(f'line {n}', file=sys.stderr)\nsys.exit(3)\n"
    assert faults(program, code) == [
        "search.py: ended with exit code 3; mend it",
        "stderr of search.py: line 0 | line 1 | … | line 6 | line 7 | line 8",
    ]
    code = r"import sys; sys.exit('\x1b[31mred\0' + 'x' * 300)"
    assert faults(program, code)[1] == f"stderr of search.py:  [31mred {'x' * 191}"


def test_a_program_that_is_not_there(program):
    """Before anything runs; a folder without one is none either."""
    for path in (program.path.with_name("nothing.py"), program.path.parent):
        with pytest.raises(InputError) as caught:
            program.ask(path)
        fix = "correct input in params.yaml: a program, or a folder with main.py or main"
        assert str(caught.value) == f"{path}: is no program; {fix}"


def test_a_program_ended_by_a_signal(program):
    """As when memory runs out."""
    code = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
    assert faults(program, code) == ["search.py: ended with signal 9; mend it"]


def test_a_hanging_program_is_stopped_with_its_children(program, tmp_path):
    """Also a child that holds the output open."""
    code = (
        "import subprocess, sys, time\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))\n"
        "print('waiting', file=sys.stderr, flush=True)\n"
        "time.sleep(600)\n"
    )
    with ends():
        assert faults(program, code, timeout=2) == [
            "search.py: was stopped after 2 s; raise timeout",
            "stderr of search.py: waiting",
        ]
    assert ended(int((tmp_path / "child").read_text()))


def test_children_that_are_left_behind_are_ended(program, tmp_path):
    """A program that is done leaves nothing running."""
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))\n"
    ) + answers({"id": "q-1", "retrieved": []})
    program(code)
    assert ended(int((tmp_path / "child").read_text()))


def ended(pid):
    """A killed orphan is gone, or a zombie that init has not collected."""
    for _ in range(100):
        try:
            with Path(f"/proc/{pid}/stat").open() as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        (["Loading model…"], ["output of search.py:1: is not JSON at column 1 (Expecting value); mend the line"]),
        (
            [{"id": "q-9", "retrieved": []}],
            ["output of search.py:1 q-9: is no topic it was given; return ids as given"],
        ),
        (
            [{"id": "q-1", "retrieved": []}, {"id": "q-1", "retrieved": []}],
            ["output of search.py:2 q-1: query is also that of output of search.py:1 q-1; remove one of them"],
        ),
        (
            [{"id": "q-1", "retrieved": [result("zzz", 1), result("b", 2), result("yyy", 3)]}],
            [
                ("output of search.py:1 q-1: 'zzz', 'yyy' not in snapshot 'fine'; "
                "return chunk_id as in the file $ASSAY_CHUNKS")
            ],
        ),
        (
            [{"id": "q-1", "retrieved": [result("a", 1), result("b", 3)]}],
            ["output of search.py:1 q-1: ranks are 1, 3; number them from 1, without gaps or repeats"],
        ),
        (
            ['{"id": "q-1", "retrieved": [{"chunk_id": "a", "rank": 1, "score": NaN}]}'],
            ["output of search.py:1: NaN is not a value; mend the line"],
        ),
        (
            [{"id": 1, "retrieved": [{"chunk_id": 7, "rank": 1}]}],
            ["output of search.py:1: id is 1, must be a text; put it in quotes",
             "output of search.py:1 result 1: chunk_id is 7, must be a text; put it in quotes"],
        ),
    ],
)  # fmt: skip
def test_output_that_is_wrong(program, lines, messages):
    """Nothing of it is kept."""
    assert faults(program, answers(*lines)) == messages


def test_half_a_line(program):
    """A program that was cut off."""
    code = 'import sys; sys.stdout.write(\'{"id": "q-1", "retrieved": []\')\n'
    assert faults(program, code) == [
        "output of search.py:1: the last line has no line end: it may be cut off; add the rest",
        "output of search.py:1: is not JSON at column 30 (Expecting ',' delimiter); mend the line",
    ]


def test_all_problems_come_at_once_with_stderr(program):
    """Types, ranks, unknown ids, and what the program said."""
    code = "import sys; print('index: 2 chunks', file=sys.stderr)\n" + answers(
        {"id": "q-1", "retrieved": [result("zzz", 1), result("a", 3)]},
        {"id": 2, "retrieved": []},
        {"id": "q-9", "retrieved": []},
    )
    assert faults(program, code) == [
        "output of search.py:1 q-1: ranks are 1, 3; number them from 1, without gaps or repeats",
        "output of search.py:2: id is 2, must be a text; put it in quotes",
        "output of search.py:3 q-9: is no topic it was given; return ids as given",
        "output of search.py:1 q-1: 'zzz' not in snapshot 'fine'; return chunk_id as in the file $ASSAY_CHUNKS",
        "stderr of search.py: index: 2 chunks",
    ]


def test_no_output_at_all(program):
    """Every topic was left out: none was asked."""
    assert program("pass\n").card["counts"]["asked"] == 0


FOLDER = {
    "main.py": "import words\nfrom more import ranks\n" + answers({"id": "q-1", "retrieved": [result()]}),
    "words.py": "import json\n",
    "more/ranks.py": "from . import words\n",
    "more/words.py": "",
}


def written(top, files):
    for name, text in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text)
    return top


def test_a_program_of_several_files_is_a_folder(program, tmp_path):
    """It starts at main.py, and leaves nothing beside it that would count as changed."""
    top = written(tmp_path / "engine", FOLDER)
    assert program.ask(top).results["chunk_id"].to_list() == ["a"]
    assert {path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()} == set(FOLDER)


def test_a_folder_may_start_at_an_executable(program, tmp_path):
    """In any language."""
    path = (
        written(tmp_path / "engine", {"main": '#!/bin/sh\necho \'{"id": "q-2", "retrieved": []}\'\n'})
        / "main"
    )
    path.chmod(0o755)
    assert program.ask(path.parent).responses["query_id"].to_list() == ["q-2"]


def test_a_program_may_not_import_what_is_not_watched(program, tmp_path, monkeypatch):
    """A change of that module would re-run nothing: of one beside a single file."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "engine", FOLDER)
    with pytest.raises(InputError) as caught:
        program.ask(Path("engine/main.py"))
    fix = "put it with the program into one folder, the program as main.py, and name the folder as input"
    names = ("more/ranks.py", "more/words.py", "words.py")
    lines = [f"engine/main.py: imports engine/{name}, which is no part of its input; {fix}" for name in names]
    assert str(caught.value).splitlines() == lines


def test_a_program_may_not_import_this_project(program, tmp_path):
    """Nor would a change of it."""
    with pytest.raises(InputError) as caught:
        program.ask(written(tmp_path / "engine", {"main.py": "from assay import errors\n"}))
    named = [line.split()[2] for line in str(caught.value).splitlines()]
    assert named == ["scripts/assay/__init__.py,", "scripts/assay/errors.py,"]


@pytest.mark.parametrize(
    "way",
    [
        "sys.path.insert(0, 'lib')\nimport words",
        "import importlib\nsys.path.append('lib')\nimportlib.import_module('words')",
        "exec(\"sys.path[:0] = ['lib']\\nfrom words import *\")",
    ],
)
def test_modules_that_no_text_names_are_seen_all_the_same(program, tmp_path, monkeypatch, way):
    """What the program has loaded is recorded, however it came to it."""
    monkeypatch.chdir(tmp_path)
    written(
        tmp_path, {"lib/words.py": "", "engine/own.py": "", "engine/main.py": f"import sys, own\n{way}\n"}
    )
    with pytest.raises(InputError) as caught:
        program.ask(Path("engine"))
    fix = "put it with the program into one folder, the program as main.py, and name the folder as input"
    assert str(caught.value) == f"engine/main.py: imports lib/words.py, which is no part of its input; {fix}"


def test_a_program_finds_itself_as_python_starts_it(program, tmp_path):
    """Its name, its arguments, its folder first on the path."""
    out = tmp_path / "seen"
    code = (
        f"import json, sys\njson.dump([__name__, __file__, sys.argv, sys.path[0]], open({str(out)!r}, 'w'))\n"
    )
    program(code, arguments=["--a", "b"])
    path = str(program.path)
    assert json.loads(out.read_text()) == ["__main__", path, [path, "--a", "b"], str(tmp_path)]
