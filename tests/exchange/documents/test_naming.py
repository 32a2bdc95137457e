import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.documents.naming import file_of, id_of, part_of
from assay.retrieval.documents import ID, is_document
from assay.retrieval.outline import outline


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("guides/Возврат товара.html", "guides/Возврат-товара"),
        ("v1.2/notes.v3.md", "v1.2/notes.v3"),
        ("_drafts/-a_b-.md", "drafts/a_b"),
        ("a..b/c#d.txt", "a.b/c-d"),
        ("007.md", "007"),
        ("и\u0306.md", "й"),
    ],
)
def test_an_id_is_the_path_in_letters(path, name):
    """Letters of any script, case kept, in form C."""
    assert id_of(path) == name


def test_names_without_letters_or_with_signs_have_a_hash():
    """Two such files do not become one id."""
    names = [id_of(path) for path in ("!!!.md", "???.md", "कि.md", "का.md")]
    assert len(set(names)) == 4
    assert all(ID.fullmatch(name) for name in names)


_PARTS = st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=120)


@given(st.lists(_PARTS, min_size=1, max_size=4))
def test_every_path_gives_a_valid_id(parts):
    """Whatever files are called."""
    name = id_of("/".join([*parts[:-1], parts[-1].replace(".", "") + ".md"]).replace("//", "/"))
    assert ID.fullmatch(name)
    assert ".." not in name
    assert unicodedata.is_normalized("NFC", name)


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("a/b.html", "a/b.md"),
        ("a/b.markdown", "a/b.markdown"),
        ("a/README.md", "a/README-1.md"),
        ("readme.txt", "readme-1.md"),
    ],
)
def test_a_file_is_a_document_of_the_corpus(path, file):
    """A README would be skipped there: it gets another name."""
    assert file_of(path) == file
    assert is_document(file)


def test_parts_are_named_by_their_headings():
    """Below those above it; equal ones are numbered, signs alone are a section, long ones are cut."""
    body = "# T\n## Срок\n### Срок\n## !!!\n## Срок\n## " + "о" * 200 + "\n"
    names = [part_of(heading) for heading in outline(body)[1:]]
    assert names[:4] == ["срок", "срок/срок", "section", "срок.2"]
    assert len(names[4]) == 80
    assert all(ID.fullmatch(name) for name in names)
