import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.documents.html import read_html
from assay.exchange.losses import Losses, lines_of
from assay.retrieval.outline import outline


def read(page, losses=None, notes=None):
    data = page if isinstance(page, bytes) else page.encode()
    return read_html(data, "a.html", losses or Losses(), [] if notes is None else notes)


def body(markup):
    """Markdown of a page's content, without the title."""
    return read(f"<main>{markup}</main>").body.strip("\n")


def lost(page):
    losses = Losses()
    read(page, losses)
    return list(lines_of(losses.found()))


def test_the_content_is_what_the_page_says_it_is():
    """Without navigation, scripts, page headers and hidden parts, which are counted."""
    page = """<!doctype html><html lang="ru-RU"><head><title>Возврат — Магазин</title><style>p{}</style>
    <link rel="canonical" href="https://shop.example/returns"></head><body><header><h1>Магазин</h1></header>
    <nav>Меню</nav><main><h1>Возврат товара</h1><p>Срок&nbsp;— 30 дней.</p><script>x()</script>
    <p hidden>нет</p><p style="display: none">нет</p></main><footer>©</footer></body></html>"""
    found = read(page)
    assert found.body == "# Возврат товара\n\nСрок\u00a0— 30 дней.\n"
    assert (found.title, found.lang, found.url) == ("Возврат товара", "ru-RU", "https://shop.example/returns")
    assert lost(page) == [
        "lost: hidden parts: 2 (a.html «нет»)",
        "lost: navigation and edit links: 1 (a.html «Меню»)",
        "lost: page headers, footers and asides: 2 (a.html «Магазин», a.html «©»)",
        "lost: scripts and styles: 1 (a.html)",
    ]


def test_a_page_without_main_content_is_its_body():
    """Then what stands around the text is left out by the names of its elements."""
    page = "<title>Срок</title><nav>Меню</nav><header>Лого</header><p>Текст<aside>Реклама</aside><footer>©</footer>"
    assert read(page).body == "# Срок\n\nТекст\n"
    assert lost(page) == [
        "lost: navigation and edit links: 1 (a.html «Меню»)",
        "lost: page headers, footers and asides: 3 (a.html «Лого», a.html «Реклама», a.html «©»)",
    ]


@pytest.mark.parametrize(
    "page",
    [
        '<h1 id="title-text">Срок</h1><div id="main-content"><h2>A</h2><p>Текст</p></div><p>Автор</p>',
        """<h1 id="firstHeading">Срок</h1><div id="mw-content-text"><div id="toc">x</div>
        <h2>A<span class="mw-editsection">[править]</span></h2><p>Текст</p></div><p>Автор</p>""",
        "<div role=main><h1>Срок</h1><h2>A<a class=headerlink>¶</a></h2><p>Текст</p></div><p>Автор</p>",
        "<article><h1>Срок</h1><h2>A</h2><p>Текст</p></article><p>Автор</p>",
    ],
)
def test_wikis_and_help_centres_have_places_for_content(page):
    """Confluence, MediaWiki, roles and articles; a title that stands outside comes first."""
    found = read(page)
    assert found.body == "# Срок\n\n## A\n\nТекст\n"
    assert found.title == "Срок"


def test_words_around_the_content_are_counted():
    """A comment with an answer, a box that no element names: one sees that text is lost, and which."""
    page = """<div><p>Меню сайта</p><script>x()</script><div><main><h1>Срок</h1><p>30 дней</p></main>
    <section><h2>Комментарии</h2><p>Звоните: ответим</p></section></div></div>"""
    assert lost(page) == ["lost: words around the content of pages: 5 (a.html «Звоните: ответим»)"]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (
            "<details><summary>Как вернуть?</summary><p>За 30 дней.</details>Ещё",
            "Как вернуть?\n\nЗа 30 дней.\n\nЕщё",
        ),
        ("<p>а<footer>Сноска: 1</footer><aside>Внимание!</aside>б", "а\n\nСноска: 1\n\nВнимание!\n\nб"),
        ("а<address>б</address><dialog>в</dialog>г", "а\n\nб\n\nв\n\nг"),
        ("<ol><li><pre># x\ny</pre></ol>", "1.\n   ```\n   # x\n   y\n   ```"),
        ("а&#2;&#2;&#2;", "а"),
    ],
)
def test_blocks_stay_apart(markup, text):
    """Words of two blocks are not glued into one; code in a list is code for every reader."""
    assert body(markup) == text


def test_many_pages_in_one_have_a_title_of_their_own():
    """Else the first would be the title of all, and a page put in before it would move its sections."""
    page = "<title>Справка</title><article><h1>А</h1><p>а</article><article><h1>Б</h1><p>б</article>"
    found = read(page)
    assert found.title == "Справка"
    assert [(mark.level, mark.anchor) for mark in outline(found.body)] == [(1, ""), (1, "а"), (1, "б")]


