import base64
import datetime as dt
import json
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl.comments import Comment

import pipeline
from assay.__main__ import assay
from assay.exchange.workbook.phrases import PHRASES
from exchange.workbook import ground
from exchange.workbook.ground import QUERIES, bring, query, rows, run

UNCHANGED = "nothing to write: all of it is there already"


def gold(top):
    return {path.name: path.read_bytes() for path in sorted((top / "gold").iterdir())}


@pytest.mark.parametrize("lang", ["en", "ru"], indirect=True)
@pytest.mark.parametrize("saved", [False, True])
def test_a_workbook_that_nobody_edited_changes_nothing(top, sheets, saved):
    """Not one byte, as it was written and as another program saved it, in both languages."""
    before = gold(top)
    if saved:
        sheets.save()
    out, notes, problems = bring()
    assert (notes, problems) == ("", [])
    assert out.splitlines() == [UNCHANGED]
    assert gold(top) == before


def test_the_same_gold_set_gives_the_same_workbook(top):
    """Byte for byte; a file with other contents is not written over, it may hold an expert's work."""
    run("export", "--xlsx", "expert.xlsx")
    first = (top / "expert.xlsx").read_bytes()
    assert run("export", "--xlsx", "expert.xlsx")[2] == []
    assert (top / "expert.xlsx").read_bytes() == first
    sheets = ground.Sheets(top / "expert.xlsx")
    sheets.put("q-1", "rationale", "Иначе.")
    sheets.save()
    edited = (top / "expert.xlsx").read_bytes()
    assert run("export", "--xlsx", "expert.xlsx")[2] == [
        "expert.xlsx: is there already, and may hold what an expert wrote; import it first, name another, or --replace it"
    ]
    assert (top / "expert.xlsx").read_bytes() == edited
    run("export", "--xlsx", "expert.xlsx", "--replace")
    assert (top / "expert.xlsx").read_bytes() == first


def test_what_an_expert_writes_is_taken_field_by_field(top, sheets):
    """Sets a line each, with or without spaces around +; reasons, grades, claims, days as people write them."""
    sheets.put("q-2", "evidence sets", "007\nreturns#term+returns#money ")
    sheets.put("q-2", "why", "007: Называет цену,\n  и только её.\nreturns#term: Для срока.")
    sheets.put("q-2", "relevant besides", None)
    sheets.put("q-2", "claims", "c1: Стоит 300 рублей. [007; returns#term]")
    sheets.put("q-2", "as of", "01.12.2026")
    sheets.put("q-2", "subject", None)
    sheets.put("q-2", "reviewed by", "Анна Ильина\nboris")
    sheets.put("q-4", "evidence sets", "returns#money")
    sheets.put("q-4", "earlier turns", "user: Вернул товар\nassistant: Хорошо.")
    sheets.save()
    out, _, problems = bring()
    assert problems == []
    assert "changed gold/queries.jsonl: 4 lines" in out
    found = rows(top)
    assert found["q-2"] == query(
        "q-2",
        "Сколько стоит доставка?",
        [["007"], ["returns#term", "returns#money"]],
        why={"007": "Называет цену,\n  и только её.", "returns#term": "Для срока."},
        claims=[{"id": "c1", "text": "Стоит 300 рублей.", "passages": ["007", "returns#term"]}],
        as_of="2026-12-01",
        reviewed_by=["Анна Ильина", "boris"],
    )
    assert found["q-4"]["evidence_sets"] == [["returns#money"]]
    assert found["q-4"]["history"] == [
        {"role": "user", "text": "Вернул товар"},
        {"role": "assistant", "text": "Хорошо."},
    ]
    assert run("check")[2] == []


def test_a_dry_run_says_it_in_the_words_of_gold_diff(top, sheets):
    """And writes nothing."""
    before = gold(top)
    sheets.put("q-1", "evidence sets", "returns#term")
    sheets.put("q-1", "rationale", "Срок назван прямо.")
    sheets.save()
    out, _, _ = bring("--dry-run", "--lang", "ru")
    assert "рабочая копия → expert.xlsx" in out
    assert "больше не принимается: returns#site + returns#money" in out
    assert "обоснование: Срок назван{+ прямо+}." in out
    assert "would change gold/queries.jsonl: 4 lines" in out
    assert gold(top) == before


