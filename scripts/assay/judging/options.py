"""Flags of the commands that write evidence tables."""

import click

from assay.entries import ATTACHMENTS, CORPUS, SUPPORTS
from assay.labelling.options import together

by = click.option("--by", metavar="NAME", help="The reviewer; default: git's user.name.")
asking = together(
    click.option(
        "--jsonl",
        type=click.Path(exists=True, dir_okay=False, allow_dash=True),
        metavar="FILE|-",
        help="What is to be written, a JSON object a line; `-`: standard input.",
    ),
    click.option(
        "--ask/--no-ask",
        default=None,
        help="Be asked; without either, where flags are missing and standard input is a terminal.",
    ),
)
dry_run = click.option("--dry-run", is_flag=True, help="Show the rows and write nothing.")
shaping = together(
    click.option(
        "--split",
        "splits",
        nargs=2,
        multiple=True,
        metavar='CLAIM "WORDS | WORDS"',
        help="Claims in place of one, by their words in the answer; `words + words`: two stretches.",
    ),
    click.option(
        "--merge", "merges", nargs=2, multiple=True, metavar="CLAIM CLAIM", help="One claim in place of two."
    ),
    click.option(
        "--renumber",
        "renumbers",
        multiple=True,
        metavar="CLAIM",
        help="Give it the next free number; its verdict stays. Where two claims have one, the later gets it: `CLAIM@START` names either.",
    ),
)
verdict = together(
    click.option(
        "--attachment", type=click.Choice(ATTACHMENTS), help="Does the answer tie a citation to it?"
    ),
    click.option(
        "--citation",
        "citations",
        multiple=True,
        metavar="MARKER",
        help="A citation that is attached; default: those that the claim has, none with not_attached.",
    ),
    click.option("--attachment-reason", metavar="TEXT", help="Why."),
    click.option(
        "--support",
        type=click.Choice(SUPPORTS),
        help="Does a retrieved fragment justify it, with its limits?",
    ),
    click.option("--support-reason", metavar="TEXT", help="Why."),
    click.option(
        "--evidence",
        multiple=True,
        metavar="CHUNK_ID",
        help="A retrieved fragment that the verdict rests on.",
    ),
    click.option("--contradicts", is_flag=True, help="A fragment says otherwise; with unsupported."),
    click.option("--missing", metavar="TEXT", help="What is lacking; with not_assessable."),
    click.option(
        "--corpus",
        type=click.Choice(CORPUS),
        help="Has the corpus a text that decides it? Where a fragment supports it or says otherwise: holds.",
    ),
    click.option(
        "--corpus-text",
        multiple=True,
        metavar='"DOC: WORDS"',
        help="Words of a document that decide it and were not retrieved.",
    ),
    click.option("--observation", metavar="TEXT", help="What can be seen."),
    click.option("--hypothesis", metavar="TEXT", help="What may be the cause, to be checked."),
    click.option("--open-question", metavar="TEXT", help="What stays open."),
)
