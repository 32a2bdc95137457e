"""Commands that write labels: ``assay gold add``, ``assay gold edit``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from assay import git
from assay.errors import InputError, Problem
from assay.labelling import options

if TYPE_CHECKING:
    from assay.labelling.drafting import Draft
    from assay.labelling.holding import Labels
    from assay.labelling.prompting import Talk

NEEDED = "give --query and one of --set, --no-answer, --unlabelled; or be asked, in a terminal or with --ask"
CHANGES = "say what changes, as --rationale TEXT or --add-set; or be asked, in a terminal or with --ask"


@click.command
@options.looking
@options.conditions
@options.choosing
@options.reasons
@click.option("--id", help="Id of the question; default: the next of those there.")
@options.asking
def add(**given: Any) -> None:
    """Add a question, its evidence sets and their passages: asked in a terminal, or by flags alone.

    Nothing is written that `assay gold check` would refuse; both files are written, or none. Documents are read
    and searched for exact words, in their order: no ranking, for labels must not have a retriever's errors.

    Example: assay gold add

    Example: assay gold add --find "30 календарных дней"

    Example: assay gold add --read returns 2

    Example: assay gold add --query "Сколько дней на возврат?" --passage returns "в течение 30 календарных дней" --set p1

    Example: assay gold add --query "Может ли возврат занять больше?" --passage returns @2:1 --passage holidays @1:2-3
    --set "p1 + p2" --set returns#full --why p1 "Общее правило." --why p2 "Исключение." --rationale "Срок и исключение."

    Example: assay gold add --query "Do you deliver to the Moon?" --no-answer --rationale "No page names it." --dry-run
    """
    from assay.labelling import drafting, flags, ids
    from assay.retrieval.languages import of_question

    labels = _read(given)
    if labels is None:
        return
    enough = given["query"] and (given["sets"] or given["no_answer"] or given["unlabelled"])
    talk = _talk(labels, given, asked=not enough, usage=NEEDED)
    name = given["id"] or ids.proposed_id(labels.queries)
    if name in labels.queries:
        raise InputError(Problem(f"--id {name}", "is already used", f"`assay gold edit {name}` changes it"))
    draft = drafting.Draft(drafting.new_row(name, given["query"] or "", ""), numbered=not given["id"])
    if given["query"]:
        draft.row["lang"] = of_question(given["query"], _language(labels.root))
    flags.filled(draft, given, labels, settled=talk is None)
    if talk:
        from assay.labelling.guide import Guide

        guide = Guide(talk, labels, draft)
        guide.begin(_language(labels.root), flags.said(given))
        _finish(guide.finish() is not None, labels, draft, given, talk)
    else:
        _finish(True, labels, draft, given, None)


@click.command
@click.argument("name", metavar="ID", required=False)
@options.looking
@options.conditions
@options.choosing
@options.altering
@options.reasons
@options.asking
def edit(**given: Any) -> None:
    """Change the question ID, any field of it: asked in a terminal, or by flags alone.

    `--set` puts other sets in place of all; `--add-set`, `--remove-set`, `--add-to-set` and `--remove-from-set`
    alter them, by the numbers that `assay query show` has. In the talk an empty answer keeps what is there.

    Example: assay gold edit q-a13

    Example: assay gold edit q-a13 --passage holidays "в праздники на 3 дня дольше" --add-set "p1 + returns#term"

    Example: assay gold edit q-a13 --remove-from-set 2 returns#note --rationale "Правила хватает."

    Example: assay gold edit q-a13 --clear as_of --reviewed-by "Анна" --reviewed-by "Олег" --dry-run
    """
    from assay.labelling import drafting, flags

    labels = _read(given)
    if labels is None:
        return
    if not given["name"]:
        raise click.UsageError("Name the question: assay gold edit ID.")
    row = labels.queries.get(given["name"])
    if row is None:
        raise InputError(_unknown(given["name"], labels))
    draft = drafting.Draft.of(row)
    talk = _talk(labels, given, asked=not flags.says_something(given), usage=CHANGES)
    flags.filled(draft, given, labels, settled=talk is None)
    if talk:
        from assay.labelling.guide import Guide

        _finish(Guide(talk, labels, draft).finish() is not None, labels, draft, given, talk)
    else:
        _finish(True, labels, draft, given, None)


def _read(given: dict[str, Any]) -> "Labels | None":
    """The gold set; None where the flags ask to look at documents, which are shown."""
    from assay.gold.repository import read_corpus
    from assay.labelling import flags, holding, listing

    root = git.root()
    if not flags.looks(given):
        return holding.read(root)
    for line in listing.looked(given, read_corpus(root)):
        click.echo(line)
    return None


def _talk(labels: "Labels", given: dict[str, Any], *, asked: bool, usage: str) -> "Talk | None":
    """The talk, where there is one.

    Raises:
        UsageError: flags are missing, and nobody can be asked.
    """
    from assay.labelling.phrases import FIELDS, PHRASES
    from assay.labelling.prompting import Talk, Words, is_terminal

    ask = given["ask"]
    if ask is None:
        ask = asked and is_terminal(sys.stdin)
    if not ask and asked:
        raise click.UsageError(usage)
    return Talk(Words(_language(labels.root), PHRASES, FIELDS)) if ask else None


def _language(root: Path) -> str:
    from assay.corpora import language

    return language(root)


def _unknown(name: str, labels: "Labels") -> Problem:
    import difflib

    near = difflib.get_close_matches(name, labels.queries, 3, 0.4)
    fix = f"did you mean {', '.join(near)}?" if near else "see the ids in gold/queries.jsonl"
    return Problem(f"gold/queries.jsonl {name}", "is no query", fix)


def _finish(
    agreed: bool, labels: "Labels", draft: "Draft", given: dict[str, Any], talk: "Talk | None"
) -> None:
    """Write the draft, or show its lines."""
    from functools import partial

    from assay.labelling import ids, writing
    from assay.labelling.phrases import PHRASES
    from assay.labelling.prompting import Words

    words = talk.words if talk else Words(_language(labels.root), PHRASES)
    if not agreed:
        click.echo(words("left"))
        return
    again, told = partial(ids.drawn_again, draft), talk is not None
    writing.finish(labels, draft.change, words, again=again, told=told, dry_run=given["dry_run"])
