import pytest

from report.page import recorded
from report.page.reading import answer, answers, opened
from report.page.rendering import page_text
from report.page.sample import payload

RUN, VERDICT, STATE = "Прогон", "Вердикт", "Состояние"
STANDING = {
    "подтверждено": "supported",
    "не подтверждено": "unsupported",
    "противоречит фрагменту": "contradicts",
}
STATES = {
    "всё оценено": "done",
    "оценено не всё": "open",
    "оценки расходятся": "disputed",
    "утверждений ещё нет": "none",
}
SEARCH = "Поиск по id и запросам ответов"


@pytest.fixture
def page(visit, answered):
    """The page with recorded answers, opened."""
    return visit(answered)


def count(page):
    return page.locator("#answers [role=status]").inner_text()


def choose(page, name, label):
    """Choose the option that begins with ``label``; its number of answers."""
    control = page.locator("#answers .filters").get_by_label(name)
    texts = control.locator("option").all_inner_texts()
    at = next(at for at, text in enumerate(texts) if text.split(" · ")[0] == label)
    control.select_option(index=at)
    return int(texts[at].split(" · ")[1])


def test_all_answers(page, recorded_answers):
    """Every answer is listed, fifty at a time, and how many there are is said."""
    wanted = [one.answer.id for one in recorded_answers.tables]
    assert page.locator("#answers tr[data-answer]").count() == 50
    assert count(page) == f"Ответов: {len(wanted)} из {len(wanted)}"
    assert answers(page) == wanted


@pytest.mark.parametrize("label", [*STANDING, *STATES])
def test_filters(page, recorded_answers, label):
    """A verdict leaves answers with such a claim, a state those in it; a reset shows all again."""
    found = recorded.states(recorded_answers)
    if label in STANDING:
        wanted = [name for name, (standings, _) in found.items() if STANDING[label] in standings]
    else:
        wanted = [name for name, (_, state) in found.items() if state == STATES[label]]
    n = choose(page, VERDICT if label in STANDING else STATE, label)
    assert n == len(wanted) > 0
    assert count(page).startswith(f"Ответов: {n} из")
    assert answers(page) == wanted
    assert page.locator("#answers .filters summary").inner_text() == "Фильтры: 1"
    page.locator("#answers").get_by_role("button", name="Сбросить всё").click()
    assert len(answers(page)) == len(found)


def test_run_and_search(page, sample):
    """A run and words of a question hold together; without case, ё being е; ids are searched too."""
    assert choose(page, RUN, recorded.HELP) == recorded.MANY
    page.get_by_label(SEARCH).fill("ничего такого")
    assert page.get_by_text("Ни один ответ не подходит").is_visible()
    page.get_by_label(SEARCH).fill("отмененный ЗАКАЗ")
    queries = sample[0]["queries"]["text"][: recorded.MANY]
    assert answers(page) == [f"A-2{n:02}" for n, text in enumerate(queries) if "отменённый заказ" in text]
    page.get_by_label(SEARCH).fill("a-219")
    assert answers(page) == ["A-219"]
    assert sample[0]["queries"]["id"][19] == "q-0019"
    page.get_by_label(SEARCH).fill("q-0019")
    assert answers(page) == ["A-219"]


def test_counts_of_an_answer(page):
    """How many claims stand how: a sign and a number each, the word for who does not see it; state and run."""
    page.get_by_label(SEARCH).fill("A-017")
    row = page.locator("#answers tr[data-answer]")
    assert row.locator(".tally").all_text_contents() == [
        "◐ 1подтверждено частично: 1; ",
        "✗ 1не подтверждено: 1; ",
        "≠ 2противоречит фрагменту: 2; ",
    ]
    assert row.locator(".state").inner_text() == "всё оценено"
    assert row.locator(".run").inner_text() == "shop/2026-03-02"
    legend = page.locator("#answers .rows .standings li").all_inner_texts()
    assert "≠ противоречит фрагменту" in [" ".join(text.split()) for text in legend]


def test_the_list_is_its_own(page, visit, answered):
    """What is chosen here stands in the address beside what is chosen of queries, and neither changes the other."""
    choose(page, STATE, "оценено не всё")
    page.get_by_label("По языку").select_option(index=2)
    page.get_by_label("Поиск по id и тексту вопроса").fill("refund")
    kept = answers(page), page.locator("#explorer [role=status]").inner_text()
    anchor = page.evaluate("location.hash")
    other = visit(answered, anchor)
    assert (answers(other), other.locator("#explorer [role=status]").inner_text()) == kept
    other.locator("#explorer").get_by_role("button", name="Сбросить всё").click()
    assert answers(other) == kept[0]
    assert other.evaluate("location.hash") == "#answers.state=open"


