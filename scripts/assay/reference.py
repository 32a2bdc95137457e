"""The generated parts of the documents: the results table, and the reference of :mod:`assay.dictionary`.

A generated part stands between ``<!-- generated: name -->`` and ``<!-- /generated -->``.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from assay import dictionary, entries
from assay.jsonl import read_object
from assay.systems import all_systems

if TYPE_CHECKING:
    from assay.report.catalogue import Catalogue

Means = Mapping[str, float | None]
PART = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- /generated -->)", re.DOTALL)
LEDGERS = "evidence/README.md", *(f"evidence/{name}/README.md" for name in entries.FIELDS)
FILES = ("README.md", "scripts/README.md", "gold/README.md", "runs/recorded/README.md", *LEDGERS)
FIGURES = "reports/metrics.json"


def outdated(root: Path) -> list[str]:
    """Names of the documents whose generated parts are not what the code and the results give now."""
    return [name for name in FILES if _filled(root, name) != (root / name).read_text("utf-8")]


def write(root: Path) -> list[str]:
    """Write the generated parts; gives the names of the documents that changed."""
    changed = outdated(root)
    for name in changed:
        text = _filled(root, name)
        (root / name).write_bytes(text.encode())
    return changed


def _filled(root: Path, name: str) -> str:
    makers: dict[str, Callable[[Path], Iterator[str]]] = {
        "results": results,
        "parameters": dictionary.parameters,
        "metrics": dictionary.metrics,
        "tables": dictionary.tables,
        "commands": dictionary.commands,
        "card": dictionary.card,
        "answers": dictionary.answers,
        "choices": dictionary.choices,
        "envelope": partial(dictionary.fields, entries.ENVELOPE),
        **{name: partial(dictionary.fields, rules) for name, rules in entries.FIELDS.items()},
    }
    text = (root / name).read_text("utf-8")
    return PART.sub(lambda part: part[1] + "\n".join(makers[part[2]](root)) + "\n" + part[3], text)


def results(root: Path) -> Iterator[str]:
    """The newest results: one row a system, the headline figures of reports/metrics.json."""
    from assay import corpora
    from assay.report.catalogue import Catalogue

    if not (root / FIGURES).is_file() and not (root / "dvc.lock").is_file():  # nothing has run yet
        yield Catalogue(corpora.language(root))("no_results")
        return
    figures = read_object((root / FIGURES).read_bytes(), FIGURES, "the figures")
    values = corpora.settings(root)
    say = Catalogue(values["report"]["lang"])
    at = values["score"]["headline"]
    characters = [f"sufficient@{budget}c" for budget in values["score"]["chars"]]
    names = [f"sufficient@{at}", *characters, f"coverage@{at}", f"recall@{at}", f"hit@{at}", "n"]
    listed = all_systems(values)
    shown = {system: figures[system] for system in sorted(figures) if system in listed}
    baseline = values["compare"]["baseline"]
    against = [f"`{names[0]}` against `{baseline}`"] if baseline else []
    rows = [
        [
            f"`{system}`",
            f"`{listed[system]['snapshot']}`",
            *(_figure(say, means, name) for name in names),
            *(_difference(means) for _ in against),
        ]
        for system, means in shown.items()
    ]
    yield from dictionary.table(["system", "snapshot", *(f"`{name}`" for name in names), *against], *rows)
    if any(f"n:{name}" in means for means in shown.values() for name in names):
        yield f"\n{say('readme.n')}"
    yield from _corpora(say, shown)


def _figure(say: "Catalogue", means: Means, name: str) -> str:
    """A value, with the number of queries that it rests on where that is not the row's n."""
    value, n = means.get(name), means.get(f"n:{name}")
    if value is None:
        return str(say("readme.not_measured"))
    return str(value) if isinstance(value, int) else f"{value:.3f}" + (f" ({n})" if n else "")


def _difference(means: Means) -> str:
    """The difference from the baseline, its interval and adjusted p; a dash where there is none."""
    keys = ("difference", "difference:low", "difference:high", "difference:p_adjusted")
    found = [value for key in keys if (value := means.get(key)) is not None]
    if len(found) < len(keys):
        return "–"
    from assay.report.comparisons import p_value, signed

    *differences, p = found
    difference, low, high = (signed("sufficient@", value) for value in differences)
    return f"{difference} ({low} … {high}), adjusted p {p_value(p)}"


def _corpora(say: "Catalogue", figures: Mapping[str, Means]) -> Iterator[str]:
    """Which systems search another corpus, if some do."""
    alike: dict[float | None, list[str]] = {}
    for system, means in figures.items():
        alike.setdefault(means.get("corpus"), []).append(f"`{system}`")
    if len(alike) > 1:
        yield f"\n{say('readme.corpora')} {'; '.join(', '.join(names) for names in alike.values())}."
