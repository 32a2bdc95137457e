"""Citations of one answer: those that stand at a claim's words, that a row has, that markers or objects name."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from assay.errors import InputError, Problem, shown
from assay.evidence.proposing import Standing
from assay.evidence.record import Answer, Citation
from assay.judging.ids import some
from assay.judging.quoting import Span


class Citing:
    """The citations of a record by their places in its list: looked up, however many there are.

    Attributes:
        answer: the record.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self._standing = Standing(answer)
        self._marked: dict[str, list[int]] = defaultdict(list)
        self._equal: dict[Citation, list[int]] = defaultdict(list)
        for at, one in enumerate(answer.citations):
            self._equal[one].append(at)
            if one.marker is not None:
                self._marked[one.marker].append(at)

    def standing(self, quote: Iterable[Span]) -> tuple[int, ...]:
        """Those that stand at a quotation."""
        return self._standing.at(quote)

    def held(self, citations: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
        """Those that a row of the ledger has, each once; one that the record does not have is none."""
        found: set[int] = set()
        for one in citations:
            found.update(_first(self._like(one), found))
        return tuple(sorted(found))

    def _like(self, item: Mapping[str, Any]) -> list[int]:
        """Those that are just so."""
        try:
            known = self._equal.get(_citation(item), [])
        except (KeyError, TypeError):  # it has not the form of one
            return []
        return known if known and self.answer.citations[known[0]].record() == item else []

    def attached(self, items: Any, quote: tuple[Span, ...]) -> tuple[int, ...]:
        """Those that are named by markers, or by objects as the record has them.

        Of several with one marker, those that stand at the quotation are meant.

        Raises:
            InputError: the record has no such one, or it is not clear which is meant.
        """
        if not isinstance(items, list):
            raise InputError(Problem("citations", f"is {shown(items)}, must be a list", "write [] for none"))
        found: set[int] = set()
        for number, item in enumerate(items, 1):
            found.update(self._meant(item, quote, found, f"citations[{number}]"))
        return tuple(sorted(found))

    def _meant(self, item: Any, quote: tuple[Span, ...], found: set[int], where: str) -> list[int]:
        having = self._marked.get(item, []) if isinstance(item, str) else self._like(item)
        if not having:
            known = some(sorted(map(shown, self._marked))) or "none"
            rule = f"is {shown(item)}, which the record does not have"
            raise InputError(Problem(where, rule, f"it has {known}"))
        if not isinstance(item, str):
            return _first(having, found)
        if len(having) == 1:
            return having
        meant = [at for at in self.standing(quote) if self.answer.citations[at].marker == item]
        if not meant:
            rule = f"{shown(item)} is shown {len(having)} times, and never at these words"
            raise InputError(Problem(where, rule, "give the object as the record has it, with its span"))
        return meant

    def named(self, citations: tuple[int, ...], quote: tuple[Span, ...]) -> list[Any]:
        """Citations of a claim by their markers, where those say which are meant; else as the record has them."""
        every = [self.answer.citations[at] for at in citations]
        markers = list(dict.fromkeys(one.marker for one in every))
        try:
            if None not in markers and self.attached(markers, quote) == citations:
                return markers
        except InputError:
            pass
        return [one.record() for one in every]


def _first(places: Iterable[int], found: set[int]) -> list[int]:
    """The first that was not found yet, if there is one."""
    return list(islice((at for at in places if at not in found), 1))


def _citation(item: Mapping[str, Any]) -> Citation:
    values = {name: item[name] for name in Citation._fields}
    return Citation(**{**values, "span": values["span"] and tuple(values["span"])})
