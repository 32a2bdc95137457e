"""Systems that were asked several times: how their results changed, and which differences lie inside that noise."""

from collections.abc import Iterator
from typing import Any

from assay.report.catalogue import Catalogue
from assay.report.inputs import Material, System
from assay.report.markdown import Markdown, code, finished, table
from assay.report.results import figure, lead, value_of

Range = tuple[float, float]


def overview(say: Catalogue, material: Material) -> Markdown | None:
    """One line a system that was asked several times; None where none was."""
    k, metrics = material.headline, lead(material)
    header = [
        *(say(f"head.{name}") for name in ("system", "times", "queries")),
        say("repeats.order", k=k),
        say("repeats.set", k=k),
        *map(code, metrics),
    ]
    lines = [_line(say, system, k, metrics) for system in material.systems if again(system)]
    return table(header, lines, right=len(header) - 1) if lines else None


def differences(say: Catalogue, material: Material) -> Markdown | None:
    """Every system beside each that was asked several times: whether their difference lies inside the noise."""
    metric = lead(material)[0]
    header = [say(f"head.{name}") for name in ("system", "compared", "difference", "noise")]
    lines = [_pair(say, metric, *pair) for pair in _pairs(material) if None not in map(_first(metric), pair)]
    return table(header, lines, right=1) if lines else None


def again(system: System) -> dict[str, Any] | None:
    """What is known of the further times that it was asked."""
    found: dict[str, Any] | None = system.summary.get("repeats")
    return found


def _line(say: Catalogue, system: System, k: int, metrics: list[str]) -> list[Markdown]:
    found = again(system) or {}
    changed = [_share(say, found["changed"][way], k, found["queries"]) for way in ("order", "set")]
    ranges = [_range_shown(say, name, spread(system, name)) for name in metrics]
    return [code(system.name), finished(found["n"]), finished(found["queries"]), *changed, *ranges]


def _share(say: Catalogue, changed: list[int], k: int, queries: int) -> Markdown:
    if not queries or not changed:
        return say.not_measured({})
    n = changed[min(k, len(changed)) - 1]
    return say("repeats.share", share=Markdown(f"{100 * n / queries:.1f}"), n=n)


def _range_shown(say: Catalogue, name: str, values: Range | None) -> Markdown:
    if values is None:
        return say.not_measured({})
    low, high = (figure(name, value) for value in values)
    return low if low == high else say("repeats.range", low=low, high=high)


def spread(system: System, name: str) -> Range | None:
    """Lowest and highest value of a metric over the times that the system was asked; None where one has none."""
    found = again(system)
    values = found["metrics"].get(name, []) if found else [value_of(system.metrics.get(name, {}))]
    return (min(values), max(values)) if values and None not in values else None


def _first(name: str) -> Any:
    return lambda system: spread(system, name)


def _pairs(material: Material) -> Iterator[tuple[System, System]]:
    """Systems of one corpus of which at least one was asked several times, each pair once."""
    for number, one in enumerate(material.systems):
        for other in material.systems[number + 1 :]:
            if one.corpus_id == other.corpus_id and (again(one) or again(other)):
                yield one, other


def _pair(say: Catalogue, metric: str, one: System, other: System) -> list[Markdown]:
    first, second = (value_of(system.metrics[metric]) or 0.0 for system in (one, other))
    (low, high), (bottom, top) = spread(one, metric) or (0.0, 0.0), spread(other, metric) or (0.0, 0.0)
    inside = low <= top and bottom <= high
    verdict = say("repeats.inside" if inside else "repeats.outside")
    return [code(one.name), code(other.name), Markdown(f"{second - first:+.3f}"), verdict]
