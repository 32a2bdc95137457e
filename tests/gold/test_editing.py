import pytest

from assay.errors import InputError
from assay.gold.editing import added, passage_of_chunk, refreshed, replaced, spared
from assay.gold.passages import make_passage
from assay.gold.quotations import quoted_passage
from assay.gold.review import Corpus

from .samples import chunks, documents, passage, ready

WHERE = "gold/passages.jsonl"
NONE = ready().clear()


def refusal(call, *arguments):
    with pytest.raises(InputError) as error:
        call(*arguments)
    return str(error.value)


def test_a_passage_is_added_once():
    """Neither its id nor its text twice."""
    rows = added([], passage("p1"), WHERE)
    assert rows == [passage("p1")]
    assert refusal(added, rows, passage("p1", "Другое."), WHERE) == (
        f"{WHERE} p1: the id is already used; choose another one, or give --replace"
    )
    assert refusal(added, rows, passage("p2"), WHERE) == f"{WHERE} p2: labels the same text as p1; use p1"


def test_a_passage_takes_the_place_of_that_of_its_id():
    """Of one that is there; another row must not label the same text."""
    rows, new = [passage("p1"), passage("p2", "Другое.")], passage("p2", "Новое.")
    assert replaced(rows, new, WHERE) == [rows[0], new]
    assert replaced(rows, rows[1], WHERE) == rows
    assert (
        refusal(replaced, rows, passage("p3"), WHERE) == f"{WHERE} p3: is no passage yet; leave out --replace"
    )
    assert refusal(replaced, rows, passage("p2"), WHERE) == f"{WHERE} p2: labels the same text as p1; use p1"


def test_neighbours_of_a_passage_disclose_nothing():
    """Text in front is kept from behind the last finding, text behind up to the first; a refresh keeps to it."""
    body = "От a@example.org и b@example.org\nСрок 30 дней.\nПишите на c@example.org или d@example.org"
    table = documents(("d1", body))
    row = spared(quoted_passage(table, "d1", quote="Срок 30 дней.", id="p1"))
    assert (row["before"], row["after"]) == ("\n", "\nПишите на ")
    assert refreshed([row], (), Corpus(table, NONE), WHERE).rows == [row]
    assert spared(passage("p1", before=None, after="")) == passage("p1", before=None, after="")


def test_a_whole_chunk_becomes_a_passage_of_its_document(guide):
    """Its span is that of the chunk."""
    table = chunks(guide, [("d1", (36, 61))])
    row = passage_of_chunk(Corpus(guide, NONE), table.row(0, named=True), "d1#term")
    assert row == make_passage(guide, "d1", span=(36, 61), id="d1#term")


def test_a_chunk_of_two_stretches_is_no_passage(guide):
    """A repeated header is not part of the row."""
    table = chunks(guide, [("d1", (0, 9), (36, 61))])
    assert refusal(passage_of_chunk, Corpus(guide, NONE), table.row(0, named=True), "x") == (
        "d1#.0: is not one stretch of its document (0:9, 36:61); give one as --span"
    )


def test_a_chunk_of_an_older_corpus_is_refused(guide):
    """The document has changed since the snapshot."""
    table = chunks(documents(("d1", "Старый текст, другой.")), [("d1", (0, 12))])
    assert refusal(passage_of_chunk, Corpus(guide, NONE), table.row(0, named=True), "x") == (
        "d1#.0: is not what its document says today; run the snapshot stage again"
    )


def test_a_chunk_cut_elsewhere_becomes_a_passage_without_offsets():
    """Its text alone is known."""
    table = ready({"chunk_id": "7", "doc_id": "d1", "section": "Срок", "text": "Вернуть можно за 30 дней."})
    row = passage_of_chunk(Corpus(documents(), table), table.row(0, named=True), "p1")
    assert row == passage(
        "p1", doc_version=None, section="Срок", start=None, end=None, before=None, after=None
    )


def test_a_refresh_takes_todays_place_from_the_text(guide):
    """Offsets, hash, version, section and anchor follow; other rows stay."""
    wrong = passage("p1", start=3, end=9, sha256="0" * 64, doc_version="d1-v0")
    other = passage("p2", "Деньги вернём на карту.")
    done = refreshed([wrong, other], ["p1"], Corpus(guide, NONE), WHERE)
    assert done.rows == [make_passage(guide, "d1", span=(36, 61), id="p1"), other]
    assert done.problems == []
    assert len(done.changes) == 1
    assert "start 3 → 36" in done.changes[0]


def test_a_refresh_without_ids_is_of_all_and_leaves_what_is_stale(guide):
    """A second one changes nothing."""
    rows = [
        passage("p1"),
        passage("p2", "Такого нет."),
        passage("p3", "Кроме распродажи.", before=None, after=None),
    ]
    done = refreshed(rows, (), Corpus(guide, NONE), WHERE)
    assert [row["start"] for row in done.rows] == [36, 0, 0]
    assert list(map(str, done.problems)) == [
        f"{WHERE} p2: is stale (text_changed); see `assay gold check`",
        f"{WHERE} p3: is stale (ambiguous); see `assay gold check`",
    ]
    again = refreshed(done.rows, (), Corpus(guide, NONE), WHERE)
    assert (again.rows, again.changes) == (done.rows, [])


def test_a_refresh_names_unknown_ids(guide):
    """A slip of the pen is no success."""
    done = refreshed([passage("p1")], ["p9"], Corpus(guide, NONE), WHERE)
    assert list(map(str, done.problems)) == [f"{WHERE} p9: is no passage; see the ids there"]


def test_of_chunks_cut_elsewhere_a_refresh_mends_the_hash_alone():
    """There are no documents to take offsets from."""
    table = ready({"chunk_id": "7", "text": "Вернуть можно за 30 дней."})
    row = passage("p1", start=None, end=None, sha256="0" * 64)
    done = refreshed([row], (), Corpus(documents(), table), WHERE)
    assert done.rows == [passage("p1", start=None, end=None)]
