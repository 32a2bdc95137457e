import json

from assay.retrieval.ready import declared

from .service import reply

TERM = "Товар можно вернуть в течение 30 дней со дня доставки."
NOWHERE = "Возврат доставим дроном, бесплатно и ночью."


def lay_out(shop, service):
    """A corpus of one document; a service that returns its words in other letters, and some of elsewhere."""
    (shop.top / "corpus").mkdir()
    text = f"---\nid: returns\ntitle: Возврат\nversion: v1\nlang: ru\n---\n# Возврат\n\n{TERM}\n"
    (shop.top / "corpus/returns.md").write_text(text, "utf-8")
    items = [{"id": "a", "text": TERM.upper()}, {"id": "b", "text": NOWHERE}]
    service.answer = lambda *_: reply({"hits": items})
    shop.entry["fields"] = {"chunk_id": "id", "text": "text"}
    shop.entry["rows"] = "hits"
    shop.write()


def test_what_was_not_placed_lies_in_the_run(shop, service):
    """With the reason, as the report says; the other chunks in the documents, beside what was returned."""
    lay_out(shop, service)
    shop.record(name="r1")
    (lost,) = shop.results("r1", "unmatched.jsonl")
    assert (lost["chunk_id"], lost["text"]) == ("b", NOWHERE)
    assert lost["reason"].startswith("its text is not in any document")
    table = {row["chunk_id"]: row for row in shop.results("r1", "chunks/chunks.jsonl")}
    assert (table["a"]["text"], table["a"]["returned"]) == (TERM, TERM.upper())
    assert not (shop.runs / "r1/chunks/card.json").exists()


def test_a_person_says_that_it_searches_these_documents(shop, service):
    """The chunk table is of their corpus, and counts what is not."""
    lay_out(shop, service)
    shop.record(name="r1", same=True)
    card = declared((shop.runs / "r1/chunks/card.json").read_bytes(), "card")
    assert (card["unplaced"], card["returned"]) == (1, 2)
    assert (
        json.loads((shop.runs / "r1/unmatched.jsonl").read_text("utf-8").splitlines()[0])["chunk_id"] == "b"
    )


def test_nothing_is_written_where_all_was_placed(shop, service):
    """No empty file of what was not."""
    lay_out(shop, service)
    service.answer = lambda *_: reply({"hits": [{"id": "a", "text": TERM.upper()}]})
    shop.record(name="r1")
    assert (shop.runs / "r1/chunks/card.json").exists()
    assert not (shop.runs / "r1/unmatched.jsonl").exists()
