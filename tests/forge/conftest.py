import json

import pytest

from .server import Forge


@pytest.fixture
def forge():
    """A forge that runs while the test does."""
    running = Forge()
    yield running
    running.close()


@pytest.fixture
def github(forge, tmp_path):
    """The environment of a job of GitHub Actions on pull request 7."""
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"pull_request": {"number": 7}}))
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_API_URL": forge.url,
        "GITHUB_REPOSITORY": "team/assay",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_BASE_REF": "main",
        "GITHUB_TOKEN": "gh-secret",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }


@pytest.fixture
def gitlab(forge):
    """The environment of a job of GitLab CI on merge request 7."""
    return {
        "GITLAB_CI": "true",
        "CI_API_V4_URL": forge.url + "/api/v4",
        "CI_PROJECT_ID": "99",  # of the fork
        "CI_MERGE_REQUEST_PROJECT_ID": "42",
        "CI_MERGE_REQUEST_IID": "7",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "GITLAB_TOKEN": "gl-secret",
    }
