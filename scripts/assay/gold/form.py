"""The fixed form of the gold files: lines by id, fields in order, absent ones null, UTF-8 in NFC with LF."""

import json
import unicodedata
from collections.abc import Iterable
from itertools import zip_longest

from assay.errors import Problem, refuse
from assay.gold.fields import PASSAGE, QUERY, Fields, canonical, file_bytes, problems
from assay.gold.queries import repeated_ids
from assay.gold.typed import typed_columns
from assay.jsonl import Row, read_rows

FIELDS = {"queries": QUERY, "passages": PASSAGE}
_BOM = b"\xef\xbb\xbf"


def formed(name: str, data: bytes, where: str) -> bytes:
    """The file in its form.

    Args:
        name: ``queries`` or ``passages``.
        data: the file as people left it: a byte order mark, CR, a missing last line end are mended; a line
            that was cut off is no JSON.
        where: its name for messages.

    Raises:
        InputError: every line that is no row; every fault of fields that is none of form, every id that stands twice.
    """
    text = data.removeprefix(_BOM).replace(b"\r\n", b"\n").removesuffix(b"\n") + b"\n"
    fields = FIELDS[name]
    if typed_columns(text, fields) is not None:
        return text
    rows = [_composed(row, fields) for row in read_rows(text, where)]
    refuse([*(fault for row in rows for fault in problems(row, fields, where)), *repeated_ids(rows, where)])
    return file_bytes((row.value for row in rows), fields)


def _composed(row: Row, fields: Fields) -> Row:
    """A row without the faults that writing mends."""
    text = json.dumps(canonical(row.value, fields), ensure_ascii=False)  # of an infinite number, too
    return Row(row.line, json.loads(unicodedata.normalize("NFC", text)))


def form_faults(name: str, rows: Iterable[Row], data: bytes, where: str) -> list[Problem]:
    """The first line of a file that is not in the form in which it is always written.

    Args:
        name: ``queries`` or ``passages``.
        rows: what was read from it.
        data: its bytes.
        where: its name for messages.
    """
    return first_fault(data, file_bytes((row.value for row in rows), FIELDS[name]), where)


def first_fault(data: bytes, wanted: bytes, where: str) -> list[Problem]:
    """The first line of a file that is not as it should be; none where all are."""
    if wanted == data:
        return []
    lines, right = (text.removesuffix(b"\n").split(b"\n") for text in (data, wanted))
    differing = (n for n, (one, other) in enumerate(zip_longest(lines, right), 1) if one != other)
    number = next(differing, len(lines))  # lines alike throughout: it is the last line end
    rule = "is not in the fixed form: order of lines by id, order of fields, spaces"
    return [Problem(f"{where}:{number}", rule, "run `assay gold fmt`")]
