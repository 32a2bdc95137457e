"""Short lines at the beginning or end of most pages of a folder: what their site puts around every text."""

from collections import Counter
from collections.abc import Iterator, Sequence

_PAGES = 5  # with the line at least
_SHARE = 0.5  # of all pages
_LETTERS = 200  # of a short line
_LINES = 3  # of each end of a page that are looked at


def repeated(bodies: Sequence[str]) -> Iterator[str]:
    """A note for each line that at least five pages, and half of all, have among the first or last three.

    Headings are none: many pages have the same sections.
    """
    counts: Counter[str] = Counter()
    for body in bodies:
        lines = [line for line in map(str.strip, body.splitlines()) if line and not line.startswith("#")]
        counts.update({line for line in (*lines[:_LINES], *lines[-_LINES:]) if len(line) <= _LETTERS})
    for line, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        if count >= max(_PAGES, _SHARE * len(bodies)) and any(map(str.isalpha, line)):
            yield f"a line stands in {count} of {len(bodies)} pages, and is imported: «{line}»"
