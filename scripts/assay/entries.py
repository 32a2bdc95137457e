"""What a row of each ledger holds: its fields, the rule of each, and what they mean."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

Rules = Mapping[str, "Rule"]
_encode = json.JSONEncoder(ensure_ascii=False).encode
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
    return Rule(f"a list, each {rule.words}", rf"\[(({rule.pattern})(, (?!\])|(?=\])))*\]")


def _object_of(**rules: Rule) -> Rule:
    """An object with these keys in this order."""
    words = ", ".join(f"{name} ({rule.words})" for name, rule in rules.items())
    inside = ", ".join(f'"{name}": ({rule.pattern})' for name, rule in rules.items())
    return Rule(f"an object with {words}", rf"\{{{inside}\}}")


def _one_of(*values: str) -> Rule:
    return Rule(f"{', '.join(values[:-1])} or {values[-1]}", f'"({"|".join(values)})"')


_ANY_TEXT = r'"[^"\\]*(?:\\.[^"\\]*)*"'  # a long one costs no step a letter
_TEXT = Rule("a text, not empty", rf'(?!"(\s|\\[nrtf])*"){_ANY_TEXT}')
_NUMBER = Rule("a whole number from 0", r"0|[1-9]\d{0,8}")
_SHA256 = Rule("a SHA-256 (64 digits 0-9, a-f)", '"[0-9a-f]{64}"')
_ROW_ID = Rule("a row id (16 digits 0-9, a-f)", '"[0-9a-f]{16}"')
_LEAP = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)"
_DATE = (  # of a calendar: no 30 February, 29 of leap years
    "[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    "|02-(0[1-9]|1[0-9]|2[0-8]))"
)
_MINUTE = "([01][0-9]|2[0-3]):[0-5][0-9]"
_TIME = rf'"(?!0000)({_DATE}|{_LEAP}-02-29)T{_MINUTE}(:[0-5][0-9](\.[0-9]+)?)?(Z|[+-]{_MINUTE})"'
_MAP = Rule("an object", r"\{.*\}")
_DECISION = _one_of("joins_gold", "not_relevant", "conflicting")
_SPAN = Rule("[first, end] in code points", rf"\[({_NUMBER.pattern}), ({_NUMBER.pattern})\]")
_QUOTE = _object_of(start=_NUMBER, end=_NUMBER, text=_TEXT)
_CITATION = _object_of(
    marker=_or_null(_TEXT), doc_id=_or_null(_TEXT), chunk_id=_or_null(_TEXT), span=_or_null(_SPAN)
)
_FRAGMENT = _object_of(
    chunk_id=_TEXT,
    doc_id=_or_null(_TEXT),
    doc_version=_or_null(_TEXT),
    rank=_or_null(Rule("a rank from 1", r"[1-9]\d{0,8}")),
    sha256=_SHA256,
    text=_TEXT,
)
KINDS = ("statement", "decline", "immaterial")
ATTACHMENTS = ("attached", "not_attached", "not_assessable")
SUPPORTS = ("supported", "partially_supported", "unsupported", "not_assessable")
CORPUS = ("holds", "lacks", "not_checked")
SUBJECT = "answer_id"  # a ledger with this field has one folder a value of it
# What nobody sees, for a class of a pattern: controls that JSON leaves as they are, signs without width, marks of
# direction, ends of lines and paragraphs, fillers, tags. Not the joiners, which some scripts and pictures need.
UNSEEN = (
    r"\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff"
    r"\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f"
)
_NAME = rf'"(?![\s.])[^/"\\{UNSEEN}]+(?<!\s)"'  # it goes into a path, and on screens
AUTHOR = Rule("a name without '/' and signs that nobody sees, not begun by '.', no spaces around it", _NAME)
ENVELOPE = {
    "row_id": _ROW_ID.of("hash of all the rest"),
    "by": AUTHOR.of("the author, whose file it stands in"),
    "at": Rule("a time with its zone on a day that there is, as 2026-11-01T09:30:00+00:00", _TIME).of(
        "when it was written"
    ),
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
    "claims": {
        "claim_id": _TEXT.of("the claim: one id in all its versions, and for everybody who judges it"),
        "scenario_id": _or_null(_TEXT).of("as the record has it, and so are the three ids below"),
        "query_id": _or_null(_TEXT).of("the question; null: the record does not say"),
        "answer_id": _TEXT.of("the recorded answer"),
        "run_id": _SHA256.of("what the run's card and answers were when this was written"),
        "kind": _one_of(*KINDS).of(
            "a statement of the answer; what it declines to say; or nothing that matters (`observation` says why)"
        ),
        "claim": _TEXT.of("what is stated, as one statement; of a decline: what the answer does not say"),
        "quote": _list_of(_QUOTE).of("where it stands in the answer, word for word; claims may overlap"),
        "citations": _list_of(_CITATION).of("those attached to it, as the record has them"),
        "evidence": _list_of(_FRAGMENT).of(
            "fragments that the verdict rests on, as the record has them; `rank` null: read in the corpus, not retrieved"
        ),
        "attachment": _or_null(_one_of(*ATTACHMENTS)).of(
            "whether the answer ties a citation to it; null: not judged yet"
        ),
        "attachment_reason": _or_null(_TEXT).of("why"),
        "support": _or_null(_one_of(*SUPPORTS)).of(
            "whether the retrieved fragments justify it; null: not judged yet"
        ),
        "support_reason": _or_null(_TEXT).of("why"),
        "contradicts": _or_null(Rule("true or false", "true|false")).of("whether a fragment says otherwise"),
        "missing": _or_null(_TEXT).of("what is lacking, where something is not assessable"),
        "corpus": _or_null(_one_of(*CORPUS)).of(
            "whether the corpus has a text that decides it with its limits, for or against, retrieved or not; null: not judged yet"
        ),
        "observation": _or_null(_TEXT).of("what can be seen; of what is immaterial: why it is"),
        "hypothesis": _or_null(_TEXT).of("what may be the cause: to be checked"),
        "open_question": _or_null(_TEXT).of("what stays open"),
        "adjudicates": _or_null(_list_of(_ROW_ID)).of(
            "rows of several reviewers between which this one of an adjudicator decides"
        ),
    },
}


def holds(rule: Rule, value: object) -> bool:
    """Whether a value, as JSON writes it, is what the rule says."""
    return re.fullmatch(rule.pattern, _encode(value)) is not None


def all_hold(rules: Rules, row: Mapping[str, object]) -> bool:
    """Whether each value of a row that has just these keys is what its rule says: asked of all at once, faster."""
    return _pattern(tuple(rules.items())).fullmatch(_encode({key: row[key] for key in rules})) is not None


@cache
def _pattern(rules: tuple[tuple[str, Rule], ...]) -> re.Pattern[str]:
    return re.compile(_object_of(**dict(rules)).pattern)