def test_what_changed_here_meanwhile_is_kept(top, sheets):
    """Another field of the same row, another row, a new row and a removed one."""
    here = [QUERIES[0] | {"expected_answer": "30 дней."}, QUERIES[1] | {"subject": "доставка"}, QUERIES[3]]
    ground.write(top, [*here, query("q-9", "Новый вопрос?", None)])
    sheets.put("q-1", "rationale", "Срок назван прямо.")
    sheets.save()
    assert bring()[2] == []
    found = rows(top)
    assert list(found) == ["q-1", "q-2", "q-4", "q-9"]
    assert (found["q-1"]["rationale"], found["q-1"]["expected_answer"]) == ("Срок назван прямо.", "30 дней.")
    assert found["q-2"]["subject"] == "доставка"


def test_a_field_that_both_changed_is_a_conflict_by_its_cell(top, sheets):
    """Nothing is written until somebody decides; what is no conflict comes along then."""
    ground.write(top, [QUERIES[0] | {"rationale": "Здесь иначе."}, *QUERIES[1:]])
    before = gold(top)
    where = sheets.put("q-1", "rationale", "Там иначе.")
    sheets.put("q-1", "expected answer", "30 дней.")
    sheets.save()
    said = f'{where}: q-1 rationale: here "Здесь иначе.", in the sheet "Там иначе."; '
    said += "--ours keeps what is here, --theirs takes the sheet"
    for words in ((), ("--dry-run",)):
        assert bring(*words)[2] == [said]
        assert gold(top) == before
    bring("--ours")
    assert (rows(top)["q-1"]["rationale"], rows(top)["q-1"]["expected_answer"]) == (
        "Здесь иначе.",
        "30 дней.",
    )
    bring("--theirs")
    assert rows(top)["q-1"]["rationale"] == "Там иначе."


def test_a_row_removed_here_and_changed_there_is_a_conflict(top, sheets):
    """And the other way round, where the removal is wanted."""
    ground.write(top, [*QUERIES[1:3], QUERIES[3] | {"rewritten": "Когда вернут деньги?"}])
    where = sheets.put("q-1", "rationale", "Там иначе.").replace("E2", "A2")
    sheets.remove("q-4")
    sheets.save()
    one, other = bring("--removals")[2]
    assert one.startswith(f"{where}: q-1: removed here, changed in the sheet; ")
    assert other.startswith("expert.xlsx queries: q-4: changed here, removed in the sheet; ")
    bring("--removals", "--theirs")
    assert list(rows(top)) == ["q-1", "q-2", "q-3"]


def test_rows_that_are_missing_stay_until_somebody_wants_them_gone(top, sheets):
    """A lost row, or a whole sheet of them, takes no label away by itself."""
    before = gold(top)
    sheets.remove("q-1")
    sheets.remove("returns#site", "passages")
    sheets.save()
    out, notes, problems = bring()
    assert (out.splitlines(), problems, gold(top)) == ([UNCHANGED], [], before)
    assert notes.splitlines() == [
        "missing in the sheets: passages: returns#site; queries: q-1",
        "note: what is missing in the sheets stays here; --removals removes it",
    ]
    out, notes, problems = bring("--removals")
    assert problems == []
    assert "note: what is missing" not in notes
    assert list(rows(top)) == ["q-2", "q-3", "q-4"]
    assert "returns#site" not in rows(top, "passages")


def test_a_passage_that_a_set_names_is_not_removed(top, sheets):
    """The rules of gold check hold before anything is written; the line of the row is named."""
    before = gold(top)
    sheets.remove("returns#term", "passages")
    sheets.save()
    problems = bring("--removals")[2]
    assert any(
        one.startswith("gold/queries.jsonl:1 q-1: evidence_sets names returns#term, which is no passage")
        for one in problems
    )
    assert gold(top) == before


def test_an_export_of_a_part_removes_nothing(top):
    """Questions that were not exported are not missing; an id of theirs is known."""
    ground.write(top, [QUERIES[0] | {"split": "holdout"}, *QUERIES[1:]])
    run("export", "--xlsx", "expert.xlsx", "--split", "holdout")
    assert bring("--removals")[0].splitlines() == [UNCHANGED]
    run("export", "--xlsx", "expert.xlsx", "--query", "q-2", "--replace")
    sheets = ground.Sheets(top / "expert.xlsx")
    sheets.put("q-2", "rationale", "Цена названа.")
    sheets.save()
    assert bring("--removals")[2] == []
    assert (len(rows(top)), rows(top)["q-2"]["rationale"]) == (4, "Цена названа.")
    assert run("export", "--xlsx", "x.xlsx", "--query", "q-8")[2] == [
        "q-8: is no question; see gold/queries.jsonl"
    ]


