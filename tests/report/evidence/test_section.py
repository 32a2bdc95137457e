import re

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined
from markdown_it import MarkdownIt

import shop
from assay.evidence.gathering import Evidence, gathered
from assay.evidence.runs import Runs
from assay.report.catalogue import Catalogue
from assay.report.evidence.blocks import CLAIMS
from assay.report.evidence.section import ABREAST, MOST, NAMED, section
from assay.report.evidence.withheld import without_texts
from assay.report.markdown import finished
from evidence import cases

from . import answers

RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def told(found=None, lang="en"):
    """The section as the report's template makes it."""
    environment = Environment(
        loader=DictLoader({name: data.decode() for name, data in shop.templates().items()}),
        autoescape=False,
        finalize=finished,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    parts = section(Catalogue(lang), answers.evidence() if found is None else found)
    text = environment.get_template("evidence.md.j2").render(evidence=parts)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def many(n, claims=1):
    """A run of so many answers, each with so many claims by anna."""
    run = cases.run(*({**cases.A017, "answer_id": f"A-{number:03}"} for number in range(n)))
    rows = [
        cases.row(answer, ["Обычно хватает пяти дней"], claim_id=f"C-{answer.id[2:]}-{number:03}")
        for answer in run.answers
        for number in range(claims)
    ]
    return gathered(Runs({run.name: run}), rows, {}, {})


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_golden(golden, lang):
    """Counts by run, the matrix with the checks of its cells, disputes, then each answer folded."""
    golden(f"section.{lang}.md", told(lang=lang).encode())


def test_it_is_absent_where_no_answers_are_recorded():
    """Not a line of it."""
    assert section(Catalogue("en"), Evidence([])) is None
    assert told(Evidence([])).strip() == ""


def test_answers_without_claims():
    """Counts alone, and what to do."""
    text = told(gathered(cases.shop_runs(), [], {}, {}))
    assert "`assay evidence list` says what to do next" in text
    assert "| answers recorded | 1 |" in text
    assert "Which check comes next" not in text
    assert "<details>" not in text


def test_of_closed_answers_the_number_is_said():
    """And nothing else, where there are no others."""
    text = told(Evidence([], {"shop/r1": 3}))
    assert "Answers to holdout questions, shown nowhere: 3." in text
    assert "| holdout, not shown | 3 |" in text


def test_no_figure_but_counts():
    """No share, mean or percentage: every number of the tables is whole."""
    text = told()
    assert "%" not in text
    cells = [cell.strip() for line in text.splitlines() if line.startswith("| ") for cell in line.split("|")]
    assert not [cell for cell in cells if re.fullmatch(r"[+-]?\d+[.,]\d+", cell)]


def test_so_many_answers_are_shown():
    """The others are named, the first of them, and said to be in the spreadsheet."""
    text = told(many(MOST + NAMED + 2))
    assert text.count("<details>") == MOST
    assert f"`A-{MOST - 1:03}`" not in text
    assert f"but in `reports/tables/claims.csv`: {NAMED + 2} (`A-050`, " in text
    assert f"`A-{MOST + NAMED - 1:03}`, and 2 more)." in text


def test_so_many_claims_of_an_answer_are_shown():
    """The others are counted."""
    text = told(many(1, CLAIMS + 3))
    assert text.count("| `C-000-") == CLAIMS
    assert "And 3 more claims of this answer, in `reports/tables/claims.csv`." in text


def test_so_many_disputes_are_shown():
    """The others are counted."""

    def differing(found):
        table = found.tables[0]
        others = [
            cases.row(table.answer, [], by, claim_id=row["claim_id"], kind="decline", corpus=corpus)
            for row in table.rows
            for by, corpus in (("boris", "lacks"), ("carol", "holds"))
        ]
        return Evidence([type(table)(table.answer, table.expected, [*table.rows, *others])])

    text = told(differing(many(1, MOST + 4)))
    assert "And 4 more claims, in `reports/tables/claims.csv`." in text
    part = text.partition("### Where reviewers differ")[2].partition("### ")[0]
    assert part.count("| `C-000-") == MOST


def test_runs_stand_in_several_tables():
    """So many abreast, each line of a table with as many cells."""
    runs = [cases.run({**cases.A017, "answer_id": f"A-{n}"}, name=f"shop/r{n}") for n in range(ABREAST + 1)]
    text = told(gathered(Runs({run.name: run for run in runs}), [], {}, {}))
    assert text.count("| claims written down |") == 2
    assert f"| run | `shop/r{ABREAST}` |" in text


def test_every_text_is_escaped():
    """Rendered, the section has no element but those of tables, paragraphs and folded parts, and no link."""
    html = RENDERER.render(told(answers.hostile()))
    known = {"h2", "h3", "p", "strong", "code", "br", "details", "summary"}
    known |= {"table", "thead", "tbody", "tr", "th", "td"}
    assert set(re.findall(r"<(\w+)", html)) <= known
    assert html.count("&lt;script&gt;") > 5
    for table in re.findall("<table>.*?</table>", html, re.DOTALL):
        assert len({line.count("<t") for line in re.findall("<tr>.*?</tr>", table, re.DOTALL)}) == 1


def test_it_stands_without_texts():
    """Verdicts, ids and counts are as they were."""
    counts = re.compile(r"### Counts.*?### Where", re.DOTALL)
    assert counts.search(told(without_texts(answers.evidence())))[0] == counts.search(told())[0]
