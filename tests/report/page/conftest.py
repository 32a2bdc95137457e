import pytest

from browser import CHROMIUM, FLAGS
from report.page import recorded
from report.page.reading import until
from report.page.rendering import page_text
from report.page.sample import payload

QUERIES = 130  # three pages of the list


@pytest.fixture(scope="session")
def browser():
    """One Chromium for all tests."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        shared = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield shared
        shared.close()


@pytest.fixture(scope="session")
def sample():
    """Data and texts of the page most tests open."""
    return payload(QUERIES)


@pytest.fixture(scope="session")
def written(sample, tmp_path_factory):
    """The page of the sample as a file, in Russian."""
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page_text(*sample))
    return path


@pytest.fixture(scope="session")
def recorded_answers(sample):
    """Evidence of answers to the queries of the sample."""
    return recorded.many(sample[0])


@pytest.fixture(scope="session")
def answered(sample, recorded_answers, tmp_path_factory):
    """The page of the sample with recorded answers as a file, in Russian."""
    path = tmp_path_factory.mktemp("answered") / "report.html"
    path.write_text(page_text(*sample, recorded=recorded_answers))
    return path


@pytest.fixture
def visit(browser):
    """Open a file; whatever the test does, the page asks for nothing else and has no word for the console."""
    contexts, asked, said = [], [], []

    def opened(path, anchor="", ready=None, **settings):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        address = path.as_uri()
        page.on(
            "request",
            lambda request: asked.append(request.url) if request.url.partition("#")[0] != address else None,
        )
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.goto(f"{address}{anchor}")
        if ready:
            page.wait_for_selector(ready)
        elif settings.get("java_script_enabled", True):
            until(page, "performance.getEntriesByName('first-rows').length")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert asked == []
    assert said == []


@pytest.fixture
def page(visit, written):
    """The page of the sample, opened."""
    return visit(written)
