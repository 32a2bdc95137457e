"""What must end: work that takes hours when it goes wrong is stopped, and fails. How fast it is, benches say."""

import contextlib
import signal

import pytest


@contextlib.contextmanager
def ends(seconds=120):
    """Fails when the block takes longer; give many times what a loaded machine needs."""

    def stop(*_):
        pytest.fail(f"did not end within {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