def test_an_empty_gold_set_is_not_exported(top):
    """It is said that there is nothing yet, and what to do; of a part, that it has none."""
    assert run("export", "--xlsx", "x.xlsx", "--split", "holdout")[2] == [
        "gold/queries.jsonl: has no such questions; choose others"
    ]
    ground.write(top, [])
    said = ["gold/queries.jsonl: has no questions yet; add the first: assay gold add"]
    assert run("export", "--xlsx", "x.xlsx")[2] == said
    assert run("export", "--xlsx", "x.xlsx", "--split", "dev", "--query", "q-1")[2] == said
    (top / "gold" / "queries.jsonl").unlink()
    assert run("export", "--xlsx", "x.xlsx")[2] == said
    assert not (top / "x.xlsx").exists()


def test_new_rows_become_questions_and_passages(top, sheets):
    """An id is made of the words where there is none; what is left empty is what an import has."""
    sheets.add(question="How do I send it  back?", evidence_sets="returns#new")
    sheets.add(id="q-10", question="Есть ли скидки?", type="no_answer", rationale="Их нет.")
    sheets.add("passages", id="returns#new", document="returns", words='Заявку подают "на сайте"')
    sheets.add("passages", document="returns", words="можно в течение 30 дней")
    sheets.save()
    _, _, problems = bring()
    assert problems == []
    found = rows(top)
    [made] = [row for row in found.values() if row["query"].startswith("How")]
    assert re.fullmatch("q-[0-9a-f]{12}", made["id"])
    assert (made["lang"], made["split"], made["status"], made["type"]) == (
        "en",
        "dev",
        "unreviewed",
        "unsorted",
    )
    assert (found["q-10"]["evidence_sets"], found["q-10"]["lang"]) == ([], "ru")
    passages = rows(top, "passages")
    assert passages["returns#new"]["text"] == "Заявку подают «на сайте»"
    assert passages["returns#new"]["start"] is not None
    assert [name for name in passages if re.fullmatch("returns#[0-9a-f]{8}", name)]
    assert run("check")[2] == []
    assert bring()[0].splitlines() == [UNCHANGED]


def test_the_words_of_a_passage_are_those_of_its_document(top, sheets):
    """Longer ones are found there again; what does not stand there is named by its cell."""
    sheets.put("returns#term", "words", "можно в течение 30 дней. Заявку", "passages")
    sheets.save()
    assert bring()[2] == []
    row = rows(top, "passages")["returns#term"]
    body = ground.BODY
    assert body[row["start"] : row["end"]] == row["text"] == "можно в течение 30 дней. Заявку"
    where = sheets.put("returns#money", "words", "Деньги приходят за 4 дня.", "passages")
    sheets.save()
    [problem] = bring()[2]
    assert problem.startswith(
        f"{where} returns: the quotation «Деньги приходят за 4 дня.» is not in the document; "
    )


def test_a_type_of_no_answer_needs_no_words_of_it(top, sheets):
    """And a question that has evidence now says no more that there is none."""
    sheets.put("q-4", "type", "no_answer")
    sheets.save()
    assert bring()[2] == []
    assert rows(top)["q-4"]["evidence_sets"] == []
    where = sheets.put("q-3", "type", "exact")
    sheets.save()
    [problem] = bring()[2]
    assert problem.startswith(f"{where.replace('K4', 'C4')} q-3: evidence_sets is [], but type is exact; ")


def test_rules_of_gold_check_are_named_by_cell(top, sheets):
    """All at once, with what to do; nothing is written."""
    before = gold(top)
    places = [
        sheets.put("q-1", "evidence sets", "returns#term\nreturns#term + returns#money"),
        sheets.put("q-2", "why", "returns#trem: Опечатка."),
        sheets.put("q-2", "split", "test"),
        sheets.put("q-4", "as of", "завтра"),
    ]
    sheets.save()
    problems = sorted(bring()[2])
    assert [one.partition(": ")[0] for one in problems] == sorted(
        [f"{places[0]} q-1", f"{places[2]} q-2", f"{places[3]} q-4"]
    )
    sheets.put("q-2", "split", "dev")
    sheets.put("q-4", "as of", None)
    sheets.save()
    problems = bring()[2]
    assert any(
        one.startswith(f"{places[1]} q-2: why names returns#trem, which is no passage") for one in problems
    )
    assert gold(top) == before


