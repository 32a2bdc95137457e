"""Where a comment goes."""

import pytest

from assay.errors import InputError
from assay.forge.place import Target, place, target


def test_github(github, forge):
    """The issue's comments, by the number in the event."""
    found = place(github)
    assert found.comments == f"{forge.url}/repos/team/assay/issues/7/comments"
    assert found.edit.format(id=3) == f"{forge.url}/repos/team/assay/issues/comments/3"
    assert (found.forge, found.token, found.summary.name) == ("github", "gh-secret", "summary.md")
    assert target(github) == Target("origin/main", "HEAD")


def test_gitlab(gitlab, forge):
    """The notes of the merge request."""
    found = place(gitlab)
    assert found.comments == f"{forge.url}/api/v4/projects/42/merge_requests/7/notes"
    assert found.edit.format(id=3) == found.comments + "/3"
    assert (found.forge, found.token, found.summary) == ("gitlab", "gl-secret", None)
    assert target(gitlab) == Target("origin/main", "HEAD")


def test_no_job_at_all():
    """Nothing to compare with but main; nowhere to comment."""
    assert target({}) == Target(None, "HEAD")
    with pytest.raises(InputError, match="leave out --post"):
        place({})


@pytest.mark.parametrize("event", ["", "{}", "[]", '{"pull_request": null}', '{"issue": {"number": 7}}'])
def test_an_event_of_something_else_is_refused(github, event, tmp_path):
    """A push has no pull request."""
    (tmp_path / "event.json").write_text(event)
    with pytest.raises(InputError, match="names no event of a pull request"):
        place(github)


def test_every_variable_that_is_missing_is_named(github, gitlab):
    """At once."""
    for environment, names in (
        (github, ["GITHUB_API_URL", "GITHUB_REPOSITORY"]),
        (gitlab, ["CI_PROJECT_ID", "CI_MERGE_REQUEST_IID"]),
    ):
        for name in names:
            del environment[name]
        with pytest.raises(InputError) as raised:
            place(environment)
        assert [problem.where for problem in raised.value.problems] == names
