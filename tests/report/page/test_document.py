import html
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import shop
from assay.comparison.record import Comparisons
from assay.report.page.document import FOLDER, LAST_SCRIPTS, SCRIPTS, SCRIPTS_OF_ANSWERS, page_bytes
from report.unpacked import packed, whole_text

MINIMAL = """<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="{{ policy }}"><style>{{ style }}</style>
<h1>{{ title }}</h1>{% for name, value in facts %}<p>{{ name }}: {{ value }}</p>{% endfor %}
{% for one in verdicts %}<p>{{ one.sentence }}</p>{% for line in one.facts + one.notes + one.refusals %}<p>{{ line }}</p>{% endfor %}{% endfor %}
{% for part in means + metrics + nothing + nothing_of + [triage, settings] %}{% if part %}<table><caption>{{ part.caption }}</caption>
{% for row in [part.header] + part.rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table>{% endif %}{% endfor %}
{% for one in changes %}{% for row in one.regressions.rows + one.improvements.rows %}<p>{{ row|join(" ; ") }}</p>{% endfor %}{% endfor %}
{% for one in gates %}<p>{{ one.name }} {{ one.value }} {{ one.why }}</p>{% endfor %}
{% for line in notes + notes_of_means + limits %}<p>{{ line }}</p>{% endfor %}{% for name, id in ids %}<p>{{ name }} {{ id }}</p>{% endfor %}
{% for chart in charts %}<h3>{{ chart.title }}</h3><script type="application/json" class="chart">{{ chart.spec }}</script>{% endfor %}
<script type="application/json" id="words">{{ words }}</script><script type="application/octet-stream" id="data">{{ data }}</script>
{% if texts is not none %}<script type="application/octet-stream" id="texts">{{ texts }}</script>{% endif %}
{% for script in scripts %}<script>{{ script }}</script>{% endfor %}"""
SCRIPT = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL)


@pytest.fixture(scope="module")
def minimal():
    files = {"page.html.j2": MINIMAL, "style.css": "a {}", **dict.fromkeys((*SCRIPTS, *LAST_SCRIPTS), "1;")}
    return {f"{FOLDER}{name}": text.encode() for name, text in files.items()}


@pytest.fixture(scope="module")
def page(made, minimal):
    def written(lang="ru", *, texts=True, alike=True):
        material = shop.material(made, lang, texts=texts)
        return page_bytes(material, shop.comparisons(material, alike=alike), minimal).decode()

    return written


def test_what_runs_is_all_of_the_policy(page):
    """Each script that a browser would run, and the style, by its hash; data are no scripts."""
    import base64
    import hashlib

    text = page()
    running = [code for kind, code in SCRIPT.findall(text) if "type=" not in kind]
    policy = html.unescape(re.search('content="([^"]*)"', text)[1])
    hashes = [base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in running]
    assert re.findall("'sha256-([^']+)'", policy.partition("style-src")[0]) == hashes
    assert len(running) == 1 + len(SCRIPTS) + len(LAST_SCRIPTS)


def test_every_script_of_the_folder_runs(templates):
    """A new one has its place in the order."""
    names = {name.removeprefix(FOLDER) for name in templates if name.endswith(".js")}
    assert names == {*SCRIPTS, *SCRIPTS_OF_ANSWERS, *LAST_SCRIPTS}


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_page_of_the_project(made, templates, lang):
    """Its own template takes what it is given, in both languages, also where nothing is compared."""
    material = shop.material(made, lang)
    compared = shop.comparisons(material, alike=True)
    assert f'<html lang="{lang}">' in page_bytes(material, compared, templates).decode()
    alone = Comparisons(
        {**compared.record, "comparisons": [], "gates": []}, compared.differences, compared.changes.clear()
    )
    assert packed(page_bytes(material, alone, templates).decode(), "data")["changes"] == [None, None]


class Tags(HTMLParser):
    """The elements of a page, and its text outside of them."""

    def __init__(self, page):
        super().__init__()
        self.names, self.text = set(), ""
        self.feed(page)

    def handle_starttag(self, tag, _):
        self.names.add(tag)

    def handle_data(self, data):
        self.text += data


def test_words_of_questions_and_chunks_are_text(page):
    """Nothing that a text or id holds is an element: all there are, the template has; the words are there as text."""
    found = Tags(page())
    assert found.names == Tags(MINIMAL).names
    assert "q|<i>`5`" in found.text
    assert "=1+1 | <script>alert(2)</script> # `x`" in found.text


def test_without_texts_none_is_anywhere(made, page):
    """Of no query, passage, chunk, heading or message; ids of chunks are hashed."""
    with_texts, without = (whole_text(page(texts=texts)) for texts in (True, False))
    material = shop.material(made, "ru")
    texts = {*material.queries["query"], *material.passages["text"]}
    texts |= {text for one in material.systems for text in one.hits["text"]}
    texts |= {name for one in material.systems for name in one.hits["chunk_id"]} | {"Исключения"}
    shown = [json.dumps(text, ensure_ascii=False)[1:-1] for text in sorted(texts)]
    assert [text for text in shown if text in with_texts]
    assert [text for text in shown if text in without] == []
    assert packed(page(texts=False), "texts") is None


def test_no_word_of_the_holdout(page):
    """Its questions are counted, and nothing else of them is there."""
    text = whole_text(page())
    assert shop.SECRET not in text
    assert '"q-4"' not in text


SAME = """
import sys, shop
from assay.report.page.document import page_bytes
material = shop.material(shop.systems(), "ru")
sys.stdout.buffer.write(page_bytes(material, shop.comparisons(material, alike=True), shop.templates()))
"""


@pytest.mark.slow
def test_the_bytes_do_not_depend_on_the_machine():
    """One thread or many, another hash seed, time zone and locale."""
    path = os.pathsep.join(map(str, (Path(shop.__file__).parent, Path(shop.__file__).parents[1] / "scripts")))
    pages = []
    for more in (
        {},
        {"POLARS_MAX_THREADS": "1", "PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Kamchatka"},
    ):
        environment = {**os.environ, "PYTHONPATH": path, **more}
        done = subprocess.run([sys.executable, "-c", SAME], env=environment, capture_output=True, check=True)
        pages.append(done.stdout)
    assert pages[0] == pages[1]
