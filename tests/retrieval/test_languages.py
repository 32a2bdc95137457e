import polars as pl
import pytest

from assay.retrieval.languages import language, question_language


@pytest.mark.parametrize(
    ("text", "whole", "expected"),
    [
        ("Возврат товаров", "ru", "ru"),
        ("Return of goods", "ru", "en"),
        ("Возврат", "en", "ru"),
        ("Получите API-ключ в кабинете", "ru", "ru"),
        ("Rückgabe der Ware", "de", "de"),
        ("Rückgabe", "de-AT", "de-AT"),
        ("Повернення товару", "uk", "uk"),
        ("退货规则", "zh", "zh"),
        ("退货 API", "zh", "en"),
        ("24/7, 3 000 ₽", "ru", "ru"),
        ("абвabc", "en", "en"),
        ("Возврат", None, "ru"),
        ("Return", None, "en"),
        ("24/7", None, None),
        ("退货", None, None),
    ],
)
def test_language_by_letters(text, whole, expected):
    """Most letters decide; a tie, other scripts and no letters leave it to the document."""
    frame = pl.DataFrame({"text": [text], "whole": pl.Series([whole], dtype=pl.String)})
    assert frame.select(language(pl.col("text"), pl.col("whole"))).item() == expected


@pytest.mark.parametrize(
    ("text", "whole", "expected"),
    [
        ("401 от API", "en", "ru"),
        ("external_id уже есть", "en", "ru"),
        ("код 3-D Secure", "en", "ru"),
        ("Чим Buyer відрізняється", "uk", "uk"),
        ("What does «Возврат» mean in this shop?", "en", "en"),
        ("return policy", "ru", "en"),
        ("24/7?", "ru", "ru"),
    ],
)
def test_questions_name_products_in_latin_letters(text, whole, expected):
    """A few Cyrillic words make a question Cyrillic; a quoted word does not."""
    assert pl.select(question_language(pl.lit(text), pl.lit(whole))).item() == expected
