"""Three-way merge of gold rows, keyed by id and field."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from assay.gold.fields import QUERY
from assay.gold.kinds import ByPassage

Row = dict[str, Any]
Rows = Mapping[str, Row]
# Fields that say one thing together: half of each side would be a passage that stands nowhere.
TOGETHER = (
    ("doc_id", "doc_version", "anchor", "section", "start", "end", "sha256", "text", "before", "after"),
)
_BY_PASSAGE = frozenset(name for name, field in QUERY.items() if isinstance(field.kind, ByPassage))


class Conflict(NamedTuple):
    """What two sides changed in different ways.

    Attributes:
        id: of the row.
        fields: names of the fields; none: one side removed the row, the other changed it.
        ours: the row as one side has it, merged but for those fields; None: removed there.
        theirs: the same of the other side.
        base: the row as it was; None: both sides brought it in.
        passages: of fields that are objects by passage, what of them: pairs of field and passage.
    """

    id: str
    fields: tuple[str, ...]
    ours: Row | None
    theirs: Row | None
    base: Row | None
    passages: tuple[tuple[str, str], ...] = ()


class Merged(NamedTuple):
    """Rows that both sides agree on, and what they do not agree on."""

    rows: dict[str, Row]
    conflicts: list[Conflict]


def merge_rows(base: Rows, ours: Rows, theirs: Rows) -> Merged:
    """Merge what two sides made of the same rows.

    A row or field that one side alone changed is as that side has it, and so is what an object by passage holds
    of one. Nothing is guessed: a field, or a passage's value, that both changed to different ones is a conflict,
    and so is a row that one side removed and the other changed.
    The order of lines and of the members of a set has no meaning.

    Args:
        base: rows by id as both sides had them.
        ours: rows of one side.
        theirs: rows of the other side.
    """
    rows: dict[str, Row] = {}
    conflicts: list[Conflict] = []
    for name in sorted(base.keys() | ours.keys() | theirs.keys()):
        old, left, right = base.get(name), ours.get(name), theirs.get(name)
        if left is None or right is None:
            _one_sided(name, old, left, right, rows, conflicts)
            continue
        units = _units({**(old or {}), **left, **right})
        first, second, fields, passages = _merged(old or {}, left, right, units, known=old is not None)
        if fields:
            conflicts.append(Conflict(name, fields, first, second, old, passages))
        else:
            rows[name] = first
    return Merged(rows, conflicts)


def _one_sided(
    name: str,
    old: Row | None,
    left: Row | None,
    right: Row | None,
    rows: dict[str, Row],
    conflicts: list[Conflict],
) -> None:
    """A row that at least one side has not: removed there, or brought in by the other."""
    kept = left if left is not None else right
    if old is None and kept is not None:
        rows[name] = kept
    elif kept is not None and old is not None and _changed(old, kept, {**old, **kept}):
        conflicts.append(Conflict(name, (), left, right, old))


def _merged(
    old: Row, left: Row, right: Row, units: Iterable[tuple[str, ...]], *, known: bool
) -> tuple[Row, Row, tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Both sides with the other's changes where they do not meet, and the fields and passages where they do."""
    first, second = dict(left), dict(right)
    clashing: list[str] = []
    passages: list[tuple[str, str]] = []
    for fields in units:
        mine, yours = _changed(old, left, fields), _changed(old, right, fields)
        if not _changed(left, right, fields):
            second.update({name: left[name] for name in fields if name in left})
        elif known and not yours:
            _take(second, left, fields)
        elif known and not mine:
            _take(first, right, fields)
        elif known and _are_objects(fields[0], old, left, right):
            (name,) = fields
            before, ours, theirs = old.get(name) or {}, left[name], right[name]
            each = [(passage,) for passage in sorted({**before, **ours, **theirs})]
            first[name], second[name], met, _ = _merged(before, ours, theirs, each, known=True)
            clashing += [name] if met else []
            passages += [(name, passage) for passage in met]
        else:
            clashing += [name for name in fields if _changed(left, right, (name,))]
    return first, second, tuple(clashing), tuple(passages)


def _are_objects(name: str, old: Row, left: Row, right: Row) -> bool:
    """Whether a field is one by passage that both sides have; null before is an empty one."""
    before = old.get(name)
    held = (before if before is not None else {}, left.get(name), right.get(name))
    return name in _BY_PASSAGE and all(isinstance(value, dict) for value in held)


def _take(row: Row, source: Row, fields: Iterable[str]) -> None:
    for name in fields:
        if name in source:
            row[name] = source[name]
        else:
            row.pop(name, None)


def _units(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Fields in their order, those that say one thing together as one."""
    present = list(names)
    units = [tuple(name for name in group if name in present) for group in TOGETHER if "start" in present]
    grouped = {name for unit in units for name in unit}
    return [*units, *((name,) for name in present if name not in grouped)]


def _changed(before: Row, after: Row, fields: Iterable[str]) -> bool:
    return any(_meant(before, name) != _meant(after, name) for name in fields)


def _meant(row: Row, name: str) -> object:
    """A value as far as it means something, apart from one that is absent."""
    value = row.get(name, _ABSENT)
    if name == "evidence_sets" and isinstance(value, list):
        return [sorted(map(str, one)) if isinstance(one, list) else one for one in value]
    return value


_ABSENT = object()
