"""A stale label as a person reads it, and as a program does."""

from collections.abc import Iterator
from typing import Any

from assay.changes.wording import word_difference
from assay.labelling.browsing import Place, section_at
from assay.labelling.display import cut, differences
from assay.labelling.holding import Labels
from assay.labelling.prompting import Words
from assay.labelling.review.decisions import Retirement
from assay.labelling.review.stale import Proposal, Stale

_QUESTIONS = 5  # of those that use a passage, shown with their words


def listed(found: list[Stale], labels: Labels, words: Words, *, colour: bool) -> Iterator[str]:
    """All of them in lines: those that moved, then those whose text is gone."""
    gone = [one for one in found if one.state == "stale"]
    moved = [one for one in found if one.state == "moved"]
    yield words("counts", moved=len(moved), stale=len(gone)) if found else words("none")
    for one in moved:
        yield f"  {moved_line(one, words)}"
    if moved:
        yield words("moved.hint")
    for number, one in enumerate(gone, 1):
        yield from lines(one, labels, words, (number, len(gone)), colour=colour)


def moved_line(one: Stale, words: Words) -> str:
    """Where a passage stood and stands now."""
    row, place = one.row, one.proposals[0].place
    old, new = f"{row['start']}:{row['end']}", f"{place.start}:{place.end}"
    return words("moved", name=one.id, old=old, new=new, doc=row["doc_id"])


def lines(one: Stale, labels: Labels, words: Words, at: tuple[int, int], *, colour: bool) -> Iterator[str]:
    """One stale label: why, who uses it, its words and those of today, and how they differ.

    Args:
        one: the label.
        labels: the gold set.
        words: phrases.
        at: its number, and how many there are.
        colour: whether the terminal shows colours.
    """
    reason = words(f"reason.{one.reason}", doc=one.row["doc_id"] or "—")
    yield words("passage", name=one.id, number=at[0], n=at[1], reason=reason)
    yield words("users", names=", ".join(one.queries)) if one.queries else words("unused")
    for name in one.queries[:_QUESTIONS]:
        yield words("question", name=name, query=cut(labels.queries[name]["query"], 160))
    yield words("was", text=one.row["text"])
    if not one.proposals:
        yield words("nothing")
    elif len(one.proposals) > 1:
        for number, proposal in enumerate(one.proposals, 1):
            yield words("numbered", number=number, place=place_of(proposal.place))
    else:
        yield from _proposal(one, one.proposals[0], words, colour=colour)


def _proposal(one: Stale, proposal: Proposal, words: Words, *, colour: bool) -> Iterator[str]:
    place, likeness = place_of(proposal.place), f"{proposal.likeness:.0f}"
    yield words("now", likeness=likeness, place=place, text=proposal.words)
    pieces = word_difference(one.row["text"], proposal.words)
    if any(piece.kind in ("added", "removed") for piece in pieces):
        yield f"{words('difference')} {differences(pieces, colour=colour)}"


def place_of(place: Place) -> str:
    """Document, offsets and section."""
    section = section_at(place.text, place.start)
    heading = f" › {section.heading}" if section and section.heading else ""
    return f"{place.text.id} {place.start}:{place.end}{heading}"


def losses(retirement: Retirement, words: Words) -> Iterator[str]:
    """What goes with a passage that is retired."""
    for loss in retirement.losses:
        for one in loss.sets:
            yield words("loses", query=loss.query, names=" + ".join(one))
        if not loss.sets:
            yield words("loses.name", query=loss.query)
        if loss.unlabelled:
            yield words("unlabelled", query=loss.query)
    if retirement.unused:
        yield words("orphans", names=", ".join(retirement.unused))


def record(one: Stale) -> dict[str, Any]:
    """The same for programs."""
    return {
        "id": one.id,
        "state": one.state,
        "reason": one.reason,
        "doc_id": one.row["doc_id"],
        "text": one.row["text"],
        "queries": list(one.queries),
        "proposals": [
            {
                "doc_id": proposal.place.text.id,
                "start": proposal.place.start,
                "end": proposal.place.end,
                "text": proposal.words,
                "likeness": round(proposal.likeness, 1),
            }
            for proposal in one.proposals
        ],
    }
