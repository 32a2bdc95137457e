import polars as pl
import pytest

from assay.retrieval.languages import language


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
