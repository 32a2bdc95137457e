from assay.gold.form import form_faults
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.quotations import quoted_passage
from assay.gold.review import Corpus, review
from assay.jsonl import read_rows

from .samples import NAMES, documents, lines, passage, query, ready

NONE = ready().clear()


def reviewed(queries, passages, corpus=None):
    return review({"queries": queries, "passages": passages}, NAMES, corpus)


def test_a_sound_gold_set_has_no_problems_and_its_counts(guide):
    """By split, type, alternatives, state of passages."""
    rows = [
        query("q1", evidence_sets=[["d1#term"], ["d1#money"]]),
        query("q2", evidence_sets=None, split="holdout", status="unreviewed"),
    ]
    made = [
        quoted_passage(guide, "d1", quote="Вернуть можно за 30 дней.", id="d1#term"),
        quoted_passage(guide, "d1", quote="Деньги вернём на карту.", id="d1#money"),
    ]
    found = reviewed(queries_bytes(rows), passages_bytes(made), Corpus(guide, NONE))
    assert (found.problems, found.warnings) == ([], [])
    assert found.counts == {
        "queries": 2,
        "queries dev": 1,
        "queries holdout": 1,
        "queries exact": 2,
        "queries with alternative sets": 1,
        "queries not labelled": 1,
        "queries labelled by a flat list alone": 0,
        "queries unreviewed": 1,
        "passages": 2,
        "passages span": 2,
    }


def test_a_flat_list_of_labels_counts_as_labelled(guide):
    """And is counted apart: it does not say what is enough."""
    rows = [
        query("q1", evidence_sets=[]),
        query("q2", evidence_sets=None, relevant={"d1#term": 2}, status="unreviewed"),
        query("q3", evidence_sets=None, status="unreviewed"),
    ]
    made = [quoted_passage(guide, "d1", quote="Вернуть можно за 30 дней.", id="d1#term")]
    found = reviewed(queries_bytes(rows), passages_bytes(made), Corpus(guide, NONE))
    assert found.labelled == 2
    assert (found.counts["queries not labelled"], found.counts["queries labelled by a flat list alone"]) == (
        1,
        1,
    )


def test_problems_of_both_files_come_at_once_in_the_order_of_their_lines(guide):
    """Fields, rules across rows, places in the corpus, personal data."""
    rows = [
        query("q1", evidence_sets=[["p1"], []]),
        query("q2", split="x"),
        query("q3", query="Мой адрес a@example.org"),
        query("q3", evidence_sets=[["p1"]]),
    ]
    passages = [passage("p1"), passage("p2", sha256="0" * 64), passage("p3", "Нет.", start=None, end=None)]
    found = reviewed(lines(rows), lines(passages), Corpus(guide, NONE))
    assert [str(problem).split(";")[0] for problem in found.problems] == [
        "gold/passages.jsonl:2 p2: sha256 is not the hash of the text",
        "gold/passages.jsonl:3 p3: its text is not in d1",
        "gold/queries.jsonl:1 q1: evidence set 2 is empty",
        "gold/queries.jsonl:2 q2: split is 'x', must be dev or holdout",
        "gold/queries.jsonl:3 q3: query holds an e-mail address",
        "gold/queries.jsonl:4 q3: the id is already used at line 3",
    ]


def test_a_line_that_cannot_be_read_makes_no_further_problems():
    """What it names or is named as is not called unknown or unused."""
    found = reviewed(queries_bytes([query()]), lines([{"id": "p1"}]))
    assert all("passages.jsonl:1" in problem.where for problem in found.problems)
    found = reviewed(lines([query(lang="?")]), passages_bytes([passage()]))
    assert found.warnings == []


def test_a_file_in_another_form_is_named_at_its_first_line():
    """Order of lines, order of fields, spaces."""
    fix = "is not in the fixed form: order of lines by id, order of fields, spaces; run `assay gold fmt`"
    wanted = queries_bytes([query("q1"), query("q2")])
    swapped = b"".join(reversed(wanted.splitlines(keepends=True)))
    assert said(wanted) == []
    assert said(swapped) == [f"gold/queries.jsonl:1: {fix}"]
    assert said(wanted + b"\n") == [f"gold/queries.jsonl:3: {fix}"]


def said(data):
    rows = read_rows(data, "gold/queries.jsonl")
    return list(map(str, form_faults("queries", rows, data, "gold/queries.jsonl")))


def test_conditions_of_chunks_cut_elsewhere_come_from_the_chunks():
    """Subject and validity by document."""
    table = ready(
        {"chunk_id": "1", "doc_id": "a", "text": "x", "subject": "furniture"},
        {"chunk_id": "2", "doc_id": "b", "text": "y", "subject": "electronics"},
        {"chunk_id": "3", "text": "z"},
    )
    rows = [query(evidence_sets=[["p1", "p2"]])]
    passages = [passage("p1", "x", doc_id="a"), passage("p2", "y", doc_id="b")]
    found = reviewed(queries_bytes(rows), passages_bytes(passages), Corpus(documents(), table))
    assert len(found.problems) == 1
    assert "different subjects: electronics, furniture" in found.problems[0].rule


def test_a_damaged_file_is_reported_beside_the_faults_of_the_other(guide):
    """Lines that are no JSON, and no complaint that the file is empty."""
    found = reviewed(b"{\n", lines([passage(sha256="0" * 64)]), Corpus(guide, NONE))
    assert [problem.where for problem in found.problems] == [
        "gold/passages.jsonl:1 p1",
        "gold/queries.jsonl:1",
    ]
