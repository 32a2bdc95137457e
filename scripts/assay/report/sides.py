"""Tables with systems side by side: settings, partial coverage, slices, counts."""

import re
from collections.abc import Iterator, Mapping, Sequence
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


def settings_rows(say: Catalogue, material: Material) -> list[Row]:
    """One row a setting that some system has, those that differ between systems first and in bold."""
    settings = [system.settings for system in material.systems]
    stated = {name for values in settings for name, value in values.items() if value not in _NOTHING}
    names = [name for name in SETTINGS if name in stated] + sorted(stated - set(SETTINGS))
    differing = [name for name in names if any(_other(values, settings[0], name) for values in settings)]
    rows = []
    for name in [*differing, *(name for name in names if name not in differing)]:
        label = say.known("setting", name)
        cells = [setting(say, values, name) for values in settings]
        rows.append((Markdown(f"**{label}**") if name in differing else label, cells))
    return rows


def _other(values: dict[str, Any], first: dict[str, Any], name: str) -> bool:
    return (name in values, values.get(name)) != (name in first, first.get(name))


def setting(say: Catalogue, values: Mapping[str, Any], name: str) -> Markdown:
    """The value of a setting as people read it, or that there is none."""
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


def slice_groups(material: Material, name: str, metric: str) -> list[str]:
    """The groups of a slice that have values of a metric: the largest first, lengths from the shortest."""
    spread = [system.summary["slices"].get(name, {}) for system in material.systems]
    sizes = {
        group: max(values.get(group, {}).get(metric, {}).get("n", 0) for values in spread)
        for group in sorted({group for values in spread for group in values})
    }
    ordered = sorted(sizes, key=_start if name == LENGTH else lambda group: (-sizes[group], group))
    return [group for group in ordered if sizes[group]]


def slice_rows(say: Catalogue, material: Material, name: str, metric: str) -> list[Row]:
    """One row a group of a slice that has values: the mean of a metric and n."""
    spread = [system.summary["slices"].get(name, {}) for system in material.systems]
    rows = []
    for group in slice_groups(material, name, metric):
        entries = [values.get(group, {}).get(metric, {}) for values in spread]
        rows.append(
            (group_label(say, name, group), [cell(say, metric, entry, show_n=True) for entry in entries])
        )
    return rows


def group_label(say: Catalogue, name: str, group: str) -> Markdown:
    """A group as people read it: a type by its phrase, the group of those without a value as ``none``."""
    return say.known("type", group) if name == "type" else finished(group or say("slices.null"))


def slice_names(material: Material) -> list[str]:
    """The slices that there are, in the report's order."""
    others = {name for system in material.systems for name in system.summary["slices"]} - set(SLICES)
    return [*SLICES, *sorted(others)]


def _start(group: str) -> tuple[int, str]:
    """A class of lengths by its lower end: ``1501–6000`` after ``1–1500``."""
    return int(re.sub(r"\D.*", "", group) or 0), group


def slices(
    say: Catalogue, material: Material, metric: str
) -> Iterator[tuple[Markdown, Markdown, list[Markdown]]]:
    """Title, table and notes of each slice that has groups; long tables are folded."""
    for name in slice_names(material):
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
