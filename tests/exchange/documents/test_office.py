import sys

import pytest

from assay.errors import InputError
from assay.exchange.documents.office import missing, read_docx
from assay.exchange.losses import Losses, lines_of
from exchange.files import docx, paragraph


def read(data):
    losses = Losses()
    return read_docx(data, "a.docx", losses), list(lines_of(losses.found()))


def test_headings_come_from_styles():
    """The style of titles is the title, whatever the properties say a template left there; `#` is no heading."""
    text = paragraph("Правила возврата", "T") + paragraph("Срок", "1") + paragraph("30 дней.")
    text += paragraph("Подробно", "10") + paragraph("# не заголовок")
    page, losses = read(docx(text, "Документ1"))
    assert page.title == "Правила возврата"
    assert page.body == ("# Правила возврата\n\n# Срок\n\n30 дней.\n\n## Подробно\n\n\\# не заголовок\n")
    assert not losses


def test_a_title_of_the_properties_stands_above_the_chapters():
    """As the name of the whole."""
    page, _ = read(docx(paragraph("Term", "1") + paragraph("30 days."), "Returns &amp; refunds"))
    assert page.title == "Returns & refunds"
    assert page.body == "# Returns & refunds\n\n# Term\n\n30 days.\n"


def test_tables_have_a_header_row():
    """Merged cells are repeated and counted."""
    cells = "".join(
        f"<w:tr><w:tc>{paragraph(a)}</w:tc><w:tc>{paragraph(b)}</w:tc></w:tr>" for a, b in ("ab", "cd")
    )
    wide = f'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{paragraph("e")}</w:tc></w:tr>'
    page, losses = read(docx(f"<w:tbl>{cells}{wide}</w:tbl>"))
    assert page.body == "| a | b |\n| --- | --- |\n| c | d |\n| e | e |\n"
    assert losses == ["lost: merged cells of tables, whose text is repeated: 1 (a.docx)"]


def test_what_markdown_cannot_say_is_counted():
    """Changes are taken as accepted, footnotes stand at the end."""
    changed = (
        '<w:del w:id="1"><w:r><w:delText> 14</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t> 30</w:t></w:r></w:ins>'
        '<w:r><w:footnoteReference w:id="2"/></w:r>'
    )
    head = "<w:hdr><w:p><w:r><w:t>Секретно</w:t></w:r></w:p></w:hdr>"
    data = docx(
        paragraph("Срок", inside=changed),
        word__comments_xml='<w:comments xmlns:w="w"><w:comment w:id="1"/></w:comments>',
        word__header1_xml=head,
        word__embeddings__sheet="x",
    )
    page, losses = read(data)
    assert page.body == "Срок 30[1]\n\n1. Кроме мебели.\n"
    assert losses == [
        "lost: comments: 1 (a.docx)",
        "lost: embedded files: 1 (a.docx)",
        "lost: footnotes, moved to the end: 1 (a.docx)",
        "lost: page headers and footers: 1 (a.docx)",
        "lost: tracked changes, taken as accepted: 2 (a.docx)",
    ]


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"PK\x03\x04", r"is no DOCX that can be read \(BadZipFile\)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "has a password, or is an old .doc under another name"),
        (docx("<w:p>"), "is no DOCX that can be read"),
    ],
)
def test_a_broken_file_is_named(data, rule):
    """Whatever the reader makes of it."""
    with pytest.raises(InputError, match=f"^a.docx: {rule}"):
        read(data)


def test_a_package_that_is_not_there_is_named(monkeypatch):
    """Of the kinds that need one."""
    assert missing(".docx") is None
    assert missing(".md") is None
    monkeypatch.setitem(sys.modules, "pypdf", None)
    assert missing(".pdf") == "pypdf"
