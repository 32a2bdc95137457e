"""What real files look like: from the imported file to the chunks that hold a labelled passage."""

import json

import polars as pl
import pytest

from assay.exchange.documents.folder import Options, read_folder
from assay.gold.passages import make_passage, parse_passages, passages_bytes
from assay.gold.projection import project
from assay.retrieval.snapshot import build
from exchange.files import pdf


def snapshot(files, size=300, **options):
    """Import a folder and cut it into chunks."""
    data = {path: text if isinstance(text, bytes) else text.encode() for path, text in files.items()}
    done = read_folder(data, "export", Options(**options))
    assert not done.problems
    settings = {"source": "corpus", "chunking": "structure", "size": size, "overlap": 0}
    return build("fine", settings, {one.path: one.data for one in done.documents}, "corpus")


def label(cut, quote, occurrence=0, doc=None):
    """A passage on the n-th place where a document has these words."""
    row = cut.documents.filter(doc_id=doc or cut.documents["doc_id"][0]).row(0, named=True)
    start = -1
    for _ in range(occurrence + 1):
        start = row["body"].index(quote, start + 1)
    return make_passage(cut.documents, row["doc_id"], id="p", span=(start, start + len(quote)))


def ready(text):
    """The same words in a chunk of a program that names no documents."""
    chunk = json.dumps({"chunk_id": "c1", "text": text}) + "\n"
    return build("ready", {"source": "c", "chunking": "ready"}, {"chunks.jsonl": chunk.encode()}, "c")


def carriers(cut, row, location=0):
    """Chunks that hold the passage at its place or a further one, and its status."""
    passages, problems = parse_passages(passages_bytes([row]), "gold/passages.jsonl")
    assert not problems
    projection, status = project(passages, cut.documents, cut.chunks)
    chunks = projection.filter(location=location).join(cut.chunks, on="chunk_key").sort("position")
    return chunks["chunk_id"].unique(maintain_order=True).to_list(), status["status"].item()


_PAGES = ("Доставка", "Оплата", "Возврат", "Гарантия", "Сборка")


def _wiki(pages, level):
    found = [
        f"<h{level}>{name}</h{level}><p>О том, что такое {name}.</p><h{level + 1}>Примечание</h{level + 1}>"
        for name in pages
    ]
    return "<title>Вики</title>" + "".join(f"{one}<p>Не по воскресеньям.</p>" for one in found)


@pytest.mark.parametrize("level", [1, 2])
def test_a_wiki_export_with_five_headings_of_one_name(level):
    """Ids by heading path; a page put in before leaves the label at its place, and other chunks their ids."""
    cut = snapshot({"wiki.html": _wiki(_PAGES, level)}, size=60)
    third = label(cut, "Не по воскресеньям.", 2)
    assert third["anchor"] == "возврат/примечание"
    assert carriers(cut, third) == (["wiki#возврат/примечание.1"], "span")
    later = snapshot({"wiki.html": _wiki(("Акции", *_PAGES), level)}, size=60)
    assert carriers(later, third)[0] == ["wiki#возврат/примечание.1"]
    assert set(cut.chunks["chunk_id"]) <= set(later.chunks["chunk_id"])


def test_five_headings_of_one_name_without_pages_above_them():
    """Ids by ordinal: a section of another name put in before leaves the label at its place."""
    notes = "".join(f"## Примечание\n\nПравило номер {number}.\n\n" for number in range(1, 6))
    cut = snapshot({"wiki.md": f"# Вики\n\n{notes}"}, size=60)
    third = label(cut, "Правило номер 3.")
    assert carriers(cut, third) == (["wiki#примечание~3.1"], "span")
    later = snapshot({"wiki.md": f"# Вики\n\n## Новое\n\nЕщё.\n\n{notes}"}, size=60)
    assert carriers(later, third)[0] == ["wiki#примечание~3.1"]


def test_a_split_wiki_export_keeps_its_labels():
    """One document a page: a page put in before changes no document."""
    cut = snapshot({"wiki.html": _wiki(_PAGES, 2)}, size=60, split_level=2)
    third = label(cut, "Не по воскресеньям.", doc="wiki/возврат")
    later = snapshot({"wiki.html": _wiki(("Акции", *_PAGES), 2)}, size=60, split_level=2)
    assert carriers(later, third) == carriers(cut, third) == (["wiki/возврат#возврат/примечание.1"], "span")


