"""Commands that write evidence tables: ``assay evidence new``, ``edit``, ``judge``."""

from typing import TYPE_CHECKING, Any

import click

from assay.errors import refuse
from assay.judging import options
from assay.judging.beginning import bytes_of, desk_of, is_asked

if TYPE_CHECKING:
    from assay.judging.cases import Wish
    from assay.judging.desk import Desk
    from assay.judging.drafting import Draft
    from assay.labelling.prompting import Words

_CHANGES = "Say why and what changes: --why, with --split, --merge or --jsonl; or be asked, in a terminal or with --ask."
_VERDICT = "give CLAIM and its verdict by flags, or --jsonl; or be asked, in a terminal or with --ask"


@click.command
@click.argument("answer")
@options.by
@click.option(
    "--from", "other", metavar="REVIEWER", help="Take over this reviewer's claims, without verdicts."
)
@options.asking
@options.dry_run
def new(**given: Any) -> None:
    """Take down the claims of a recorded answer: proposed a sentence each, then split, merged and mended.

    Asked in a terminal; nothing is written before the reviewer agrees, then all rows are. Without a terminal
    the proposals are printed, a JSON object a line (kind, claim, quote, citations): the form that --jsonl takes.
    A quotation may also be given as words of the answer or as [first, end].

    Example: assay evidence new A-117

    Example: assay evidence new A-017 --from "Vera Lind" --by Bob

    Example: assay evidence new A-017 --no-ask > claims.jsonl

    Example: assay evidence new A-017 --jsonl claims.jsonl --dry-run
    """
    from assay.judging import desk as desks
    from assay.judging import drafting, finishing, flags, stated

    if given["jsonl"] and given["other"]:
        raise click.UsageError("Give --jsonl or --from, not both.")
    desk = desk_of(given)
    asked = is_asked(given, missing=not (given["jsonl"] or given["other"]))
    if given["jsonl"]:
        claims = stated.claims(*bytes_of(given["jsonl"], desk.words), desk.answer)
        draft = drafting.Draft(desk.answer, ()).holding(claims)
    elif given["other"]:
        draft = flags.taken(desk, given["other"])
    else:
        draft = drafting.proposal(desk.answer)
        if not asked:
            _print(draft, desk.words, desk.command("new", "--jsonl", "-"))
            return
    flags.refuse_known(desk)
    if desks.unexpected(desk):  # a record is never changed: better known before the work
        click.echo(desk.words("shape.unexpected"), err=True)
    others = [name for name in desk.reviewers if name != given["other"]]
    if others and not given["other"]:
        click.echo(desk.words("shape.others", names=", ".join(others)), err=True)
    if asked:
        finishing.Session(desk, draft, draft, None).go(dry_run=given["dry_run"])
    else:
        finishing.written(desk, draft, "", dry_run=given["dry_run"])


@click.command
@click.argument("answer")
@click.option("--why", metavar="REASON", help="Why the claims are changed: on the record.")
@options.by
@options.shaping
@options.asking
@options.dry_run
def edit(**given: Any) -> None:
    """Change one's own claims of a recorded answer: split, merge, reword, quote and cite anew.

    What changes is written as rows that supersede the old ones; those stay on record. A split or merge gets new ids.
    A changed claim keeps its id and loses its verdict: it is to be judged again. In --jsonl a line with claim_id
    changes that claim, one with from (a list of ids) comes in place of those, any other is a new claim.

    Two claims may have taken one number, on two branches or by two reviewers. --renumber gives one of them the next
    free one, and its verdict stays; in --jsonl claim_id with renumber, true, does.

    Example: assay evidence edit A-017 --why "two statements in one"

    Example: assay evidence edit A-017 --why "two statements" --split C-017-1 "any item + on sale | within 30 days"

    Example: assay evidence edit A-017 --why "one statement" --merge C-017-2 C-017-3 --dry-run

    Example: assay evidence edit A-017 --renumber C-017-5

    Example: assay evidence edit A-017 --no-ask > claims.jsonl
    """
    from assay.judging import desk as desks
    from assay.judging import drafting, finishing, flags, stated

    shaped = bool(given["splits"] or given["merges"])
    if given["jsonl"] and (shaped or given["renumbers"]):
        raise click.UsageError("Give --jsonl, or --split, --merge and --renumber, not both.")
    desk = desk_of(given)
    rows = [row for found in desks.own(desk).values() for row in found]
    before = draft = drafting.taken(desk.answer, rows, own=True)
    said = bool(given["jsonl"] or shaped or given["renumbers"])
    asked = is_asked(given, missing=not said)
    why = (given["why"] or "").strip()
    if not asked and not said:
        reason = why or desk.words("shape.reason")
        _print(draft, desk.words, desk.command("edit", "--why", reason, "--jsonl", "-"))
        return
    if not why and not asked:
        if given["jsonl"] or shaped:
            raise click.UsageError(_CHANGES)
        why = desk.words("row.renumbered")
    refuse(desks.unsaid(desk, why, "--why"))
    for name in given["renumbers"]:
        draft = drafting.renumbered(draft, name, "--renumber")
    draft = flags.altered(draft, given["splits"], given["merges"])
    if given["jsonl"]:
        draft = stated.changes(*bytes_of(given["jsonl"], desk.words), draft)
    if asked:
        finishing.Session(desk, before, draft, why).go(dry_run=given["dry_run"])
    else:
        finishing.written(desk, draft, why, dry_run=given["dry_run"])


