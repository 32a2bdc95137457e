import pytest

from assay.errors import InputError
from assay.jsonl import Row, read_rows


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
