import sys

import pytest

from assay.exchange.documents.readers import kind_of, lacking, unread


@pytest.mark.parametrize(
    ("path", "data", "reason"),
    [
        ("a/b.md", b"x", None),
        ("A.HTML", b"x", None),
        ("a/.git/b.md", b"x", "hidden"),
        ("a/~$b.docx", b"x", "a lock that an office leaves while a file is open"),
        ("b.md", b"\xef\xbb\xbf \r\n", "empty"),
        ("b.css", b"x", ".css is none of .md, .markdown, .txt, .text, .html, .htm, .xhtml, .docx, .pdf"),
        ("b.doc", b"x", ".doc is not read: save it as DOCX"),
        ("b.ZIP", b"x", "an archive: unpack it"),
        (
            "LICENSE",
            b"x",
            "a name without an ending is none of .md, .markdown, .txt, .text, .html, .htm, .xhtml, .docx, .pdf",
        ),
    ],
)
def test_a_file_that_is_not_read_has_a_reason(path, data, reason):
    """By its name, or because nothing is in it."""
    assert unread(path, data) == reason


def test_a_kind_whose_package_is_absent_is_one_problem(monkeypatch):
    """However many files there are of it."""
    for name in ("mammoth", "pypdf"):
        monkeypatch.setitem(sys.modules, name, None)
    found = dict(lacking(["a.docx", "b.DOCX", "c.pdf", "d.md"], "docs"))
    assert {suffix: str(problem) for suffix, problem in found.items()} == {
        ".docx": "docs: 2 DOCX files cannot be read without mammoth; run `make office`",
        ".pdf": "docs: 1 PDF file cannot be read without pypdf; run `make office`",
    }
    assert kind_of("b.DOCX") == "DOCX"


def test_nothing_is_asked_for_that_no_file_needs(monkeypatch):
    """A folder of Markdown imports without the extra packages."""
    monkeypatch.setitem(sys.modules, "mammoth", None)
    assert list(lacking(["a.md", "b.html", "c.pdf"], "docs")) == []
