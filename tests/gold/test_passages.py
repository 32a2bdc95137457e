import pytest

from assay.errors import InputError
from assay.gold.passages import SCHEMA, make_passage, parse_passages, text_faults
from assay.gold.quotations import quoted_passage
from assay.gold.schema import Passages
from assay.manifest import sha256
from assay.tables import check

from .samples import documents, frame, lines, passage

WHERE = "gold/passages.jsonl"


def refusal(call, *arguments, **options):
    with pytest.raises(InputError) as error:
        call(*arguments, **options)
    return str(error.value)


def test_a_quotation_becomes_a_passage(guide):
    """Version, section, anchor, offsets and hash are looked up; no neighbours where an anchor stands."""
    row = quoted_passage(guide, "d1", quote="Вернуть можно за 30 дней.", id="d1#term")
    body = guide["body"][0]
    assert body[row["start"] : row["end"]] == row["text"] == "Вернуть можно за 30 дней."
    assert row["sha256"] == sha256("Вернуть можно за 30 дней.".encode())
    assert (row["doc_version"], row["section"], row["anchor"]) == ("d1-v1", "Срок", "срок")
    assert (row["before"], row["after"]) == (None, None)


def test_neighbouring_text_is_kept_where_there_is_no_anchor(guide):
    """Text under the title alone is found again by what stands around it."""
    row = quoted_passage(guide, "d1", quote="Общие правила.", id="d1#general")
    assert (row["section"], row["anchor"]) == (None, None)
    assert row["before"] == "# Возврат\n\n"
    assert row["after"] == guide["body"][0][row["end"] : row["end"] + 60]


def test_a_span_becomes_a_passage(guide):
    """Offsets are code points, the end excluded."""
    assert make_passage(guide, "d2", span=(0, 6), id="x")["text"] == "Совсем"


def test_passages_round_trip(guide):
    """Made, written and read passages are the same."""
    row = quoted_passage(guide, "d1", quote="Деньги вернём на карту.", id="d1#money")
    table = check(Passages, frame([row]), WHERE)
    assert table.schema == SCHEMA
    assert table.drop("line").to_dicts() == [row]


def test_unknown_documents_spans_outside_and_empty_texts_are_refused(guide):
    """Each with what to do."""
    assert refusal(quoted_passage, documents(("returns", "x")), "return", quote="x", id="x") == (
        "return: is no document of the corpus; did you mean returns?"
    )
    assert refusal(make_passage, guide, "d2", span=(10, 5_000), id="x") == (
        "d2: span 10:5000 is not inside the document, which has 34 characters; "
        "give start:end in code points, the end excluded"
    )
    assert refusal(make_passage, guide, "d2", span=(13, 14), id="x") == (
        "x: text is ':', must be a text with a letter or digit in it; change it"
    )


def test_offsets_count_code_points_not_bytes_or_utf16():
    """A character outside the basic plane is one."""
    table = documents(("d1", "😀 Ёлка и хвоя"))
    row = quoted_passage(table, "d1", quote="хвоя", id="x")
    assert (row["start"], row["end"]) == (9, 13)


def test_a_hash_that_does_not_fit_the_text_is_refused():
    """The text decides, and the message says what to run."""
    (message,) = text_faults(frame([passage(sha256="0" * 64)]), WHERE)
    assert str(message) == (
        f"{WHERE}:1 p1: sha256 is not the hash of the text; the text decides; "
        "run `assay gold passage refresh p1`"
    )


def test_offsets_that_do_not_fit_the_text_are_refused():
    """A snippet longer than its span is reported, row by row."""
    (message,) = text_faults(frame([passage(end=20)]), WHERE)
    assert str(message) == (
        f"{WHERE}:1 p1: start and end span 20 characters, the text has 25; the text decides; "
        "run `assay gold passage refresh p1`"
    )
    (message,) = text_faults(frame([passage(end=None)]), WHERE)
    assert "start and end span None characters" in message.rule


def test_a_passage_id_twice_is_refused_with_both_lines():
    """As with queries."""
    _, (message,) = parse_passages(lines([passage(), passage()]), WHERE)
    assert str(message) == (
        f"{WHERE}:2 p1: the id is already used at line 1; give each its own id, or remove one"
    )


def test_passages_without_offsets_are_read():
    """Labels on chunks cut elsewhere have none."""
    row = passage(doc_id=None, doc_version=None, start=None, end=None)
    assert frame([row])["start"].to_list() == [None]
