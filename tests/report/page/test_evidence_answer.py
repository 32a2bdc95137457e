import pytest

from assay.report.evidence.withheld import without_texts
from evidence import cases
from report.evidence import sample as answers_sample
from report.page import recorded
from report.page.reading import answer, until
from report.page.rendering import page_text

FOCUSED = "one => one === document.activeElement"


@pytest.fixture
def page(visit, answered):
    """The answer with everything, opened."""
    return visit(answered, "#a=A-100")


@pytest.fixture
def view(page):
    """What is read of it."""
    return answer(page, "A-100")


def row(view, number):
    return view.locator(f"details.claim:has(#claim-{number})")


def words(view):
    """The answer as it reads without the numbers of claims."""
    return view.locator(".words").evaluate(
        "one => { const copy = one.cloneNode(true); copy.querySelectorAll('.ref').forEach((ref) => ref.remove());"
        " return copy.textContent; }"
    )


def test_the_answer(view):
    """It stands word for word, with its marks of citations, which lead to their fragments."""
    assert words(view) == answers_sample.TEXT
    assert view.locator(".words .cite").all_inner_texts() == ["[1]", "[2]", "[3]"]
    view.locator(".words a.cite").click()
    assert view.locator("#fragment-2").evaluate(FOCUSED)


def test_highlight_is_not_by_colour_alone(view):
    """Each standing has a line of its own below the words, a sign with its number, and a word in the legend."""
    styles = {}
    for name in (
        "supported",
        "partially_supported",
        "unsupported",
        "contradicts",
        "not_assessable",
        "decline",
    ):
        line = view.locator(f".words .said.{name}").first
        styles[name] = line.evaluate(
            "one => [getComputedStyle(one).borderBottomStyle, getComputedStyle(one).borderBottomWidth].join()"
        )
    assert len(set(styles.values())) == len(styles)
    legend = [" ".join(one.split()) for one in view.locator(".given .standings li").all_inner_texts()]
    assert legend[:4] == [
        "✓ подтверждено: 2",
        "◐ подтверждено частично: 1",
        "✗ не подтверждено: 1",
        "≠ противоречит фрагменту: 2",
    ]
    assert view.locator("#at-4").text_content() == "4≠: противоречит фрагменту"
    assert view.locator("#at-4 .unseen").last.evaluate("one => one.offsetWidth") == 1


def test_emoji_and_combining_characters(view):
    """Words after them are marked from their first letter to their last, whatever JavaScript counts."""
    said = view.locator("a.said[href='#claim-6'], a.said[href='#claim-10']").all_text_contents()
    assert said == ["Кафе\u0301 у склада открыто до 22:00", "Хорошего дня! 😊"]
    assert "".join(view.locator("a.said[href='#claim-4']").all_text_contents()) == "деньги придут за 5 дней"


def test_overlapping_claims(view):
    """Where three overlap, three lines stand one below the other, each of its own kind."""
    inner = view.locator("a.said", has_text="деньги придут за 5 дней")
    lines = inner.evaluate(
        "one => { const found = [one]; while (found.at(-1).parentElement.matches('.said'))"
        " found.push(found.at(-1).parentElement);"
        " return found.map((each) => [each.className.split(' ')[1],"
        " Math.round(parseFloat(getComputedStyle(each).paddingBottom) * 100)]); }"
    )
    assert sorted(name for name, _ in lines) == ["contradicts", "partially_supported", "unsupported"]
    assert len({padding for _, padding in lines}) == 3


