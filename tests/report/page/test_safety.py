import copy
import re

import pytest

from report.page.reading import opened, shown, until
from report.page.rendering import page_text
from report.page.sample import payload

RUN = "window.hacked = true"
HOSTILE = [
    f"<script>{RUN}</script>",
    f'"><img src=x onerror="{RUN}">',
    f"javascript:{RUN}",
    f"</script><script>{RUN}</script>",
    f"</style></title><svg onload='{RUN}'>",
    f"' onmouseover='{RUN}' x='",
    "<!-- <script> --!>",
    "a\u2028b\u2029c",
    "\u202eright\u202c to \u200fleft",
    "{{ 7 * 7 }} {name} ${x} &lt;b&gt; %41+&q=1#2",
    "__proto__",
]


def test_hostile_list(visit, tmp_path):
    """Hostile texts in every table, chart and row stand there as text, and run nothing."""
    data, texts = payload(20, HOSTILE)
    data["systems"][1]["name"] = HOSTILE[1]
    path = tmp_path / "report.html"
    path.write_text(page_text(data, texts, odd=" ".join(HOSTILE)))
    page = visit(path)
    page.emulate_media(media="print")
    until(page, "[...document.querySelectorAll('.drawing')].every((one) => one.querySelector('svg'))")
    page.emulate_media(media="screen")
    assert page.locator(".rows tr[data-query] .question").all_text_contents()
    names = [page.locator(f"tr[data-query='{at}'] .id").text_content() for at in range(len(HOSTILE))]
    assert names == HOSTILE
    asked = [page.locator(f"tr[data-query='{at}'] .question").text_content() for at in range(len(HOSTILE))]
    assert asked == HOSTILE
    page.hover(".rows tr[data-query='5'] .question")
    assert page.locator(".verdicts .name").first.text_content() == " ".join(HOSTILE)
    assert page.locator("#means caption").first.text_content() == " ".join(HOSTILE)
    assert untouched(page)


EACH = [
    pytest.param(text, id=str(at), marks=[pytest.mark.slow] if at > 1 else [])
    for at, text in enumerate(HOSTILE)
]


@pytest.mark.parametrize("text", EACH)
def test_hostile_query(visit, tmp_path, text):
    """A hostile id is found, linked and opened as any other; its texts stand as text."""
    data, texts = payload(12, [text])
    data["systems"][1]["name"] = text
    path = tmp_path / "report.html"
    path.write_text(page_text(data, texts))
    page = visit(path)
    page.get_by_label("Поиск по id").fill(text)
    assert page.locator("tr[data-query='0']").count() == 1
    page.get_by_label("Порядок").select_option(index=3)
    page.locator("tr[data-query='0'] a").click()
    view = opened(page, text)
    assert view.locator("h2").text_content() == text
    assert view.locator(".set .text").first.text_content() == text
    assert view.locator(".hits .text").first.text_content() == text
    assert view.locator(".system h4 [dir]").nth(1).text_content() == text
    assert untouched(page)
    other = visit(path, page.evaluate("location.hash"))
    assert opened(other, text).locator("h2").text_content() == text
    other.keyboard.press("Escape")
    assert untouched(other)


def untouched(page):
    """Nothing ran, and no element came from a text."""
    foreign = "img, iframe, object, embed, [onerror], [onload], [onmouseover], [href^='javascript:']"
    return page.evaluate("window.hacked") is None and page.locator(foreign).count() == 0


def test_hostile_filter(visit, tmp_path):
    """A hostile value of a slice and a hostile name of a system filter as any other, also from the address."""
    data, texts = payload(20, HOSTILE)
    data["systems"][1]["name"] = HOSTILE[1]
    path = tmp_path / "report.html"
    path.write_text(page_text(data, texts))
    page = visit(path)
    for at, text in enumerate(HOSTILE):
        control = page.get_by_label("По разделу (папке) корпуса")
        control.select_option(index=control.locator("option").count() - len(HOSTILE) + at)
        assert shown(page) == [page.locator("tr[data-query] .id").inner_text()]
        assert page.locator("tr[data-query] .id").text_content() == text
    anchor = page.evaluate("location.hash")
    assert visit(path, anchor).locator("tr[data-query] .id").all_text_contents() == HOSTILE[-1:]
    assert untouched(page)


def test_policy(written):
    """The page's policy allows its own scripts and style by their hashes, and nothing else."""
    html = written.read_text()
    policy = re.search('<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)[1]
    assert policy.startswith("default-src &#39;none&#39;; ")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert not re.search(
        r"<[a-z][^<>]*\s(?:on[a-z]+|style)=", html.partition('<script type="application/json" id="words">')[0]
    )


def test_tampered_script(browser, written, tmp_path):
    """The policy holds: a script that is not the report's own does not run."""
    path = tmp_path / "tampered.html"
    html = written.read_text()
    path.write_text(html.replace("<h1>", f"<script>{RUN}</script><img src=x onerror='{RUN}'><h1>", 1))
    assert path.read_text() != html
    page = browser.new_page()
    page.goto(path.as_uri())
    until(page, "performance.getEntriesByName('first-rows').length")
    assert page.evaluate("window.hacked") is None
    page.close()


def test_old_browser(visit, tmp_path, sample):
    """A browser that cannot inflate the data says so, and the rest of the page stands."""
    data, texts = copy.deepcopy(sample)
    path = tmp_path / "report.html"
    path.write_text(page_text(data, texts).replace('id="data">', 'id="data">AAAA', 1))
    page = visit(path, ready=".note")
    assert page.get_by_text("Этот браузер не прочитал запросы").is_visible()
    assert page.locator("#means table").first.is_visible()