def test_address_of_another_report(visit, answered, recorded_answers):
    """A run, a verdict or a state that this report does not have is left out of a link's conditions."""
    other = visit(answered, "#answers.run=gone&answers.standing=better&answers.state=x&answers.page=99")
    assert other.locator("#answers .filters summary").inner_text() == "Фильтры"
    names = other.locator("#answers tr[data-answer] .id").all_inner_texts()
    assert names == [one.answer.id for one in recorded_answers.tables][50:]


@pytest.mark.parametrize("way", ["click", "row", "keyboard", "link"])
def test_opening(visit, answered, way):
    """An answer opens by its link, its row, Enter and an address; Escape leads back to where it was."""
    page = visit(answered, "#a=A-203" if way == "link" else "")
    link = page.locator("tr[data-answer='3'] a")
    if way == "click":
        link.click()
    elif way == "row":
        page.locator("tr[data-answer='3'] .state").click()
    elif way == "keyboard":
        link.focus()
        page.keyboard.press("Enter")
    view = answer(page, "A-203")
    assert view.get_by_role("heading", level=2).evaluate("one => one === document.activeElement")
    assert not page.locator("#report").is_visible()
    assert page.title() == "A-203 · Отчёт о поиске"
    page.keyboard.press("Escape")
    assert link.evaluate("one => one === document.activeElement")
    assert page.locator("#report").is_visible()
    assert page.evaluate("location.hash") == ""


def test_order_of_the_list(page):
    """The answer before and after are those of the filtered list, by keys too; the browser's way back leads to it."""
    choose(page, STATE, "всё оценено")
    names = answers(page)
    page.locator("#answers tr[data-answer] a").first.click()
    view = answer(page, names[0])
    assert view.get_by_label("Предыдущий ответ").get_attribute("aria-disabled") == "true"
    for name in names[1:3]:
        view.get_by_label("Следующий ответ").press("Enter")
        answer(page, name)
        assert view.get_by_label("Следующий ответ").evaluate("one => one === document.activeElement")
    assert f"3 из {len(names)}" in view.locator(".steps").inner_text()
    page.go_back()
    page.wait_for_selector("#report:not([hidden])")
    assert count(page).startswith(f"Ответов: {len(names)} из")


def test_position_is_kept(page):
    """Who comes back from an answer stands where they left, on the same page of the list."""
    page.locator("#answers [data-step='page.next']").click()
    page.locator("tr[data-answer='55'] a").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.locator("tr[data-answer='55'] a").click()
    answer(page, "A-255").get_by_role("link", name="К списку ответов").click()
    assert page.evaluate("scrollY") == before > 0
    assert page.locator("tr[data-answer='55'] a").evaluate("one => one === document.activeElement")


def test_unknown_answer(visit, answered):
    """A link to an answer that the report does not have says so."""
    page = visit(answered, "#a=A-9")
    assert opened(page, "A-9").get_by_role("heading", level=2).inner_text() == "Ответа A-9 в этом отчёте нет."


def test_from_a_query_to_its_answers_and_back(visit, answered):
    """A query names the answers that were recorded to it, an answer its query; other queries name none."""
    page = visit(answered, "#q=q-0003")
    opened(page, "q-0003").locator(".answered a").click()
    view = answer(page, "A-203")
    assert page.evaluate("location.hash") == "#a=A-203"
    view.get_by_role("link", name="этот запрос в отчёте").click()
    assert opened(page, "q-0003").locator(".answered a").all_inner_texts() == ["A-203"]
    page.go_back()
    answer(page, "A-203")
    page.keyboard.press("Escape")
    assert page.locator("tr[data-answer='3'] a").evaluate("one => one === document.activeElement")
    page.evaluate("location.hash = '#q=q-0090'")
    assert opened(page, "q-0090").locator(".answered").count() == 0
    page.evaluate("location.hash = '#a=A-100'")
    assert answer(page, "A-100").locator(".asked").count() == 0


def test_the_same_id_in_another_system(visit, tmp_path):
    """An id that a system gave a question of its own is not taken for the query of the gold set that has it too."""
    data, texts = payload(12)
    queries = {**data["queries"], "text": ["Другой вопрос?", *data["queries"]["text"][1:]]}
    path = tmp_path / "report.html"
    path.write_text(page_text({**data, "queries": queries}, texts, recorded=recorded.few(data, 2)))
    page = visit(path, "#a=A-200")
    assert answer(page, "A-200").locator(".asked").count() == 0
    page.evaluate("location.hash = '#a=A-201'")
    assert answer(page, "A-201").locator(".asked").count() == 1
