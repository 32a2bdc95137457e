"""What the page says without JavaScript, as plain texts and tables: the template escapes them."""

from collections.abc import Iterator
from typing import Any

from assay.comparison.record import Comparisons
from assay.report import document, failures, nothing, sides, symptoms
from assay.report.catalogue import Catalogue
from assay.report.changed import of_report
from assay.report.comparisons import metric_table, signed, test_table, times_read, verdict
from assay.report.files import triage
from assay.report.gates import Gate, gates
from assay.report.inputs import Material
from assay.report.limits import LIMITS
from assay.report.markdown import shorten
from assay.report.page.nothing import questions
from assay.report.page.outcomes import CHANGES
from assay.report.page.plain import Table, blocks, signs, text
from assay.retrieval.kinds.recorded import MODES

_FIGURES = ("difference", "low", "high")
CANDIDATES = 100  # chunks to decide on that the page lists; all are in triage.csv


def readable(say: Catalogue, material: Material, compared: Comparisons) -> dict[str, Any]:
    """Values for the template by name.

    Args:
        say: phrases.
        material: of the report.
        compared: what the stage ``compare`` wrote.
    """
    report = document.context(material, failures.outcomes(material))
    means = [blocks(figures, text(say(f"results.{key}"))) for key, figures in report["results"].items()]
    under_tables = [note for _, notes in means for note in notes]
    return {
        "title": text(say("title")),
        "facts": [(text(name), n) for name, n in document.facts(say, material)],
        "notes": list(_notes(say, material, report)),
        "verdicts": list(_verdicts(say, compared)),
        "means": [table for tables, _ in means for table in tables],
        "notes_of_means": list(dict.fromkeys([*_about_means(say, material, report), *under_tables])),
        "metrics": list(_metrics(say, compared)),
        "changes": list(_changes(say, material, compared)),
        "symptoms": _symptoms(say, material),
        "nothing": blocks(nothing.overview(say, material))[0],
        "nothing_of": list(questions(say, material)),
        "triage": _triage(say, material),
        "triage_of": list(_triaged(say, material)),
        **_gates(say, gates(say, compared.record)),
        "settings": _settings(say, material),
        "limits": [text(say(key)) for key in LIMITS],
        "ids": [(text(name), value) for name, value in document.named_ids(say, material)],
    }


def _notes(say: Catalogue, material: Material, report: dict[str, Any]) -> Iterator[str]:
    """What is to be known before any figure."""
    if report["corpora"]:
        yield text(say("corpora")) + " " + "; ".join(map(text, report["corpora"]))
    yield from map(text, (*report["apart"], *report["unplaced"]))
    if report["ids_only"]:
        yield text(say("ids_only", systems=report["ids_only"]))
    if not material.texts:
        yield text(say("no_texts"))


def _about_means(say: Catalogue, material: Material, report: dict[str, Any]) -> Iterator[str]:
    yield text(say("results.intro", k=material.headline))
    if report["budget"]:
        yield text(say("results.budget", n=report["budget"]))
    if report["unlabelled"]:
        yield text(say("results.unlabelled"))
    if report["beyond"]:
        yield text(report["beyond"])
    if report["by_snapshot"]:
        yield text(say("incomparable"))
        yield text(say("incomparable.snapshots", groups=report["by_snapshot"]))


def _verdicts(say: Catalogue, compared: Comparisons) -> Iterator[dict[str, Any]]:
    """One a comparison: names and figures by themselves, all else in words."""
    record = compared.record
    for entry in record["comparisons"]:
        said, figures = verdict(say, record, entry), entry["metrics"].get(record["primary"], {})
        yield {
            "candidate": entry["candidate"],
            "baseline": record["baseline"],
            "verdict": said.verdict,
            "metric": record["primary"],
            "sentence": signs(text(said.sentence)),
            "longer": text(times_read(say, entry) or ""),
            **{name: figures.get(name) for name in _FIGURES},
            "signed": {
                name: signs(text(signed(record["primary"], figures[name])))
                for name in _FIGURES
                if figures.get(name) is not None
            },
            **{
                name: [signs(text(line)) for line in getattr(said, name)]
                for name in ("facts", "notes", "refusals")
            },
        }


