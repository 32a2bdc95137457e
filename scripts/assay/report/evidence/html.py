"""An evidence table as HTML: one template, for a document of its own and for the report's page."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import PackageLoader
from markupsafe import Markup, escape

from assay.evidence.gathering import Evidence
from assay.evidence.table import Table
from assay.report.escaped import environment
from assay.report.evidence.catalogue import Words
from assay.report.evidence.picture import SIGNS, Picture, picture
from assay.report.page import embedding
from assay.retrieval.records import LANGUAGE

ANSWER, DOCUMENT = "answer.html.j2", "evidence.html.j2"
SCRIPTS = ("printing.js", "answer.js")
STYLES = ("style.css", "evidence.css")
_SIGNS = {name: escape(sign) for name, sign in SIGNS.items()}
_LINK = re.compile(r"https?://\S+", re.IGNORECASE)
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)")


def document(table: Table, lang: str, evidence: Evidence | None = None) -> str:
    """An evidence table as one file that asks for nothing else; it is whole without its script.

    Args:
        table: of one answer.
        lang: of the phrases.
        evidence: that the table is of, for what is known of the record beside it.
    """
    loader = PackageLoader("assay.report", "templates/page")
    made = environment(loader)
    sources = {name: loader.get_source(made, name)[0] for name in (*SCRIPTS, *STYLES)}
    script = embedding.script("".join(sources[name] for name in SCRIPTS))
    style = embedding.style("".join(sources[name] for name in STYLES))
    say = Words(lang)
    return made.get_template(DOCUMENT).render(
        **shown(say, _picture(say, table, evidence)),
        opened=True,
        shared=None,
        page_lang=lang,
        policy=embedding.policy([script], style),
        style=style,
        script=script,
    )


def _picture(say: Words, table: Table, evidence: Evidence | None) -> Picture:
    """The picture; without ``evidence`` nothing is said of what it knows beside the table."""
    made = picture(say, table, evidence or Evidence([table]))
    if evidence is None:
        facts = {key: field for key, field in made.facts.items() if key not in ("held", "lacks")}
        return made._replace(facts=facts)
    return made


def shown(say: Words, of: Picture) -> dict[str, Any]:
    """Values of the template by name, but for ``opened`` and ``shared``.

    Args:
        say: phrases.
        of: the answer.
    """
    lang = of.answer.value.get("lang") or of.answer.card.get("locale") or ""
    return {
        **of._asdict(),
        "say": _saying(say),
        "signs": _SIGNS,
        "name": escape,
        "command": say.command,
        "time": _time,
        "linked": _LINK.fullmatch,
        "anchored": {number + 1 for one in of.stretches for number, first in one.ended if first},
        "lang": lang if LANGUAGE.fullmatch(lang) else None,
        "marked": {
            one.citation["span"][0]: one.places[0]
            for one in of.citations
            if one.citation["span"] and one.places
        },
    }


def fragments_of(of: Picture) -> Mapping[str, None]:
    """Texts of an answer's fragments, each once, in their order."""
    return dict.fromkeys(one.fragment["text"] for one in of.places if one.fragment["text"] is not None)


def _saying(say: Words) -> Callable[..., str]:
    """Phrases; one is Markup unless it holds a text of others."""
    known: dict[str, Markup] = {}

    def said(key: str, **values: Any) -> str:
        if values:
            phrase = say(key, **values)
            return phrase if any(isinstance(value, str) for value in values.values()) else escape(phrase)
        if key not in known:
            known[key] = escape(say(key))
        return known[key]

    return said


def _time(text: str) -> str:
    """A time to the minute, as people read it."""
    found = _TIME.fullmatch(text)
    if not found:
        return text
    return f"{found[1]} {found[2]} {'UTC' if found[3] in ('Z', '+00:00') else found[3]}"
