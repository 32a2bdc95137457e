import io

from assay.recording.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def told(stream, every):
    with Progress(10, 4, "shop", every=every, stream=stream) as progress:
        for n in range(6):
            progress.step(failed=n == 0)
    return stream.getvalue()


def test_a_log_gets_a_line_now_and_then():
    """Not one a question; those that were there before count."""
    lines = told(io.StringIO(), 0).splitlines()
    assert (lines[0], lines[-1]) == ("shop: 5 of 10, failed: 1", "shop: 10 of 10, failed: 1")
    assert told(io.StringIO(), 3600) == ""


def test_people_get_a_bar():
    """On a terminal only."""
    text = told(Terminal(), 0)
    assert "shop: 100%" in text
    assert "10/10" in text
    assert "failed=1" in text
