from dataclasses import replace

import pytest

import shop
from assay.report.catalogue import Catalogue
from assay.report.document import render
from assay.report.failures import outcomes
from assay.report.markdown import Markdown

RUN = "runs/recorded/prod/r1"
NOW, THEN, CUT = "1" * 64, "2" * 64, "3" * 64


def over(system, name, corpus, snapshot=None, *, source="corpus", declared=False, run=None, lost=None):
    """The system under another name, over another corpus; a recorded run where one is named."""
    summary, cut = system.summary, system.summary["snapshot"]
    cut = {**cut, "corpus_id": corpus, "snapshot_id": snapshot or cut["snapshot_id"]}
    cut["settings"] = {**cut["settings"], "source": source}
    cut |= {"declared": True} if declared else {}
    cut |= dict(zip(("unplaced", "returned"), lost, strict=True)) if lost else {}
    card = summary["card"]
    if run:
        card = {
            **card,
            "kind": "recorded",
            "settings": {**card["settings"], "kind": "recorded", "input": run},
        }
    return replace(system, name=name, summary={**summary, "snapshot": cut, "card": card})


@pytest.fixture
def said(made, templates):
    """What a report of some systems says before its figures, or all; of the first of the shop, each changed."""

    def report(*changes, lang="en", whole_text=False):
        whole = shop.material(made, lang)
        systems = [over(whole.systems[0], *words, **options) for words, options in changes]
        shown = replace(whole, systems=systems)
        text = render(shown, shop.uncompared(), outcomes(shown), templates).decode()
        return text if whole_text else text.partition(f"## {Catalogue(lang)('results.title')}\n")[0]

    return report


def home(name="first", corpus=NOW):
    return (name, corpus), {}


def recorded(corpus, **options):
    return ("prod", corpus, "9" * 64), {"source": f"{RUN}/chunks", "run": RUN, **options}


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_systems_of_several_corpora_stand_by_corpus(said, lang):
    """Which can be compared with which, before any figure; nothing of it where there is one corpus."""
    shown = said(home("a"), home("b", THEN), home("c"), lang=lang)
    assert Catalogue(lang)("corpora") in shown
    assert f"- `{NOW[:12]}`: `a`, `c`\n- `{THEN[:12]}`: `b`\n" in shown
    assert Catalogue(lang)("corpora") not in said(home("a"), home("c"), lang=lang)


def test_names_that_an_owner_gave_a_corpus_are_shown_whole(said):
    """Those of two days differ in their last letter."""
    shown = said(home("a", "kb 2026-11-01"), home("b", "kb 2026-11-02"))
    assert "| corpus | `kb 2026-11-01` |\n| corpus | `kb 2026-11-02` |" in said(
        home("a", "kb 2026-11-01"), home("b", "kb 2026-11-02"), whole_text=True
    )
    assert "- `kb 2026-11-01`: `a`\n- `kb 2026-11-02`: `b`\n" in shown


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_report_begins_with_its_results(said, lang):
    """No table stands before them, and no id; ids are at the foot, whole."""
    head, whole = said(home(), lang=lang), said(home(), lang=lang, whole_text=True)
    assert "|" not in head
    assert NOW[:12] not in head
    assert NOW in whole.partition(f"## {Catalogue(lang)('ids.title')}\n")[2]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_which_run_of_a_recorded_system_is_shown(said, lang):
    """And how to see an earlier one beside it; nothing of it where none is recorded."""
    note = Catalogue(lang)("runs.shown", runs=Markdown(f"`prod`: `{RUN}`"))
    assert note in said(home(), recorded(NOW, declared=True), lang=lang, whole_text=True)
    start = note.partition(":")[0]
    assert start not in said(home(), lang=lang, whole_text=True)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(("declared", "key"), [(True, "corpora.earlier"), (False, "corpora.strange")])
@pytest.mark.parametrize("table", ["chunks", "chunks.jsonl"])
def test_a_run_that_stands_apart_is_told_what_to_do(said, lang, declared, key, table):
    """The documents are others by now; or it holds what no document has, or does not say."""
    apart = recorded(THEN, declared=declared, source=f"{RUN}/{table}")
    shown = said(home(), apart, lang=lang)
    assert f"- `{NOW[:12]}`: `first`\n- `{THEN[:12]}`: `prod`\n" in shown
    assert Catalogue(lang)(key, systems=Markdown("`prod`")) in shown
    assert shown.count("`assay record`") == (key == "corpora.earlier")
    assert shown.count("`--same-corpus`") == (key == "corpora.strange")


def test_a_run_over_the_documents_is_like_any_other(said):
    """Its own chunks, but no corpus of its own: also where a third system searches another corpus."""
    assert "`prod`" not in said(home(), recorded(NOW, declared=True))
    shown = said(home("a"), home("b", CUT), recorded(NOW, declared=True))
    assert f"- `{NOW[:12]}`: `a`, `prod`\n" in shown
    assert "To compare" not in shown


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_chunks_that_are_not_of_the_documents_are_counted(said, lang):
    """A person said that the run is over them: the figures are compared, and the doubt is beside them."""
    shown = said(home(), recorded(NOW, declared=True, lost=(2, 99)), lang=lang)
    assert Catalogue(lang)("corpora.unplaced", system=Markdown("`prod`"), n=2, all=99) in shown
    assert Catalogue(lang)("corpora") not in shown
    assert "--same-corpus" not in said(home(), recorded(NOW, declared=True), lang=lang)


def test_a_search_of_the_chunks_of_a_run_makes_them_no_corpus(said):
    """What another system finds in them says nothing of the documents."""
    prod = recorded(THEN, declared=True)
    beside = ("beside", *prod[0][1:]), {"source": f"{RUN}/chunks", "declared": True}
    assert "\n`prod`: recorded over" in said(home(), prod, beside)


def test_runs_alone_are_no_reason_to_ask_again(said):
    """Nobody knows which of them is over the documents of today."""
    shown = said(recorded(NOW, declared=True), (("x", THEN, "8" * 64), recorded(THEN, declared=True)[1]))
    assert f"- `{NOW[:12]}`: `prod`\n- `{THEN[:12]}`: `x`\n" in shown
    assert "To compare" not in shown
