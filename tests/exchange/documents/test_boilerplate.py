import pytest

from assay.exchange.documents.folder import Options, read_folder
from assay.exchange.documents.html import read_html
from assay.exchange.losses import Losses, lines_of

TEXT = "<h1>Возврат</h1><p>Товар можно вернуть в течение 30 дней с момента получения.</p>"
BODY = "# Возврат\n\nТовар можно вернуть в течение 30 дней с момента получения.\n"
LINKS = '<a href="/">Главная</a> <a href="/catalog">Каталог</a> <a href="/help">Помощь</a>'


def read(markup, losses=None, **how):
    page = f"<html lang=ru><body>{markup}</body></html>".encode()
    return read_html(page, "a.html", Losses() if losses is None else losses, [], **how).body


@pytest.mark.parametrize(
    "block",
    [
        f'<div class="menu">{LINKS}</div>',
        f'<div class="css-1x">{LINKS}</div>',
        '<div><div>Разделы</div><ul><li><a href="/1">Оплата заказа</a><li><a href="/2">Доставка</a></ul></div>',
        '<div class="l-sidebar"><p>Звоните нам с девяти до шести, кроме выходных и праздничных дней, мы поможем.</div>',
        '<div class="related"><h3>Похожие статьи</h3><a href="/x">Обмен</a></div>',
        '<div class="Footer_root__a1">© 2026 Магазин. Все права защищены. <a href="/p">Политика</a></div>',
        '<div id="cookie-consent">Мы используем cookie.</div>',
        '<div class="siteHeader"><span>Магазин</span> <a href="/">Главная</a></div>',
        '<div class="toc-right"><div>On this page</div><div><a href="#a">Первое</a></div><div><a href="#b">Второе дело</a></div></div>',
    ],
)
@pytest.mark.parametrize("first", [False, True])
def test_blocks_around_the_text_are_left_out_and_their_words_counted(block, first):
    """Whether their names say so or only their links, before the text or after it; with the option they stay."""
    around, content, losses = f"<div>{block}</div>", f'<div class="content">{TEXT}</div>', Losses()
    markup = around + content if first else content + around
    assert read(markup, losses) == BODY
    (line,) = lines_of(losses.found())
    assert line.startswith(
        "lost: words of menus and other blocks around the text of a.html, which --whole-page keeps: "
    )
    assert len(read(markup, whole_page=True)) > len(BODY)


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ('<p>Нужны:</p><ul><li><a href="1.pdf">Паспорт</a><li><a href="2.pdf">Заявление</a></ul>', "Паспорт"),
        ('<div class="menu"><div>Борщ — 120 рублей</div></div><p>Открыто с 9 до 18 часов.', "Борщ"),
        ('<div class="card-header">Лёгкий тариф</div><div>300 рублей в месяц.</div>', "Лёгкий"),
        (
            """<div class="q"><div class="header">Есть <a href="/o">опт</a>?</div>Да.</div>
            <div class="q"><div class="header">Есть <a href="/d">дом</a>?</div>Нет.</div><p>Ещё три слова тут.""",
            "опт",
        ),
        ('<div class="market-share">Доля на <a href="/r">рынке</a></div><p>Ещё три слова тут.', "Доля"),
        (f'<div class="sidebar-layout">{TEXT}</div><div class="footer">©</div>', "Товар можно вернуть"),
        (f'<div class="cookie-policy">{TEXT}</div><div>{LINKS}</div>', "Товар можно вернуть"),
        ('<div class="header"><h1>Гарантия</h1></div><p>Два года со дня покупки.', "Гарантия"),
        (
            "<table><tr><th>Форма<th>Срок<tr><td><a href=1>Заявка</a><a href=2>Акт</a><td>день</table><p>Ещё три слова тут.",
            "Заявка",
        ),
        (
            """<div><h1><a href="#e">Код</a></h1><div><a href="#n">О</a> <a href="#m">нём</a></div></div>
            <h1>Ошибки</h1><p>Ещё четыре слова тут стоят.""",
            "нём",
        ),
        (
            f'<div class="nav">{LINKS}</div><div><pre>make repro</pre><a href=1>А</a> <a href=2>Б</a></div>',
            "make",
        ),
    ],
)
def test_what_belongs_to_the_text_stays(markup, words):
    """Links in a flow of text, blocks of content whose names are like those of menus, and the page itself."""
    assert words in read(markup)


@pytest.mark.parametrize(
    "markup",
    [
        '<div><a href="1">Как оформить заказ</a></div><div><a href="2">Как вернуть товар</a></div>',
        f"<div>{LINKS}</div><div><h1>Помощь</h1><div><a href=1>Заказ</a> <a href=2>Возврат</a></div></div>",
    ],
)
def test_a_page_of_which_nothing_would_be_left_stays_whole(markup):
    """A list of pages lives by its links."""
    losses = Losses()
    assert read(markup, losses) == read(markup, whole_page=True)
    assert not any("menus" in loss.what for loss in losses.found())


def test_a_short_page_of_questions_is_its_questions():
    """Three lines beside a menu that is longer."""
    items = "".join(
        f"<div><div>{q}</div><div>{a}</div></div>"
        for q, a in (("Возврат?", "За 30 дней."), ("Цена?", "300."))
    )
    assert (
        read(f"<div class=menu>{LINKS * 3}</div><div>{items}</div>")
        == "Возврат?\n\nЗа 30 дней.\n\nЦена?\n\n300.\n"
    )


def test_tables_that_place_menus_beside_text():
    """As pages in windows-1251 have it."""
    page = f'<meta charset="windows-1251"><table><tr><td>{LINKS}<td>{TEXT}</table>'.encode("cp1251")
    assert read_html(page, "a.html", Losses(), []).body == BODY


def test_marked_content_is_taken_as_it_is():
    """There the page itself says what is text."""
    assert "Каталог" in read(f"<main>{TEXT}<div><div>{LINKS}</div></div></main>")


def test_the_option_reaches_the_pages_of_a_folder():
    """For every page; the element for navigation stays too."""
    files = {"a.html": f"<nav>{LINKS}</nav><header>Лавка</header><main>{TEXT}</main>".encode()}
    (cut,) = read_folder(files, "docs").documents
    (whole,) = read_folder(files, "docs", Options(whole_page=True)).documents
    assert "Каталог" not in cut.data.decode()
    assert all(word in whole.data.decode() for word in ("Каталог", "Лавка", "Возврат"))