@pytest.mark.parametrize("way", ["click", "number", "enter on the words", "enter on the number"])
def test_from_the_words_to_the_row_and_back(page, view, way):
    """A click or Enter shows the claim's reasons and fragments; Escape leads back, and only then to the list."""
    start = (
        view.locator("a.said[href='#claim-5']").first
        if "words" in way or way == "click"
        else view.locator("#at-5")
    )
    assert not row(view, 5).locator(".row").is_visible()
    if way.startswith("enter"):
        start.focus()
        page.keyboard.press("Enter")
    else:
        start.click()
    opened = row(view, 5)
    assert opened.locator("summary").first.evaluate(FOCUSED)
    assert opened.get_by_text("Так сказано во фрагменте, с тем же пределом.").is_visible()
    assert opened.get_by_text(answers_sample.COURIER).is_visible()
    assert page.evaluate("location.hash") == "#a=A-100"
    assert opened.locator("summary").first.evaluate("one => one.getBoundingClientRect().top") >= 0
    page.keyboard.press("Escape")
    assert start.evaluate(FOCUSED)
    assert page.locator("#query").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#query").is_visible()
    assert page.locator("#report").is_visible()


def test_by_keyboard_alone(page, view):
    """From the heading the keys reach each claim's number once, then every row; Enter opens and closes a row."""
    links = view.locator(".words a:not([tabindex])")
    claims = view.locator(".words .ref").evaluate_all("all => all.map((one) => one.hash)")
    assert set(claims) == {f"#claim-{number}" for number in range(1, 12)}
    assert links.count() == len(claims) + 1  # and the mark of a citation that leads somewhere
    for link in links.all():
        page.keyboard.press("Tab")
        assert link.evaluate(FOCUSED)
        assert link.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    summary = row(view, 3).locator("summary").first
    summary.focus()
    page.keyboard.press("Enter")
    assert row(view, 3).locator(".row").is_visible()
    page.keyboard.press("Enter")
    assert not row(view, 3).locator(".row").is_visible()


def test_the_way_back_in_a_row(page, view):
    """A row leads to its words, to its fragments, a fragment to the claims that rest on it."""
    view.locator("#at-3").click()
    opened = row(view, 3)
    opened.get_by_role("link", name="к его словам в ответе").click()
    assert view.locator("#at-3").evaluate(FOCUSED)
    opened.locator(".of-evidence").get_by_role("link", name="фрагмент 2").click()
    fragment = view.locator("#fragment-2")
    assert fragment.evaluate(FOCUSED)
    page.keyboard.press("Escape")
    assert opened.locator(".of-evidence a").nth(1).evaluate(FOCUSED)
    fragment.locator(".claims-of a").last.click()
    assert row(view, 7).locator("summary").first.evaluate(FOCUSED)


def test_fragments_beside_the_reasons(view):
    """The opened row has the whole text of what the verdict rests on and of what is cited, each once."""
    view.locator("#at-3").click()
    texts = row(view, 3).locator(".beside .text").all_text_contents()
    assert texts == [answers_sample.TERM, answers_sample.COURIER]
    assert row(view, 3).locator(".beside .chip").all_inner_texts() == ["процитирован [1]", "процитирован [2]"]
    assert view.locator(".fragments > .fragment .text").all_text_contents() == [
        answers_sample.TERM,
        answers_sample.COURIER,
        answers_sample.GUARANTEE,
        answers_sample.CLOSING,
    ]
    assert view.locator("[id='fragment-1']").count() == 1


def test_reviewers_and_adjudication(view):
    """Two reviewers stand side by side with what they differ in; an adjudication is a further row that counts."""
    for number in (7, 8):
        view.locator(f"#at-{number}").click()
    boxes = [one.bounding_box() for one in row(view, 7).locator(".opinion").all()]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]
    assert row(view, 7).locator(".differs dt").all_inner_texts()[0].startswith("поддержка ≠")
    three = [one.bounding_box() for one in row(view, 8).locator(".opinion").all()]
    assert three[2]["y"] > max(three[0]["y"] + three[0]["height"], three[1]["y"] + three[1]["height"]) - 1
    assert "eve" in row(view, 8).locator(".ruling h4").inner_text()
    assert row(view, 8).locator("h4 .chip").count() == 1


def test_history(view):
    """What a row superseded is folded in it, with the reason."""
    view.locator("#at-4").click()
    former = row(view, 4).locator(".former")
    assert not former.locator(".opinion").is_visible()
    former.locator("summary").click()
    assert "Во фрагменте десять дней, а не пять." in former.inner_text()


