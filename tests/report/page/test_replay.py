"""A replay in a browser: readable by everybody, on any screen and on paper."""

import pytest

from assay.evidence.replay import replay
from assay.report.replay.document import document
from evidence import replays

PAPER = {"width": 688, "height": 1000}  # A4 within the margins of the page


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The replay in which everything occurs, as a file, by language."""

    def of(lang):
        old, new, rows, gold = replays.everything()
        path = tmp_path_factory.mktemp("replay") / "replay.html"
        path.write_text(document(replay(old, new, rows.values(), gold), lang, "html", texts=True))
        return path

    return of


@pytest.mark.parametrize(
    ("scheme", "lang", "width"),
    [("light", "ru", 1280), ("dark", "en", 360), ("dark", "ru", 1280), ("light", "ru", 360)],
)
def test_accessibility(visit, written, scheme, lang, width):
    """The tool axe finds nothing; nothing scrolls sideways but tables in their boxes; it needs no script."""
    from axe_playwright_python.sync_playwright import Axe

    page = visit(written(lang), ready="main", color_scheme=scheme, viewport={"width": width, "height": 800})
    found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}})
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_claims_are_beside_each_other_where_there_is_room(visit, written):
    """Else one above the other; then nothing stands for a claim that an answer does not have."""
    page = visit(written("ru"), ready="main")
    first, second = (
        one.bounding_box() for one in page.locator(".pairs .sides >> nth=0").locator(".side").all()
    )
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] <= second["x"]
    page.set_viewport_size({"width": 360, "height": 800})
    first, second = (
        one.bounding_box() for one in page.locator(".pairs .sides >> nth=0").locator(".side").all()
    )
    assert first["y"] + first["height"] <= second["y"]
    assert not page.locator(".side.none").first.is_visible()


def test_print(visit, written):
    """Everything is on paper, within it; in the colours of paper."""
    page = visit(written("ru"), ready="main", viewport=PAPER, color_scheme="dark", java_script_enabled=False)
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    assert all(one.is_visible() for one in page.locator("section h2, .pairs > li, .scroll tr").all())
    assert not page.locator("nav.contents").is_visible()
