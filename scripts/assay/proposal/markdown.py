"""Accounts of a change as Markdown for a comment: counts first, whole items, cut at a limit that it names."""

import re
from collections.abc import Sequence

from assay.changes.wording import Piece
from assay.proposal.account import Account, Entry, Item, Quoted, Section, Table
from assay.proposal.phrases import Words
from assay.report.markdown import Markdown, code, plain, shorten, table

LIMIT = 60_000  # characters; GitHub takes 65,536
_MARKS = {"added": "➕", "removed": "➖", "same": "▫️"}
_KINDS = {"added": "🟢", "removed": "🔴", "changed": "🟡"}
_QUOTE = 600  # characters of a passage
_CALLS = re.compile(r"@(?=\w)|(?<!\w)#(?=\d)")
_COMMAND = re.compile(r"(`[^`]+`)")
_NUMBERS = set("0123456789.–→ +-=")
MOST = 60  # lines of one item
_PIECE = 1_500  # characters of a stretch of text


def document(accounts: Sequence[Account], words: Words, commands: str, limit: int = LIMIT) -> str:
    """The accounts in at most ``limit`` characters: what stands at the head of each, and tables, then the items.

    Of the items there are as many as there is room for; room that one account does not need is the others'.

    Args:
        accounts: what is said.
        words: phrases of its language.
        commands: what shows all of it, as Markdown, named where something is left out.
        limit: most characters.
    """
    heads = _heads(accounts, explained=True)
    if sum(map(len, heads)) > limit // 2:  # figures and items go before what the figures mean
        heads = _heads(accounts, explained=False)
    told = [[[_item(item) for item in section.items] for section in account.sections] for account in accounts]
    openings = [len(_opening(section)) + 2 for account in accounts for section in account.sections]
    note = words("left_out", limit=limit, names="", commands="")
    room = limit - sum(map(len, heads)) - sum(openings) * 2 - len(note) - len(commands) - 100
    parts, left_out = heads, []
    for account, items, share in zip(accounts, told, _shares(told, room), strict=True):
        shown, missing = _sections(account.sections, items, share, words)
        parts += shown
        left_out += missing
    if left_out:
        names = _said(", ".join(left_out))
        parts.append("> " + words("left_out", limit=limit, names=names, commands=commands))
    return "\n\n".join(part for part in parts if part).strip() + "\n"


def _shares(told: Sequence[Sequence[Sequence[str]]], room: int) -> list[int]:
    """Characters for the items of each account: what it needs, and where that is too much an equal share."""
    needs = [sum(len(item) + 2 for section in account for item in section) for account in told]
    shares = [0] * len(needs)
    for left, number in zip(
        range(len(needs), 0, -1), sorted(range(len(needs)), key=needs.__getitem__), strict=True
    ):
        shares[number] = min(needs[number], (room - sum(shares)) // left)
    return shares


def _said(text: object) -> Markdown:
    """Foreign text, in which nobody is called and nothing is linked: hosts look for both in what is shown."""
    return Markdown(_CALLS.sub("\\g<0>\u2060", plain(text)))


def _noted(text: str) -> str:
    """A sentence of ours with commands in it."""
    parts = _COMMAND.split(text)
    return "".join(code(part.strip("`")) if _COMMAND.fullmatch(part) else _spaced(part) for part in parts)


def _spaced(text: str) -> str:
    """The text with the spaces around it, which stand between it and a command."""
    before, after = (" " if text[edge].isspace() else "" for edge in (0, -1)) if text else ("", "")
    return f"{before}{_said(text)}{after}" if text.strip() else text


def _head(account: Account) -> str:
    lines = [f"## {_said(account.title)}", "", f"{_said(account.sides)}", ""]
    lines += [f"- **{_said(name)}**: {', '.join(map(plain, counts))}" for name, counts in account.counts]
    return "\n".join([*lines, *(f"- {_noted(note)}" for note in account.notes)])


def _heads(accounts: Sequence[Account], *, explained: bool) -> list[str]:
    return ["\n\n".join([_head(account), *_tables(account, explained=explained)]) for account in accounts]


def _tables(account: Account, *, explained: bool) -> list[str]:
    """Tables belong to the head: they say in short what the items say at length."""
    found = [(section.title, section.table) for section in account.sections if section.table is not None]
    return [
        "\n\n".join([f"### {_said(title)}", _table(one), *(_legend(one) if explained else [])])
        for title, one in found
    ]


def _table(one: Table) -> str:
    return table(one.head, [[*map(_cell, row)] for row in one.rows], right=len(one.head) - 1)


def _legend(one: Table) -> list[str]:
    return ["\n".join(f"- {_noted(line)}" for line in one.legend)] if one.legend else []


def _cell(text: str) -> str:
    return Markdown(text) if set(text) <= _NUMBERS else text


def _opening(section: Section) -> str:
    return f"### {_said(section.title)} ({len(section.items)})" if section.items else ""


def _sections(
    sections: Sequence[Section], told: Sequence[Sequence[str]], room: int, words: Words
) -> tuple[list[str], list[str]]:
    """The sections with the whole items that there is room for, and what is left out."""
    parts: list[str] = []
    left_out: list[str] = []
    for section, items in zip(sections, told, strict=True):
        shown = []
        for item in items:
            if len(item) + 2 <= room:  # a large one hides none of the smaller ones behind it
                shown.append(item)
                room -= len(item) + 2
        parts += [_opening(section), *shown]
        if len(shown) < len(items):
            left_out.append(words("left_out.items", title=section.title, n=len(items) - len(shown)))
    return [part for part in parts if part], left_out


def _item(item: Item) -> str:
    about = ", ".join(word for word in item.about if word)
    title = f" {_said(shorten(item.title))}" if item.title else ""
    lines = [f"#### {_KINDS[item.kind]} {code(item.id)}{title}"]
    lines += ["", f"<sub>{_said(about)}</sub>"] if about else []
    every = [line for entry in item.entries for line in _entry(entry)]
    kept = every[:MOST]
    lines += ["", *kept, *([f"- … +{len(every) - MOST}"] if len(every) > MOST else [])]
    return "\n".join(lines).rstrip()


def _entry(entry: Entry) -> list[str]:
    told = "".join(map(_piece, entry.pieces))
    lines = [f"- {_said(entry.label)}{' ' + told if told else ''}"]
    return lines + [_quoted(quoted) for quoted in entry.passages]


def _quoted(quoted: Quoted) -> str:
    text = f": «{_said(shorten(quoted.text, _QUOTE))}»" if quoted.text else ""
    place = f" ({_said(quoted.place)})" if quoted.place else ""
    return f"  - {_MARKS[quoted.mark]} {code(quoted.id)}{place}{text}"


def _piece(piece: Piece) -> Markdown:
    if piece.kind == "cut":
        return Markdown(" … ")
    text = shorten(piece.text, _PIECE)
    if not text:
        return Markdown(" ")
    before, after = (" " if edge.isspace() else "" for edge in (piece.text[0], piece.text[-1]))
    shown = _said(text)
    if piece.kind == "removed":
        shown = Markdown(f"<del>{shown}</del>")
    elif piece.kind == "added":
        shown = Markdown(f"<ins>{shown}</ins>")
    return Markdown(f"{before}{shown}{after}")
