import pytest

from assay.errors import InputError
from assay.evidence.gathering import gathered
from assay.report.evidence.catalogue import Words
from assay.report.evidence.telling import account, only
from evidence import cases

from . import answers

SAY = Words("en")


def told(name, found=None, by=None, **settings):
    found = found or answers.evidence()
    table = answers.table(name, found)
    return account(SAY, found, only(table, by) if by else table, by, **settings)


def item(name, claim, **settings):
    [found] = [one for one in told(name, **settings).claims if one.id == claim]
    return found


def field(fields, key):
    """Lines of a field; None: it is not there."""
    return next(([line.text for line in one.lines] for one in fields if one.key == key), None)


def test_all_columns_of_a_claim():
    """As the protocol asks for them, the hypothesis apart from the observation."""
    fields = item("A-017", "C-017-1").fields
    assert [one.key for one in fields] == [
        *("claim", "quote", "citations", "evidence", "kind", "attachment", "support", "contradicts"),
        *("corpus", "observation", "hypothesis", "open_question", "by", "row_id", "next"),
    ]
    assert field(fields, "attachment") == ["attached", "Знак [D-01] стоит сразу за этим предложением."]
    assert field(fields, "evidence")[0] == "D-01 · returns-v4 · p04 · rank 1"
    assert field(fields, "by") == ["anna, 2026-03-02 10:01 UTC"]


def test_reviewers_stand_side_by_side():
    """Each with verdicts and reasons; what differs is marked; no verdict counts, so none is shown as the claim's."""
    found = item("A-017", "C-017-4")
    assert found.verdict == "reviewers differ"
    assert [one.key for one in found.fields] == ["claim", "quote", "next"]
    assert "adjudicators" in field(found.fields, "next")[0]
    assert found.beside.head == ("anna, 2026-03-02 10:04 UTC", "boris, 2026-03-02 10:14 UTC")
    rows = dict(found.beside.rows)
    assert rows["support ≠"] == ("unsupported", "not assessable")
    assert rows["citation"] == ("not attached", "not attached")
    assert rows["missing"] == ("", "регламент банка о сроках зачисления")
    assert "observation" not in rows  # the same in both


def test_an_adjudication_is_a_further_row():
    """It counts alone, the rows that it decides between are named, and all three stand side by side."""
    found = item("A-017", "C-017-2")
    assert found.verdict == "partially supported"
    assert field(found.fields, "by") == ["eve, 2026-03-02 10:30 UTC (adjudication)"]
    assert field(found.fields, "adjudicates") == ["anna, 2026-03-02 10:02 UTC", "boris, 2026-03-02 10:12 UTC"]
    assert found.beside.note == SAY("dispute.decided")
    assert [one.partition(",")[0] for one in found.beside.head] == ["anna", "boris", "eve"]


def test_reviewers_who_agree_say_so():
    """Other reasons are no disagreement."""
    found = item("A-017", "C-017-3")
    assert found.beside.note == SAY("dispute.agreed")
    assert found.verdict == "contradicts a fragment"
    assert not [label for label, _ in found.beside.rows if "≠" in label]


def test_history_of_a_claim():
    """Superseded rows with who superseded them and why; rows of one split are named together; else their number."""
    found = item("B-018", "C-B-018-4", history=True)
    [before] = found.earlier
    assert before.title == "C-B-018-3, carol, 2026-03-02 10:03 UTC: not judged yet"
    why = "Two statements, with fragments of their own."
    assert before.ends == (f"superseded by C-B-018-4, C-B-018-5 of carol, 2026-03-02 10:04 UTC: {why}",)
    short = item("B-018", "C-B-018-4")
    assert short.earlier == ()
    assert short.more == "earlier rows: 1 (`--history`)"


def test_rows_of_one_reviewer():
    """Only those, as they stand by themselves: no dispute, no ruling; an earlier row of the same claim stays."""
    found = told("A-017", by="boris")
    assert [(one.id, one.verdict, one.beside) for one in found.claims] == [
        ("C-017-2", "supported", None),
        ("C-017-3", "contradicts a fragment", None),
        ("C-017-4", "not assessable", None),
    ]
    assert found.notes == ("Rows of one reviewer: boris",)
    own = told("A-017", by="anna", history=True)
    assert [len(one.earlier) for one in own.claims] == [1, 0, 0, 0]


