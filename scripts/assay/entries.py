"""What a row of each ledger holds: its fields, the rule of each, and what they mean."""

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

Rules = Mapping[str, "Rule"]
SCHEMA_VERSION = 1


class Rule(NamedTuple):
    """What a value must be, in words and as a pattern of its JSON (there 1, true, "1" and 1.0 differ), and what it means."""

    words: str
    pattern: str
    doc: str = ""

    def of(self, doc: str) -> "Rule":
        """The same rule of a field with this meaning."""
        return self._replace(doc=doc)


def _or_null(rule: Rule) -> Rule:
    return Rule(f"{rule.words}, or null", f"{rule.pattern}|null")


def _list_of(rule: Rule) -> Rule:
    return Rule(f"a list, each {rule.words}", rf"\[({rule.pattern}(, (?!\])|(?=\])))*\]")


_TEXT = Rule("a text, not empty", r'"(?!(\s|\\[nrtf])*")([^"\\]|\\.)+"')
_SHA256 = Rule("a SHA-256 (64 digits 0-9, a-f)", '"[0-9a-f]{64}"')
_ROW_ID = Rule("a row id (16 digits 0-9, a-f)", '"[0-9a-f]{16}"')
_DAY, _MINUTE = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", r"([01]\d|2[0-3]):[0-5]\d"
_TIME = rf'"{_DAY}T{_MINUTE}(:[0-5]\d(\.\d+)?)?(Z|[+-]{_MINUTE})"'
_MAP = Rule("an object", r"\{.*\}")
_DECISION = Rule("joins_gold, not_relevant or conflicting", '"(joins_gold|not_relevant|conflicting)"')
_NAME = r'"(?![\s.])[^/"\\\x7f-\x9f\ud800-\udfff]+(?<!\s)"'  # it goes into a path, and on screens
AUTHOR = Rule("a name without '/', not begun by '.', no spaces around it", _NAME)
ENVELOPE = {
    "row_id": _ROW_ID.of("hash of all the rest"),
    "by": AUTHOR.of("the author, whose file it stands in"),
    "at": Rule("a time with its zone, as 2026-11-01T09:30:00+00:00", _TIME).of("when it was written"),
    "schema_version": Rule(str(SCHEMA_VERSION), str(SCHEMA_VERSION)).of("form of the row"),
    "supersedes": _list_of(_ROW_ID).of("rows that it takes out of force; `[]`: none"),
    "supersede_reason": _or_null(_TEXT).of("why it does; null only where it supersedes none"),
    "decision": _or_null(_TEXT).of("name that the rows of one decision share; in triage what was decided"),
}
FIELDS: dict[str, dict[str, Rule]] = {  # of each ledger folder below evidence/, beside the envelope
    "grades": {
        "query_id": _TEXT.of("the question"),
        "chunk_id": _TEXT.of("the chunk, as it was called when it was found"),
        "sha256": _SHA256.of("of the chunk's text, as `sha256` of chunks.parquet: what the grade is of"),
        "grade": Rule("0, 1 or 2", "[012]").of("2: answers; 1: helps, not enough alone; 0: does not"),
        "harmful": Rule("true or false", "true|false").of("looks right, but is outdated or contradicts"),
        "reason": _TEXT.of("why"),
        "reason_code": _or_null(_TEXT).of("a word of your own, to count failures by"),
        "adjudicates": _or_null(_list_of(_ROW_ID)).of(
            "rows between which this one of an adjudicator decides: for its query and text it then counts alone"
        ),
    },
    "triage": {
        "query_id": _TEXT.of("the question"),
        "text_sha256": _SHA256.of("of the chunk's text: what the decision is of"),
        "decision": _DECISION.of("what becomes of it"),
        "reason": _TEXT.of("why"),
        "supports_claims": _or_null(_list_of(_TEXT)).of("ids of the query's claims that the text supports"),
        "compatible_with": _or_null(_list_of(_TEXT)).of("ids of passages that hold together with it"),
    },
    "holdout": {
        "system": _TEXT.of("whose figures they are"),
        "run_id": _SHA256.of("run that was scored"),
        "gold_revision": _SHA256.of("labels that it was scored on"),
        "why": _TEXT.of("why the holdout was opened"),
        "metrics": _MAP.of("figures by metric"),
    },
}


def holds(rule: Rule, value: object) -> bool:
    """Whether a value, as JSON writes it, is what the rule says."""
    return re.fullmatch(rule.pattern, json.dumps(value, ensure_ascii=False)) is not None
