"""Which recorded answers are to questions of the holdout: these are closed, and what they hold is shown nowhere."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from assay.evidence.expected import Gold
from assay.evidence.matching import text_key
from assay.evidence.record import Answer
from assay.lookalikes import latin

HOLDOUT = "holdout"
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})")
# Spaces, punctuation, pictures; but for signs that tell words apart: C# is not C++.
_BETWEEN = re.compile(r"[^\w#%&@*+<=>|~^$€£¥₽]|_")
Line = Mapping[str, Any]


class Holdout:
    """The closed questions of a gold set."""

    def __init__(self, gold: Gold) -> None:
        self._gold = gold
        closed = {name: row for name, row in gold.items() if row["split"] == HOLDOUT}
        self._names = frozenset(map(_key, closed))
        # A question that needs the talk before it counts in the words that stand alone.
        self._words = frozenset(_key(row["rewritten"] or row["query"]) for row in closed.values())

    def asks(self, line: Line) -> bool:
        """Whether a line of answers.jsonl, or a row about one, is about a closed question: by its id, or by its words.

        An open question in the same words is closed too: its fragments are those of the closed one.

        Args:
            line: right or wrong.
        """
        row, name = self._row(line), line.get("query_id")
        if row is None and isinstance(name, str) and _key(name) in self._names:
            return True
        return (row is not None and row["split"] == HOLDOUT) or self._says(line)

    @property
    def closes(self) -> bool:
        """Whether there is a closed question at all."""
        return bool(self._words)

    def is_in(self, text: str) -> bool:
        """Whether a text has the words of a closed question somewhere, also where JSON wrote them in escapes."""
        plain = _key(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), text))
        return any(words in plain for words in self._words)

    def repeats(self, line: Line) -> bool:
        """Whether it is closed though its id is that of an open question."""
        row = self._row(line)
        return row is not None and row["split"] != HOLDOUT and self._says(line)

    def answers(self, every: Iterable[Answer]) -> frozenset[str]:
        """Ids of the closed ones among some answers, with those to a scenario that has a closed one: it asks the same."""
        known = list(every)
        found = [answer for answer in known if self.asks(answer.value)]
        scenarios = {answer.scenario_id for answer in found} - {None}
        return frozenset(
            answer.id for answer in (*found, *(one for one in known if one.scenario_id in scenarios))
        )

    def _row(self, line: Line) -> Mapping[str, Any] | None:
        name = line.get("query_id")
        return self._gold.get(name) if isinstance(name, str) else None

    def _says(self, line: Line) -> bool:
        return not self._words.isdisjoint(self._asked(line))

    def _asked(self, line: Line) -> Iterable[str]:
        """What is asked: the words of the line; where these are those of its row, those of the row that stand alone."""
        query, row = line.get("query"), self._row(line)
        said = _key(query) if isinstance(query, str) else None
        if said is not None:
            yield said
        if row is not None and said in (None, _key(row["query"]), _key(row["rewritten"] or "")):
            yield _key(row["rewritten"] or row["query"])


def _key(text: str) -> str:
    """What is the same of all ways to write a question or an id: no space, no punctuation, no picture; letters of another
    alphabet that look alike are one.
    """
    usual = latin(text_key(text))
    return _BETWEEN.sub("", usual) or usual
