"""Requests to a forge, and what is said where one fails."""

import pytest

from assay.errors import InputError
from assay.forge import client
from assay.forge.client import ATTEMPTS, BusyError, Client
from assay.forge.place import place
from ending import ends


@pytest.fixture
def where(github):
    return place(github)


def asked(where):
    return Client(where, pause=0).ask("GET", where.comments, params={"page": 1, "per_page": 100})


def test_a_busy_forge_is_given_up_after_so_many_attempts(where, forge):
    """Another run may help."""
    forge.fail = [503] * ATTEMPTS
    with pytest.raises(
        BusyError, match=r"127.0.0.1: answered HTTP 503 to GET of a comment; run the job again"
    ):
        asked(where)
    assert len(forge.asked) == ATTEMPTS


@pytest.mark.parametrize(
    ("status", "headers", "said"),
    [
        (422, {}, """answered HTTP 422 to GET of a comment: '{"message": "no"}'; see what it says"""),
        (302, {"location": "/login"}, "it is elsewhere; see the address of its API"),
    ],
)
def test_what_another_attempt_cannot_help(where, forge, status, headers, said):
    """Is said at once, with where to look; no address is followed with the token."""
    forge.fail, forge.headers = [status], headers
    with pytest.raises(InputError) as raised:
        asked(where)
    assert said in str(raised.value)
    assert "again" not in str(raised.value)
    assert len(forge.asked) == 1


def test_an_answer_that_drips_has_an_end(where, forge, monkeypatch):
    """The time is of the whole request, not of each byte."""
    monkeypatch.setattr(client, "TIMEOUT", 0.3)
    forge.raw, forge.drip = b"[" + b" " * 20_000 + b"]", 0.05
    with ends(), pytest.raises(BusyError, match=r"did not answer within 0\.3 s; run the job again"):
        Client(where).once("GET", where.comments, params={"page": 1, "per_page": 100})


def test_an_answer_without_end_is_cut(where, forge, monkeypatch):
    """One clear error, one attempt."""
    monkeypatch.setattr(client, "LARGEST", 2**20)
    forge.raw = b"[" + b" " * 2**20 + b"]"
    with pytest.raises(InputError, match="answered with more than 1 MB"):
        asked(where)
    assert len(forge.asked) == 1


def test_nobody_there(where, forge):
    """As where the name of a host is wrong."""
    forge.close()
    with pytest.raises(BusyError, match=r"127.0.0.1: did not answer \(ConnectError\); run the job again"):
        asked(where)


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "foo://x", "http://[::1"])
def test_a_proxy_that_cannot_be_used(where, forge, monkeypatch, proxy):
    """One clear error, and nothing asked."""
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(name, proxy)
    with pytest.raises(InputError, match="see HTTP_PROXY"):
        asked(where)
    assert not forge.asked


@pytest.mark.parametrize("link", ["garbage;;,<", "<http://[>; rel=next", '<?page=2&page=3>; rel="next"'])
def test_any_link_is_read(where, forge, link):
    """Of it the parameters count."""
    forge.headers = {"link": link}
    assert asked(where).following == ({"page": "3"} if "page" in link else {})
