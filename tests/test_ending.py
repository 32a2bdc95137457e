"""The guard of what must end does stop it."""

import time

import pytest

from ending import ends


def test_what_does_not_end_is_stopped():
    """Within a second, and what follows is left alone."""
    with pytest.raises(pytest.fail.Exception, match="did not end within 1 s"), ends(1):
        time.sleep(30)
    with ends(60):
        time.sleep(0)
