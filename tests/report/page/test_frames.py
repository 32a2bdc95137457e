from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from assay.report.escaped import environment
from assay.report.evidence.catalogue import Words
from assay.report.evidence.html import ANSWER, fragments_of, shown
from assay.report.evidence.picture import picture
from assay.report.page.frames import framed
from report.page import recorded
from report.page.rendering import FOLDER
from report.page.sample import payload

TEMPLATE = (
    '{% macro row(one) %}<li title="{{ one }}">{{ say }}{% if one %} {{ one }}{% endif %}</li>{% endmacro %}'
    "<h1>{{ title }}</h1>{% for one in rows %}{{ row(one) }}{% endfor %}{{ rows|length }}"
)


def made(finalize=None):
    return Environment(
        loader=DictLoader({"page": TEMPLATE}), autoescape=True, undefined=StrictUndefined, finalize=finalize
    )


def values(title, rows):
    return {"title": title, "rows": rows, "say": Markup("<b>so</b>")}


TEXTS = st.text("ab<>&\"'\x00é", max_size=5)


@given(st.lists(st.builds(values, TEXTS, st.lists(TEXTS, max_size=3)), max_size=4))
def test_pages_are_as_the_template_makes_them(every):
    """Put together, each is what would have been made directly; what a text may not hold is made readable in both."""

    def readable(value):
        return value.replace("\x00", "?") if type(value) is str else value

    found = framed(made(readable), "page", every)
    direct = made(readable).get_template("page")
    assert [found.page(at) for at in range(len(every))] == [direct.render(one) for one in every]


def test_frames_are_shared():
    """Pages that differ in their texts alone have one; none of its pieces holds a text."""
    found = framed(made(), "page", [values(f"t{n}", ["x" * n, "<&>"]) for n in range(1, 50)])
    assert found.frame == [0] * 49
    assert found.texts[1] == ["t2", "xx", "xx", "&lt;&amp;&gt;", "&lt;&amp;&gt;"]
    assert "".join(found.frames[0]).count("<b>so</b>") == 2


def test_recorded_answers():
    """The answers of a page, with all that one can show: as their template makes them."""
    evidence = recorded.many(payload(60)[0])
    say = Words("ru")
    pictures = [picture(say, table, evidence) for table in evidence.tables]
    texts = {text: str(n) for one in pictures for n, text in enumerate(fragments_of(one))}
    every = [{**shown(say, one), "opened": False, "shared": texts} for one in pictures]
    files = {path.name: path.read_text() for path in FOLDER.iterdir()}
    made = environment(DictLoader(files))
    found = framed(made, ANSWER, every)
    direct = made.get_template(ANSWER)
    assert [found.page(at) for at in range(len(every))] == [direct.render(one) for one in every]
    assert len(found.frames) < 10
