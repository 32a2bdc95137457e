"""Lists read by columns are what a look at each line finds, and nothing else is taken for one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.retrieval import nested
from assay.retrieval.bare_lists import bare_lists

NAME = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"], exclude_characters='"\\{}'),
    min_size=1,
    max_size=9,
)
SCORE = st.floats(-1e18, 1e18, allow_nan=False) | st.integers(-(2**53), 2**53) | st.sampled_from([-0.0, 1e-5])
SPACED, TIGHT = (", ", ": "), (",", ":")


@st.composite
def rows(draw):
    """Queries with lists of id, rank and score; some without a result, some that failed."""
    names = draw(st.lists(NAME, unique=True, min_size=1, max_size=5))
    found = st.lists(st.tuples(NAME, SCORE), max_size=12)
    made = []
    for name in names:
        items = [
            {"chunk_id": chunk, "rank": rank, "score": score}
            for rank, (chunk, score) in enumerate(draw(found), 1)
        ]
        more = draw(st.fixed_dictionaries({}, optional={"query": NAME, "latency_ms": st.integers(0, 99)}))
        line = {"id": name, "retrieved": items, **more}
        made.append(line if items or draw(st.booleans()) else {"id": name, "status": "error"})
    return made


def lines_of(values, marks):
    return [f"{json.dumps(one, ensure_ascii=False, separators=marks)}\n".encode() for one in values]


def same(one, other):
    assert [line.id for line in one.lines] == [line.id for line in other.lines]
    assert (one.numbers, one.counts) == (other.numbers, other.counts)
    for name in ("chunks", "ranks", "scores"):
        assert getattr(one, name).equals(getattr(other, name))
        assert getattr(one, name).dtype == getattr(other, name).dtype
    assert one.in_order == other.in_order
    assert one.bare == other.bare
    assert one.lists() == other.lists()


@given(rows(), st.sampled_from([SPACED, TIGHT]), st.booleans())
def test_columns_are_what_each_line_holds(values, marks, blank):
    """In the form of Python and of those who write no blanks; with an empty line; fields behind the list."""
    raw = [*([b" \n"] if blank else []), *lines_of(values, marks)]
    if not any(value.get("retrieved") for value in values):
        assert bare_lists(raw) is None
        return
    found = nested.decoded(raw)
    assert bare_lists(raw) is not None
    same(found, nested._by_line(raw))
    if found.bodies is not None:  # but for exponents, which the caller looks at, it is what Python writes
        texts = [json.dumps(value.get("retrieved", []), ensure_ascii=False) for value in values]
        plain = [
            not any("e" in repr(item["score"]) for item in value.get("retrieved", [])) for value in values
        ]
        pairs = zip(found.bodies, texts, plain, strict=True)
        assert all(f"[{body.decode()}]" == text for body, text, sure in pairs if sure)


BREAKS = [
    "[",
    "]",
    "{",
    "}",
    "},",
    ",",
    ":",
    '"',
    "\\",
    "\x00",
    "\x1f",
    "\x7f",
    "\u0085",
    "1",
    "-",
    "+",
    ".",
    "e9",
]
BREAKS += [
    "null",
    "NaN",
    " ",
    "0",
    '"rank"',
    '"score"',
    '"chunk_id"',
    '"a": 1, ',
    "}, {",
    '"',
    "é",
    "\t",
    "\n {",
]


@given(rows(), st.sampled_from([SPACED, TIGHT]), st.data())
def test_of_a_changed_line_nothing_is_made_up(values, marks, data):
    """Something put in or taken out, twice: what is read by columns, a look at each line finds too."""
    text = b"".join(lines_of(values, marks)).decode()
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.sampled_from(["", *BREAKS])) + text[at + gone :]
    raw = [line + b"\n" for line in text.encode().split(b"\n") if line]
    by_columns, by_line = nested._by_columns(raw), nested._by_line(raw)
    if by_columns is not None:
        assert by_line is not None
        same(by_columns, by_line)


ITEM = '{"chunk_id": "a", "rank": 1, "score": 0.5}'


@pytest.mark.parametrize(
    "items",
    [
        "{}",
        ITEM.replace('"a"', '""'),
        ITEM.replace('"a"', '"\\u0041"'),
        ITEM.replace('"a"', '"\x7f"'),
        ITEM.replace("1,", "2,"),
        ITEM.replace("0.5", "0.5.1"),
        ITEM.replace("0.5", ".5"),
        ITEM.replace("0.5", "05"),
        ITEM.replace("0.5", "+1"),
        ITEM.replace("0.5", "NaN"),
        ITEM.replace("0.5", "inf"),
        ITEM.replace("0.5", "-inf"),
        ITEM.replace("0.5", "null"),
        ITEM.replace("0.5", "1e999"),
        ITEM.replace("0.5", '0.5, "text": "x"'),
        ITEM.replace("0.5", '0.5, "score": 0.5'),
        ITEM.replace(", ", " ,"),
        f"{ITEM}, {ITEM}",
        f"{ITEM},{ITEM.replace('1,', '2,')}",
        f"{ITEM}, {{}}",
        f"{ITEM}, [{ITEM.replace('1,', '2,')}]",
        '{"rank": 1, "chunk_id": "a", "score": 0.5}',
    ],
)
def test_other_lists_are_looked_at_one_by_one(items):
    """Each thing that must stand there, once."""
    good = f'{{"id": "p", "retrieved": [{ITEM}]}}\n'.encode()
    assert nested._by_columns([good]) is not None
    for raw in ([f'{{"id": "q", "retrieved": [{items}]}}\n'.encode()], None):
        assert nested._by_columns(raw or [good, f'{{"id": "q", "retrieved": [{items}]}}\n'.encode()]) is None


def test_a_failed_query_has_no_list():
    """Nor one of which a text only looks like a list."""
    for line in (
        f'{{"id": "q", "status": "error", "retrieved": [{ITEM}]}}\n',
        f'{{"id": "q", "retrieved": [], "retrieved": [{ITEM}]}}\n',
        f'{{"id": "q", "query": "\\"retrieved": [{ITEM}]}}\n',
        f'{{"id": "q", "retrieved": [{ITEM}]\n',
        f'{{"retrieved": [{ITEM}]}}\n',
    ):
        assert nested._by_columns([line.encode()]) is None
