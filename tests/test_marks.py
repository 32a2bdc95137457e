import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from assay.folding import folded, occurrences

CORPUS = Path(__file__).parents[1] / "corpus"
PAGE = """\
# Возврат **товара**

Срок — *14 дней*, см. [правила](https://shop.example/a_(b) "Правила") и `return_days`; 2\\*3 = 6, ~5 кг.

- один: __важно__
* два ~~нет~~ да
+ <https://shop.example> и <help@shop.example>

> Цитата
> дальше

| Тариф | Цена |
| :--- | ---: |
| **Базовый** | 100 &lt; 200 |

```python
print(a_b * c)
```

Раздел
======
H<sub>2</sub>O<br>и дальше

***
"""


def word(text):
    return folded([text], mend=True)[0]


def rendered(body):
    """The words that a reader of the page sees: by another parser of Markdown, without numbers of lists."""
    html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(body)
    page = BeautifulSoup(html, "html.parser")
    for block in page.find_all(
        ["p", "li", "h1", "h2", "h3", "h4", "td", "th", "tr", "pre", "br", "blockquote"]
    ):
        block.insert_after("\n")
    return page.get_text()


def unnumbered(body):
    return re.sub(r"(?m)^(\s*)\d+[.)]\s", r"\1", body)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**Срок** воз__вра__та — _14_ дней", "Срок воз__вра__та 14 дней"),
        ("ж**и**рный", "жирный"),
        ("[правила](https://x.y/a_(b))", "правила"),
        ('![схема](i.png "С")', "схема"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"),
        ("- один\n* два\n• три", "один два три"),
        ("2\\. \\*звезда\\* snake\\_case", "2. звезда snake_case"),
        ("«так» и “so” и ’s", '"так" и "so" и \'s'),
        ("a&nbsp;b &amp; c", "a b & c"),
        ("a\u200bb\ufeffc\u2060d\u00ade", "abcde"),
        ("было<!-- не видно -->, стало", "было, стало"),
        ("## Сроки {#terms}", "Сроки"),
        ("код <kbd>Ctrl</kbd>+<kbd>C</kbd>", "код Ctrl+C"),
    ],
)
def test_marks_do_not_count(written, read):
    """What is written in Markdown and what is read are one text."""
    assert word(written) == word(read)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C"),
        ("C#", "C"),
        ("snake_case", "snakecase"),
        ("2*3", "23"),
        ("~5", "5"),
        ("1. Срок", "2. Срок"),
        ("онлайн-касса", "онлайн касса"),
        ("![](a.png)", "![](b.png)"),
        ("a < b", "a b"),
        ("Срок <14 дней> и", "Срок и"),
        ("[1] Срок", "[2] Срок"),
        ("1-2", "1 2"),
    ],
)
def test_letters_of_the_text_are_no_marks(one, other):
    """Signs in words, numbers and names tell texts apart."""
    assert word(one) != word(other)


def test_a_page_folds_as_it_is_rendered():
    """Everything that a renderer takes away, folding does too."""
    assert word(PAGE) == word(rendered(PAGE))


def test_the_documents_fold_as_they_are_rendered():
    """Each document of the corpus: a quotation from its rendered page is found in it."""
    for path in sorted(CORPUS.rglob("*.md")):
        body = path.read_text(encoding="utf-8").split("\n---\n", 1)[-1]
        assert word(unnumbered(body)) == word(rendered(body)), path


def test_a_link_is_found_with_its_target():
    """Its words stand for all of it, wherever the words sought begin and end."""
    text = "Есть [правила](https://x.y/z) и ![схема](i.png)."
    places = occurrences([text], ["правила", "есть правила и", "схема"])
    assert [text[start:end] for _, _, start, end in places.rows()] == [
        "[правила](https://x.y/z)",
        "Есть [правила](https://x.y/z) и",
        "![схема](i.png)",
    ]


def test_marks_do_not_reach_over_texts_or_paragraphs():
    """A bracket opened in one text is not closed in the next."""
    assert folded(["см. [а", "б](в)", "<!-- г", "д -->"], mend=True) == ["см. [а", "б](в)", "<!-- г", "д"]
    assert word("[а\n\nб](в)") == "[а б](в)"


def test_lines_of_headings_can_be_left_out():
    """A chunker that strips headings makes one text of what stood under two."""
    body = "Одно слово.\n\n## Раздел #2\n\nДругое слово.\n#хэштег"
    found = occurrences([body], ["одно слово. другое слово. #хэштег"], headings=False)
    assert found.rows() == [(0, 0, 0, len(body))]
    assert occurrences([body], ["одно слово. другое слово."]).is_empty()


def test_numbers_of_lists_are_left_out_where_nothing_is_found_with_them():
    """A copy of the page may lack them; another number is another text."""
    body = "Шаги:\n1. Войти\n2. Нажать «Ещё»\n  3) Выйти\n4.2 Срок 14 дней."
    texts = [body, "2. Войти"]
    found = occurrences(texts, ["1. Войти", "шаги: войти нажать «ещё» выйти", "Нажать Ещё", "14 дней.\n"])
    assert found.rows() == [(0, 0, 6, 14), (1, 0, 0, body.index("\n4.2")), (3, 0, len(body) - 8, len(body))]
    assert occurrences(texts, ["3. Войти"]).rows() == []


@given(st.text(alphabet="аБ1 \n*_`~|-#<>[](){}\\&;brnsp!/:\0\u00ad", max_size=40), st.data())
def test_every_stretch_of_a_text_is_found_in_it(text, data):
    """Whole lines of a text, which a chunker may return, stand where they were taken from."""
    text = text.replace("\0", " ")
    lines = text.split("\n\n")
    chosen = data.draw(st.sampled_from(lines))
    if word(chosen):
        rows = occurrences([text], [chosen]).rows()
        at = text.find(chosen)
        assert any(start <= at + len(chosen) and end >= at for _, _, start, end in rows), (text, chosen)
