"""The evidence of one question in a talk: its sets, what helps besides, why each passage is there, its claims."""

import re
from typing import Any

from assay.errors import InputError
from assay.gold.queries import NO_ANSWER
from assay.labelling import drafting
from assay.labelling.display import cut
from assay.labelling.drafting import Alteration, Draft
from assay.labelling.holding import Labels
from assay.labelling.picking import Picker
from assay.labelling.prompting import CLEAR, EndedError, Talk, several_numbers

_COMMAND = re.compile(r"(?P<sign>[+-])\s*(?P<set>\d{1,4})?(?:[.,](?P<member>\d{1,4}))?")


class Evidence:
    """Asks for the evidence of one question."""

    def __init__(self, talk: Talk, labels: Labels, draft: Draft, picker: Picker) -> None:
        self.talk = talk
        self.labels = labels
        self.draft = draft
        self.picker = picker

    def sets(self) -> None:
        """Evidence sets, until the person is content."""
        while True:
            self.show()
            answer = self.talk.line("sets")
            if not answer:
                return
            try:
                if not self._altered(answer):
                    self.talk.say("sets.help")
            except EndedError:
                raise
            except InputError as error:
                self.talk.fault(error)

    def show(self) -> None:
        """The sets with the words of their passages."""
        sets = self.draft.row["evidence_sets"]
        if sets is None or not sets:
            self.talk.say("sets.null" if sets is None else "sets.none")
        for number, one in enumerate(sets or [], 1):
            self.talk.say("sets.one", number=number, names=" + ".join(one))
            for place, name in enumerate(one, 1):
                self.talk.show(f"      {number}.{place} {cut(name)}: «{cut(self.text(name), 200)}»")

    def text(self, name: str) -> str:
        """The words of a passage; none of one that there is not."""
        row = self.draft.passages.get(name) or self.labels.passages.get(name) or {}
        return str(row.get("text") or "")

    def _altered(self, answer: str) -> bool:
        """Whether the answer is one that alters the sets."""
        row = self.draft.row
        if answer == "0":
            self.draft.row = drafting.unanswerable(row, self.labels.corpus.ids)
            return True
        if answer == "?":
            self.draft.row = drafting.with_sets(row, None)
            return True
        command = _COMMAND.fullmatch(answer)
        if not command:
            return False
        by = self._alteration(command)
        if by is None:
            return False
        self.draft.row = drafting.altered(row, by, row["id"])
        if row["type"] == NO_ANSWER and self.draft.row["evidence_sets"]:
            self.draft.row["type"] = drafting.TYPE
        return True

    def _alteration(self, command: re.Match[str]) -> Alteration | None:
        number, member = int(command["set"] or 0), int(command["member"] or 0)
        if command["sign"] == "+":
            if member:
                return None
            if not number:
                new = self._new_set()
                return Alteration(more=[new] if new else [])
            name = self.picker.pick() if number <= len(self.draft.row["evidence_sets"] or []) else ""
            return Alteration(joined=[(number, name)] if name is not None else [])
        if not number or not member:
            return Alteration(removed=[number]) if number else None
        sets = self.draft.row["evidence_sets"] or []
        if not (1 <= number <= len(sets) and 1 <= member <= len(sets[number - 1])):
            return None
        return Alteration(parted=[(number, sets[number - 1][member - 1])])

    def _new_set(self) -> list[str]:
        """Passages that suffice together, chosen one after another."""
        found: list[str] = []
        while name := self.picker.pick():
            if name not in found:
                found.append(name)
            if not self.talk.yes("sets.more", names=" + ".join(found)):
                break
        return found

    def relevant(self) -> None:
        """Passages in no set that help."""
        while True:
            graded = dict(self.draft.row["relevant"] or {})
            for number, (name, grade) in enumerate(graded.items(), 1):
                self.talk.show(f"  {number}. {cut(name)} ({grade}): «{cut(self.text(name), 200)}»")
            answer = self.talk.line("relevant")
            if not answer:
                return
            if answer == "+":
                name = self.picker.pick() or ""
                grade = self.talk.choice("relevant.grade", ("1", "2"), name=name) if name else ""
                graded |= {name: int(grade)} if grade else {}
            else:
                chosen = several_numbers(answer.removeprefix(CLEAR), len(graded))
                gone = [name for n, name in enumerate(graded, 1) if n in (chosen or [])]
                graded = {name: grade for name, grade in graded.items() if name not in gone}
            self.draft.row["relevant"] = drafting.emptied(graded, self.draft.row["relevant"])

    def whys(self) -> None:
        """Why each passage in a set, or relevant besides, is there."""
        row = self.draft.row
        labels = [name for one in row["evidence_sets"] or [] for name in one] + list(row["relevant"] or {})
        why = dict(row["why"] or {})
        for name in dict.fromkeys(labels):
            self.talk.show(f"  {cut(name)}: «{cut(self.text(name), 200)}»")
            answer = self.talk.line("why" if name in why else "why.none", old=why.get(name) or "")
            if answer == CLEAR:
                why.pop(name, None)
            elif answer:
                why[name] = answer
        row["why"] = drafting.emptied(why, row["why"])

    def claims(self) -> None:
        """What a right answer must say, and the passages that support it."""
        while True:
            claims: list[dict[str, Any]] = self.draft.row["claims"] or []
            for number, claim in enumerate(claims, 1):
                names = ", ".join(claim["passages"])
                self.talk.say("claim", number=number, text=claim["text"], names=names)
            answer = self.talk.line("claims")
            if not answer:
                return
            removed = several_numbers(answer.removeprefix(CLEAR), len(claims)) or []
            if answer.startswith(CLEAR) and removed:
                claims = [claim for n, claim in enumerate(claims, 1) if n not in removed]
            elif len(removed) == 1:
                self._claim(claims[removed[0] - 1])
            elif any(map(str.isalnum, answer)):
                claims = [*claims, {"id": _free(claims), "text": answer, "passages": []}]
                self.supporting(claims[-1])
            self.draft.row["claims"] = drafting.emptied(claims, self.draft.row["claims"])

    def _claim(self, claim: dict[str, Any]) -> None:
        claim["text"] = self.talk.line("claim.text", old=claim["text"]) or claim["text"]
        self.supporting(claim)

    def supporting(self, claim: dict[str, Any]) -> None:
        """The passages of the question that support a claim each, by number."""
        known = drafting.named(self.draft.row)
        for number, name in enumerate(known, 1):
            self.talk.show(f"    {number}. {cut(name)}: «{cut(self.text(name), 200)}»")
        while known:
            answer = self.talk.line("claim.passages", old=", ".join(claim["passages"]))
            chosen = several_numbers(answer, len(known))
            if chosen is not None:
                claim["passages"] = [known[number - 1] for number in chosen] or claim["passages"]
                return
            self.talk.say("number", n=len(known))


def _free(claims: list[dict[str, Any]]) -> str:
    """The first of c1, c2 … that no claim has."""
    ids = {claim["id"] for claim in claims}
    return next(name for n in range(1, len(claims) + 2) if (name := f"c{n}") not in ids)
