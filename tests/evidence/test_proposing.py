import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evidence import proposing
from assay.evidence.proposing import Standing, marks, proposed, quoted, sentences_of, wording

from . import cases


def tied(text, *citations, **values):
    """An answer with citations told by their markers, or by ``(marker, words)``, or ``(marker, None)``: without a place."""
    made, after = [], 0
    for one in citations:
        marker, words = one if isinstance(one, tuple) else (one, one)
        span = None if words is None else cases.span(text, words, after if marker == words else 0)
        after = span[1] if span and marker == words else after
        made.append({"marker": marker, "doc_id": "D", "chunk_id": None, "span": span})
    return cases.simple(text, citations=made, **values)


def claims(answer):
    """Of each claim proposed its kind, its words and the markers of its citations."""
    return [
        (one["kind"], one["claim"], [citation["marker"] for citation in one["citations"]])
        for one in proposed(answer)
    ]


def test_a_sentence_is_a_claim_with_the_citations_that_stand_at_it():
    """The worked answer: its first sentence is one claim, which a reviewer splits."""
    (first, second, third) = proposed(cases.shop_run().answers[0])
    assert first == {
        "kind": "statement",
        "claim": "Назад примем за 30 дней что угодно, и вещи с финальной распродажи тоже.",
        "quote": [{"start": 0, "end": 71, "text": cases.TEXT[:71]}],
        "citations": [{"marker": "[D-01]", "doc_id": "D-01", "chunk_id": "p04", "span": [71, 77]}],
    }
    assert second["claim"] == "Деньги начинают возвращать, как только вы отправили запрос."
    assert [one["marker"] for one in second["citations"]] == ["[D-02]"]
    assert (third["claim"], third["citations"]) == ("Обычно хватает пяти дней.", [])


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("Раз [1]. Два [2].", ["[1]", "[2]"], [["[1]"], ["[2]"]]),
        ("Раз.[1] Два.[2]", ["[1]", "[2]"], [["[1]"], ["[2]"]]),
        ("Раз. [1] Два. [2]", ["[1]", "[2]"], [["[1]"], ["[2]"]]),
        ("Раз.[1][2]Два.", ["[1]", "[2]"], [["[1]", "[2]"], []]),
        ("Раз[1], но не два[2]. Три.", ["[1]", "[2]"], [["[1]", "[2]"], []]),
        ("[1] Раз. Два.", ["[1]"], [["[1]"], []]),
        ("[1]\nРаз. Два.", ["[1]"], [["[1]"], []]),
        ("Раз.\n[1] Два.\n[2][3] Три.", ["[1]", "[2]", "[3]"], [[], ["[1]"], ["[2]", "[3]"]]),
        ("Раз.\n[1]\nДва.", ["[1]"], [["[1]"], []]),
        ("Раз. Два.\n\n[1] [2]", ["[1]", "[2]"], [[], ["[1]", "[2]"]]),
        ("Раз.[1] Два.[1]", ["[1]", "[1]"], [["[1]"], ["[1]"]]),
        ("- Раз [1]\n- Два [2]", ["[1]", "[2]"], [["[1]"], ["[2]"]]),
        ("Раз. Два.", [("[1]", None)], [[], []]),
        ("Раз. Два. Три.", [("[1]", "аз. Дв")], [["[1]"], ["[1]"], []]),
        ("Раз. Два.", [("[1]", "Раз. ")], [["[1]"], []]),
        ("Раз. Два.", [(None, "Два")], [[], [None]]),
        ("Раз.¹ Два.", ["¹"], [["¹"], []]),
        ("Раз (D-1). Два.", ["(D-1)"], [["(D-1)"], []]),
    ],
)  # fmt: skip
def test_citations_are_proposed_by_where_they_stand(text, marked, expected):
    """Inside, after the stop, in front, on a line of their own, tied to words, without a place."""
    answer = tied(text, *marked)
    assert [found for _, _, found in claims(answer)] == expected
    standing = Standing(answer)
    at = [standing.at([span]) for span in sentences_of(answer)]
    assert [[answer.citations[place].marker for place in places] for places in at] == expected


def test_a_claim_of_some_words_has_the_citations_of_their_sentences():
    """Marks by the sentence, whichever of its words are meant; those tied to words only by their own words."""
    text = "Раз и ещё два.[1] Три и четыре [2]."
    answer = tied(text, "[1]", "[2]", ("[3]", "Раз"), ("[4]", "ещё два"))
    standing = Standing(answer)

    def at(*words):
        places = standing.at(tuple(cases.span(text, one)) for one in words)
        return [answer.citations[place].marker for place in places]

    assert at("Раз") == ["[1]", "[3]"]
    assert at("два") == ["[1]", "[4]"]
    assert at("два", "Три") == ["[1]", "[2]", "[4]"]
    assert at("Раз и ещё два.[1] Три") == ["[1]", "[2]", "[3]", "[4]"]
    assert at() == []


