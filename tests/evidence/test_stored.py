import polars as pl

from assay.evidence import schema, stored
from assay.evidence.gathering import gathered
from assay.ledger import new_row
from assay.tables import check, parse_table, table_bytes

from . import cases

ROWS = list(cases.shop_rows().values())


def shop(*more):
    """The worked scenario, with further rows."""
    rows = [*ROWS, *more]
    return gathered(cases.shop_runs(), rows, {}, {"A-017": True})


def kept(evidence):
    """The same after it was written and read."""
    frames = {"answers": stored.answers(evidence), "claims": stored.claims(evidence)}
    made = {name: parse_table(table_bytes(frame, stored.KEYS[name]), name) for name, frame in frames.items()}
    return stored.restored(made["answers"], made["claims"], evidence.closed)


def test_tables_come_back_as_they_were():
    """Records, rows in their order, what is in force, expected evidence, what is lacking and what was held."""
    evidence = shop()
    again = kept(evidence)
    (one,), (other,) = evidence.tables, again.tables
    assert other.rows == one.rows
    assert other.current == one.current
    assert [claim.state for claim in other.claims] == [claim.state for claim in one.claims]
    assert other.expected._replace(needed=None) == one.expected._replace(needed=None)
    stated = [{name: value for name, value in item.items() if value} for item in other.expected.needed]
    assert stated == one.expected.needed  # what is absent there is null here
    assert (other.answer.retrieved, other.answer.citations) == (one.answer.retrieved, one.answer.citations)
    assert (other.answer.text, other.answer.card) == (one.answer.text, one.answer.card)
    assert (again.held, again.lacks, again.closed) == (evidence.held, evidence.lacks, evidence.closed)


def test_superseded_rows_stay_in_the_table():
    """With a mark that they are not in force."""
    first = ROWS[0]
    values = {name: value for name, value in first.items() if name in stored.FIELDS["claims"]}
    later = new_row(values, "anna", [first["row_id"]], "прочла ещё раз")
    frame = stored.claims(shop(later))
    assert dict(frame.select("row_id", "in_force").iter_rows())[first["row_id"]] is False
    assert frame["in_force"].sum() == len(frame) - 1
    (table,) = kept(shop(later)).tables
    assert [row["row_id"] for row in table.before(later)] == [first["row_id"]]


def test_what_is_not_recorded_differs_from_nothing():
    """Null and an empty list are two things: not recorded, and none."""
    runs = cases.runs({**cases.A017, "declines": None}, {**cases.A017, "answer_id": "A-018", "declines": []})
    frame = stored.answers(gathered(runs, [], {}, {}))
    assert frame["declines"].to_list() == [None, []]


def test_frames_fit_their_models():
    """With rows and without any."""
    for evidence in (shop(), gathered(cases.runs(), [], {}, {})):
        check(schema.Answers, stored.answers(evidence), "answers.parquet")
        check(schema.Claims, stored.claims(evidence), "claims.parquet")


def test_order_of_rows_is_that_of_the_ledger():
    """Sorting the table by its key gives it back."""
    frame = stored.claims(shop()).sample(fraction=1, shuffle=True, seed=3).sort(stored.KEYS["claims"])
    assert frame["row_id"].to_list() == [row["row_id"] for row in ROWS]
    assert frame.schema["position"] == pl.UInt32


def test_whole_and_broken_scores_may_stand_in_one_answer():
    """Both are numbers."""
    retrieved = [{**cases.P04, "score": 0.5}, {**cases.P07, "score": 1}]
    frame = stored.answers(gathered(cases.runs({**cases.A017, "retrieved": retrieved}), [], {}, {}))
    assert [one["score"] for one in frame["retrieved"][0]] == [0.5, 1.0]
