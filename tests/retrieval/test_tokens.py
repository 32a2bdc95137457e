import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.retrieval.tokens import terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C++ и C#", ["c++", "и", "c#"]),
        ("R, я", ["r", "я"]),
        ("24/7", ["24/7", "24", "7"]),
        ("USB-C", ["usb-c", "usb", "c"]),
        ("V20", ["v20"]),
        ("API-ключ", ["api-ключ", "api", "ключ"]),
        ("API‑ключ", ["api-ключ", "api", "ключ"]),
        ("node.js 2.0", ["node.js", "node", "js", "2.0", "2", "0"]),
        ("Ёлка", ["елка"]),
        ("воз\u00adврат", ["возврат"]),
        ("е\u0308лка", ["елка"]),
        ("3 000 ₽ и 100\u00a0000 ₽", ["3000", "₽", "и", "100000", "₽"]),
        ("2 30 000x 1 0000", ["2", "30", "000x", "1", "0000"]),
        ("№5, § 3, 15%", ["№", "5", "§", "3", "15", "%"]),
        ("don’t", ["don't"]),
        ("x²", ["x²"]),
        ("snake_case", ["snake_case", "snake", "case"]),
        ("退货", ["退货"]),
        ("— … !", []),
    ],
)
def test_terms(text, expected):
    """One-letter words, symbols and joined words are kept, in order."""
    assert terms(text, stem=False) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("возвраты Возвратов", ["возврат", "возврат"]),
        ("returns returned", ["return", "return"]),
        ("API-ключами", ["api-ключ", "api", "ключ"]),
        ("возврат returns", ["возврат", "return"]),
        ("24/7 V20 C++", ["24/7", "24", "7", "v20", "c++"]),
        ("ЁЛКИ елка", ["елк", "елк"]),
        ("the and и", ["the", "and", "и"]),
    ],
)
def test_stems_follow_the_script_of_each_word(text, expected):
    """Russian and English in one text; no stop words are dropped."""
    assert terms(text, stem=True) == expected


@given(st.text(max_size=60), st.booleans())
def test_case_and_place_do_not_matter(text, stem):
    """A text twice has its terms twice, and none is empty."""
    found = terms(text, stem=stem)
    assert terms(f"{text}\n{text}", stem=stem) == found * 2
    assert all(found)
