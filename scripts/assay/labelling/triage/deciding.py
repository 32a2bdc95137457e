"""One decision on a found text: its row in the ledger, and what joins gold by it, if the expert states a set."""

from collections.abc import Collection
from functools import partial
from typing import Any, NamedTuple

import click

from assay.disclosure import FIX, kinds
from assay.errors import Problem, refuse
from assay.labelling import holding, ids, writing
from assay.labelling.drafting import Draft
from assay.labelling.holding import Labels
from assay.labelling.prompting import Words
from assay.labelling.triage import ledgers
from assay.labelling.triage.candidates import Candidate
from assay.onscreen import safe

JOINS = "joins_gold"
DECISIONS = (JOINS, "not_relevant", "conflicting")


class Verdict(NamedTuple):
    """What an expert says of a text.

    Attributes:
        decision: one of :data:`DECISIONS`.
        reason: why.
        claims: ids of the question's claims that it supports.
        compatible: ids of passages that hold together with it.
        supersede: why an older decision does not hold any more; None: there is none.
    """

    decision: str
    reason: str
    claims: tuple[str, ...] = ()
    compatible: tuple[str, ...] = ()
    supersede: str | None = None


def row_of(labels: Labels, one: Candidate, verdict: Verdict, who: str) -> dict[str, Any]:
    """The row of the ledger, held against the rows that are there.

    Raises:
        InputError: the text is decided on, by somebody else even; nobody says why it is decided again; the reason
            holds personal data.
    """
    check_reason(" ".join(filter(None, (verdict.reason, verdict.supersede))), labels.public)
    values = {
        "query_id": one.query,
        "text_sha256": one.sha256,
        "reason": verdict.reason.strip(),
        "supports_claims": list(verdict.claims) or None,
        "compatible_with": list(verdict.compatible) or None,
        "decision": verdict.decision,
    }
    row = ledgers.new_row(values, who, list(one.decided), verdict.supersede)
    ledgers.check(labels.root, row)
    return row


def check_reason(reason: str, public: Collection[str]) -> None:
    """Refuse what must not be committed: a ledger cannot be mended afterwards.

    Raises:
        InputError: personal data or a secret.
    """
    refuse([Problem("--reason", f"holds {what}", FIX) for what in kinds(reason, public)])


def record(
    labels: Labels, row: dict[str, Any], draft: Draft | None, words: Words, *, told: bool = False
) -> Labels:
    """Write the decision, then what joins gold by it; the gold set as it is then.

    Args:
        labels: the gold set.
        row: of the ledger.
        draft: the question with its new set; None, or with the sets that it had: the decision alone is recorded.
        words: phrases.
        told: whether it was told in a talk.

    Raises:
        InputError: a rule of the gold set that the new set breaks, or the text was decided on meanwhile; neither is
            written.
    """
    joins = draft is not None and draft.before is not None and _stated(draft)
    if draft is not None and joins:
        draft.settle()
        refuse(holding.outcome(labels, draft.change).problems)
    path = ledgers.append(labels.root, row).relative_to(labels.root).as_posix()
    sha, decision = row["text_sha256"][:12], row["decision"]
    click.echo(
        words("recorded", file=path, query=safe(row["query_id"]), sha=sha, decision=decision), err=True
    )
    if draft is not None and joins:
        again = partial(ids.drawn_again, draft)
        return writing.finish(labels, draft.change, words, again=again, told=told)
    if decision == JOINS:
        click.echo(words("not_joined"))
    return labels


def _stated(draft: Draft) -> bool:
    """Whether the expert has stated a set that was not there."""
    before = draft.before or {}
    known = [sorted(one) for one in before.get("evidence_sets") or []]
    return any(sorted(one) not in known for one in draft.row["evidence_sets"] or [])