@pytest.mark.parametrize(
    ("data", "notes"),
    [
        ('<meta charset="windows-1251"><p>Возврат товара'.encode("cp1251"), []),
        ('<?xml version="1.0" encoding="KOI8-R"?><p>Возврат товара'.encode("koi8-r"), []),
        ('<meta charset="windows-1251"><p>Возврат товара'.encode(), []),
        ("\ufeff<p>Возврат товара".encode("utf-16-le"), []),
        (b"\xef\xbb\xbf" + "<p>Возврат товара".encode(), []),
        (
            '<meta charset="x-none"><p>Возврат товара возможен в течение 30 дней'.encode("koi8-r"),
            ["a.html was read as koi8_r: it is not UTF-8"],
        ),
    ],
)
def test_encodings_are_told_by_mark_by_bytes_by_declaration_then_guessed(data, notes):
    """UTF-8 that a page calls something else is still UTF-8; a guess is said."""
    said = []
    assert read(data, notes=said).body.startswith("Возврат товара")
    assert said == notes


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>a<br>b", "a  \nb"),
        ("<p># нет<p>``` нет", "\\# нет\n\n\\``` нет"),
        ("<p>API_KEY *x* <code>a_b</code>", "API_KEY *x* `a_b`"),
        ("<p><b>В</b>озврат <b>тут</b> <i>и</i>", "Возврат **тут** *и*"),
        ("<p>10<sup>3</sup> м<sup>2</sup>, до<sup>*</sup>", "10³ м², до*"),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", "* a\n* b\n  * c"),
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
        ("<pre>  x\n# y<br>z</pre>", "```\n  x\n# y\nz\n```"),
        ("<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"),
        ("<blockquote><pre>x\ny</pre></blockquote>", "> ```\n> x\n> y\n> ```"),
        ("<ul><li>a<pre>x\ny</pre></ul>", "* a\n\n  ```\n  x\n  y\n  ```"),
        ('<a href="https://a.example/b_(c)">d</a>', "[d](https://a.example/b_%28c%29)"),
        ('<a href="/b">d</a> <a href="https://a.example">https://a.example</a>', "d https://a.example"),
        ('<p><img src=a.png alt="Схема склада"> и <img src=b.png>', "Схема склада и"),
        ("<a href='https://a.example'><h2>Да <br> <b>ещё</b></h2></a>", "## Да ещё"),
        ("<dl><dt>T<dd>D<dt>U<dd>E</dl>", "T\n:   D\n\nU\n:   E"),
        ("<table><tr><td><h2>A</h2><p>b</table>", "## A\n\nb"),
        ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd"),
        (
            "<table><tr><th>A<th>B|C<tr><td><ul><li>x<li>y</ul><td><p>1<p>2</table>",
            "| A | B\\|C |\n| --- | --- |\n| x; y | 1 2 |",
        ),
        (
            "<table><caption>Цены</caption><tr><td>a<td>b<tr><td>c<td>d</table>",
            "Цены\n\n| a | b |\n| --- | --- |\n| c | d |",
        ),
        (
            "<table><tr><td>o<td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>",
            "o\n\n| a | b |\n| --- | --- |\n| c | d |",
        ),
        (
            "<form><h2>A</h2><p>b<input></form><form><label>Поиск</label><button>Да</button></form>",
            "## A\n\nb",
        ),
        ("<p>a&#2;b&shy;c&amp;d", "ab\u00adc&d"),
    ],
)
def test_elements_become_markdown(markup, text):
    """Only headings are headings, code stays as it is, words are not escaped or cut."""
    assert body(markup) == text


def test_what_is_left_of_images_links_and_headings_is_counted():
    """Each kind with where it was."""
    page = """<main><img src="/i/a.png?1"><img src=b.png alt=Схема><a href="mailto:a">b</a><a href="#c">c</a>
    <ul><li><h3>Шаг</h3></ul><table><tr><td colspan=2>a<tr><td>b<td>c</table><video></video></main>"""
    assert lost(page) == [
        "lost: embedded media: 1 (a.html)",
        "lost: headings within lists, quotations or cells, which make no section: 1 (a.html)",
        "lost: images without text: 1 (a.html a.png)",
        "lost: images, of which the text stays: 1 (a.html b.png)",
        "lost: merged cells of tables, whose text is repeated: 1 (a.html)",
        "lost: targets of links that are no web address: 1 (a.html mailto:a)",
    ]


def test_paragraphs_that_nobody_closed_are_no_depth():
    """A thousand of them are as many paragraphs."""
    assert body("<p>a" * 1500).count("a") == 1500


def test_elements_too_deep_are_refused():
    """Without a traceback."""
    with pytest.raises(InputError, match=r"a\.html: has elements too deep within each other"):
        read("<main>" + "<span>" * 3000 + "x")


def test_an_address_is_kept_only_if_it_is_one():
    """og:url stands in where the canonical one is empty."""
    page = '<link rel=canonical href="{}"><meta property="og:url" content="/help/a"><p>x'
    assert read(page.format("javascript:x")).url == "/help/a"
    assert read(page.format("//x")).url == "/help/a"
    assert read(page.format(" https://a.example/ ")).url == "https://a.example/"


@pytest.mark.parametrize(
    "markup",
    [
        "<table>слово<td>два<tr><td>три</table>",
        "<td>слово<td>два<p>три",
        "<table><tr>слово<th>два<caption>три</table>",
        "<tr><td>слово два три",
        "<table><tr><td>слово<tr><div><td>два</div><td>три</table>",
    ],
)
def test_words_in_broken_tables_are_kept(markup):
    """Outside of a cell, or in a cell outside of a row."""
    assert all(word in body(markup) for word in ("слово", "два", "три"))


_TAGS = [
    "p",
    "div",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "th",
    "h2",
    "a href=https://a.b",
    "b",
    "pre",
    "br",
    "dl",
    "dt",
    "dd",
]
_WORDS = ["слово", "# слово", "|", "```", "*", "<", "&#2;", "\n", "---"]
_SOUP = st.lists(
    st.sampled_from([*(f"<{tag}>" for tag in _TAGS), *(f"</{tag.split()[0]}>" for tag in _TAGS), *_WORDS]),
    max_size=30,
)


@given(_SOUP)
def test_no_word_of_a_broken_page_is_lost_and_no_heading_made(parts):
    """Whatever stands where: as many words, and headings only where the page has some."""
    page = "".join(parts)
    text = body(f"<p>слово {page}")
    assert text.count("слово") >= 1 + page.count("слово")
    assert len(outline(text)) <= page.count("<h2>")
