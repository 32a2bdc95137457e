"""Commands about texts that systems found and gold does not know: ``assay triage``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assay import git, output
from assay.onscreen import as_json

if TYPE_CHECKING:
    from assay.labelling.prompting import Words
    from assay.labelling.triage.candidates import Candidate
    from assay.labelling.triage.ledgers import Found

DECISIONS = ("joins_gold", "not_relevant", "conflicting")
_NEEDED = "give QUERY, TEXT, DECISION and --reason; or nothing, in a terminal or with --ask"
_JOINING = ("sets", "quote", "passage_id", "why", "rationale", "supports_claims", "compatible_with")


@click.group()
def triage() -> None:
    """Texts that a system found and gold does not know: people decide, nothing joins gold by itself.

    Example: assay triage list
    """


@triage.command("list", short_help="Show what nobody has decided on.")
@click.option("--query", metavar="ID", help="Of one question only.")
@click.option("--system", "systems", multiple=True, metavar="NAME", help="Found by it; may be repeated.")
@click.option("--all", "every", is_flag=True, help="Those that are decided on, too.")
@output.form("text", "json")
def list_(query: str | None, systems: tuple[str, ...], every: bool, form: str) -> None:
    """Show candidates by question: text, hash, document, which systems found it and at which rank.

    Candidates are chunks within the headline cut-off of dev questions that are not sufficient there. What is
    decided on does not come back, whatever chunk has the text; what joins gold, and no set has yet, is noted.

    Example: assay triage list --query q-a13

    Example: assay triage list --system bm25-fine --format json
    """
    from assay.gold.repository import files_now
    from assay.labelling import holding
    from assay.labelling.triage import account, joining
    from assay.scoring.inspection import chosen_systems

    root = git.root()
    words, files = _words(root), files_now(root)
    queries = holding.rows("queries", files["queries"])
    there, found = _found(root, queries, query)
    chosen_systems([*there.tables, *there.absent], systems)
    shown = [
        one
        for one in found
        if (every or not one.decided)
        and (not systems or any(finding.system in systems for finding in one.findings))
    ]
    if there.absent:
        click.echo(words("not_run", names=", ".join(there.absent)), err=True)
    for one in joining.without_set(found, queries, files["passages"]):
        place = one.doc_id or "—"
        click.echo(words("unlabelled", sha=one.sha256[:12], place=place, query=one.query), err=True)
    if form == "json":
        records = [account.record(one, queries[one.query]) for one in shown]
        click.echo(as_json(records))
        return
    for line in account.listed(shown, queries, words):
        click.echo(line)


@triage.command(short_help="Decide on one of them, or on all in turn.")
@click.argument("query", required=False)
@click.argument("text", metavar="[TEXT_SHA256]", required=False)
@click.argument("decision", type=click.Choice(DECISIONS), metavar=f"[{'|'.join(DECISIONS)}]", required=False)
@click.option("--reason", help="Why.")
@click.option("--by", help="Who decides; default: git's user.name.")
@click.option("--supersede", metavar="REASON", help="Decide again, and why the older decision does not hold.")
@click.option(
    "--supports-claims", multiple=True, metavar="ID", help="A claim of the question that the text supports."
)
@click.option(
    "--compatible-with", multiple=True, metavar="ID", help="A passage that holds together with the text."
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar='"p1 + ID"',
    help="joins_gold: one more evidence set; p1 is the text.",
)
@click.option(
    "--quote", metavar="WORDS", help="joins_gold: the words of its document that p1 is; default: all."
)
@click.option("--passage-id", metavar="ID", help="joins_gold: id of p1; default: by its section.")
@click.option("--why", help="joins_gold: why p1 is relevant.")
@click.option("--rationale", help="joins_gold: why the sets suffice.")
@click.option("--ask/--no-ask", default=None, help="Be asked for what is missing; default: in a terminal.")
def decide(**given: Any) -> None:
    """Decide on a text: it joins gold, is not relevant, or contradicts what gold has; on the record, with a reason.

    TEXT_SHA256 is the hash that `assay triage list` shows, or its beginning. The decision goes to
    evidence/triage/<author>.jsonl. It is no label: a text joins gold as part of an evidence set that the expert
    states, here with --set or asked in a terminal; without a set the decision alone is recorded. Without
    arguments, in a terminal: one candidate after another.

    Example: assay triage decide

    Example: assay triage decide q-a13 3fa9c1 not_relevant --reason "о другом отделе"

    Example: assay triage decide q-a13 3fa9c1 joins_gold --reason "the same rule" --set "p1 + returns#term"
    --quote "не позднее 30 дней" --supports-claims c1

    Example: assay triage decide q-a13 3fa9c1 conflicting --reason "old rule" --supersede "read it again"
    """
    from assay.labelling.prompting import is_terminal
    from assay.labelling.triage import ledgers

    root = git.root()
    who = ledgers.author(git.user() if given["by"] is None else given["by"])
    ask = is_terminal(sys.stdin) if given["ask"] is None else given["ask"]
    named = [given[name] for name in ("query", "text", "decision")]
    if not any(named) and ask:
        _all(root, who)
    elif not all(named) or not (given["reason"] or "").strip():
        raise click.UsageError(_NEEDED)
    else:
        _one(root, who, given, ask=ask)


def _all(root: Path, who: str) -> None:
    from assay.labelling import holding
    from assay.labelling.prompting import Talk
    from assay.labelling.triage import talk

    labels, words = holding.read(root), _words(root)
    there, found = _found(root, labels.queries, None)
    if there.absent:
        click.echo(words("not_run", names=", ".join(there.absent)), err=True)
    open_ones = [one for one in found if not one.decided]
    talk.triage(talk.Desk(Talk(words, "ended.kept"), who), labels, open_ones)


def _one(root: Path, who: str, given: dict[str, Any], *, ask: bool) -> None:
    """Decide on one candidate, by flags; the set of one that joins gold may be asked for."""
    from assay.labelling import holding
    from assay.labelling.prompting import Talk
    from assay.labelling.triage import candidates, deciding, joining, talk

    decision = given["decision"]
    if decision != deciding.JOINS and any(given[name] for name in _JOINING):
        raise click.UsageError("--set and what belongs to it go with joins_gold.")
    if not given["sets"] and any(given[name] for name in ("quote", "passage_id", "why", "rationale")):
        raise click.UsageError("--quote, --passage-id, --why and --rationale go with --set.")
    labels, words = holding.read(root), _words(root)
    _, found = _found(root, labels.queries, given["query"])
    one = candidates.named(found, given["query"], given["text"])
    claims, compatible = given["supports_claims"], given["compatible_with"]
    asked = labels.queries[one.query]
    joining.check_names(asked, labels, list(claims), list(compatible))
    verdict = deciding.Verdict(decision, given["reason"], claims, compatible, given["supersede"])
    if decision == deciding.JOINS and ask and not given["sets"]:
        talk.joined(talk.Desk(Talk(words), who), labels, one, verdict)
        return
    row = deciding.row_of(labels, one, verdict, who)
    draft = joining.stated(labels, one, given) if given["sets"] else None
    deciding.record(labels, row, draft, words)


def _found(
    root: Path, queries: dict[str, dict[str, Any]], query: str | None
) -> "tuple[Found, list[Candidate]]":
    """Tables and ledger, and the candidates of the dev questions, decided ones too."""
    from assay.labelling.triage import candidates, ledgers

    dev = candidates.dev_queries(queries, query)
    there = ledgers.read(root)
    return there, candidates.candidates(there.tables, dev, there.decisions)


def _words(root: Path) -> "Words":
    from assay.corpora import language
    from assay.labelling import phrases
    from assay.labelling.prompting import Words
    from assay.labelling.triage.phrases import PHRASES

    return Words(language(root), phrases.PHRASES, phrases.FIELDS, PHRASES)
