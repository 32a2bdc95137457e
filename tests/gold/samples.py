import datetime as dt
import json

import polars as pl

from assay.gold.labelling import Gold
from assay.gold.passages import parse_passages, passages_bytes
from assay.gold.queries import parse_queries, queries_bytes
from assay.gold.rules import RULES
from assay.manifest import sha256
from assay.retrieval.frames import CHUNKS, DOCUMENTS
from assay.retrieval.outline import outline
from assay.retrieval.snapshot import chunk_table

NAMES = {"queries": "gold/queries.jsonl", "passages": "gold/passages.jsonl"}


def documents(*rows):
    """The table of documents from (id, body) or dicts with more."""
    made = []
    for row in rows:
        values = row if isinstance(row, dict) else {"doc_id": row[0], "body": row[1]}
        body = values["body"]
        values = {
            "doc_version": f"{values['doc_id']}-v1",
            "title": values["doc_id"],
            "lang": "ru",
            "sha256": sha256(body.encode()),
            "n_chars": len(body),
            "outline": [mark._asdict() for mark in outline(body)],
            **values,
        }
        for name in ("valid_from", "valid_to"):
            if isinstance(values.get(name), str):
                values[name] = dt.date.fromisoformat(values[name])
        made.append({name: values.get(name) for name in DOCUMENTS})
    return pl.DataFrame(made, schema=DOCUMENTS).sort("doc_id")


def chunks(table, spans):
    """The table of chunks: ``spans`` is a list of (doc id, span, span …)."""
    bodies = {row["doc_id"]: row for row in table.to_dicts()}
    rows = []
    for number, (doc_id, *pieces) in enumerate(spans):
        row = bodies[doc_id]
        rows.append(
            {
                "chunk_id": f"{doc_id}#.{number}",
                "doc_id": doc_id,
                "doc_version": row["doc_version"],
                "position": number,
                "spans": [{"start": start, "end": end} for start, end in pieces],
                "text": "".join(row["body"][start:end] for start, end in pieces),
                **{name: row[name] for name in ("title", "lang", "subject", "valid_from", "valid_to")},
            }
        )
    return table_of_chunks(rows)


def ready(*rows):
    """The table of chunks cut elsewhere: dicts with chunk_id and text."""
    return table_of_chunks([{"position": number, **row} for number, row in enumerate(rows)])


def table_of_chunks(rows):
    full = [{name: row.get(name) for name in CHUNKS} for row in rows]
    return chunk_table(pl.DataFrame(full, schema=CHUNKS))


def query(name="q1", **values):
    """A row of queries.jsonl: one set of one passage, unless told otherwise; a reason for every passage."""
    sets, relevant = values.get("evidence_sets", [["p1"]]), values.get("relevant") or {}
    named = dict.fromkeys([passage for one in sets or [] for passage in one] + list(relevant))
    return {
        "id": name,
        "query": "Сколько дней на возврат?",
        "lang": "ru",
        "history": None,
        "rewritten": None,
        "type": "exact",
        "split": "dev",
        "as_of": None,
        "subject": None,
        "evidence_sets": [["p1"]],
        "relevant": {},
        "why": dict.fromkeys(named, "Сказано прямо."),
        "rationale": "Правило одно.",
        "expected_answer": None,
        "claims": None,
        "unanswerable": [],
        "found_by": "browse",
        "reviewed_by": ["анна", "олег"],
        "checked_corpus": None,
        "status": "reviewed",
        **values,
    }


def passage(name="p1", text="Вернуть можно за 30 дней.", **values):
    """A row of passages.jsonl for a text at the start of document ``d1``."""
    return {
        "id": name,
        "doc_id": "d1",
        "doc_version": "d1-v1",
        "url": None,
        "anchor": None,
        "section": None,
        "start": 0,
        "end": len(text),
        "sha256": sha256(text.encode()),
        "text": text,
        "before": "",
        "after": "",
        **values,
    }


def spot(name, table, doc_id, start, end, **values):
    """A row of passages.jsonl for a span of a document, without what helps to find it again."""
    text = table.filter(doc_id=doc_id)["body"].item()[start:end]
    return passage(name, text, doc_id=doc_id, start=start, end=end, before=None, after=None, **values)


def frame(rows):
    """Passages as the package reads them."""
    table, problems = parse_passages(passages_bytes(rows), NAMES["passages"])
    assert problems == []
    return table


def lines(rows):
    """The bytes of a file as a person may have left it."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def messages(queries, passages, about=None, *, warnings=False, **corpora):
    """What the rules say of a gold set."""
    asked, faults = parse_queries(queries_bytes(queries), NAMES["queries"])
    assert faults == []
    about = documents() if about is None else about
    gold = Gold(asked, frame(passages), about, corpora)
    rules = [rule for rule in RULES if rule.warning == warnings]
    return [str(problem) for rule in rules for problem in rule.problems(gold, NAMES)]
