"""Whether what looks like the id of a question is one: an id that comes with several questions is of something else."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.counting import counted
from assay.errors import Problem
from assay.exchange.records.mapping import as_kind
from assay.exchange.records.paths import reader
from assay.exchange.records.targets import Target
from assay.folding import folded

NO_ID = "--map id= takes none: questions are told by their texts then"


def contradictions(pairs: Sequence[tuple[str | None, str | None]]) -> tuple[dict[str, list[int]], int]:
    """Ids with several questions, each with the place of the first record of each of its questions; and how many ids.

    Questions that differ in case, white space and the like are one. Where nothing but the id is said, nothing is told.

    Args:
        pairs: id and text of each record.
    """
    said = [at for at, (name, text) in enumerate(pairs) if name is not None and text is not None]
    forms = folded([pairs[at][1] or "" for at in said], mend=True)
    found: dict[str, dict[str, int]] = {}
    for at, form in zip(said, forms, strict=True):
        found.setdefault(pairs[at][0] or "", {}).setdefault(form, at)
    several = {name: list(places.values()) for name, places in found.items() if len(places) > 1}
    return several, len(found)


def disproved(values: Sequence[Any], targets: Mapping[str, Target], fields: Mapping[str, str]) -> str | None:
    """Why a guessed id is none, in words; None where it may be one.

    Where texts are needed (a file of questions), a few ids of several questions are slips of those who number them,
    to be named as faults: there most ids must have several.

    Args:
        values: the records.
        targets: our fields.
        fields: path by field, that of the id a guess.
    """
    if not {"id", "query"} <= fields.keys() or "query" not in targets:
        return None
    pairs = list(
        zip(_column(values, fields["id"], "id"), _column(values, fields["query"], "text"), strict=True)
    )
    several, number = contradictions(pairs)
    least = number // 2 if targets["query"].required else 0
    if len(several) <= least:
        return None
    what = (
        f"{fields['id']} is no id of a question: {len(several)} of {counted(number, 'value')} of it come with"
    )
    return f"{what} several questions, so questions are told by their texts"


def _column(values: Sequence[Any], path: str, kind: str) -> Iterator[str | None]:
    find = reader(path)
    for value in values:
        try:
            yield as_kind(kind, find(value))
        except ValueError:
            yield None  # which is named when it is read


def faults(values: Sequence[Mapping[str, Any]], spots: Sequence[str]) -> Iterator[Problem]:
    """A fault for each id, as people stated it, that comes with several questions.

    Args:
        values: records under our names.
        spots: address of each.
    """
    several, _ = contradictions([(value.get("id"), value.get("query")) for value in values])
    for name, places in several.items():
        rule = f"id {name!r} is also that of {spots[places[0]]}, with another question"
        yield Problem(spots[places[1]], rule, f"give each question its own id; {NO_ID}")
