import json

import pytest

import pipeline
from assay.errors import InputError
from assay.judging.corpus import Corpus, retrieved
from assay.manifest import sha256

from .ground import RULE, TEXT, answer, recorded

A017 = recorded(answer("A-017", TEXT))


def test_words_of_a_document_become_evidence_without_a_rank(top):
    """As the document has them, whatever case and spaces were typed; with version and hash."""
    found = Corpus(top).evidence("refunds:  ДО ПЯТИ дней у всех банков ", A017)
    text = "до пяти дней у всех банков"
    body = Corpus(top).texts["refunds"].body
    assert found == {
        "chunk_id": f"refunds@{body.index(text)}-{body.index(text) + len(text)}",
        "doc_id": "refunds",
        "doc_version": "refunds-v2",
        "rank": None,
        "sha256": sha256(text.encode()),
        "text": text,
    }


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("до пяти дней", "names no document and words; write DOC: words"),
        ("refunds:", "names no document and words"),
        ("refunds: ", "names no document and words"),
        ("refund: до пяти", "refund: is no document of the corpus; did you mean refunds?"),
        ("zzz: до пяти", "zzz: is no document of the corpus; see `assay gold add --documents`"),
        ("refunds: до шести дней у всех", "does not have the words «до шести дней у всех»; nearest text"),
        ("refunds: По карте деньги идут до пяти дней", "2 times; name more of the words around them"),
        ("returns: Вещи с  распродажи", "were retrieved: they stand in fragment p04; choose that fragment"),
    ],
)
def test_what_names_no_text_is_refused(top, stated, said):
    """With what is near."""
    with pytest.raises(InputError) as refused:
        Corpus(top).evidence(stated, A017)
    assert said in str(refused.value)


def test_of_a_corpus_that_was_cut_elsewhere_a_chunk_is_named(top):
    """Its id may hold colons; the evidence names its document."""
    chunks = top / "chunks"
    chunks.mkdir()
    row = {"chunk_id": "kb:refunds:1", "doc_id": "kb", "doc_version": "v1", "text": "Чек хранят год."}
    (chunks / "chunks.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n", "utf-8")
    pipeline.edit_params(top, "source: corpus", "source: chunks/chunks.jsonl")
    pipeline.edit_params(top, "chunking: structure, size: 300, overlap: 0", "chunking: none")
    pipeline.edit_params(top, "chunking: structure, size: 900, overlap: 100", "chunking: none")
    found = Corpus(top).evidence("kb:refunds:1: хранят год", A017)
    assert (found["doc_id"], found["doc_version"], found["text"]) == ("kb", "v1", "хранят год")
    assert found["chunk_id"] == "kb:refunds:1@4-14"


def test_what_was_retrieved_is_told_by_what_is_seen():
    """Whatever spaces stand between the words; a fragment without text has none."""
    assert retrieved(A017, "30\n дней со\u00a0дня") == "p04"
    assert retrieved(A017, RULE) == "p04"
    assert retrieved(A017, "год") is None
