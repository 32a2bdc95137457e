from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.questions.corpus_index import CorpusIndex
from assay.exchange.questions.ellipses import Chain, apart, chains, parts, place_parted, spread
from assay.exchange.questions.locating import ELLIPSIS, Located, Place
from assay.exchange.questions.references import Reference
from exchange.imports import CODE, SIZE, SPARE, TERM, of_chunks, of_documents

FIRST, LAST = "Вернуть можно в течение 30 дней", "деньги придут на карту"
MIDDLE = "если чек цел, ярлыки на месте, а вещь не носили;"
NEAR = f"# Возврат\n\n{FIRST}, {MIDDLE} {LAST}.\n"
APART = f"# Возврат\n\n{FIRST}.\n\n## Деньги\n\nОбычно {LAST}.\n"


def placed(text, bodies, doc=None, **said):
    corpus = of_documents(bodies)
    headings = {
        name: [one["start"] for one in outline]
        for name, outline in corpus.documents.select("doc_id", "outline").iter_rows()
    }
    reference = Reference("f:1", text=text, doc=doc, **said)
    (found,) = place_parted([reference], CorpusIndex.of(corpus), headings)
    return found


def words(found, bodies):
    return [bodies[one.doc_id][one.start : one.end] for one in (found.place, *found.rest)]


@pytest.mark.parametrize("dots", ["…", "...", "[…]", "[...]", "<…>", "< ... >", "(…)", "....", ", …"])
def test_parts_close_to_each_other_are_one_passage(dots):
    """From the first word to the last, with what was left out."""
    bodies = {"a": NEAR, "b": f"{SIZE}\n"}
    found = placed(f"«{FIRST} {dots} {LAST}»", bodies)
    assert (found.way, words(found, bodies)) == (ELLIPSIS, [f"{FIRST}, {MIDDLE} {LAST}"])


@pytest.mark.parametrize("body", [APART, f"{FIRST}. {'Ещё слова. ' * 40}И {LAST}.\n"])
def test_parts_in_other_sections_or_far_away_are_passages_of_one_quotation(body):
    """A heading between them, or more than 400 characters."""
    found = placed(f"{FIRST} … {LAST}", {"a": body})
    assert words(found, {"a": body}) == [FIRST, LAST]
    pairs = list(spread([(Reference("f:1", text="x"), found)]))
    assert [(one.spot, place.part_of, place.rest) for one, place in pairs] == [
        ("f:1 (part 1)", "f:1", ()),
        ("f:1 (part 2)", "f:1", ()),
    ]


def test_parts_of_an_english_quotation_at_its_edges():
    """What was left out in front or behind is nothing to seek."""
    bodies = {"a": "You may return it within 30 days. The refund takes ten days.\n"}
    assert words(placed("... within 30 days. …", bodies), bodies) == ["within 30 days."]
    assert placed("... within 90 days …", bodies) is None  # its nearest text says more


def test_parts_are_found_in_their_order_and_in_one_document_alone():
    """Else the reason says what is missing, by number: the words may be personal data."""
    assert "in no one document in their order" in placed(f"{LAST} … {FIRST}", {"a": NEAR}).way
    assert "in no one document" in placed(f"{FIRST} … {SIZE}", {"a": NEAR, "b": f"{SIZE}\n"}).way
    lost = placed(f"{FIRST} … карта ann@mail.example.org есть", {"a": NEAR})
    assert lost.way == "of its 2 parts around an ellipsis, number 2 is not in any document"


def test_a_quotation_of_two_documents_is_that_of_the_one_it_names():
    """Unnamed it is ambiguous, as other words are."""
    bodies = {"a": NEAR, "b": f"{SIZE} {NEAR}"}
    text = f"{FIRST} … {LAST}"
    assert "stands at 2 places" in placed(text, bodies).way
    assert placed(text, bodies, doc="b").place.doc_id == "b"
    assert placed(text, {"a": NEAR}, doc="c").note.startswith("f:1 names 'c', which is no document")


def test_short_parts_are_sought_beside_others_alone():
    """Two words stand anywhere: near a longer part they count, far from it they do not."""
    assert parts("Да … нет") == []
    assert placed(f"{FIRST} … на карту", {"a": NEAR}).place is not None
    far = placed(f"{FIRST} … на карту", {"a": APART})
    assert (far.place, "fewer than 3 words" in far.way) == (None, True)


def test_lines_of_a_cell_are_quotations_of_their_own():
    """Each with its ellipsis; other texts of several lines are one."""
    text = f"{FIRST} …\n{LAST}"
    assert placed(text, {"a": NEAR}, cell=True) is None
    assert placed(text, {"a": NEAR}).place is not None


def test_parts_in_ready_made_chunks():
    """In one chunk: its words from the first part to the last."""
    rows = [{"chunk_id": "c1", "text": f"{TERM} {CODE} {SPARE}", "doc_id": "r"}]
    index = CorpusIndex.of(of_chunks(rows))
    (found,) = place_parted([Reference("f:1", text="Товар можно вернуть … действует 7 дней")], index, {})
    assert found.place == Place(chunk_id="c1", words=f"{TERM} Код возврата действует 7 дней")


def test_the_parts_of_one_quotation_are_one_set():
    """Where each label suffices alone; a set that holds another one is none."""
    part, alone = Located(Place(), ELLIPSIS, part_of="f:1"), Located(Place(), "id")
    assert apart(["a", "b", "c"], ["a", "b", "c"], [part, part, alone]) == [["a", "b"], ["c"]]
    assert apart(["a", "b"], ["a", "b", "a"], [part, part, alone]) == [["a"]]
    assert apart(["a"], ["a", None, "x"], [alone, alone, alone]) == [["a"]]


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from("pq"), st.integers(0, 30)), max_size=6), min_size=1, max_size=3
    )
)
def test_chains_are_in_order_and_none_is_missed(places):
    """Law: each chain is made of places in their order; a text has one wherever such places exist at all."""
    spots = [[(name, start, start + 2) for name, start in of] for of in places]
    found = chains(spots)
    for name, spans in found:
        assert all((name, *span) in of for span, of in zip(spans, spots, strict=True))
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert {one.name for one in found} == {name for name in "pq" if _exists(spots, name)}


def _exists(spots, name, behind=0):
    """Whether places in order exist, tried one by one."""
    if not spots:
        return True
    return any(
        _exists(spots[1:], name, end) for one, start, end in spots[0] if one == name and start >= behind
    )


def test_of_chains_with_one_end_the_shortest_counts():
    """What is repeated in front belongs to no quotation."""
    spots = [[("a", 0, 5), ("a", 10, 15)], [("a", 20, 25)]]
    assert chains(spots) == [Chain("a", ((10, 15), (20, 25)))]
