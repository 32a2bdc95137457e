import re

import pytest

import shop
from assay.report.catalogue import Catalogue
from assay.report.compared import document, gate_lines, gate_table, sections
from assay.report.markdown import code

QUESTIONS = {row["id"]: row["query"] for row in shop.queries()}


@pytest.fixture
def compared(made):
    """The two systems, as if they had been asked the same."""
    return shop.comparisons(shop.material(made), alike=True)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_terminal_shows_no_marks_of_markdown(compared, lang):
    """The same words in columns: verdict first, each changed query on two lines."""
    shown = document(Catalogue(lang), compared, {}, form="terminal")  # texts of questions may hold any
    assert not re.search(r"\*\*|\\\\|`sufficient", shown)
    lines = shown.splitlines()
    assert "beta" in lines[0]
    header = next(
        number for number, line in enumerate(lines) if line.startswith(Catalogue(lang)("head.metric"))
    )
    first = compared.record["family"][0]
    assert lines[header + 1].startswith(first)
    assert (
        len({len(line.rstrip()) for line in lines[header : header + 2]}) == 1
    )  # right-aligned columns end alike


def test_each_changed_query_is_told(compared):
    """Its words, what is missing from which rank to which, what came instead."""
    shown = document(Catalogue("en"), compared, QUESTIONS, form="markdown")
    changes = compared.changes.to_dicts()
    assert changes
    for row in changes:
        [line] = [one for one in shown.splitlines() if one.startswith(f"- {code(row['query_id'])} ")]
        assert all(code(one["passage_id"]) in line for one in row["missing"])
    assert shown.count("what came instead") == len(changes)


def test_no_words_are_shown_where_texts_are_left_out(compared):
    """Neither questions nor ids of chunks, which hold words of headings."""
    shown = document(Catalogue("en"), compared, None, form="terminal")
    told = document(Catalogue("en"), compared, QUESTIONS, form="terminal")
    ids = {one["chunk_id"] for row in compared.changes["instead"] for one in row}
    assert ids
    asked = {QUESTIONS[name] for name in compared.changes["query_id"]}
    for words in (*ids, *asked):
        assert (words[:20] in told, words[:20] in shown) == (True, False)
    assert shown.count("what came instead") == told.count("what came instead")


def test_a_report_folds_them(made, compared):
    """One section a comparison; ids of queries as code."""
    [blocks] = sections(Catalogue("en"), shop.material(made), compared)
    folded = [block for block in blocks if block.startswith("<details>")]
    assert len(folded) == compared.changes["change"].n_unique()
    assert all(f"| {code(query)} |" in "".join(folded) for query in compared.changes["query_id"])


def test_gates_stand_one_a_line(compared):
    """As many as there are checks, each with its mark; no table where there are none."""
    say = Catalogue("en")
    lines = list(gate_lines(say, compared.record))
    assert len(lines) == len(compared.record["gates"])
    assert {line.partition("  ")[0] for line in lines} <= {"pass", "FAIL"}
    assert gate_table(say, {"gates": []}) is None
    assert gate_table(say, compared.record).count("\n") == len(lines) + 1
