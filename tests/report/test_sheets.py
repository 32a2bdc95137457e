import csv
import io

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.report.sheets import csv_bytes


def read(data):
    return list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_a_cell_that_a_spreadsheet_would_run_is_made_safe(cell):
    """With an apostrophe before it, also where it is a list or its column's name is anything."""
    frame = pl.DataFrame({"one": [cell], "many": [[cell, "b"]]})
    assert read(csv_bytes(frame))[1] == ["'" + cell, f"'{cell}; b"]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="=+-@\t\r")), min_size=1, max_size=5))
def test_any_other_text_comes_back_as_it_is(cells):
    """Quotes, commas, line ends: a CSV reader gives the same cells."""
    assert read(csv_bytes(pl.DataFrame({"a": cells, "b": cells}))) == [
        ["a", "b"],
        *([cell, cell] for cell in cells),
    ]


def test_lines_end_as_the_rfc_says():
    """CRLF, UTF-8 without a byte order mark, floats with six digits, null as an empty cell."""
    frame = pl.DataFrame({"имя": ["ё", None, ""], "x": [1 / 3, None, 0.5], "n": [1, 2, 3]})
    assert csv_bytes(frame) == 'имя,x,n\r\nё,0.333333,1\r\n,,2\r\n"",0.500000,3\r\n'.encode()
