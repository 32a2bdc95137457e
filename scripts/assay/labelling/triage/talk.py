"""Triage as a talk: one candidate after another, each decision written before the next is asked for."""

from typing import NamedTuple

from assay.errors import InputError
from assay.labelling.browsing import section_at
from assay.labelling.drafting import Draft, named
from assay.labelling.guide import Guide
from assay.labelling.holding import Labels
from assay.labelling.prompting import Talk
from assay.labelling.triage import account, deciding, joining
from assay.labelling.triage.candidates import Candidate
from assay.labelling.triage.deciding import DECISIONS, JOINS, Verdict

STOP = "0"


class Desk(NamedTuple):
    """Where candidates are decided on: the talk, and who decides."""

    talk: Talk
    who: str


def triage(desk: Desk, labels: Labels, found: list[Candidate]) -> None:
    """Go through candidates that nobody has decided on.

    Raises:
        InputError: the input ends; what was decided before is written.
    """
    talk, left, query = desk.talk, 0, ""
    if not found:
        talk.say("nothing")
    for number, one in enumerate(found):
        row = labels.queries[one.query]
        if one.query != query:
            for line in account.question(row, talk.words):
                talk.show(line)
        query = one.query
        for line in account.lines(one, talk.words):
            talk.show(line)
        answer = talk.choice("decide", ("1", "2", "3", STOP))
        if answer == STOP:
            left += len(found) - number
            break
        if answer:
            labels = decided(desk, labels, one, DECISIONS[int(answer) - 1])
        left += not answer
    if left:
        talk.say("later", n=left)


def decided(desk: Desk, labels: Labels, one: Candidate, decision: str) -> Labels:
    """Ask for the reason of a decision, and for what joins gold by it; the gold set as it is then."""
    talk = desk.talk
    reason = _reason(talk, labels)
    if decision != JOINS:
        row = deciding.row_of(labels, one, Verdict(decision, reason), desk.who)
        return deciding.record(labels, row, None, talk.words)
    asked = labels.queries[one.query]
    while True:
        claims = talk.line("supports").split() if asked["claims"] else []
        compatible = talk.line("compatible").split()
        try:
            joining.check_names(asked, labels, claims, compatible)
        except InputError as error:
            for problem in error.problems:
                talk.fault(problem)
            continue
        break
    verdict = Verdict(decision, reason, tuple(claims), tuple(compatible))
    return joined(desk, labels, one, verdict)


def _reason(talk: Talk, labels: Labels) -> str:
    """A reason that may be committed, asked for until it is."""
    while True:
        reason = talk.needed("reason")
        try:
            deciding.check_reason(reason, labels.public)
        except InputError as error:
            talk.fault(error)
        else:
            return reason


def joined(desk: Desk, labels: Labels, one: Candidate, verdict: Verdict) -> Labels:
    """Let the expert state the set that a text is part of, and write both; without a set the decision alone."""
    row = deciding.row_of(labels, one, verdict, desk.who)
    draft = Draft.of(labels.queries[one.query])
    guide = Guide(desk.talk, labels, draft)
    name = _passage(desk.talk, guide, labels, one)
    if name:
        desk.talk.say("offer", name=name)
        guide.picker.offered = name
    guide.evidence.sets()
    # Without a set nothing joins gold; where the expert leaves, what was stated is dropped.
    if draft.row["evidence_sets"] == labels.queries[one.query]["evidence_sets"]:
        return deciding.record(labels, row, None, desk.talk.words)
    draft.ways.add("triage")
    if name and name in named(draft.row):
        joining.supported(draft, name, list(verdict.claims))
    guide.evidence.whys()
    agreed = draft if guide.finish() else None
    return deciding.record(labels, row, agreed, desk.talk.words, told=True)


def _passage(talk: Talk, guide: Guide, labels: Labels, one: Candidate) -> str | None:
    """The passage that the text would be: all of it, or the words of it that the expert chooses."""
    at = joining.place(labels, one)
    section = section_at(at.text, at.start) if at else None
    if at is None or section is None:
        talk.say("no_place")
        return None
    talk.say("words")
    return guide.picker.section(at.text, section, (at.start, at.end))
