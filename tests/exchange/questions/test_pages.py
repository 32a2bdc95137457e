from urllib.parse import quote

import pytest

from assay.exchange.questions.corpus_index import CorpusIndex
from assay.exchange.questions.pages import Pages, is_link
from assay.gold.review import Corpus
from assay.retrieval.documents import read_documents
from assay.retrieval.frames import CHUNKS
from assay.retrieval.snapshot import document_table
from exchange.imports import SPARE, TERM, of_chunks

BODY = f"# Возврат\n\n{SPARE}\n\n## Срок возврата\n\n{TERM}\n\n### Примечание\n\nДа.\n\n## Ещё\n\nНет.\n"
URLS = {
    "returns": "/help/returns",
    "delivery": "https://shop.ru/помощь/доставка/",
    "wiki-12": "https://wiki.shop.ru/pages/viewpage.action?pageId=12",
    "wiki-13": "https://wiki.shop.ru/pages/viewpage.action?pageId=13&draft=1",
    "a": "https://a.ru/faq",
    "b": "https://b.ru/faq",
}


def pages(urls=None):
    import polars as pl

    head = "---\nid: {}\ntitle: Т\nversion: v1\nlang: ru\nurl: {}\n---\n"
    files = {f"{doc}.md": (head.format(doc, url) + BODY).encode() for doc, url in (urls or URLS).items()}
    corpus = Corpus(document_table(read_documents(files, "c")), pl.DataFrame(schema=CHUNKS), {})
    return Pages(corpus, CorpusIndex.of(corpus))


@pytest.mark.parametrize(
    ("link", "doc"),
    [
        ("https://shop.ru/help/returns", "returns"),
        ("http://www.shop.ru/help/returns/", "returns"),
        ("HTTPS://SHOP.RU/help/returns/index.html#x", "returns"),
        ("https://shop.ru/help/returns?utm_source=tg&from=chat", "returns"),
        ("https://shop.ru/помощь/доставка", "delivery"),
        (f"http://shop.ru/{quote('помощь')}/{quote('доставка')}/?a=1", "delivery"),
        ("https://wiki.shop.ru/pages/viewpage.action?pageId=12", "wiki-12"),
        ("https://wiki.shop.ru/pages/viewpage.action?focused=3&pageId=12#c", "wiki-12"),
        ("https://wiki.shop.ru/pages/viewpage.action?draft=1&pageId=13", "wiki-13"),
        ("https://wiki.shop.ru/pages/viewpage.action?pageId=14", None),
        ("https://a.ru/faq", "a"),
        ("https://b.ru/faq/", "b"),
        ("https://c.ru/faq", None),
        ("https://shop.ru/elsewhere", None),
        ("https://shop.ru/", None),
        ("https://[broken", None),
    ],
)
def test_a_link_leads_to_the_document_of_its_address(link, doc):
    """Scheme, www, slash at the end, percents and who sent people there do not count; what tells pages apart does."""
    assert pages().document(link) == doc


def test_reasons_name_page_and_section():
    """With its span and all below it, so that the words can be chosen from it; an unknown anchor is passed over."""
    at, end = BODY.index("## Срок"), BODY.index("## Ещё")
    told = f"is a link to a section ('Срок возврата', {at}:{end} of document returns): say which words answer"
    for anchor in ("срок-возврата", quote("срок-возврата"), "Срок_возврата", "Срок-Возврата"):
        assert pages().reason(f"https://shop.ru/help/returns#{anchor}").startswith(told)
    last = pages().reason("https://shop.ru/help/returns#ещё")
    assert f"('Ещё', {end}:{len(BODY)} of document returns)" in last
    whole = pages().reason("https://shop.ru/help/returns#comment-17")
    assert whole.startswith("is a link to a page (document returns): say which words answer")
    assert (
        pages()
        .reason("https://shop.ru/none#срок-возврата")
        .startswith("is a link to a page that is no document of the corpus: bring it in")
    )


def test_pages_of_ready_chunks():
    """Their addresses count as those of their documents."""
    corpus = of_chunks([{"chunk_id": "c1", "text": TERM, "doc_id": "kb-1", "url": "https://kb.ru/x?id=1"}])
    found = Pages(corpus, CorpusIndex.of(corpus))
    assert found.document("http://kb.ru/x/?id=1&y=2") == "kb-1"
    assert "(document kb-1)" in found.reason("http://kb.ru/x?id=1#a")


@pytest.mark.parametrize(
    ("name", "link"), [("https://x", True), (" HTTP://x ", True), ("x.md", False), (None, False)]
)
def test_what_is_an_address(name, link):
    """Others are names of documents."""
    assert is_link(name) == link
