import calendar
import datetime as dt
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import entries, ledger
from assay.entries import ENVELOPE, UNSEEN, holds
from assay.errors import InputError
from evidence import cases

FIELDS = entries.FIELDS["claims"]
ROW = cases.claim("C-017-1")
QUOTE, CITATION, FRAGMENT = ROW["quote"][0], ROW["citations"][0], ROW["evidence"][0]
TEXT, TEXT_OR_NULL = "a text, not empty", "a text, not empty, or null"
BLANK = ("", " \n\t", "\u00a0", 7, ["x"])


def without(value, key):
    return {name: item for name, item in value.items() if name != key}


def lists(field, good, bad):
    """One that is not a list, and lists in which one object is wrong."""
    return [
        *((field, value) for value in (None, good, [None], ["x"], {})),
        *((field, [good, one]) for one in bad),
    ]


BAD = [
    *(("claim_id", value) for value in (*BLANK, None)),
    *(("answer_id", value) for value in (*BLANK, None)),
    *((field, value) for field in ("scenario_id", "query_id") for value in BLANK),
    *(("run_id", value) for value in (None, "0" * 63, "A" * 64)),
    *(("kind", value) for value in (None, "Statement", "statement ", "opinion")),
    *(("claim", value) for value in (*BLANK, None)),
    *(("attachment", value) for value in ("yes", "supported", True, "")),
    *(("support", value) for value in ("partial", "contradicted", "attached", 1, "")),
    *(("corpus", value) for value in ("has", True, "")),
    *(("contradicts", value) for value in (0, "true", [])),
    *(
        (field, value)
        for field in (
            "attachment_reason",
            "support_reason",
            "missing",
            "observation",
            "hypothesis",
            "open_question",
        )
        for value in BLANK
    ),
    *(("adjudicates", value) for value in ("0" * 16, ["0" * 15], [None], {})),
    *lists(
        "quote",
        QUOTE,
        [
            *({**QUOTE, "start": value} for value in (-1, 1.0, True, "0", None, 10**9)),
            *({**QUOTE, "text": value} for value in ("", " ", None)),
            without(QUOTE, "end"),
            {**QUOTE, "more": 1},
            {name: QUOTE[name] for name in ("text", "start", "end")},
        ],
    ),
    *lists(
        "citations",
        CITATION,
        [
            *({**CITATION, "span": value} for value in ([0], [0, 1, 2], [0, 1.5], "0-1", [True, 2], [-1, 2])),
            {**CITATION, "marker": ""},
            without(CITATION, "chunk_id"),
        ],
    ),
    *lists(
        "evidence",
        FRAGMENT,
        [
            *({**FRAGMENT, "rank": value} for value in (0, -1, 1.0, "1", True)),
            *({**FRAGMENT, "text": value} for value in ("", "\n", None)),
            *({**FRAGMENT, "sha256": value} for value in (None, "0")),
            *({**FRAGMENT, "chunk_id": value} for value in (None, "")),
            without(FRAGMENT, "doc_version"),
            {**FRAGMENT, "score": 1},
        ],
    ),
]


def read(*rows):
    """The rows as their files give them."""
    return list(ledger.history(cases.files(*rows), FIELDS, cases.LEDGER).values())


