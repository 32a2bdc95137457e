import io
import sys

import click
import pytest

from assay.judging.beginning import bytes_of, desk_of, is_asked

from .ground import ADA, BOB, WORDS


def test_the_reviewer_is_gits_user_unless_another_is_named(top):
    """In the language of the report."""
    for by, who in ((None, ADA), (BOB, BOB)):
        desk = desk_of({"answer": "A-017", "by": by})
        assert (desk.who, desk.root, desk.words.lang) == (who, top, "en")


@pytest.mark.parametrize(
    ("ask", "missing", "terminal", "asked"),
    [
        (None, True, True, True),
        (None, True, False, False),
        (None, False, True, False),
        (True, False, False, True),
        (False, True, True, False),
    ],
)
def test_somebody_is_asked_where_flags_are_missing_and_in_a_terminal(
    ask, missing, terminal, asked, monkeypatch
):
    """Or as the flags say."""
    monkeypatch.setattr(sys, "stdin", stdin := io.StringIO())
    stdin.isatty = lambda: terminal
    assert is_asked({"ask": ask, "jsonl": None}, missing=missing) == asked


def test_standard_input_is_not_read_and_asked_both():
    """It is a misuse."""
    with pytest.raises(click.UsageError, match="brings claims already"):
        is_asked({"ask": True, "jsonl": "-"}, missing=False)


def test_a_file_is_called_by_its_name_standard_input_in_words(tmp_path, monkeypatch):
    """Of the reviewer's language."""
    file = tmp_path / "claims.jsonl"
    file.write_bytes(b"{}")
    assert bytes_of(str(file), WORDS) == (b"{}", str(file))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"[]")))
    assert bytes_of("-", WORDS) == (b"[]", "standard input")
