import pytest

from assay.evidence.gathering import gathered
from assay.report.evidence.html import document
from assay.report.page.plain import Table
from evidence import cases
from report.evidence import sample as answers_sample
from report.page.reading import answer, answers, opened
from report.page.rendering import page_text
from report.page.sample import payload
from report.page.test_safety import HOSTILE, RUN, untouched

RUN_NAME = "help/2026-01-01"
# Ids of records are of characters that can be seen; texts with others are tested without a browser.
EACH = [
    pytest.param(text, id=str(at), marks=[pytest.mark.slow] if at > 1 else [])
    for at, text in enumerate(HOSTILE)
    if text.isprintable()
]


def record(odd, query):
    """An answer in which every text and id is that text."""
    marker, said = f"[{odd}]", f"{odd} Первое.[{odd}] {odd} Второе."
    return {
        "answer_id": odd,
        "scenario_id": odd,
        "query_id": query["id"],
        "query": query["text"],
        "answer": said,
        "retrieved": [{**cases.fragment(odd, 1, odd, odd, odd), "url": odd}],
        "citations": [cases.citation(said, marker, odd, odd)],
        "declines": [{"part": odd, "span": [0, 1]}],
        "expected_evidence": {
            "needed": [{"chunk_id": odd, "text": odd, "supports": odd}],
            "unanswerable": [odd],
        },
    }


def evidence(*odds, queries):
    """Evidence of such answers, each judged by two who differ and superseded once."""
    records = [
        record(odd, {"id": queries["id"][at], "text": queries["text"][at]}) for at, odd in enumerate(odds)
    ]
    run = cases.run(*records, name=RUN_NAME)
    rows = [row for one in run.answers for row in judged(one)]
    return gathered(cases.runs(*records, name=RUN_NAME), rows, {}, {})


def judged(one):
    odd, by = one.id, f"x{one.id.replace('/', '').strip()}"
    notes = ("observation", "hypothesis", "open_question", "attachment_reason", "support_reason", "claim")
    said = {**dict.fromkeys(notes, f"{odd} так"), "evidence": [odd], "citations": [f"[{odd}]"]}
    first = answers_sample.judged(one, odd, [f"{odd} Первое"], "attached", "supported", by=by, **said)
    again = {"supersedes": [first["row_id"]], "supersede_reason": odd, "decision": odd}
    later = {**said, "by": by, "minute": 1, "envelope": again}
    yield first
    yield answers_sample.judged(one, odd, [f"{odd} Первое"], "attached", "unsupported", **later)
    yield answers_sample.judged(one, odd, [f"{odd} Первое"], "attached", "supported", by="boris", **said)


@pytest.mark.parametrize("odd", EACH)
def test_hostile_answer(visit, tmp_path, odd):
    """A hostile id is found, linked and opened as any other; texts of record and reviewers stand as text, and nothing runs."""
    data, texts = payload(12)
    found = evidence(odd, queries=data["queries"])
    path = tmp_path / "report.html"
    table = Table(["answer", "part"], [[odd, odd]], 0, odd)
    path.write_text(page_text(data, texts, recorded=found, nothing=[table]))
    page = visit(path)
    page.get_by_label("Поиск по id и запросам ответов").fill(odd)
    assert [one.split() for one in answers(page)] == [odd.split()]
    page.locator("tr[data-answer='0'] a").click()
    view = answer(page, odd)
    view.locator(".all").click()
    view.locator(".former > summary").click()
    view.locator(".words a.cite").click()
    assert view.locator(".fragments > .fragment .text").text_content() == odd
    assert view.locator(".former .of-support .reason").text_content() == f"{odd} так"
    assert view.locator(".of-hypothesis .reason").first.text_content() == f"{odd} так"
    assert untouched(page)
    again = visit(path, page.evaluate("location.hash"))
    answer(again, odd).locator(".asked").click()
    opened(again, "q-0000").locator(".answered a").click()
    answer(again, odd)
    again.keyboard.press("Escape")
    again.locator("#answers th a").last.click()
    answer(again, odd)
    assert untouched(again)


@pytest.mark.parametrize("odd", EACH)
def test_hostile_document(visit, tmp_path, odd):
    """The document of such an answer runs nothing either."""
    found = evidence(odd, queries=payload(12)[0]["queries"])
    path = tmp_path / "answer.html"
    path.write_text(document(found.tables[0], "ru", found))
    page = visit(path, ready=".answer")
    page.locator(".former > summary").click()
    page.locator("a.said").first.click()
    assert page.locator(".fragments > .fragment .text").text_content() == odd
    assert untouched(page)


def test_what_would_run_in_packed_answers(visit, answered, tmp_path):
    """Even an answer that were markup runs nothing when it is opened: it is parsed, and the policy holds."""
    from assay.report.page import embedding
    from report.unpacked import packed

    html = answered.read_text()
    made = packed(html, "answers-html")
    bad = f'<article class="answer" data-answer="A-200"><h2 tabindex="-1">x</h2><script>{RUN}</script><dl><div class="of-query_id"><dd></dd></div></dl></article>'
    path = tmp_path / "tampered.html"
    other = {**made, "frames": [*made["frames"], [bad]], "frame": [len(made["frames"]), *made["frame"][1:]]}
    assert embedding.packed(made) in html
    path.write_text(html.replace(embedding.packed(made), embedding.packed(other)))
    page = visit(path, "#a=A-200")
    answer(page, "A-200")
    assert page.locator("#query .answer script").count() == 1
    assert page.evaluate("window.hacked") is None
