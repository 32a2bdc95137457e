"""The keys of params.yaml: the rule of each and what it does."""

import datetime as dt
import re
from dataclasses import dataclass
from typing import Any

from assay.errors import shown

# DVC hands paths to a shell as they are: no spaces, nothing that a shell reads, no option.
PART_OF_PATH = re.compile(r"(?!-)[\w.@+=,-]+")


@dataclass(frozen=True)
class Setting:
    """One key: its type, bounds or choices, and what it does."""

    kind: type
    doc: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    of: type | None = None
    nullable: bool = False
    path: bool = False
    optional: bool = False
    default: Any = None

    def fault(self, value: Any) -> str | None:
        """What is wrong with a value, or None."""
        if value is None:
            return None if self.nullable else "is empty"
        if isinstance(value, dt.date | dt.time):
            return f"is an unquoted date ({value})"
        if type(value) is not self.kind and not (self.kind is float and type(value) is int):
            return f"is {shown(value)}, must be {_article(self.kind)}"
        if self.path and not _is_inside(str(value)):
            return f"is {shown(value)}, must be {_INSIDE}"
        if isinstance(value, dict):
            return self._table_fault(value)
        return self._list_fault(value) if isinstance(value, list) else self._bound_fault(value)

    def _table_fault(self, values: dict[Any, Any]) -> str | None:
        wrong = [key for key, item in values.items() if type(key) is not str or type(item) is not self.of]
        if wrong and self.of:
            return f"holds {shown(wrong[0])}: {shown(values[wrong[0]])}, each name and value must be {_article(self.of)}"
        return None

    def _list_fault(self, values: list[Any]) -> str | None:
        wrong = [item for item in values if type(item) is not self.of]
        if wrong:
            return f"holds {shown(wrong[0])}, each item must be {_article(self.of or str)}"
        if len(set(values)) < len(values):
            return "holds a value twice"
        return next((fault for item in values if (fault := self._bound_fault(item))), None)

    def _bound_fault(self, value: Any) -> str | None:
        if self.choices and value not in self.choices:
            return f"is {shown(value)}, must be one of {', '.join(self.choices)}"
        if self.low is not None and not value >= self.low:
            return f"is {shown(value)}, must be at least {self.low:g}"
        if self.high is not None and not value <= self.high:
            return f"is {shown(value)}, must be at most {self.high:g}"
        return None

    def rule(self) -> str:
        """The rule in words, for the reference."""
        words = (
            f"list of {_article(self.of).split()[-1]}s"
            if self.kind is list and self.of
            else _article(self.kind)
        )
        if self.kind is dict and self.of:
            words += " with texts"
        if self.low is not None:
            words += f", ≥ {self.low:g}"
        if self.high is not None:
            words += f", ≤ {self.high:g}"
        if self.choices:
            words += f": {', '.join(self.choices)}"
        words += ", or null" if self.nullable else ""
        if self.optional:
            words += "; optional" if self.default is None else f"; {self.default} where it is left out"
        return words


_INSIDE = "a path inside the repository, as folder/name, without spaces, '..' or a slash at its ends"


def _is_inside(path: str) -> bool:
    return all(PART_OF_PATH.fullmatch(part) and part not in (".", "..") for part in path.split("/"))


def _article(kind: type) -> str:
    names = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", list: "a list"}
    return names.get(kind, "a table of keys")


