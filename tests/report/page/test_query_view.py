import pytest

from report.page.reading import choose, opened
from report.page.rendering import page_text
from report.page.sample import HEADLINE


def parts(flat):
    return list(zip(flat[::2], flat[1::2], strict=True))


@pytest.mark.parametrize("way", ["click", "row", "keyboard", "link"])
def test_opening(visit, written, way):
    """A query opens by its link, its row, Enter and an address; Escape leads back to where it was."""
    page = visit(written, "#q=q-0003" if way == "link" else "")
    link = page.locator("tr[data-query='3'] a")
    if way == "click":
        link.click()
    elif way == "row":
        page.locator("tr[data-query='3'] .outcome").first.click()
    elif way == "keyboard":
        link.focus()
        page.keyboard.press("Enter")
    view = opened(page, "q-0003")
    assert view.get_by_role("heading", level=2).evaluate("one => one === document.activeElement")
    assert not page.locator("#report").is_visible()
    page.keyboard.press("Escape")
    assert link.evaluate("one => one === document.activeElement")
    assert page.locator("#report").is_visible()
    assert page.evaluate("location.hash") == ""


def test_order_of_the_list(page, sample):
    """The query before and after are those of the filtered list; the ends have no further step."""
    met = [at for at, one in enumerate(sample[0]["outcomes"][2]["met"]) if one == 0]
    ids = [sample[0]["queries"]["id"][at] for at in met]
    choose(page, "Исход", "wide", "не выполнен")
    page.locator(f"tr[data-query='{met[0]}'] a").click()
    view = opened(page, ids[0])
    assert view.get_by_label("Предыдущий запрос").get_attribute("aria-disabled") == "true"
    for name in ids[1:3]:
        view.get_by_label("Следующий запрос").press("Enter")
        opened(page, name)
        assert view.get_by_label("Следующий запрос").evaluate("one => one === document.activeElement")
    assert f"3 из {len(met)}" in view.locator(".steps").inner_text()
    page.go_back()
    page.wait_for_selector("#report:not([hidden])")
    assert page.get_by_role("status").inner_text() == f"Запросов: {len(met)} из 130"


def test_position_is_kept(page):
    """Who comes back from a query stands where they left, on the same page of the list."""
    page.locator("[data-step='page.next']").click()
    page.locator("tr[data-query='95'] a").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.locator("tr[data-query='95'] a").click()
    opened(page, "q-0095").get_by_role("link", name="К списку").click()
    assert page.evaluate("scrollY") == before > 0
    assert page.locator("tr[data-query='95'] a").evaluate("one => one === document.activeElement")


def test_unknown_query(visit, written):
    """A link to a query that the report does not have says so."""
    page = visit(written, "#q=q-gone")
    assert (
        opened(page, "q-gone").get_by_role("heading", level=2).inner_text()
        == "Запроса q-gone в этом отчёте нет."
    )


def test_sets(visit, written, sample):
    """Sets with their passages' texts, joined by "together with" inside and "or" between."""
    data, texts = sample
    view = opened(visit(written, "#q=q-0001"), "q-0001")
    assert view.locator(".set .together").all_inner_texts() == ["вместе с"]
    assert view.locator(".sets > .or").all_inner_texts() == ["или"]
    members = [passage for one in data["queries"]["sets"][1] for passage in one]
    assert view.locator(".set .text").all_text_contents() == [texts["passages"][at] for at in members]
    assert view.locator(".set code").all_inner_texts() == [data["passages"]["id"][at] for at in members]
    facts = view.locator(".facts").first.inner_text()
    assert "2026-11-01" in facts
    assert "проверена" in facts


