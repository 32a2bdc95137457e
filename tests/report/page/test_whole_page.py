"""The page as the stage writes it, in a browser."""

import pytest

import shop
from assay.report.page.document import page_bytes
from report.page.reading import beyond, cut, opened, shown, until


@pytest.fixture(scope="module")
def report(made, templates, tmp_path_factory):
    """Writes the shop's page."""

    def written(lang, *, texts=True):
        material = shop.material(made, lang, texts=texts)
        path = tmp_path_factory.mktemp("whole") / "report.html"
        path.write_bytes(page_bytes(material, shop.comparisons(material, alike=True), templates))
        return material, path

    return written


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "texts"), [("ru", True), ("en", False)])
def test_whole_page(visit, report, lang, texts):
    """Every query of the report is listed and opens, every chart is drawn, axe finds nothing."""
    from axe_playwright_python.sync_playwright import Axe

    material, path = report(lang, texts=texts)
    page = visit(path)
    page.emulate_media(media="print")
    until(page, "[...document.querySelectorAll('.drawing')].every((one) => one.querySelector('svg path'))")
    assert beyond(page) == []
    page.emulate_media(media="screen")
    assert page.locator(".drawing").count() > 3
    assert shown(page) == material.queries["query_id"].to_list()
    assert Axe().run(page).violations_count == 0
    for query, text in material.queries.select("query_id", "query").iter_rows():
        page.locator(".rows tr[data-query]", has=page.get_by_text(query, exact=True)).locator("a").click()
        view = opened(page, query)
        assert view.locator("h2").text_content() == (text if texts else query)
        assert view.locator(".system").count() == len(material.systems)
        page.keyboard.press("Escape")
    assert Axe().run(page).violations_count == 0


def test_links_to_queries(visit, report):
    """A regression, an improvement, a question without an answer opens its query."""
    _, path = report("ru")
    page = visit(path)
    page.evaluate("document.querySelectorAll('#changes details').forEach((one) => { one.open = true; })")
    for place in ("changes", "nothing"):
        link = page.locator(f"#{place} th a").first
        query = link.text_content()
        link.click()
        assert opened(page, query).locator(".system").count() == 2
        page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [360, 1280])
def test_charts_are_whole(visit, report, width):
    """No title, label or number of a chart of the report is cut, on a phone either."""
    _, path = report("ru")
    page = visit(path, viewport={"width": width, "height": 800})
    for chart in page.locator(".drawing").all():
        chart.scroll_into_view_if_needed()
    until(page, "[...document.querySelectorAll('.drawing')].every((one) => one.querySelector('svg path'))")
    assert cut(page) == []
