import pytest

from exchange.imports import CODE, SIZE, SPARE, TERM, lay_out, read, run

ASKED = "Когда можно вернуть товар?"
LINKS = "https://kb.ru/returns, https://kb.ru/help/exchange"


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository of two documents, one folder below."""
    place = tmp_path / "repo"
    place.mkdir()
    lay_out(place)
    monkeypatch.chdir(place)
    return place


def brought(top, head, *rows):
    """What was said of a table, and the texts that each of its questions is labelled with."""
    file = top.parent / "f.csv"
    cells = ('"' + str(cell).replace('"', '""') + '"' for row in rows for cell in row)
    lines = [",".join(next(cells) for _ in row) for row in rows]
    file.write_text("\n".join([head, *lines]) + "\n", "utf-8")
    said = run("questions", file, "--all")
    texts = {row["id"]: (row["doc_id"], row["text"]) for row in read(top / "gold/passages.jsonl")}
    queries = read(top / "gold/queries.jsonl")
    return said, {row["id"]: [texts[name] for name in row["relevant"]] for row in queries}


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("id,question,quote,links", (TERM, LINKS)),
        ("id,question,quote,link 1,link 2", (TERM, *LINKS.split(", "))),
        ("id,question,quote,relevant", (TERM, "returns.md; help/exchange.md")),
        ("id,question,quote,doc", (TERM, "returns.md; help/exchange.md")),
        ("id,question,quote", (f"{TERM}\n{LINKS.replace(', ', chr(10))}",)),
        ("id,question,quote", (f"{TERM}; {LINKS.replace(', ', '; ')}",)),
    ],
)
def test_pages_beside_a_quotation_do_not_take_its_label(top, head, cells):
    """Links and paths, in whatever columns, are no labels of their own; the page without the words is named."""
    said, labels = brought(top, head, ("q1", ASKED, *cells))
    assert labels == {"q1": [("returns", TERM)]}
    assert "1 reference: 1 by containment, 0 not found" in said
    at = said.index("1 label with a place named where the words do not stand (the words decide):")
    assert "help/exchange" in said[at + 1]
    assert said[at + 1].endswith("; the words stand in returns")
    assert not (top / "gold/unmatched.jsonl").exists()


def test_pages_narrow_where_words_are_sought(top):
    """Words of several documents are those of the one that is named; where both are, nobody can tell."""
    said, labels = brought(
        top,
        "id,question,quote,links",
        ("one", "Где действуют правила?", SPARE, "https://kb.ru/returns, https://kb.ru/gone"),
        ("both", "Where do the rules hold?", SPARE, LINKS),
    )
    assert labels == {"one": [("returns", SPARE)], "both": []}
    assert "  f.csv:2 [1] names 'https://kb.ru/gone', which is no document; the words stand in returns" in [
        line.replace(f"{top.parent}/", "") for line in said
    ]
    (lost,) = read(top / "gold/unmatched.jsonl")
    assert "stands at 2 places" in lost["reason"]


def test_pages_of_several_quotations(top):
    """A page is at fault that has none of them."""
    said, labels = brought(
        top,
        "id,question,quote,links",
        ("q1", ASKED, f"{TERM}\n{SIZE}", f"{LINKS}, https://kb.ru/third"),
    )
    assert labels in (
        {"q1": [("returns", TERM), ("help/exchange", SIZE)]},
        {"q1": [("help/exchange", SIZE), ("returns", TERM)]},
    )
    (told,) = [line for line in said if "names 'https" in line]
    assert told.endswith(
        "names 'https://kb.ru/third', which is no document; the words stand in returns, help/exchange"
    )


def test_a_quotation_that_is_not_found_leaves_its_question_unlabelled(top):
    """Whatever pages stand beside it; a link without words is no label, as ever."""
    _, labels = brought(
        top,
        "id,question,quote,links",
        ("lost", ASKED, "Этих слов нет ни в одном документе корпуса", LINKS),
        ("bare", "What of it?", "", LINKS),
        ("found", "Сколько действует код?", CODE, LINKS),
    )
    assert labels == {"lost": [], "bare": [], "found": [("returns", CODE)]}
    assert {row["query_id"] for row in read(top / "gold/unmatched.jsonl")} == {"lost", "bare"}
