"""report.html: the template filled with what is read without JavaScript, and the data for what is not."""

from collections.abc import Mapping
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined, Template

from assay.comparison.record import Comparisons
from assay.report.catalogue import Catalogue
from assay.report.evidence.recorded import Recorded
from assay.report.inputs import Material
from assay.report.page import embedding, evidence
from assay.report.page.charts import charts
from assay.report.page.numbers import Numbers
from assay.report.page.payload import payload
from assay.report.page.plain import text
from assay.report.page.readable import readable
from assay.report.page_phrases import WORDS, WORDS_OF_ANSWERS
from assay.report.phrases import PHRASES
from assay.wording import LANGUAGES

FOLDER, MAIN, STYLE, STYLE_OF_ANSWERS = "page/", "page.html.j2", "style.css", "evidence.css"
# As they run; those of answers where some are recorded.
SCRIPTS = (
    "data.js",
    "scrolling.js",
    "printing.js",
    "selection.js",
    "fields.js",
    "paged.js",
    "list.js",
    "hits.js",
    "query.js",
    "reading.js",
)
SCRIPTS_OF_ANSWERS = ("answer.js", "recorded.js", "answers.js")
LAST_SCRIPTS = ("explorer.js", "charts.js")
NO_ANSWERS = Recorded()


def page_bytes(
    material: Material,
    compared: Comparisons,
    templates: Mapping[str, bytes],
    answers: Recorded = NO_ANSWERS,
) -> bytes:
    """The page in the report's language: one file that asks for nothing else.

    Args:
        material: of the report.
        compared: what the stage ``compare`` wrote.
        templates: bytes of the templates by their names; those of the page, with its style and scripts, begin
            with ``page/``.
        answers: recorded answers with their evidence tables.
    """
    files = {
        name.removeprefix(FOLDER): data.decode()
        for name, data in templates.items()
        if name.startswith(FOLDER)
    }
    say = Catalogue(material.lang)
    data = _data(say, material, compared, files, answers)
    shown = {
        "lang": material.lang,
        "say": lambda key, **values: text(say(key, **values)),
        **readable(say, material, compared),
        **data,
        **code(files, material.lang, answers=data["answers"] is not None),
        "charts": [
            {**one._asdict(), "spec": embedding.in_html(one.spec)} for one in charts(say, material, compared)
        ],
    }
    return template(files).render(shown).encode()


def template(files: Mapping[str, str]) -> Template:
    """The page's template; it escapes every value, and takes no name that has none.

    Args:
        files: the templates by their names.
    """
    environment = Environment(
        loader=DictLoader(files),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(MAIN)


def _data(
    say: Catalogue,
    material: Material,
    compared: Comparisons,
    files: Mapping[str, str],
    recorded: Recorded,
) -> dict[str, Any]:
    """The data that scripts read, packed: texts are cut where all of it together would be too large."""
    numbers = Numbers.of(material)
    data = embedding.packed(payload(material, compared, numbers))
    room = embedding.ROOM - len(data)
    known = (
        dict(numbers.chunks.table.select("text", "chunk").drop_nulls().iter_rows()) if material.texts else {}
    )
    answers = evidence.values(say, recorded, files, room, known, texts=material.texts)
    room -= sum(len(answers[name]) for name in ("list", "html", "texts")) if answers else 0
    texts = embedding.packed_texts(numbers, room) if material.texts else None
    return {"data": data, "texts": texts, "answers": answers}


def code(files: Mapping[str, str], lang: str, *, answers: bool) -> dict[str, Any]:
    """What runs in the browser: scripts, their words, the style; and the policy that lets them.

    Args:
        files: the page's files by their names.
        lang: of the words.
        answers: whether the page has recorded answers: without any it has nothing that is for them.
    """
    at = LANGUAGES.index(lang)
    names = (*SCRIPTS, *(SCRIPTS_OF_ANSWERS if answers else ()), *LAST_SCRIPTS)
    words = (*WORDS, *(WORDS_OF_ANSWERS if answers else ()))
    scripts = [embedding.bundle(), *(embedding.script(files[name]) for name in names)]
    style = embedding.style(files[STYLE] + (files[STYLE_OF_ANSWERS] if answers else ""))
    return {
        "policy": embedding.policy(scripts, style),
        "style": style,
        "scripts": scripts,
        "words": embedding.in_html({name: PHRASES[f"words.{name}"][at] for name in words}),
    }
