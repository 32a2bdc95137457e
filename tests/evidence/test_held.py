"""Sets that fragments hold."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.evidence.held import _covered, held
from assay.gold.passages import SCHEMA

from .cases import START, TERM, answer, fragment

RULE = "Вещи с финальной распродажи назад не принимаем."
LONG = (
    "Покупку, сделанную прямо в нашем магазине, принимаем назад тридцать дней. "
    "Срок идёт со дня, в который вещь доставили вам домой или в пункт выдачи."
)
FIRST, SECOND = LONG.split(". ")


def passages(**texts):
    """Passages of the gold set, of document ``D-01`` unless told otherwise as (document, text)."""
    pairs = {name: (("D-01", one) if isinstance(one, str) else one) for name, one in texts.items()}
    rows = [{"id": name, "doc_id": doc, "text": text} for name, (doc, text) in pairs.items()]
    return pl.DataFrame([{**dict.fromkeys(SCHEMA), **row} for row in rows], schema=SCHEMA)


def gold(*sets):
    """The question of A-017 in the gold set, with these evidence sets."""
    query = answer().query
    row = {"query": query, "rewritten": None, "split": "dev", "evidence_sets": sets, "unanswerable": []}
    return {"Q-017": row}


def holds(sets, table, *fragments, **values):
    """Whether the fragments of one answer hold one of the sets."""
    ranked = [{**one, "rank": rank} for rank, one in enumerate(fragments, 1)]
    one = answer(**{"retrieved": ranked, "citations": [], **values})
    return held([one], gold(*sets), table)["A-017"]


def piece(text, chunk="c1", doc="D-01", version="v1"):
    return fragment(chunk, 1, text, doc, version)


def blind(chunk="c9", doc="D-01"):
    """A fragment of which the text is not recorded."""
    return {**piece("–", chunk, doc), "text": None, "sha256": None}


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        ([["rule"]], True),
        ([["rule", "start"]], True),
        ([["rule", "other"]], False),
        ([["other"], ["start"]], True),
        ([["other"]], False),
        ([], None),
    ],
)
def test_one_set_must_be_there_whole(sets, expected):
    """Inside a set all passages are needed, of several sets one; where nothing answers there is nothing to hold."""
    table = passages(rule=RULE, start=("D-02", START), other="Подарочные карты не возвращаем.")
    assert holds(sets, table, piece(TERM), piece(START, "c2", "D-02")) is expected


def test_words_count_as_projection_compares_them():
    """Case, white space, ё and marks of Markdown do not."""
    table = passages(p="Идёт со дня доставки **домой**")
    assert holds([["p"]], table, piece("Срок  ИДЕТ со дня\nдоставки домой.")) is True


def test_the_same_words_in_another_document_are_another_thing():
    """They may be of another subject or time; a fragment that names no document counts by its words."""
    table = passages(p=LONG)
    assert holds([["p"]], table, piece(LONG, doc="D-05")) is False
    assert holds([["p"]], table, piece(LONG, doc=None)) is True


def test_an_answer_never_lends_its_fragments_to_another():
    """All answers are asked at once; each has its own."""
    table, sets = passages(p=LONG), gold(["p"])
    one = answer(answer_id="A-1", retrieved=[piece(LONG)], citations=[])
    other = answer(answer_id="A-2", retrieved=[piece(LONG, doc="D-05")], citations=[])
    assert held([one, other], sets, table) == {"A-1": True, "A-2": False}
    assert held([other, one], sets, table) == {"A-2": False, "A-1": True}


@pytest.mark.parametrize(
    ("fragments", "expected"),
    [
        ([piece(f"Раздел о возврате. {FIRST}."), piece(f"{SECOND} Иное.", "c2")], True),
        ([piece(f"{FIRST}. Срок идёт со"), piece(f"Срок идёт со дня{SECOND[16:]}", "c2")], True),
        ([piece(FIRST[20:]), piece(SECOND, "c2")], False),
        ([piece(f"{FIRST}. Иное."), piece(SECOND, "c2")], False),
        ([piece(FIRST), piece(f"Иное. {SECOND}", "c2")], False),
        ([piece(FIRST), piece(SECOND, "c2", "D-02")], False),
        ([piece(FIRST), piece(SECOND, "c2", version="v2")], False),
        ([piece(LONG[:30]), piece(LONG[30:], "c2")], False),
        ([piece(LONG[:60]), piece(LONG[60:], "c2")], True),
        ([piece(FIRST)], False),
    ],
)
def test_fragments_of_one_version_may_hold_it_together(fragments, expected):
    """The end of one and the beginning of the next, overlapping or cut inside a word; never by a few letters."""
    assert holds([["p"]], passages(p=LONG), *fragments) is expected


@given(st.lists(st.tuples(st.integers(0, len(LONG)), st.integers(0, len(LONG))), max_size=4))
def test_pieces_cover_what_a_loop_over_letters_finds(cuts):
    """Each letter of the text in some piece of 40 letters or more."""
    spans = [(min(cut), max(cut)) for cut in cuts]
    texts = [LONG[start:end] for start, end in spans]
    long = [span for span in spans if sum(map(str.isalpha, LONG[slice(*span)])) >= 40]
    letters = [at for at, letter in enumerate(LONG) if letter.isalnum()]
    assert _covered(LONG, texts) == all(any(a <= at < b for a, b in long) for at in letters)


@pytest.mark.parametrize(
    ("fragments", "expected"),
    [
        ([piece(RULE), blind()], True),
        ([blind()], None),
        ([blind(doc="D-02")], False),
        ([], False),
    ],
)
def test_a_text_that_is_not_recorded_decides_nothing(fragments, expected):
    """Unless the set is there without it, or it is of another document."""
    assert holds([["p"]], passages(p=RULE), *fragments) is expected


def test_a_record_that_does_not_say_what_was_retrieved():
    """Is not one to which nothing came; neither is a passage that the gold set does not have a text of."""
    assert holds([["p"]], passages(p=RULE), retrieved=None) is None
    assert holds([["lost"]], passages(p=RULE), piece(RULE)) is None
    assert holds([["lost"], ["p"]], passages(p=RULE), piece(RULE)) is True
    assert holds([["lost", "p"]], passages(p=RULE), piece(START)) is False


@pytest.mark.parametrize(
    ("needed", "expected"),
    [
        ([{"chunk_id": "p04"}, {"chunk_id": "p07"}], True),
        ([{"chunk_id": "p04", "text": "финальной распродажи"}], True),
        ([{"chunk_id": "p04", "text": "подарочные карты"}], False),
        ([{"chunk_id": "p04"}, {"chunk_id": "p09"}], False),
        ([{"doc_id": "D-02", "text": "приняли на складе"}], True),
        ([{"doc_id": "D-01"}], None),
        ([], None),
    ],
)
def test_what_the_record_says_is_needed_is_one_set(needed, expected):
    """By ids, by words; a source as a whole says no words that could be looked for."""
    one = answer(expected_evidence={"needed": needed})
    assert held([one], {}, passages())["A-017"] is expected


@given(st.data())
def test_sets_are_decided_as_a_loop_decides_them(data):
    """Over many answers, with texts that are missing here and there."""
    texts = {"a": "альфа один", "b": "бета два", "c": "гамма три"}
    sets = data.draw(st.lists(st.lists(st.sampled_from("abc"), min_size=1, unique=True), max_size=3))
    made, expected = [], {}
    for number in range(data.draw(st.integers(0, 4))):
        has = data.draw(st.sets(st.sampled_from("abc")))
        lacking = data.draw(st.booleans())
        rows = [piece(texts[name], name) for name in sorted(has)]
        rows += [blind()] if lacking else []
        retrieved = [{**one, "rank": rank} for rank, one in enumerate(rows, 1)]
        name = f"A-{number}"
        made.append(answer(answer_id=name, retrieved=retrieved, citations=[]))
        whole = any(set(one) <= has for one in sets)
        expected[name] = None if not sets else whole or (None if lacking else False)
    assert held(made, gold(*sets), passages(**texts)) == expected
