"""The guided way to write a question: what is asked in turn, then all fields in sight until they are written."""

from collections.abc import Iterable
from typing import Any

from assay.gold.fields import QUERY
from assay.gold.queries import NO_ANSWER
from assay.labelling import drafting, holding
from assay.labelling.asking import Fields
from assay.labelling.display import cut
from assay.labelling.drafting import Draft
from assay.labelling.evidence import Evidence
from assay.labelling.holding import Labels, Outcome
from assay.labelling.picking import Picker
from assay.labelling.prompting import Talk
from assay.retrieval.languages import of_question

_SHOWN = 120  # characters of a value in the list of fields


class Guide:
    """Leads through one question.

    Attributes:
        talk: asks and shows.
        labels: the gold set with its corpus.
        draft: the question.
        evidence: asks for sets and what belongs to them.
    """

    def __init__(self, talk: Talk, labels: Labels, draft: Draft) -> None:
        self.talk = talk
        self.labels = labels
        self.draft = draft
        self.picker = Picker(talk, labels, draft)
        self.evidence = Evidence(talk, labels, draft, self.picker)
        self.fields = Fields(talk, draft, self.evidence)

    def begin(self, lang: str, known: set[str]) -> None:
        """Ask for what a new question has, in turn; what flags said is not asked again.

        Args:
            lang: language of a question whose letters do not say it.
            known: fields that flags gave.
        """
        row = self.draft.row
        self.talk.say("intro")
        if "query" not in known:
            row["query"] = self.talk.needed("query")
        if "lang" not in known:
            row["lang"] = of_question(row["query"], lang)
        if "id" not in known:
            self._id()
        self._ask(("type", "as_of", "subject"), known)
        if row["type"] == NO_ANSWER and not known & {"type", "evidence_sets"}:
            self.draft.row = drafting.unanswerable(row, self.labels.corpus.ids)
        elif not known & {"evidence_sets", "no_answer", "unlabelled"}:
            self.talk.say("sets.intro")
            self.evidence.sets()
        self._ask(("why", "rationale", "expected_answer", "claims"), known)
        if "reviewed_by" not in known:
            self.fields.reviewers(new=True)

    def _ask(self, names: Iterable[str], known: set[str]) -> None:
        """Ask for the fields that flags did not give."""
        for name in names:
            if name not in known:
                self.fields.ask(name)

    def _id(self) -> None:
        row = self.draft.row
        while True:
            answer = self.talk.line("id", default=row["id"])
            name = answer or row["id"]
            fault = next(iter(QUERY["id"].kind.faults("id", name)), None)
            if name in self.labels.queries:
                self.talk.say("taken", name=name)
            elif fault:
                self.talk.fault("; ".join(fault))
            else:
                row["id"], self.draft.numbered = name, not answer
                return

    def finish(self) -> Outcome | None:
        """Show all fields and change them, until the question breaks no rule; None: it is not to be written."""
        names = [name for name in QUERY if name != "id"]
        while True:
            self._overview(names)
            answer = self.talk.line("finish")
            if answer == "0":
                return None
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
                self.fields.ask(names[int(answer) - 1])
            elif answer:
                self.talk.say("number", n=len(names))
            else:
                held = self._held()
                if held:
                    return held

    def _overview(self, names: list[str]) -> None:
        row = self.draft.row
        self.talk.say("overview", name=row["id"])
        for number, name in enumerate(names, 1):
            value = _shown(row[name])
            self.talk.show(f"  {number:>2}. {self.talk.words(f'name.{name}')}: {value}")

    def _held(self) -> Outcome | None:
        """The outcome where it breaks no rule; else every problem is said."""
        self.draft.settle()
        held = holding.outcome(self.labels, self.draft.change)
        for problem in held.problems:
            self.talk.fault(problem)
        if held.problems:
            self.talk.say("not_yet")
            return None
        before = self.draft.before or {}
        if self.draft.relabelled and before.get("reviewed_by") == self.draft.row["reviewed_by"]:
            self.talk.say("reviewers.same", names="; ".join(before.get("reviewed_by") or ["—"]))
        return held


def _shown(value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, list):
        return cut("; ".join(map(_item, value)) or "[]", _SHOWN)
    if isinstance(value, dict):
        return cut("; ".join(f"{key}: {item}" for key, item in value.items()) or "{}", _SHOWN)
    return cut(value, _SHOWN)


def _item(item: Any) -> str:
    if isinstance(item, list):
        return " + ".join(item)
    return str(item.get("text", "")) if isinstance(item, dict) else str(item)
