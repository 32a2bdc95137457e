import hashlib
import json
import os
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

SCRIPT = """
from assay.stage import Stage
# isort: split
from assay import topic

with Stage("demo") as stage:
    {body}
"""


@pytest.fixture
def top(tmp_path):
    """A repository with the base layer, one stage script and one module of its own."""
    top = tmp_path / "проба top"
    shutil.copytree(ROOT / "scripts", top / "scripts", ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    for name in ("params.yaml", "requirements.lock"):
        shutil.copyfile(ROOT / name, top / name)
    (top / "scripts/assay/topic.py").write_text("def upper(data):\n    return data.upper()\n")
    (top / "in.txt").write_bytes(b"text")
    return top


def run(top, body, *arguments):
    (top / "scripts/demo.py").write_text(SCRIPT.format(body=body.replace("\n", "\n    ")))
    words = [
        sys.executable,
        "scripts/demo.py",
        *arguments,
        "--in",
        "in.txt",
        "--out",
        "out",
        "--manifest",
        "demo.json",
    ]
    return subprocess.run(words, cwd=top, capture_output=True, text=True, check=False)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_manifest_says_what_was_compiled_read_written_and_used(top):
    """Hashes are of the bytes, paths are relative, the seal covers it all."""
    done = run(
        top, 'stage.params("report", "lang")\nstage.write("out", "x", topic.upper(stage.read("in")))', "a"
    )
    assert (done.stderr, done.returncode) == ("", 0)
    record = json.loads((top / "demo.json").read_bytes())
    assert (top / "out/x").read_bytes() == b"TEXT"
    assert record["stage"] == "demo"  # the file's name: one script can be several stages
    assert record["params"] == {"report.lang": "ru"}
    assert record["writes"] == {"out/x": digest(top / "out/x")}
    assert record["reads"] == {name: digest(top / name) for name in ("in.txt", "requirements.lock")}
    names = {
        "demo",
        *(
            f"assay/{name}"
            for name in (
                "__init__", "agreement", "errors", "files", "jsonl", "manifest", "params", "recorder",
                "setting", "settings", "stage", "topic"
            )
        ),
    }  # fmt: skip
    assert record["code"] == {
        f"scripts/{name}.py": digest(top / f"scripts/{name}.py") for name in sorted(names)
    }


def test_code_that_changes_while_the_stage_runs_is_recorded_as_it_was_compiled(top):
    """Hashing the file afterwards would blame the wrong state."""
    path = top / "scripts/assay/topic.py"
    before = digest(path)
    done = run(top, 'stage.write("out", "x", b"")\nopen("scripts/assay/topic.py", "a").write("# later")')
    assert done.returncode == 0
    assert (
        json.loads((top / "demo.json").read_bytes())["code"]["scripts/assay/topic.py"]
        == before
        != digest(path)
    )


def test_a_stale_pyc_is_never_run(top):
    """The bytes that are recorded are the bytes that run, whatever Python has cached."""
    run(top, 'stage.write("out", "x", topic.upper(b"a"))')
    path = top / "scripts/assay/topic.py"
    times = path.stat()
    cached = subprocess.run(
        [sys.executable, "-c", "import sys; sys.path.insert(0, 'scripts'); import assay.topic"],
        cwd=top,
        check=False,
    )
    assert cached.returncode == 0
    path.write_text("def upper(data):\n    return data.lower()\n")

    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    run(top, 'stage.write("out", "x", topic.upper(b"A"))')
    assert (top / "out/x").read_bytes() == b"a"


def test_an_input_error_has_no_traceback_and_leaves_no_manifest(top):
    """Exit 1, one line a problem."""
    body = 'from assay.errors import InputError, Problem\nraise InputError([Problem("a:1", "is bad", "mend"), Problem("b", "too")])'
    done = run(top, body)
    assert (done.returncode, done.stderr) == (1, "a:1: is bad; mend\nb: too\n")
    assert not (top / "demo.json").exists()


def test_a_file_that_is_absent_is_named(top):
    """No traceback for what a user can cause."""
    done = run(top, 'stage.read("out", "nothing")')
    assert (done.returncode, done.stderr) == (
        1,
        "out/nothing: is not there; take it from the last commit (git checkout)\n",
    )


def test_outputs_and_manifest_appear_together(top):
    """A stage that fails after its first output leaves the old ones, and nothing half-written."""
    run(top, 'stage.write("out", "x", b"old")\nstage.write("out", "y", b"old")')
    before = {path: digest(path) for path in (top / "out/x", top / "out/y", top / "demo.json")}
    done = run(top, 'stage.write("out", "x", b"new")\nstage.read("out", "nothing")')
    assert done.returncode == 1
    assert {path: digest(path) for path in before} == before
    done = run(top, 'stage.write("out", "x", b"new")\n1 / 0')
    assert "ZeroDivisionError" in done.stderr
    assert {path: digest(path) for path in before} == before
    assert sorted(path.name for path in (top / "out").iterdir()) == ["x", "y"]


def test_a_manifest_that_cannot_be_written_leaves_no_outputs(top):
    """No traceback either."""
    (top / "demo.json.tmp").symlink_to("/dev/full")
    done = run(top, 'stage.write("out", "x", b"new")')
    assert (done.returncode, done.stderr) == (
        1,
        "demo.json: No space left on device; see to it and try again\n",
    )
    assert list((top / "out").iterdir()) == []


@pytest.mark.parametrize(
    ("number", "code", "said"), [("SIGTERM", 143, ""), ("SIGINT", 130, "demo: interrupted\n")]
)
def test_a_stage_that_is_stopped_leaves_nothing(top, number, code, said):
    """Its temporary files go with it."""
    body = f'import os, signal\nstage.write("out", "x", b"new")\nos.kill(os.getpid(), signal.{number})'
    done = run(top, body)
    assert (done.returncode, done.stderr) == (code, said)
    assert list((top / "out").iterdir()) == []


def test_a_stage_that_is_stopped_while_it_imports_says_nothing(top):
    """No trace of Python's own imports."""
    (top / "scripts/assay/topic.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = run(top, "pass")
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize("words", [["a", "b"], ["a", "--in"], ["--in"], ["a", "in", "x"]])
def test_a_command_line_that_is_none_is_misuse(top, words):
    """Exit code 2."""
    (top / "scripts/demo.py").write_text(SCRIPT.format(body="pass"))
    command = [sys.executable, "scripts/demo.py", *words]
    done = subprocess.run(command, cwd=top, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith("is not --name PATH …; see its command in dvc.yaml\n")


def test_a_path_that_is_not_passed_is_misuse(top):
    """Exit code 2."""
    done = run(top, 'stage.read("else")', "a")
    assert (done.returncode, done.stderr) == (2, "demo: --else is missing; see its command in dvc.yaml\n")


def test_an_environment_that_is_absent_is_named(top):
    """Every stage reads the lock of its packages."""
    (top / "requirements.lock").unlink()
    done = run(top, "pass")
    assert (done.returncode, done.stderr) == (
        1,
        "requirements.lock: is not there; take it from the last commit (git checkout)\n",
    )


def test_what_is_not_listed_is_removed_and_said(top):
    """DVC leaves the outputs of stages that are gone."""
    for name in ("kept", "gone"):
        (top / "out" / name).mkdir(parents=True)
    done = run(top, 'stage.remove_unlisted("out", {"kept"})')
    assert [path.name for path in (top / "out").iterdir()] == ["kept"]
    assert done.stderr == "demo: removed out/gone, which params.yaml does not list\n"


def test_another_python_than_the_repository_s_is_named(top, tmp_path):
    """A shell in which the environment is not active: what to do, no traceback."""
    (top / "scripts/demo.py").write_text(SCRIPT.format(body="pass"))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    python = tmp_path / "bare" / "bin" / "python"
    done = subprocess.run([python, "scripts/demo.py"], cwd=top, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith(
        "is not this repository's Python; run `. .venv/bin/activate`, or `make repro`\n"
    )
    assert "Traceback" not in done.stderr
