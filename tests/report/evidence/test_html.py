import re
from dataclasses import replace

import pytest

from assay.evidence.gathering import gathered
from assay.report.evidence.catalogue import Words
from assay.report.evidence.head import CUT
from assay.report.evidence.html import ANSWER, document
from assay.report.evidence.phrases import PHRASES
from assay.report.evidence.picture import SIGNS
from assay.report.evidence.withheld import without_texts
from evidence import cases
from report.evidence import sample
from report.evidence.elements import Tree, answer_text, every, field, row_of, shown, text

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "' onclick='x",
    "{{ 7 * 7 }}",
    "&lt;b&gt;",
]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_answer_is_whole(lang):
    """Cut into pieces and marked, the answer reads word for word as it was recorded."""
    assert answer_text(shown(lang)) == sample.TEXT


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_claim_has_a_row(lang):
    """Its number, its sign and its word at the words, and a row with its id and the same standing."""
    root, say = shown(lang), Words(lang)
    rows = list(every(root, "details", class_="claim"))
    assert [text(next(every(row, class_="no"))) for row in rows] == [str(n) for n in range(1, 12)]
    for number, row in enumerate(rows, 1):
        standing = row["attrs"]["class"].split()[1]
        assert SIGNS[standing] in text(next(every(row, class_="standing")))
        assert say(f"verdict.{standing}") in text(next(every(row, class_="standing")))
        (first,) = every(root, id=f"at-{number}")
        said = say(f"verdict.{standing}")
        assert text(first) == f"{number}{SIGNS[standing]}: {said}"
        assert first["attrs"]["aria-label"] == f"{say('html.claim')} {number}: {said}"
        assert first["attrs"]["href"] == f"#claim-{number}"
        assert len(list(every(row, id=f"claim-{number}"))) == 1


def test_every_standing_of_the_sample():
    """The legend names each with its sign and how many claims there are; none else."""
    found = [text(one) for one in every(next(every(shown(), class_="standings")), "li")]
    assert [one.split()[0] for one in found] == list(SIGNS.values())
    assert [int(one.rpartition(": ")[2]) for one in found] == [2, 1, 1, 2, 1, 1, 1, 1, 1]


def test_stretches_know_their_claims():
    """Where claims overlap, each has its line, and the link is to the claim with fewest words."""
    root = shown()
    found = [
        (text(one), one["attrs"]["href"], one["attrs"]["class"]) for one in every(root, "a", class_="said")
    ]
    assert found[:3] == [
        ("Семейный набор", "#claim-2", "said not_assessable lane-1"),
        (" можно вернуть в течение ", "#claim-1", "said partially_supported lane-0"),
        ("30 дней", "#claim-2", "said not_assessable lane-1"),
    ]
    (outer,) = [one for one in every(root, "span", class_="said") if text(one) == "30 дней"]
    assert outer["attrs"]["class"] == "said partially_supported lane-0 mixed"
    assert all(text(one).strip() for one in every(root, "a"))  # a link of white space has no name
    three = [one for one in every(root, "span", class_="said") if text(one) == "деньги придут за 5 дней"]
    assert [one["attrs"]["class"].split()[1] for one in three] == ["partially_supported", "unsupported"]


def test_emoji_and_combining_characters():
    """Borders of code points: words after an emoji and words with a combining accent are marked whole."""
    said = [text(one) for one in every(shown(), "a", class_="said")]
    assert "Кафе\u0301 у склада открыто до 22:00" in said
    assert "Хорошего дня! 😊" in said


def test_each_fragment_stands_once():
    """Its text is in the file once however many rows rest on it; rows refer to it by its number."""
    evidence = sample.evidence()
    made = document(evidence.tables[0], "ru", evidence)
    for words in (sample.TERM, sample.COURIER, sample.GUARANTEE, sample.CLOSING):
        assert made.count(words) == 1
    root = Tree(made).root
    places = {one["attrs"]["id"] for one in every(root, class_="fragment")}
    assert places == {f"fragment-{n}" for n in range(1, 6)}
    ids = [one["attrs"]["id"] for one in every(root) if one["attrs"].get("id")]
    assert len(ids) == len(set(ids))
    links = {one["attrs"]["href"][1:] for one in every(root, "a") if one["attrs"]["href"].startswith("#")}
    assert links <= set(ids)
    assert places - {"fragment-4"} <= links


