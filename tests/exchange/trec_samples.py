"""Lines of TREC files as programs write them, drawn; and what they hold, by Python's own means."""

import math
import re

from hypothesis import strategies as st

SPACE = re.compile(rb"[ \t\v\f\r]+")
NAMES = (
    "d1",
    "d2",
    "d10",
    "D1",
    "007",
    "7",
    "я",
    "ё",
    "😀",
    "a#b",
    'c"',
    "'",
    "q,1",
    "doc-длинный-идентификатор",
    "null",
    "NA",
)
SCORES = ("1", "1.0", "0.5", "-0", "0.0", "1e2", "1E-3", "+2", "1.00000001", "1.00000002", ".5", "3.")
WRONG = ("nan", "inf", "-Infinity", "x", "1,5", "0x1", "1_0", "٣", "1e999")

blanks = st.sampled_from([" ", "\t", "  ", " \t ", "\v", "\f"])
odd = st.sampled_from(["", "   ", "# comment", "\t# d1 0 x", "q Q0 d", "q", "\r"])


@st.composite
def run_lines(draw):
    """One line of a run, odd ones among them."""
    if draw(st.integers(0, 9)) == 0:
        return draw(odd).encode()
    score = draw(st.sampled_from(SCORES if draw(st.integers(0, 9)) else WRONG))
    words = [
        draw(st.sampled_from(("1", "2", "я"))),
        "Q0",
        draw(st.sampled_from(NAMES)),
        draw(st.sampled_from("12x")),
    ]
    words += [score, "tag", *draw(st.lists(st.just("junk"), max_size=3))]
    return separated(draw, words)


@st.composite
def qrels_lines(draw):
    """One line of qrels, odd ones among them."""
    if draw(st.integers(0, 9)) == 0:
        return draw(odd).encode()
    relevance = draw(
        st.sampled_from(("0", "1", "2", "-1", "+1") if draw(st.integers(0, 9)) else ("0.5", "x", "1.0", ""))
    )
    words = [draw(st.sampled_from(("1", "2", "я"))), "0", draw(st.sampled_from(NAMES)), relevance]
    return separated(draw, [word for word in words if word])


def separated(draw, words):
    """One blank between words, as programs write, or any, as people do; now and then bytes that are no text."""
    if draw(st.booleans()):
        line = " ".join(words)
    else:
        line = draw(st.sampled_from(["", " "])) + "".join(word + draw(blanks) for word in words)
    spoilt = draw(st.integers(0, 19))
    return line.encode() + {0: b"\xff", 1: b"\x00"}.get(spoilt, b"")


@st.composite
def files(draw, lines):
    """A file of such lines, with any line ends."""
    end = draw(st.sampled_from([b"\n", b"\r\n"]))
    body = end.join(draw(st.lists(lines, max_size=12)))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + body + draw(st.sampled_from([b"", end]))


def split(data):
    """Number and words of each line that is no comment and not empty; None for words where it is no text."""
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        words = [word for word in SPACE.split(line) if word]
        if not words or words[0].startswith(b"#"):
            continue
        lone = b"\r" in line.rstrip(b" \t\v\f\r")
        try:
            yield number, None if lone or b"\0" in line else [word.decode() for word in words]
        except UnicodeDecodeError:
            yield number, None


def number(text):
    """A finite number as C and Polars read it, else None."""
    plain = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text, re.ASCII)
    return float(text) if plain and math.isfinite(float(text)) else None
