import pytest

import pipeline
from assay.start.beginning import missing

DOCUMENT = "---\nid: a\ntitle: A\nversion: v1\nlang: en\n---\nText.\n"
QUESTIONS = "run `assay import questions FILE`, or write the first by hand (gold/README.md)"
IMPORT = "run `assay import documents FOLDER` or `assay import chunks FILE`"


@pytest.fixture
def top(tmp_path):
    """A repository whose documents lie in corpus/; there are none, and no questions."""
    for name in ("corpus", "gold"):
        (tmp_path / name).mkdir()
    (tmp_path / "corpus/README.md").write_text("How to.\n")
    (tmp_path / "gold/queries.jsonl").write_text("")
    (tmp_path / "params.yaml").write_text(pipeline.PARAMS)
    return tmp_path


def said(top):
    return list(map(str, missing(top)))


def test_documents_come_first_and_questions_next(top):
    """One message at a time, with the command that brings what is missing."""
    assert said(top) == [f"corpus: holds no documents yet; {IMPORT}, then `assay import questions FILE`"]
    (top / "corpus/a.md").write_text(DOCUMENT)
    assert said(top) == [f"gold/queries.jsonl: holds no queries yet; {QUESTIONS}"]
    (top / "gold/queries.jsonl").write_text("{}\n")
    assert said(top) == []
    (top / "corpus/a.md").unlink()
    assert said(top) == [f"corpus: holds no documents yet; {IMPORT}"]
    (top / "corpus/chunks.jsonl").write_text("")
    assert said(top) == []


def test_each_source_without_documents_is_named(top):
    """One that is not there is named elsewhere; what cannot be listed, too."""
    (top / "gold/queries.jsonl").write_text("{}\n")
    entry = "  more: {source: faq, chunking: structure, size: 300, overlap: 0}\nsystems:\n"
    pipeline.edit_params(top, "systems:\n", entry)
    assert said(top) == [f"corpus: holds no documents yet; {IMPORT}"]
    (top / "faq").mkdir()
    assert [problem.where for problem in missing(top)] == ["corpus", "faq"]
    (top / "faq/link.md").symlink_to(top / "nowhere")
    assert [problem.where for problem in missing(top)] == ["corpus"]