def test_fragments_say_what_they_are():
    """Source, version, id, rank; what cites them; what rests on them; what was not retrieved or has no text."""
    found = {one["attrs"]["id"]: " ".join(text(one).split()) for one in every(shown(), class_="fragment")}
    assert found["fragment-1"].startswith("фрагмент 1 returns v4 returns#набор.1 позиция 1 процитирован [1]")
    assert "на него опираются вердикты: 1 3 4" in found["fragment-1"]
    assert "https://shop.example/returns#set" in found["fragment-1"]
    assert "версия не записана" in found["fragment-3"]
    assert "текст не записан" in found["fragment-4"]
    assert "прочитан в корпусе, не извлечён" in found["fragment-5"]


def test_addresses_that_may_be_followed():
    """Only those of the web are links: what else a record has as an address stands as text."""
    hrefs = [one["attrs"]["href"] for one in every(shown(), "a")]
    assert {one for one in hrefs if not one.startswith("#")} == {"https://shop.example/returns#set"}


def test_expected_evidence_stands_above():
    """What is needed, for what, what cannot be answered, and whether it was retrieved whole."""
    (stated,) = every(shown(), class_="expected")
    for words in (
        "returns#набор.1",
        "срок и условие",
        "ответить нельзя: цена подъёма на этаж",
        "набор извлечён целиком: да",
    ):
        assert words in " ".join(text(stated).split())


def test_expected_by_the_gold_set():
    """Sets of passages with "or" between them; where nothing can be answered, that is said."""
    asked = {"query": sample.RECORD["query"], "rewritten": None, "split": "dev", "unanswerable": None}
    runs = cases.runs(sample.RECORD)
    for sets, words in (([["a", "b"], ["c"]], "a + b или c"), ([], "нет ответа ни на одну часть")):
        evidence = gathered(runs, [], {"Q-100": {**asked, "evidence_sets": sets}}, {})
        assert words in " ".join(text(next(every(shown(evidence=evidence), class_="expected"))).split())


def test_passages_that_are_expected_can_be_read():
    """Each once below the sets that name it, cut where it is long; of one that is not there the id alone."""
    asked = {"query": sample.RECORD["query"], "rewritten": None, "split": "dev", "unanswerable": None}
    gold = {"Q-100": {**asked, "evidence_sets": [["a", "b"], ["a", "gone"]]}}
    evidence = replace(
        gathered(cases.runs(sample.RECORD), [], gold, {}),
        passages={"a": "Срок 30 дней.", "b": "слово " * 100},
    )
    stated = next(every(shown(evidence=evidence), class_="expected"))
    assert [text(one) for one in every(stated, "dt")] == ["a", "b"]
    first, second = (text(one) for one in every(stated, "dd"))
    assert first == "Срок 30 дней."
    assert second.endswith("слово…")
    assert len(second) <= CUT


def test_every_link_leads_somewhere():
    """Also where a claim quotes nothing of the answer, and where texts are left out."""
    silent = {**sample.RECORD, "answer_id": "A-101", "scenario_id": "S-101"}
    one = cases.run(silent).answers[0]
    said = cases.row(one, [], claim_id="C-101-1", kind="decline", corpus="lacks", observation="Промолчал.")
    evidence = sample.evidence((silent, [said]))
    for found in (evidence, without_texts(evidence)):
        for at in range(2):
            root = shown(evidence=found, at=at)
            ids = {each["attrs"].get("id") for each in every(root)}
            links = {each["attrs"]["href"] for each in every(root, "a") if each["attrs"]["href"][0] == "#"}
            assert {link[1:] for link in links} <= ids
    row = row_of(shown(evidence=evidence, at=1), 1)
    assert field(row, "quote") == ["в ответе слов об этом нет"]


def test_an_answer_without_rows():
    """Nobody has begun: the record is shown, and the command that begins."""
    evidence = gathered(cases.runs(sample.RECORD), [], {}, {})
    root = shown(evidence=evidence)
    assert answer_text(root) == sample.TEXT
    assert "assay evidence new A-100" in text(root)
    assert not list(every(root, class_="standings"))


