"""Rules between the rows of the ledger ``claims`` and the records that they are about; each fault by ``file:line``."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile

from assay.errors import Problem, shown
from assay.evidence import succession
from assay.evidence.expected import Gold, expected
from assay.evidence.proposing import sentences_of
from assay.evidence.reasons import says_nothing
from assay.evidence.record import Answer, Citation, Span, span_fault
from assay.evidence.runs import Runs
from assay.evidence.succession import Placed, current, reviewers
from assay.evidence.table import DECLINE, IMMATERIAL, STATEMENT, is_judged
from assay.ledger import Entry
from assay.manifest import sha256

Found = Iterator[tuple[str, str]]
_RESTORE = "restore the record: a recorded run is never changed"
_WRITE = "write a row that supersedes it (assay evidence judge)"
_LETTER = re.compile(r"[^\W_]")


def check(rows: Mapping[str, Entry], runs: Runs, gold: Gold, *, partial: bool = False) -> Iterator[Problem]:
    """Everything that is wrong with rows whose form is right.

    Args:
        rows: every row of the ledger by its place (:func:`assay.ledger.history`).
        runs: the recorded answers.
        gold: rows of queries.jsonl by id.
        partial: whether runs may be absent here, so that nothing is said of answers that none of them holds.
    """
    for place, row in rows.items():
        answer = runs.answers.get(row["answer_id"])
        where = f"{place} {row['claim_id']}"
        if answer is None:
            if partial:
                continue
            rule = f"is about {shown(row['answer_id'])}, which no run in runs/recorded holds"
            yield Problem(where, rule, "restore the run (`dvc pull`, where it is added to DVC)")
            continue
        for name in ("run_id", "scenario_id", "query_id"):
            if row[name] != getattr(answer, name):
                rule = f"{name} is {shown(row[name])}, but {answer.run} has {shown(getattr(answer, name))}"
                yield Problem(where, rule, _RESTORE)
        yield from (Problem(where, *fault) for fault in row_faults(row, answer))
        if is_judged(row) and expected(answer, gold).source is None:
            rule = f"is judged, but nobody has stated which evidence {row['answer_id']} would need"
            yield Problem(
                where, rule, "label its question in gold/, or record the answer with expected_evidence"
            )
    now, holders = current(rows), reviewers(rows.values())
    yield from succession.check(rows, now, holders)
    yield from _of_tables(now, holders, runs)


def row_faults(row: Entry, answer: Answer) -> Iterator[tuple[str, str]]:
    """Everything wrong with one row that is about to be written: what is wrong, what to do."""
    for rule in RULES:
        yield from rule(row, answer)


def _quotes(row: Entry, answer: Answer) -> Found:
    """Each quotation stands word for word where the row says, and none twice; only what is passed over in silence has none."""
    silent = row["kind"] == DECLINE and any(one.span is None for one in answer.declines)
    if not row["quote"] and not silent:
        yield "quotes nothing of the answer", "give the words that the claim rests on"
    end = 0
    for number, quote in enumerate(row["quote"], 1):
        span = [quote["start"], quote["end"]]
        fault = span_fault(span, answer.text)
        if fault:
            yield f"quote[{number}] {fault}", "count code points of the answer, from 0"
            continue
        if answer.text[slice(*span)] != quote["text"]:
            there = shown(answer.text[slice(*span)])
            yield f"quote[{number}] is {shown(quote['text'])}, but the answer has {there} there", _WRITE
        elif quote["start"] < end:
            yield f"quote[{number}] begins before the one before it ends", "put quotations in order, apart"
        end = max(end, quote["end"])


def _citations(row: Entry, answer: Answer) -> Found:
    """Citations are those of the record, and there are some just where one is attached."""
    for number, one in enumerate(row["citations"], 1):
        if Citation(**{**one, "span": one["span"] and tuple(one["span"])}) not in answer.shown:
            yield f"citations[{number}] is none that the record has", "copy it from the record"
    if row["attachment"] == "attached" and not row["citations"]:
        yield "is attached, but no citation is named", "name it, or judge it not_attached"
    if row["attachment"] == "not_attached" and row["citations"]:
        yield (
            "is not attached, but a citation is named",
            "judge it attached, or take it out (assay evidence edit)",
        )


def _evidence(row: Entry, answer: Answer) -> Found:
    """Fragments are word for word those of the record, or of the corpus, and fit their hashes."""
    for number, one in enumerate(row["evidence"], 1):
        name = f"evidence[{number}]"
        if sha256(one["text"].encode()) != one["sha256"]:
            yield f"{name} has a hash that is not that of its text", _WRITE
        recorded = answer.by_chunk.get(one["chunk_id"])
        if recorded is not None and None in (recorded.rank, recorded.text):
            lacks = "text" if recorded.text is None else "rank"
            rule = f"{name} names {shown(one['chunk_id'])}, of which the record has no {lacks}"
            yield rule, "judge the claim not_assessable, and say what is missing"
            continue
        if one["rank"] is None:
            if recorded is not None:
                rule = f"{name} has no rank, but {shown(one['chunk_id'])} was retrieved"
                yield rule, "give the rank of the record"
            continue
        if recorded is None:
            yield f"{name} names {shown(one['chunk_id'])}, which was not retrieved", "leave rank null"
            continue
        for key in ("rank", "doc_id", "doc_version", "text"):
            if getattr(recorded, key) != one[key]:
                rule = (
                    f"{name}.{key} is {shown(one[key])}, but the record has {shown(getattr(recorded, key))}"
                )
                yield rule, "copy it from the record"


def _verdicts(row: Entry, answer: Answer) -> Found:
    """Verdicts stand together, and for statements alone; a statement is supported by a fragment that was retrieved."""
    del answer
    stated = [row[name] for name in ("attachment", "support", "contradicts")]
    if row["kind"] != STATEMENT:
        if any(value is not None for value in stated):
            yield f"is {row['kind']}, which has no attachment or support", "leave them null"
        if row["kind"] == IMMATERIAL and row["corpus"] is not None:
            yield f"is immaterial, but corpus is {row['corpus']}", "leave it null"
    else:
        every = [*stated, row["corpus"]]
        if any(value is None for value in every) and any(value is not None for value in every):
            yield "is judged by half", "give attachment, support, contradicts and corpus, or none of them"
            return
        yield from _supports(row)
    if (row["contradicts"] or row["corpus"] == "holds") and not row["evidence"]:
        yield "says what a fragment has, but names none", "name the fragment"


def _supports(row: Entry) -> Found:
    """Support, contradiction and the corpus fit each other."""
    seen = any(one["rank"] is not None for one in row["evidence"])
    decided = row["support"] == "supported" or row["contradicts"]
    if row["support"] in ("supported", "partially_supported") and not seen:
        yield f"is {row['support']}, but no retrieved fragment is named", "name the fragment that supports it"
    elif decided and row["corpus"] != "holds":
        said = "is supported" if row["support"] == "supported" else "contradicts a fragment"
        yield f"{said}, but corpus is {row['corpus']}", "write holds: the fragment is of the corpus"
    if row["contradicts"] and row["support"] != "unsupported":
        yield f"contradicts a fragment, but is {row['support']}", "judge it unsupported, or contradicts false"


def _reasons(row: Entry, answer: Answer) -> Found:
    """Verdicts have written reasons that are more than the label; what is not assessable says what is missing."""
    del answer
    needed = {
        "attachment_reason": row["attachment"] is not None,
        "support_reason": row["support"] is not None,
        "observation": row["kind"] == "immaterial"
        or (row["kind"] == "decline" and row["corpus"] is not None),
        "missing": "not_assessable" in (row["attachment"], row["support"]),
    }
    for name, asked in needed.items():
        if asked and row[name] is None:
            yield f"lacks {name}", "write what is missing" if name == "missing" else "write the reason"
        elif row[name] is not None and name != "observation" and not asked:
            yield f"has {name}, but nothing that it is about", "leave it null"
        elif asked and says_nothing(row[name], things=name != "missing"):
            yield (
                f"{name} {shown(row[name])} only repeats the label",
                "write what can be seen in which fragment",
            )


RULES: tuple[Callable[[Entry, Answer], Found], ...] = (_quotes, _citations, _evidence, _verdicts, _reasons)


def _of_tables(now: Iterable[Placed], holders: Mapping[str, frozenset[str]], runs: Runs) -> Iterator[Problem]:
    """Sentences that the table of a reviewer leaves out, each told in the reviewer's file."""
    tables: dict[tuple[str, str], list[Placed]] = {}
    for place, row in now:
        if row["answer_id"] in runs.answers:
            for reviewer in sorted(holders[row["row_id"]]):
                tables.setdefault((row["answer_id"], reviewer), []).append((place, row))
    spans = {name: sentences_of(runs.answers[name]) for name, _ in tables}
    for (name, reviewer), found in tables.items():
        place = next((place for place, row in found if row["by"] == reviewer), found[0][0])
        for span in _left(runs.answers[name], [row for _, row in found], spans[name]):
            text = shown(runs.answers[name].text[slice(*span)])
            rule = f"leaves out a sentence of {name}: {text}"
            fix = "put it into a claim, or say why it is immaterial"
            yield Problem(place.rpartition(":")[0], rule, fix)


def unquoted(answer: Answer, rows: list[Entry]) -> list[Span]:
    """Sentences of an answer of which no row quotes a word."""
    return _left(answer, rows, sentences_of(answer))


def _left(answer: Answer, rows: Iterable[Entry], spans: Iterable[Span]) -> list[Span]:
    """Those of some spans, in order and apart, of which no row quotes a word."""
    quotes = deque(sorted((quote["start"], quote["end"]) for row in rows for quote in row["quote"]))
    left = []
    for first, last in spans:
        while quotes and quotes[0][1] <= first:
            quotes.popleft()
        inside = takewhile(lambda quote: quote[0] < last, quotes)  # noqa: B023  # used before the next turn
        if not any(_LETTER.search(answer.text, max(first, start), min(last, end)) for start, end in inside):
            left.append((first, last))
    return left
