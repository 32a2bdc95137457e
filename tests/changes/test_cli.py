import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from assay.changes.changelog import CHANGELOG
from assay.changes.cli import fmt
from assay.errors import InputError
from assay.gold.queries import queries_bytes
from assay.params import parse
from conftest import ROOT
from gold.samples import query

from .clone import PASSAGES, QUERIES, make

ROWS = [query("q1"), query("q2")]
LOG = b"# Changes\n\n- 2026-10: old\n"
HOOKS = ".pre-commit-config.yaml"


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A branch of a repository; the current folder is below its top."""
    made = make(tmp_path / "clone", ROWS, enable=False)
    made.commit(LOG, CHANGELOG)
    made.git("checkout", "-qb", "work")
    monkeypatch.chdir(made.top / "gold")
    return made


def run(*words):
    """Exit code, standard output, what is said of errors."""
    done = CliRunner().invoke(fmt, words)
    said = str(done.exception) if isinstance(done.exception, InputError) else ""
    assert done.exception is None or isinstance(done.exception, InputError | SystemExit)
    return done.exit_code, done.stdout, said + done.stderr


def spoilt(rows=ROWS):
    return "".join(json.dumps(row) + "\n" for row in reversed(rows)).encode("utf-8-sig")


def test_fmt_writes_what_is_out_of_form_and_says_so(clone):
    """A second run writes nothing."""
    clone.write(spoilt())
    assert run() == (0, f"wrote {QUERIES}\n", "")
    assert clone.read() == queries_bytes(ROWS)
    assert run() == (0, "", "")


def test_check_writes_nothing_and_names_each_file_and_line(clone):
    """Exit 1; 0 where fmt has nothing to do."""
    clone.write(spoilt())
    clone.write(b"\n", PASSAGES)
    code, out, said = run("--check")
    rule = "is not in the fixed form: order of lines by id, order of fields, spaces; run `assay gold fmt`"
    assert (code, out) == (1, "")
    assert said.splitlines() == [f"{QUERIES}:1: {rule}", f"{PASSAGES}:1: {rule}"]
    assert (clone.read(), clone.read(PASSAGES)) == (spoilt(), b"\n")
    run()
    assert run("--check") == (0, "", "")


def test_nothing_is_written_where_a_line_is_no_row(clone):
    """Of either file, all named at once; the other one stays as it is, too."""
    clone.write(spoilt())
    clone.write(b"<<<<<<< ours\n{\n", PASSAGES)
    code, out, said = run()
    assert (code, out) == (1, "")
    assert [line.partition(": ")[0] for line in said.splitlines()] == [f"{PASSAGES}:1", f"{PASSAGES}:2"]
    assert clone.read() == spoilt()


def test_a_row_with_a_broken_field_is_refused(clone):
    """Nothing is written, nothing is counted as a change; an id that stands twice, too."""
    clone.write(spoilt([*ROWS, query("q3", evidence_sets=[[1]]), query("q1")]))
    before = clone.read()
    for words in ((), ("--check",)):
        code, out, said = run(*words)
        assert (code, out) == (1, "")
        assert [line.partition(": ")[0] for line in said.splitlines()] == [
            f"{QUERIES}:2 q3",
            f"{QUERIES}:4 q1",
        ]
    assert (clone.read(), clone.read(CHANGELOG)) == (before, LOG)


def test_settings_that_cannot_be_read_are_said(clone):
    """The files are formed all the same."""
    clone.write(spoilt())
    clone.write(b"report: [\n", "params.yaml")
    code, out, said = run()
    assert (code, out) == (0, f"wrote {QUERIES}\n")
    assert re.match("note: params.yaml.*English", said)


def test_a_new_revision_gets_its_line(clone):
    """Once; with --check it is asked for."""
    clone.write(spoilt([*ROWS, query("q3")]))
    assert (
        f"{CHANGELOG}: has no line about the new gold revision; run `assay gold fmt`, or write one"
        in run("--check")[2]
    )
    assert clone.read(CHANGELOG) == LOG
    code, out, said = run()
    assert (code, said) == (0, "")
    _, wrote = out.splitlines()
    assert wrote.startswith(f"wrote {CHANGELOG}: - 20")
    assert wrote.endswith(": Queries: added: 1 (`q3`); evidence sets: added: 1.")
    new = wrote.removeprefix(f"wrote {CHANGELOG}: ").encode()
    assert clone.read(CHANGELOG) == LOG.replace(b"- 2026-10", new + b"\n- 2026-10")
    assert run() == (0, "", "")
    assert run("--check") == (0, "", "")


def test_the_line_is_in_the_language_of_the_report(clone):
    """English where there are no settings."""
    clone.write(queries_bytes([*ROWS, query("q3")]))
    clone.write(b"report: {lang: ru}\n", "params.yaml")
    assert "Вопросы: добавлено: 1" in run()[1]
    clone.write(LOG, CHANGELOG)
    (clone.top / "params.yaml").unlink()
    assert "Queries: added: 1" in run()[1]


def test_a_changelog_that_cannot_be_written_is_left(clone):
    """The files are in their form all the same; the reason is said."""
    clone.write(spoilt([*ROWS, query("q3")]))
    clone.write(b"<<<<<<< ours\n", CHANGELOG)
    note = f"note: {CHANGELOG} is left as it is: {CHANGELOG}:1: is a conflict marker of a merge; resolve the conflict\n"
    assert run() == (0, f"wrote {QUERIES}\n", note)
    assert clone.read(CHANGELOG) == b"<<<<<<< ours\n"


@pytest.mark.slow
def test_the_hook_forms_what_is_committed(clone):
    """pre-commit itself: it stops the commit once, and does nothing where no label is committed."""
    config = parse((ROOT / HOOKS).read_bytes(), HOOKS)
    (hook,) = (hook for hook in config["repos"][0]["hooks"] if hook["id"] == "gold-fmt")
    config["repos"][0]["hooks"] = [hook]  # `make check` needs an environment that is made here
    clone.write(json.dumps(config).encode(), HOOKS)
    (clone.top / ".venv").symlink_to(sys.prefix)
    (clone.top / "scripts").symlink_to(ROOT / "scripts")
    (clone.top / ".git/info/exclude").write_text(".venv\nscripts\n")
    clone.git("add", "-A")
    settings = {"PRE_COMMIT_HOME": str(clone.top.parent / "cache"), "PATH": "/usr/bin:/bin"}
    subprocess.run(
        [sys.executable, "-m", "pre_commit", "install"], cwd=clone.top, capture_output=True, check=True
    )
    done = clone.git("commit", "-m", "hooks", check=False, **settings)
    assert (done.returncode, "no files to check" in done.stderr) == (0, True), done.stderr
    clone.write(spoilt([*ROWS, query("q3")]))
    clone.git("add", "-A")
    done = clone.git("commit", "-m", "labels", check=False, **settings)
    assert done.returncode == 1
    assert f"wrote {QUERIES}" in done.stderr
    assert f"wrote {CHANGELOG}: - " in done.stderr
    clone.git("add", "-A")
    done = clone.git("commit", "-m", "labels", check=False, **settings)
    assert done.returncode == 0, done.stderr
    assert clone.git("show", f"HEAD:{QUERIES}").stdout == queries_bytes([*ROWS, query("q3")]).decode()
