import pytest

from report.page.reading import beyond, cut, opened, until
from report.page.rendering import page_text
from report.page.sample import payload

NARROW = {"width": 360, "height": 800}
PAPER = {"width": 688, "height": 1000}  # A4 within the margins of the page
MARKS = (
    "[...document.querySelectorAll('.drawing')].every((one) => one.querySelectorAll('svg path').length > 4)"
)


def drawn(page):
    """Waits until every chart has marks."""
    until(page, MARKS)


@pytest.mark.parametrize(
    ("scheme", "lang", "width"),
    [
        ("dark", "en", 1280),
        pytest.param("light", "ru", 360, marks=pytest.mark.slow),
        pytest.param("light", "ru", 1280, marks=pytest.mark.slow),
        pytest.param("dark", "en", 360, marks=pytest.mark.slow),
    ],
)
def test_accessibility(visit, tmp_path, width, scheme, lang):
    """The tool axe finds nothing, in the list and in a query, and the page has no sideways scroll."""
    from axe_playwright_python.sync_playwright import Axe

    path = tmp_path / "report.html"
    path.write_text(page_text(*payload(12), lang=lang))
    page = visit(path, color_scheme=scheme, viewport={"width": width, "height": 800})
    page.locator("#charts").scroll_into_view_if_needed()
    drawn(page)
    assert cut(page) == []
    assert page.locator("html").get_attribute("lang") == lang
    for view in ("list", "query"):
        found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}})
        assert found.violations_count == 0, f"{view}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") == width
        if view == "list":
            page.locator("tr[data-query='1'] a").click()
            opened(page, "q-0001")


def test_charts(page):
    """Each chart is drawn when it comes near, with marks, and is named by its title."""
    assert page.locator(".drawing svg").count() == 0
    page.locator("#charts").scroll_into_view_if_needed()
    drawn(page)
    assert page.locator(".drawing").count() == page.locator(".drawing svg").count() == 2
    assert page.get_by_role("img", name="bm25").count() == 2


def test_colour_scheme(page):
    """Another colour scheme draws the charts anew in its colours."""
    page.locator("#charts").scroll_into_view_if_needed()
    drawn(page)
    colour = "document.querySelector('.drawing svg .role-axis-label text').getAttribute('fill')"
    light = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    until(page, f"{colour} !== '{light}'")
    dark = page.evaluate(colour)
    page.emulate_media(color_scheme="light")
    until(page, f"{colour} !== '{dark}'")
    assert page.evaluate(colour) == light


def test_tooltip(page):
    """A mark that is pointed at says its values."""
    page.locator("#charts").scroll_into_view_if_needed()
    drawn(page)
    page.locator(".drawing").first.locator(".mark-symbol path").nth(1).hover(force=True)
    assert "value: 0.3" in page.locator(".tip").inner_text()


def test_print(visit, written):
    """On paper: no controls, everything open, all charts drawn in the colours of paper."""
    page = visit(written, color_scheme="dark")
    closed = page.locator("details:not([open])").count()
    assert closed
    page.emulate_media(media="print")
    drawn(page)
    assert page.locator("details:not([open])").count() == 0
    for name in (".contents", ".filters", ".bar input", ".bar select", ".pager", ".skip"):
        assert not page.locator(name).first.is_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--text')") == "#1b2226"
    page.emulate_media(media="screen")
    until(page, f"document.querySelectorAll('details:not([open])').length === {closed}")


def test_print_of_a_query(visit, written):
    """On paper a query's texts are whole."""
    page = visit(written, "#q=q-0001")
    text = opened(page, "q-0001").locator(".hits .text").first
    page.emulate_media(media="print")
    assert text.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    assert not page.locator(".fold").first.is_visible()
    assert not page.locator(".steps").is_visible()


def test_paper_holds_everything(visit, written):
    """Tables of any width, charts and a query's systems end where the paper does."""
    page = visit(written, viewport=PAPER)
    page.emulate_media(media="print")
    drawn(page)
    assert page.locator(".scroll").count() > 10
    assert (beyond(page), cut(page)) == ([], [])
    heights = "[...document.querySelectorAll('figure')].map((one) => one.getBoundingClientRect().height)"
    assert max(page.evaluate(heights)) < PAPER["height"]
    page.evaluate("location.hash = '#q=q-0001'")
    opened(page, "q-0001")
    assert beyond(page) == []


def test_what_goes_on_fades(visit, written):
    """A table that is wider than its place shows that, until its end is seen; one that is not does not."""
    page = visit(written, viewport=NARROW)
    wide, small = page.locator("#means .scroll").nth(2), page.locator("#gates .scroll")
    until(page, "document.querySelectorAll('#means .scroll.more').length > 1")
    assert "mask-image" in wide.evaluate(
        "one => [...getComputedStyle(one)].filter((n) => getComputedStyle(one)[n] !== 'none').join()"
    )
    wide.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    until(page, "!document.querySelectorAll('#means .scroll')[2].classList.contains('more')")
    page.set_viewport_size({"width": 1280, "height": 800})
    until(page, "!document.querySelector('#gates .scroll').classList.contains('more')")
    assert small.is_visible()


def test_gates_stand_by_the_verdict(page):
    """What fails is said above the comparisons, and leads to its table, which comes before all figures."""
    page.locator("#verdict .released a").click()
    assert page.evaluate("location.hash") == "#gates"
    order = page.locator("main > section").evaluate_all("all => all.map((one) => one.id)")
    assert order[:3] == ["verdict", "gates", "means"]


def test_without_scripts(visit, written):
    """Without JavaScript a sentence says what is missing, and everything else is there."""
    page = visit(written, java_script_enabled=False)
    page.get_by_text("JavaScript отключён").wait_for()
    assert not page.locator("#explorer").is_visible()
    assert not page.locator("#charts").is_visible()
    for name in ("verdict", "means", "changes", "nothing", "triage", "gates", "settings", "limits", "ids"):
        assert page.locator(f"#{name}").is_visible()


def test_keyboard(page):
    """The first key leads past the header; every control of the list can be reached and shows that it is."""
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    assert skip.evaluate("one => one === document.activeElement")
    until(page, "document.querySelector('.skip').getBoundingClientRect().top >= 0")
    search = page.get_by_label("Поиск по id")
    search.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert search.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.rows') !== null")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_motion(visit, written, motion):
    """Nothing moves by itself, whatever a person prefers: no animation, transition or gliding scroll."""
    page = visit(written, reduced_motion=motion)
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate(
        "[...document.querySelectorAll('*')].every((one) => getComputedStyle(one).transitionDuration === '0s')"
    )


def test_contents(page):
    """A name in the contents leads to its part, though charts above are drawn on the way."""
    page.locator(".contents").get_by_text("Запросы", exact=True).click()
    page.wait_for_timeout(300)
    assert abs(page.evaluate("document.getElementById('explorer').getBoundingClientRect().top")) < 40
    assert page.get_by_role("status").inner_text() == "Запросов: 130 из 130"
