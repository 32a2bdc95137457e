"""Where a comment goes, as the environment of a CI job says it."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from assay.errors import InputError, Problem, refuse

_NUMBER = ("[0-9]+", "is no whole number")
_FORMS = {
    "GITHUB_REPOSITORY": (r"[\w.-]+/[\w.-]+", "is no name of a repository (owner/name)"),
    "CI_MERGE_REQUEST_PROJECT_ID": _NUMBER,
    "CI_MERGE_REQUEST_IID": _NUMBER,
}
_ADDRESSES = ("GITHUB_API_URL", "CI_API_V4_URL")
_FIX = "run it in a job of a pull request, or leave out --post"


class Place(NamedTuple):
    """The comments of one pull or merge request.

    Attributes:
        forge: ``github`` or ``gitlab``.
        comments: address of its comments, to list and to create.
        edit: address that the id of a comment follows, to change it.
        token: None: there is none, as in a fork.
        summary: file that is shown with the job, where the forge has such a thing.
    """

    forge: str
    comments: str
    edit: str
    token: str | None
    summary: Path | None


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


def target(environment: Mapping[str, str] = os.environ) -> str | None:
    """The branch that the job's change is proposed to; None where it does not say."""
    if environment.get("GITLAB_CI"):
        base = environment.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME")
    else:
        base = environment.get("GITHUB_BASE_REF")
    return f"origin/{base}" if base else None


def _github(environment: Mapping[str, str]) -> Place:
    _check(environment, "GITHUB_API_URL", "GITHUB_REPOSITORY", "GITHUB_EVENT_PATH")
    issues = f"{environment['GITHUB_API_URL']}/repos/{environment['GITHUB_REPOSITORY']}/issues"
    summary = environment.get("GITHUB_STEP_SUMMARY")
    return Place(
        "github",
        f"{issues}/{_number(Path(environment['GITHUB_EVENT_PATH']))}/comments",
        f"{issues}/comments",
        _token(environment, "GITHUB_TOKEN"),
        Path(summary) if summary else None,
    )


def _number(event: Path) -> int:
    try:
        number = json.loads(event.read_bytes())["pull_request"]["number"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        number = None
    if type(number) is not int:
        raise InputError(Problem("GITHUB_EVENT_PATH", "names no event of a pull request", _FIX))
    return number


def _gitlab(environment: Mapping[str, str]) -> Place:
    # CI_PROJECT_ID is the fork in a merge request from one: the comments are of the target.
    _check(environment, "CI_API_V4_URL", "CI_MERGE_REQUEST_PROJECT_ID", "CI_MERGE_REQUEST_IID")
    project = f"{environment['CI_API_V4_URL']}/projects/{environment['CI_MERGE_REQUEST_PROJECT_ID']}"
    notes = f"{project}/merge_requests/{environment['CI_MERGE_REQUEST_IID']}/notes"
    return Place("gitlab", notes, notes, _token(environment, "GITLAB_TOKEN"), None)


def _token(environment: Mapping[str, str], name: str) -> str | None:
    token = environment.get(name) or None
    if token and not re.fullmatch("[!-~]+", token):
        fix = "set it anew, without line breaks"
        raise InputError(Problem(name, "holds something else than Latin letters, digits and signs", fix))
    return token


def _check(environment: Mapping[str, str], *names: str) -> None:
    problems = []
    for name in names:
        value = environment.get(name)
        form, rule = _FORMS.get(name, ("", ""))
        if not value:
            problems.append(Problem(name, "is not set in this job", _FIX))
        elif form and not re.fullmatch(form, value, re.ASCII):
            problems.append(Problem(name, rule, _FIX))
        elif name in _ADDRESSES and not _is_address(value):
            problems.append(Problem(name, "is no address of a web service", _FIX))
    refuse(problems)


def _is_address(text: str) -> bool:
    import httpx

    try:
        address = httpx.URL(text)
    except (httpx.InvalidURL, UnicodeError):
        return False
    if address.scheme not in {"http", "https"} or not address.host or (address.port or 0) > 2**16 - 1:
        return False
    return not (address.userinfo or address.query or address.fragment)
