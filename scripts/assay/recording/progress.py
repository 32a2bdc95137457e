"""How far a recording is, on stderr: a bar for people, now and then a line for logs."""

import sys
import time
from typing import Any, Self, TextIO

EVERY = 10.0  # seconds between lines


class Progress:
    """Counts what is done.

    Args:
        total: how many there are.
        done: how many of them were there before.
        name: what is asked, in front.
        every: seconds between lines where stderr is no terminal.
    """

    def __init__(
        self, total: int, done: int, name: str, *, every: float = EVERY, stream: TextIO | None = None
    ) -> None:
        self._total, self._done, self._name, self._every = total, done, name, every
        self._failed = 0
        self._stream = stream or sys.stderr
        self._told = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Self:
        if self._stream.isatty():
            from tqdm import tqdm  # type: ignore[import-untyped]  # ships no types

            self._bar = tqdm(total=self._total, initial=self._done, desc=self._name, file=self._stream)
        return self

    def __exit__(self, *of_error: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def step(self, *, failed: bool) -> None:
        """One more is done."""
        self._done += 1
        self._failed += failed
        if self._bar is not None:
            self._bar.set_postfix({"failed": self._failed}, refresh=False)
            self._bar.update(1)
        elif time.monotonic() - self._told >= self._every:
            self._told = time.monotonic()
            print(f"{self._name}: {self._done} of {self._total}, failed: {self._failed}", file=self._stream)
