"""report.md: the templates filled with the tables."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl
from jinja2 import DictLoader, Environment, StrictUndefined

from assay.comparison.record import Comparisons
from assay.report import failures, nothing, repeats, results, sides, symptoms, times
from assay.report.catalogue import Catalogue
from assay.report.compared import gate_table, sections
from assay.report.evidence.recorded import Recorded
from assay.report.evidence.section import section
from assay.report.inputs import Material
from assay.report.limits import LIMITS
from assay.report.markdown import Markdown, code, finished, joined, table
from assay.scoring.metrics import METRICS, UP, Metric

MAIN = "report.md.j2"
NO_ANSWERS = Recorded()
SHORT = 12  # characters of an id where people read it
_HASH = re.compile("[0-9a-f]{64}")


def render(
    material: Material,
    compared: Comparisons,
    outcomes: pl.DataFrame,
    templates: Mapping[str, bytes],
    answers: Recorded = NO_ANSWERS,
) -> bytes:
    """The report in its language.

    Args:
        material: what it is made of.
        compared: what the stage ``compare`` wrote.
        outcomes: queries that are not met (:func:`assay.report.failures.outcomes`).
        templates: bytes of the Jinja2 templates by their names.
        answers: recorded answers with their evidence tables.
    """
    environment = Environment(
        loader=DictLoader({name: data.decode() for name, data in templates.items()}),
        autoescape=False,  # noqa: S701  # Markdown, not HTML: `finished` escapes every value that is printed
        finalize=finished,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template(MAIN).render(
        {**context(material, outcomes), **_compared(material, compared), **_answers(material, answers)}
    )
    return (re.sub(r"\n{3,}", "\n\n", text).strip() + "\n").encode()


def _compared(material: Material, compared: Comparisons) -> dict[str, Any]:
    """The comparisons and gates."""
    say = Catalogue(material.lang)
    return {
        "baseline": compared.record["baseline"],
        "comparisons": sections(say, material, compared),
        "gates": gate_table(say, compared.record),
    }


def _answers(material: Material, answers: Recorded) -> dict[str, Any]:
    """Recorded answers, claim by claim; None where there are none."""
    return {"evidence": section(Catalogue(material.lang), answers.evidence, answers.refusals)}


def context(material: Material, outcomes: pl.DataFrame) -> dict[str, Any]:
    """Everything else that the templates print, as Markdown.

    Args:
        material: of the report.
        outcomes: queries that are not met.
    """
    say = Catalogue(material.lang)
    first = results.lead(material)[0]
    return {
        "say": say,
        "material": material,
        "corpora": _corpora(material),
        "apart": list(_apart(say, material)),
        "unplaced": list(_unplaced(say, material)),
        "ids_only": _ids_only(material),
        "facts": joined((Markdown(f"{label}: {n}") for label, n in facts(say, material)), "; "),
        "first": code(first),
        "budget": min(material.score["chars"], default=None),
        "unlabelled": not first.startswith("sufficient"),
        "results": _results(say, material),
        "beyond": results.beyond_depth(say, material),
        "by_snapshot": _by_snapshot(material),
        "cover": f"{material.score['cover'] * 100:g}",
        "formulas": _formulas(say, material),
        "measured": _beside(
            say("head.metrics"), material, results.measured_rows(say, material), numbers=False
        ),
        "partial": _beside(say("partial.coverage"), material, sides.coverage_rows(material)),
        "settings": _beside(say("head.setting"), material, sides.settings_rows(say, material), numbers=False),
        "runs": _runs(material),
        "slices": list(sides.slices(say, material, first)),
        "unequal": sides.unequal(material, first),
        "nothing": nothing.overview(say, material),
        "nothing_of": list(nothing.each(say, material)),
        "failing": outcomes["query_id"].n_unique(),
        "queries": len(material.queries),
        "failed": failures.failed(material),
        "errors": failures.errors(say, material),
        "failures": list(failures.blocks(say, material, outcomes)),
        "symptoms": _symptoms(say, material),
        "triage": _triage(say, material),
        "counts": _beside(say("head.count"), material, sides.count_rows(say, material)),
        "repeats": repeats.overview(say, material),
        "times": times.overview(say, material),
        "noise": repeats.differences(say, material),
        "limits": list(LIMITS),
        "ids": table([say("head.fact"), say("head.value")], _ids(say, material)),
    }


def _symptoms(say: Catalogue, material: Material) -> Markdown | None:
    header, rows = symptoms.overview(say, material)
    return table(header, rows, right=len(material.systems)) if rows else None


def _corpora(material: Material) -> list[Markdown]:
    """The systems of each corpus, after its id, where there are several."""
    names: dict[str, list[str]] = {}
    for system in material.systems:
        names.setdefault(system.corpus_id, []).append(system.name)
    groups = ((code(_short(name)), joined(map(code, systems))) for name, systems in names.items())
    return [Markdown(f"{name}: {systems}") for name, systems in groups] if len(names) > 1 else []


def _apart(say: Catalogue, material: Material) -> Iterator[Markdown]:
    """Why runs that bring their own chunks stand apart from the corpora of the other systems, and what to do."""
    own = {system.snapshot_id for system in material.systems if system.own_chunks}
    corpora = {system.corpus_id for system in material.systems if system.snapshot_id not in own}
    apart = [system for system in material.systems if system.own_chunks and system.corpus_id not in corpora]
    for key, declared in (("corpora.earlier", True), ("corpora.strange", False)):
        names = [
            code(one.name) for one in apart if one.summary["snapshot"].get("declared", False) == declared
        ]
        if names and corpora:
            yield say(key, systems=joined(names))


def _unplaced(say: Catalogue, material: Material) -> Iterator[Markdown]:
    """Of runs that a person said are over these documents: how many of their chunks are not."""
    for system in material.systems:
        about = system.summary["snapshot"]
        if about.get("unplaced"):
            n, every = about["unplaced"], about["returned"]
            yield say("corpora.unplaced", system=code(system.name), n=n, all=every)


def _beside(head: Markdown, material: Material, rows: list[sides.Row], *, numbers: bool = True) -> Markdown:
    return sides.side_by_side(head, material.systems, rows, numbers=numbers)


def _results(say: Catalogue, material: Material) -> dict[str, Markdown]:
    made = results.groups(material).items()
    return {key: results.result_table(say, material, names) for key, names in made if names}


def _by_snapshot(material: Material) -> Markdown | None:
    """``fine: `a`, `b`; wide: `c` ``, or nothing where all systems search the same chunks."""
    if material.one_snapshot:
        return None
    names: dict[str, list[str]] = {}
    for system in material.systems:
        names.setdefault(system.summary["card"]["snapshot"], []).append(system.name)
    groups = (Markdown(f"{finished(name)}: {joined(map(code, systems))}") for name, systems in names.items())
    return joined(groups, "; ")


def _ids_only(material: Material) -> Markdown | None:
    """Systems that search chunks of which the ids alone are known; None where there are none."""
    names = [code(one.name) for one in material.systems if one.summary["snapshot"].get("ids_only")]
    return joined(names) if names else None


def _formulas(say: Catalogue, material: Material) -> list[Markdown]:
    """Name, formula, range, direction and definition id of each metric that the report shows."""
    known = {metric.name: metric for metric in METRICS}
    families = dict.fromkeys(name.partition("@")[0] for name in results.shown_metrics(material))
    return [_formula(say, known[family]) for family in families]


def _formula(say: Catalogue, metric: Metric) -> Markdown:
    formula = {"en": metric.en, "ru": metric.ru}[say.lang]
    scale = [finished("0…1")] if metric.bounded else []
    direction = say("formulas.up" if metric.direction == UP else "formulas.down")
    about = joined([*scale, direction, code(metric.definition)], "; ")
    return Markdown(f"**{code(metric.name)}** = {finished(formula)} ({about})")


def _triage(say: Catalogue, material: Material) -> Markdown:
    header = [say("head.system"), say("head.candidates"), say("head.queries")]
    rows = (
        [code(system.name), len(system.triage), system.triage["query_id"].n_unique()]
        for system in material.systems
    )
    return table(header, rows, right=2)


def facts(say: Catalogue, material: Material) -> list[tuple[Markdown, int]]:
    """What the first line says: how much was asked."""
    unreviewed = int((material.queries["status"] == "unreviewed").sum())
    rows = [(say("facts.queries"), len(material.queries))]
    rows += [(say("facts.unreviewed"), unreviewed)] if unreviewed else []
    return [*rows, (say("facts.holdout"), material.holdout)]


def _runs(material: Material) -> Markdown | None:
    """The run of each recorded system; None where there is none."""
    inputs = {one.name: one.summary["card"] for one in material.systems}
    recorded = {
        name: card["settings"]["input"] for name, card in inputs.items() if card["kind"] == "recorded"
    }
    named = (Markdown(f"{code(name)}: {code(path)}") for name, path in recorded.items())
    return joined(named, "; ") if recorded else None


def _short(value: str) -> str:
    """The beginning of a hash; whole what an owner has named: names of two states often begin alike."""
    return value[:SHORT] if _HASH.fullmatch(value) else value


def _ids(say: Catalogue, material: Material) -> list[list[Markdown]]:
    return [[label, code(value)] for label, value in named_ids(say, material)]


def named_ids(say: Catalogue, material: Material) -> list[tuple[Markdown, str]]:
    """Gold revision, corpora, snapshots and runs; each id once."""
    named: dict[tuple[Markdown, str], None] = {}
    for system in material.systems:
        named[say("facts.gold"), system.summary["gold_revision"]] = None
    for system in material.systems:
        named[say("facts.corpus"), system.corpus_id] = None
    for system in material.systems:
        named[say("facts.snapshot", name=code(system.summary["card"]["snapshot"])), system.snapshot_id] = None
    for system in material.systems:
        named[say("facts.run", name=code(system.name)), system.summary["run_id"]] = None
    return list(named)
