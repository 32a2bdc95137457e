import time

import polars as pl
import pytest

from assay.gold.disclosure import disclosures, luhn, texts_of
from assay.gold.queries import parse_queries, queries_bytes

from .samples import frame, passage, query

WHERE = "gold/queries.jsonl"
KEY = "sk-" + "a1B2" * 6
TOKEN = "ghp_" + "a1B2" * 6


def found(text):
    texts = pl.DataFrame({"line": [2], "id": ["q1"], "field": ["query"], "text": [text]})
    return [str(problem) for problem in disclosures(texts, WHERE)]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Пишите на ivan.petrov@example.org, пожалуйста", "an e-mail address"),
        ("Звоните +7 (999) 123-45-67", "a phone number"),
        ("Звоните 8 999 123 45 67", "a phone number"),
        ("мой номер 89991234567", "a phone number"),
        ("карта 4111 1111 1111 1111", "a card number"),
        ("карта 2200-0000-0000-0004", "a card number"),
        ("карта 4111111111111111", "a card number"),
        ("карта 3782 822463 10005", "a card number"),
        ("карта 3056 930902 5904", "a card number"),
        ("карта 6212 3456 7890 0000 003", "a card number"),
        (f"ключ {KEY} не работает", "a key or token"),
        (f"{TOKEN}", "a key or token"),
        ("-----BEGIN RSA PRIVATE KEY-----", "a private key"),
        ("postgres://user:secret@host/base", "a connection string with a password"),
    ],
)
def test_personal_data_and_secrets_are_named_and_not_repeated(text, what):
    """The message says what and where, never the finding itself."""
    assert found(text) == [f"{WHERE}:2 q1: query holds {what}; replace it by a placeholder"]


@pytest.mark.parametrize(
    "text",
    [
        "Заказ 4111 1111 1111 1112 не пришёл",
        "Оплата 3 000–150 000 ₽ в 4 платежа, 12.03.2026–15.03.2026",
        "Comput Appl Biosci 1996 12 543 548 9021275 ",
        "Proc Natl Acad Sci U S A 1995 92 4952 4956 7761430",
        "Работаем 24/7, форма В-2, пылесос V20, USB-C, P-106",
        "Смотрите https://example.org/help/returns",
        "Пишите @veresk в приложении",
        "returns-full-guide#default-term-and-more",
    ],
)
def test_ordinary_texts_are_left_alone(text):
    """Sums, dates, references, order numbers without the check digit, product names, links."""
    assert found(text) == []


@pytest.mark.parametrize("text", ["aB3" * 300_000, "a+" * 300_000, "1234 " * 100_000, "a:/" * 100_000])
def test_a_pasted_file_is_searched_at_once(text):
    """1 MB of base64 in a text: a search that began at each of its letters took hours."""
    start = time.monotonic()
    assert found(text) == []
    assert time.monotonic() - start < 5


def test_the_check_digit_of_cards():
    """Examples of ISO/IEC 7812-1 and of payment systems' test cards."""
    assert luhn("79927398713") is False  # right digit, too short for a card
    assert luhn("4111111111111111")
    assert luhn("5555 5555 5555 4444")
    assert not luhn("4111111111111112")


def test_every_text_is_looked_at_nested_ones_too():
    """History, reasons, claims, parts without an answer."""
    row = query(
        history=[{"role": "user", "text": "h"}],
        why={"p1": "w"},
        claims=[{"id": "c1", "text": "c", "passages": ["p1"]}],
        unanswerable=["u"],
        rationale="r",
        expected_answer="e",
    )
    texts = texts_of(parse_queries(queries_bytes([row]), WHERE)[0])
    assert {"h", "w", "c", "u", "r", "e", row["query"]} <= set(texts["text"])
    assert dict(texts.filter(pl.col("text").is_in(["h", "w", "c", "u"])).select("text", "field").rows()) == {
        "h": "history",
        "w": "why",
        "c": "claims",
        "u": "unanswerable",
    }
    assert {"x", "б"} <= set(texts_of(frame([passage(before="x", after="б")]))["text"])