def test_all_rows_at_once(view):
    """One button opens all rows, then closes them."""
    button = view.get_by_role("button", name="Развернуть все утверждения")
    button.click()
    assert view.locator("details.claim[open]").count() == 11
    view.get_by_role("button", name="Свернуть все утверждения").click()
    assert view.locator("details.claim[open]").count() == 0
    for number in range(1, 12):
        row(view, number).locator("summary").first.click()
    view.get_by_role("button", name="Свернуть все утверждения").wait_for()


def test_another_answer(page, view):
    """The next one stands as new: its rows closed, its links its own."""
    view.locator("#at-5").click()
    page.get_by_label("Следующий ответ").click()
    other = answer(page, "A-017")
    assert words(other) == cases.TEXT
    assert other.locator("details.claim[open]").count() == 0
    other.locator("a.said[href='#claim-4']").click()
    assert row(other, 4).locator("summary").first.evaluate(FOCUSED)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    until(page, "document.getElementById('query').hidden")


def test_arrows_go_to_the_answers_before_and_after(page, view):
    """Without a modifier, which is the browser's; at the end of the list nothing happens."""
    assert view.is_visible()
    page.keyboard.press("Alt+Shift+ArrowRight")
    assert answer(page, "A-100").is_visible()
    page.keyboard.press("ArrowRight")
    assert words(answer(page, "A-017")) == cases.TEXT
    page.keyboard.press("ArrowLeft")
    assert answer(page, "A-100").is_visible()
    while page.locator("[data-step='previous'][href]").count():
        page.locator("[data-step='previous']").click()
    before = page.url
    page.keyboard.press("ArrowLeft")
    assert page.url == before


def test_what_is_to_be_done_about_a_claim(view):
    """One that nobody has judged and one on which reviewers differ name their commands; what all say stands once."""
    for number in (7, 11):
        view.locator(f"#at-{number}").click()
    assert "assay evidence judge A-100" in row(view, 11).locator(".note").inner_text()
    assert "assay evidence judge --adjudicate A-100" in row(view, 7).locator(".note").inner_text()
    assert row(view, 7).locator(".of-claim").count() == 0
    assert row(view, 8).locator(".of-claim").count() == 0


def test_texts_of_the_explorer_and_cut_texts(visit, tmp_path, sample):
    """A fragment that is a chunk of the explorer's has its text; one that is cut says how much is left out."""
    data, texts = sample
    texts = {**texts, "chunks": [answers_sample.TERM[:20] + "…", *texts["chunks"][1:]]}
    texts["left"] = [len(answers_sample.TERM) - 20, *[0] * 79]
    path = tmp_path / "report.html"
    few = recorded.few(data, 2)
    path.write_text(page_text(data, texts, recorded=few, room=0, chunks={answers_sample.TERM: 0}))
    view = answer(visit(path, "#a=A-201"), "A-201")
    shown = view.locator(".fragment .text").all_text_contents()
    assert shown[0] == answers_sample.TERM[:20] + "…"
    assert shown[1] == answers_sample.COURIER[0] + "…"
    left = view.locator(".fragment .left").all_inner_texts()
    assert f"ещё символов {len(answers_sample.TERM) - 20}." in left[0]
    assert f"ещё символов {len(answers_sample.COURIER) - 1}." in left[1]


def test_a_report_without_texts(visit, tmp_path, sample):
    """Ids, verdicts and counts are there and lead from one to the other; of texts it is said that they are left out."""
    data = {**sample[0], "texts": False, "queries": {**sample[0]["queries"], "text": [None] * 130}}
    path = tmp_path / "report.html"
    path.write_text(page_text(data, None, recorded=without_texts(recorded.many(sample[0]))))
    page = visit(path)
    assert page.locator("tr[data-answer='3'] a").inner_text() == "q-0003"
    page.evaluate("location.hash = '#a=A-100'")
    view = answer(page, "A-100")
    assert "Тексты не показаны" in view.inner_text()
    assert view.locator(".said").count() == 0
    row(view, 4).locator("summary").first.click()
    assert row(view, 4).locator(".of-support b").first.inner_text() == "не подтверждено"
