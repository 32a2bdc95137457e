"""Work done ahead on other threads, its results in order: what comes out does not depend on how many there are."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

MOST = 4  # threads: each holds what it works on
Item = TypeVar("Item")
Made = TypeVar("Made")


def ahead(function: Callable[[Item], Made], items: Iterable[Item]) -> Iterator[Made]:
    """What a function makes of each item, in their order; on each core one is worked on.

    Args:
        function: of use where it spends its time in Polars or NumPy, so that other threads can run.
        items: taken one after another, a few more than results are taken.

    Raises:
        Exception: what the function raised of an item, when its turn has come.
    """
    threads = min(MOST, os.cpu_count() or 1)
    under_way: deque[Future[Made]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for item in items:
                under_way.append(pool.submit(function, item))
                if len(under_way) == threads:  # whoever takes the first one keeps a core busy, too
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            for one in under_way:
                one.cancel()
