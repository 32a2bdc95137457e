from assay.exchange.documents.gone import gone_from, gone_lines
from assay.exchange.documents.record import entry

FRONT = {"title": "A", "version": "v1", "lang": "ru"}


def document(name, body="Текст.\n"):
    return f"---\nid: {name}\ntitle: A\nversion: v1\nlang: ru\n---\n{body}".encode()


OLD = {
    "a.md": document("a"),
    "b.md": document("b"),
    "c.md": document("c", "Правка.\n"),
    "own.md": document("own"),
}
KNOWN = {f"{name}.md": entry("help", {"id": name, **FRONT}, "Текст.\n") for name in "abcd"}


def test_only_what_the_folder_gave_once_is_gone_from_it():
    """Documents of people and of other folders are not; what is gone from the corpus too is no matter."""
    assert gone_from(OLD, KNOWN, {"help"}, ["a.md"]) == {"b.md": True, "c.md": False}
    assert gone_from(OLD, KNOWN, {"shop"}, ["a.md"]) == {}


def test_passages_are_named_with_what_becomes_of_the_document():
    """Kept, unless it is to be removed and people did not touch it."""
    gone, labels = {"b.md": True, "c.md": False}, {"b": [f"b#{n}" for n in range(6)]}
    assert list(gone_lines(gone, OLD, labels, "corpus", remove=False)) == [
        (
            "gone from the folder: corpus/b.md (labelled in it: b#0, b#1, b#2, b#3, b#4, …); "
            "kept: `git rm corpus/b.md` or --remove-gone removes it"
        ),
        (
            "gone from the folder: corpus/c.md (nothing is labelled in it); "
            "kept: `git rm corpus/c.md` or --remove-gone removes it"
        ),
    ]
    assert [line.partition("; ")[2] for line in gone_lines(gone, OLD, labels, "corpus", remove=True)] == [
        "removed",
        "kept, since people edited it: `git rm corpus/c.md` removes it",
    ]
