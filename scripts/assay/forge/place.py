"""Where a comment goes, as the environment of a CI job says it."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from assay.errors import InputError, Problem

_TOKENS = {"github": ("GITHUB_TOKEN",), "gitlab": ("GITLAB_TOKEN",)}
_FIX = "run it in a job of a pull request, or leave out --post"


class Place(NamedTuple):
    """The comments of one pull or merge request.

    Attributes:
        forge: ``github`` or ``gitlab``.
        comments: address of its comments, to list and to create.
        edit: address of one comment with ``{id}``, to change it.
        token: None: there is none, as in a fork.
        summary: file that is shown with the job, where the forge has such a thing.
    """

    forge: str
    comments: str
    edit: str
    token: str | None
    summary: Path | None


class Target(NamedTuple):
    """The branch that a change is proposed to, and the proposing commit, as far as the job says them."""

    base: str | None
    head: str


def place(environment: Mapping[str, str] = os.environ) -> Place:
    """Where the comment goes.

    Raises:
        InputError: this is no job of a pull or merge request; variables that such a job has are missing.
    """
    if environment.get("GITLAB_CI"):
        return _gitlab(environment)
    if environment.get("GITHUB_ACTIONS"):
        return _github(environment)
    raise InputError(
        Problem("environment", "is of no CI job that is known (GitHub Actions, GitLab CI)", _FIX)
    )


def target(environment: Mapping[str, str] = os.environ) -> Target:
    """What the job compares; where it says nothing, the branch checked out and main."""
    if environment.get("GITLAB_CI"):
        base = environment.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME")
    else:
        base = environment.get("GITHUB_BASE_REF")
    return Target(f"origin/{base}" if base else None, "HEAD")


def _github(environment: Mapping[str, str]) -> Place:
    _need(environment, "GITHUB_API_URL", "GITHUB_REPOSITORY", "GITHUB_EVENT_PATH")
    path = Path(environment["GITHUB_EVENT_PATH"])
    try:
        number = json.loads(path.read_bytes())["pull_request"]["number"]
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(Problem("GITHUB_EVENT_PATH", "names no event of a pull request", _FIX)) from None
    issues = f"{environment['GITHUB_API_URL']}/repos/{environment['GITHUB_REPOSITORY']}/issues"
    return Place(
        "github",
        f"{issues}/{int(number)}/comments",
        f"{issues}/comments/{{id}}",
        _token(environment, "github"),
        Path(environment["GITHUB_STEP_SUMMARY"]) if environment.get("GITHUB_STEP_SUMMARY") else None,
    )


def _gitlab(environment: Mapping[str, str]) -> Place:
    _need(environment, "CI_API_V4_URL", "CI_PROJECT_ID", "CI_MERGE_REQUEST_IID")
    project = f"{environment['CI_API_V4_URL']}/projects/{environment['CI_PROJECT_ID']}"
    notes = f"{project}/merge_requests/{environment['CI_MERGE_REQUEST_IID']}/notes"
    return Place("gitlab", notes, f"{notes}/{{id}}", _token(environment, "gitlab"), None)


def _token(environment: Mapping[str, str], forge: str) -> str | None:
    return next((environment[name] for name in _TOKENS[forge] if environment.get(name)), None)


def _need(environment: Mapping[str, str], *names: str) -> None:
    absent = [name for name in names if not environment.get(name)]
    if absent:
        raise InputError([Problem(name, "is not set in this job", _FIX) for name in absent])
