"""A replay as one file of HTML."""

import re

import pytest

from assay.evidence.counting import STANDINGS
from assay.evidence.replay import replay
from assay.report.evidence.picture import SIGNS
from assay.report.replay.document import document
from assay.report.replay.phrases import REPLAY
from evidence import cases, replays
from report.evidence.elements import Tree, every, leaves, text

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> {{ 7 * 7 }} &lt;b&gt; a\u202eb\x1b"


def made(lang="ru", *, texts=True):
    """The document in which everything occurs."""
    old, new, rows, gold = replays.everything()
    return document(replay(old, new, rows.values(), gold), lang, "html", texts=texts)


def told(lang="ru", form="markdown"):
    """The same in another form."""
    old, new, rows, gold = replays.everything()
    return document(replay(old, new, rows.values(), gold), lang, form, texts=True)


def plain(one):
    """Its words on one line."""
    return " ".join(" ".join(leaves(one)).split())


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_section_a_scenario(lang):
    """With its name and whether it is comparable, where the contents lead; the same lines as in the other forms."""
    root = Tree(made(lang)).root
    (page,) = every(root, "html")
    assert page["attrs"]["lang"] == lang
    links = list(every(next(every(root, "nav")), "a"))
    at = ("en", "ru").index(lang)
    titles = [
        REPLAY[f"scenario.{kind}"][at].format(name=name)
        for name, kind in (("Q-021", "incomparable"), ("S-017", "incomparable"), ("S-020", "comparable"))
    ]
    assert [text(one) for one in links] == titles
    for link, title in zip(links, titles, strict=True):
        (section,) = every(root, "section", id=link["attrs"]["href"][1:])
        (heading,) = every(section, "h2", id=section["attrs"]["aria-labelledby"])
        assert text(heading) == title
        lines = [text(one) for one in every(next(every(section, class_="lines")), "li")]
        for line in lines:
            assert f"  {line}\n" in told(lang, "text")


def test_claims_stand_beside_each_other():
    """How two came together; each with id, words, sign and verdict; what one answer lacks; what differs."""
    root = Tree(made()).root
    (section,) = every(root, "section", id="scenario-3")
    pairs = [one for one in next(every(section, "ol"))["parts"] if isinstance(one, dict)]
    matches = [text(next(every(one, class_="match"))) for one in pairs]
    assert matches == [
        "те же слова",
        "те же слова",
        "предложено: сходство 83 из 100, решает человек",
        "исчезло: есть только в старом ответе",
        "новое: есть только в новом ответе",
    ]
    sides = [[plain(side) for side in every(one, class_="side")] for one in pairs]
    claim, more = (
        "«Вернуть можно за 30 дней со дня доставки»",
        "цитата: не прикреплена корпус: есть текст, по которому это решается",
    )
    assert sides[0] == [
        f"старое утверждение C-020-1 {claim} ◐ подтверждено частично {more}",
        f"новое утверждение C-120-1 {claim} ✓ подтверждено {more}",
    ]
    assert sides[3][1] == "новое утверждение нет"
    differs = [
        [text(line) for one in every(pair, class_="differs") for line in every(one, "li")] for pair in pairs
    ]
    assert differs[0] == ["поддержка: подтверждено частично → подтверждено"]
    assert differs[1] == ["в старом прогоне не оценено", "в новом прогоне оценки расходятся"]
    assert [
        name for one in pairs for name in ("differing", "proposed") if name in one["attrs"]["class"].split()
    ] == [*("differing", "differing", "differing", "proposed", "differing", "differing")]


def test_a_standing_has_a_sign_and_a_word():
    """Beside its colour, wherever it stands."""
    for one in every(Tree(made()).root, class_="standing"):
        standing = one["attrs"]["class"].split()[1]
        assert standing in STANDINGS
        sign, word = plain(one).split(maxsplit=1)
        assert sign == SIGNS[standing]
        assert word.isprintable()


def test_every_table_of_the_other_forms():
    """With all its rows: a replay as Markdown holds nothing that this does not, but for the claims, which stand as pairs."""
    root = Tree(made()).root
    tables = [[plain(row) for row in every(one, "tr")] for one in every(root, "table")]
    rows = [line for line in told().splitlines() if line.startswith("|") and "---" not in line]
    pairs = sum(1 for one in every(root, "ol") for row in one["parts"] if isinstance(row, dict))
    captions = sum(1 for _ in every(root, "ol"))
    assert sum(map(len, tables)) == len(rows) - pairs - captions


def test_texts_are_foreign():
    """Whatever stands in questions, ids and claims is text; what nobody sees is told."""
    old = replays.old_run(query=HOSTILE, scenario_id="S<b>")
    new = replays.new_run(query=HOSTILE, scenario_id="S<b>")
    rows = [{**one, "claim": HOSTILE} for one in replays.old_rows()]
    page = document(replay(old, new, rows, {}), "en", "html", texts=True)
    root = Tree(page).root
    assert not list(every(root, "script"))
    assert not list(every(root, "img"))
    assert {name for one in every(root) for name in one["attrs"]} <= {
        name for one in every(Tree(made()).root) for name in one["attrs"]
    }
    assert HOSTILE.replace("\u202e", "\ufffd").replace("\x1b", "\ufffd") in text(root)


def test_it_asks_for_nothing():
    """One file: no address, no script; its policy lets only its own style in."""
    page = made()
    assert not re.search(r"(?:src|href)=\"(?!#)", page)
    assert "<script" not in page
    (policy,) = (one for one in every(Tree(page).root, "meta") if one["attrs"].get("http-equiv"))
    assert "default-src 'none'" in policy["attrs"]["content"]


def test_texts_may_be_left_out():
    """No word of questions, answers and documents; ids, verdicts and numbers are there."""
    page = made(texts=False)
    for words in ("Срок возврата 30 дней", replays.LASTS, "цена возврата", "Где"):
        assert words in made()
        assert words not in page
    assert "C-017-1" in page


def test_ids_stand_once():
    """And each link leads to one of them."""
    root = Tree(made()).root
    ids = [one["attrs"]["id"] for one in every(root) if one["attrs"].get("id")]
    assert len(ids) == len(set(ids))
    assert {one["attrs"]["href"][1:] for one in every(root, "a")} <= set(ids)


def test_the_same_bytes():
    """Each time."""
    assert made() == made()


def test_nothing_in_common():
    """No contents, no scenario; each answer under its run."""
    page = document(replay(cases.run(name="a/1"), replays.old_run(), (), {}), "en", "html", texts=True)
    root = Tree(page).root
    assert not list(every(root, "nav"))
    assert "A-017" in plain(next(every(root, "section", id="other-1")))
