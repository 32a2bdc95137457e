"""The plain fields of a question in a talk: an empty answer keeps the old value, ``-`` makes it null."""

import re
from collections.abc import Callable

from assay import git
from assay.gold.fields import FOUND_BY, QUERY, ROLES, SPLITS, STATUSES
from assay.gold.queries import TYPES
from assay.labelling.drafting import Draft, emptied
from assay.labelling.evidence import Evidence
from assay.labelling.flags import status
from assay.labelling.prompting import CLEAR, Talk

CHOICES = {"split": SPLITS, "status": STATUSES, "found_by": FOUND_BY}
_ROLE = re.compile(rf"(?P<role>{'|'.join(ROLES)})\s*:\s*(?P<text>.+)")


class Fields:
    """Asks for one field after another."""

    def __init__(self, talk: Talk, draft: Draft, evidence: Evidence) -> None:
        self.talk = talk
        self.draft = draft
        self._special: dict[str, Callable[[], None]] = {
            "evidence_sets": evidence.sets,
            "relevant": evidence.relevant,
            "why": evidence.whys,
            "claims": evidence.claims,
            "history": self._history,
            "unanswerable": self._unanswerable,
            "reviewed_by": self.reviewers,
        }

    def ask(self, name: str) -> None:
        """Ask for a field by its name."""
        if name in self._special:
            self._special[name]()
        elif name in CHOICES:
            self._choice(name)
        else:
            self._text(name)

    def _text(self, name: str) -> None:
        row, field = self.draft.row, QUERY[name]
        key = "field.null" if row[name] else "field.none"
        key = "field.type" if name == "type" else key if field.nullable else "field"
        while True:
            label, old = self.talk.words(f"name.{name}"), row[name] or ""
            answer = self.talk.line(key, name=label, old=old, types=", ".join(TYPES))
            if not answer:
                return
            if answer == CLEAR and field.nullable:
                row[name] = None
                return
            fault = next(iter(field.kind.faults(name, answer)), None)
            if fault is None:
                row[name] = answer
                return
            self.talk.fault("; ".join(fault))

    def _choice(self, name: str) -> None:
        options = (*CHOICES[name], CLEAR) if QUERY[name].nullable else CHOICES[name]
        label, old = self.talk.words(f"name.{name}"), self.draft.row[name] or ""
        answer = self.talk.choice("field.choice", options, name=label, old=old, allowed=", ".join(options))
        if answer:
            self.draft.row[name] = None if answer == CLEAR else answer

    def _history(self) -> None:
        for turn in self.draft.row["history"] or []:
            self.talk.show(f"  {turn['role']}: {self.talk.words('value', value=turn['text'])}")
        lines = self.talk.several("history")
        if lines is None:
            return
        turns = []
        for number, line in enumerate(lines):
            stated = _ROLE.fullmatch(line)
            role, text = (stated["role"], stated["text"]) if stated else (ROLES[number % len(ROLES)], line)
            turns.append({"role": role, "text": text})
        self.draft.row["history"] = emptied(turns, self.draft.row["history"])

    def _unanswerable(self) -> None:
        for part in self.draft.row["unanswerable"] or []:
            self.talk.say("listed", value=part)
        lines = self.talk.several("unanswerable")
        if lines is not None:
            self.draft.row["unanswerable"] = emptied(lines, self.draft.row["unanswerable"])

    def reviewers(self, *, new: bool = False) -> None:
        """Who checked the labels, and what the question's status is by that."""
        row, who = self.draft.row, git.usual()
        old = "; ".join(row["reviewed_by"] or [])
        key = "reviewers.new" if new and who else "reviewers"
        answer = self.talk.line(key, who=who, old=old)
        if not answer and not (new and who):
            return
        names = [name.strip() for name in (answer or who).split(";") if name.strip() not in ("", CLEAR)]
        row["reviewed_by"] = list(dict.fromkeys(names)) or None
        row["status"] = status(row)
        self.talk.say("status", status=row["status"])
