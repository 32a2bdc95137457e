import pytest

from report.page.reading import choose, shown

GROUPS, OUTCOME, CHANGE = "Группы", "Исход", "Изменение к базовой системе"
MET = {"выполнен": 1, "не выполнен": 0, "не измерено": None}
CHANGED = {"стало хуже": "regressions", "стало лучше": "improvements"}
FILTERS = [
    (GROUPS, "По типу вопроса", "перефразировка"),
    (GROUPS, "По типу вопроса", "нет ответа"),
    (GROUPS, "По языку", "en"),
    (GROUPS, "По разделу (папке) корпуса", "payment"),
    (GROUPS, "По разделу (папке) корпуса", "нет"),
    *((OUTCOME, system, label) for system in ("bm25", "wide") for label in MET),
    *((CHANGE, system, label) for system in ("ngram", "wide") for label in CHANGED),
]


def expected(data, *conditions):
    """Ids that fit all conditions, computed without the page."""
    return [
        name
        for at, name in enumerate(data["queries"]["id"])
        if all(_fits(data, at, *one) for one in conditions)
    ]


def _fits(data, at, group, name, label):
    system = next((place for place, one in enumerate(data["systems"]) if one["name"] == name), None)
    if group == OUTCOME:
        return data["outcomes"][system]["met"][at] == MET[label]
    if group == CHANGE:
        return at in data["changes"][system][CHANGED[label]]
    which, values = next((at, one["values"]) for at, one in enumerate(data["slices"]) if one["label"] == name)
    flat = data["queries"]["groups"][at]
    return (which, [one["label"] for one in values].index(label)) in zip(flat[::2], flat[1::2], strict=True)


def test_first_rows(page, sample):
    """Fifty rows by id, with how many there are of how many."""
    assert page.locator(".rows tr[data-query] .id").all_inner_texts() == sample[0]["queries"]["id"][:50]
    assert page.get_by_role("status").inner_text() == "Запросов: 130 из 130"
    assert shown(page) == sample[0]["queries"]["id"]


@pytest.mark.parametrize("condition", FILTERS, ids=" ".join)
def test_one_filter(page, sample, condition):
    """Each filter alone leaves the queries that a plain computation finds, and says how many."""
    choose(page, *condition)
    wanted = expected(sample[0], condition)
    assert wanted
    assert page.get_by_role("status").inner_text() == f"Запросов: {len(wanted)} из 130"
    assert shown(page) == wanted


def test_two_filters(page, sample):
    """Filters and the search hold together; a reset shows all again."""
    both = [(GROUPS, "По языку", "ru"), (CHANGE, "wide", "стало хуже")]
    for condition in both:
        choose(page, *condition)
    wanted = expected(sample[0], *both)
    assert 0 < len(wanted) < len(expected(sample[0], both[1]))
    assert shown(page) == wanted
    page.get_by_label("Поиск по id").fill(wanted[0])
    assert shown(page) == wanted[:1]
    page.get_by_label("Поиск по id").fill("ничего такого")
    assert page.get_by_text("Ни один запрос не подходит").is_visible()
    page.get_by_role("button", name="Сбросить всё").click()
    assert shown(page) == sample[0]["queries"]["id"]


@pytest.mark.parametrize("typed", ["ПРИВЕЗЕТ", "отменЁнный ЗАКАЗ", "Q-001", "how long", " (7) "])
def test_search(page, sample, typed):
    """The search is in ids and questions, without case, ё being е."""

    def folded(text):
        return text.lower().replace("ё", "е")

    queries = sample[0]["queries"]
    named = zip(queries["id"], queries["text"], strict=True)
    wanted = [name for name, text in named if folded(typed.strip()) in folded(f"{name}\n{text}")]
    page.get_by_label("Поиск по id").fill(typed)
    assert 0 < len(wanted) < len(queries["id"])
    assert shown(page) == wanted


def test_sorting(page, sample):
    """By id, by how many systems fail, by a value in both directions: what has none comes last, ties by id."""
    data, order = sample[0], page.get_by_label("Порядок")
    everything = list(enumerate(data["queries"]["id"]))

    def by(key):
        return [name for at, name in sorted(everything, key=lambda one: (*key(one[0]), one[1]))]

    order.select_option(label="по числу систем, где не выполнен")
    assert shown(page) == by(lambda at: (-sum(one["met"][at] == 0 for one in data["outcomes"]),))
    order.select_option(label="recall@5 · wide")
    values = data["outcomes"][2]["values"][2]
    assert shown(page) == by(lambda at: (values[at] is None, values[at] or 0))
    page.get_by_role("button", name="по возрастанию").click()
    assert shown(page) == by(lambda at: (values[at] is None, -(values[at] or 0)))
    order.select_option(label="по id")
    page.get_by_role("button", name="по возрастанию").click()
    assert shown(page) == data["queries"]["id"][::-1]


def test_address(page, visit, written):
    """The address holds what is chosen: another window opened there shows the same."""
    choose(page, GROUPS, "По разделу (папке) корпуса", "нет")
    choose(page, GROUPS, "По языку", "ru")
    page.get_by_label("Порядок").select_option(label="coverage@5 · ngram")
    page.get_by_role("button", name="по возрастанию").click()
    page.get_by_label("Поиск по id").fill("q-")
    anchor = page.evaluate("location.hash")
    other = visit(written, anchor)
    assert shown(other) == shown(page)
    for label in ("По языку", "По разделу (папке) корпуса", "Порядок", "Поиск по id"):
        assert other.get_by_label(label).input_value() == page.get_by_label(label).input_value()
    assert other.locator("details.filters summary").inner_text() == "Фильтры: 2"


def test_address_of_another_report(visit, written, sample):
    """What this report does not have is left out of a link's conditions, and no section is taken for a filter."""
    other = visit(written, "#slices.team=x&outcomes.gone=met&changes.bm25=regression&slices.lang=fr&page=99")
    assert other.locator("details.filters summary").inner_text() == "Фильтры"
    assert other.locator(".rows tr[data-query] .id").all_inner_texts() == sample[0]["queries"]["id"][100:]
    assert visit(written, "#means").get_by_role("status").inner_text() == "Запросов: 130 из 130"
