"""XLSX files opened: what is none is named, cells without contents are left out, formulas are told from values."""

import io
import re
import warnings
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from assay.errors import InputError, Problem

_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # OLE: .xls, and XLSX under a password
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_BARE = re.compile(rb"<c\b[^<>]*/>")  # a cell of formatting alone: a sheet may have a million of them
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = re.compile(r'HYPERLINK\(\s*"([^"]+)"', re.IGNORECASE)
_AGAIN = "save it as .xlsx from the program that made it"


@dataclass(frozen=True)
class Formulas:
    """Formulas of a sheet by the cell's name, as ``C7``.

    Attributes:
        uncomputed: cells whose formula has no value in the file.
        links: addresses that HYPERLINK formulas lead to.
    """

    uncomputed: list[str]
    links: Mapping[str, str]


@dataclass(frozen=True)
class Workbook:
    """A workbook and the formulas of its sheets, by the sheet's name."""

    book: Any
    formulas: Mapping[str, Formulas]


def open_workbook(data: bytes, where: str) -> Workbook:
    """Open an XLSX.

    Raises:
        InputError: an old .xls, a password, another kind of file, a broken one.
    """
    if data.startswith(_OLD):
        if _LOCKED in data:
            raise InputError(Problem(where, "is protected by a password", "save it without one"))
        raise InputError(Problem(where, "is an old .xls", "save it as .xlsx"))
    if not data.startswith(b"PK"):
        raise InputError(Problem(where, "is no XLSX", "name a text file .csv, .tsv or .json; else " + _AGAIN))
    try:
        return _opened(data)
    except Exception as error:  # noqa: BLE001  # a broken file fails anywhere in the reader, with anything
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(Problem(where, f"is no XLSX that can be read ({reason[:120]})", _AGAIN)) from None


def _opened(data: bytes) -> Workbook:
    from openpyxl.reader.excel import ExcelReader

    lean = _without_bare(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # parts that openpyxl does not keep: we only read
        reader = ExcelReader(io.BytesIO(lean), data_only=True, keep_links=False)
        reader.read()
        targets = {sheet.name: relation.target for sheet, relation in reader.parser.find_sheets()}
    with zipfile.ZipFile(io.BytesIO(lean)) as parcel:
        names = set(parcel.namelist())
        formulas = {
            name: _formulas(parcel.read(target)) for name, target in targets.items() if target in names
        }
    return Workbook(reader.wb, formulas)


def _without_bare(data: bytes) -> bytes:
    """The file without cells that hold nothing, where there are many."""
    with zipfile.ZipFile(io.BytesIO(data)) as parcel:
        names = [name for name in parcel.namelist() if name.startswith("xl/worksheets/")]
        bare = {name: parcel.read(name) for name in names}
        leaner = {name: _BARE.sub(b"", xml) for name, xml in bare.items()}
        if sum(len(bare[name]) - len(leaner[name]) for name in names) < 1 << 20:
            return data
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w") as lean:
            for name in parcel.namelist():
                lean.writestr(name, leaner[name] if name in leaner else parcel.read(name))
    return target.getvalue()


def _formulas(xml: bytes) -> Formulas:
    uncomputed: list[str] = []
    links: dict[str, str] = {}
    if b"<f" not in xml and b":f" not in xml:
        return Formulas(uncomputed, links)
    for _, cell in ET.iterparse(io.BytesIO(xml)):  # noqa: S314  # openpyxl has just read it the same way
        if cell.tag != f"{_MAIN}c":
            continue
        formula = cell.find(f"{_MAIN}f")
        if formula is not None:
            name = cell.get("r", "")
            if not cell.findtext(f"{_MAIN}v") and cell.get("t") != "str":
                uncomputed.append(name)
            if found := _LINK.match(formula.text or ""):
                links[name] = found[1]
        cell.clear()
    return Formulas(uncomputed, links)