def test_what_programs_make_of_cells_is_read_as_it_was(top, sheets):
    """A number of 007, other quotation marks and dashes, spaces at ends, a day of a day: none is an edit."""
    before = gold(top)
    sheets.put("q-2", "subject", 7)
    sheets.put("007", "id", 7, "passages")
    sheets.put("q-2", "evidence sets", "007  ")
    sheets.put("returns#site", "words", 'Заявку подают "на сайте".', "passages")
    sheets.put("q-1", "rationale", "Срок назван.  \n")
    sheets.put("q-1", "as of", dt.datetime(2026, 11, 1))  # noqa: DTZ001
    sheets.save()
    out, notes, problems = bring()
    assert problems == []
    assert out.splitlines() == [UNCHANGED]
    assert "is the number 7 now; it is taken as 007" in notes
    assert "queries!M3: is the number 7 now; it is taken as it was" in notes
    assert "differs in quotation marks, dashes or spaces alone" in notes
    assert gold(top) == before


def test_a_number_in_place_of_a_set_is_the_passage_that_looks_like_it(top, sheets):
    """7 is 007 where no other passage is meant."""
    sheets.put("q-4", "evidence sets", 7)
    sheets.save()
    assert bring()[2] == []
    assert rows(top)["q-4"]["evidence_sets"] == [["007"]]


