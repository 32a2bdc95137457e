import re
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

import pipeline
from assay import params, wording
from assay.__main__ import assay as group
from assay.start import template
from conftest import ROOT

LANGUAGES = pytest.mark.parametrize("lang", wording.LANGUAGES)


@pytest.fixture
def files(of_tool):
    return template.tree(of_tool, "en")


def commands(text):
    """Commands that a document names, without their arguments."""
    lines = [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    found = [line.partition("#")[0] for line in lines] + re.findall(r"`((?:assay|make|dvc) [^`]+)`", text)
    return sorted(
        {" ".join(re.findall(r"^[a-z]+(?: [a-z]+)*", line)[0].split()[:3]) for line in found if line}
    )


def test_the_example_and_its_results_stay_behind(files):
    """Structure, pipeline and CI come along; no document, label, run, result, test of the tool."""
    assert {name for name in files if name.startswith("corpus/")} == {"corpus/README.md"}
    assert files["gold/queries.jsonl"].data == files["gold/passages.jsonl"].data == b""
    assert {name for name in files if name.startswith("tests/")} == {*template.TESTS, "tests/conftest.py"}
    assert not any(name.startswith("reports/") or name.endswith("dvc.lock") for name in files)
    assert {name.rpartition("/")[2] for name in files if name.startswith(("evidence/", "runs/"))} == {
        "README.md"
    }
    assert {".ci/run", ".dvc/config", "dvc.yaml", "LICENSE"} <= files.keys()
    assert "requirements-oracles.lock" not in files
    assert "requirements-dev.lock" in files


def test_code_comes_along_as_it_is(files, of_tool):
    """All of scripts/, byte for byte, programs as programs."""
    names = pipeline.git(of_tool, "ls-files", "-z", "scripts").split("\0")
    assert all(files[name].data == (of_tool / name).read_bytes() for name in names if name)
    assert files[".ci/run"].executable
    assert not files["dvc.yaml"].executable


def test_a_file_that_somebody_removed_is_left_out(files, of_tool):
    """What counts is the work tree."""
    (of_tool / "evidence/README.md").rename(of_tool / "moved")
    try:
        assert files.keys() - template.tree(of_tool, "en").keys() == {"evidence/README.md"}
    finally:
        (of_tool / "moved").rename(of_tool / "evidence/README.md")


def test_the_makefile_does_not_measure_the_tool(files, tmp_path):
    """All targets but bench are there, and each can be made."""

    def targets(text):
        return set(re.findall(r"^([a-z]+):", text, re.MULTILINE))

    whole, text = (ROOT / "Makefile").read_text("utf-8"), files["Makefile"].data.decode()
    assert targets(whole) - targets(text) == {"bench"}
    assert not re.search("bench|oracles", text)
    for name, entry in files.items():
        if "/" not in name:
            (tmp_path / name).write_bytes(entry.data)
    for target in targets(text):
        pipeline.run(tmp_path, "make", "--dry-run", target)


@pytest.mark.parametrize(
    "text",
    [
        "[core]\n    remote = far\n    analytics = false\n['remote \"far\"']\n    url = s3://team-a\n    region = x\n",
        "['remote \"far\"']\n    url = s3://team-a\n[core]\n    analytics = false\n",
        "[core]\n    analytics = false\n",
    ],
    ids=["the last section", "the first section", "none"],
)
def test_another_team_s_remote_stays_behind(text):
    """Outputs of one repository are not pushed among those of another."""
    assert template._without_remotes(text) == "[core]\n    analytics = false\n"


@pytest.mark.parametrize("name", [".github/workflows/check.yml", ".gitlab-ci.yml"])
def test_what_ci_calls_is_there(files, name):
    """Targets of make, and programs of the repository."""
    text = files[name].data.decode()
    targets = re.findall(r"\bmake (\S+)", text)
    assert set(targets) >= {".venv/dev", "check"}
    for target in targets:
        assert f"\n{target}:" in files["Makefile"].data.decode()
    assert ".ci/run" in text
    assert files[".ci/run"].executable


@LANGUAGES
def test_settings_are_in_order(of_tool, lang):
    """One snapshot, two systems; scored as in the tool."""
    values = params.read(template.tree(of_tool, lang)["params.yaml"].data, "params.yaml")
    assert list(values["snapshots"]) == ["main"]
    assert list(values["systems"]) == ["bm25", "ngram"]
    assert values["report"]["lang"] == lang
    assert values["score"] == params.read((ROOT / "params.yaml").read_bytes(), "params.yaml")["score"]


@LANGUAGES
def test_links_of_the_readme_lead_somewhere(of_tool, lang):
    """To what is there before the first run."""
    files = template.tree(of_tool, lang)
    links = re.findall(r"\]\(([^)#:]+)\)", files["README.md"].data.decode())
    assert len(links) >= 8
    assert [link for link in links if link not in files] == []


def test_the_readme_says_the_same_in_both_languages(of_tool):
    """The same commands, and all of Assay's among them are known."""
    english, russian = (
        commands(template.tree(of_tool, lang)["README.md"].data.decode()) for lang in wording.LANGUAGES
    )
    assert english == russian
    assert {"make repro", "make test", "assay doctor"} <= set(english)
    for line in english:
        if line.startswith("assay "):
            done = CliRunner().invoke(group, [*line.split()[1:], "--help"])
            assert done.exit_code == 0, line


@LANGUAGES
def test_the_readme_says_how_answers_are_judged(of_tool, lang):
    """Where they lie, and the commands from the record to the table."""
    text = template.tree(of_tool, lang)["README.md"].data.decode()
    assert "answers.jsonl" in text
    named = {"assay answers check", *(f"assay evidence {name}" for name in ("list", "new", "judge", "show"))}
    assert named <= set(commands(text))


def test_answers_of_the_example_are_named_as_such(files):
    """A page that names any says that a fresh repository has none; both languages of the guide do."""
    pages = {name: entry.data.decode() for name, entry in files.items() if name.endswith("README.md")}
    naming = {
        name: text for name, text in pages.items() if re.search(r"\b[AC]-[012]\d\d\b|help-assistant/", text)
    }
    assert {"evidence/README.md", "runs/recorded/README.md"} <= naming.keys()
    shown = {name: text for name, text in naming.items() if not name.startswith("scripts/")}
    assert [name for name, text in shown.items() if "made by `assay init`" not in text] == []
    assert "созданном `assay init`" in pages["evidence/README.md"]


def test_the_guide_has_the_same_session_in_both_languages(files):
    """Whoever reads only the Russian part learns of each command."""
    english, russian = files["evidence/README.md"].data.decode().split("## Коротко по-русски")
    known = {line for line in commands(english) if line.startswith("assay")}
    assert known - {"assay check"} <= set(commands(russian)) | {"assay init", "assay import questions"}


def test_a_fresh_repository_makes_the_same_again(bare, of_tool):
    """The template is part of what it makes."""
    assert template.tree(bare, "en") == template.tree(of_tool, "en")


def test_a_package_without_its_repository_is_refused(tmp_path):
    """As installed from an index: it says where to get the rest."""
    shutil.copytree(ROOT / "scripts" / "assay", tmp_path / "site" / "assay")
    words = [sys.executable, "-m", "assay", "init", str(tmp_path / "new")]
    done = subprocess.run(
        words,
        cwd=tmp_path,
        env={**pipeline.environment(tmp_path), "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "assay: is installed without the repository that a fresh one is made of; "
        "clone it, run `make repro` there, and call `.venv/bin/assay init` of that clone\n"
    )
    assert not (tmp_path / "new").exists()
