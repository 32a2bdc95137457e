"""Texts made comparable, and where one occurs in another: case, white space, soft hyphens, ё/е, words hyphenated
at the end of a line, forms of quotation marks and the marks of Markdown do not count.

All texts of a kind are handled as one array of code points, so that 50,000 passages cost no Python loop.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from assay.marks import SOFT_HYPHEN, unmarked

Codes = npt.NDArray[np.uint32]
Hashes = npt.NDArray[np.uint64]
Offsets = npt.NDArray[np.int64]

END = "\0"  # between two texts: stands in none, so that no match crosses it
_BREAK = re.compile(r"[-\u2010\u00ad](?<=[^\W_].)[^\S\n]*\n\s*(?=[^\W_])")
_BASE = 0x9E3779B97F4A7C15  # odd, so that no power of it is 0 modulo 2**64
_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Folded:
    """Many folded texts in one array.

    Attributes:
        codes: code points of all texts, each closed by ``END``.
        origin: offset of each before folding, in all texts joined.
        kept: offsets of all that is no mark, ascending.
        begins: where each text begins before folding.
        first: where each text begins in ``codes``.
        length: code points of each folded text.
    """

    codes: Codes
    origin: Offsets
    kept: Offsets
    begins: Offsets
    first: Offsets
    length: Offsets

    def text(self) -> str:
        """All of it as one string; its offsets are those of ``codes``."""
        return self.codes.tobytes().decode("utf-32-le")

    def places(self, text: Offsets, at: Offsets, last: Offsets) -> tuple[Offsets, Offsets]:
        """Spans in their own texts before folding, with the marks at either end: a link has its target."""
        first, end = (
            np.searchsorted(self.kept, self.origin[at]),
            np.searchsorted(self.kept, self.origin[last]),
        )
        begins = self.begins[text]
        starts = np.where(first > 0, self.kept[first - 1] + 1, 0)
        return np.maximum(starts - begins, 0), self.kept[end + 1] - begins


def code_points(text: str) -> Codes:
    """A text as an array of its code points."""
    return np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)


def join(texts: Sequence[str]) -> str:
    """All texts in one string, each closed by ``END``; offsets within a text are kept."""
    return "".join(text.replace(END, " ") + END for text in texts)


def has_breaks(joined: str) -> bool:
    """Whether some line ends in a hyphenated word."""
    return any(_splits_word(joined, match) for match in _BREAK.finditer(joined))


def fold(joined: str, *, mend: bool = True, headings: bool = True, numbers: bool = True) -> Folded:
    """Fold what :func:`join` made.

    ``mend`` joins words hyphenated at a line's end («воз-⏎врат»). Without it the hyphen is kept and the
    line end alone is dropped («онлайн-⏎касса» is no broken word): callers try both. A hyphen next to a
    capital is real in any case («API-⏎ключ»). Without ``headings`` their lines are left out,
    without ``numbers`` those in front of the lines of a list.
    """
    # İ is the one letter whose small form is longer, ς the one whose form depends on its neighbours.
    lowered = joined.replace("İ", "i").lower().replace("ς", "σ").replace("ё", "е")
    codes, keep = unmarked(joined, code_points(lowered), headings=headings, numbers=numbers)
    kept = np.flatnonzero(keep)
    for match in _BREAK.finditer(joined):
        keeps_hyphen = joined[match.start()] != SOFT_HYPHEN and not (mend and _splits_word(joined, match))
        keep[match.start() + keeps_hyphen : match.end()] = False
    origin = np.flatnonzero(keep)
    codes = codes[origin]
    space = codes == ord(" ")
    after_gap = np.concatenate(([True], (space | (codes == 0))[:-1])) if len(codes) else space
    # A run of white space is its first character, and none at all at either end of a text.
    wanted = ~(space & after_gap)
    codes, origin = codes[wanted], origin[wanted]
    before_end = np.concatenate((codes[1:] == 0, [False])) & (codes == ord(" "))
    codes, origin = codes[~before_end], origin[~before_end]
    ends = np.flatnonzero(codes == 0)
    first = np.concatenate(([0], ends[:-1] + 1)).astype(np.int64)[: len(ends)]
    begins = np.concatenate(([0], np.flatnonzero(code_points(joined) == 0)[:-1] + 1))[: len(ends)]
    return Folded(codes, origin, kept, begins, first, ends - first)


def occurrences(texts: Sequence[str], patterns: Sequence[str], *, headings: bool = True) -> pl.DataFrame:
    """Every place where a pattern occurs in a text, both folded; without ``headings``, as if there were none.

    A pattern that occurs nowhere is sought once more in the texts without their numbers of lists.

    Returns:
        ``pattern, text`` (positions in the arguments, u32), ``start, end`` (code points of the text as
        given, u32), each row once.
    """
    found = _occurrences(texts, patterns, headings=headings, numbers=True)
    lost = pl.DataFrame({"pattern": range(len(patterns))}, schema={"pattern": pl.UInt32})
    lost = lost.join(found, on="pattern", how="anti").sort("pattern")
    rest = [patterns[at] for at in lost["pattern"]]
    again = _occurrences(texts, rest, headings=headings, numbers=False)
    again = again.with_columns(pattern=lost["pattern"].gather(again["pattern"]))
    return pl.concat([found, again]).sort("pattern", "text", "start")


def _occurrences(
    texts: Sequence[str], patterns: Sequence[str], *, headings: bool, numbers: bool
) -> pl.DataFrame:
    joined, sought = join(texts if patterns else ()), join(patterns)  # nothing sought: nothing to fold
    modes = (True, False) if has_breaks(joined) or has_breaks(sought) else (True,)
    found = [
        _matches(
            fold(joined, mend=mend, headings=headings, numbers=numbers),
            fold(sought, mend=mend, headings=headings),
        )
        for mend in modes
    ]
    return pl.concat(found).unique()


def folded(texts: Sequence[str], *, mend: bool) -> list[str]:
    """Each text folded."""
    return fold(join(texts), mend=mend).text().split(END)[:-1]


def _splits_word(joined: str, match: re.Match[str]) -> bool:
    return joined[match.start() - 1].islower() and joined[match.end()].islower()


def _matches(texts: Folded, patterns: Folded) -> pl.DataFrame:
    """Matches by hash, confirmed letter by letter."""
    text, sought = texts.text(), patterns.text()
    rows = []
    for pattern, at in _candidates(texts, patterns):
        begin = patterns.first[pattern]
        if text.startswith(sought[begin : begin + patterns.length[pattern]], at):
            rows.append((pattern, at))
    pattern_of, at_of = np.array(rows, dtype=np.int64).reshape(-1, 2).T
    text_of = np.searchsorted(texts.first, at_of, side="right") - 1
    start, end = texts.places(text_of, at_of, at_of + patterns.length[pattern_of] - 1)
    columns = {"pattern": pattern_of, "text": text_of, "start": start, "end": end}
    return pl.DataFrame(columns).cast(pl.UInt32)


def _candidates(texts: Folded, patterns: Folded) -> Iterator[tuple[int, int]]:
    """Pattern and offset wherever the hashes agree.

    Rolling hashes of windows of 1, 2, 4 … code points. A pattern as long as one window or longer, but
    shorter than two, is covered by the window at its head and the one at its tail.
    """
    width, power = 1, _BASE
    heads, sought = texts.codes.astype(np.uint64), patterns.codes.astype(np.uint64)
    while width <= patterns.length.max(initial=0):
        chosen = np.flatnonzero((patterns.length >= width) & (patterns.length < 2 * width))
        if len(chosen):
            yield from _windows(heads, sought, patterns, chosen, width)
        heads, sought = _doubled(heads, width, power), _doubled(sought, width, power)
        width, power = 2 * width, power * power & _MASK


def _windows(
    heads: Hashes, sought: Hashes, patterns: Folded, chosen: Offsets, width: int
) -> Iterator[tuple[int, int]]:
    begin, slack = patterns.first[chosen], patterns.length[chosen] - width
    wanted = pl.DataFrame(
        {"pattern": chosen, "slack": slack, "head": sought[begin], "tail": sought[begin + slack]}
    )
    found = pl.DataFrame({"head": heads}).with_row_index("at").join(wanted, on="head")
    found = found.filter(pl.col("at") + pl.col("slack") < len(heads))
    tails = heads[found["at"].to_numpy() + found["slack"].to_numpy()]
    yield from found.filter(pl.col("tail") == pl.Series(tails)).select("pattern", "at").iter_rows()


def _doubled(hashes: Hashes, width: int, power: int) -> Hashes:
    """Hashes of windows twice as wide: modulo 2**64, by wrapping."""
    if len(hashes) <= width:
        return hashes[:0]
    doubled: Hashes = hashes[:-width] * np.uint64(power) + hashes[width:]
    return doubled