SNAPSHOT = {
    "source": Setting(str, "folder of documents, or a chunks.jsonl chunked elsewhere", path=True),
    "chunking": Setting(
        str,
        "`structure` keeps to sections, paragraphs and sentences; `windows` cuts plain character windows; "
        "`ready` takes the chunks of a chunks.jsonl as they are",
        choices=("structure", "windows", "ready"),
    ),
}
_CUT = {
    "size": Setting(int, "largest chunk, in characters", low=50, high=100_000),
    "overlap": Setting(
        int, "characters that neighbouring chunks share at most, below `size`", low=0, high=50_000
    ),
}
CHUNKINGS: dict[str, dict[str, Setting]] = {"structure": _CUT, "windows": _CUT, "ready": {}}
_DEPTH = Setting(int, "results kept for each query", low=1, high=10_000)
_FILTER = Setting(bool, "leave out chunks of another subject, or not valid on the query's date")
KINDS: dict[str, dict[str, Setting]] = {
    "bm25": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "stem": Setting(bool, "Snowball stems, by the script of each word"),
        "k1": Setting(float, "saturation of term frequency", low=0, high=10),
        "b": Setting(float, "normalisation by length", low=0, high=1),
    },
    "ngram": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "n_min": Setting(int, "shortest character n-gram", low=1, high=10),
        "n_max": Setting(int, "longest character n-gram", low=1, high=10),
    },
    "command": {
        "depth": _DEPTH,
        "filter": _FILTER,
        "arguments": Setting(list, "arguments passed to the program", of=str),
        "timeout": Setting(int, "seconds until the program is stopped", low=1, high=86_400),
    },
    "recorded": {
        "depth": Setting(
            int, "results asked for each query; null: not declared", low=1, high=10_000, nullable=True
        ),
        "foreign": Setting(
            str, "a chunk that the snapshot does not know", choices=("error", "match", "keep")
        ),
        "repeats": Setting(str, "a chunk twice in one result", choices=("keep", "strict")),
    },
}
SYSTEM = {
    "kind": Setting(str, "how results come about", choices=tuple(KINDS)),
    "snapshot": Setting(str, "name of the snapshot it searches"),
    "input": Setting(
        str,
        "what it runs from: a program or the folder of one (`main.py` or `main`, with all that it imports), the "
        "folder of a recorded run, or the kind's own module",
        path=True,
    ),
}
SCORE = {
    "k": Setting(list, "cut-offs in results", of=int, low=1, high=10_000),
    "chars": Setting(list, "cut-offs in characters read", of=int, low=1, high=10_000_000),
    "headline": Setting(
        int, "cut-off (one of `k`) for failures, triage and the first table", low=1, high=10_000
    ),
    "cover": Setting(
        float, "share of a passage's letters that must be read to have found it", low=0.01, high=1
    ),
    "stale": Setting(str, "queries whose passages are gone from the corpus", choices=("exclude", "refuse")),
    "extra_queries": Setting(str, "results for queries that gold does not know", choices=("error", "ignore")),
    "twins": Setting(
        bool,
        "a passage is also found where the same words stand elsewhere under an equal heading, subject and validity; "
        "false: only where it was labelled, as public benchmarks count",
    ),
}
REPORT = {
    "lang": Setting(str, "language of the report", choices=("ru", "en")),
    "include_text": Setting(bool, "texts of queries and passages in the report"),
}
ADJUDICATORS = Setting(list, "who may supersede rows that others wrote into a ledger", of=str)
RECORD = {"kind": Setting(str, "how the system is asked", choices=("http",))}
RECORDERS: dict[str, dict[str, Setting]] = {
    "http": {
        "url": Setting(str, "where it is asked, without passwords"),
        "method": Setting(str, "HTTP method", choices=("POST", "GET"), optional=True, default="POST"),
        "headers": Setting(
            dict,
            "headers of each request, as Jinja2 templates; a secret is `{{ env.NAME }}`, from the environment",
            of=str,
            optional=True,
        ),
        "body": Setting(
            str,
            "Jinja2 template of the JSON to send, with `query`, `original`, `id`, `lang`, `history`, `as_of`, `subject`, "
            "`top_k`; a text is written as `{{ query | tojson }}`",
            optional=True,
        ),
        "params": Setting(dict, "query string, as templates like `body`", of=str, optional=True),
        "rows": Setting(str, "JMESPath from the response to the list of results"),
        "fields": Setting(dict, "JMESPath of each field of a result, from the result on; see below", of=str),
        "sent": Setting(str, "JMESPath to the rewritten question in the response", optional=True),
        "error": Setting(
            str, "JMESPath that finds something where the service reports an error", optional=True
        ),
        "top_k": Setting(int, "results asked for", low=1, high=10_000),
        "concurrency": Setting(int, "requests under way at once", low=1, high=256, optional=True, default=4),
        "rate": Setting(
            float, "requests a second; null: no limit", low=0.01, high=10_000, nullable=True, optional=True
        ),
        "timeout": Setting(float, "seconds until a request has failed", low=0.1, high=3_600),
        "retries": Setting(
            int,
            "further attempts after HTTP 429, HTTP 5xx, a timeout or a broken connection",
            low=0,
            high=20,
            optional=True,
            default=3,
        ),
        "card": Setting(dict, "what is known of the system, for card.json", optional=True),
    }
}
RECORD_FIELDS = {
    "chunk_id": Setting(str, "id of the chunk; a number becomes the text that it is written as"),
    "score": Setting(str, "the system's own score", optional=True),
    "text": Setting(str, "text of the chunk", optional=True),
    "doc_id": Setting(str, "id of its document", optional=True),
    "doc_version": Setting(str, "version of its document", optional=True),
    "sha256": Setting(str, "SHA-256 of its text", optional=True),
}