def test_marks_are_left_out_of_quotations():
    """What stands around them is quoted word for word; white space, points and marks alone are not."""
    text = "[0]Раз [1], два\n[2] и 👩‍👧 три[3][4]. [5] Конец."
    answer = tied(text, *(f"[{n}]" for n in range(6)))
    assert [text[slice(*span)] for span in marks(answer)] == [f"[{n}]" for n in range(6)]
    (one, two) = proposed(answer)
    assert [piece["text"] for piece in one["quote"]] == ["Раз", ", два", "и 👩‍👧 три"]
    assert one["claim"] == "Раз, два и 👩‍👧 три"
    assert two["quote"] == [{"start": text.index("Конец"), "end": len(text), "text": "Конец."}]
    assert quoted(answer, (0, len(text)))[-1]["text"] == "Конец."
    assert quoted(answer, tuple(cases.span(text, "[3][4]."))) == []


def test_words_that_a_citation_is_tied_to_are_quoted():
    """Only what is the marker itself is a mark; a span elsewhere that has another text is none."""
    answer = tied("Раз [1] два.", ("[1]", "Раз"), ("[2]", "[1]"))
    assert marks(answer) == []
    assert [one["claim"] for one in proposed(answer)] == ["Раз [1] два."]


def test_marks_that_overlap_are_one():
    """Two citations of one place, and one within another."""
    text = "Раз [[1]]. Два."
    inner = {"marker": "[1]", "doc_id": "E", "span": cases.span(text, "[1]")}
    answer = cases.simple(text, citations=[cases.citation(text, "[[1]]", "D"), inner, inner])
    assert [text[slice(*span)] for span in marks(answer)] == ["[[1]]"]
    assert claims(answer) == [("statement", "Раз", ["[[1]]", "[1]", "[1]"]), ("statement", "Два.", [])]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Раз", ", два", "и три", "."], "Раз, два и три."),
        (["- Первый\n  пункт"], "Первый пункт"),
        (["12) Двенадцатый;"], "Двенадцатый;"),
        (["2025. Год"], "2025. Год"),
        (["-5 градусов"], "-5 градусов"),
        ([], ""),
    ],
)
def test_claims_are_worded_as_statements(texts, expected):
    """Without the sign of an item and without blanks that marks have left; the quotation stays as it stands."""
    assert wording([{"text": text} for text in texts]) == expected


def test_what_is_declined_is_proposed_as_such():
    """One claim a decline, with all of its sentences; two in one sentence; last what the user is not told."""
    text = "Срок 30 дней.[1] Срока выплаты нет. Его не знаем.[2] Ни цены, ни адреса нет."
    declines = [
        {"part": "когда выплатят", "span": [cases.span(text, "Срока")[0], cases.span(text, "знаем")[1]]},
        {"part": "цена", "span": cases.span(text, "Ни цены")},
        {"part": "телефон"},
        {"part": "адрес", "span": cases.span(text, "ни адреса")},
    ]
    found = list(proposed(tied(text, "[1]", "[2]", declines=declines)))
    assert [(one["kind"], one["claim"]) for one in found] == [
        ("statement", "Срок 30 дней."),
        ("decline", "когда выплатят"),
        ("decline", "цена"),
        ("decline", "адрес"),
        ("decline", "телефон"),
    ]
    assert [[piece["text"] for piece in one["quote"]] for one in found] == [
        ["Срок 30 дней."],
        ["Срока выплаты нет.", "Его не знаем."],
        ["Ни цены, ни адреса нет."],
        ["Ни цены, ни адреса нет."],
        [],
    ]
    assert [[citation["marker"] for citation in one["citations"]] for one in found] == [
        ["[1]"],
        ["[2]"],
        [],
        [],
        [],
    ]


@pytest.mark.parametrize("text", [None, "", " \n", "👍🏽", "..."])
def test_an_answer_without_words_has_no_claims(text):
    """Nothing is made up; what it is said to decline stays."""
    assert list(proposed(cases.answer(answer=text, citations=[]))) == []
    silent = cases.answer(answer=text, citations=[], declines=[{"part": "срок"}])
    assert claims(silent) == [("decline", "срок", [])]
    assert list(proposed(cases.run({"answer_id": "A"}).answers[0])) == []


