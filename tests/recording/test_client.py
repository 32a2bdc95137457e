import socket
import ssl

import pytest

from assay.recording.client import _may_help, _why
from assay.recording.journal import Response


def chained(reason):
    """As HTTP libraries pass on what the system said."""
    try:
        try:
            raise reason
        except OSError as inner:
            raise RuntimeError("outer") from inner
    except RuntimeError as outer:
        return outer


def untrusted():
    made = ssl.SSLCertVerificationError(1, "certificate verify failed")
    made.verify_message = "self-signed certificate"
    return made


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (untrusted(), ": its certificate is not trusted (self-signed certificate)"),
        (socket.gaierror(-2, "Name or service not known"), ": the host is not known"),
        (ConnectionRefusedError(111, "Connection refused"), ""),
    ],
)
def test_why_there_is_no_connection_is_said(reason, words):
    """Where a person can mend it."""
    assert _why(chained(reason)) == words


@pytest.mark.parametrize(
    ("status", "failure", "helps"),
    [
        (200, None, False),
        (400, None, False),
        (404, None, False),
        (429, None, True),
        (500, None, True),
        (503, None, True),
        (None, "timed out after 5 s", True),
        (None, "no connection", True),
        (None, "connection broken off", True),
        (None, "body is larger than 64 MB", False),
    ],
)
def test_what_another_attempt_may_help(status, failure, helps):
    """A busy service, not a wrong question."""
    assert _may_help(Response(1, "q", "0", 1, status, failure=failure)) == helps