def _gates(say: Catalogue, found: list[Gate]) -> dict[str, Any]:
    """Every gate, and in one line how many fail."""
    failed = sum(not one.passed for one in found)
    said = say("page.gates.some" if failed else "page.gates.all", n=failed, all=len(found))
    return {
        "gates": [
            {
                "name": text(one.label),
                "passed": one.passed,
                "value": signs(text(one.value)),
                "why": text(one.note),
            }
            for one in found
        ],
        "gates_said": text(said),
    }


def _metrics(say: Catalogue, compared: Comparisons) -> Iterator[Table]:
    """Two tables a comparison: its figures, and what the tests gave before and after their correction."""
    record = compared.record
    for entry in record["comparisons"]:
        of = text(say("compare.of", candidate=entry["candidate"], baseline=record["baseline"]))
        titled = {of: metric_table, f"{of} · {text(say('compare.tests'))}": test_table}
        for title, made in titled.items():
            header, rows = made(say, record, entry)
            if rows:
                shown = [[signs(text(cell)) for cell in row] for row in rows]
                yield _table(header, shown, right=len(header) - 1, caption=title)


def _changes(say: Catalogue, material: Material, compared: Comparisons) -> Iterator[dict[str, Any]]:
    record = compared.record
    for entry in record["comparisons"]:
        if not entry["refusals"]:
            yield {
                "candidate": entry["candidate"],
                "baseline": record["baseline"],
                **{
                    key: _changed(say, material, compared, entry["candidate"], name)
                    for key, name in CHANGES.items()
                },
            }


def _changed(say: Catalogue, material: Material, compared: Comparisons, candidate: str, change: str) -> Table:
    found = of_report(say, material, compared, candidate, change)
    shown = say("compare.shown", n=len(found.rows), all=found.total)
    caption = text(shown) if len(found.rows) < found.total else None
    return _table(found.header, found.rows, caption=caption)


def _symptoms(say: Catalogue, material: Material) -> Table | None:
    header, rows = symptoms.overview(say, material)
    if not rows:
        return None
    return _table(header, rows, right=len(material.systems), caption=text(say("symptoms.intro")))


def _triage(say: Catalogue, material: Material) -> Table | None:
    """The chunks that gold does not know, the first of them."""
    rows = triage(material.systems)
    if rows.is_empty():
        return None
    caption = text(say("page.triage.texts", n=min(CANDIDATES, len(rows)), all=len(rows)))
    names = ("query", "rank", "chunk", "systems", *(["text"] if material.texts else []))
    lines = [
        [row["query_id"], row["rank"], row["chunk_id"], ", ".join(row["systems"])]
        + ([shorten(row["text"] or "")] if material.texts else [])
        for row in rows.head(CANDIDATES).iter_rows(named=True)
    ]
    return _table([say(f"head.{name}") for name in names], lines, caption=caption)


def _triaged(say: Catalogue, material: Material) -> Iterator[str]:
    """How many of them each system brought."""
    for one in material.systems:
        counts = {"n": len(one.triage), "queries": one.triage["query_id"].n_unique()}
        yield text(say("page.triage.count", system=one.name, **counts))


def _settings(say: Catalogue, material: Material) -> Table:
    """Every setting, those that differ first and marked."""
    modes = {name: text(say(f"page.mode.{name}")) for name in MODES}
    rows = [
        [f"{text(label)} ≠" if label.startswith("**") else text(label)]
        + [modes.get(text(cell), text(cell)) for cell in cells]
        for label, cells in sides.settings_rows(say, material)
    ]
    header = [say("head.setting"), *(one.name for one in material.systems)]
    return _table(header, rows, caption=text(say("page.settings.note")))


def _table(header: list[Any], rows: list[Any], right: int = 0, caption: str | None = None) -> Table:
    """A table of plain texts and numbers."""
    plain = [[cell if isinstance(cell, int | None) else text(cell) for cell in row] for row in rows]
    return Table([text(cell) for cell in header], plain, right, caption)
