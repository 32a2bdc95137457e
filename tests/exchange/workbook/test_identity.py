import io
import random
from functools import cache

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.exchange.workbook import base
from assay.exchange.workbook.columns import QUERIES
from assay.exchange.workbook.identity import is_sorted
from assay.exchange.workbook.sheets import workbook_bytes
from exchange.workbook.ground import merge, query

COUNT = 12
FEW = {  # columns with few values, one of them twice as often as the others
    "type": ["exact", "reasoning", "exact", "compare"],
    "lang": ["ru", "en", "ru"],
    "split": ["dev", "holdout", "dev"],
    "status": ["reviewed", "unreviewed"],
    "found_by": ["browsing", "keyword", None],
    "subject": ["Доставка", "возврат", None, "Возврат"],
    "as_of": ["2026-11-01", None, "2025-01-01"],
    "checked_corpus": [None, None, "abc"],
    "reviewed_by": [["Анна", "Олег"], ["Олег"]],
}
MANY = ("rationale", "expected_answer", "rewritten")
HEADS = {column.name: number for number, column in enumerate(QUERIES, 1)}


def rows():
    """Twelve questions, as they follow one another in a file."""
    return {
        f"q-{n:02}": query(
            f"q-{n:02}",
            f"Вопрос {n * 7 % COUNT}?",
            [["p"], [f"p{n * 5 % COUNT}"]],
            **{name: values[n % len(values)] for name, values in FEW.items()},
            **{name: f"{name} {n * 5 % COUNT}" for name in MANY},
        )
        for n in range(COUNT)
    }


@cache
def exported(lang):
    """Their workbook."""
    return workbook_bytes(base.Base({"queries": rows(), "passages": {}}, ""), lang)


def edited(edit, lang=0):
    """What a workbook of these rows makes of them after an edit of its sheet, and what cannot be taken of it."""
    book, target = openpyxl.load_workbook(io.BytesIO(exported(lang))), io.BytesIO()
    edit(book.worksheets[1])
    book.save(target)
    done = merge(target.getvalue(), {"queries": rows(), "passages": {}})
    return done.rows["queries"], [str(problem) for problem in done.problems]


def cells(page, name):
    return [page.cell(row, HEADS[name]) for row in range(2, COUNT + 2)]


def fill(page, name, values):
    for cell, value in zip(cells(page, name), values, strict=True):
        cell.value = value


def put_in_order(page, name, *, falling=False):
    """Sort a column alone, as programs do: case does not count, empty cells come last."""
    found = [cell.value for cell in cells(page, name) if cell.value is not None]
    found.sort(key=str.casefold, reverse=falling)
    fill(page, name, [*found, *[None] * (COUNT - len(found))])


@pytest.mark.parametrize(("falling", "lang"), [(False, 0), (True, 1)])
@pytest.mark.parametrize("name", [*FEW, *MANY, "evidence_sets", "query"])
def test_a_column_that_was_sorted_alone_is_named(name, falling, lang):
    """Of few values as of many, up or down, in both languages: its name, its letter, and what to do."""
    _, problems = edited(lambda page: put_in_order(page, name, falling=falling), lang)
    column = QUERIES[HEADS[name] - 1]
    title, letter = ("queries", "вопросы")[lang], openpyxl.utils.get_column_letter(HEADS[name])
    said = ("sort whole rows, or undo it", "сортируйте строки целиком или отмените это")[lang]
    assert problems
    assert all(one.startswith(f"x.xlsx {title}!{letter}") for one in problems)
    assert all(said in one for one in problems)
    assert name == "query" or [f"{column.headings[lang]!r}" in one for one in problems] == [True]


@pytest.mark.parametrize("name", [*FEW, *MANY])
def test_an_edit_beside_does_not_hide_that_a_column_was_sorted(name):
    """A new value was written first."""

    def edit(page):
        cells(page, name)[4].value = "2020-02-02"
        put_in_order(page, name)

    assert any("was the column sorted alone?" in one for one in edited(edit)[1])


@pytest.mark.parametrize("name", ["rationale", "evidence_sets"])
def test_a_column_that_was_pushed_up_by_one_is_named(name):
    """A cell was removed, and those below took its place."""
    _, problems = edited(
        lambda page: fill(page, name, [cell.value for cell in cells(page, name)[1:]] + [None])
    )
    assert len(problems) == 1
    assert "stand in other rows" in problems[0]


@given(st.randoms(use_true_random=False), st.sampled_from([*FEW, *MANY]))
@settings(max_examples=15)
def test_whole_rows_may_be_sorted(chance, name):
    """Law: in any order nothing is said and nothing changes; a swap of two values is taken as it is meant."""
    first, second = chance.sample(range(COUNT), 2)

    def edit(page):
        one, other = (cells(page, name)[at] for at in (first, second))
        one.value, other.value = other.value, one.value
        lines = [[cell.value for cell in row] for row in page.iter_rows(min_row=2)]
        chance.shuffle(lines)
        for number, line in enumerate(lines, 2):
            for column, value in enumerate(line, 1):
                page.cell(number, column).value = value

    wanted = rows()
    one, other = (wanted[f"q-{at:02}"] for at in (first, second))
    one[name], other[name] = other[name], one[name]
    assert edited(edit) == (wanted, [])


def test_choices_that_were_made_anew_are_no_sorting():
    """As many questions go from dev to holdout as the other way, and types change in many places."""

    def edit(page):
        for name, at in (("split", (0, 1, 4, 6, 7, 9)), ("type", (0, 1, 3, 5, 6, 10))):
            values = [cell.value for cell in cells(page, name)]
            for here, there in zip(at[::2], at[1::2], strict=True):
                values[here], values[there] = values[there], values[here]
            fill(page, name, values)

    found, problems = edited(edit)
    assert problems == []
    assert (
        sum(row["split"] != old["split"] for row, old in zip(found.values(), rows().values(), strict=True))
        == 6
    )


@pytest.mark.parametrize("new", [["Иначе."], ["Иначе.", None, "Ещё иначе.", "Снова иначе."]])
def test_values_may_be_written_anew_and_change_places(new):
    """Of values that are all different, two or three at other rows, beside as many that are new, are edits."""
    moved = 2 if len(new) == 1 else 3

    def edit(page):
        values = [cell.value for cell in cells(page, "rationale")]
        fill(page, "rationale", [*values[1:moved], values[0], *new, *values[moved + len(new) :]])

    assert edited(edit)[1] == []


@pytest.mark.parametrize("seed", range(30))
def test_random_choices_are_never_taken_for_sorting(seed):
    """Of sixty questions a third is labelled anew at random, in a column of few values."""
    chance = random.Random(seed)
    before = [chance.choice("abc") for _ in range(60)]
    after = [chance.choice("abc") if chance.random() < 1 / 3 else value for value in before]
    assert not is_sorted(list(zip(before, after, strict=True)))
    assert is_sorted(list(zip(before, sorted(before), strict=True)))
