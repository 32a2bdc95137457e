import pytest

from assay.report.evidence.html import document
from assay.report.page.plain import Table
from report.evidence import sample as answers_sample
from report.page import recorded
from report.page.reading import answer, beyond, until
from report.page.rendering import page_text
from report.page.sample import payload

NARROW = {"width": 360, "height": 800}
PAPER = {"width": 688, "height": 1000}  # A4 within the margins of the page
LOOKS = [
    ("dark", "en", 1280),
    ("light", "ru", 360),
    pytest.param("light", "ru", 1280, marks=pytest.mark.slow),
    pytest.param("dark", "en", 360, marks=pytest.mark.slow),
]
NOTHING = [
    Table(["run", "n"], [["help", 3]], 1, "by run"),
    Table(["answer", "part"], [["A-201", "цена"]], 0, "declined"),
]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The document of the answer with everything, by language."""

    def written(lang="ru"):
        evidence = answers_sample.evidence()
        path = tmp_path_factory.mktemp("alone") / "answer.html"
        path.write_text(document(evidence.tables[0], lang, evidence))
        return path

    return written


def violations(page):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}})
    return found.generate_report() if found.violations_count else ""


@pytest.mark.parametrize(("scheme", "lang", "width"), LOOKS)
def test_accessibility(visit, tmp_path, scheme, lang, width):
    """The tool axe finds nothing in the list and in an answer, closed and open; the page has no sideways scroll."""
    data, texts = payload(12)
    evidence = recorded.many(payload(60)[0])
    path = tmp_path / "report.html"
    path.write_text(page_text(data, texts, lang=lang, recorded=evidence, nothing=NOTHING))
    page = visit(path, color_scheme=scheme, viewport={"width": width, "height": 800})
    assert violations(page) == ""
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.evaluate("location.hash = '#a=A-100'")
    view = answer(page, "A-100")
    assert violations(page) == ""
    view.locator(".all").click()
    until(page, "document.querySelectorAll('.beside').length > 5")
    assert violations(page) == ""
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(("scheme", "lang", "width"), LOOKS)
def test_accessibility_of_the_document(visit, alone, scheme, lang, width):
    """Nor in a document of its own, which asks for nothing and says nothing to the console."""
    page = visit(alone(lang), ready=".answer", color_scheme=scheme, viewport={"width": width, "height": 800})
    assert violations(page) == ""
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("html").get_attribute("lang") == lang


@pytest.mark.parametrize("scripts", [True, False])
def test_print_of_the_document(visit, alone, scripts):
    """On paper every row, every earlier row and every fragment is there, once, and nothing reaches beyond it."""
    page = visit(alone(), ready=".answer", viewport=PAPER, java_script_enabled=scripts)
    page.emulate_media(media="print")
    assert page.locator(".claim .row").count() == 11
    assert all(one.is_visible() for one in page.locator(".claim .row, .fragments > .fragment").all())
    assert page.locator(".former .opinion").evaluate("one => one.getBoundingClientRect().height") > 0
    assert not any(one.is_visible() for one in page.locator(".beside, .all").all())
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    line = page.locator(".words .said.contradicts").first
    assert line.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"


def test_print_of_an_answer(visit, answered):
    """In the page too: rows that were closed are open on paper, in the colours of paper, and closed afterwards."""
    page = visit(answered, "#a=A-100", color_scheme="dark", viewport=PAPER)
    view = answer(page, "A-100")
    assert view.locator(".claim[open]").count() == 0
    page.emulate_media(media="print")
    until(page, "document.querySelectorAll('#query details:not([open])').length === 0")
    assert all(one.is_visible() for one in view.locator(".claim .row, .fragments > .fragment .text").all())
    assert not view.locator(".steps").is_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--text')") == "#1b2226"
    assert (beyond(page), page.evaluate("document.documentElement.scrollWidth")) == ([], PAPER["width"])
    page.emulate_media(media="screen")
    until(page, "document.querySelectorAll('#query .claim[open]').length === 0")


def test_the_document_without_scripts(visit, alone):
    """It is whole: rows are open, a number leads to its row, also into one that was closed, a fragment back."""
    page = visit(alone(), ready=".answer", java_script_enabled=False)
    assert page.locator(".claim[open]").count() == 11
    assert not page.locator(".all").is_visible()
    page.locator(".claim > summary").nth(3).click()
    assert not page.locator("#claim-4").is_visible()
    page.locator("#at-4").click()
    assert page.locator("#claim-4").is_visible()
    assert page.url.endswith("#claim-4")
    page.locator("#claim-4 .of-evidence a").first.click()
    assert page.locator("#fragment-1:target .text").text_content() == answers_sample.TERM


def test_the_document_with_scripts(visit, alone):
    """It behaves as the page does: Enter on highlighted words goes to their row, Escape back."""
    page = visit(alone(), ready=".answer")
    words = page.locator("a.said[href='#claim-5']").first
    words.focus()
    page.keyboard.press("Enter")
    summary = page.locator(".claim:has(#claim-5) > summary")
    assert summary.evaluate("one => one === document.activeElement")
    assert page.locator("#claim-5 .beside .text").text_content() == answers_sample.COURIER
    page.keyboard.press("Escape")
    assert words.evaluate("one => one === document.activeElement")


def test_the_document_is_printed_whole(visit, alone):
    """Also where a browser prints nothing of what is folded, as earlier rows are: it is opened, and folded again afterwards."""
    page = visit(alone(), ready=".answer")
    assert page.locator(".former[open]").count() == 0
    page.emulate_media(media="print")
    until(page, "document.querySelectorAll('.former[open]').length === 1")
    page.emulate_media(media="screen")
    until(page, "document.querySelectorAll('.former[open]').length === 0")


def test_the_page_without_scripts(visit, tmp_path):
    """Counts by run, the matrix and the lists are read; the list of answers, which cannot be, is not promised."""
    data, texts = payload(12)
    path = tmp_path / "report.html"
    path.write_text(page_text(data, texts, recorded=recorded.few(data, 3), nothing=NOTHING))
    page = visit(path, java_script_enabled=False)
    section = page.locator("#answers")
    captions = [one.strip() for one in section.locator("caption").all_inner_texts()]
    assert captions == ["Счётчики по прогонам", "Что видно, по цитатам", "by run", "declined"]
    assert "ответов записано" in section.inner_text()
    assert section.locator("a").get_attribute("href") == "#a=A-201"
    assert not page.locator("#answers-place").is_visible()
    assert page.locator(".contents a[href='#answers']").is_visible()


def test_no_answers(visit, tmp_path):
    """Where none are recorded, nothing of them is in the page: neither section, nor name, nor data, nor script."""
    path = tmp_path / "report.html"
    path.write_text(page_text(*payload(12)))
    html = path.read_text().partition('id="vega"')[0]
    assert [
        one for one in ("answers-list", "answers-html", "claims", ".said", "#claim-") if one in html
    ] == []
    page = visit(path)
    assert page.locator("#answers").count() == 0
    page.evaluate("location.hash = '#a=A-100'")
    assert page.locator("#report").is_visible()