@pytest.mark.parametrize(("field", "value"), BAD)
def test_every_value_of_a_claim_has_a_rule(field, value, tmp_path):
    """It is neither read nor written; the message says what it must be."""
    row = ledger.new_row({**{name: ROW[name] for name in FIELDS}, field: value}, "anna")
    path = tmp_path / "claims" / "a-017" / "anna.jsonl"
    with pytest.raises(InputError) as caught:
        ledger.append(path, row)
    assert str(caught.value).startswith(f"new row of {path}: {field} is ")
    assert f", must be {FIELDS[field].words}; write the row anew" in str(caught.value)
    assert not path.parent.exists()
    with pytest.raises(InputError) as caught:
        ledger.history({"a-017/anna.jsonl": cases.lines(row)}, FIELDS, cases.LEDGER)
    assert f":1: {field} is " in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        dict.fromkeys(name for name, rule in FIELDS.items() if rule.pattern.endswith("|null"))
        | {"quote": [], "citations": [], "evidence": []},
        {"quote": [{"start": 0, "end": 999_999_999, "text": 'a "b"\n\\ \\" ]}'}, QUOTE]},
        {"citations": [{"marker": None, "doc_id": None, "chunk_id": None, "span": None}] * 3},
        {
            "evidence": [
                {**FRAGMENT, "rank": None, "doc_id": None, "doc_version": None, "text": "}]\u2028👩‍👩‍👧"}
            ]
        },
        {"claim": "[{", "support_reason": '", "', "adjudicates": []},
    ],
)
def test_values_that_may_be_there(values):
    """Whether they fit the record is another rule; what looks like JSON is a text."""
    row = ledger.new_row({**{name: ROW[name] for name in FIELDS}, **values}, "anna")
    assert read(row) == [row]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 10**10)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["start", "end", "text"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(FIELDS)), VALUES)
def test_all_rules_at_once_say_what_each_says(field, value):
    """Law: a row whose values are asked of together is refused exactly where one of them is."""
    rules = {name: rule for name, rule in FIELDS.items() if name in (field, "claim", "kind")}
    row = {"claim": "x", "kind": "decline", field: value}
    assert entries.all_hold(rules, row) == all(entries.holds(rule, row[name]) for name, rule in rules.items())


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_a_text_is_any_that_is_not_blank(text):
    """Law: told by what JSON writes of it."""
    blank = not json.loads(json.dumps(text)).strip(
        " \n\t\r\f\u00a0\u2028\u2029\x85\u1680\u3000\u202f\u205f" + "".join(map(chr, range(0x2000, 0x200B)))
    )
    assert entries.holds(FIELDS["claim"], text) == (not blank)


def test_long_values_are_held_against_their_rules_at_once():
    """A million letters, ten thousand quotations, and the same with a fault at the end: no step is repeated."""
    text = '\\"' * 250_000 + "я" * 500_000
    many = [{**QUOTE, "start": number, "end": number + 1} for number in range(10_000)]
    assert entries.holds(FIELDS["claim"], text)
    assert not entries.holds(FIELDS["claim"], " " * 1_000_000)
    assert entries.holds(FIELDS["quote"], many)
    assert not entries.holds(FIELDS["quote"], [*many, {**QUOTE, "text": 1}])
    assert not entries.holds(FIELDS["quote"], [*many, {**QUOTE, "text": " " * 100_000}])


@given(st.integers(0, 9999), st.integers(0, 13), st.integers(0, 32), st.integers(0, 24), st.integers(0, 60))
def test_a_time_is_of_a_day_that_there_is(year, month, day, hour, minute):
    """Law: just what the calendar of the standard library has."""
    at = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}Z"
    try:
        is_time = dt.datetime.fromisoformat(at) is not None
    except ValueError:
        is_time = False
    assert holds(ENVELOPE["at"], at) == is_time


def test_leap_years_have_a_day_more():
    """Every year: 29 February is a day just where the calendar has it."""
    for year in range(1, 10_000):
        assert holds(ENVELOPE["at"], f"{year:04}-02-29T00:00Z") == calendar.isleap(year)


def test_what_nobody_sees_is_nothing_that_is_printed():
    """Nor a sign that a script needs: what is refused in names and reasons stays on no screen, but for fillers."""
    fillers = "\u034f\u115f\u1160\u3164\uffa0"
    unseen = re.compile(f"[{UNSEEN}]")
    found = [sign for sign in map(chr, range(0x110000)) if unseen.match(sign)]
    assert len(found) > 2000
    assert [sign for sign in found if sign.isprintable()] == list(fillers)
    assert not unseen.search("\u200c\u200d\ufe0f\u0301 aяع")
