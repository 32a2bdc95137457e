import pytest

from assay.errors import InputError
from assay.exchange.documents.pdf import read_pdf
from assay.exchange.losses import Losses, lines_of
from assay.retrieval.outline import outline
from exchange.files import pdf


def read(data):
    losses = Losses()
    return read_pdf(data, "a.pdf", losses), list(lines_of(losses.found()))


def test_pages_follow_each_other():
    """A sentence goes on over the page; a broken word keeps its hyphen; soft hyphens stay."""
    pages = [["Товар можно воз-", "вратить, если он"], ["не был в упо\u00adтреблении."], ["Новый абзац."]]
    page, losses = read(pdf(pages, title="Правила возврата"))
    assert page.body == "Товар можно воз-\nвратить, если он\nне был в упо\u00adтреблении.\n\nНовый абзац.\n"
    assert page.title == "Правила возврата"
    assert not losses


def test_no_line_becomes_a_heading():
    """What looks like one is escaped; a program's own title is none."""
    page, _ = read(pdf([["# comment", "``` x", "text"]], title="Microsoft Word - a.doc"))
    assert page.body == "\\# comment\n\\``` x\ntext\n"
    assert not outline(page.body)
    assert page.title is None


def test_headers_footers_and_empty_pages_are_counted():
    """Lines on most pages, but for the number of the page; other numbers make other lines."""
    pages = [["Регламент", f"Правило {n} важно.", f"Это {n}-е.", f"Страница {n} из 4"] for n in range(1, 4)]
    page, losses = read(pdf([*pages, []]))
    assert page.body == "\n\n".join(f"Правило {n} важно.\nЭто {n}-е." for n in range(1, 4)) + "\n"
    assert losses == [
        "lost: PDF pages without text: 1 (a.pdf page 4)",
        "lost: lines repeated at the top or bottom of PDF pages: 6 (Регламент, Страница 1 из 4, Страница 2 из 4, …)",
    ]


def test_the_same_page_many_times_is_no_header():
    """Text is never lost to nothing."""
    page, losses = read(pdf([["Правило."]] * 4))
    assert page.body.count("Правило.") == 4
    assert not losses


def test_a_scan_has_no_text():
    """Its pages are counted."""
    page, losses = read(pdf([[], []]))
    assert page.body == ""
    assert losses == ["lost: PDF pages without text: 2 (a.pdf page 1, a.pdf page 2)"]


def test_a_password_is_a_problem_unless_it_is_empty():
    """Many files are encrypted only against changes."""
    with pytest.raises(InputError, match=r"^a\.pdf: has a password; save it without, or leave it out$"):
        read(pdf([["text"]], password="secret"))
    assert read(pdf([["text"]], password=""))[0].body == "text\n"


@pytest.mark.parametrize("data", [b"%PDF-1.4 cut", b"nothing", pdf([["text"]])[:200]])
def test_a_broken_file_is_named_and_nothing_else_is_written(data, capfd, caplog):
    """The reader's own complaints are not shown."""
    with pytest.raises(InputError, match=r"^a\.pdf: is no PDF that can be read"):
        read(data)
    assert capfd.readouterr() == ("", "")
    assert not caplog.text
