import pytest

from assay.exchange.questions.label_passages import Passages
from assay.exchange.questions.locating import Place
from assay.manifest import sha256
from exchange.imports import CODE, SPARE, TERM, of_chunks, of_documents

ROWS = [
    {"chunk_id": "c1", "text": TERM},
    {"chunk_id": "a b", "text": CODE, "section": "Код"},
    {"chunk_id": "a_b", "text": "Другое."},
    {"chunk_id": "nfd", "text": "Чай и кофе\u0301, й".replace("й", "и\u0306")},
]
PLACE = Place(None, "returns", 11, 65)
TERM_ID = f"returns#{sha256(TERM.encode())[:8]}"


def test_one_passage_a_place():
    """A second reference to a place, and a passage that labels it already, give its id."""
    corpus = of_documents()
    passages = Passages([], corpus)
    assert passages.id_of(PLACE, "f:1") == passages.id_of(PLACE, "f:2") == TERM_ID
    assert passages.rows[0]["text"] == TERM
    again = Passages([{**passages.rows[0], "id": "by-people"}], corpus)
    assert again.id_of(PLACE, "f:1") == "by-people"
    assert len(again.rows) == 1


def test_passages_of_chunks():
    """Whole chunks keep their ids where ours may be so; some words of one have an id of their own; hashes are of NFC."""
    passages = Passages([], of_chunks(ROWS))
    names = [passages.id_of(Place(chunk_id=row["chunk_id"]), "f:1") for row in ROWS]
    assert names == ["c1", f"a_b~{sha256(b'a b')[:8]}", "a_b", "nfd"]
    words = passages.id_of(Place(chunk_id="c1", words="30 дней"), "f:1")
    assert words == f"c1~{sha256('30 дней'.encode())[:8]}"
    rows = {row["id"]: row for row in passages.rows}
    assert rows["nfd"]["sha256"] == sha256(rows["nfd"]["text"].encode())
    assert "й" in rows["nfd"]["text"]
    assert rows[names[1]]["section"] == "Код"


def test_an_id_that_another_text_has():
    """A chunk whose text changed since its label: both passages stay, the old one as it is."""
    old = Passages([], of_chunks([{"chunk_id": "c1", "text": "Прежний текст."}]))
    old.id_of(Place(chunk_id="c1"), "f:1")
    now = Passages(old.rows, of_chunks(ROWS))
    name = now.id_of(Place(chunk_id="c1"), "f:1")
    assert name.startswith("c1~")
    assert [row["text"] for row in now.rows] == ["Прежний текст.", TERM]
    assert Passages(now.rows, of_chunks(ROWS)).id_of(Place(chunk_id="c1"), "f:1") == name


SECTIONS = f"# Возврат\n\n{SPARE}\n\n## Срок возврата\n\n{TERM}\n\n{CODE}\n\n{CODE}\n"


def place_of(body, words, number=0):
    at = -1
    for _ in range(number + 1):
        at = body.index(words, at + 1)
    return Place(None, "returns", at, at + len(words))


def name_of(body, words, number=0, rows=()):
    passages = Passages(rows, of_documents({"returns": body}))
    return passages.id_of(place_of(body, words, number), "f:1"), passages.rows


def test_names_say_document_section_and_text():
    """No offsets, which change with every edit; equal words are counted."""
    digest = sha256(CODE.encode())[:8]
    assert name_of(SECTIONS, CODE)[0] == f"returns#срок-возврата~{digest}"
    assert name_of(SECTIONS, CODE, 1)[0] == f"returns#срок-возврата~{digest}.2"
    assert name_of(SECTIONS, SPARE)[0] == f"returns#{sha256(SPARE.encode())[:8]}"


def test_names_do_not_depend_on_the_order_of_references():
    """Also where equal words stand twice."""
    corpus = of_documents({"returns": SECTIONS})
    places = [place_of(SECTIONS, CODE), place_of(SECTIONS, CODE, 1), place_of(SECTIONS, TERM)]
    made = [Passages([], corpus), Passages([], corpus)]
    forth = [made[0].id_of(place, "f") for place in places]
    back = [made[1].id_of(place, "f") for place in reversed(places)]
    assert forth == back[::-1]
    assert len(set(forth)) == 3


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace(SPARE, "Новое начало, длиннее прежнего. " + SPARE),
        lambda text: text.replace("## Срок", "## Новый раздел\n\nСлова.\n\n## Срок"),
        lambda text: text + "\nЕщё строка.\n",
    ],
)
def test_a_passage_is_known_again_after_an_edit_elsewhere(edit):
    """By where its text stands today; its row stays as it is."""
    name, rows = name_of(SECTIONS, TERM)
    again, after = name_of(edit(SECTIONS), TERM, rows=rows)
    assert (again, after) == (name, rows)


def test_another_text_at_the_old_offsets_is_another_passage():
    """A passage whose words are gone lends its name to none."""
    name, rows = name_of(SECTIONS, TERM)
    other = "Товар можно вернуть в течение 14 дней со дня доставки."
    assert len(other) == len(TERM)
    again, after = name_of(SECTIONS.replace(TERM, other), other, rows=rows)
    assert again != name
    assert len(after) == 2


def test_offsets_alone_are_those_of_the_time_of_labelling():
    """They name the passage that had them and moved; with the words known, the words decide."""
    name, rows = name_of(SECTIONS, TERM)
    old = place_of(SECTIONS, TERM)
    passages = Passages(rows, of_documents({"returns": f"Новое.\n\n{SECTIONS}"}))
    assert passages.id_of(old, "f:1", offsets_alone=True) == name
    assert passages.id_of(old, "f:1") != name
