"""Questions in the forms of TREC topics: ``<top>`` with or without closing tags, XML, lines of id, tab and text."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from assay.errors import Problem, shown
from assay.exchange.records.decoding import decoded

if TYPE_CHECKING:
    import polars as pl

Text = Literal["title", "description"]

_TOPIC = re.compile(r"<(top|topic)\b([^>]*)>", re.IGNORECASE)
_END = re.compile(r"</(?:top|topic|topics)\s*>", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)(?:\s[^<>]*)?/?>")
_ASIDE = re.compile(r"<!--.*?-->", re.DOTALL)
_LITERAL = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_NUMBER = re.compile(r"""\b(?:number|num|id|qid)\s*=\s*(["'])(.*?)\1""", re.IGNORECASE)
_LANGUAGE = re.compile(r"^[a-z]{2}-")  # CLEF: <EN-title>
_LABEL = re.compile(r"(?:Number|Topic|Description|Narrative)\s*:\s*", re.IGNORECASE)
_FIELDS = {
    **dict.fromkeys(("num", "number", "identifier", "id", "qid"), "number"),
    **dict.fromkeys(("title", "query"), "title"),
    **dict.fromkeys(("desc", "description", "question"), "description"),
    **dict.fromkeys(("narr", "narrative"), "narrative"),
}
_HEADS = (
    {"id", "qid", "_id", "query_id", "query-id", "topic", "number"},
    {"query", "text", "title", "question"},
)


@dataclass
class Topic:
    """One topic as it stands in the file."""

    line: int
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Topics:
    """Topics of a file.

    Attributes:
        frame: ``line`` (u32), ``query_id``, ``query`` (texts), ``description``, ``narrative`` (texts, null where
            there are none), in the order of the file; of use where there are no problems.
        problems: what is wrong, by line.
        notes: what people should know of how it was read.
    """

    frame: "pl.DataFrame"
    problems: list[Problem]
    notes: list[str]


def read_topics(data: bytes, where: str, text: Text = "title") -> Topics:
    """Read topics; which form they have is seen from the file. White space is joined, entities are decoded.

    Problems: a topic without a number or without the text that is asked for, a number twice, a line without a tab.

    Args:
        data: the file's bytes.
        where: its name for messages.
        text: what is the query, the title (of XML: the query) or the description (of XML: the question).

    Raises:
        InputError: it is no text.
    """
    content, notes = decoded(data, where)
    content = content.removeprefix("\ufeff")
    if content.lstrip().startswith("<"):
        topics, unread = _marked(content)
        notes += [f"not read of the topics: {', '.join(sorted(unread))}"] if unread else []
        problems: list[Problem] = []
    else:
        topics, problems, heading = _lines(content, where)
        notes += ["line 1 was taken for a heading"] if heading else []
    problems += _problems(topics, where, text)
    return Topics(_frame(topics, text), problems, notes)


def _frame(topics: list[Topic], text: Text) -> "pl.DataFrame":
    import polars as pl

    columns = {"query_id": "number", "query": text, "description": "description", "narrative": "narrative"}
    rows = {name: [topic.values.get(key) for topic in topics] for name, key in columns.items()}
    frame = pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String))
    return frame.insert_column(0, pl.Series("line", [topic.line for topic in topics], dtype=pl.UInt32))


def _problems(topics: list[Topic], where: str, text: Text) -> Iterator[Problem]:
    if not topics:
        yield Problem(where, "holds no topics", "check the file")
    seen: dict[str, int] = {}
    for topic in topics:
        place, number = f"{where}:{topic.line}", topic.values.get("number")
        if not number:
            yield Problem(place, "is a topic without a number", "give it one")
        elif number in seen:
            yield Problem(
                place, f"topic {shown(number)} stands twice, first on line {seen[number]}", "keep one"
            )
        else:
            seen[number] = topic.line
        if not topic.values.get(text):
            yield Problem(
                place, f"is a topic without a {text}", "add it, or choose another text for the query"
            )


def _lines(content: str, where: str) -> tuple[list[Topic], list[Problem], bool]:
    """Topics of lines with a tab, what is wrong with others, whether the first one is a heading."""
    topics, problems = [], []
    for line, row in enumerate(content.split("\n"), 1):
        cells = [" ".join(cell.split()) for cell in row.rstrip("\r").split("\t")]
        if not any(cells):
            continue
        if len(cells) == len(_HEADS):
            topics.append(Topic(line, {"number": cells[0], "title": cells[1], "description": cells[1]}))
        else:
            rule = f"has {len(cells)} columns, a topic 2" if len(cells) > 1 else "has no tab"
            problems.append(Problem(f"{where}:{line}", rule, "write the id, a tab and the text"))
    first = topics[0] if topics and topics[0].line == 1 else None
    heading = first is not None and all(
        first.values[key].lower() in names for key, names in zip(("number", "title"), _HEADS, strict=True)
    )
    for topic in topics:
        del topic.values["description"]
    return topics[heading:], problems, heading


def _marked(content: str) -> tuple[list[Topic], set[str]]:
    """Topics between tags, and the names of the tags whose text is none of a topic's."""
    content = _ASIDE.sub(lambda found: "\n" * found.group().count("\n"), content)
    content = _LITERAL.sub(lambda found: html.escape(found.group(1)), content)
    unread: set[str] = set()
    topics = []
    line, at = 1, 0
    for begin, behind in _parts(_TOPIC, content):
        line, at = line + content.count("\n", at, begin.start()), begin.start()
        end = _END.search(content, begin.end(), behind)
        body = content[begin.end() : end.start() if end else behind]
        values = _values(body, unread, labels=begin[1].lower() == "top")
        number = _NUMBER.search(begin[2])
        topics.append(
            Topic(line, {**({"number": html.unescape(number[2]).strip()} if number else {}), **values})
        )
    return topics, unread


def _values(body: str, unread: set[str], *, labels: bool) -> dict[str, str]:
    """Texts of a topic by field, each from its tag to the next one; a field that comes again adds to the first."""
    values: dict[str, list[str]] = {}
    for tag, behind in _parts(_TAG, body):
        text = " ".join(html.unescape(body[tag.end() : behind]).split())
        name = _LANGUAGE.sub("", tag[2].lower())
        if tag[1] or not text:
            continue
        if name in _FIELDS:
            bare = _LABEL.sub("", text, count=1) if labels and _LABEL.match(text) else text
            values.setdefault(_FIELDS[name], []).append(bare)
        else:
            unread.add(f"<{tag[2]}>")
    return {name: " ".join(texts) for name, texts in values.items()}


def _parts(mark: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Each mark, and where the next one begins or the text ends."""
    marks = list(mark.finditer(text))
    ends = [*(found.start() for found in marks), len(text)][1:] if marks else []
    return zip(marks, ends, strict=True)