def test_a_record_that_lacks_everything():
    """Neither question, nor answer, nor fragments: each is said to be absent."""
    evidence = gathered(cases.runs({"answer_id": "A-1"}, card=None), [], {}, {})
    root = shown(evidence=evidence)
    say = Words("ru")
    for key in ("show.no_question", "show.no_answer", "show.absent", "expected.none"):
        assert say(key) in text(root)


def test_without_the_evidence_around_it():
    """Of a table alone nothing is said that only its surroundings know."""
    root = Tree(document(sample.evidence().tables[0], "ru")).root
    assert not list(every(root, class_="held"))
    assert not list(every(root, class_="of-lacks"))


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_withheld_texts(lang):
    """No word of question, answer, fragment or reviewer is in the file; verdicts, ids and counts are."""
    evidence = without_texts(sample.evidence())
    made = document(evidence.tables[0], lang, evidence)
    record = sample.RECORD
    words = [
        record["query"],
        sample.TERM,
        sample.COURIER,
        "Семейный",
        "Условие",
        "цена подъёма",
        "Вежливость",
        "shop.example",
    ]
    assert [one for one in words if one in made] == []
    root = Tree(made).root
    assert len(list(every(root, "details", class_="claim"))) == 11
    assert not list(every(root, class_="said"))
    assert Words(lang)("verdict.contradicts") in text(root)


@pytest.mark.parametrize("odd", HOSTILE)
def test_foreign_texts_are_text(odd):
    """Whatever a record or a reviewer writes is no element, no attribute and no link of the document."""
    marker, doc = f"[{odd}]", odd
    said = f"{odd} Первое.{marker} {odd}"
    record = {
        **dict.fromkeys(("answer_id", "scenario_id", "query_id", "query"), odd),
        "answer": said,
        "retrieved": [{**cases.fragment(odd, 1, odd, doc, odd), "url": odd}],
        "citations": [cases.citation(said, marker, doc, odd)],
        "declines": [{"part": odd, "span": [0, 1]}],
        "expected_evidence": {
            "needed": [{"chunk_id": odd, "text": odd, "supports": odd}],
            "unanswerable": [odd],
        },
    }
    one = cases.run(record).answers[0]
    notes = dict.fromkeys(
        ("observation", "hypothesis", "open_question", "attachment_reason", "support_reason"), f"{odd} так"
    )
    by = odd.replace("/", "")
    rows = [
        sample.judged(
            one,
            odd,
            [odd + " Первое."],
            "attached",
            "supported",
            by=by,
            claim=odd,
            evidence=[odd],
            citations=[marker],
            **notes,
        )
    ]
    evidence = gathered(cases.runs(record), rows, {}, {})
    usual, foreign = shown(), shown(evidence=evidence)
    known = {(each["name"], name) for each in every(usual) for name in each["attrs"]}
    assert {(each["name"], name) for each in every(foreign) for name in each["attrs"]} <= known
    assert all(each["attrs"]["href"].startswith("#") for each in every(foreign, "a"))
    assert answer_text(foreign) == said
    assert text(next(every(foreign, "h2"))) == odd


def test_marks_that_turn_the_text():
    """Characters that nobody sees and that change what is read are shown as such."""
    record = {**sample.RECORD, "answer": "ab\u202ecd\u2066e\x07\u2028f", "citations": [], "declines": []}
    root = shown(evidence=gathered(cases.runs(record), [], {}, {}))
    assert answer_text(root) == "ab\ufffdcd\ufffde\ufffd\u2028f"


def test_the_template_takes_phrases_that_exist():
    """Every key that stands whole in the template."""
    from report.page.rendering import FOLDER

    template = (FOLDER / ANSWER).read_text()
    assert {key for key in re.findall(r'say\("([^"]+)"[,)]', template) if key not in PHRASES} == set()


def test_the_same_bytes():
    """The order in which the files of reviewers are read changes nothing."""
    rows, runs = sample.rows(), cases.runs(sample.RECORD)
    made = [gathered(runs, order, {}, {}) for order in (rows, rows[::-1])]
    first, second = (document(one.tables[0], "ru", one) for one in made)
    assert first == second
