"""Which files can become documents, and the reader of each kind."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.documents.pages import Page
from assay.exchange.losses import Losses

KINDS = {
    ".md": "Markdown",
    ".markdown": "Markdown",
    ".txt": "text",
    ".text": "text",
    ".html": "HTML",
    ".htm": "HTML",
    ".xhtml": "HTML",
    ".docx": "DOCX",
    ".pdf": "PDF",
}

_ARCHIVES = {".zip", ".gz", ".bz2", ".7z", ".rar", ".tar", ".tgz", ".xz"}
_OFFICE = {".doc", ".odt", ".rtf", ".docm", ".pages"}


def kind_of(path: str) -> str | None:
    """Kind of a file by the end of its name."""
    return KINDS.get(PurePosixPath(path).suffix.lower())


def unread(path: str, data: bytes) -> str | None:
    """Why a file is not read, None where it is."""
    file = PurePosixPath(path)
    if any(part.startswith(".") for part in file.parts):
        return "hidden"
    if file.name.startswith("~$"):
        return "a lock that an office leaves while a file is open"
    if file.suffix.lower() in _ARCHIVES:
        return "an archive: unpack it"
    if file.suffix.lower() in _OFFICE:
        return f"{file.suffix} is not read: save it as DOCX"
    if kind_of(path) is None:
        return f"{file.suffix or 'a name without an ending'} is none of {', '.join(KINDS)}"
    return None if data.strip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n") else "empty"


def lacking(paths: Iterable[str], where: str) -> Iterator[tuple[str, Problem]]:
    """Endings of the files that no installed package reads, and one problem for each."""
    from assay.exchange.documents.office import NEEDED, missing

    counts = Counter(PurePosixPath(path).suffix.lower() for path in paths)
    for suffix in sorted(NEEDED.keys() & counts.keys()):
        package = missing(suffix)
        if package:
            files = counted(counts[suffix], f"{KINDS[suffix]} file")
            yield suffix, Problem(where, f"{files} cannot be read without {package}", "run `make office`")


def read_page(
    path: str, data: bytes, where: str, losses: Losses, notes: list[str], *, whole_page: bool = False
) -> Page:
    """A file as Markdown by the reader of its kind.

    Args:
        path: its path, of which the end says the kind.
        data: its bytes.
        where: its name for messages.
        losses: counts what is lost.
        notes: how it was read, where that was a guess.
        whole_page: whether an HTML page keeps what stands around its content.

    Raises:
        InputError: it cannot be read.
    """
    kind = kind_of(path)
    if kind == "HTML":
        from assay.exchange.documents.html import read_html

        return read_html(data, where, losses, notes, whole_page=whole_page)
    if kind == "DOCX":
        from assay.exchange.documents.office import read_docx

        return read_docx(data, where, losses)
    if kind == "PDF":
        from assay.exchange.documents.pdf import read_pdf

        return read_pdf(data, where, losses)
    from assay.exchange.documents.markdown import read_markdown, read_text

    return (read_markdown if kind == "Markdown" else read_text)(data, where, losses, notes)
