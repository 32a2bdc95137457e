"""Lists in messages: the first few of many, or each of them where people ask for all."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

SHOWN = 3
_EVERY = ContextVar("every", default=False)


@contextmanager
def uncut(*, every: bool) -> Iterator[None]:
    """Within it every list is whole, if so asked. No list of a file depends on it, only what is printed."""
    token = _EVERY.set(every)
    try:
        yield
    finally:
        _EVERY.reset(token)


def is_uncut() -> bool:
    """Whether people ask for all."""
    return _EVERY.get()


def first(names: Sequence[str], most: int = SHOWN) -> Sequence[str]:
    """Those that are shown."""
    return names if _EVERY.get() else names[:most]


def listed(names: Sequence[str], most: int = SHOWN, between: str = ", ") -> str:
    """Those that are shown, and a sign that there are more."""
    shown = first(names, most)
    return between.join([*shown, *(["…"] if len(shown) < len(names) else [])])
