"""The command that sees to labels whose text has changed: ``assay gold review``."""

import sys
from typing import TYPE_CHECKING, Any

import click

from assay import git
from assay.errors import InputError, Problem
from assay.onscreen import as_json

if TYPE_CHECKING:
    from assay.labelling.holding import Labels
    from assay.labelling.prompting import Words
    from assay.labelling.review.stale import Stale

_ONE = "Give one of --list, --refresh, --accept, --edit and --retire, or none of them in a terminal."
_MISSING = (
    "give --list, --refresh, --accept ID, --edit ID or --retire ID; or be asked, in a terminal or with --ask"
)


@click.command
@click.option("--list", "listing", is_flag=True, help="Show them, decide nothing.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of --list.")
@click.option("--refresh", is_flag=True, help="Take the new places of all that only moved.")
@click.option("--accept", multiple=True, metavar="ID", help="Same meaning: take the nearest text of today.")
@click.option("--edit", metavar="ID", help="Choose other words: with --quote or --span.")
@click.option("--quote", metavar="WORDS", help="The words of --edit, or @SECTION:FIRST-LAST.")
@click.option("--span", metavar="START:END", help="Or their offsets in the document.")
@click.option("--doc", metavar="DOC", help="Document of --quote; default: that of the passage.")
@click.option("--retire", multiple=True, metavar="ID", help="Remove it, with the sets that need it.")
@click.option("--yes", is_flag=True, help="Retire without being asked again.")
@click.option(
    "--ask/--no-ask", default=None, help="Be asked; default: where nothing is given, in a terminal."
)
def review(**given: Any) -> None:
    """Decide on labels whose text is gone from the documents: one by one, each decision written at once.

    Shown are the old text, the nearest of today and the words that differ. Same meaning: the passage takes the
    new text and place. Changed: choose other words. Retire: the passage goes with every set that needs it; a
    question left without sets is not labelled then.

    Example: assay gold review

    Example: assay gold review --list --format json

    Example: assay gold review --refresh

    Example: assay gold review --accept returns#term --accept returns#money

    Example: assay gold review --edit returns#term --quote "в течение 45 календарных дней"

    Example: assay gold review --retire returns#term --yes
    """
    from assay.labelling import holding
    from assay.labelling.prompting import is_terminal

    actions = [name for name in ("listing", "refresh", "accept", "edit", "retire") if given[name]]
    ask = not actions and (is_terminal(sys.stdin) if given["ask"] is None else given["ask"])
    if len(actions) > 1 or (actions and given["ask"]):
        raise click.UsageError(_ONE)
    if not actions and not ask:
        raise click.UsageError(_MISSING)
    if given["edit"] and (given["quote"] is None) == (given["span"] is None):
        raise click.UsageError("--edit needs one of --quote and --span.")
    if not given["edit"] and any(given[name] is not None for name in ("quote", "span", "doc")):
        raise click.UsageError("--quote, --span and --doc go with --edit.")
    labels = holding.read(git.root())
    words = _words(labels)
    if ask:
        _ask(labels, words)
    elif given["listing"]:
        _list(labels, words, given["form"])
    else:
        _act(labels, words, actions[0], given)


def _words(labels: "Labels") -> "Words":
    from assay.corpora import language
    from assay.labelling import phrases
    from assay.labelling.prompting import Words
    from assay.labelling.review.phrases import PHRASES

    return Words(language(labels.root), phrases.PHRASES, phrases.FIELDS, PHRASES)


def _ask(labels: "Labels", words: "Words") -> None:
    from assay.labelling.prompting import Talk, is_terminal
    from assay.labelling.review import talk

    talk.review(Talk(words, "ended.kept"), labels, colour=is_terminal(sys.stdout))


def _list(labels: "Labels", words: "Words", form: str) -> None:
    from assay.labelling.prompting import is_terminal
    from assay.labelling.review import account
    from assay.labelling.review.stale import stale

    found = stale(labels)
    if form == "json":
        click.echo(as_json([account.record(one) for one in found]))
        return
    for line in account.listed(found, labels, words, colour=is_terminal(sys.stdout)):
        click.echo(line)


def _act(labels: "Labels", words: "Words", action: str, given: dict[str, Any]) -> None:
    """One decision after another, each written at once."""
    from assay.labelling import writing
    from assay.labelling.review import decisions
    from assay.labelling.review.stale import stale

    if action == "refresh":
        writing.finish(labels, decisions.moved(labels, stale(labels)), words)
    elif action == "edit":
        row = _chosen(labels, given)
        writing.finish(labels, decisions.replaced(labels, given["edit"], row), words)
    elif action == "accept":
        found = {one.id: one for one in stale(labels)}
        places = [_accepted(found, name, labels) for name in dict.fromkeys(given["accept"])]
        for one in places:
            labels = writing.finish(labels, decisions.taken(labels, one.id, one.proposals[0].place), words)
    else:
        _retire(labels, words, given)


def _accepted(found: "dict[str, Stale]", name: str, labels: "Labels") -> "Stale":
    one, where = found.get(name), f"--accept {name}"
    if name not in labels.passages:
        raise InputError(Problem(where, "is no passage", "see `assay gold review --list`"))
    if one is None:
        raise InputError(Problem(where, "is not stale", "nothing is to be decided"))
    if len(one.proposals) != 1:
        rule = "stands at several places" if one.proposals else "is like nothing in the documents"
        fix = f"`assay gold review --edit {name} --span START:END`, or --retire {name}"
        raise InputError(Problem(where, rule, fix))
    return one


def _chosen(labels: "Labels", given: dict[str, Any]) -> dict[str, Any]:
    from assay.labelling.choosing import chosen, row_of, text_named

    name = given["edit"]
    if name not in labels.passages:
        raise InputError(Problem(f"--edit {name}", "is no passage", "see `assay gold review --list`"))
    doc = given["doc"] or labels.passages[name]["doc_id"] or ""
    if given["quote"] is not None:
        return chosen(labels, doc, given["quote"], name)[0]
    text = text_named(labels.texts, doc)
    start, _, end = given["span"].partition(":")
    if not (start.isascii() and start.isdigit() and end.isascii() and end.isdigit()):
        raise click.UsageError("--span is START:END, as 412:447.")
    if text is None:
        raise InputError(Problem(f"--doc {doc}", "is no document of the corpus", "name another: --doc DOC"))
    if not 0 <= int(start) < int(end) <= len(text.body):
        rule = f"{given['span']} is not inside {doc}, which has {len(text.body)} characters"
        raise InputError(Problem("--span", rule, "give code points, the end excluded"))
    return row_of(labels, text, (int(start), int(end)), name)


def _retire(labels: "Labels", words: "Words", given: dict[str, Any]) -> None:
    from assay.labelling import writing
    from assay.labelling.prompting import Talk, is_terminal
    from assay.labelling.review import account, decisions

    if not given["yes"] and not is_terminal(sys.stdin):
        raise click.UsageError("--retire needs --yes where nobody can be asked.")
    for name in dict.fromkeys(given["retire"]):
        retirement = decisions.retired(labels, name)
        for line in account.losses(retirement, words):
            click.echo(line)
        if given["yes"] or Talk(words, "ended.kept").yes("retire", name=name):
            labels = writing.finish(labels, retirement.change, words)
