import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.documents.differences import parted
from assay.exchange.documents.front_matter import front_bytes
from assay.exchange.documents.record import entry
from assay.exchange.documents.standing import Coming, standing

FIRST = "# Возврат\n\nСрок 30 дней.\n"
SECOND = "# Возврат\n\nСрок 14 дней.\n"
EDITED = "# Возврат\n\nСрок 30 дней (опечатка исправлена).\n"


def document(body=FIRST, **front):
    return front_bytes({"id": "a", "title": "Возврат", "version": "v1", "lang": "ru", **front}, body)


def on_record(data, origin="help"):
    text = parted(data, "a.md")
    return {"a.md": entry(origin, text.front, text.body)}


def held(new, old, base=None, *, made=False, overwrite=False):
    """One document, brought in again: what the file gives, what stands in the corpus, what the last import wrote."""
    known = on_record(base) if base else {}
    return standing({"a.md": Coming(new, made=made)}, {"a.md": old}, known, "help", overwrite=overwrite)


def test_what_only_the_file_changed_is_taken():
    """Nobody touched the document since the last import."""
    done = held(document(SECOND, version="v2"), document(), document())
    assert done.writes == {"a.md": document(SECOND, version="v2")}
    assert (done.kept, done.disputed) == ({}, {})


def test_what_only_people_changed_stays():
    """A body mended by hand, a better title: the file says what it said before."""
    old = document(EDITED, title="Как вернуть", subject="sofa")
    done = held(document(), old, document())
    assert done.writes == {"a.md": old}
    assert done.kept == {"a.md": ["text", "title", "subject"]}


def test_keys_are_held_one_by_one():
    """A title of people's and a new text of the file go together; days that only people state stay."""
    old = document(title="Как вернуть", valid_to="2025-12-31")
    done = held(document(SECOND, version="v2"), old, document())
    assert done.writes == {"a.md": document(SECOND, title="Как вернуть", version="v2", valid_to="2025-12-31")}
    assert done.disputed == {}


def test_what_both_changed_is_disputed():
    """The document stays as it is, with how much would be lost; replaced, people's other keys stay."""
    new, old = document(SECOND), document(EDITED, subject="sofa")
    done = held(new, old, document())
    assert done.writes == {"a.md": old}
    assert done.disputed == {
        "a.md": "was edited since the last import, and its file changed too (+1 −1 lines)"
    }
    assert held(new, old, document(), overwrite=True).writes == {"a.md": document(SECOND, subject="sofa")}
    assert done.record == on_record(new)  # kept once, it is disputed again only when the file changes again


def test_a_document_that_no_import_wrote_is_not_overwritten():
    """Nothing tells whose text it is; the same text is taken on record, days that people wrote stay."""
    assert held(document(SECOND), document()).disputed == {
        "a.md": "differs from the file, and no import that is on record wrote it (+1 −1 lines)"
    }
    dated = document(valid_from="2026-01-01")
    assert held(document(), dated).writes == {"a.md": dated}


def test_a_key_that_the_file_takes_back_goes():
    """The last import wrote the day, nobody touched it, the file has none any more."""
    dated = document(valid_to="2026-01-01")
    assert held(document(), dated, dated).writes == {"a.md": document()}


def test_a_version_made_of_the_file_changes_with_the_text_alone():
    """Another template around the same text is no other state of it; a version that people gave is replaced with it."""
    assert held(document(version="bb"), document(version="aa"), document(version="aa"), made=True).writes == {
        "a.md": document(version="aa")
    }
    named = document(version="returns-v4")
    assert held(document(version="bb"), named, document(version="aa"), made=True).writes == {"a.md": named}
    new = document(SECOND, version="bb")
    assert held(new, named, document(version="aa"), made=True).writes == {"a.md": new}
    assert "version" in held(document(version="v3"), named, document(version="v2")).disputed["a.md"]


def test_a_version_that_stays_with_its_text_is_not_people_s_for_that():
    """What both changed is kept, or the file has the same text in another template: nobody wrote the version."""
    base, old = document(version="aa"), document(EDITED, version="aa")
    for new, there in ((document(SECOND, version="bb"), old), (document(version="bb"), base)):
        done = held(new, there, base, made=True)
        again = standing({"a.md": Coming(new, made=True)}, {"a.md": there}, done.record, "help")
        assert again.writes == {"a.md": there}
        assert again.kept.get("a.md", ["text"]) == ["text"]
        assert again.otherwise == ({"a.md": document_of(SECOND, "aa")} if there is old else {})
    named = document(EDITED, version="returns-v4")
    assert held(base, named, base, made=True).kept == {"a.md": ["text", "version"]}


def test_a_file_that_is_only_read_otherwise_has_not_changed():
    """The version made of it is the same: another release of the reader, say."""
    base, new = document(version="aa"), document(SECOND, version="aa")
    for made, words in ((True, "its file, the same as then, is read otherwise"), (False, "its file changed")):
        assert words in held(new, document(EDITED, version="aa"), base, made=made).disputed["a.md"]


def document_of(body, version):
    return parted(document(body, version=version), "a.md")


def test_comments_stay_where_nothing_changes():
    """The file's own bytes, or those of the corpus, if they say what is to be said."""
    old = document().replace(b"lang: ru\n", b"lang: ru  # checked\n")
    assert held(document(), old, document()).writes == {"a.md": old}


def test_a_document_that_people_removed_stays_away():
    """Unless it is asked for."""
    known = on_record(document())
    for overwrite in (False, True):
        done = standing({"a.md": Coming(document())}, {}, known, "help", overwrite=overwrite)
        assert (list(done.writes), done.removed) == ((["a.md"], []) if overwrite else ([], ["a.md"]))


def test_a_document_of_another_folder_is_not_overwritten():
    """Two exports may both have an index.md; the same folder under another name is told by ``same``."""
    new, old = {"a.md": Coming(document(SECOND))}, {"a.md": document()}
    known = on_record(document(), "shop")
    done = standing(new, old, known, "help")
    assert done.disputed == {"a.md": "was imported from shop, and differs (+1 −1 lines)"}
    assert done.record == known
    assert standing(new, old, known, "help", {"shop"}).disputed == {}


@pytest.mark.parametrize("made", [False, True])
@given(states=st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from("xyz")), min_size=3, max_size=3))
def test_nothing_of_people_is_lost(made, states):
    """Law: what they changed stands there afterwards, or is disputed; the same import again changes nothing."""
    base, old, new = (document(f"{body}\n", title=title) for body, title in states)
    done = held(new, old, base, made=made)
    result = done.writes["a.md"]
    texts = [parted(data, "a.md") for data in (base, old, new, result)]
    for values in [text.body for text in texts], [text.front["title"] for text in texts]:
        before, ours, theirs, after = values
        assert ours in (after, before, theirs)
        assert done.disputed or after == (ours if theirs == before else theirs)
    again = standing({"a.md": Coming(new, made=made)}, {"a.md": result}, done.record, "help")
    assert again.writes["a.md"] == result
    assert not again.disputed
