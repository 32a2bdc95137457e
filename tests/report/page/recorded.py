"""Recorded answers for the page: one with everything, A-017, and many that nobody has begun, to the page's queries."""

import functools

from assay.evidence.gathering import Evidence, gathered
from assay.evidence.runs import Runs
from evidence import cases
from report.evidence import sample

MANY = 60  # with the two others, two pages of the list
HELP = "help/2026-01-01"
TERMS = (
    "Заявку на возврат нужно подать в течение 30 календарных дней. "
    "Товары с распродажи не возвращаются. Курьер забирает возврат бесплатно."
)


def plain(queries, n):
    """An answer to the n-th query of the page."""
    return {
        **sample.RECORD,
        "answer_id": f"A-2{n:02}",
        "query_id": queries["id"][n],
        "query": queries["text"][n],
        "answer": TERMS,
        "citations": [],
        "declines": [],
    }


@functools.cache
def _full():
    return sample.rows(), [*cases.shop_rows().values()]


def many(data):
    """Their evidence, by the data of the page: some of the plain ones are judged, in part or whole.

    Args:
        data: payload of the page.
    """
    help_run = cases.run(*(plain(data["queries"], n) for n in range(MANY)), name=HELP)
    shop = cases.run(sample.RECORD, cases.A017)
    rows = [row for rows in _full() for row in rows]
    runs = Runs({HELP: help_run, cases.RUN: shop})
    # The rows of both were written about runs of one answer each.
    rows = [{**row, "run_id": shop.run_id} for row in rows]
    for n, one in enumerate(help_run.answers[:20]):
        rows += judged(one, n)
    rows += [row for n in (1, 7) for row in judged(help_run.answers[n], n + 1, f"C-2{n:02}", by="boris")]
    return gathered(runs, rows, {}, {"A-100": True})


def few(data, n):
    """Evidence of the first of the plain ones, none of them begun."""
    run = cases.run(*(plain(data["queries"], at) for at in range(n)), name=HELP)
    return gathered(Runs({HELP: run}), [], {}, {})


def judged(one, n, claim=None, **more):
    """Of the n-th answer two claims: supported or not; of each third the second is left."""
    name, support = claim or f"C-2{n:02}", ("supported", "unsupported")[n % 2]
    yield sample.judged(
        one,
        f"{name}-1",
        ["Заявку на возврат нужно подать в течение 30 календарных дней"],
        "not_attached",
        support,
        corpus="holds" if support == "supported" else "not_checked",
        evidence=["returns#набор.1"] if support == "supported" else [],
        **more,
    )
    second = ["Товары с распродажи не возвращаются"]
    if n % 3:
        yield sample.judged(
            one, f"{name}-2", second, "not_attached", "unsupported", corpus="not_checked", **more
        )
    else:
        yield cases.row(one, second, claim_id=f"{name}-2", **more)


def states(evidence: Evidence):
    """Of each answer its id, how its claims stand, and how far it is, computed from rows alone."""
    found = {}
    for table in evidence.tables:
        standings = [claim.state for claim in table.claims]
        contradicted = [bool(claim.counts and claim.counts["contradicts"]) for claim in table.claims]
        told = ["contradicts" if no else name for name, no in zip(standings, contradicted, strict=True)]
        state = (
            "none"
            if not told
            else "open"
            if "unjudged" in told
            else "disputed"
            if "disputed" in told
            else "done"
        )
        found[table.answer.id] = told, state
    return found
