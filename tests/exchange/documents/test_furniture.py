import pytest

from assay.exchange.documents.html import read_html
from assay.exchange.losses import Losses, lines_of


def read(markup):
    losses = Losses()
    found = read_html(f"<main><h1>Оплата</h1>{markup}</main>".encode(), "a.html", losses, [])
    return found.body.removeprefix("# Оплата\n\n").strip("\n"), list(lines_of(losses.found()))


@pytest.mark.parametrize(
    "heading",
    [
        'Коды ошибок <a class="anchor" href="#codes">#</a>',
        'Коды ошибок<a class="headerlink" href="#codes" title="Ссылка">¶</a>',
        'Коды ошибок <a href="#codes">§</a>',
        'Коды ошибок <a href="#codes">🔗\ufe0f</a>',
        '<a class="header-anchor" href="#codes">#</a> Коды ошибок',
        'Коды ошибок<a class="hash-link" href="#codes" aria-label="Link to">\u200b</a>',
    ],
)
def test_the_sign_of_a_link_to_the_heading_is_dropped(heading):
    """Sphinx, MkDocs, VuePress, Docusaurus, and generators of one's own."""
    assert read(f'<h2 id="codes">{heading}</h2><p>Текст.</p>')[0] == "## Коды ошибок\n\nТекст."


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ('Язык C<a href="https://x.ru">#</a>', "## Язык C#"),
        ("Язык C#", "## Язык C#"),
        ('<a class="anchor" href="#codes">Коды</a>', "## Коды"),
        ('Пункт <a href="#p5">§ 5</a>', "## Пункт § 5"),
    ],
)
def test_signs_that_are_words_stay(heading, text):
    """A language, a heading that is its own link, a paragraph of a law."""
    assert read(f"<h2>{heading}</h2><p>Текст.</p>")[0] == f"{text}\n\nТекст."


@pytest.mark.parametrize(
    "block",
    [
        '<div class="feedback">Была ли статья полезна? <button>Да</button> <button>Нет</button></div>',
        '<div id="article-votes">Was this article helpful?<p><a href="#yes">Yes</a> <a href="#no">No</a></p></div>',
        '<section class="pageRating"><p>Оцените статью</p><button>👍</button><button>👎</button></section>',
    ],
)
def test_a_question_whether_the_page_helped_is_left_out_and_counted(block):
    """Its words too, which say nothing of the subject."""
    body, lost = read(f"<p>Текст.</p>{block}")
    assert body == "Текст."
    (line,) = lost
    assert line.startswith("lost: questions whether the page helped: 1 (a.html «")


@pytest.mark.parametrize(
    "block",
    [
        '<div class="feedback"><p>Отзыв оставляют в карточке заказа, до 30 дней.</p></div>',
        '<div class="feedback">Есть вопросы? <a href="/chat">Чат</a> <a href="tel:88001">Звонок</a></div>',
        '<div class="operating"><p>Работаем? <a href="#a">Да</a> <a href="#b">Нет</a></p></div>',
        '<div class="rating">Рейтинг продавца: <a href="/r">4,8</a></div>',
        f'<div class="vote"><p>{"Голосовать может каждый. " * 6}</p><button>Да</button><button>Нет</button></div>',
    ],
)
def test_text_in_a_block_of_such_a_name_stays(block):
    """Rules on feedback, links that lead somewhere, other names."""
    body, lost = read(block)
    assert len(body) > len("Текст.")
    assert not any("helped" in line for line in lost)
