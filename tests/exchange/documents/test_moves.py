from assay.exchange.documents.moves import moved
from assay.exchange.documents.record import entry

DATA = b"---\nid: a\ntitle: A\nversion: v1\nlang: ru\n---\nText.\n"
KNOWN = {"a.md": entry("help", {"id": "a"}, "Text.\n")}


def test_a_document_is_found_by_its_id_where_people_put_it():
    """The import goes on to write it there."""
    assert moved({"a.md": "a"}, {"shop/b.md": DATA}, KNOWN) == {"a.md": "shop/b.md"}
    after = {"shop/b.md": KNOWN["a.md"]}
    assert moved({"a.md": "a"}, {"shop/b.md": DATA}, after) == {"a.md": "shop/b.md"}


def test_only_what_an_import_wrote_can_have_been_moved():
    """An id that people gave to a document of their own is a clash, and said as one."""
    assert moved({"a.md": "a"}, {"shop/b.md": DATA}, {}) == {}
    assert moved({"a.md": "a"}, {"a.md": DATA, "shop/b.md": DATA}, KNOWN) == {}
    assert moved({"a.md": "a"}, {"shop/b.md": b"no front matter"}, KNOWN) == {}
