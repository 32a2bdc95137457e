"""When the next request may be sent."""

import asyncio
import datetime as dt
from email.utils import parsedate_to_datetime

LONGEST = 300.0  # seconds; a service that asks to wait longer is asked another day
FIRST = 0.5  # seconds before the second attempt, doubled before each further one
MOST = 30.0


class Pace:
    """At most ``rate`` requests a second, evenly spread; whoever asks for a turn waits as long as the service wants."""

    def __init__(self, rate: float | None) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._free = 0.0

    async def turn(self) -> None:
        """Wait until it is one's turn."""
        now = asyncio.get_running_loop().time()
        slot = max(now, self._free)
        self._free = slot + self._gap
        if slot > now:
            await asyncio.sleep(slot - now)

    def hold(self, seconds: float) -> None:
        """Nobody who asks for a turn from now on gets it before."""
        self._free = max(self._free, asyncio.get_running_loop().time() + seconds)


def backoff(attempt: int) -> float:
    """Seconds to wait after an attempt, counted from 1, that failed."""
    return float(min(FIRST * 2 ** (attempt - 1), MOST))


def wait_of(header: str | None) -> float | None:
    """Seconds that a Retry-After header asks for, as a number or a date; None where it is not there or neither."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=dt.UTC)
    return max(0.0, (at - dt.datetime.now(dt.UTC)).total_seconds())