def test_the_language_of_the_record_decides():
    """«No. 5» ends a sentence in Russian; without a language letters tell, and the locale where they do not."""
    text = "Open No. 5 now. Then go."
    assert len(sentences_of(cases.simple(text, "en"))) == 2
    assert len(sentences_of(cases.simple(text, None))) == 2
    asked = []
    original = proposing.sentences
    for lang, locale in (("en-GB", "ru"), (None, "ru"), (None, "ru_RU.UTF-8"), (None, None)):
        answer = cases.run(
            {**cases.A017, "lang": lang, "locale": locale, "answer": "Ok", "citations": []}
        ).answers[0]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                proposing,
                "sentences",
                lambda text, lang, marks: asked.append(lang) or original(text, lang, marks),
            )
            sentences_of(answer)
    assert asked == ["en-GB", "en", "en", "en"]


@st.composite
def answers(draw):
    """An answer with marks, citations tied to words, and declines anywhere."""
    part = st.sampled_from([*"абВ Z09.!?,;\n", "Раз. ", "Два ", "👩‍👧", "e\u0301", "г. "])
    pieces = draw(st.lists(st.text(max_size=3) | part | st.sampled_from(["[1]", "[2]"]), max_size=25))
    text = "".join(pieces)
    spans = (
        st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
        .map(sorted)
        .filter(lambda one: one[0] < one[1])
    )
    citations, at = [], 0
    for piece in pieces:
        if piece in ("[1]", "[2]"):
            citations.append({"marker": piece, "doc_id": "D", "span": [at, at + 3]})
        at += len(piece)
    if text:
        citations += [
            {"marker": draw(st.sampled_from([None, "[1]"])), "doc_id": "E", "span": list(span)}
            for span in draw(st.lists(spans, max_size=3))
        ]
    declines = [
        {"part": "x", "span": list(span)} for span in (draw(st.lists(spans, max_size=2)) if text else [])
    ]
    return cases.simple(text, None, citations=citations, declines=declines)


@given(answers())
def test_pieces_are_verbatim_and_cover_the_answer(answer):
    """Law: each is the text at its span and begins and ends without a space; apart; all letters but those of marks are in some."""
    found = list(proposed(answer))
    inside = [False] * len(answer.text)
    for one in found:
        assert one["quote"]
        end = 0
        for piece in one["quote"]:
            assert end <= piece["start"] < piece["end"]
            end = piece["end"]
            assert piece["text"] == answer.text[piece["start"] : piece["end"]] == piece["text"].strip()
            inside[piece["start"] : end] = [True] * len(piece["text"])
        assert all(
            citation in [known.record() for known in answer.citations] for citation in one["citations"]
        )
    marked = {at for start, end in marks(answer) for at in range(start, end)}
    assert not any(inside[at] for at in marked)
    assert all(inside[at] for at, letter in enumerate(answer.text) if letter.isalnum() and at not in marked)


@given(answers())
def test_proposed_citations_are_those_that_stand_at_the_sentence(answer):
    """Law: both ways of asking agree; each mark belongs to one sentence."""
    spans, standing = sentences_of(answer), Standing(answer)
    by_sentence = [standing.at([span]) for span in spans]
    plain = cases.simple(answer.text, None, citations=answer.value["citations"])
    assert [one["citations"] for one in proposed(plain)] == [
        [answer.citations[place].record() for place in found] for found in by_sentence
    ]
    for at, citation in enumerate(answer.citations):
        n = sum(at in found for found in by_sentence)
        assert (
            n == 1
            or not spans
            or citation.marker is None
            or answer.text[slice(*citation.span)] != citation.marker
        )


@given(st.data())
def test_citations_tied_to_words_are_those_that_meet_a_quotation(data):
    """Law: whatever overlaps whatever, the same as looking at each."""
    text = "абвгдежзик"
    ends = st.tuples(st.integers(0, 10), st.integers(0, 10))
    spans = ends.filter(lambda one: one[0] < one[1])
    words = data.draw(st.lists(spans, max_size=8))
    standing = Standing(cases.simple(text, None, citations=[{"span": list(span)} for span in words]))
    quote = data.draw(st.lists(spans, max_size=3))
    assert list(standing.at(quote)) == [
        at
        for at, (start, end) in enumerate(words)
        if any(start < last and first < end for first, last in quote)
    ]


def calls(parts, monkeypatch):
    """How often a mark is looked at, while claims of so many cited sentences are proposed."""
    text = "Раз.[1] " * parts
    answer = tied(text, *["[1]"] * parts)
    looked = []
    original = proposing._is_mark
    monkeypatch.setattr(proposing, "_is_mark", lambda *one: looked.append(1) or original(*one))
    assert [len(one["citations"]) for one in proposed(answer)] == [1] * parts
    monkeypatch.undo()
    return len(looked)


def test_many_citations_are_looked_at_once_each(monkeypatch):
    """Ten times as many of them, ten times as many looks."""
    assert calls(1000, monkeypatch) == 10 * calls(100, monkeypatch)
