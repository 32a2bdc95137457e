"""Small real files of the kinds that an import reads, made byte by byte."""

import io
import zipfile

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>'
)
_PARTS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="s" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    f'<Relationship Id="f" Type="{_OFFICE}/footnotes" Target="footnotes.xml"/></Relationships>'
)
_STYLES = f"<w:styles {_W}>" + "".join(
    f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/></w:style>'
    for key, name in (("T", "Title"), ("1", "heading 1"), ("2", "heading 2"), ("10", "Заголовок 2"))
)
_NOTES = f'<w:footnotes {_W}><w:footnote w:id="2"><w:p><w:r><w:t>Кроме мебели.</w:t></w:r></w:p></w:footnote></w:footnotes>'


def paragraph(text, style=None, inside=""):
    """A paragraph of a DOCX; ``inside`` is XML after its text."""
    kind = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{kind}<w:r><w:t>{text}</w:t></w:r>{inside}</w:p>"


def docx(body, title="", **parts):
    """A DOCX of paragraphs in XML; more parts by their path with ``__`` for ``/`` and ``_xml`` at the end."""
    core = f'<c:p xmlns:c="c" xmlns:dc="d"><dc:title>{title}</dc:title></c:p>'
    files = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _RELS,
        "word/_rels/document.xml.rels": _PARTS,
        "word/styles.xml": f"{_STYLES}</w:styles>",
        "word/footnotes.xml": _NOTES,
        "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
        "docProps/core.xml": core,
        **{name.replace("__", "/").replace("_xml", ".xml"): text for name, text in parts.items()},
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as parcel:
        for name, text in files.items():
            parcel.writestr(name, text)
    return target.getvalue()


def pdf(pages, title=None, password=None):
    """A PDF of pages of lines, Russian or English, with a font that maps its codes to Unicode."""
    from pypdf import PdfReader, PdfWriter

    letters = sorted({letter for page in pages for line in page for letter in line})
    code = {letter: number for number, letter in enumerate(letters, 1)}
    pairs = "\n".join(f"<{number:02x}> <{ord(letter):04x}>" for letter, number in code.items())
    mapping = (
        f"1 begincodespacerange\n<00> <ff>\nendcodespacerange\n{len(code)} beginbfchar\n{pairs}\nendbfchar"
    )
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>"
    objects += [font, _stream(f"begincmap\n{mapping}\nendcmap")]
    kids = []
    for page in pages:
        shown = "\n".join(
            f"1 0 0 1 50 {750 - 20 * row} Tm <{''.join(f'{code[letter]:02x}' for letter in line)}> Tj"
            for row, line in enumerate(page)
        )
        objects.append(_stream(f"BT /F1 12 Tf\n{shown}\nET" if page else ""))
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>"
    data = _pdf_bytes(objects)
    if title is None and password is None:
        return data
    writer, target = PdfWriter(clone_from=PdfReader(io.BytesIO(data))), io.BytesIO()
    if title is not None:
        writer.add_metadata({"/Title": title})
    if password is not None:
        writer.encrypt(password, algorithm="AES-256")
    writer.write(target)
    return target.getvalue()


def _stream(text):
    return f"<< /Length {len(text)} >>\nstream\n{text}\nendstream"


def _pdf_bytes(objects):
    data, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    start = len(data)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    tail = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return data + (head + tail).encode()
