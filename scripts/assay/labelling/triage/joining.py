"""A found text on its way into gold: the passage that it would be, and the draft of the question that would have it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.errors import InputError, Problem
from assay.labelling.browsing import Place, Text, find, texts
from assay.labelling.choosing import chosen, proposed, row_of, same, span_of, text_named
from assay.labelling.drafting import Alteration, Draft, altered, members
from assay.labelling.holding import Labels, files_now, rows
from assay.labelling.triage import ledgers
from assay.labelling.triage.candidates import Candidate, candidates, dev_queries
from assay.labelling.triage.deciding import JOINS

Record = dict[str, Any]


def unlabelled(root: Path, query: str | None = None) -> list[Candidate]:
    """Texts that join gold by decision, while no evidence set of their question has a passage of them.

    Texts that no run has any more are left out: of them the hash alone is known.

    Args:
        root: top folder of the repository.
        query: id of a question; None: of all dev questions.

    Raises:
        InputError: faults of params.yaml, the ledger or the gold set.
    """
    joining = [row for row in ledgers.decisions(root) if row["decision"] == JOINS]
    if not joining:
        return []
    queries, passages = (rows(name, data) for name, data in files_now(root).items())
    found = candidates(ledgers.read(root).tables, dev_queries(queries, query), joining)
    return [one for one in found if one.decided and one.text and not _labelled(one, queries, passages)]


def _labelled(one: Candidate, queries: Mapping[str, Record], passages: Mapping[str, Record]) -> bool:
    names = {name for members in queries[one.query]["evidence_sets"] or [] for name in members}
    words = [passages[name]["text"] for name in names if name in passages]
    return any(_holds(one.text, text) or _holds(text, one.text) for text in words)


def _holds(body: str, words: str) -> bool:
    return bool(find([Text("", body, (), {})], words))


def place(labels: Labels, candidate: Candidate) -> Place | None:
    """Where the whole text stands in the corpus today: in its own document, else anywhere; None: nowhere, or often."""
    among = texts(labels.corpus)
    own = text_named(among, candidate.doc_id or "")
    found = find([own], candidate.text) if own else []
    found = found or find(among, candidate.text)
    first = found[0] if found else None
    return first if len(found) == 1 else None


def offered(draft: Draft, labels: Labels, at: Place, name: str = "") -> str:
    """Id of the passage that the stretch is: a known one, or a new one in the draft.

    Raises:
        InputError: the id is taken.
    """
    row = row_of(labels, at.text, (at.start, at.end), name or "new")
    known = labels.passages | draft.passages
    return _put(draft, labels, row, at.text, name or proposed(at.text, (at.start, at.end), known))


def quoted(draft: Draft, labels: Labels, candidate: Candidate, words: str, name: str) -> str:
    """The same of some words of the candidate's document.

    Raises:
        InputError: the document is not known, the words do not stand there once, the id is taken.
    """
    if not candidate.doc_id:
        rule = "the document of this text is not known"
        raise InputError(Problem(candidate.sha256[:12], rule, "leave out --quote"))
    row = chosen(labels, candidate.doc_id, words, name or "new")
    text = text_named(texts(labels.corpus), candidate.doc_id)
    if text is None:
        raise AssertionError(candidate.doc_id)
    known = labels.passages | draft.passages
    return _put(draft, labels, row, text, name or proposed(text, span_of(text, row), known))


def _put(draft: Draft, labels: Labels, row: Record, text: Text, name: str) -> str:
    known = labels.passages | draft.passages
    there = same(known, row, text.body)
    if there:
        return there
    if name in known:
        raise InputError(Problem(f"--passage-id {name}", "the id is already used", "choose another"))
    draft.passages[name] = {**row, "id": name}
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
