import pytest

from assay.exchange.documents.speech import spoken

RUSSIAN, ENGLISH = "Возврат товара за 30 дней.", "Goods can be returned within 30 days of delivery to you."


@pytest.mark.parametrize(
    ("body", "declared", "otherwise", "code"),
    [
        (RUSSIAN, "RU_ru", "en", "ru-ru"),
        (RUSSIAN, "en", None, "ru"),
        (RUSSIAN, "en", "bg", "bg"),
        (f"{RUSSIAN}\n{ENGLISH}", "ru", None, "ru"),
        (f"{RUSSIAN}\n{ENGLISH}", None, None, "en"),
        (ENGLISH, None, "de", "de"),
        ("да ok", None, None, "ru"),
        ("退货", "zh-Hans", None, "zh-Hans"),
        ("退货退货 да", None, None, None),
        ("123", None, None, None),
        ("", "x!", None, None),
    ],
)
def test_a_language_is_declared_said_or_seen(body, declared, otherwise, code):
    """A declared one needs some of the text; letters tell only Russian and English."""
    assert spoken(body, declared, otherwise) == code
