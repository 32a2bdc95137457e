"""An evidence table as Markdown: an overview of its claims, then each claim with everything that is said of it."""

from collections.abc import Iterator, Sequence

from assay.report.evidence.account import Account, Beside, Earlier, Field, Item, Line
from assay.report.evidence.catalogue import Words
from assay.report.markdown import Markdown, code, finished, joined, shorten, table

BREAK = "<br>"  # of lines inside a line of Markdown


def document(say: Words, account: Account) -> str:
    """The account as one document.

    Args:
        say: phrases as Markdown.
        account: made with the same.
    """
    blocks = [Markdown(f"# {finished(account.title)}"), *account.notes, _list(account.head)]
    blocks += [Markdown(f"## {finished(account.counted)}")]
    blocks += [account.empty] if account.empty else [overview(say, account.claims)]
    for item in account.claims:
        blocks += _item(item, account.history)
    return "\n\n".join(finished(block) for block in blocks) + "\n"


def overview(say: Words, items: Sequence[Item]) -> Markdown:
    """A row a claim: what it says, how it stands, which check comes next."""
    header = [say("field.claim_id"), say("field.claim"), say("field.verdict")]
    header += [say(f"field.{key}") for key in ("attachment", "next")]
    rows = (
        [
            code(item.id),
            shorten(item.text),
            item.verdict,
            _first(item.fields, "attachment"),
            _first(item.fields, "next"),
        ]
        for item in items
    )
    return table(header, rows)


def cell(lines: Sequence[Line], limit: int | None = None) -> Markdown:
    """Lines inside a cell or an entry: words of a text in quotation marks, cut where a limit is given."""
    parts: list[Markdown] = []
    quote: list[Markdown] = []
    for line in [*lines, Line("")]:
        if line.quoted:
            quote.append(finished(line.text if limit is None else shorten(line.text, limit)))
            continue
        if quote:
            parts.append(Markdown(f"«{BREAK.join(quote)}»"))
            quote = []
        parts.append(finished(line.text))
    return joined(parts[:-1], BREAK)


def _first(fields: Sequence[Field], key: str) -> str:
    return next((field.lines[0].text for field in fields if field.key == key), "")


def _list(fields: Sequence[Field]) -> Markdown:
    return Markdown("\n".join(f"- **{finished(field.label)}:** {cell(field.lines)}" for field in fields))


def _item(item: Item, history: str) -> Iterator[str]:
    yield Markdown(f"### {code(item.id)}: {finished(item.verdict)}")
    yield _list(item.fields)
    if item.beside:
        yield finished(item.beside.note)
        yield _beside(item.beside)
    if item.earlier:
        yield Markdown(f"**{finished(history)}**")
        yield Markdown("\n".join(_earlier(one) for one in item.earlier))
    if item.more:
        yield finished(item.more)


def _beside(beside: Beside) -> Markdown:
    return table(["", *beside.head], [[label, *cells] for label, cells in beside.rows])


def _earlier(one: Earlier) -> str:
    lines = [f"- {finished(one.title)}"]
    lines += [f"  - **{finished(field.label)}:** {cell(field.lines)}" for field in one.fields]
    return "\n".join([*lines, *(f"  - → {finished(end)}" for end in one.ends)])
