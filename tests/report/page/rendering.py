"""The page around any payload: the project's own template, style and scripts, with tables of the tests."""

from pathlib import Path

from assay.evidence.gathering import Evidence
from assay.report.catalogue import Catalogue
from assay.report.evidence.recorded import Recorded
from assay.report.page import document, drawing, embedding, evidence
from assay.report.page.plain import Table, text

FOLDER = Path(__file__).parents[3] / "scripts" / "assay" / "report" / "templates" / "page"
_COMPARISON = {
    "longer": "",
    "baseline": "bm25",
    "metric": "sufficient@5",
    "difference": None,
    "low": None,
    "high": None,
    "facts": [],
    "notes": [],
    "refusals": [],
}


def page_text(data, texts, lang="ru", odd="bm25", recorded=None, nothing=(), room=10**9, chunks=None):
    """The page as HTML.

    Args:
        data: payload.
        texts: of passages and chunks; None where they are not included.
        lang: of the phrases.
        odd: what stands in every table and chart in the place of a name.
        recorded: answers with their evidence tables; None: there are none.
        nothing: tables of what those declined.
        room: characters for them.
        chunks: numbers of the texts among those of the explorer.
    """
    files = {path.name: path.read_text() for path in FOLDER.iterdir()}
    say = Catalogue(lang)
    shown = Recorded(recorded or Evidence([]), refusal_notes=("only lists",), refusal_tables=tuple(nothing))
    answers = evidence.values(say, shown, files, room, chunks or {}, texts=texts is not None)
    return document.template(files).render(
        lang=lang,
        say=lambda key, **values: text(say(key, **values)),
        **document.code(files, lang, answers=answers is not None),
        answers=answers,
        data=embedding.packed(data),
        texts=None if texts is None else embedding.packed(texts),
        **_tables(data, odd),
        charts=[{**one, "spec": embedding.in_html(one["spec"])} for one in _charts(say, odd)],
    )


def _tables(data, odd):
    ids = data["queries"]["id"]
    named = Table([odd, "sufficient@5", "n"], [[odd, 0.613, 80], ["wide", 0.75, 80]], 2, odd)
    changes = [
        {
            "candidate": one["name"],
            "baseline": "bm25",
            **{
                key: Table(["id", odd], [[ids[at], odd] for at in changed[key][:30]])
                for key in ("regressions", "improvements")
            },
        }
        for one, changed in zip(data["systems"], data["changes"], strict=True)
        if changed
    ]
    return {
        "title": "Отчёт о поиске",
        "facts": [("запросов dev", str(len(ids))), ("эталон", odd)],
        "notes": [odd],
        "verdicts": _verdicts(odd),
        "means": [named],
        "metrics": [named, *map(_wide, (11, 24))],
        "notes_of_means": [odd],
        "changes": changes,
        "symptoms": named,
        "nothing": [named],
        "nothing_of": [Table(["id", odd], [[ids[0], odd]], caption=odd)],
        "triage": Table(["id", odd], [[ids[0], odd]], caption=odd),
        "triage_of": [odd],
        "gates": [
            {"name": odd, "passed": False, "value": "0.613", "why": odd},
            {"name": "hit@5", "passed": True, "value": "0.9", "why": ""},
        ],
        "gates_said": odd,
        "settings": Table(
            ["настройка", *(f"bm25-unstemmed-{n}" for n in range(6))],
            [[odd, *["scripts/assay/retrieval/kinds/bm25.py"] * 6]],
        ),
        "limits": [odd],
        "ids": [(odd, "3f1c0a92" * 8)],
    }


def _verdicts(odd):
    seen = [("better", 0.138, 0.05, 0.225), ("not_shown", -0.025, -0.1, 0.05), ("worse", -0.1, -0.2, -0.02)]
    names = ("difference", "low", "high")
    shown = [
        {
            **_COMPARISON,
            "candidate": odd,
            "verdict": word,
            **dict(zip(names, values, strict=True)),
            "signed": {name: f"{value:+.3f}" for name, value in zip(names, values, strict=True)},
        }
        for word, *values in seen
    ]
    return [*shown, {**_COMPARISON, "candidate": odd, "verdict": "refused", "refusals": [odd]}]


def _wide(columns):
    """A table of figures with so many columns."""
    header = ["метрика", *(f"bm25-unstemmed-{n}" for n in range(columns - 1))]
    return Table(header, [["sufficient@1500c", *["−0.188 … +0.013"] * (columns - 1)]] * 3, columns - 1)


def _charts(say, odd):
    """Of lines and of bars, with long names and titles."""
    import altair as alt

    names = [odd, "wide", *(f"bm25-unstemmed-with-a-long-name-{n}" for n in range(3))]
    rows = [{"k": k, "system": name, "value": k / 10} for name in names for k in (1, 3, 5, 10)]
    title = "разница graded_precision_partial@1500c от выигрыша к проигрышу"
    base = drawing.base(rows).encode(
        x=alt.X("k:Q", title=title),
        y=drawing.value_axis(alt.Y, "recall", title),
        tooltip=drawing.tips([("k:Q", "k"), ("value:Q", "value")]),
    )
    made = (base.mark_line(point=True), base.mark_bar().properties(height=1600))
    return [
        drawing.finished(
            spec.encode(**drawing.of_systems(say, names, lines=not at)), f"chart-{at}", odd, odd
        )._asdict()
        for at, spec in enumerate(made)
    ]
