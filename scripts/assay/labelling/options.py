"""Flags of `assay gold add` and `assay gold edit`: the fields of a question, its passages, and what to look at first."""

from collections.abc import Callable
from typing import Any

import click

from assay.gold.fields import FOUND_BY, QUERY, ROLES, SPLITS, STATUSES

Command = Callable[..., Any]
NULLABLE = [name for name, field in QUERY.items() if field.nullable]


def together(*options: Command) -> Callable[[Command], Command]:
    """All of them at once, in this order in the help."""

    def put(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return put


looking = together(
    click.option("--documents", is_flag=True, help="Look: all documents. Nothing is written."),
    click.option("--outline", metavar="DOC", help="Look: the sections of a document, by number."),
    click.option(
        "--read",
        nargs=2,
        metavar="DOC SECTION",
        help="Look: a section (number or anchor), sentences by number.",
    ),
    click.option("--find", metavar="WORDS", help="Look: where words stand, in the order of documents."),
)
asking = together(
    click.option(
        "--ask/--no-ask",
        default=None,
        help="Be asked; without either, where flags are missing and standard input is a terminal.",
    ),
    click.option("--dry-run", is_flag=True, help="Show the lines and write nothing."),
)
choosing = together(
    click.option(
        "--passage",
        "passages",
        nargs=2,
        multiple=True,
        metavar="DOC WORDS",
        help="Choose a passage: its words, or @SECTION:FIRST-LAST. The first is p1, the next p2.",
    ),
    click.option(
        "--passage-id",
        "names",
        nargs=2,
        multiple=True,
        metavar="pN ID",
        help="Its id, as p1 returns#term; default: by its section.",
    ),
    click.option(
        "--set",
        "sets",
        multiple=True,
        metavar='"p1 + ID"',
        help="An evidence set: all of it is needed. Repeated: any one is enough.",
    ),
)
conditions = together(
    click.option("--query", help="The question, as it is asked."),
    click.option("--lang", help="Language of the question; default: by its letters."),
    click.option("--type", "type_", metavar="WORD", help="Kind of question."),
    click.option("--split", type=click.Choice(SPLITS), help="dev (default of a new one) or holdout."),
    click.option("--as-of", metavar="YYYY-MM-DD", help="The day for which it is asked."),
    click.option("--subject", help="Product or department for which it is asked."),
    click.option(
        "--turn",
        "turns",
        nargs=2,
        multiple=True,
        metavar=f"[{'|'.join(ROLES)}] TEXT",
        help="An earlier turn of a follow-up question; repeated, in order.",
    ),
    click.option("--rewritten", help="The standalone question that is sent of a follow-up."),
)
reasons = together(
    click.option(
        "--no-answer", is_flag=True, help="The corpus has no answer: no sets, type no_answer, checked today."
    ),
    click.option("--unlabelled", is_flag=True, help="Nobody has labelled it yet: no sets."),
    click.option(
        "--relevant",
        nargs=2,
        multiple=True,
        metavar="pN|ID 1|2",
        help="A passage in no set that helps: 2, or 1 (a little).",
    ),
    click.option(
        "--why", "whys", nargs=2, multiple=True, metavar="pN|ID TEXT", help="Why a passage is relevant."
    ),
    click.option("--rationale", help="Why the sets suffice, or why nothing does."),
    click.option("--expected-answer", help="A right answer, in short."),
    click.option(
        "--claim",
        "claims",
        nargs=3,
        multiple=True,
        metavar='ID TEXT "p1 + ID"',
        help="What a right answer must say, and the passages that each support it.",
    ),
    click.option(
        "--unanswerable", multiple=True, metavar="TEXT", help="A part that the corpus cannot answer."
    ),
    click.option("--found-by", type=click.Choice(FOUND_BY), help="Default: by what was used here."),
    click.option("--reviewed-by", multiple=True, metavar="NAME", help="Who checked it; repeated."),
    click.option("--checked-corpus", metavar="ID", help="Corpus that a no_answer was checked against."),
    click.option(
        "--status", type=click.Choice(STATUSES), help="Default: reviewed where somebody checked it."
    ),
)
altering = together(
    click.option("--add-set", "more_sets", multiple=True, metavar='"p1 + ID"', help="One more evidence set."),
    click.option(
        "--remove-set",
        "removed",
        multiple=True,
        type=click.IntRange(1),
        metavar="N",
        help="Remove evidence set N, from 1.",
    ),
    click.option(
        "--add-to-set",
        "joined",
        nargs=2,
        multiple=True,
        metavar="N pN|ID",
        help="One more passage that set N needs.",
    ),
    click.option(
        "--remove-from-set",
        "parted",
        nargs=2,
        multiple=True,
        metavar="N ID",
        help="A passage that set N does not need.",
    ),
    click.option(
        "--clear", multiple=True, type=click.Choice(NULLABLE), metavar="FIELD", help="Make a field null."
    ),
)