# As a PDF has it, as people write it, and as it would be with its real hyphens gone.
_BROKEN = (
    ["Оформите воз-", "врат товара, который не был в упо\u00adтреблении, на 10-й день."],
    "Оформите возврат товара, который не был в употреблении, на 10-й день.",
    "Оформите возврат товара, который не был в употреблении, на 10й день.",
)
_HYPHEN = (
    ["Чек на возврат товара в магазине выдаст онлайн-", "касса в день обращения."],
    "Чек на возврат товара в магазине выдаст онлайн-касса в день обращения.",
    "Чек на возврат товара в магазине выдаст онлайн касса в день обращения.",
)


@pytest.mark.parametrize(("lines", "typed", "other"), [_BROKEN, _HYPHEN])
def test_words_broken_in_a_pdf_are_found(lines, typed, other):
    """Offsets are those of the text in the PDF; the page with whole words is a twin, one without real hyphens not."""
    files = {"rules.pdf": pdf([lines]), "page.txt": f"{typed}\n"}
    cut = snapshot(files)
    body = cut.documents.filter(doc_id="rules")["body"].item()
    assert body == "\n".join(lines) + "\n"
    row = label(cut, body.strip(), doc="rules")
    assert body[row["start"] : row["end"]] == row["text"]
    assert carriers(cut, row) == (["rules#.1"], "span")
    assert carriers(cut, row, location=1) == (["page#.1"], "span")
    unlike = snapshot({**files, "page.txt": f"{other}\n"})
    assert carriers(unlike, row, location=1) == ([], "span")


@pytest.mark.parametrize(("lines", "typed", "other"), [_BROKEN, _HYPHEN])
def test_a_label_on_a_pdf_is_found_in_chunks_of_mended_text(lines, typed, other):
    """Another program joined the words; without a real hyphen it is another text."""
    row = label(snapshot({"rules.pdf": pdf([lines])}), "\n".join(lines))
    assert carriers(ready(f"Правила. {typed} Ещё."), row) == (["c1"], "matched")
    assert carriers(ready(f"Правила. {other} Ещё."), row) == ([], "stale")


def test_a_russian_page_with_english_clauses():
    """The language is each chunk's own; mixed words and ё/е are found."""
    page = """<html lang="ru"><main><h1>Доступ</h1><h2>Ключ</h2><p>Создайте API-ключ и ещё раз войдите.</p>
    <h2>Terms</h2><p>The key is valid for one year and may be revoked.</p></main>"""
    cut = snapshot({"access.html": page}, size=100)
    languages = dict(cut.chunks.select("chunk_id", "lang").iter_rows())
    assert languages == {"access#ключ.1": "ru", "access#terms.1": "en"}
    assert cut.documents["lang"].item() == "ru"
    row = label(cut, "API-ключ и ещё раз")
    assert carriers(cut, row) == (["access#ключ.1"], "span")
    assert carriers(ready("создайте API-ключ и еще раз войдите"), row) == (["c1"], "matched")
    assert carriers(ready("создайте API ключ и еще раз войдите"), row) == ([], "stale")


def test_a_table_that_is_cut_has_its_header_row_with_each_answer():
    """The answer's row with the header row carries the passage, though the header stands chunks before it."""
    rows = "".join(f"<tr><td>Город {n}</td><td>{n} дн.</td><td>{n}00 руб.</td></tr>" for n in range(1, 13))
    head = "<tr><th rowspan=2>Город</th><th colspan=2>Доставка</th></tr><tr><th>срок</th><th>цена</th></tr>"
    cut = snapshot({"prices.html": f"<main><h1>Цены</h1><table>{head}{rows}</table></main>"}, size=200)
    header, answer = "| Город | Доставка / срок | Доставка / цена |", "| Город 9 | 9 дн. | 900 руб. |"
    (found,), status = carriers(cut, label(cut, answer))
    assert status == "span"
    text = cut.chunks.filter(pl.col("chunk_id") == found)["text"].item()
    assert text.startswith(header)
    assert answer in text
    assert found != "prices#.1"
    passages = [{**label(cut, quote), "id": name} for name, quote in (("head", header), ("row", answer))]
    table, _ = parse_passages(passages_bytes(passages), "gold/passages.jsonl")
    projection, _ = project(table, cut.documents, cut.chunks)
    names = projection.join(cut.chunks, on="chunk_key").filter(pl.col("chunk_id") == found)["passage_id"]
    assert set(names) == {"head", "row"}