BROKEN = {
    "a day as a number": (
        lambda s: s.put("q-1", "as of", 46_400),
        "is the number 46400 (as a day 2027-01-13), not a day",
    ),
    "a truth in a text": (
        lambda s: s.put("q-1", "rationale", True),
        "is a truth (true), and a text is expected",
    ),
    "a formula without a value": (
        lambda s: s.put("q-1", "rationale", "=A1"),
        "holds a formula that was never computed",
    ),
    "an error": (lambda s: s.put("q-1", "rationale", "#REF!"), "holds the error #REF!"),
    "a set without +": (
        lambda s: s.put("q-1", "evidence sets", "returns#term returns#money"),
        "'returns#term returns#money' holds a space, so it is no passage",
    ),
    "a reason without a passage": (
        lambda s: s.put("q-1", "why", "Потому что"),
        "line 1 (Потому что) says no passage",
    ),
    "a grade of 3": (
        lambda s: s.put("q-1", "relevant besides", "returns#site: 3"),
        "the grade of returns#site is '3', must be 1 or 2",
    ),
    "a role of nobody": (
        lambda s: s.put("q-4", "earlier turns", "я: Вернул"),
        "'я' is no role",
    ),
    "no question": (lambda s: s.put("q-1", "question", None), "is a row without a question"),
    "an id of another spelling": (
        lambda s: s.put("q-1", "id", "Q–1"),
        "'Q–1' is no id of the export, and 'q-1' is missing, which looks the same",
    ),
    "an id twice": (lambda s: s.put("q-2", "id", "q-1"), "the id q-1 is already used in row 2"),
    "an id as a number": (lambda s: s.put("q-2", "id", 12), "is a number (12), and ids are texts"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_cell_that_cannot_be_meant_is_one_error_with_its_address(top, sheets, name):
    """What is wrong and what to do; nothing is written."""
    before = gold(top)
    edit, rule = BROKEN[name]
    where = edit(sheets)
    sheets.save()
    problems = bring()[2]
    assert [one for one in problems if one.startswith(f"{where}: {rule}; ")], problems
    assert gold(top) == before


def test_an_id_that_was_changed_is_no_new_question(sheets):
    """Else its labels would be taken for removed, and stand under another name."""
    where = sheets.put("q-1", "id", "q-100")
    other = sheets.put("q-2", "id", None)
    sheets.save()
    assert bring("--removals")[2] == [
        f"{where}: has the words of q-1, which is missing: the id is q-100 now; write q-1; ids are not changed here",
        f"{other}: has the words of q-2, which is missing: the id is empty now; write q-2; ids are not changed here",
    ]


def test_ids_that_changed_places_are_named(top, sheets):
    """Of questions and of passages, and words that did; both may be sorted as whole rows."""
    before = gold(top)
    sheets["queries"]["A2"], sheets["queries"]["A3"] = "q-2", "q-1"
    page = sheets["passages"]
    words = [page.cell(row, 3) for row in (2, 3)]
    words[0].value, words[1].value = (cell.value for cell in reversed(words))
    sheets.save()
    found = [one.partition(": ") for one in bring()[2]]
    assert sorted(where for where, _, _ in found) == [
        *(f"expert.xlsx passages!C{row}" for row in (2, 3)),
        *(f"expert.xlsx queries!B{row}" for row in (2, 3)),
    ]
    asked = "was one column sorted alone?; sort whole rows, or undo it"
    assert ("expert.xlsx queries!B2", f"are the words of q-1, and the id is q-2: {asked}") in [
        (where, rule) for where, _, rule in found
    ]
    assert gold(top) == before


SORTED = {
    "en": "sorted alone?; sort whole rows, or undo it",
    "ru": "отсортировали отдельно?; сортируйте строки целиком или отмените это",
}


@pytest.mark.parametrize("lang", ["en", "ru"], indirect=True)
@pytest.mark.parametrize("column", range(1, 4))
def test_a_column_that_was_sorted_alone_is_refused(top, sheets, lang, column):
    """Ids, questions or sets: nothing is written, and what was done is named."""
    before = gold(top)
    cells = [sheets.book.worksheets[1].cell(row, column) for row in range(2, 6)]
    values = [cell.value for cell in cells]
    for cell, value in zip(cells, [*values[1:], values[0]], strict=True):
        cell.value = value
    sheets.save()
    problems = bring()[2]
    assert problems
    assert all(SORTED[lang] in one for one in problems)
    assert gold(top) == before


def test_faults_of_cells_and_broken_rules_are_named_at_once(top, sheets):
    """A set of nothing, a set of a passage that is none, a part that is none."""
    before = gold(top)
    wrong = sheets.put("q-1", "evidence sets", "+ +")
    sheets.put("q-2", "evidence sets", "nowhere")
    sheets.put("q-4", "split", "test")
    sheets.save()
    problems = bring()[2]
    assert [one.partition(": ")[0].rpartition(" ")[2] for one in problems] == [wrong.split()[1], "q-2", "q-4"]
    assert gold(top) == before


@pytest.mark.parametrize("value", ["=A1", "#REF!"])
@pytest.mark.parametrize(("name", "column"), [("q-1", "id"), ("q-1", "question"), ("007", "words")])
def test_a_formula_or_an_error_is_one_fault(sheets, value, name, column):
    """Whatever is needed of that cell."""
    where = sheets.put(name, column, value, "passages" if name == "007" else "queries")
    sheets.save()
    assert [one.partition(": ")[0] for one in bring()[2]] == [where]


@pytest.mark.parametrize("words", [("--ours", "--theirs"), ("--base", "")])
@pytest.mark.usefixtures("sheets")
def test_options_that_say_nothing_sure_are_refused(words):
    """Both sides, or a base whose variable is not set."""
    done = CliRunner().invoke(assay, ["gold", "import", "--xlsx", "expert.xlsx", *words])
    assert done.exit_code == 2


def test_a_disk_that_is_full_is_one_line(top):
    """No traceback of the library that writes workbooks, and no file."""
    for blocks in (8, 20):
        command = f"ulimit -f {blocks}; {shlex.quote(sys.executable)} -m assay gold export --xlsx full.xlsx"
        done = subprocess.run(["bash", "-c", command], cwd=top, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert re.fullmatch(r"\S+: File too large; .*\n", done.stderr)
    assert not (top / "full.xlsx").exists()


def test_merged_cells_are_named(sheets):
    """What each row of them says nobody knows."""
    sheets["queries"].merge_cells("C2:C3")
    sheets.save()
    problems = bring()[2]
    assert problems == [
        (
            "expert.xlsx queries!C2: the cells C2:C3 are merged, so it is not known what each of them says; "
            "undo the merge, and fill each"
        )
    ]


def test_columns_that_are_gone_renamed_or_new(top, sheets):
    """One that is gone leaves its field; a new one is named; both together may be a renamed one."""
    page = sheets["queries"]
    number = sheets.cell("q-1", "rationale").column
    page.cell(1, number).value = "почему так"
    sheets.save()
    [problem] = bring()[2]
    assert problem.startswith(
        "expert.xlsx queries!E1: the column 'почему так' is unknown, and these are missing: 'rationale' ('обоснование'); "
    )
    page.delete_cols(number)
    page.cell(1, page.max_column + 1).value = "моё"
    sheets.put("q-1", "expected answer", "30 дней.")
    page.cell(2, page.max_column).value = "заметка"
    sheets.save()
    [problem] = bring()[2]
    assert "the column 'моё' is unknown" in problem
    page.delete_cols(page.max_column)
    sheets.save()
    _, notes, problems = bring()
    assert problems == []
    assert "has no columns 'rationale' ('обоснование'): these fields stay as they are" in notes
    assert (rows(top)["q-1"]["rationale"], rows(top)["q-1"]["expected_answer"]) == (
        "Срок назван.",
        "30 дней.",
    )


def test_a_column_of_an_experts_own_is_named_and_not_read(sheets):
    """As any comment beside the labels."""
    page = sheets["queries"]
    page.cell(1, page.max_column + 1).value = "моё"
    sheets.save()
    assert "queries!V1: the column 'моё' is none of the export, not read" in bring()[1]


def test_a_column_of_ids_that_is_gone_is_named(sheets):
    """Rows are told apart by it."""
    sheets["queries"].delete_cols(1)
    sheets.save()
    assert bring()[2] == [
        (
            "expert.xlsx queries: has no column 'id': rows are told apart by it; "
            "undo its removal, or export again and bring the changes over"
        )
    ]


def test_sheets_may_be_renamed_sorted_and_filtered(sheets):
    """A sheet is known by its headings, a row by its id, a column by its heading."""
    page = sheets["queries"]
    page.title = "мои вопросы"
    cells = [[cell.value for cell in row] for row in page.iter_rows()]
    order = [0, 3, 1, 4, 2]
    columns = list(reversed(range(page.max_column)))
    for at, row in enumerate(order, 1):
        for to, column in enumerate(columns, 1):
            page.cell(at, to).value = cells[row][column]
            page.cell(at, to).data_type = "s"  # as in Excel, which sorts types along
    page.row_dimensions[3].hidden = True
    sheets.save()
    assert bring()[0].splitlines() == [UNCHANGED]


def test_a_title_may_stand_over_the_headings(sheets):
    """The row of headings is found."""
    sheets["queries"].insert_rows(1)
    sheets["queries"]["A1"] = "Разметка Анны"
    sheets.save()
    assert bring()[0].splitlines() == [UNCHANGED]


def test_sheets_that_are_gone(sheets):
    """Without passages they stay as they are; without questions nothing can be said."""
    del sheets.book["passages"]
    sheets.save()
    out, notes, problems = bring("--removals")
    assert (out.splitlines(), problems) == ([UNCHANGED], [])
    assert "note: passages: have no sheet any more: they stay as they are" in notes
    del sheets.book["queries"]
    sheets.save()
    assert bring()[2] == ["expert.xlsx: has no sheet 'queries' ('вопросы'); put it back"]


def test_without_the_hidden_sheet_the_commit_says_what_was_exported(top, sheets):
    """It is told by the first sheet; a damaged one is no base."""
    hidden = sheets.book["_assay"]
    assert hidden.sheet_state == "veryHidden"
    text = next(row for row in hidden.iter_rows() if row[0].value == "queries")[1]
    text.value = "#" + base64.b64encode(b'{"id": "q-1"}\n').decode()
    sheets.save()
    [problem] = bring()[2]
    assert problem.startswith("expert.xlsx _assay: was changed: its hash does not fit; export again and ")
    del sheets.book["_assay"]
    sheets.put("q-1", "rationale", "Срок назван прямо.")
    sheets.save()
    [problem] = bring()[2]
    assert problem.startswith("expert.xlsx: has no sheet _assay, the hidden one with what was exported; ")
    commit = sheets.book["how to"]["C2"].value
    assert commit == pipeline.git(top, "rev-parse", "HEAD").strip()
    assert bring("--base", commit)[2] == []
    assert rows(top)["q-1"]["rationale"] == "Срок назван прямо."


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"id;question\n", "is no XLSX"),
        (b"PK\x03\x04 rest", "is no XLSX that can be read"),
        (b"", "is no XLSX"),
    ],
)
def test_another_file_is_no_workbook(top, data, rule):
    """Nor is one that was cut off."""
    (top / "expert.xlsx").write_bytes(data)
    [problem] = bring()[2]
    assert problem.startswith(f"expert.xlsx: {rule}")


