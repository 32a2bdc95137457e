"""The account of an impact: metrics of every system before and after, and each query that flips, with the reason."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator

from assay.changes.difference import Difference
from assay.proposal import effects
from assay.proposal.account import Account, Entry, Item, Section, Table
from assay.proposal.impact import Flip, Impact, MetricChange, SystemImpact
from assay.proposal.legend import legend
from assay.proposal.phrases import Words, side_name
from assay.scoring.cutoffs import Settings

DIGITS = 3
SAME = "="
ABSENT = "–"
_USUAL = ("sufficient", "coverage", "recall", "hit", "mrr", "ndcg")
_KINDS = ("gained", "lost", "unmeasured", "measured", "otherwise")  # of flips
_COLUMNS = ("metric", "before", "after", "difference", "n", "common")


def consequence(
    impact: Impact,
    changed: Difference,
    words: Words,
    settings: Settings,
    *,
    texts: bool = True,
    every: bool = False,
) -> Account:
    """Say what a change does to the recorded runs.

    Args:
        impact: what it does.
        changed: the difference that does it.
        words: phrases of the language.
        settings: the section ``score``, for the cut-offs that are shown.
        texts: whether the words of questions are shown.
        every: whether all metrics are shown, not only the usual ones.
    """
    tables = [_metrics(impact.systems, words, settings)]
    tables += [_every(one, words) for one in impact.systems] if every else []
    tables = _explained(tables, words, settings)
    flips = tuple(_flips(impact.systems, changed, words, texts=texts))
    moved = tuple(_arrivals(impact.systems, changed, words, texts=texts))
    sections = [*tables, Section(words("impact.flips"), flips), Section(words("impact.arrivals"), moved)]
    return Account(
        words("impact.title"),
        words("sides", base=side_name(changed.base.name, words), head=side_name(changed.head.name, words)),
        (*_first(impact, changed, words), *_notes(impact, changed, words)),
        tuple(_counts(impact, words)),
        tuple(section for section in sections if section.items or section.table),
    )


def _first(impact: Impact, changed: Difference, words: Words) -> Iterator[str]:
    if not changed.head.queries.strip():
        yield words("impact.no_head", side=side_name(changed.head.name, words))
    elif not changed.base.queries.strip() and impact.systems:
        yield words("impact.no_base", side=side_name(changed.base.name, words))


def _counts(impact: Impact, words: Words) -> Iterator[tuple[str, tuple[str, ...]]]:
    for one in impact.systems:
        kinds = Counter(_kind(flip) for flip in one.flips)
        shown = tuple(words(f"impact.{kind}", n=kinds[kind]) for kind in _KINDS if kinds[kind])
        yield one.system, shown or (words("impact.unchanged"),)


def _kind(flip: Flip) -> str:
    """What a flip is counted as."""
    before, after = flip.before.met, flip.after.met
    if before is None or after is None:
        return "otherwise" if before is after else "measured" if before is None else "unmeasured"
    return "gained" if after else "lost"


def _notes(impact: Impact, changed: Difference, words: Words) -> Iterator[str]:
    total = len(impact.systems) + len(impact.absent)
    if impact.absent:
        yield words("impact.partly", n=len(impact.systems), all=total)
        for name, why in impact.absent.items():
            yield words("impact.absent", system=name, reason=words(f"absent.{why.kind}", path=why.path))
    for name in impact.outdated:
        yield words("impact.outdated", system=name)
    if impact.elsewhere:
        yield words("impact.corpus", systems=", ".join(impact.elsewhere))
    for side, names in impact.asked_otherwise.items():
        advice = words("impact.ask_again") if side == changed.head.name else ""
        yield words("impact.asked", side=side_name(side, words), names=", ".join(names)) + advice
    if impact.holdout:
        yield words("impact.holdout", n=impact.holdout)
    if impact.moved:
        yield words("impact.moved", n=impact.moved)
    for name, (then, now) in impact.definitions.items():
        yield words("impact.definition", name=name, then=then or ABSENT, now=now)
    for name, values in impact.settings.items():
        was, is_now = (ABSENT if value is None else json.dumps(value) for value in values)
        yield words("impact.setting", name=name, then=was, now=is_now)


def _metrics(systems: Iterable[SystemImpact], words: Words, settings: Settings) -> Section:
    """The usual metrics, a line a system; a second one where the two sides do not measure the same queries."""
    k = settings.headline
    names = [f"{name}@{k}" for name in _USUAL] + [f"sufficient@{n}c" for n in sorted(settings.chars)]
    by_name = [(one.system, {change.name: change for change in one.metrics}) for one in systems]
    shown = [name for name in names if any(_measured(changes[name]) for _, changes in by_name)]
    rows: list[tuple[str, ...]] = []
    for system, changes in by_name:
        chosen = [changes[name] for name in shown]
        rows.append((system, _sizes(chosen), *(_cell(one.before, one.after) for one in chosen)))
        if any(len({one.n_before, one.n_after, one.n_common}) > 1 for one in chosen):
            sizes = _range({one.n_common for one in chosen})
            common = (_cell(one.common_before, one.common_after) for one in chosen)
            rows.append((words("impact.common"), sizes, *common))
    head = (words("impact.head.system"), words("impact.head.n"), *shown)
    return Section(words("impact.metrics"), (), Table(head, tuple(rows)) if shown and rows else None)


def _every(one: SystemImpact, words: Words) -> Section:
    """All metrics of a system that were measured, a line each."""
    rows = [
        (
            change.name,
            *(_number(value) for value in (change.before, change.after)),
            _difference(change.before, change.after),
            _sizes([change]),
            f"{_cell(change.common_before, change.common_after)} ({change.n_common})",
        )
        for change in one.metrics
        if _measured(change)
    ]
    head = tuple(words(f"impact.head.{name}") for name in _COLUMNS)
    title = words("impact.metrics.of", system=one.system)
    return Section(title, (), Table(head, tuple(rows)) if rows else None)


def _explained(sections: Iterable[Section], words: Words, settings: Settings) -> list[Section]:
    """The sections that have a table, under the first of which stands what the metrics of all mean."""
    found = [(section, section.table) for section in sections if section.table]
    if not found:
        return []
    cells = [cell for _, table in found for row in (table.head, *table.rows) for cell in row]
    first, table = found[0]
    told = first._replace(table=table._replace(legend=legend(cells, words, settings)))
    return [told, *(section for section, _ in found[1:])]


def _measured(change: MetricChange) -> bool:
    return change.before is not None or change.after is not None


def _sizes(changes: Iterable[MetricChange]) -> str:
    """How many queries the metrics rest on, then and now."""
    found = list(changes)
    before, after = _range({one.n_before for one in found}), _range({one.n_after for one in found})
    return before if before == after else f"{before} → {after}"


def _range(numbers: set[int]) -> str:
    return str(min(numbers)) if len(numbers) == 1 else f"{min(numbers)}–{max(numbers)}"


def _cell(before: float | None, after: float | None) -> str:
    """A value on both sides; once, where it is the same."""
    if _number(before) == _number(after):
        return _number(after)
    return f"{_number(before)} → {_number(after)}"


def _number(value: float | None) -> str:
    return ABSENT if value is None else f"{value:.{DIGITS}f}"


def _difference(before: float | None, after: float | None) -> str:
    if before is None or after is None:
        return ABSENT
    shown = f"{after - before:+.{DIGITS}f}"
    return SAME if float(shown) == 0 else shown


def _flips(
    systems: Iterable[SystemImpact], changed: Difference, words: Words, *, texts: bool
) -> Iterator[Item]:
    """Each query that flips for some system, with what decides it."""
    by_query: dict[str, list[tuple[str, str, str, str]]] = {}
    for one in systems:
        for flip in one.flips:
            states = words(
                "flip", before=effects.state(flip.before, words), after=effects.state(flip.after, words)
            )
            told = one.system, states, effects.cause(flip, changed, words), effects.effect(flip, words)
            by_query.setdefault(flip.query_id, []).append(told)
    for name, systems_told in sorted(by_query.items()):
        causes = list(dict.fromkeys(cause for _, _, cause, _ in systems_told))
        entries = [Entry(words("cause", cause=cause)) for cause in causes]
        entries += [
            Entry(words("flip.of", system=system, states=states) + (f"; {effect}" if effect else ""))
            for system, states, _, effect in systems_told
        ]
        yield Item(name, "changed", _question(name, changed, texts=texts), (), tuple(entries))


def _arrivals(
    systems: Iterable[SystemImpact], changed: Difference, words: Words, *, texts: bool
) -> Iterator[Item]:
    """Queries that came or went, with what each system made of them."""
    for kind, outcomes in (("added", "arrived"), ("removed", "left")):
        by_query: dict[str, list[Entry]] = {}
        for one in systems:
            for name, outcome in getattr(one, outcomes).items():
                told = words("flip.of", system=one.system, states=effects.state(outcome, words))
                by_query.setdefault(name, []).append(Entry(told))
        for name, entries in sorted(by_query.items()):
            yield Item(name, kind, _question(name, changed, texts=texts), (), tuple(entries))


def _question(name: str, changed: Difference, *, texts: bool) -> str:
    return changed.question(name) if texts else ""
