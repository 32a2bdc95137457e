"""Accounts of a change as Markdown for a comment: counts first, whole items, cut at a limit that it names."""

from collections.abc import Sequence

from assay.changes.wording import Piece
from assay.proposal.account import Account, Entry, Item, Quoted, Section
from assay.proposal.phrases import Words
from assay.report.markdown import Markdown, code, one_line, plain, shorten, table

LIMIT = 60_000  # characters; GitHub takes 65,536
_MARKS = {"added": "➕", "removed": "➖", "same": "▫️"}
_KINDS = {"added": "🟢", "removed": "🔴", "changed": "🟡"}
_QUOTE = 600  # characters of a passage
_NOTE = 500  # characters of the line that says what is left out


def document(
    accounts: Sequence[Account], words: Words, command: str, limit: int = LIMIT, foot: str = ""
) -> str:
    """The accounts one after another, in at most ``limit`` characters.

    What stands at the head of each, and tables, come whole; of the items there are as many as there is room
    for, those of each account in its share.

    Args:
        accounts: what is said.
        words: phrases of its language.
        command: what shows all of it, named where something is left out.
        limit: most characters, ``foot`` included.
        foot: Markdown that stands at the end.
    """
    heads = [_head(account) for account in accounts]
    fixed = sum(map(len, heads)) + len(foot) + _NOTE + 4 * len(accounts)
    fixed += sum(len(_opening(section)) + 2 for account in accounts for section in account.sections)
    room, parts, left_out = limit - fixed, [], []
    for number, (account, head) in enumerate(zip(accounts, heads, strict=True)):
        share = room // (len(accounts) - number)
        told, used, missing = _sections(account.sections, share, words)
        room -= used
        parts += [head, *told]
        left_out += missing
    if left_out:
        note = words("left_out", limit=limit, names=", ".join(left_out), command=command)
        parts.append(f"> {plain(shorten(note, _NOTE // 2))}")
    return "\n\n".join(part for part in [*parts, foot] if part).strip() + "\n"


def _head(account: Account) -> str:
    lines = [f"## {plain(account.title)}", "", f"{plain(account.sides)}", ""]
    lines += [f"- **{plain(name)}**: {', '.join(map(plain, counts))}" for name, counts in account.counts]
    return "\n".join([*lines, *(f"- {plain(note)}" for note in account.notes)])


def _opening(section: Section) -> str:
    """The heading of a section, and its table."""
    count = f" ({len(section.items)})" if section.items else ""
    head = f"### {plain(section.title)}{count}"
    if section.table is None:
        return head
    rows = table(section.table.head, section.table.rows, right=len(section.table.head) - 1)
    return f"{head}\n\n{rows}"


def _sections(sections: Sequence[Section], room: int, words: Words) -> tuple[list[str], int, list[str]]:
    """The sections with as many whole items as there is room for, the characters used, and what is left out."""
    parts: list[str] = []
    left_out: list[str] = []
    used, full = 0, False
    for section in sections:
        parts.append(_opening(section))
        shown = 0
        for item in section.items:
            told = _item(item)
            # Those behind one that does not fit are left out as well: the order says what was shown.
            full = full or used + len(told) + 2 > room
            if full:
                break
            parts.append(told)
            used += len(told) + 2
            shown += 1
        if shown < len(section.items):
            left_out.append(words("left_out.items", title=section.title, n=len(section.items) - shown))
    return parts, used, left_out


def _item(item: Item) -> str:
    about = ", ".join(word for word in item.about if word)
    title = f" {plain(shorten(item.title))}" if item.title else ""
    lines = [f"#### {_KINDS[item.kind]} {code(item.id)}{title}"]
    lines += ["", f"<sub>{plain(about)}</sub>"] if about else []
    lines += ["", *(line for entry in item.entries for line in _entry(entry))]
    return "\n".join(lines).rstrip()


def _entry(entry: Entry) -> list[str]:
    told = "".join(map(_piece, entry.pieces))
    lines = [f"- {plain(entry.label)}{' ' + told if told else ''}"]
    return lines + [_quoted(quoted) for quoted in entry.passages]


def _quoted(quoted: Quoted) -> str:
    text = f": «{plain(shorten(quoted.text, _QUOTE))}»" if quoted.text else ""
    place = f" ({plain(quoted.place)})" if quoted.place else ""
    return f"  - {_MARKS[quoted.mark]} {code(quoted.id)}{place}{text}"


def _piece(piece: Piece) -> Markdown:
    if piece.kind == "cut":
        return Markdown(" … ")
    text = one_line(piece.text)
    if not text:
        return Markdown(" ")
    before, after = (" " if edge.isspace() else "" for edge in (piece.text[0], piece.text[-1]))
    shown = plain(text)
    if piece.kind == "removed":
        shown = Markdown(f"<del>{shown}</del>")
    elif piece.kind == "added":
        shown = Markdown(f"<ins>{shown}</ins>")
    return Markdown(f"{before}{shown}{after}")
