from hypothesis import given
from hypothesis import strategies as st

from assay.exchange.documents.grids import Cell, merged, pipe_table


def table(text):
    return [line.strip("| ").split(" | ") for line in text.splitlines()]


def test_merged_cells_stand_in_each_of_their_places():
    """Two header rows become one, so that each row below reads alone."""
    rows = [
        [Cell("Город", rows=2, head=True), Cell("Доставка", columns=2, head=True)],
        [Cell("дни", head=True), Cell("цена", head=True)],
        [Cell("Москва"), Cell("1"), Cell("бесплатно", rows=2)],
        [Cell("Тверь"), Cell("2")],
    ]
    assert table(pipe_table(rows, 0)) == [
        ["Город", "Доставка / дни", "Доставка / цена"],
        ["---", "---", "---"],
        ["Москва", "1", "бесплатно"],
        ["Тверь", "2", "бесплатно"],
    ]
    assert merged(rows) == 3


def test_a_table_without_header_takes_its_first_row():
    """Unless its first column names the rows: then the columns have no names."""
    plain = [[Cell("a"), Cell("b")], [Cell("c"), Cell("d")]]
    assert pipe_table(plain, 0).splitlines()[0] == "| a | b |"
    named = [[Cell("Срок", head=True), Cell("30")], [Cell("Цена", head=True), Cell("0")]]
    assert pipe_table(named, 0).splitlines() == ["|  |  |", "| --- | --- |", "| Срок | 30 |", "| Цена | 0 |"]


def test_short_rows_are_filled_and_cells_may_reach_to_the_end():
    """A rowspan of 0 is all rows that follow."""
    rows = [[Cell("a"), Cell("b"), Cell("c")], [Cell("d", rows=0)], [Cell("e"), Cell("f")]]
    assert pipe_table(rows, 1).splitlines()[2:] == ["| d |  |  |", "| d | e | f |"]


_CELLS = st.builds(Cell, st.sampled_from("абв"), st.integers(0, 3), st.integers(0, 3), st.booleans())


@given(st.lists(st.lists(_CELLS, min_size=1, max_size=4), min_size=1, max_size=5), st.integers(0, 1))
def test_every_row_is_as_wide_as_the_header(rows, heads):
    """Whatever spans a page has, the result is a table, and no text is lost."""
    lines = pipe_table(rows, heads).splitlines()
    assert len({line.count("|") for line in lines}) == 1
    assert all(cell.text in "".join(lines) for row in rows for cell in row)
