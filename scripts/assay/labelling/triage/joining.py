"""A found text on its way into gold: the passage that it would be, and the draft of the question that would have it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from assay.errors import InputError, Problem
from assay.gold.repository import files_now
from assay.labelling import ids
from assay.labelling.browsing import Place, Text, find
from assay.labelling.choosing import chosen, row_of, text_named
from assay.labelling.drafting import Alteration, Draft, altered, members
from assay.labelling.holding import Labels, rows
from assay.labelling.triage import ledgers
from assay.labelling.triage.candidates import Candidate, candidates, dev_queries
from assay.labelling.triage.deciding import JOINS

Record = dict[str, Any]


def unlabelled(root: Path) -> list[Candidate]:
    """Texts of dev questions that join gold by decision, while no evidence set has a passage of them.

    Raises:
        InputError: faults of params.yaml, the ledger or the gold set.
    """
    if all(row["decision"] != JOINS for row in ledgers.decisions(root)):
        return []
    there, files = ledgers.read(root), files_now(root)
    queries = rows("queries", files["queries"])
    found = candidates(there.tables, dev_queries(queries), there.decisions)
    return without_set(found, queries, files["passages"])


def without_set(found: Iterable[Candidate], queries: Mapping[str, Record], data: bytes) -> list[Candidate]:
    """Those of some candidates that join gold by decision, while no evidence set has a passage of them.

    Texts that no run has any more are left out: of them the hash alone is known.

    Args:
        found: candidates, decided ones too.
        queries: rows of queries.jsonl by id.
        data: bytes of passages.jsonl, which are read where something joins.

    Raises:
        InputError: faults of passages.jsonl.
    """
    joining = [one for one in found if one.text and any(row["decision"] == JOINS for row in one.decided)]
    passages = rows("passages", data) if joining else {}
    return [one for one in joining if not _labelled(one, queries, passages)]


def _labelled(one: Candidate, queries: Mapping[str, Record], passages: Mapping[str, Record]) -> bool:
    names = {name for members in queries[one.query]["evidence_sets"] or [] for name in members}
    words = [passages[name]["text"] for name in names if name in passages]
    return any(_holds(one.text, text) or _holds(text, one.text) for text in words)


def _holds(body: str, words: str) -> bool:
    return bool(find([Text("", body, (), {})], words))


def place(labels: Labels, candidate: Candidate) -> Place | None:
    """Where the whole text stands in the corpus today: in its own document, else anywhere; None: nowhere, or often."""
    own = text_named(labels.texts, candidate.doc_id or "")
    found = find([own], candidate.text) if own else []
    found = found or find(labels.texts, candidate.text)
    first = found[0] if found else None
    return first if len(found) == 1 else None


def offered(draft: Draft, labels: Labels, at: Place, name: str = "") -> str:
    """Id of the passage that the stretch is: a known one, or a new one in the draft.

    Raises:
        InputError: the id is taken.
    """
    row = row_of(labels, at.text, (at.start, at.end), name or "new")
    return _put(draft, labels, row, at.text, name)


def quoted(draft: Draft, labels: Labels, candidate: Candidate, words: str, name: str) -> str:
    """The same of some words of the candidate's document.

    Raises:
        InputError: the document is not known, the words do not stand there once, the id is taken.
    """
    if not candidate.doc_id:
        rule = "the document of this text is not known"
        raise InputError(Problem(candidate.sha256[:12], rule, "leave out --quote"))
    row, text = chosen(labels, candidate.doc_id, words, name or "new")
    return _put(draft, labels, row, text, name)


def _put(draft: Draft, labels: Labels, row: Record, text: Text, name: str) -> str:
    name = ids.labelled(draft, labels, row, text, name)
    if name in draft.passages:
        draft.ways.add("triage")
    return name


def supported(draft: Draft, name: str, claims: list[str]) -> None:
    """Add the passage to those that support some claims of the question."""
    for claim in draft.row["claims"] or []:
        if claim["id"] in claims and name not in claim["passages"]:
            claim["passages"] = [*claim["passages"], name]


def check_names(row: Record, labels: Labels, claims: list[str], compatible: list[str]) -> None:
    """Refuse claims and passages that there are not.

    Raises:
        InputError: each of them.
    """
    known = [claim["id"] for claim in row["claims"] or []]
    problems = [
        Problem(
            f"--supports-claims {name}", f"is no claim of {row['id']}", f"it has {', '.join(known) or 'none'}"
        )
        for name in claims
        if name not in known
    ]
    problems += [
        Problem(f"--compatible-with {name}", "is no passage", "see the ids in gold/passages.jsonl")
        for name in compatible
        if name not in labels.passages
    ]
    if problems:
        raise InputError(problems)


def stated(labels: Labels, candidate: Candidate, given: Mapping[str, Any]) -> Draft:
    """The question with the sets that flags state: ``sets, quote, passage_id, why, rationale, supports_claims``.

    Raises:
        InputError: the text is no passage of the corpus, a set names none or not the text.
    """
    draft = Draft.of(labels.queries[candidate.query])
    wanted = given["passage_id"] or ""
    if given["quote"] is not None:
        name = quoted(draft, labels, candidate, given["quote"], wanted)
    else:
        at = place(labels, candidate)
        if at is None:
            rule = "does not stand in the documents whole, or does so several times"
            fix = "say which of its words are meant: --quote WORDS"
            raise InputError(Problem(candidate.sha256[:12], rule, fix))
        name = offered(draft, labels, at, wanted)
    known = labels.passages | draft.passages
    sets = [members(one, {"p1": name}, known, "--set") for one in given["sets"]]
    if not any(name in one for one in sets):
        raise InputError(Problem("--set", "does not name the text", 'write it as "p1 + returns#term"'))
    draft.row = altered(draft.row, Alteration(more=sets), candidate.query)
    supported(draft, name, list(given["supports_claims"]))
    if given["why"]:
        draft.row["why"] = {**(draft.row["why"] or {}), name: given["why"]}
    if given["rationale"]:
        draft.row["rationale"] = given["rationale"]
    return draft