def test_systems(visit, written, sample):
    """Each system's results in order, with what they carry, their marks, what is missing and where to look."""
    data, texts = sample
    at = next(q for q in range(130) if data["outcomes"][1]["met"][q] == 0 and data["symptoms"][1][q])
    view = opened(visit(written, f"#q={data['queries']['id'][at]}"), data["queries"]["id"][at])
    column = view.get_by_label("ngram", exact=True)
    members = list(dict.fromkeys(one for members in data["queries"]["sets"][at] for one in members))
    names = {passage: f"§{place}" for place, passage in enumerate(members, 1)}
    rows = column.locator(".hits li")
    assert rows.count() == len(data["hits"][1][at])
    for place, (chunk, rank, flags, carries) in enumerate(data["hits"][1][at]):
        row = rows.nth(place)
        assert row.locator(".rank").inner_text().split() == ["позиция", str(rank)]
        words = {
            1: "повтор",
            2: "вне срока действия",
            4: "предмет не из нужных",
            8: "вредный",
            16: "нет в снимке",
        }
        marks = [words[bit] for bit in words if flags & bit]
        assert [one.split(":")[0] for one in row.locator(".flag").all_inner_texts()] == marks
        share = {1: "несёт {}", 0.42: "несёт 42 % от {}"}
        carried = [share[part].format(names[passage]) for passage, part in parts(carries)]
        assert row.locator(".chip").all_inner_texts() == carried
        assert row.locator(".text").text_content() == texts["chunks"][chunk]
    assert column.locator(".below li").count() == sum(hit[1] > HEADLINE for hit in data["hits"][1][at])
    missing = [names[passage] for passage in data["outcomes"][1]["missing"][at]]
    assert column.locator(".missing .chip").all_inner_texts() == missing
    kinds = [data["symptom_kinds"][one[0]] for one in data["symptoms"][1][at]]
    assert column.locator(".symptoms dd").all_inner_texts() == [kind["next"] for kind in kinds]


def test_folding(visit, written):
    """A text is folded after five lines and opens; what it carries verbatim is marked."""
    view = opened(visit(written, "#q=q-0001"), "q-0001")
    text = view.locator(".hits .text").first
    height = text.bounding_box()["height"]
    button = view.locator(".hits .fold").first
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    assert text.bounding_box()["height"] > height
    button.click()
    assert text.bounding_box()["height"] == height


def test_texts_that_are_cut(visit, tmp_path, sample):
    """They say how much is left out, and whether what is marked may stand there; the button promises no whole."""
    data, texts = sample
    at = next(
        q
        for q in range(130)
        if data["hits"][1][q] and data["hits"][1][q][0][3] and not data["hits"][1][q][1][3]
    )
    (carrying, *_), (other, *_) = data["hits"][1][at][:2]
    cut = {**texts, "chunks": [*texts["chunks"]], "left": [0] * len(texts["chunks"])}
    for chunk, n in ((carrying, 1234), (other, 56)):
        cut["chunks"][chunk], cut["left"][chunk] = "слово " * 150 + "…", n
    path = tmp_path / "report.html"
    path.write_text(page_text(data, cut))
    query = data["queries"]["id"][at]
    rows = opened(visit(path, f"#q={query}"), query).get_by_label("ngram", exact=True).locator(".hits li")
    assert (
        rows.nth(0)
        .locator(".left")
        .inner_text()
        .endswith("ещё символов 1234; там может стоять и неотмеченный фрагмент.")
    )
    assert rows.nth(1).locator(".left").inner_text().endswith("ещё символов 56.")
    assert [rows.nth(place).locator(".fold").inner_text() for place in (0, 1)] == ["Больше текста"] * 2
    whole = next(place for place, hit in enumerate(data["hits"][1][at]) if not cut["left"][hit[0]])
    assert rows.nth(whole).locator(".left").count() == 0
    assert rows.nth(whole).locator(".fold").text_content() == "Весь текст"


def test_error(visit, written, sample):
    """A system's error is said where its results would stand."""
    data = sample[0]
    system, at = next((s, q) for s in range(3) for q in range(130) if data["outcomes"][s]["error"][q])
    view = opened(visit(written, f"#q={data['queries']['id'][at]}"), data["queries"]["id"][at])
    column = view.get_by_label(data["systems"][system]["name"], exact=True)
    assert "HTTP 503" in column.locator(".error").inner_text()
    assert "не измерено: сбой системы" in column.locator(".badges").inner_text()
    assert column.get_by_text("Выдача пустая.").is_visible()


def test_without_texts(visit, tmp_path, sample):
    """Where texts are not included, ids stand in their place and no text is in the file."""
    data = {**sample[0], "texts": False, "queries": {**sample[0]["queries"], "text": [None] * 130}}
    path = tmp_path / "report.html"
    path.write_text(page_text(data, None))
    page = visit(path)
    assert page.locator("tr[data-query='1'] a").inner_text() == "q-0001"
    page.locator("tr[data-query='1'] a").click()
    view = opened(page, "q-0001")
    assert view.get_by_role("heading", level=2).inner_text() == "q-0001"
    assert view.locator(".set code").count() == 3
    assert view.locator(".text").count() == 0
    assert view.get_by_text("текст не включён").count() > 3
