import copy
import io

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.exchange.workbook import base
from assay.exchange.workbook.sheets import workbook_bytes
from assay.gold.fields import PASSAGE, QUERY, file_bytes
from assay.jsonl import read_rows
from exchange.workbook.ground import copy_of, merge

HARD = [
    *(
        "=1+1",
        "+7",
        "-5",
        "@x",
        "'=1+1",
        "''x",
        "007",
        "1e5",
        "TRUE",
        "2026-11-01",
        "1/2",
        " край ",
        "\u00a0",
    ),
    *("_x000D_", "_x0041_", "a_x005F_x0041_b", "а\r\nб", "а\rб", "\x00\x0b\x1f", "\ufffe", "я" * 33_000),
    *("«a»", '"a"', "a — b", "<a>&amp;", "]]>", "👩‍🔬", "שלום", "a\tb", "#REF!", "нет ответа", "no answer"),
    *("p1 + p2", "- а\n- б", "\n\n", "c1: x [p]", "user: x", "\u202eab", "#N/A", "a: b", "🏳️‍🌈" * 9),
]
# By number: a strategy that shows texts of 33,000 characters takes longer than the test.
TEXT = st.one_of(st.integers(0, len(HARD) - 1).map(HARD.__getitem__), st.text(min_size=1, max_size=20))
NAMES = st.one_of(
    st.sampled_from(["007", "7", "=a", "+b", "-c", "a+b", "1e5", "x#y", "_x0041_", "TRUE"]),
    st.text("абw#-+", min_size=1, max_size=5),
)


@st.composite
def gold_sets(draw):
    """Rows of both kinds by id, as their files give them back."""
    names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    passages = [{**dict.fromkeys(PASSAGE), "id": name, "doc_id": "a", "text": draw(TEXT)} for name in names]
    asked = [
        question(draw, name, names) for name in draw(st.lists(NAMES, min_size=1, max_size=2, unique=True))
    ]
    found = {}
    for kind, rows, fields in (("queries", asked, QUERY), ("passages", passages, PASSAGE)):
        lines = read_rows(file_bytes(rows, fields), kind)
        found[kind] = {row.value["id"]: row.value for row in lines}
    return found


def question(draw, name, passages):
    """A question whose fields are hard, or null."""
    used = draw(st.lists(st.sampled_from(passages), min_size=1, max_size=3, unique=True))
    texts = {field: draw(st.none() | TEXT) for field in ("rationale", "expected_answer", "subject", "as_of")}
    nested = {
        "evidence_sets": [used, used[:1]],
        "relevant": dict.fromkeys(used, 1),
        "why": {one: draw(TEXT) for one in used},
        "claims": [{"id": name, "text": draw(TEXT), "passages": used}],
        "history": [{"role": "user", "text": draw(TEXT)}],
        "unanswerable": [draw(TEXT), draw(TEXT)],
        "reviewed_by": [],
    }
    kept = {field: value for field, value in nested.items() if draw(st.booleans())}
    fixed = {"id": name, "query": draw(TEXT), "lang": "ru", "type": "своё, с запятой", "split": "dev"}
    return {**dict.fromkeys(QUERY), **fixed, "status": "reviewed", **texts, **kept}


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(gold_sets(), st.sampled_from([0, 1]), st.booleans())
def test_unedited_rows_come_back_as_they_were(rows, lang, saved):
    """Law: whatever stands in them, and whichever program saved the workbook."""
    data = workbook_bytes(base.Base(rows, ""), lang)
    done = merge(copy_of(data) if saved else data, copy.deepcopy(rows))
    assert (done.problems, done.conflicts, done.removed) == ([], [], {})
    assert done.rows == rows
    assert not any(edited.touched for edited in done.edited.values())


FIELDS = {
    "rationale": "rationale",
    "expected_answer": "expected answer",
    "subject": "subject",
    "checked_corpus": "checked corpus",
}
EDITS = st.dictionaries(
    st.tuples(st.sampled_from(["q1", "q2", "q3"]), st.sampled_from(sorted(FIELDS))),
    st.sampled_from(["а", "б", None]),
)


def three():
    rows = {
        name: {**dict.fromkeys(QUERY), "id": name, "query": f"Вопрос {name}", "lang": "ru", "type": "exact"}
        | {"split": "dev", "status": "unreviewed", **dict.fromkeys(FIELDS, "было")}
        for name in ("q1", "q2", "q3")
    }
    return {"queries": rows, "passages": {}}


@settings(max_examples=10)
@given(EDITS, EDITS)
def test_edits_of_both_sides_are_kept_or_in_conflict(mine, yours):
    """Law: no edit is lost, none is made up; fields that both changed to different values are each one conflict."""
    rows = three()
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(base.Base(rows, ""), 0)))
    page = book["queries"]
    heads = {cell.value: cell.column for cell in page[1]}
    lines = {cell.value: cell.row for cell in page["A"]}
    for (name, field), value in yours.items():
        page.cell(lines[name], heads[FIELDS[field]]).value = value
    target = io.BytesIO()
    book.save(target)
    here = copy.deepcopy(rows)
    for (name, field), value in mine.items():
        here["queries"][name][field] = value
    clashing = {key for key in mine.keys() & yours.keys() if mine[key] != yours[key]}
    done = merge(target.getvalue(), here)
    assert len(done.conflicts) == len(clashing)
    for decided, winner in (("ours", mine), ("theirs", yours)):
        wanted = three()
        for (name, field), value in {**mine, **yours, **{key: winner[key] for key in clashing}}.items():
            wanted["queries"][name][field] = value
        assert merge(target.getvalue(), here, decided).rows == wanted


@pytest.mark.parametrize("text", ["_x0041_" + "я" * 33_000, "_x0041_" * 5_000, "_x0041" * 6_000 + "_"])
def test_long_texts_with_codes_are_no_edits(text):
    """Codes of a text are written with codes of their own, so that less of it fits into a cell."""
    rows = three()
    rows["queries"]["q2"]["rationale"] = text
    done = merge(workbook_bytes(base.Base(rows, ""), 0), rows)
    assert (done.problems, done.conflicts, done.rows) == ([], [], rows)


def test_one_edit_beside_hard_texts_changes_one_field():
    """What a cell cannot say stays; an edit of it is refused by its address."""
    rows = three()
    for number, text in enumerate(HARD):
        name = f"h{number}"
        rows["queries"][name] = {
            **rows["queries"]["q1"],
            "id": name,
            "query": f"Вопрос {name}",
            "subject": text,
        }
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(base.Base(rows, ""), 0)))
    page = book["queries"]
    for row in page.iter_rows(min_row=2):
        row[4].value = "стало"
    target = io.BytesIO()
    book.save(target)
    done = merge(target.getvalue(), rows)
    assert (done.problems, done.conflicts) == ([], [])
    for name, row in done.rows["queries"].items():
        assert row == {**rows["queries"][name], "rationale": "стало"}


@pytest.mark.parametrize("text", ["я" * 33_000, "а\rб", " край "])
def test_what_a_cell_cannot_say_is_not_edited_there(text):
    """It was cut or changed in the cell: an edit would lose the rest."""
    rows = three()
    rows["queries"]["q1"]["rationale"] = text
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(base.Base(rows, ""), 0)))
    book["queries"]["E2"].value = "короче"
    target = io.BytesIO()
    book.save(target)
    [problem] = merge(target.getvalue(), rows).problems
    assert str(problem) == (
        "x.xlsx queries!E2: holds what a cell cannot say in full, so rationale of q1 is not changed here; "
        "put the cell back, and edit gold/queries.jsonl"
    )
