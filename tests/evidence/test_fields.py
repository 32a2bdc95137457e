import re

from assay.entries import FIELDS, holds
from assay.evidence import fields
from assay.evidence.record import Citation, Decline, Fragment
from conftest import ROOT


def test_what_is_read_is_what_may_be_recorded():
    """Objects of a record have the fields that readers of it know, and no others."""
    assert set(Fragment._fields) == set(fields.RETRIEVED)
    assert set(Citation._fields) == set(fields.CITATION)
    assert set(Decline._fields) == set(fields.DECLINE)


def test_what_is_recorded_fits_into_the_ledger():
    """A citation as the record has it is one of a row; so is each part of a fragment that a verdict rests on."""
    rules = FIELDS["claims"]
    for known in ({}, {"marker": "[1]", "doc_id": "D", "chunk_id": "d#1", "span": (0, 3)}):
        citation = Citation(**(dict.fromkeys(fields.CITATION) | known)).record()
        assert holds(rules["citations"], [citation])
    assert set(re.findall(r'"(\w+)":', rules["evidence"].pattern)) - {"sha256", "text"} < set(
        fields.RETRIEVED
    )


def test_every_field_says_what_it_means():
    """In words that end without a stop, as tables show them; the protocol's elements are all there."""
    every = [fields.ANSWER, fields.RETRIEVED, fields.CITATION, fields.DECLINE, fields.EXPECTED, fields.NEEDED]
    docs = [part.doc for parts in every for part in parts.values()]
    assert all(doc and not doc.endswith(".") and doc == doc.strip() for doc in docs)
    protocol = (
        "prompt_version model application_revision locale recorded_at filters generation_config snapshot_id"
    )
    assert set(protocol.split()) < set(fields.ANSWER)


def test_only_ids_must_be_there():
    """All else may be lacking: it is listed."""
    required = {name for name, part in fields.ANSWER.items() if part.field.required}
    assert required == {"answer_id"}
    assert {name for name, part in fields.RETRIEVED.items() if part.field.required} == {"chunk_id"}
    assert not any(part.field.required for part in fields.CITATION.values())


def test_the_folder_says_which_fields_a_line_has():
    """Its README names each."""
    text = (ROOT / "runs/recorded/README.md").read_text("utf-8")
    assert [name for name in fields.ANSWER if f"`{name}`" not in text] == []
