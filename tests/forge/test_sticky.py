"""The one comment, against a server that speaks as both forges do."""

import pytest

from assay.errors import InputError
from assay.forge import sticky
from assay.forge.client import ATTEMPTS, RefusedError
from assay.forge.place import place
from assay.forge.sticky import MARK, PAGE, post


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


@pytest.mark.parametrize("paging", ["link", "x-next-page"])
def test_pages_are_as_long_as_the_forge_makes_them(where, forge, paging):
    """It says whether there is a next one; no other address than the job's is asked."""
    forge.paging, forge.largest = paging, 20
    for number in range(45):
        forge.add(f"comment {number}")
    forge.add(f"{MARK}\nold")
    assert post(where, "new", pause=0) == "updated"
    assert len(forge.comments) == 46
    assert len(forge.asked) == 4


def test_too_many_pages_are_an_error(where, forge, monkeypatch):
    """And no second comment."""
    monkeypatch.setattr(sticky, "PAGES", 3)
    for number in range(3 * PAGE + 1):
        forge.add(f"comment {number}")
    with pytest.raises(InputError, match="more than 3 pages of comments"):
        post(where, "text", pause=0)
    assert len(forge.comments) == 3 * PAGE + 1


@pytest.mark.parametrize("lost", [[502], [None], [504, None]])
def test_what_was_stored_is_not_created_again(where, forge, lost):
    """The answer got lost, the comment did not."""
    forge.lost = list(lost)
    assert post(where, "text", pause=0) == "created"
    assert [one["body"] for one in forge.comments] == [f"{MARK}\ntext"]


@pytest.mark.parametrize("failures", [[500], [None], [429, 503], [502, None, 504]])
def test_it_is_tried_again_where_that_may_help(where, forge, failures):
    """Busy, broken, or gone for a moment."""
    forge.fail = list(failures)
    assert post(where, "text", pause=0) == "created"
    assert len(forge.comments) == 1


def test_a_comment_that_is_never_stored_is_given_up(where, forge):
    """After so many attempts, each with a look whether it is there."""
    forge.fail = [part for _ in range(ATTEMPTS) for part in (200, 503)]
    forge.raw = b"[]"
    with pytest.raises(InputError, match="answered HTTP 503 to POST of a comment; run the job again"):
        post(where, "text", pause=0)
    assert [method for method, _, _ in forge.asked] == ["GET", "POST"] * ATTEMPTS + ["GET"]


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


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b'""',
        b"null",
        b"7",
        b"<html>",
        b'[{"message": "hello"}]',
        b"[7]",
        b'[{"id": "7/../8", "body": "x"}]',
        b'[{"id": 7.5, "body": "x"}]',
        b'[{"id": true, "body": "x"}]',
        b"[" * 100_000,
    ],
)
def test_something_else_than_a_forge(where, forge, raw):
    """Its answer is no list of comments: nothing is written, nothing asked again."""
    forge.raw = raw
    with pytest.raises(InputError, match="no list of comments"):
        post(where, "text", pause=0)
    assert [method for method, _, _ in forge.asked] == ["GET"]
