import pytest

from assay.exchange.questions.corpus_index import CorpusIndex
from assay.tables import text_sha256
from exchange.imports import SPARE, TERM, of_chunks, of_documents


@pytest.mark.parametrize(
    ("name", "doc"),
    [
        ("returns", "returns"),
        ("/Returns.TXT", "returns"),
        ("export/kb/returns.html", "returns"),
        ("help/exchange", "help/exchange"),
        ("Exchange.md", "help/exchange"),
        ("страница RETURNS", "returns"),
        ("none", None),
        ("", None),
        (None, None),
    ],
)
def test_names_of_documents(name, doc):
    """Id, file, path to it, title; small and capital letters are one."""
    assert CorpusIndex.of(of_documents()).document(name) == doc


def test_a_name_of_two_documents_is_nobody_s_but_an_id_is():
    """An id is its document's, whatever other path ends so."""
    index = CorpusIndex.of(of_documents({"page": "А.\n", "a/page": "Б.\n", "a/x": "В.\n", "b/x": "Г.\n"}))
    assert (index.document("page"), index.document("page.txt"), index.document("x")) == ("page", "page", None)


def test_chunks_by_hash_and_by_folded_text():
    """Ids sorted; documents of chunks have names too."""
    rows = [
        {"chunk_id": name, "text": text, "doc_id": "kb/d"}
        for name, text in (("b", SPARE), ("a", SPARE), ("c", TERM))
    ]
    index = CorpusIndex.of(of_chunks(rows))
    assert index.by_hash[text_sha256(SPARE)] == ["a", "b"]
    assert index.by_fold[TERM.lower()] == ["c"]
    assert (index.document("d.txt"), index.document_of("c")) == ("kb/d", "kb/d")