def test_changes_in_what_is_only_read_are_named(sheets):
    """The words beside a set are those of the passages; so are comments: in one line each, however many there are."""
    for name in QUERIES:
        sheets.put(name["id"], "words of the passages", "Вернуть можно за 60 дней.")
        sheets.cell(name["id"], "question").comment = Comment("верно?", "Анна")
    sheets.save()
    out, notes, _ = bring()
    assert out.splitlines() == [UNCHANGED]
    read = "note: expert.xlsx queries: cells that are only to be read were changed, which is not taken: 4"
    comments, after = "note: expert.xlsx queries: comments not read: 4", "write what is meant into the cells"
    assert notes.splitlines() == [f"{comments} (B2, B3, B4, …); {after}", f"{read} (D2, D3, D4, …)"]
    _, notes, _ = bring("--all")
    assert notes.splitlines() == [f"{comments} (B2, B3, B4, B5); {after}", f"{read} (D2, D3, D4, D5)"]


def test_many_notes_alike_are_counted(top):
    """Three of them and how many more; each with --all."""
    asked = [query(f"q-{n:02}", f"Вопрос {n}?", None, rationale=f"«{n}»") for n in range(12)]
    ground.write(top, asked)
    run("export", "--xlsx", "expert.xlsx")
    sheets = ground.Sheets(top / "expert.xlsx")
    for row in asked:
        sheets.put(row["id"], "rationale", row["rationale"].replace("«", '"').replace("»", '"'))
    sheets.save()
    assert [line.partition(": ")[2][:25] for line in bring()[1].splitlines()] == [
        *(f"expert.xlsx queries!E{row}: d"[:25] for row in (2, 3, 4)),
        "expert.xlsx queries: … and 9 more"[:25],
    ]
    assert len(bring("--all")[1].splitlines()) == 12


