"""What each command that writes evidence tables begins with: the desk, whether somebody is asked, what a file brings."""

import sys
from typing import TYPE_CHECKING, Any

import click

from assay import files, git

if TYPE_CHECKING:
    from assay.judging.desk import Desk
    from assay.labelling.prompting import Words


def desk_of(given: dict[str, Any]) -> "Desk":
    """The desk of the answer and reviewer that a command names; what is wrong with other answers is said beside it.

    Args:
        given: parameters of the command, of which ``answer`` and ``by`` count.

    Raises:
        InputError: as :func:`assay.judging.desk.read_desk`.
    """
    from assay.corpora import language
    from assay.judging.desk import read_desk
    from assay.judging.phrases import PHRASES
    from assay.labelling import phrases
    from assay.labelling.prompting import Words

    root = git.root()
    words = Words(language(root), phrases.PHRASES, PHRASES)
    desk = read_desk(root, given["answer"], git.user() if given["by"] is None else given["by"], words)
    for notice in desk.others:
        click.echo(notice, err=True)
    return desk


def is_asked(given: dict[str, Any], *, missing: bool) -> bool:
    """Whether somebody is asked: as the flags say, else where they are missing, and in a terminal.

    Args:
        given: parameters of the command, of which ``ask`` and ``jsonl`` count.
        missing: whether flags are.

    Raises:
        UsageError: standard input cannot be both read and asked.
    """
    from assay.labelling.prompting import is_terminal

    if given["ask"] and given["jsonl"] == "-":
        raise click.UsageError("Standard input brings claims already: nobody can be asked there.")
    return missing and is_terminal(sys.stdin) if given["ask"] is None else bool(given["ask"])


def bytes_of(name: str, words: "Words") -> tuple[bytes, str]:
    """Bytes of a file or of standard input, and what to call it in the reviewer's language.

    Raises:
        InputError: standard input is closed.
    """
    data, where = files.brought(name)
    return data, words("input") if name == "-" else where
