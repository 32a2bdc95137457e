"""The review as a talk: one stale label after another, each decision written before the next is asked for."""

from assay.errors import InputError
from assay.labelling import writing
from assay.labelling.choosing import text_named
from assay.labelling.drafting import Draft, new_row
from assay.labelling.holding import Change, Labels
from assay.labelling.picking import Picker
from assay.labelling.prompting import EndedError, Talk, numbers
from assay.labelling.review import account, decisions
from assay.labelling.review.stale import Stale, stale

ACCEPT, EDIT, RETIRE, STOP = "1", "2", "3", "0"


def review(talk: Talk, labels: Labels, *, colour: bool) -> None:
    """Go through all of them.

    Raises:
        InputError: the input ends; what was decided before is written.
    """
    found = stale(labels)
    gone = [one for one in found if one.state == "stale"]
    talk.say("counts", moved=len(found) - len(gone), stale=len(gone)) if found else talk.say("none")
    if len(gone) < len(found):
        labels = _refreshed(talk, labels, found)
    left = 0
    for number, one in enumerate(gone, 1):
        for line in account.lines(one, labels, talk.words, (number, len(gone)), colour=colour):
            talk.show(line)
        after = _decided(talk, labels, one)
        if after is None:
            left += len(gone) - number + 1
            break
        left += after is labels
        labels = after
    if left:
        talk.say("later", n=left)


def _refreshed(talk: Talk, labels: Labels, found: list[Stale]) -> Labels:
    for one in found:
        if one.state == "moved":
            talk.show(f"  {account.moved_line(one, talk.words)}")
    if not talk.yes("refresh"):
        return labels
    return writing.finish(labels, decisions.moved(labels, found), talk.words)


def _decided(talk: Talk, labels: Labels, one: Stale) -> Labels | None:
    """The gold set after a decision, the same where there is none yet; None: the person stops."""
    while True:
        options = (ACCEPT, EDIT, RETIRE, STOP) if one.proposals else (EDIT, RETIRE, STOP)
        answer = talk.choice("decide" if one.proposals else "decide.none", options)
        if answer in (STOP, ""):
            return None if answer else labels
        try:
            change = {ACCEPT: _accepted, EDIT: _edited, RETIRE: _retired}[answer](talk, labels, one)
            if change:
                return writing.finish(labels, change, talk.words)
        except EndedError:
            raise
        except InputError as error:
            for problem in error.problems:
                talk.fault(problem)


def _accepted(talk: Talk, labels: Labels, one: Stale) -> Change | None:
    number = (1, 1)
    if len(one.proposals) > 1:
        chosen = numbers(talk.line("which"), len(one.proposals))
        if chosen is None:
            return None
        number = chosen
    return decisions.taken(labels, one.id, one.proposals[number[0] - 1].place)


def _edited(talk: Talk, labels: Labels, one: Stale) -> Change | None:
    draft = Draft(new_row(one.id, one.id, "en"))
    picker = Picker(talk, labels, draft)
    picker.fixed = one.id
    place = (
        one.proposals[0].place.text if one.proposals else text_named(picker.texts, one.row["doc_id"] or "")
    )
    name = picker.document(place) if place else picker.pick()
    return decisions.replaced(labels, name, draft.passages[name]) if name else None


def _retired(talk: Talk, labels: Labels, one: Stale) -> Change | None:
    retirement = decisions.retired(labels, one.id)
    for line in account.losses(retirement, talk.words):
        talk.show(line)
    return retirement.change if talk.yes("retire", name=one.id) else None
