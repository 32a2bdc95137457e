"""Tables with systems side by side: settings, partial coverage, slices, counts."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from assay.report.catalogue import Catalogue
from assay.report.inputs import Material, System
from assay.report.markdown import Markdown, code, finished, folded, joined, table
from assay.report.results import cell
from assay.report.terms import SETTINGS

ABREAST = 5  # systems across one table: more do not fit on a page
GROUPS = 25  # lines of one slice; the others are in slices.csv
OPEN = 8  # lines of a slice that is not folded
LENGTH = "length"
SLICES = ("type", "lang", "subject", "section", LENGTH, "reason_code")
BANDS = ("0", "(0, 0.5]", "(0.5, 1)", "1")  # of coverage, as scoring counts them
COUNTS = (
    *("error", "not_asked", "no_result", "no_answer", "not_labelled", "unreviewed", "stale_queries"),
    *("repeats", "foreign", "extra_queries"),
    *("passages", "stale", "moved", "matched", "twins", "straddling"),
)
_INCIDENTAL = ("ok",)  # what is left when the other counts are known
_NOTHING: tuple[Any, ...] = (None, [], "")  # settings that say nothing

Row = tuple[Markdown, list[Markdown]]


def side_by_side(
    head: Markdown, systems: Sequence[System], rows: Sequence[Row], *, numbers: bool
) -> Markdown:
    """A table with one column a system; several tables one under the other where there are many systems."""
    parts = []
    for first in range(0, len(systems), ABREAST):
        abreast = slice(first, first + ABREAST)
        header = [head, *(code(system.name) for system in systems[abreast])]
        lines = [[label, *cells[abreast]] for label, cells in rows]
        parts.append(table(header, lines, right=(len(header) - 1) * numbers))
    return Markdown("\n\n".join(parts))


def settings_of(system: System) -> dict[str, Any]:
    """Settings of a system and of the snapshot it searches, as they were when it ran."""
    card, snapshot = system.summary["card"], system.summary["snapshot"]
    varying = {"may_vary": card["may_vary"]} if card["may_vary"] else {}
    own = {**card["settings"], "mode": card["mode"], **card.get("stated", {}), **varying}
    return {**snapshot["settings"], **dict.fromkeys(card.get("absent", [])), **own}


def settings_rows(say: Catalogue, material: Material) -> list[Row]:
    """One row a setting that some system has, those that differ between systems first and in bold."""
    settings = [settings_of(system) for system in material.systems]
    stated = {name for values in settings for name, value in values.items() if value not in _NOTHING}
    names = [name for name in SETTINGS if name in stated] + sorted(stated - set(SETTINGS))
    differing = [name for name in names if any(_other(values, settings[0], name) for values in settings)]
    rows = []
    for name in [*differing, *(name for name in names if name not in differing)]:
        label = say.known("setting", name)
        cells = [_setting(say, values, name) for values in settings]
        rows.append((Markdown(f"**{label}**") if name in differing else label, cells))
    return rows


def _other(values: dict[str, Any], first: dict[str, Any], name: str) -> bool:
    return (name in values, values.get(name)) != (name in first, first.get(name))


def _setting(say: Catalogue, values: dict[str, Any], name: str) -> Markdown:
    if name not in values:
        return say("settings.absent")
    value = values[name]
    if value is None:
        return say("settings.not_declared")
    if isinstance(value, bool):
        return say(f"value.{value}")
    if isinstance(value, int | float):
        return Markdown(f"{value:g}" if isinstance(value, float) else value)
    return joined(map(code, map(str, value))) if isinstance(value, list) else code(str(value))


def coverage_rows(material: Material) -> list[Row]:
    """One row a band of coverage, from nothing to all, with the number of queries in it."""
    spread = [system.summary["coverage_distribution"] for system in material.systems]
    return [(finished(band), [finished(values.get(band, 0)) for values in spread]) for band in BANDS]


def slice_rows(say: Catalogue, material: Material, name: str, metric: str) -> list[Row]:
    """One row a group of a slice that has values, the largest first: the mean of a metric and n."""
    spread = [system.summary["slices"].get(name, {}) for system in material.systems]
    sizes = {
        group: max(values.get(group, {}).get(metric, {}).get("n", 0) for values in spread)
        for group in sorted({group for values in spread for group in values})
    }
    rows = []
    ordered = sorted(sizes, key=_start if name == LENGTH else lambda group: (-sizes[group], group))
    for group in filter(sizes.get, ordered):
        entries = [values.get(group, {}).get(metric, {}) for values in spread]
        label = say.known("type", group) if name == "type" else finished(group or say("slices.null"))
        rows.append((label, [cell(say, metric, entry, show_n=True) for entry in entries]))
    return rows


def _start(group: str) -> tuple[int, str]:
    """A class of lengths by its lower end: ``1501–6000`` after ``1–1500``."""
    return int(re.sub(r"\D.*", "", group) or 0), group


def slices(
    say: Catalogue, material: Material, metric: str
) -> Iterator[tuple[Markdown, Markdown, list[Markdown]]]:
    """Title, table and notes of each slice that has groups; long tables are folded."""
    others = {name for system in material.systems for name in system.summary["slices"]} - set(SLICES)
    for name in [*SLICES, *sorted(others)]:
        rows = slice_rows(say, material, name, metric)
        if rows:
            shown = side_by_side(say("head.group"), material.systems, rows[:GROUPS], numbers=True)
            title = say("slices.groups", n=len(rows))
            overlap = any(name in system.summary["overlapping_slices"] for system in material.systems)
            more = [say("slices.more", n=len(rows) - GROUPS)] if len(rows) > GROUPS else []
            yield (
                say.known("slice", name),
                shown if len(rows) <= OPEN else folded(title, shown),
                more + [say("slices.overlap")] * overlap,
            )


def unequal(material: Material, metric: str) -> bool:
    """Whether in some group of some slice the systems' means are of different numbers of queries."""
    sizes: dict[tuple[str, str], set[int]] = {}
    for system in material.systems:
        for name, groups in system.summary["slices"].items():
            for group, entries in groups.items():
                sizes.setdefault((name, group), set()).add(entries.get(metric, {}).get("n", 0))
    return any(len(counts - {0}) > 1 for counts in sizes.values())


def count_rows(say: Catalogue, material: Material) -> list[Row]:
    """One row a count; counts that this project does not know stand at the end under their own names."""
    spread = [system.summary["counts"] for system in material.systems]
    others = {name for values in spread for name in values} - {*COUNTS, *_INCIDENTAL}
    names = [*COUNTS, *sorted(others)]
    return [
        (say.known("count", name), [finished(values.get(name)) for values in spread])
        for name in names
        if any(name in values for values in spread)
    ]
