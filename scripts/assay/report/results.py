"""The first tables of a report: means and medians of each system, and what they rest on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from assay.report.catalogue import Catalogue
from assay.report.inputs import Material, System
from assay.report.markdown import Markdown, code, finished, joined, table
from assay.scoring.metrics import MEDIAN, METRICS

INCOMPARABLE = "†"
_FOUND = ("recall", "hit", "char_recall", "char_precision", "char_iou", "context_chars")
_ORDER = ("precision", "map", "mrr", "ndcg")
_PEOPLE = ("judged", "graded_precision", "graded_precision_partial", "harmful")
_RANKS = ("sufficient_rank", "first_relevant_rank", "sufficient_chars")
# What one result holds decides these: a passage cut over two chunks in perfect order has MRR 0.5.
_OF_SLOTS = {*_ORDER, *_PEOPLE, "sufficient_rank", "first_relevant_rank"}
_FOR_DVC = (
    "sufficient",
    "cutoffs",
    "order",
    "ranks",
)  # tables whose metrics Git keeps, beside recall and hit
SHARES = {metric.name for metric in METRICS if metric.bounded}

Entry = Mapping[str, Any]


def lead(material: Material) -> list[str]:
    """The two metrics a report leads with: sufficient and coverage, or hit and recall where no query has sets."""
    k = material.headline
    chosen = [f"sufficient@{k}", f"coverage@{k}"]
    labelled = any(system.metrics.get(chosen[0], {}).get("n") for system in material.systems)
    return chosen if labelled else [f"hit@{k}", f"recall@{k}"]


def groups(material: Material) -> dict[str, list[str]]:
    """The metrics of each table by its key, in order; only those that scoring made."""
    k, first = material.headline, lead(material)
    family = first[0].partition("@")[0]
    wanted = {
        "sufficient": [*first, *(f"{family}@{n}c" for n in sorted(material.score["chars"]))],
        "cutoffs": [f"{family}@{k}" for k in sorted(material.score["k"])],
        "found": [name for name in (f"{family}@{k}" for family in _FOUND) if name not in first],
        "order": [f"{family}@{k}" for family in _ORDER],
        "people": [f"{family}@{k}" for family in _PEOPLE],
        "ranks": list(_RANKS),
    }
    made = {name for system in material.systems for name in system.metrics}
    return {key: [name for name in names if name in made] for key, names in wanted.items()}


def shown_metrics(material: Material) -> list[str]:
    """Every metric of those tables once."""
    return list(dict.fromkeys(name for names in groups(material).values() for name in names))


def incomparable(material: Material) -> frozenset[str]:
    """Metrics shown that mean something else on other chunks; none where all systems search the same ones."""
    if material.one_snapshot:
        return frozenset()
    return frozenset(name for name in shown_metrics(material) if name.partition("@")[0] in _OF_SLOTS)


def value_of(entry: Entry) -> float | None:
    """The mean or median of a metric in summary.json; null where nothing was measured."""
    value: float | None = entry.get("mean", entry.get(MEDIAN))
    return value


def result_table(say: Catalogue, material: Material, names: list[str]) -> Markdown:
    """Systems down, metrics across; metrics that no system has a value of are named under the table.

    ``n`` has a column of its own where in each line all metrics rest on equally many queries. Where they do
    not, or systems do not, a note says so.
    """
    systems, marked = material.systems, incomparable(material)
    empty = [name for name in names if not any(_measured(system, name) for system in systems)]
    chosen = [name for name in names if name not in empty]
    header = [Markdown(f"{code(name)}{INCOMPARABLE * (name in marked)}") for name in chosen]
    counts = [{_measured(system, name) for name in chosen} - {0} for system in systems]
    shared = all(len(of_line) == 1 for of_line in counts) and not set(chosen) & set(_RANKS)
    rows = []
    for system, of_line in zip(systems, counts, strict=True):
        cells = [cell(say, name, system.metrics.get(name, {}), show_n=not shared) for name in chosen]
        rows.append([code(system.name), *cells, *(of_line if shared else ())])
    heads = [*header, *([say("head.n")] if shared else [])]
    figures = table([say("head.system"), *heads], rows, right=len(heads))
    note = _differing(say, systems, chosen)
    unmeasured = _unmeasured(say, systems, empty) if empty else None
    return Markdown("\n\n".join(part for part in (figures if chosen else None, note, unmeasured) if part))


def _differing(say: Catalogue, systems: Sequence[System], names: Sequence[str]) -> Markdown | None:
    """How many queries each metric, or each system, rests on, where these are not the same everywhere."""
    based = {name: {_base(system, name) for system in systems} - {0} for name in names}
    if len(set().union(*based.values())) <= 1:
        return None
    if all(len(counts) == 1 for counts in based.values()):
        alike: dict[int, list[str]] = {}
        for name, (count,) in based.items():
            alike.setdefault(count, []).append(name)
        groups = [(joined(map(code, of_count)), str(count)) for count, of_count in alike.items()]
    else:
        groups = [(code(system.name), _range(system, names)) for system in systems]
    return say("results.differing", groups=joined((Markdown(f"{who}: {n}") for who, n in groups), "; "))


def _range(system: System, names: Sequence[str]) -> str:
    """``3``, or ``3–5`` where a system's metrics rest on different numbers of queries."""
    counts = {_base(system, name) for name in names} - {0} or {0}
    return f"{min(counts)}–{max(counts)}" if len(counts) > 1 else str(*counts)


