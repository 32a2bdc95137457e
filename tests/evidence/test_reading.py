import pytest

from assay.errors import InputError
from assay.evidence import reading, rules
from assay.gold.fields import QUERY
from assay.gold.queries import queries_bytes

from . import cases

ROW = dict.fromkeys(QUERY) | {
    "id": "Q-017",
    "query": cases.QUERY,
    "lang": "ru",
    "type": "exact",
    "split": "dev",
}


@pytest.fixture
def top(tmp_path):
    """A repository that holds the worked scenario, judged, and one question of the gold set."""
    cases.write_shop(tmp_path, rows=cases.shop_rows().values())
    (tmp_path / "gold").mkdir()
    (tmp_path / reading.QUERIES).write_bytes(queries_bytes([ROW | {"status": "unreviewed"}]))
    (tmp_path / reading.LEDGER / "README.md").write_text("# Claims\n")
    return tmp_path


def test_records_ledger_and_gold_are_read(top):
    """The rows by file and line; no rule is broken."""
    found = reading.read(top)
    assert list(found.runs.answers) == ["A-017"]
    assert list(found.rows) == [f"evidence/claims/a-017/anna.jsonl:{line}" for line in range(1, 5)]
    assert found.rows == cases.shop_rows()
    assert {name: row["query"] for name, row in found.gold.items()} == {"Q-017": cases.QUERY}
    assert list(rules.check(found.rows, found.runs, found.closed)) == []


def test_what_is_wrong_with_any_of_it_is_said_at_once(top):
    """Records, ledger and gold set: none hides another."""
    for path, name in (
        (f"{cases.WHERE}/answers.jsonl", "r"),
        (f"{reading.LEDGER}/a-017/anna.jsonl", "l"),
        (reading.QUERIES, "g"),
    ):
        (top / path).write_bytes((top / path).read_bytes() + f"{name}\n".encode())
    with pytest.raises(InputError) as caught:
        reading.read(top)
    assert [str(one).partition(": ")[0] for one in caught.value.problems] == [
        f"{cases.WHERE}/answers.jsonl:2",
        f"{reading.LEDGER}/a-017/anna.jsonl:5",
        f"{reading.QUERIES}:2",
    ]


def test_nothing_may_have_been_begun(top):
    """No gold set, no ledger, no runs: nothing is wrong."""
    for path in (reading.QUERIES, f"{reading.LEDGER}/a-017/anna.jsonl", f"{cases.WHERE}/answers.jsonl"):
        (top / path).unlink()
    (top / f"{cases.WHERE}/card.json").unlink()
    assert reading.read(top) == reading.Read(reading.Runs({}), {}, {})


def test_rulings_on_record_are_read_whoever_is_an_adjudicator(top):
    """What is about to be written is asked that (:mod:`assay.authors`)."""
    first = cases.claim("C-017-1")
    envelope = {"supersedes": [first["row_id"]], "supersede_reason": "Иначе."}
    closing = cases.claim("C-017-1", by="mallory", minute=5, envelope=envelope)
    cases.write_shop(top, rows=[first, closing])
    assert list(reading.read(top).rows.values()) == [first, closing]


def test_runs_that_dvc_keeps_may_be_absent(top):
    """Those that are not here, by name; one that was pulled is there."""
    assert reading.read(top).runs.away == {}
    for name in ("2026-03-02", "2026-04-01"):
        (top / "runs/recorded/shop" / f"{name}.dvc").write_text("outs: []\n")
    assert reading.read(top).runs.away == {"shop/2026-04-01": "runs/recorded/shop/2026-04-01"}


def more(top, *lines, rows=()):
    """A second run, of these lines, with rows about it."""
    cases.write_shop(top, *lines, rows=rows, name="shop/2026-04-01")


OTHER = {**cases.A017, "answer_id": "A-018", "scenario_id": "S-018"}


