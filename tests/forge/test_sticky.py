"""The one comment, against a server that speaks as both forges do."""

import pytest

from assay.errors import InputError
from assay.forge.place import place
from assay.forge.sticky import ATTEMPTS, MARK, PAGE, RefusedError, post


@pytest.fixture(params=["github", "gitlab"])
def where(request):
    return place(request.getfixturevalue(request.param))


def test_it_is_created_once_and_then_updated(where, forge):
    """With the token of the job; the same text again writes nothing."""
    forge.add("a person's words")
    assert post(where, "first\n", pause=0) == "created"
    assert post(where, "second\n", pause=0) == "updated"
    assert post(where, "second\n", pause=0) == "unchanged"
    assert [one["body"] for one in forge.comments] == ["a person's words", f"{MARK}\nsecond\n"]
    methods = [method for method, _, _ in forge.asked]
    assert methods == ["GET", "POST", "GET", "PATCH" if where.forge == "github" else "PUT", "GET"]
    token = "Bearer gh-secret" if where.forge == "github" else "gl-secret"
    assert {sent for _, _, sent in forge.asked} == {token}


def test_it_is_found_behind_many_others(where, forge):
    """Comments come in pages."""
    for number in range(2 * PAGE):
        forge.add(f"comment {number}")
    forge.add(f"{MARK}\nold")
    assert post(where, "new", pause=0) == "updated"
    assert len(forge.comments) == 2 * PAGE + 1


def test_a_comment_that_only_quotes_it_is_left_alone(where, forge):
    """And so is one of somebody else that begins with it."""
    forge.add(f"> {MARK}\n> quoted")
    forge.add(f"{MARK}\nnot ours", foreign=True)
    assert post(where, "text", pause=0) == "created"
    assert [one["body"] for one in forge.comments[:2]] == [f"> {MARK}\n> quoted", f"{MARK}\nnot ours"]


def test_nothing_is_created_where_nothing_changes(where, forge):
    """A comment that is there already is updated."""
    assert post(where, "nothing", only_update=True, pause=0) is None
    assert not forge.comments
    forge.add(f"{MARK}\nold")
    assert post(where, "nothing", only_update=True, pause=0) == "updated"


@pytest.mark.parametrize("failures", [[500], [None], [429, 503], [502, None, 504]])
def test_it_is_tried_again_where_that_may_help(where, forge, failures):
    """Busy, broken, or gone for a moment."""
    forge.fail = list(failures)
    assert post(where, "text", pause=0) == "created"
    assert len(forge.comments) == 1


def test_it_gives_up_with_one_clear_error(where, forge):
    """After so many attempts; at once where another one cannot help."""
    forge.fail = [503] * ATTEMPTS
    with pytest.raises(
        InputError, match=r"127.0.0.1: answered HTTP 503 to GET of a comment; run the job again"
    ):
        post(where, "text", pause=0)
    forge.fail, forge.asked = [422], []
    with pytest.raises(InputError, match="answered HTTP 422"):
        post(where, "text", pause=0)
    assert len(forge.asked) == 1


def test_without_the_right_it_is_refused(where, forge):
    """As in a fork: no token, or one that may only read."""
    forge.writable = False
    with pytest.raises(RefusedError):
        post(where, "text", pause=0)
    with pytest.raises(RefusedError):
        post(where._replace(token=None), "text", pause=0)
    for status in (401, 403, 404):
        forge.fail = [status]
        with pytest.raises(RefusedError):
            post(where, "text", pause=0)


def test_something_else_than_a_forge(where, forge):
    """Its answer is no list of comments."""
    forge.comments = {"message": "hello"}
    forge.comments = [{"message": "hello"}]
    with pytest.raises(InputError, match="no list of comments"):
        post(where, "text", pause=0)
