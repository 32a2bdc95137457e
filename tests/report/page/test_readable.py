from dataclasses import replace

import pytest

import shop
from assay.report import changed as changes
from assay.report.catalogue import Catalogue
from assay.report.page import readable as module
from assay.report.page.readable import readable


@pytest.fixture(scope="module")
def shown(made):
    def of(lang="en", *, alike=True, texts=True):
        material = shop.material(made, lang, texts=texts)
        return readable(Catalogue(lang), material, shop.comparisons(material, alike=alike))

    return of


def test_the_page_begins_with_what_was_asked(shown):
    """Queries, and how many are closed; corpora and left out texts are told before any figure."""
    assert shown()["facts"] == [
        ("dev queries", 8),
        ("dev queries with unreviewed labels", 1),
        ("holdout queries closed", 1),
    ]
    assert shown()["notes"] == []
    [note] = shown(texts=False)["notes"]
    assert "report.include_text: false" in note


def test_a_verdict_has_its_figures_and_its_words(shown):
    """Of a comparison that stands, and of one that is refused."""
    [one] = shown()["verdicts"]
    assert (one["candidate"], one["baseline"], one["metric"]) == ("beta", "alpha", "sufficient@2")
    assert (one["verdict"], one["difference"], one["refusals"]) == ("not_shown", 1.0, [])
    assert one["signed"]["difference"] == "+1.000"
    assert one["sentence"].startswith("No difference between beta and alpha is shown by sufficient@2: +1.000")
    [other] = shown(alike=False)["verdicts"]
    assert (other["verdict"], other["difference"], other["facts"]) == ("refused", None, [])
    assert "of the candidate alone: q-8" in other["refusals"][0]


def test_tables_are_plain(shown):
    """Without marks of Markdown; numbers stand on the right; each figure once."""
    found = shown()
    tables = [
        table
        for name in ("means", "metrics", "nothing", "nothing_of", "triage", "settings")
        for table in (found[name] if isinstance(found[name], list) else [found[name]])
    ]
    cells = [cell for one in tables for row in (one.header, *one.rows) for cell in row]
    assert {type(cell) for cell in cells} <= {str, int}
    assert not [cell for cell in map(str, cells) if "**" in cell or "&lt;" in cell]
    assert found["means"][0].caption == "Enough for an answer"
    assert found["means"][0].header[:2] == ["system", "sufficient@2"]
    assert found["means"][0].right == len(found["means"][0].header) - 1
    assert [one.caption for one in found["metrics"]] == ["beta against alpha", "beta against alpha · Tests"]
    assert len(found["notes_of_means"]) == len(set(found["notes_of_means"]))


def test_settings_that_differ_are_marked(shown):
    """And stand first."""
    rows = shown()["settings"].rows
    assert [label.endswith("≠") for label, *_ in rows] == sorted(
        (label.endswith("≠") for label, *_ in rows), reverse=True
    )
    assert ["stemming ≠", "yes", "no"] in rows


def test_changes_are_listed(shown, monkeypatch):
    """Each with its id, question, what is missing and what came; a cut list says how many there are."""
    [one] = shown()["changes"]
    assert one["regressions"].rows == []
    assert one["improvements"].caption is None
    assert one["improvements"].rows[0][0] == "q-1"
    monkeypatch.setattr(changes, "MOST", 1)
    [one] = shown()["changes"]
    assert (len(one["improvements"].rows), one["improvements"].caption) == (1, "Shown: 1 of 4.")
    assert shown(alike=False)["changes"] == []


def test_candidates_are_counted_and_listed(shown, monkeypatch):
    """By system; texts only where they are shown; no sentence twice."""
    table = shown()["triage"]
    assert table.header[-1] == "text"
    assert [line.split()[0] for line in shown()["triage_of"]] == ["alpha:", "beta:"]
    assert shown(texts=False)["triage"].header[-1] == "systems"
    monkeypatch.setattr(module, "CANDIDATES", 1)
    assert len(shown()["triage"].rows) == 1
    assert shown()["triage"].caption == f"Show them: 1 of {len(table.rows)}"


def test_without_candidates_there_is_no_table(made):
    """Of chunks to decide on."""
    material = shop.material(made, changed=lambda one: replace(one, triage=one.triage.clear()))
    assert readable(Catalogue("en"), material, shop.comparisons(material))["triage"] is None


def test_the_page_does_not_say_that_nothing_is_tested(shown):
    """As the report without comparisons does."""
    assert not [limit for limit in shown()["limits"] if "No difference between systems is tested" in limit]
    assert [limit for limit in shown()["limits"] if "Each verdict is a test" in limit]


@pytest.mark.parametrize(
    ("passed", "said"),
    [([True, False, False], "Gates failed: 2 of 3"), ([True] * 3, "Gates passed: all 3")],
)
def test_gates_are_counted(made, passed, said):
    """How many fail is one line beside the verdicts."""
    material = shop.material(made)
    compared = shop.comparisons(material, alike=True)
    held = [{**one, "passed": now} for one, now in zip(compared.record["gates"], passed, strict=True)]
    compared = replace(compared, record={**compared.record, "gates": held})
    found = readable(Catalogue("en"), material, compared)
    assert [one["passed"] for one in found["gates"]] == passed
    assert found["gates_said"] == said


def test_questions_without_an_answer(shown):
    """Each once, with its words and what every system returned first; no words where texts are left out."""
    [table] = shown()["nothing_of"]
    assert table.header == ["query", "question", "corpus", "alpha", "beta"]
    assert table.rows == [["q-3", "Сколько стоит подъём?", "as checked", "delivery (1)", "nothing returned"]]
    [without] = shown(texts=False)["nothing_of"]
    assert without.header == ["query", "corpus", "alpha", "beta"]
    assert "Сколько" not in str(without.rows)


def test_harmful_results_are_counted_where_somebody_looked(made):
    """And a question that was not asked is not measured."""

    def graded(one):
        row = {**one.summary["no_answer"][0], "returned": 1, "graded": 1, "harmful": 1}
        state = {"state": "error"} if one.name == "beta" else {}
        return replace(one, summary={**one.summary, "no_answer": [{**row, **state}]})

    material = shop.material(made, "en", changed=graded)
    [table] = readable(Catalogue("en"), material, shop.comparisons(material))["nothing_of"]
    assert table.rows[0][-2:] == ["delivery (1), harmful: 1", "not measured (the system failed)"]


def test_modes_are_said_in_words(shown):
    """Not by their codes."""
    cells = [cell for row in shown()["settings"].rows for cell in row]
    assert "retrieval alone" in cells
    assert "retrieve_only" not in cells