@click.command
@click.argument("answer")
@click.argument("claim", required=False)
@options.verdict
@options.by
@click.option("--supersede", metavar="REASON", help="Judge again, and why the older verdict does not hold.")
@click.option(
    "--adjudicate", is_flag=True, help="Decide between reviewers, as an adjudicator of params.yaml."
)
@click.option(
    "--from", "other", metavar="REVIEWER", help="--adjudicate: whose wording it takes; default: the first."
)
@options.asking
def judge(**given: Any) -> None:
    """Judge the claims of a recorded answer one by one: is a citation attached, does a retrieved fragment support it.

    Both verdicts have a written reason. In a terminal each claim is shown with the fragments that it cites and all
    others; its row is on disk before the next one. At any question 0 stops, = leaves the claim for later, . goes one
    question back; what was said of a claim is kept in Git's folder of this clone until it is written. By flags one claim
    is judged, by --jsonl many: claim_id and the names of the flags, as attachment_reason; citations, evidence and
    corpus_text are lists; supersede where it is judged again, from where a ruling takes another reviewer's wording.

    Example: assay evidence judge A-017

    Example: assay evidence judge A-017 C-017-1 --attachment attached --attachment-reason "[D-01] ends the sentence"
    --support unsupported --support-reason "p04 excludes final sale" --evidence p04 --contradicts

    Example: assay evidence judge A-017 C-017-4 --attachment not_attached --attachment-reason "no mark after it"
    --support unsupported --support-reason "neither p04 nor p07 names a term" --corpus holds --corpus-text "refunds: five days"

    Example: assay evidence judge A-017 --jsonl verdicts.jsonl --by Bob

    Example: assay evidence judge A-017 --adjudicate --by Eve
    """
    from assay.judging import cases, verdicts
    from assay.judging import desk as desks

    if given["other"] and not given["adjudicate"]:
        raise click.UsageError("--from goes with --adjudicate.")
    flags = any(given[name] for name in verdicts.SAID)
    if given["jsonl"] and (flags or given["claim"]):
        raise click.UsageError("--jsonl names claims and verdicts itself: leave CLAIM and flags out.")
    asked = is_asked(given, missing=not (flags or given["jsonl"]))
    if asked == bool(flags or given["jsonl"]) or (flags and not given["claim"]):
        raise click.UsageError(
            f"Nobody is asked: {_VERDICT}." if not asked else "Give flags or --ask, not both."
        )
    desk = desk_of(given)
    refuse(desks.unexpected(desk))
    wish = cases.Wish(given["adjudicate"], given["other"])
    names = cases.open_cases(desk, wish)
    if asked:
        _walk(desk, wish, names, given)
    else:
        _by_flags(desk, wish, given)


def _print(draft: "Draft", words: "Words", command: str) -> None:
    from assay.judging.stated import lines

    for line in lines(draft):
        click.echo(line)
    click.echo(words("shape.printed", command=command), err=True)


def _walk(desk: "Desk", wish: "Wish", names: list[str], given: dict[str, Any]) -> None:
    from assay.judging.asking import Stoppable
    from assay.judging.walking import Walk

    name, why = given["claim"], (given["supersede"] or "").strip() or None
    if why and not name:
        raise click.UsageError("Name the claim that is judged again: assay evidence judge ANSWER CLAIM.")
    Walk(Stoppable(desk.words, "ended.kept"), desk, wish).go([name] if name else names, why)


def _by_flags(desk: "Desk", wish: "Wish", given: dict[str, Any]) -> None:
    from assay.judging import account, brought, cases, following, verdicts
    from assay.judging.corpus import Corpus
    from assay.judging.unfinished import Unfinished
    from assay.judging.writing import record

    why = (given["supersede"] or "").strip() or None
    if given["jsonl"]:
        found = brought.verdicts(desk, *bytes_of(given["jsonl"], desk.words), wish, why)
    else:
        one = cases.case(desk, given["claim"], wish)
        said = {**given, "citations": list(given["citations"]) or None}
        found = [(one, verdicts.row_of(desk, one, said, Corpus(desk.root), one.name, why))]
    after, unfinished = record(desk, found), Unfinished(desk, wish)
    for one, _ in found:
        unfinished.drop(one.name)
    for line in (*account.recorded(found, desk.words), *following.lines(after, wish)):
        click.echo(line, err=True)
