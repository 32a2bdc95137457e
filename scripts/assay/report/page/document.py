"""report.html: the template filled with what is read without JavaScript, and the data for what is not."""

from collections.abc import Mapping
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined, Template

from assay.comparison.record import Comparisons
from assay.report.catalogue import LANGUAGES, Catalogue
from assay.report.inputs import Material
from assay.report.page import embedding
from assay.report.page.charts import charts
from assay.report.page.numbers import Numbers
from assay.report.page.payload import payload
from assay.report.page.plain import text
from assay.report.page.readable import readable
from assay.report.page_phrases import WORDS
from assay.report.phrases import PHRASES

FOLDER, MAIN, STYLE = "page/", "page.html.j2", "style.css"
# As they run.
SCRIPTS = (
    "data.js",
    "scrolling.js",
    "selection.js",
    "list.js",
    "hits.js",
    "query.js",
    "explorer.js",
    "charts.js",
)


def page_bytes(material: Material, compared: Comparisons, templates: Mapping[str, bytes]) -> bytes:
    """The page in the report's language: one file that asks for nothing else.

    Args:
        material: of the report.
        compared: what the stage ``compare`` wrote.
        templates: bytes of the templates by their names; those of the page, with its style and scripts, begin
            with ``page/``.
    """
    files = {
        name.removeprefix(FOLDER): data.decode()
        for name, data in templates.items()
        if name.startswith(FOLDER)
    }
    say = Catalogue(material.lang)
    shown = {
        "lang": material.lang,
        "say": lambda key, **values: text(say(key, **values)),
        **readable(say, material, compared),
        **_run(say, material, compared, files),
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


def _run(
    say: Catalogue, material: Material, compared: Comparisons, files: Mapping[str, str]
) -> dict[str, Any]:
    """What runs in the browser: scripts, charts, words and data; and the policy that lets them."""
    scripts = [embedding.bundle(), *(embedding.script(files[name]) for name in SCRIPTS)]
    style = embedding.style(files[STYLE])
    numbers, lang = Numbers.of(material), LANGUAGES.index(material.lang)
    data = embedding.packed(payload(material, compared, numbers))
    drawn = [
        {**one._asdict(), "spec": embedding.in_html(one.spec)} for one in charts(say, material, compared)
    ]
    return {
        "policy": embedding.policy(scripts, style),
        "style": style,
        "scripts": scripts,
        "charts": drawn,
        "words": embedding.in_html({name: PHRASES[f"words.{name}"][lang] for name in WORDS}),
        "data": data,
        "texts": embedding.packed_texts(numbers, embedding.ROOM - len(data)) if material.texts else None,
    }
