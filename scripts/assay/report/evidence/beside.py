"""Reviewers side by side on one claim; an adjudication is a further row among them."""

from collections.abc import Iterable, Iterator, Sequence

from assay.evidence.table import VERDICT, Claim, Table, verdict
from assay.ledger import Entry
from assay.report.evidence.account import Beside
from assay.report.evidence.catalogue import Words
from assay.report.evidence.citations import Shown, fragment, target
from assay.report.evidence.columns import NOTES, value, written
from assay.report.markdown import shorten

_ALWAYS = (*VERDICT, "attachment_reason", "support_reason")


def in_force(claim: Claim, table: Table) -> list[Entry]:
    """Every row in force about a claim, as reviewers wrote them; adjudications last."""
    return sorted(table.about[claim.id], key=lambda row: (bool(row["adjudicates"]), row["at"], row["by"]))


def differs(claim: Claim) -> bool:
    """Whether reviewers differ, decided between or not."""
    return len({verdict(row) for row in claim.judged}) > 1


def state(claim: Claim) -> str:
    """Of a claim of several rows: ``agreed``, ``decided`` or ``open``; ``waiting``: not everybody has judged it."""
    if differs(claim):
        return "decided" if claim.ruling else "open"
    return "agreed" if len(claim.judged) == len(claim.rows) else "waiting"


def beside(say: Words, claim: Claim, table: Table) -> Beside | None:
    """Rows of several reviewers, column by column; None: there is one row.

    Args:
        say: phrases.
        claim: of the table.
        table: the evidence table.
    """
    rows = in_force(claim, table)
    if len(rows) == 1:
        return None
    return Beside(
        say(f"dispute.{state(claim)}"), tuple(written(say, row) for row in rows), tuple(_cells(say, rows))
    )


def _cells(say: Words, rows: Sequence[Entry]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Verdicts and reasons, all else only where it differs; of verdicts ≠ marks those that differ."""
    columns = [_column(say, row) for row in rows]
    for key in columns[0]:
        cells = tuple(column[key] for column in columns)
        differ = len(set(cells)) > 1
        if any(cells) and (differ or key in _ALWAYS):
            label, said = say(f"field.{key}"), set(filter(None, cells))  # who has not judged does not differ
            yield say("dispute.differs", label=label) if len(said) > 1 and key in VERDICT else label, cells


def _column(say: Words, row: Entry) -> dict[str, str]:
    """What one row says, by field; empty: nothing."""
    said = {"claim": row["claim"]}
    for key in VERDICT:
        said[key] = value(say, row, key) or ""
        if f"{key}_reason" in row:
            said[f"{key}_reason"] = row[f"{key}_reason"] or ""
    said["citations"] = _listed(say, (target(say, one) for one in row["citations"]))
    said["evidence"] = _listed(say, (_fragment(say, one) for one in row["evidence"]))
    return said | {key: row[key] or "" for key in NOTES}


def _fragment(say: Words, one: Shown) -> str:
    """A fragment in one line; of one that was not retrieved, which stands nowhere above, with its text."""
    name = fragment(say, one, retrieved=False)
    return name if one["rank"] is not None else say.joined([name, shorten(one["text"])], ": ")


def _listed(say: Words, names: Iterable[str]) -> str:
    every = list(names)
    return say.joined(every, "; ") if every else ""
