"""What was exported, kept inside the workbook: so that it can be told what people changed, without Git."""

import base64
import binascii
from collections.abc import Iterator
from typing import Any, NamedTuple

from assay.errors import InputError, Problem
from assay.exchange.workbook.phrases import Words
from assay.gold.fields import PASSAGE, QUERY
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.jsonl import read_rows
from assay.manifest import sha256

SHEET = "_assay"
_FORM = "gold sheet 1"
_PIECE = 30_000  # characters of a cell
_MARK = "#"  # so that no piece looks like a number or a formula

Rows = dict[str, dict[str, Any]]
FIELDS = {"queries": QUERY, "passages": PASSAGE}


class Base(NamedTuple):
    """The rows that were exported, by kind and id, and the commit from which; empty: there was none."""

    rows: dict[str, Rows]
    commit: str


def cells(base: Base) -> Iterator[tuple[str, str]]:
    """Rows of the hidden sheet: a name and a text."""
    data = {
        "queries": queries_bytes(base.rows["queries"].values()),
        "passages": passages_bytes(base.rows["passages"].values()),
    }
    yield "form", _FORM
    yield "commit", base.commit
    yield "sha256", sha256(data["queries"] + data["passages"])
    for name, found in data.items():
        text = base64.b64encode(found).decode()
        for at in range(0, len(text), _PIECE):
            yield name, _MARK + text[at : at + _PIECE]


def read(book: Any, where: str, words: Words) -> Base:
    """What was exported, from a workbook that came back.

    Args:
        book: the workbook, opened.
        where: its name for messages.
        words: of its language.

    Raises:
        InputError: the hidden sheet is gone, damaged, or of another form.
    """
    page = next((one for one in book.worksheets if one.title == SHEET), None)
    if page is None:
        raise InputError(Problem(where, words("base.none", sheet=SHEET), words("base.again")))
    parts: dict[str, list[str]] = {}
    for name, text in page.iter_rows(min_col=1, max_col=2, values_only=True):
        parts.setdefault(str(name), []).append("" if text is None else str(text))
    if parts.get("form") != [_FORM]:
        rule = words("base.form", form=_FORM)
        raise InputError(Problem(f"{where} {SHEET}!B1", rule, words("base.again")))
    try:
        pieces = {name: "".join(text.removeprefix(_MARK) for text in parts.get(name, [])) for name in FIELDS}
        data = {name: base64.b64decode(text, validate=True) for name, text in pieces.items()}
    except binascii.Error:
        data = {}
    if sha256(b"".join(data.values())) != "".join(parts.get("sha256", [])):
        raise InputError(Problem(f"{where} {SHEET}", words("base.changed"), words("base.again")))
    rows = {
        name: {row.value["id"]: row.value for row in read_rows(found, where)} for name, found in data.items()
    }
    return Base(rows, "".join(parts.get("commit", [])))
