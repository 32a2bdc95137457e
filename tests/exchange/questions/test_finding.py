import unicodedata

import pytest

from assay.exchange.questions.finding import Finder
from assay.exchange.questions.references import Reference
from assay.exchange.questions.snapshot_ids import SnapshotIds
from assay.gold.repository import read_corpus
from exchange.imports import BODIES, SPARE, TERM, document, lay_out


@pytest.fixture
def find(tmp_path):
    """Finds in the small corpus, in which one document has an address, and one letters beyond the first plane."""
    lay_out(tmp_path)
    page = document("page", f"# Обмен\n\n{SPARE}\n").replace(
        b"lang: ru\n", b"lang: ru\nurl: /kb/exchange-rules\n"
    )
    (tmp_path / "corpus/page.md").write_bytes(page)
    (tmp_path / "corpus/smile.md").write_bytes(document("smile", "😀😀😀 да"))
    corpus = read_corpus(tmp_path)
    return Finder(corpus, None, SnapshotIds(tmp_path, corpus))


def one(find, **said):
    (found,) = find([Reference("f:1", **said)])
    return found


def test_a_link_beside_words_is_their_document(find):
    """An address in the column of documents, or beside quotations: the words stand in three documents."""
    found = one(find, doc="https://shop.ru/kb/exchange-rules/?a=1#x", text=SPARE)
    assert (found.place.doc_id, found.note) == ("page", "")
    assert one(find, chunk_id="help/exchange.html", text=SPARE).place.doc_id == "help/exchange"
    assert "stands at 3 places" in one(find, text=SPARE).way
    assert "names 'https://x.ru/y', which is no document" in one(find, doc="https://x.ru/y", text=TERM).note


def test_a_link_alone_is_no_label(find):
    """In the order of the references."""
    links = [
        Reference("f:1", link="https://shop.ru/kb/exchange-rules"),
        Reference("f:2", text=TERM),
        Reference("f:3", link="https://x.ru"),
    ]
    ways = [found.way.partition(":")[0] for found in find(links)]
    assert ways == [
        "is a link to a page (document page)",
        "containment",
        "is a link to a page that is no document of the corpus",
    ]


def test_marks_written_apart_do_not_hide_words(find):
    """As they are copied on a Mac, in lists too."""
    apart = unicodedata.normalize("NFD", BODIES["returns"][66:122])
    assert apart != BODIES["returns"][66:122]
    assert (one(find, text=apart).place.start, one(find, text=apart).place.end) == (66, 122)


@pytest.mark.parametrize(
    ("doc", "end", "unit"),
    [
        ("smile", 9, ", not UTF-16 units"),
        ("smile", 16, ", not bytes of UTF-8"),
        ("returns", 200, ", not bytes of UTF-8"),
        ("returns", 9000, ""),
    ],
)
def test_offsets_behind_the_end_say_what_they_count(find, doc, end, unit):
    """Where another unit would fit, it is named; nothing is taken for it."""
    found = one(find, doc=doc, start=0, end=end)
    assert found.place is None
    assert found.way.endswith(f"; offsets count code points{unit}, from 0, the end excluded")


def test_words_decide_whatever_offsets_count(find):
    """Bytes, an end that is included, a text of figures."""
    for start, end in ((18, 110), (11, 64), (9000, 9100)):
        found = one(find, doc="returns", start=start, end=end, text=TERM)
        assert (found.place.start, found.place.end) == (11, 65)
        assert found.note == f"f:1 says returns {start}:{end}, the words stand at returns 11:65"


def test_ids_of_a_snapshot_are_told(find):
    """Found by its place; the facts are those of the last call."""
    assert one(find, chunk_id="returns#.1").way == "span and text"
    assert find.facts == ["1 label by ids of snapshot 'fine', as it is today"]
    assert one(find, text=TERM).way == "containment"
    assert find.facts == []
