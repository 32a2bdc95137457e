"""Where a comment goes."""

import pytest

from assay.errors import InputError
from assay.forge.place import place, target


def test_github(github, forge):
    """The issue's comments, by the number in the event."""
    found = place(github)
    assert found.comments == f"{forge.url}/repos/team/assay/issues/7/comments"
    assert found.edit == f"{forge.url}/repos/team/assay/issues/comments"
    assert (found.forge, found.token, found.summary.name) == ("github", "gh-secret", "summary.md")
    assert target(github) == "origin/main"


def test_gitlab(gitlab, forge):
    """The notes of the merge request, in the project that it is made to."""
    found = place(gitlab)
    assert found.comments == f"{forge.url}/api/v4/projects/42/merge_requests/7/notes"
    assert found.edit == found.comments
    assert (found.forge, found.token, found.summary) == ("gitlab", "gl-secret", None)
    assert target(gitlab) == "origin/main"


def test_no_job_at_all():
    """Nothing to compare with but main; nowhere to comment."""
    assert target({}) is None
    with pytest.raises(InputError, match="leave out --post"):
        place({})


@pytest.mark.parametrize(
    "event",
    [
        "",
        "{}",
        "[]",
        '{"pull_request": null}',
        '{"issue": {"number": 7}}',
        *(
            f'{{"pull_request": {{"number": {number}}}}}'
            for number in ('"abc"', '"7"', "1e400", "7.5", "true")
        ),
        "[" * 100_000,
    ],
)
def test_an_event_of_something_else_is_refused(github, event, tmp_path):
    """A push has no pull request."""
    (tmp_path / "event.json").write_text(event)
    with pytest.raises(InputError, match="names no event of a pull request"):
        place(github)


def test_every_variable_that_is_missing_is_named(github, gitlab):
    """At once."""
    for environment, names in (
        (github, ["GITHUB_API_URL", "GITHUB_REPOSITORY"]),
        (gitlab, ["CI_MERGE_REQUEST_PROJECT_ID", "CI_MERGE_REQUEST_IID"]),
    ):
        for name in names:
            del environment[name]
        with pytest.raises(InputError) as raised:
            place(environment)
        assert [problem.where for problem in raised.value.problems] == names


@pytest.mark.parametrize(
    ("forge_name", "name", "value"),
    [
        *(
            ("github", "GITHUB_API_URL", value)
            for value in ("foo", "http://[::1", "ftp://a.example", "https://", "http://a.example:99999")
        ),
        ("gitlab", "CI_API_V4_URL", "https://a.example/api?x"),
        ("gitlab", "CI_API_V4_URL", "https://a.example/\n"),
        ("github", "GITHUB_REPOSITORY", "team/{0}"),
        ("github", "GITHUB_REPOSITORY", "team/assay/../other"),
        ("github", "GITHUB_TOKEN", "секрет"),
        ("gitlab", "GITLAB_TOKEN", "gl-secret\n"),
        ("gitlab", "CI_MERGE_REQUEST_PROJECT_ID", "42/x"),
        ("gitlab", "CI_MERGE_REQUEST_IID", "٧"),
    ],
)
def test_a_variable_of_another_form_is_named(request, forge_name, name, value):
    """Before anything is asked; what a token holds is not shown."""
    environment = request.getfixturevalue(forge_name)
    with pytest.raises(InputError) as raised:
        place(environment | {name: value})
    assert [problem.where for problem in raised.value.problems] == [name]
    assert value not in str(raised.value)