@pytest.mark.parametrize("lang", ["ru"], indirect=True)
@pytest.mark.parametrize("name", BROKEN)
def test_a_russian_workbook_is_answered_in_russian(sheets, name):
    """Every fault of a cell, with what to do."""
    edit, _ = BROKEN[name]
    where = edit(sheets)
    sheets.save()
    problems = bring()[2]
    told = [one.removeprefix(f"{where}: ") for one in problems if one.startswith(f"{where}: ")]
    assert told
    assert any(said(one, 1) for one in told)


@pytest.mark.parametrize("lang", ["ru"], indirect=True)
def test_what_is_decided_is_asked_in_the_language_of_the_workbook(top, sheets):
    """Conflicts by the names of their columns, notes, and what is missing."""
    ground.write(top, [QUERIES[0] | {"rationale": "Здесь иначе."}, *QUERIES[1:]])
    where = sheets.put("q-1", "rationale", None)
    sheets.remove("q-3")
    sheets.remove("returns#site", "passages")
    sheets.cell("q-2", "question").comment = Comment("верно?", "Анна")
    sheets.save()
    out, notes, problems = bring()
    said = f'{where}: q-1, обоснование: здесь "Здесь иначе.", в таблице пусто; '
    assert problems == [said + "--ours оставит то, что здесь, --theirs возьмёт из таблицы"]
    out, notes, _ = bring("--theirs")
    assert notes.splitlines() == [
        "нет в таблице: отрывки: returns#site; вопросы: q-3",
        "заметьте: expert.xlsx вопросы: примечания не прочитаны: 1 (B3); впишите нужное в ячейки",
        "заметьте: чего нет в таблице, здесь остаётся; удалит --removals",
    ]
    assert out.splitlines()[-1].startswith("дальше: assay gold fmt")


