"""The lists inside records of answers: fragments that were retrieved, citations, what a careful answer needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from assay.errors import Problem
from assay.evidence.fields import RETRIEVED
from assay.exchange.answers.answer_targets import CITED, FRAGMENT
from assay.exchange.losses import Losses
from assay.exchange.records.guessing import guess_fields
from assay.exchange.records.mapping import Shape, apply, unused
from assay.exchange.records.paths import keys_of
from assay.exchange.runs.results import found_in

_SPANS = ("start", "end")
_TEXTS = ("context", "contexts")  # how the names of lists end whose texts are fragments, and no ids


class Fragments:
    """Reads the lists of fragments of a file."""

    def __init__(self, path: str, lists: Sequence[Sequence[Any]], stated: Mapping[str, str]) -> None:
        """All lists of the file decide where the fields of a fragment are; what people state comes first.

        Args:
            path: where the lists are in their records.
            lists: those of the file.
            stated: JMESPath by field of a fragment.
        """
        self.spoken = bool(path) and (keys_of(path) or [path])[-1].casefold().endswith(_TEXTS)
        every = [item for items in lists for item in items if isinstance(item, Mapping)]
        self.fields = guess_fields(every, FRAGMENT, stated)
        self.losses = Losses()
        self.count = self.unnamed = self.unranked = 0

    def read(self, items: Sequence[Any], spot: str) -> tuple[list[dict[str, Any]], list[Problem]]:
        """The fragments of a record in their order, as the record of an answer has them, and what is wrong.

        Args:
            items: objects, texts or ids.
            spot: the record's address.
        """
        fields = self.fields
        if self.spoken and any(isinstance(item, str) for item in items):
            items = [{"text": item} if isinstance(item, str) else item for item in items]
            fields = {**fields, "text": fields.get("text", "text")}
        found, problems = found_in(items, fields, spot, self.losses, FRAGMENT)
        if problems:
            return found, problems
        self.count += len(found)
        if "rank" not in fields:
            self.unranked += len(found)
        self.unnamed += sum(one["chunk_id"].startswith("text-") for one in found)
        if any(name in one for one in found for name in _SPANS):
            self.losses.add("places of fragments in their documents (start, end)", spot)
        found = [{name: one[name] for name in RETRIEVED if name in one} for one in found]
        return self._once(found, spot), []

    def _once(self, found: list[dict[str, Any]], spot: str) -> list[dict[str, Any]]:
        """Each fragment at its first place, where nobody has numbered them."""
        known: dict[tuple[str, str | None], dict[str, Any]] = {}
        for one in found:
            known.setdefault((one["chunk_id"], one.get("text")), one)
        if "rank" in self.fields or len(known) == len(found):
            return found
        self.losses.add("a fragment again in the same list", spot, len(found) - len(known))
        return [{**one, "rank": number} for number, one in enumerate(known.values(), 1)]


def citations(
    items: Sequence[Any], fields: Mapping[str, str], spot: str, losses: Losses
) -> list[dict[str, Any]]:
    """Citations that are objects; any other says neither what it names nor where it stands."""
    objects = [item for item in items if isinstance(item, Mapping)]
    losses.add("citations that are no objects", spot, len(items) - len(objects))
    shape = Shape(fields=fields)
    for path, count in unused(objects, shape).items():
        losses.add(f"values of {path} in citations, which no field takes", count=count)
    found = []
    for row in apply(objects, [spot] * len(objects), shape, CITED).values:
        if row.keys() >= {*_SPANS}:
            row.setdefault("span", [row["start"], row["end"]])
        found.append({name: value for name, value in row.items() if name not in _SPANS})
    return found


def needed(items: Sequence[Any]) -> list[dict[str, Any]]:
    """What a careful answer needs: texts, and objects in which one is found."""
    objects = [item for item in items if isinstance(item, Mapping)]
    fields = guess_fields(objects, {name: FRAGMENT[name] for name in ("chunk_id", "doc_id", "text")}, {})
    rows = apply(objects, [""] * len(objects), Shape(fields=fields), FRAGMENT).values
    texts = [{"text": item} for item in items if isinstance(item, str) and item.strip()]
    return [*texts, *(row for row in rows if row)]
