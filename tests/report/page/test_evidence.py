import pytest

from assay.evidence.counting import STANDINGS
from assay.evidence.gathering import Evidence
from assay.report.catalogue import Catalogue
from assay.report.evidence.recorded import Recorded
from assay.report.evidence.withheld import without_texts
from assay.report.page import embedding
from assay.report.page.document import SCRIPTS_OF_ANSWERS, code
from assay.report.page.evidence import STATES, cut, values
from assay.report.page.frames import Framed
from report.evidence import sample as answers_sample
from report.page.recorded import few, many, states
from report.page.rendering import FOLDER
from report.page.sample import payload
from report.unpacked import unpacked

FILES = {path.name: path.read_text() for path in FOLDER.iterdir()}


def made(evidence, lang="ru", room=10**9, **more):
    return values(Catalogue(lang), Recorded(evidence), FILES, room, **{"texts": True, **more})


def html_of(found):
    """The answers as the browser puts them together."""
    framed = Framed(**unpacked(found["html"]))
    return [framed.page(at) for at in range(len(framed.frame))]


@pytest.fixture(scope="module")
def evidence():
    return many(payload(60)[0])


@pytest.fixture(scope="module")
def shown(evidence):
    return made(evidence)


def test_nothing_is_recorded():
    """No values, no script, no word of answers."""
    assert made(Evidence([])) is None
    without, with_them = (code(FILES, "ru", answers=answers) for answers in (False, True))
    assert len(with_them["scripts"]) == len(without["scripts"]) + len(SCRIPTS_OF_ANSWERS)
    assert ".said" in with_them["style"]
    assert ".said" not in without["style"]
    assert "answers.back" in with_them["words"]
    assert "answers." not in without["words"]


def test_only_closed_answers_are_recorded():
    """Their number is said, and nothing else."""
    found = made(Evidence([], {"help/1": 3}))
    assert found["closed"] == 3
    assert unpacked(found["list"])["id"] == html_of(found) == []


def test_the_list(evidence, shown):
    """Columns of one length, in the order of the runs; counts and states as the claims themselves give them."""
    listed, told = unpacked(shown["list"]), states(evidence)
    assert listed["id"] == [table.answer.id for table in evidence.tables]
    names = ("id", "run", "query", "query_id", "of_gold", "counts", "state")
    assert {len(listed[name]) for name in names} == {len(evidence.tables)}
    assert [one["name"] for one in listed["standings"]] == list(STANDINGS)
    for name, run, counts, state in zip(
        *(listed[key] for key in ("id", "run", "counts", "state")), strict=True
    ):
        standings, wanted = told[name]
        assert counts == [standings.count(standing) for standing in STANDINGS]
        assert STATES[state] == wanted
        assert listed["runs"][run] == ("shop/2026-03-02" if name in ("A-100", "A-017") else "help/2026-01-01")


def test_the_answers(evidence, shown):
    """One piece of HTML an answer, closed rows in it, its fragments by the numbers of their texts, each text once."""
    html, texts = html_of(shown), unpacked(shown["texts"])
    assert len(html) == len(evidence.tables)
    at = [table.answer.id for table in evidence.tables].index("A-100")
    assert html[at].startswith('<article class="answer" data-answer="A-100">')
    assert " open>" not in html[at]
    assert answers_sample.TERM not in html[at]
    assert f'data-text="{texts["texts"].index(answers_sample.TERM)}"' in html[at]
    assert len(set(texts["texts"])) == len(texts["texts"])
    assert not any(texts["left"])


def test_the_tables(shown):
    """Counts a column a run with their n, the matrix over its four columns; no mean, no share."""
    (counts,) = shown["counts"]
    rows = {row[0]: row[1:] for row in counts.rows}
    assert counts.header[1:] == ["help/2026-01-01", "shop/2026-03-02"]
    assert rows["ответов записано"] == ["60", "2"]
    assert [len(one.header) for one in shown["matrix"]] == [5, 4]
    assert all(cell.isdigit() for one in [counts, shown["matrix"][0]] for row in one.rows for cell in row[1:])


@pytest.mark.parametrize("longest", [1, 5, 100])
def test_cut(longest):
    """A text that is cut says how much of it is left out."""
    texts = ["слово" * 3, "", "five!"]
    found = cut(texts, longest)
    for text, kept, left in zip(texts, *found.values(), strict=True):
        assert kept == (text if len(text) <= longest else f"{text[:longest]}…")
        assert len(kept.removesuffix("…") if left else kept) + left == len(text)


def test_little_room():
    """Fragments' texts give way, the answers and what people wrote stay whole."""
    evidence = few(payload(60)[0], 40)
    whole = made(evidence)
    room = len(whole["list"]) + len(whole["html"]) + len(whole["texts"])
    small = made(evidence, room=room)
    assert small["html"] == whole["html"]
    assert len(small["texts"]) <= len(whole["texts"]) // 2
    texts, every = unpacked(small["texts"]), unpacked(whole["texts"])["texts"]
    for kept, left, text in zip(texts["texts"], texts["left"], every, strict=True):
        assert (kept, left) == (text, 0) or (text.startswith(kept[:-1]) and len(kept) - 1 + left == len(text))
    assert any(texts["left"])
    none = unpacked(made(evidence, room=0)["texts"])
    assert max(map(len, none["texts"])) == 2


def test_texts_that_the_explorer_has():
    """A fragment that is a chunk of the explorer's is named by its number there, and is not in the page again."""
    found = made(few(payload(60)[0], 2), chunks={answers_sample.TERM: 7})
    assert answers_sample.TERM not in unpacked(found["texts"])["texts"]
    assert [html.count('data-text="c7"') for html in html_of(found)] == [1, 1]
    assert answers_sample.COURIER in unpacked(found["texts"])["texts"]


def test_withheld_texts(evidence):
    """Neither question nor answer, fragment nor reason is in the list or in the answers."""
    found = made(without_texts(evidence), texts=False)
    everything = "".join(map(str, (unpacked(found[name]) for name in ("list", "html", "texts"))))
    words = [
        answers_sample.RECORD["query"],
        answers_sample.TERM,
        "Семейный",
        "Условие",
        "распродаж",
        "отложенн",
    ]
    assert [word for word in words if word in everything] == []
    assert "A-100" in everything
    assert set(unpacked(found["list"])["query"]) == {None}


def test_the_same_bytes(evidence, shown):
    """Made twice: the same."""
    again = made(evidence)
    assert [again[name] for name in ("list", "html", "texts")] == [
        shown[name] for name in ("list", "html", "texts")
    ]
    assert embedding.packed(unpacked(shown["list"])) == shown["list"]
