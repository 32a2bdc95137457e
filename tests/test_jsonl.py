import pytest

from assay.errors import InputError, Problem
from assay.jsonl import Row, read_all, read_object, read_rows


def messages(data):
    with pytest.raises(InputError) as caught:
        read_rows(data, "gold/queries.jsonl")
    return str(caught.value).splitlines()


def test_rows_carry_their_line():
    """Empty lines are skipped, numbers of lines are those of an editor."""
    assert read_rows(b'{"id": "1"}\n\n{"id": "\xd1\x8f"}\n', "x") == [
        Row(1, {"id": "1"}),
        Row(3, {"id": "я"}),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"\xef\xbb\xbf{}\n",
            "gold/queries.jsonl:1: starts with a byte order mark; save it as UTF-8 without BOM",
        ),
        (b"{}\n{}\r\n", "gold/queries.jsonl:2: has CR line ends; save it with LF line ends"),
        (b"{}\n{}", "gold/queries.jsonl:2: the last line has no line end: it may be cut off; add the rest"),
        (b'{"a": "\xff"}\n', "gold/queries.jsonl:1: is not UTF-8 at byte 8; save it as UTF-8"),
        (
            b"{}\n<<<<<<< HEAD\n",
            "gold/queries.jsonl:2: is a conflict marker of a merge; resolve the conflict",
        ),
        (b'{"a": 1, "a": 2}\n', "gold/queries.jsonl:1: key 'a' stands twice; mend the line"),
        (b'{"a": NaN}\n', "gold/queries.jsonl:1: NaN is not a value; mend the line"),
        (b"[1]\n", "gold/queries.jsonl:1: a line is one JSON object; mend the line"),
        (
            b'{"a": "\\ud83d"}\n',
            "gold/queries.jsonl:1: holds \\ud83d, which is half a character; mend the line",
        ),
        (b'{"a": ' + b"[" * 100_000, "gold/queries.jsonl:1: is nested too deeply; mend the line"),
        (
            b'{"a": ' + b"9" * 5_000 + b"}\n",
            "gold/queries.jsonl:1: holds a number of too many digits; mend the line",
        ),
        (
            b'{"a": \n',
            "gold/queries.jsonl:1: is not JSON at column 7 (Expecting value); mend the line",
        ),
    ],
)
def test_each_fault_of_a_file_is_named(data, message):
    """One fault, one message with file and line."""
    assert message in messages(data)


def test_all_faults_of_a_file_come_at_once():
    """A person mends a file in one go."""
    assert len(messages(b"\xef\xbb\xbf[]\n{\n>>>>>>> theirs\n{}")) == 5


def test_rows_beside_the_faults_can_be_had():
    """For a reader who has more to say of them."""
    assert read_all(b'{"id": 1}\r\n{"id": NaN}\n{"id": 3}\n', "x") == (
        [Row(1, {"id": 1}), Row(3, {"id": 3})],
        [
            Problem("x:1", "has CR line ends", "save it with LF line ends"),
            Problem("x:2", "NaN is not a value", "mend the line"),
        ],
    )
    assert read_all(b"", "x") == ([], [])


def test_whole_characters_may_be_escaped():
    """A pair of surrogates is one character."""
    assert read_rows(b'{"a": "\\ud83e\\udd84 \\u044f"}\n', "x") == [Row(1, {"a": "\U0001f984 я"})]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xef\xbb\xbf{}", "card.json:1: starts with a byte order mark; save it as UTF-8 without BOM"),
        (b"\xff", "card.json: is not UTF-8; save it as UTF-8"),
        (b"{\n>>>>>>> a", "card.json:2: is a conflict marker of a merge; resolve the conflict"),
        (
            b'{\n"mode" 1}',
            "card.json:2: is not JSON at column 8 (Expecting ':' delimiter); mend the line",
        ),
        (b'{"a": 1, "a": 2}', "card.json: key 'a' stands twice; mend it"),
        (b'{"a": NaN}', "card.json: NaN is not a value; mend it"),
        (b'{"a": 1e999}', "card.json: holds an infinite number; mend it"),
        (b"[1]", "card.json: is no object; it needs mode"),
    ],
)
def test_a_file_of_one_object_is_read_as_strictly(data, message):
    """Cards of runs; a final line end is not asked for."""
    with pytest.raises(InputError) as caught:
        read_object(data, "card.json", "mode")
    assert str(caught.value) == message


def test_a_file_of_one_object():
    """With or without a line end."""
    assert (
        read_object(b'{"a": 1}', "card.json", "a") == read_object(b'{"a": 1}\n', "card.json", "a") == {"a": 1}
    )
