import polars as pl

from assay.gold.queries import parse_queries, queries_bytes
from assay.gold.texts import disclosures, texts_of

from .samples import frame, passage, query

WHERE = "gold/queries.jsonl"
ADDRESS = "ivan.petrov@example.org"
FIX = "replace it by a placeholder, or list it in evidence/public.txt where anybody may read it"


def found(*texts, public=()):
    rows = {"line": 2, "id": "q1", "field": "query"}
    table = pl.DataFrame([{**rows, "text": text} for text in texts])
    return list(map(str, disclosures(table, WHERE, public)))


def test_a_finding_is_named_by_query_and_field_and_not_repeated():
    """Each kind once a text; the finding itself is not printed."""
    assert found(f"Пишите на {ADDRESS} или a@example.org", "просто текст") == [
        f"{WHERE}:2 q1: query holds an e-mail address; {FIX}"
    ]


def test_what_is_public_is_no_finding():
    """Just that text; what stands beside it is still found."""
    assert found(f"Пишите на {ADDRESS}", public={ADDRESS}) == []
    assert len(found(f"Пишите на {ADDRESS} или a@example.org", public={ADDRESS})) == 1
    assert len(found(f"Пишите на x{ADDRESS}", public={ADDRESS})) == 1


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
