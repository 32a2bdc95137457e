"""A replay as HTML: one file, whole without a script, that asks for nothing else."""

from collections.abc import Sequence

from jinja2 import PackageLoader

from assay.report.escaped import environment
from assay.report.evidence.picture import SIGNS
from assay.report.page import embedding
from assay.report.replay.printed import Part
from assay.report.replay.words import ReplayWords

DOCUMENT = "replay.html.j2"
STYLES = ("style.css", "evidence.css", "replay.css")


def html(say: ReplayWords, before: Sequence[Part], scenarios: Sequence[Part], after: Sequence[Part]) -> str:
    """The parts as one document.

    Args:
        say: phrases.
        before: what is said of all scenarios together; the first has the title of the document.
        scenarios: a part a scenario.
        after: what follows them.
    """
    loader = PackageLoader("assay.report", "templates/page")
    made = environment(loader)
    style = embedding.style("".join(loader.get_source(made, name)[0] for name in STYLES))
    return made.get_template(DOCUMENT).render(
        say=say,
        page_lang=say.lang,
        policy=embedding.policy([], style),
        style=style,
        signs=SIGNS,
        first=before[0],
        before=before[1:],
        scenarios=scenarios,
        after=after,
    )