def test_what_is_wrong_with_others_stops_nothing(top):
    """A run with a wrong line, and a ledger with a wrong row: what else there is can be read, and each fault is told."""
    other = cases.run(OTHER, name="shop/2026-04-01").answers[0]
    row = cases.claim("C-017-1", other, claim_id="C-018-1")
    more(top, OTHER, rows=[{**row, "claim": "changed"}])
    cases.write_shop(top, {"answer_id": "A-019"}, {"answer_id": "A-020", "x": 1}, name="shop/2026-05-01")
    found = reading.read_most(top)
    assert found.answer("A-017").run == cases.RUN
    assert found.rows == cases.shop_rows()
    assert [table.answer.id for table in reading.evidence(top, found).tables] == ["A-017"]
    assert [problem.where for problem in found.faults] == [
        "runs/recorded/shop/2026-05-01/answers.jsonl:2 A-020",
        f"{reading.LEDGER}/a-018/anna.jsonl:1",
    ]
    for name, said in (("A-018", "was edited"), ("A-019", "in which something is wrong"), ("A-020", "'x'")):
        with pytest.raises(InputError, match=said):
            found.answer(name)
    with pytest.raises(InputError) as caught:
        reading.read(top)
    assert caught.value.problems == list(found.faults)


def test_rows_that_rest_on_a_wrong_one_are_left_out_with_it(top):
    """Even where they stand in a folder of their own."""
    first = cases.shop_rows()[f"{reading.LEDGER}/a-017/anna.jsonl:1"]
    other = cases.run(OTHER, name="shop/2026-04-01").answers[0]
    envelope = {"supersedes": [first["row_id"]], "supersede_reason": "Иначе."}
    more(top, OTHER, rows=[cases.claim("C-017-1", other, claim_id="C-018-1", envelope=envelope)])
    with (top / reading.LEDGER / "a-017/anna.jsonl").open("ab") as file:
        file.write(b"{\n")
    found = reading.read_most(top)
    assert found.rows == {}
    assert [problem.where.rpartition("/")[0] for problem in found.faults] == [
        f"{reading.LEDGER}/a-017",
        f"{reading.LEDGER}/a-018",
    ]


def test_a_gold_set_that_cannot_be_read_stops_everything(top):
    """It says what is closed."""
    (top / reading.QUERIES).write_text("{\n")
    with pytest.raises(InputError, match=r"gold/queries\.jsonl:1"):
        reading.read_most(top)


def test_closed_answers_are_refused_by_name(top):
    """With those to the same scenario, in any run; an open question in the words of a closed one is counted."""
    secret = {"query_id": "Q-1", "query": "Закрытый вопрос?", "scenario_id": "S-1"}
    rows = [ROW, ROW | {"id": "Q-1", "query": secret["query"], "split": "holdout"}]
    rows.append(ROW | {"id": "Q-2", "query": secret["query"].upper()})
    (top / reading.QUERIES).write_bytes(queries_bytes([row | {"status": "unreviewed"} for row in rows]))
    more(
        top,
        {**OTHER, **secret},
        {**OTHER, "answer_id": "A-019", "scenario_id": "S-1"},
        {**OTHER, "answer_id": "A-020", "query_id": "Q-2", "query": secret["query"].upper()},
    )
    found = reading.read_most(top)
    assert found.closed == {"A-018", "A-019", "A-020"}
    assert found.repeats == 1
    for name in found.closed:
        with pytest.raises(InputError, match=f"{name}: answers a holdout question"):
            found.answer(name)
    assert found.answer("A-017").id == "A-017"


def test_a_scenario_that_a_faulty_run_closes_is_shown_nowhere(top):
    """The run is left out; what it says of the scenario holds for the others."""
    rows = [ROW, ROW | {"id": "Q-1", "query": "Закрытый вопрос?", "split": "holdout"}]
    (top / reading.QUERIES).write_bytes(queries_bytes([row | {"status": "unreviewed"} for row in rows]))
    secret = {**OTHER, "query_id": "Q-1", "scenario_id": cases.A017["scenario_id"]}
    more(top, secret, {"answer_id": "A-020", "x": 1})
    found = reading.read_most(top)
    shown = reading.evidence(top, found)
    assert "A-017" in found.closed
    assert (shown.tables, shown.closed) == ([], {cases.RUN: 1})


def test_a_row_about_an_answer_that_is_not_here_is_closed_by_its_question(top):
    """Whoever would show its texts."""
    rows = [ROW | {"id": "Q-1", "query": "Закрытый вопрос?", "split": "holdout", "status": "unreviewed"}]
    (top / reading.QUERIES).write_bytes(queries_bytes(rows))
    gone = cases.run({**OTHER, "query_id": "Q-1"}).answers[0]
    cases.write_shop(top, rows=[cases.claim("C-017-1", gone, claim_id="C-018-1")])
    assert reading.read(top).closed == {"A-018"}
