import json
import re
import shutil
import subprocess

import pytest

from conftest import ROOT
from pipeline import edit_params, environment, git, repro, run

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
LINES = [line.partition("#")[0].strip() for block in BLOCKS for line in block.splitlines()]
INLINE = re.findall(r"`((?:assay|dvc|make|pre-commit) [^`]+)`", README)
SYSTEMS = {"bm25-fine": "first", "bm25-wide": "second"}  # of the repository of the tests
WORKED = ("runs/recorded/shop", "evidence/claims/a-017")  # the worked answer
LONG = {
    "assay check",
    "dvc repro -f",
    "dvc exp run -S systems.bm25-fine.b=0.6",
}  # `make test` has begun with the one; tests of the pipeline force it
COMMANDS = sorted({line for line in [*LINES, *INLINE] if line and "gc -w" not in line})


def test_the_readme_s_commands_are_known():
    """A command that is added to the README is run by one of the tests here."""
    assert {line.split()[0] for line in COMMANDS} == {"assay", "dvc", "make", "pre-commit"}
    assert len(COMMANDS) >= 9


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.slow] if line in LONG else [])
        for line in COMMANDS
        if not line.startswith("make")
    ],
)
def test_commands_of_the_readme_run(top, line):
    """As they stand there but for the names of systems, in a repository that is in order."""
    for ours, theirs in SYSTEMS.items():
        line = line.replace(ours, theirs)
    for path in WORKED if line.startswith("assay evidence") else ():
        shutil.copytree(ROOT / path, top / path)
    done = subprocess.run(
        line,
        shell=True,
        cwd=top,
        env={**environment(top), "PYTHONPATH": str(top / "scripts")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make")])
def test_make_knows_the_targets(line):
    """What they do in full is run by the test below, and by CI."""
    assert (
        subprocess.run([*line.split(), "--dry-run"], cwd=ROOT, check=False, capture_output=True).returncode
        == 0
    )


@pytest.mark.slow
def test_a_newcomer_gets_the_committed_report(repository, tmp_path):
    """A clone in a folder with a space and Cyrillic letters, a new environment, `make repro`: nothing differs."""
    clone = tmp_path / "проба clone"
    git(repository, "clone", "-q", str(repository), str(clone))
    run(clone, "make", "repro", VIRTUAL_ENV="")
    assert git(clone, "status", "--porcelain") == ""
    assert run(clone, ".venv/bin/assay", "verify", "--complete").returncode == 0
    assert "Running stage" not in run(clone, "make", "repro").stdout


def test_links_lead_somewhere():
    """Every relative link of the people's documents names a file that is there."""
    names = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in names.split():
        if name.startswith(("corpus/", "reports/")) and name != "corpus/README.md":
            continue
        text = (ROOT / name).read_text("utf-8")
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (ROOT / name).parent.joinpath(link).exists(), f"{name}: {link}"


def test_the_example_program_is_a_system(top):
    """The program of scripts/README.md, as it stands there, run by `dvc repro`."""
    code = re.findall(r"```python\n(.*?)```", (ROOT / "scripts" / "README.md").read_text("utf-8"), re.DOTALL)
    (top / "overlap.py").write_text(code[0])
    entry = "  own: {kind: command, snapshot: fine, input: overlap.py, depth: 10, filter: false, arguments: [], timeout: 60}\n"
    edit_params(top, "score: {k", entry + "score: {k")
    assert repro(top) == ["retrieve@own", "score@own", "compare", "report", "seal"]
    figures = json.loads((top / "reports" / "metrics.json").read_bytes())
    assert figures["own"]["hit@3"] > 0
