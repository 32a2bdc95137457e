# ruff: noqa: ARG002  # the extractor calls every rule with the element, its text and what is around it
"""HTML elements to Markdown whose headings our outline finds, and no others."""

import re
from typing import Any

from bs4 import Tag
from markdownify import MarkdownConverter

from assay.exchange.documents.grids import Cell, merged, pipe_table
from assay.exchange.losses import Losses

# Control characters stand in no cleaned page: marks of headings and of code until all lines are together.
_HEADING, _CODE = "\x02", "\x03"
_SPACE = re.compile(r"[ \t\r\n]+")
_LOOKS_LIKE = re.compile(r"^([ \t]*)(#{1,6}(?=[ \t]|$)|`{3,}|~{3,})", re.MULTILINE)
_STORED = re.compile(rf"^(.*?){_CODE}(\d+){_CODE}", re.MULTILINE)
_BULLET = re.compile(r"\s*\n\s*(?:[*+-]|\d+\.) ")
_WEB = re.compile(r"https?://\S+", re.IGNORECASE)
_SUPERSCRIPT = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def markdown(element: Tag, where: str, losses: Losses) -> str:
    """An element as Markdown: ATX headings, lists, pipe tables, fenced code; words are not escaped.

    Raises:
        RecursionError: elements too deep within each other.
    """
    converter = _Converter(where, losses)
    text: str = converter.convert_soup(element)
    text = _LOOKS_LIKE.sub(r"\1\\\2", text).replace(_HEADING, "")
    text = re.sub(r"[ \t]+\n(?=[ \t]*(?:\n|\Z))", "\n", re.sub(r"[ \t]+\Z", "", text))
    text = re.sub(r"\n{3,}", "\n\n", text).strip("\n")
    return _STORED.sub(lambda found: _indented(found[1], converter.code[int(found[2])]), text)


def _indented(before: str, code: str) -> str:
    """Lines of code behind what stands before the first: marks of quotations again, other marks as spaces.

    Behind the mark of a list it begins on a line of its own: there every reader finds its fence.
    """
    margin = re.sub(r"[^>]", " ", before)
    first = f"{before.rstrip()}\n{margin}" if before != margin else before
    return first + code.replace("\n", f"\n{margin}")


class _Converter(MarkdownConverter):
    """The extractor with rules of our own where a corpus needs other ones than a page."""

    def __init__(self, where: str, losses: Losses) -> None:
        super().__init__(escape_asterisks=False, escape_underscores=False, bullets="*")
        self.where, self.losses = where, losses
        self.code: list[str] = []
        self.cells: dict[int, str] = {}

    def convert_hN(self, n: int, el: Tag, text: str, parent_tags: set[str]) -> str:  # noqa: N802  # its name there
        words = _SPACE.sub(" ", el.get_text()).strip()
        if not words or "_inline" in parent_tags:
            return f" {words} "
        return f"\n\n{_HEADING}{'#' * max(1, min(6, n))} {words}\n\n"

    def convert_pre(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        code = el.get_text().strip("\n")
        if not code.strip():
            return ""
        if "_inline" in parent_tags:
            return f" `{_SPACE.sub(' ', code)}` "
        longest = max(map(len, re.findall(r"^[ \t]*(`{3,})", code, re.MULTILINE)), default=2)
        self.code.append("\n".join(["`" * (longest + 1), code, "`" * (longest + 1)]))
        return f"\n\n{_CODE}{len(self.code) - 1}{_CODE}\n\n"

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        address = str(el.get("href") or "").strip()
        words = text.strip()
        if not words or not _WEB.fullmatch(address) or "\n" in words or "_noformat" in parent_tags:
            if words and address and not address.startswith("#"):
                self.losses.add("targets of links that are no web address", f"{self.where} {address[:60]}")
            return text
        target = address.replace("(", "%28").replace(")", "%29")
        link = address if words == address else f"[{words}]({target})"
        return f"{text[: len(text) - len(text.lstrip())]}{link}{text[len(text.rstrip()) :]}"

    def convert_img(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        words = _SPACE.sub(" ", str(el.get("alt") or "")).strip()
        name = str(el.get("src") or "").partition("?")[0].rpartition("/")[2][:60]
        self.losses.add(
            "images, of which the text stays" if words else "images without text",
            f"{self.where} {name}".strip(),
        )
        return words

    def convert_sup(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        words = text.strip()
        return text.translate(_SUPERSCRIPT) if re.fullmatch(r"[+-]?\d+", words) else text

    def convert_b(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _emphasis(el, text, "**", parent_tags & {"b", "strong", "_noformat"})

    def convert_em(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _emphasis(el, text, "*", parent_tags & {"i", "em", "_noformat"})

    convert_strong, convert_i = convert_b, convert_em

    def convert_td(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        words = _BULLET.sub("; ", f"\n{text}").removeprefix("; ")
        self.cells[id(el)] = _SPACE.sub(" ", words).strip().replace("\\|", "|").replace("|", "\\|")
        return ""

    convert_th = convert_td

    def convert_tr(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return f"{text.strip()}\n\n" if text.strip() else ""

    def convert_caption(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return f"{text.strip()}\n\n"

    def convert_table(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        rows: list[list[Cell]] = []
        heads = 0
        for tag in el.find_all("tr"):
            row = [self._cell(cell) for cell in tag.find_all(["td", "th"], recursive=False)]
            if row:
                group = tag.find_parent(["thead", "tbody", "tfoot", "table"])
                heads += heads == len(rows) and group is not None and group.name == "thead"
                rows.append(row)
        self.losses.add("merged cells of tables, whose text is repeated", self.where, merged(rows))
        above = text.strip()  # the caption, and words that stand in no cell
        return f"\n\n{above}\n\n{pipe_table(rows, heads)}\n\n" if rows else f"\n\n{above}\n\n"

    def _cell(self, cell: Tag) -> Cell:
        return Cell(
            self.cells.get(id(cell), ""), _span(cell, "colspan"), _span(cell, "rowspan"), cell.name == "th"
        )


def _span(cell: Tag, key: str) -> int:
    value = str(cell.get(key) or "1").strip()
    return int(value) if value.isdecimal() and len(value) < 6 else 1  # noqa: PLR2004  # longer ones are mistakes


def _emphasis(el: Tag, text: str, mark: str, within: set[str]) -> str:
    """Marked words; within a word no marks, since they would cut it in two."""
    words = text.strip()
    before, after = _neighbour(el.previous_sibling), _neighbour(el.next_sibling)
    inside = (before[-1:].isalnum() and text[:1].isalnum()) or (after[:1].isalnum() and text[-1:].isalnum())
    if not words or inside or "\n" in words or within:
        return text
    return text.replace(words, f"{mark}{words}{mark}", 1)


def _neighbour(node: Any) -> str:
    return "" if node is None else str(node.get_text())
