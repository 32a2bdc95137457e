"""Gold sets, topics and ledgers that are broken: how, and what each stage and command says."""

from assay import ledger
from pipeline import write_rows
from scoring.cases import grade_row

from .ground import (
    MARKER,
    P,
    Q,
    conflict,
    data,
    everywhere,
    passage,
    row,
    sets,
)

G = "evidence/grades/ada.jsonl"
GRADE = grade_row("q-1", "returns#.1", 1)
LABELS = {
    "duplicate query id": (
        row(2, id="q-1"),
        {
            "gold check": f"{Q}:2 q-1: the id is already used at line 1; give each its own id, or remove one",
            "project@fine": f"{Q}:2 q-1: the id is already used at line 1; give each its own id, or remove one",
            "topics": f"{Q}:2 q-1: id is also that of line 1; rename one of them",
            "score@first": f"{Q}:2 q-1: the id is already used at line 1; give each its own id, or remove one",
        },
    ),
    "empty set": (
        sets(1, "returns#term", ""),
        {
            "gold check": f"{Q}:1 q-1: evidence set 2 is empty; fill it, or remove it",
            "project@fine": f"{Q}:1 q-1: evidence set 2 is empty; fill it, or remove it",
            "score@first": f"{Q} q-1: an evidence set is empty; see `assay gold check`",
        },
    ),
    "set inside another": (
        sets(1, "returns#term", "returns#term tyres#never"),
        everywhere(
            f"{Q}:1 q-1: evidence set 2 contains set 1; remove the larger one", "gold check", "project@fine"
        ),
    ),
    "unknown passage": (
        sets(1, "returns#terms"),
        {
            "gold check": f"{Q}:1 q-1: evidence_sets names returns#terms, which is no passage; did you mean returns#term?",
            "project@fine": f"{Q}:1 q-1: evidence_sets names returns#terms, which is no passage; did you mean returns#term?",
            "score@first": f"{Q} q-1: names passage returns#terms, which the snapshot's projection does not know; run `assay gold check`",
        },
    ),
    "validity conflict in a set": (
        sets(1, "returns#term returns-2025#term"),
        everywhere(
            f"{Q}:1 q-1: the passages of evidence set 1 share no day of validity: returns-2025 ends 2026-02-28, "
            "returns begins 2026-03-01; keep passages of one period in a set",
            "gold check",
            "project@fine",
        ),
    ),
    "validity conflict between sets": (
        sets(1, "returns#term", "returns-2025#term"),
        everywhere(
            f"{Q}:1 q-1: evidence sets 1 and 2 share no day of validity: returns-2025 ends 2026-02-28, "
            "returns begins 2026-03-01; make it two queries, each with its as_of",
            "gold check",
            "project@fine",
        ),
    ),
    "evidence not valid on the day of the question": (
        row(1, as_of="2026-02-01"),
        everywhere(
            f"{Q}:1 q-1: as_of is 2026-02-01, but returns#term of evidence set 1 is valid 2026-03-01…; "
            "take the passage valid on that day, or correct as_of",
            "gold check",
            "project@fine",
        ),
    ),
    "subject conflict in a set": (
        sets(3, "sofas#home tyres#never"),
        everywhere(
            f"{Q}:3 q-3: the passages of evidence set 1 have different subjects: sofas, tyres; "
            "keep passages of one subject in a set",
            "gold check",
            "project@fine",
        ),
    ),
    "subject conflict between sets": (
        sets(3, "sofas#home", "tyres#never"),
        everywhere(
            f"{Q}:3 q-3: evidence sets have different subjects: sofas, tyres; "
            "make it two queries, each with its subject",
            "gold check",
            "project@fine",
        ),
    ),
    "quote not in the document": (
        passage(2, text="Nobody knows.", start=None, end=None),
        {
            "gold check": f"{P}:2 returns-2025#term: its text is not in returns-2025; nothing there is like it: label it anew"
        },
    ),
    "quote found twice": (
        passage(1, doc_id="returns", text="Take care.", start=None, end=None, before=None, after=None),
        {
            "gold check": f"{P}:1 returns#term: its text stands several times in returns (39:49, 51:61); give start and end"
        },
    ),
    "hash that is not the text's": (
        row(1, P, sha256="0" * 64),
        everywhere(
            f"{P}:1 returns#term: sha256 is not the hash of the text; the text decides; run `assay gold passage refresh returns#term`",
            "gold check",
            "project@fine",
        ),
    ),
    "document id with dots, in a label": (
        row(1, P, doc_id="../returns"),
        everywhere(
            f"{P}:1 returns#term: doc_id is '../returns', must be a document id: printable, no #, no .. and no / in front; change it",
            "gold check",
            "project@fine",
        ),
    ),
    "offsets that no column holds": (
        row(1, P, start=10**30),
        everywhere(
            f"{P}:1 returns#term: start is the number 1000000000000000000000000000…, must be a whole number from 0 below 2³²; change it",
            "gold check",
            "project@fine",
        ),
    ),
    "byte order mark": (
        data(lambda lines: b"\xef\xbb\xbf" + lines),
        everywhere(
            f"{Q}:1: starts with a byte order mark; save it as UTF-8 without BOM",
            "gold check",
            "project@fine",
            "topics",
        ),
    ),
    "CRLF": (
        data(lambda lines: lines.replace(b"\n", b"\r\n")),
        everywhere(
            f"{Q}:1: has CR line ends; save it with LF line ends", "gold check", "project@fine", "topics"
        ),
    ),
    "invalid UTF-8": (
        data(lambda lines: lines.replace(b"What", b"\xd7hat", 1)),
        everywhere(
            f"{Q}:1: is not UTF-8 at byte 25; save it as UTF-8", "gold check", "project@fine", "topics"
        ),
    ),
    "truncated line": (
        data(lambda lines: lines[:-9]),
        everywhere(
            [
                f"{Q}:4: the last line has no line end: it may be cut off; add the rest",
                f"{Q}:4: is not JSON at column 377 (Unterminated string starting at); mend the line",
            ],
            "gold check",
            "project@fine",
            "topics",
        ),
    ),
    "half a character": (
        data(lambda lines: lines.replace(b"What", rb"\ud83d", 1)),
        everywhere(
            f"{Q}:1: holds \\ud83d, which is half a character; mend the line",
            "gold check",
            "project@fine",
            "topics",
        ),
    ),
    "integer id": (
        row(1, id=7),
        {
            "gold check": f'{Q}:1: id is the number 7, must be a text; write "7"',
            "project@fine": f'{Q}:1: id is the number 7, must be a text; write "7"',
            "topics": f"{Q}:1: id is 7, must be a text; put it in quotes",
        },
    ),
    "id that does something to a terminal": (
        row(1, id="q\0\n1"),
        {
            "gold check": rf"{Q}:1: id is 'q\x00\n1', must be printable, without spaces at its ends; change it",
            "project@fine": rf"{Q}:1: id is 'q\x00\n1', must be printable, without spaces at its ends; change it",
            "topics": rf"{Q}:1: id is 'q\x00\n1'; use printable characters",
        },
    ),
    "question of spaces": (
        row(1, query="   "),
        everywhere(f"{Q}:1 q-1: query is empty; write it", "gold check", "project@fine", "topics"),
    ),
    "empty gold": (
        data(lambda _: b""),
        everywhere(f"{Q}: holds no queries; add at least one", "gold check", "project@fine", "topics"),
    ),
    "conflict markers in gold": (
        data(conflict),
        everywhere([f"{Q}:{line}: {MARKER}" for line in (1, 3, 7)], "gold check", "project@fine", "topics"),
    ),
    "gold that is not there": (
        lambda top: (top / P).unlink(),
        {
            "gold check": f"{P}: is missing; add it",
            "gold fmt": f"{P}: is not there; take it from the last commit (git checkout)",
            "project@fine": f"{P}: is not there; take it from the last commit (git checkout)",
        },
    ),
    "a folder instead of gold": (
        lambda top: ((top / Q).unlink(), (top / Q).mkdir()),
        everywhere(
            f"{Q}: Is a directory; see to it and try again",
            "gold check",
            "project@fine",
            "query show q-1",
            "topics",
        ),
    ),
    "all faults of a file at once": (
        data(lambda lines: b"\xef\xbb\xbf[]\n" + lines.replace(b"q-2", b"\xff") + b"{"),
        everywhere(
            [
                f"{Q}:1: starts with a byte order mark; save it as UTF-8 without BOM",
                f"{Q}:6: the last line has no line end: it may be cut off; add the rest",
                f"{Q}:1: a line is one JSON object; mend the line",
                f"{Q}:3: is not UTF-8 at byte 9; save it as UTF-8",
                f"{Q}:6: is not JSON at column 2 (Expecting property name enclosed in double quotes); mend the line",
            ],
            "topics",
        ),
    ),
}


def grades(**values):
    """Rows of a ledger as a program may write them, each with one value that may not be."""

    def change(top):
        rows = [ledger.new_row({**GRADE, key: value}, "ada") for key, value in values.items()]
        write_rows(top / "evidence/grades/ada.jsonl", rows)

    return change


LABELS |= {
    "values of grades that no column holds": (
        grades(grade=7, harmful="no", reason="", sha256="zz", query_id=1, adjudicates=["0" * 16]),
        {
            "score@first": [
                f"{G}:1: grade is 7, must be 0, 1 or 2; write the row anew",
                f"{G}:2: harmful is 'no', must be true or false; write the row anew",
                f"{G}:3: reason is '', must be a text, not empty; write the row anew",
                f"{G}:4: sha256 is 'zz', must be a SHA-256 (64 digits 0-9, a-f); write the row anew",
                f"{G}:5: query_id is 1, must be a text, not empty; write the row anew",
            ]
        },
    ),
    "grade that adjudicates what is not there": (
        grades(adjudicates=["0" * 16]),
        {
            "score@first": [f"{G}:1: adjudicates {'0' * 16}, which is not there; restore that row"],
        },
    ),
}
