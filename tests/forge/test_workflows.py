"""The files that CI runs: what they call is there, and nothing of others but the three well-known actions."""

import re

import click
import pytest
from ruamel.yaml import YAML

from assay.__main__ import assay
from conftest import ROOT
from pipeline import git, run

GITHUB, GITLAB = ".github/workflows/check.yml", ".gitlab-ci.yml"
SCRIPTS = ("before_script", "script", "after_script")


def steps(name):
    """Every shell text of a file, in order."""
    value = YAML(typ="safe").load((ROOT / name).read_text("utf-8"))
    if name == GITHUB:
        return [step["run"] for job in value["jobs"].values() for step in job["steps"] if "run" in step]
    jobs = [job for job in value.values() if isinstance(job, dict)]
    return [line for job in jobs for key in SCRIPTS for line in job.get(key, [])]


@pytest.mark.parametrize("name", [GITHUB, GITLAB])
def test_both_do_the_same_in_the_same_order(name):
    """What was committed first, then the pipeline forced, the checks, the history, the comment, the tests."""
    text = "\n".join(steps(name))
    wanted = ["make .venv/dev", "assay verify", "dvc repro -f && git diff --exit-code", "make check"]
    wanted += ["assay check history --base", "assay pull-request comment --out change --post"]
    places = [text.index(part) for part in wanted]
    assert places == sorted(places)
    assert ".ci/run" in text
    assert "assay pull-request scope" in text


@pytest.mark.parametrize("name", [GITHUB, GITLAB])
def test_every_command_that_is_called_is_there(name):
    """Each word of it."""
    calls = re.findall(r"\bassay ((?:[a-z][a-z-]* )*[a-z][a-z-]*)", "\n".join(steps(name)))
    assert len(calls) >= 4
    context = click.Context(assay)
    for words in calls:
        command = assay
        for word in words.split():
            command = command.get_command(context, word) if hasattr(command, "get_command") else None
            assert command is not None, words


@pytest.mark.parametrize("project", ["42", "99"], ids=["a branch", "a fork"])
def test_the_target_is_fetched_from_where_the_request_is_made_to(tmp_path, project):
    """A fork's own main may be old, or not there at all."""
    for name in ("parent.git", "fork.git"):
        git(tmp_path, "init", "-q", "-b", "main", name)
        git(tmp_path / name, "commit", "-q", "--allow-empty", "-m", name)
    origin = "parent.git" if project == "42" else "fork.git"
    git(tmp_path, "clone", "-q", origin, "clone")
    git(tmp_path / "parent.git", "commit", "-q", "--allow-empty", "-m", "newer")
    (fetch,) = [line for line in steps(GITLAB) if "git fetch" in line]
    request = {
        "CI_MERGE_REQUEST_IID": "7",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_MERGE_REQUEST_PROJECT_ID": "42",
        "CI_MERGE_REQUEST_PROJECT_URL": str(tmp_path / "parent"),
        "CI_PROJECT_ID": project,
    }
    run(tmp_path / "clone", "bash", "-euo", "pipefail", "-c", fetch, **request)
    found = git(tmp_path / "clone", "rev-parse", "refs/remotes/origin/main")
    assert found == git(tmp_path / "parent.git", "rev-parse", "main")


def test_tests_run_also_where_the_labels_fail():
    """On both: who mends code and breaks labels learns of both at once."""
    github, gitlab = (YAML(typ="safe").load((ROOT / name).read_text("utf-8")) for name in (GITHUB, GITLAB))
    assert gitlab["test"]["needs"] == []  # else a stage waits for the success of the one in front
    assert "!cancelled()" in github["jobs"]["test"]["if"]


def test_no_action_of_others():
    """But checkout, setup-python and upload-artifact; the whole history is fetched."""
    text = (ROOT / GITHUB).read_text("utf-8")
    used = set(re.findall(r"uses: (\S+?)@", text))
    assert used == {"actions/checkout", "actions/setup-python", "actions/upload-artifact"}
    assert text.count("fetch-depth: 0") == text.count("actions/checkout")


def test_labels_alone_run_no_tests_of_the_code():
    """The second job asks what the first one found; rights to write are the first one's alone."""
    jobs = YAML(typ="safe").load((ROOT / GITHUB).read_text("utf-8"))["jobs"]
    assert "scope != 'labels'" in jobs["test"]["if"]
    assert jobs["test"]["needs"] == "gold"
    assert "permissions" not in jobs["test"]
    assert jobs["gold"]["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert not any(".ci/run" in step.get("run", "") for step in jobs["gold"]["steps"])
