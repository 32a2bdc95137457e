import pytest

from assay.exchange.export.gold_losses import BEIR, FORMS, KINDS, NESTED, SETS, TABLE, TREC, gold_losses
from assay.exchange.export.loss_report import Export, lines, loss, report_bytes
from assay.exchange.losses import Loss
from assay.gold.queries import parse_queries, queries_bytes
from scoring import cases

FULL = {
    "history": [{"role": "user", "text": "Сколько?"}],
    "rewritten": "Сколько стоит?",
    "as_of": "2026-11-01",
    "subject": "b2b",
    "why": {"a": "because"},
    "rationale": "enough",
    "expected_answer": "two",
    "claims": [{"id": "c", "text": "It is two.", "passages": ["a"]}],
    "unanswerable": ["when"],
}


def queries(*rows):
    frame, problems = parse_queries(queries_bytes(rows), "gold/queries.jsonl")
    assert problems == []
    return frame


def said(form, *rows):
    return {one.what: (one.count, one.examples) for one in gold_losses(queries(*rows), form)}


def test_a_bare_question_loses_nothing_in_a_table():
    """Only kinds that are there are listed; but for its language, which has no column."""
    assert set(said(TABLE, cases.query("q", sets=[["a"]]))) == {"languages of questions (lang)"}
    assert set(said(TREC, cases.query("q", sets=[["a"]]))) == {"types and languages of questions"}


@pytest.mark.parametrize("form", FORMS)
def test_each_field_that_a_form_cannot_say_is_named(form):
    """Every field of a full question is counted once, but for those that a table shows."""
    words = " ".join(said(form, cases.query("q", sets=[["a", "b"], ["c"]], relevant={"d": 1}, **FULL)))
    always = ("history", "why", "claims", "unanswerable", "rewritten")
    assert all(word in words for word in always)
    flat = (
        "alternative evidence sets",
        "two or more passages",
        "as_of",
        "subjects",
        "rationales",
        "expected answers",
    )
    assert all((word in words) is (form != TABLE) for word in flat)
    assert ("relevant" in words) is True
    assert ("metadata" in words) is (form == BEIR)


def test_questions_without_labels_are_told_from_those_without_an_answer():
    """And both by what the form makes of them."""
    rows = [
        cases.query("a", sets=[]),
        cases.query("b", sets=None),
        cases.query("c", sets=None, relevant={"p": 2}),
    ]
    for form, where in ((TREC, "qrels.txt"), (SETS, "the qrels"), (BEIR, "qrels/")):
        found = said(form, *rows)
        assert found[
            f"questions without an answer; they have no line in {where}, as if nobody had looked"
        ] == (1, ("a",))
        assert found["questions not labelled yet; they have no line, as those without an answer"] == (
            1,
            ("b",),
        )
    assert said(NESTED, *rows)["questions not labelled yet; they are left out of gold.jsonl"] == (1, ("b",))
    assert said(SETS, *rows)["labels without stated sets; they stand in qrels.txt only"] == (1, ("c",))


def test_three_ids_are_shown_in_order():
    """And how many there are."""
    rows = [cases.query(name, sets=[["a"]], status="unreviewed") for name in "dbca"]
    found = said(TREC, *rows)
    assert found["unreviewed labels; they stand among the reviewed ones"] == (4, ("a", "b", "c"))


def test_every_kind_is_a_loss_of_some_form():
    """And every form has some."""
    assert all(kind.what and set(kind.what) <= set(FORMS) for kind in KINDS)
    assert all(any(form in kind.what for kind in KINDS) for form in FORMS)


def test_the_report_names_files_losses_notes_and_origin():
    """Whatever was lost; without a loss it says so."""
    made = Export({"b": b"", "a": b""}, loss("rationales", ["q1", "q2", "q3", "q4"]), ["a: changed"])
    text = report_bytes(made, ["gold x"]).decode()
    assert text == (
        "# What this export does not say\n\nOf `a`, `b`:\n\n- lost: rationales: 4 (q1, q2, q3, …)\n"
        "- note: a: changed\n\nMade of:\n\n- gold x\n"
    ).replace("\\\n", "\n")
    assert lines(made) == ["lost: rationales: 4 (q1, q2, q3, …)", "note: a: changed"]
    assert "- nothing is lost\n" in report_bytes(Export({"a": b""}), []).decode()
    assert loss("x", []) == []
    assert loss("x", ["a"]) == [Loss("x", 1, ("a",))]