def test_a_row_that_an_adjudicator_took_out_of_force_is_not_shown_as_the_reviewers():
    """It is no longer in force, whoever superseded it."""
    first = []

    def rows(answer):
        made = answers.shop(answer)
        first.append(made[-2])
        over = {"supersedes": [made[-2]["row_id"]], "supersede_reason": "Решено."}
        return [*made, cases.claim("C-017-4", answer, "eve", minute=50, envelope=over)]

    found = answers.evidence(rows={"A-017": rows})
    assert first[0]["by"] == "boris"
    assert [one.id for one in told("A-017", found, "boris").claims] == ["C-017-2", "C-017-3"]


def test_a_reviewer_without_rows_is_refused():
    """Those who have some are named."""
    with pytest.raises(
        InputError, match="--by dora: has no rows about A-017 in force; those who have: anna, boris, eve"
    ):
        only(answers.table("A-017"), "dora")
    with pytest.raises(InputError, match="those who have: nobody yet"):
        only(answers.table("C-019"), "anna")


def test_what_is_not_judged_names_the_next_command():
    """The claim is there, no verdict is."""
    found = item("B-018", "C-B-018-6")
    assert found.verdict == "not judged yet"
    assert field(found.fields, "next") == ["Not judged yet: `assay evidence judge B-018`."]
    assert field(found.fields, "support") is None


def test_an_answer_without_claims_names_the_next_command():
    """And says what its record lacks."""
    found = told("C-019")
    assert found.empty == "Nobody has written its claims down yet: `assay evidence new C-019` proposes them."
    assert "retrieved, citations, declines" in field(found.head, "lacks")[0]
    assert field(found.head, "retrieved") == ["not in the record"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("A-017", ["yes"]), ("B-018", ["no"]), ("C-019", [SAY("held.none")])],
)
def test_whether_what_is_needed_was_retrieved(name, expected):
    """As it was computed; a dash for nothing known would be read as no."""
    assert field(told(name).head, "held") == expected


@pytest.mark.parametrize(
    ("values", "never"),
    [
        ({"chunk_id": "p99"}, True),
        ({"chunk_id": "p04"}, False),
        ({"doc_id": "D-99"}, True),
        ({"doc_id": "D-01"}, False),
        ({}, False),
    ],
)
def test_what_was_never_retrieved(values, never):
    """A fragment or a source that no retrieved fragment is of; a citation that names nothing names nothing lost."""
    one = {"marker": "[1]", "doc_id": None, "chunk_id": None, "span": None, **values}
    answer = cases.answer(citations=[one])
    found = gathered(cases.runs(answer.value), [], {}, {})
    assert bool(field(told("A-017", found).head, "never")) == never


@pytest.mark.parametrize("retrieved", [None, [{"chunk_id": "p1", "text": "x"}]])
def test_what_the_record_leaves_open_is_not_called_never_retrieved(retrieved):
    """It does not say what was retrieved, or of which source a fragment is."""
    one = {"marker": "[1]", "doc_id": "D-99", "chunk_id": None, "span": None}
    found = gathered(cases.runs({**cases.A017, "citations": [one], "retrieved": retrieved}), [], {}, {})
    assert field(told("A-017", found).head, "never") is None


def test_evidence_of_the_gold_set_is_named_by_its_passages():
    """Set by set; a question without an answer says so."""
    gold = {
        "Q-017": {
            "query": cases.QUERY,
            "rewritten": None,
            "split": "dev",
            "evidence_sets": [["term", "start"], ["both"]],
            "unanswerable": ["сколько"],
        }
    }
    found = gathered(cases.shop_runs(), [], gold, {})
    assert field(told("A-017", found).head, "expected") == [
        *("by the gold set", "set 1: term + start", "set 2: both", "cannot be answered: сколько")
    ]
    gold["Q-017"]["evidence_sets"] = []
    found = gathered(cases.shop_runs(), [], gold, {})
    assert field(told("A-017", found).head, "expected")[1] == "the corpus answers no part of it"


def test_an_answer_without_text_has_nothing_to_judge():
    """No command is named that would refuse it; where there is a text, the one that begins is."""
    mute = {"answer_id": "D-020", "query": "Где заказ?"}
    assert told("D-020", answers.evidence(mute)).empty == Words("en")("show.empty")
    assert "assay evidence new C-019" in told("C-019").empty


@pytest.mark.parametrize("row", ["contradicted_missed", "unsupported_missed"])
def test_a_citation_of_another_fragment_is_no_wrong_choice_where_the_right_one_was_not_given(row):
    """Then retrieval comes next, and nothing is said of how citations are chosen."""
    said = SAY(f"check.{row}.elsewhere")
    assert said.startswith(SAY(f"check.{row}.attached"))
    assert "how the target of a citation is chosen" not in said
