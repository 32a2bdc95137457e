"""The page around any payload: the project's own template, style and scripts, with tables of the tests."""

from pathlib import Path

from assay.report.catalogue import LANGUAGES, Catalogue
from assay.report.page import document, embedding
from assay.report.page.plain import Table, text
from assay.report.page_phrases import WORDS
from assay.report.phrases import PHRASES

FOLDER = Path(__file__).parents[3] / "scripts" / "assay" / "report" / "templates" / "page"
_COMPARISON = {
    "baseline": "bm25",
    "metric": "sufficient@5",
    "difference": None,
    "low": None,
    "high": None,
    "facts": [],
    "notes": [],
    "refusals": [],
}


def page_text(data, texts, lang="ru", odd="bm25"):
    """The page as HTML.

    Args:
        data: payload.
        texts: of passages and chunks; None where they are not included.
        lang: of the phrases.
        odd: what stands in every table and chart in the place of a name.
    """
    files = {path.name: path.read_text() for path in FOLDER.iterdir()}
    say = Catalogue(lang)
    scripts = [embedding.bundle(), *(embedding.script(files[name]) for name in document.SCRIPTS)]
    style = embedding.style(files["style.css"])
    words = {name: PHRASES[f"words.{name}"][LANGUAGES.index(lang)] for name in WORDS}
    return document.template(files).render(
        lang=lang,
        say=lambda key, **values: text(say(key, **values)),
        policy=embedding.policy(scripts, style),
        style=style,
        scripts=scripts,
        words=embedding.in_html(words),
        data=embedding.packed(data),
        texts=None if texts is None else embedding.packed(texts),
        **_tables(data, odd),
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
        "metrics": [named],
        "notes_of_means": [odd],
        "charts": _charts(odd),
        "changes": changes,
        "nothing": [named],
        "triage": named,
        "gates": [
            {"name": odd, "passed": False, "value": "0.613", "why": odd},
            {"name": "hit@5", "passed": True, "value": "0.9", "why": ""},
        ],
        "settings": named,
        "limits": [odd],
        "ids": [(odd, "3f1c0a92" * 8)],
    }


def _verdicts(odd):
    seen = [("better", 0.138, 0.05, 0.225), ("not_shown", -0.025, -0.1, 0.05), ("worse", -0.1, -0.2, -0.02)]
    shown = [
        {**_COMPARISON, "candidate": odd, "verdict": word, "difference": by, "low": low, "high": high}
        for word, by, low, high in seen
    ]
    return [*shown, {**_COMPARISON, "candidate": odd, "verdict": "refused", "refusals": [odd]}]


def _charts(odd):
    rows = [{"k": k, "system": name, "value": k / 10} for name in (odd, "wide") for k in (1, 3, 5, 10)]
    fields = {"x": ("k", "quantitative"), "y": ("value", "quantitative"), "color": ("system", "nominal")}
    encoding = {name: {"field": field, "type": kind} for name, (field, kind) in fields.items()}
    spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": "container",
        "data": {"values": rows},
        "encoding": encoding,
    }
    marks = ({"type": "line", "point": True, "tooltip": True}, {"type": "bar"})
    return [
        {"name": f"chart-{at}", "title": odd, "about": odd, "spec": embedding.in_html({**spec, "mark": mark})}
        for at, mark in enumerate(marks)
    ]
