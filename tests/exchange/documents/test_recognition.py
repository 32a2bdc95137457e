import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.exchange.documents.differences import parted
from assay.exchange.documents.folder import Options, read_folder
from assay.exchange.documents.recognition import recognised
from assay.exchange.documents.record import entry

COURIER, POST, DRONE = (
    "Курьером за два дня по городу.",
    "Почтой за неделю по всей стране.",
    "Дроном на крышу.",
)


def page(*texts, level=2):
    """A file whose sections have one heading, and a last one that makes it be split."""
    sections = "".join(f"{'#' * level} Доставка\n\n{text}\n\n" for text in texts)
    return f"{sections}{'#' * level} Оплата\n\nКартой.\n"


def bring(text, old=None, known=None, level=2):
    """An import of one file: the files it gives by path, and what is on record of it then."""
    got = read_folder({"w.md": text.encode()}, "docs", Options(split_level=level))
    assert got.problems == []
    documents = recognised(got.documents, old or {}, known or {})
    files = {one.path: one.data for one in documents}
    assert len(files) == len(documents)
    record = {
        path: entry("docs", (one := parted(data, path)).front, one.body) for path, data in files.items()
    }
    return files, record


def ids(files, *words):
    """The id of the document with each of these texts; it is named like its file."""
    found = {}
    for path, data in files.items():
        text = parted(data, path)
        assert path == f"{text.front['id']}.md"
        found |= {word: text.front["id"] for word in words if word in text.body}
    return found


def test_a_part_put_in_before_its_equals_renames_none():
    """The old one keeps its id, and the labels on it; the new one gets the next."""
    old, known = bring(page(COURIER))
    files, _ = bring(page(DRONE, COURIER), old, known)
    assert ids(files, COURIER, DRONE) == {COURIER: "w/доставка", DRONE: "w/доставка.2"}
    assert files["w/доставка.md"] == old["w/доставка.md"]


def test_a_part_taken_out_before_its_equals_renames_none():
    """The second of two keeps its number."""
    old, known = bring(page(COURIER, POST))
    files, _ = bring(page(POST), old, known)
    assert ids(files, POST) == {POST: "w/доставка.2"}
    assert "w/доставка.md" not in files


def test_a_changed_part_is_the_one_that_is_most_like_it():
    """Its text is new, its place too: people's edits in the corpus are held against it all the same."""
    old, known = bring(page(COURIER, POST))
    changed = POST.replace("неделю", "три дня")
    files, _ = bring(page(DRONE, changed, COURIER), old, known)
    assert ids(files, COURIER, changed, DRONE) == {
        COURIER: "w/доставка",
        changed: "w/доставка.2",
        DRONE: "w/доставка.3",
    }


def test_a_name_of_a_part_that_people_removed_is_not_given_to_another():
    """It would be taken for the removed one, and stay away."""
    old, known = bring(page(COURIER, POST))
    del old["w/доставка.2.md"]
    files, _ = bring(page(COURIER, DRONE), old, known)
    assert ids(files, COURIER, DRONE) == {COURIER: "w/доставка", DRONE: "w/доставка.3"}
    assert ids(bring(page(DRONE, POST), old, known)[0], POST) == {POST: "w/доставка.2"}


def test_parts_below_equal_chapters_keep_their_names():
    """The number is that of the chapter, in the midst of the name."""
    chapter = "# {}\n\n## Срок\n\n{}\n\n## Цена\n\n{}\n\n"
    first, second = chapter.format("Доставка", COURIER, "300."), chapter.format("Доставка", POST, "500.")
    top = "# Справка\n\nОбщее.\n\n"
    old, known = bring(top + first)
    files, _ = bring(top + second + first, old, known)
    kept, new = "w/доставка/срок", "w/доставка.2/срок"
    assert ids(files, COURIER, POST) == {COURIER: kept, POST: new}


def test_an_id_that_another_file_has_is_not_given():
    """A file of that name stands beside the parts."""
    _, known = bring(page(COURIER, POST))
    old = {}
    files = {"w.md": page(POST).encode(), "w/доставка.2.md": "Другое.\n".encode()}
    got = read_folder(files, "docs", Options(split_level=2))
    documents = recognised(got.documents, old, known)
    assert len({one.doc_id for one in documents}) == len(documents)


_TEXTS = st.lists(
    st.sampled_from([COURIER, POST, DRONE, "Да.", "Нет.", "Самовывоз со склада."]), max_size=5, unique=True
)


@pytest.mark.parametrize("alone", [False, True])
@example([COURIER], [DRONE, COURIER])
@given(_TEXTS.filter(bool), _TEXTS.filter(bool))
def test_a_text_keeps_its_id(alone, before, after):
    """Law: whatever is put in, taken out or put elsewhere; names are unique, and the same again changes nothing."""
    old, known = bring(page(*before))
    if alone:
        old = {}  # nothing but the record
    files, record = bring(page(*after), old, known)
    common = set(before) & set(after)
    was, now = ids(bring(page(*before))[0], *common), ids(files, *common)
    assert was == now
    assert bring(page(*after), files, record)[0] == files