def _base(system: System, name: str) -> int:
    """How many queries a mean or median is of; a median takes in those that never got there."""
    entry = system.metrics.get(name, {})
    return _measured(system, name) + (entry["nulls"].get("not_found", 0) if MEDIAN in entry else 0)


def _measured(system: System, name: str) -> int:
    return int(system.metrics.get(name, {}).get("n", 0))


def _unmeasured(say: Catalogue, systems: Sequence[System], names: list[str]) -> Markdown:
    nulls = Counter[str]()
    for system in systems:
        for name in names:
            nulls.update(system.metrics[name]["nulls"])
    return say("results.unmeasured", names=joined(map(code, names)), reason=say.not_measured(nulls))


def cell(say: Catalogue, name: str, entry: Entry, *, show_n: bool) -> Markdown:
    """A mean or median as it is printed, or why there is none."""
    nulls = entry.get("nulls", {})
    beyond = nulls.get("not_found", 0) if MEDIAN in entry else 0
    value = value_of(entry)
    if value is None and not beyond:
        return say.not_measured(nulls)
    shown = say("reason.not_found") if value is None else figure(name, value)
    if MEDIAN in entry:
        return say("results.reached", value=shown, n=entry["n"], all=entry["n"] + beyond)
    return Markdown(f"{shown} ({entry['n']})") if show_n else shown


def figure(name: str, value: float) -> Markdown:
    """Shares with three digits, ranks to the half, characters whole."""
    family = name.partition("@")[0]
    if family in SHARES:
        return finished(float(value))
    return Markdown(f"{value:.1f}" if family.endswith("_rank") else f"{value:.0f}")


def beyond_depth(say: Catalogue, material: Material) -> Markdown | None:
    """Which cut-offs lie beyond the results that a system was asked for, in words; None where none does.

    A cut-off in characters can lie beyond them for some queries only, so it stands with their number.
    """
    groups = []
    for system in material.systems:
        queries: dict[str, int] = {}
        for name, entry in system.metrics.items():
            if n := entry["nulls"].get("beyond_depth", 0):
                cut = name.partition("@")[2]
                queries[cut] = max(n, queries.get(cut, 0))
        ordered = sorted(queries, key=lambda cut: (cut.endswith("c"), int(cut.removesuffix("c"))))
        shown = [_beyond(say, cut, queries[cut]) for cut in ordered]
        depth = system.summary["card"]["depth"]
        groups += [say("beyond.of", name=code(system.name), depth=depth, cuts=joined(shown))] * bool(shown)
    return say("results.beyond", groups=joined(groups, "; ")) if groups else None


def _beyond(say: Catalogue, cut: str, n: int) -> Markdown:
    shown = code(f"@{cut}")
    return say("beyond.queries", cut=shown, n=n) if cut.endswith("c") else shown


def measured_rows(say: Catalogue, material: Material) -> list[tuple[Markdown, list[Markdown]]]:
    """Metrics that rest on the same queries in every system, and for each system n and nulls by reason."""
    alike: dict[tuple[Markdown, ...], list[str]] = {}
    for name in shown_metrics(material):
        entries = (system.metrics.get(name, {"n": 0, "nulls": {}}) for system in material.systems)
        alike.setdefault(tuple(_basis(say, entry) for entry in entries), []).append(name)
    return [(joined(map(code, names)), list(cells)) for cells, names in alike.items()]


def _basis(say: Catalogue, entry: Entry) -> Markdown:
    return joined([entry["n"], *([say.reasons(entry["nulls"])] if entry["nulls"] else [])], "; ")


def metrics_json(material: Material, record: Entry) -> dict[str, dict[str, float | int | None]]:
    """What ``dvc metrics show`` prints: by system, the value of each metric in it, and n of the leading one.

    A value that rests on another number of queries has ``n:<metric>`` beside it. Where systems search different
    corpora, ``corpus`` numbers them: figures can be compared between systems with one number. A candidate has its
    ``difference`` from the baseline by the primary metric, its interval and adjusted p.

    Args:
        material: of the report.
        record: comparisons.json.
    """
    tables, k = groups(material), material.headline
    wanted = [*(name for key in _FOR_DVC for name in tables[key]), f"recall@{k}", f"hit@{k}"]
    corpora = list(dict.fromkeys(system.corpus_id for system in material.systems))
    differences = {
        entry["candidate"]: _difference(entry, record["primary"]) for entry in record["comparisons"]
    }
    return {
        system.name: {
            **{name: _rounded(value_of(system.metrics.get(name, {}))) for name in wanted},
            **_other_counts(system, wanted, lead(material)[0]),
            **({"corpus": corpora.index(system.corpus_id) + 1} if len(corpora) > 1 else {}),
            **differences.get(system.name, {}),
            "n": _measured(system, lead(material)[0]),
        }
        for system in material.systems
    }


def _difference(entry: Entry, primary: str) -> dict[str, float | None]:
    found = entry["metrics"].get(primary, {})
    named = {
        "difference": "difference",
        "low": "difference:low",
        "high": "difference:high",
        "p_holm": "difference:p_adjusted",
    }
    return {named[name]: _rounded(found[name]) for name in named if found.get(name) is not None}


def _other_counts(system: System, names: Sequence[str], leading: str) -> dict[str, int]:
    counts = {name: _base(system, name) for name in names}
    return {f"n:{name}": n for name, n in counts.items() if n not in (0, _measured(system, leading))}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)