@pytest.mark.parametrize("lang", ["ru"], indirect=True)
def test_the_language_is_that_of_most_headings(sheets):
    """Whatever the sheets are called, and though a heading was written anew."""
    for number, page in enumerate(sheets.book.worksheets[:3]):
        page.title = f"Sheet{number}"
    sheets.book.worksheets[1]["E1"] = "rationale"
    del sheets.book["_assay"]
    sheets.save()
    assert [said(one.partition(": ")[2].partition("; ")[0], 1) for one in bring()[2]] == [["base.none"]]


def said(text, lang):
    """Keys of the phrases of a language that a text may be."""
    forms = {key: re.sub(r"\\{.*?\\}", ".*", re.escape(pair[lang])) for key, pair in PHRASES.items()}
    return [key for key, form in forms.items() if re.fullmatch(form, text, re.DOTALL)]


def test_a_broken_gold_set_is_named_before(top, sheets):
    """A merge that was not resolved: nothing can be merged into it."""
    path = top / "gold" / "queries.jsonl"
    sheets.put("q-1", "rationale", "Срок назван прямо.")
    sheets.save()
    path.write_bytes(b"<<<<<<< ours\n" + path.read_bytes())
    problems = bring()[2]
    assert problems == ["gold/queries.jsonl:1: is a conflict marker of a merge; resolve the conflict"]


def test_both_files_are_written_or_none(top, sheets, monkeypatch):
    """Where the second cannot be written, the first is as it was."""
    before, replace = gold(top), Path.replace

    def refuse(self, target):
        if (
            target.name == "queries.jsonl"
            and self.name.endswith(".tmp")
            and self.read_bytes() != before["queries.jsonl"]
        ):
            raise OSError(28, "No space left on device", str(target))
        return replace(self, target)

    sheets.add(question="Новый?", evidence_sets="returns#new")
    sheets.add("passages", id="returns#new", document="returns", words="можно в течение 30 дней")
    sheets.save()
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(AssertionError):
        bring()
    assert gold(top) == before


def test_no_cell_is_a_formula_and_every_cell_is_a_text(top):
    """=1+1 stands there as it was written, also when somebody edits it; 007 has its zeros."""
    run("export", "--xlsx", "expert.xlsx")
    with zipfile.ZipFile(top / "expert.xlsx") as parcel:
        for name in parcel.namelist():
            if name.startswith("xl/worksheets/"):
                assert b"<f" not in re.sub(rb"<formula1>.*?</formula1>", b"", parcel.read(name))
    sheets = ground.Sheets(top / "expert.xlsx")
    cell = sheets.cell("q-3", "rationale")
    assert (cell.value, cell.data_type, cell.quotePrefix, cell.number_format) == ("=1+1", "s", True, "@")
    assert sheets.cell("q-2", "subject").value == "007"


@pytest.mark.parametrize("lang", ["ru"], indirect=True)
def test_sheets_help_those_who_fill_them_in(sheets):
    """Headings in words stay in sight, choices are lists, ids and what is only read are grey and kept from edits."""
    book = sheets.book
    assert book.sheetnames == ["как заполнять", "вопросы", "отрывки", "_assay"]
    page = book["вопросы"]
    assert (page.freeze_panes, page["B1"].value, page["D2"].alignment.wrap_text) == ("C2", "вопрос", True)
    assert page["D2"].value.startswith("returns#term: Вернуть товар")
    assert page["C2"].value == "returns#term\nreturns#site + returns#money"
    assert page["C4"].value == "нет ответа"
    rules = {str(rule.sqref): (rule.type, rule.formula1) for rule in page.data_validations.dataValidation}
    assert rules["A2:A5"] == rules["D2:D5"] == ("custom", "FALSE")
    assert rules["N2:N1048576"] == ("list", '"dev,holdout"')
    assert page["A2"].fill.fgColor.rgb == "00EEEEEE"
    told = [[cell.value for cell in row] for row in book["как заполнять"].iter_rows(min_row=3)]
    assert ["вопросы", "обоснование", "Почему наборов достаточно или почему ничего не подходит."] in told


def test_json_of_the_base_is_in_the_workbook(top):
    """So that an import needs no Git history."""
    run("export", "--xlsx", "expert.xlsx")
    hidden = ground.Sheets(top / "expert.xlsx").book["_assay"]
    text = "".join(row[1].value[1:] for row in hidden.iter_rows() if row[0].value == "queries")
    lines = base64.b64decode(text).decode().splitlines()
    assert [json.loads(line) for line in lines] == list(rows(top).values())
