"""Tables for spreadsheets: CSV by RFC 4180 in UTF-8, with no cell that a spreadsheet would run."""

import polars as pl

DIGITS = 6  # of every value that is no whole number: columns line up, and people compare by eye
BETWEEN = "; "  # members of a list in one cell


def csv_bytes(frame: pl.DataFrame) -> bytes:
    """The rows of a frame in their order: a header line, CRLF line ends, lists joined by ``; ``, six digits.

    A cell that starts with = + - @ tab or CR, which a spreadsheet would read as a formula, gets an
    apostrophe before it.
    """
    lists = [name for name, dtype in frame.schema.items() if dtype == pl.List(pl.String)]
    flat = frame.with_columns(pl.col(name).list.join(BETWEEN) for name in lists)
    shown = flat.with_columns(pl.selectors.string().str.replace(r"^([=+\-@\t\r])", "'$1"))
    csv = shown.write_csv(line_terminator="\r\n", quote_style="necessary", float_precision=DIGITS)
    return csv.encode()
