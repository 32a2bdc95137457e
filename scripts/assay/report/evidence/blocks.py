"""One answer in the report: folded, a row a claim, with all that is said of it in seven columns."""

from collections.abc import Iterator, Sequence
from typing import Any

from assay.evidence.table import Table
from assay.report.evidence.account import Field, Item
from assay.report.evidence.catalogue import Marked, Words
from assay.report.evidence.markdown import BREAK, cell
from assay.report.evidence.telling import counted, items
from assay.report.markdown import LONGEST, Markdown, code, finished, folded, joined, shorten, table

CLAIMS = 100  # of one answer that are shown
ANSWER = 1_000  # letters of a question or an answer
_HEADER = ("claim", "attachment", "support", "evidence", "notes", "by", "next")
_NOTES = ("observation", "hypothesis", "open_question")


def block(say: Marked, table_of: Table) -> Markdown:
    """The answer with its claims, closed until somebody opens it.

    Args:
        say: phrases.
        table_of: the evidence table of the answer.
    """
    plain, answer = Words(say.lang), table_of.answer
    title = plain.joined([answer.id, answer.run, counted(plain, table_of)], " · ")
    rows = [_row(item) for item in items(say, table_of, CLAIMS)]
    parts = [*_texts(say, table_of), table([say(f"field.{key}") for key in _HEADER], rows)]
    left = len(table_of.claims) - len(rows)
    parts += [say("evidence.claims_more", n=left)] if left else []
    return folded(title, Markdown("\n\n".join(parts)))


def _texts(say: Marked, table_of: Table) -> Iterator[Markdown]:
    """Question and answer, cut where they are long."""
    answer = table_of.answer
    for key, text in (("query", answer.query), ("answer", answer.text)):
        if text:
            yield Markdown(f"**{say(f'field.{key}')}:** {finished(shorten(text, ANSWER))}")


def _row(item: Item) -> list[Any]:
    """Cells of a claim, each of several columns of the evidence table."""
    fields = {field.key: field for field in item.fields}
    support = fields.get("support")
    reason = cell([line for line in support.lines if line.quoted], LONGEST) if support else None
    verdict = Markdown(f"**{item.verdict}**")
    return [
        _cell([code(item.id), shorten(item.text), *_labelled(fields, ("quote",))]),
        _cell([*_bare(fields, "attachment"), *_labelled(fields, ("citations",))]),
        _cell(
            [verdict, *([reason] if reason else []), *_labelled(fields, ("contradicts", "corpus", "missing"))]
        ),
        _cell(_bare(fields, "evidence")),
        _cell(_labelled(fields, _NOTES)),
        _cell(_bare(fields, "by")),
        _cell(_bare(fields, "next")),
    ]


def _bare(fields: dict[str, Field], key: str) -> list[Markdown]:
    return [cell(fields[key].lines, LONGEST)] if key in fields else []


def _labelled(fields: dict[str, Field], keys: Sequence[str]) -> list[Markdown]:
    found = (fields[key] for key in keys if key in fields)
    return [Markdown(f"{finished(field.label)}: {cell(field.lines, LONGEST)}") for field in found]


def _cell(parts: Sequence[Any]) -> Any:
    return joined(parts, BREAK) if parts else ""
