import asyncio
import datetime as dt
from email.utils import format_datetime

import pytest

from assay.recording import pace


def turns(made, workers, each):
    """Seconds until each turn, of several that wait at once."""

    async def wait():
        clock = asyncio.get_running_loop().time
        start, found = clock(), []

        async def work():
            for _ in range(each):
                await made.turn()
                found.append(clock() - start)

        await asyncio.gather(*(work() for _ in range(workers)))
        return sorted(found)

    return asyncio.run(wait())


def test_turns_are_spread_evenly():
    """None comes before its time, however many wait."""
    found = turns(pace.Pace(50), 4, 3)
    assert len(found) == 12
    assert all(wait >= 0.02 * n - 0.001 for n, wait in enumerate(found))


def test_without_a_rate_nobody_waits():
    """A thousand turns."""
    assert turns(pace.Pace(None), 10, 100)[-1] < 30


@pytest.mark.parametrize("rate", [None, 1000])
def test_nobody_is_served_while_the_service_wants_to_wait(rate):
    """All workers, not only the one that was told."""

    async def held():
        made = pace.Pace(rate)
        start = asyncio.get_running_loop().time()
        made.hold(0.2)
        await asyncio.gather(made.turn(), made.turn())
        return asyncio.get_running_loop().time() - start

    assert 0.19 <= asyncio.run(held()) < 30


def test_waits_double_up_to_a_bound():
    """Half a second, one, two."""
    assert [pace.backoff(attempt) for attempt in (1, 2, 3, 20)] == [0.5, 1.0, 2.0, 30.0]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("7", 7.0),
        (" 0 ", 0.0),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
    ],
)
def test_retry_after_is_a_number_or_a_date(header, seconds):
    """What is neither is as if it were not there; a date that is past means at once."""
    assert pace.wait_of(header) == seconds


def test_a_date_to_come_is_waited_for():
    """In seconds from now."""
    at = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=60)
    assert 50 < pace.wait_of(format_datetime(at, usegmt=True)) <= 60
