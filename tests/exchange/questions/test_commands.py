"""`assay import questions` on files as teams have them: quotations, links, ids of snapshots, plain texts."""

import csv

import openpyxl
import pytest
from openpyxl.worksheet.hyperlink import Hyperlink

from assay.gold.repository import review_repository
from exchange.imports import CODE, SIZE, TERM, lay_out, read, refused, run, write


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository of documents with addresses, in which the command is called."""
    top = tmp_path / "repository"
    lay_out(top)
    for path in (top / "corpus").rglob("*.md"):
        url = f"url: /kb/{path.stem}\n"
        path.write_text(path.read_text("utf-8").replace("lang: ru\n", f"lang: ru\n{url}", 1), "utf-8")
    monkeypatch.chdir(top)
    return top


def labels(top):
    """Texts of the labels by question."""
    texts = {row["id"]: row["text"] for row in read(top / "gold/passages.jsonl")}
    return {
        row["id"]: sorted(texts[name] for name in row["relevant"]) for row in read(top / "gold/queries.jsonl")
    }


def table(path, *rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_quotations_of_a_table(top, tmp_path):
    """A JSON list, numbered lines, ';', and the link beside them, by --map."""
    path = table(
        tmp_path / "q.csv",
        ("n", "вопрос", "где", "слова"),
        ("1", "А?", "https://shop.ru/kb/returns/", f'["{TERM}", "{CODE}"]'),
        ("2", "Б?", "", f"1. {TERM}\n2. {SIZE}"),
        ("3", "В?", "", f"{CODE}; {SIZE}"),
    )
    fields = {"id": "n", "query": "вопрос", "relevant": "где", "quote": "слова"}
    run("questions", path, *(word for pair in fields.items() for word in ("--map", "=".join(pair))))
    assert labels(top) == {"1": sorted([TERM, CODE]), "2": sorted([TERM, SIZE]), "3": sorted([CODE, SIZE])}
    assert review_repository(top).problems == []


def test_lists_of_contexts_as_ragas_writes_them(top, tmp_path):
    """Texts, not ids, also the short ones; JSON Lines and the same as pandas writes it to CSV."""
    contexts = [TERM, "на другой размер"]
    run("questions", write(tmp_path / "r.jsonl", [{"user_input": "А?", "reference_contexts": contexts}]))
    first = labels(top)
    assert list(first.values()) == [sorted(contexts)]
    again = table(tmp_path / "r.csv", ("user_input", "reference_contexts"), ("А?", repr(contexts)))
    assert "1 question: 1 the same" in run("questions", again)


def test_null_an_empty_list_and_an_absent_field(top, tmp_path):
    """Nobody labelled it; nothing answers it; nobody labelled it."""
    path = tmp_path / "n.jsonl"
    rows = (
        '"quotes": null',
        '"quotes": []',
        '"note": "x"',
        f'"quotes": ["{TERM}"]',
        '"quotes": ["Нет такого."]',
    )
    text = "".join(f'{{"id": "{n}", "query": "{n}?", {row}}}\n' for n, row in enumerate(rows))
    path.write_text(text, "utf-8")
    said = run("questions", path, "--map", "quote=quotes", "--sets", "each")
    line = "labels: 1 labelled, 2 not labelled yet, 1 with no answer, 1 whose labels were not all found"
    assert line in said
    sets = [row["evidence_sets"] for row in read(top / "gold/queries.jsonl")]
    assert [None if one is None else len(one) for one in sets] == [None, 0, None, 1, None]


def test_links_behind_cells(top, tmp_path):
    """Their pages and sections are named, whatever their form; no words are chosen."""
    book = openpyxl.Workbook()
    page = book.active
    page.append(["№", "Вопрос", "Ссылка"])
    links = [
        "https://shop.ru/kb/returns",
        "http://shop.ru/kb/returns/?utm_source=x",
        "https://shop.ru/kb/returns#%D0%B2%D0%BE%D0%B7%D0%B2%D1%80%D0%B0%D1%82",
        "https://shop.ru/none",
    ]
    for number, link in enumerate(links, 1):
        page.append([number, f"Вопрос {number}?", "Возврат"])
        page.cell(number + 1, 3).hyperlink = Hyperlink(ref=f"C{number + 1}", target=link)
    book.save(tmp_path / "l.xlsx")
    said = run("questions", tmp_path / "l.xlsx")
    assert "labels: 4 whose labels were not all found" in said
    assert [row["reason"].partition(":")[0] for row in read(top / "gold/unmatched.jsonl")][:2] == [
        "is a link to a page (document returns)",
        "is a link to a page (document returns)",
    ]
    third, fourth = (row["reason"] for row in read(top / "gold/unmatched.jsonl")[2:])
    assert third.startswith("is a link to a section ('Возврат', 0:")
    assert fourth.startswith(
        "is a link to a page that is no document of the corpus: bring it in, then say which"
    )


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ('["007", "a, b"]', ["007", "a, b"]),
        ("007; a", ["007", "a"]),
        ("007, a", ["007", "a"]),
        ("007\na", ["007", "a"]),
        ("007 | a", ["007", "a"]),
        ("007,a", ["007,a"]),
        (7, ["007"]),
    ],
)
def test_ids_of_cells(top, tmp_path, cell, names):
    """As people part them; with the zeros that the sheet shows; a comma without a space is part of an id."""
    book = openpyxl.Workbook()
    page = book.active
    page.append(["id", "query", "relevant_ids"])
    page.append(["1", "А?", cell])
    page["C2"].number_format = "000"
    book.save(tmp_path / "s.xlsx")
    run("questions", tmp_path / "s.xlsx")
    assert [row["reference"] for row in read(top / "gold/unmatched.jsonl")] == names


def test_ids_that_commas_part_where_the_corpus_has_each(tmp_path, monkeypatch):
    """And not all of it as one."""
    top = tmp_path / "repository"
    lay_out(
        top,
        chunks=[{"chunk_id": name, "text": text} for name, text in (("a", TERM), ("b", CODE), ("a,c", SIZE))],
    )
    monkeypatch.chdir(top)
    rows = [{"id": n, "query": f"{n}?", "relevant_ids": ids} for n, ids in (("1", "a,b"), ("2", "a,c"))]
    run("questions", write(tmp_path / "q.jsonl", rows))
    assert labels(top) == {"1": sorted([TERM, CODE]), "2": [SIZE]}


def test_ids_of_a_snapshot_and_of_two(top, tmp_path):
    """Recognised, or by --snapshot; the same again writes nothing."""
    path = write(tmp_path / "q.jsonl", [{"id": "1", "query": "А?", "relevant_ids": ["returns#.1"]}])
    assert "1 label by ids of snapshot 'fine', as it is today" in run("questions", path, "--dry-run")
    params = top / "params.yaml"
    entry = "  small: {source: corpus, chunking: windows, size: 60, overlap: 0}\nsystems:"
    params.write_text(params.read_text("utf-8").replace("systems:", entry, 1), "utf-8")
    (problem,) = refused(top, "questions", path)
    assert problem.startswith(f"{path}:1 [1]: 'returns#.1' is a chunk of several snapshots")
    run("questions", path, "--snapshot", "small")
    (text,) = labels(top)["1"]
    assert 0 < len(text) <= 60
    assert run("questions", path, "--snapshot", "small")[-1] == "nothing to write: all of it is there already"


def test_a_text_of_questions(top, tmp_path):
    """One a line; the same again, and in another order, is the same."""
    path = tmp_path / "q.txt"
    path.write_text("# из чата\nКакой срок?\n\nWhat is it?\nКакой срок?\n", "utf-8")
    said = run("questions", path)
    assert "2 questions: 2 new" in said
    assert "labels: 2 not labelled yet" in said
    assert {row["lang"] for row in read(top / "gold/queries.jsonl")} == {"ru", "en"}
    path.write_text("What is it?\nКакой срок?\n", "utf-8")
    assert run("questions", path)[-1] == "nothing to write: all of it is there already"
