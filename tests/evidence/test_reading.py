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
def top(tmp_path, monkeypatch):
    """A repository that holds the worked scenario, judged, and one question of the gold set."""
    from assay import corpora

    monkeypatch.setattr(corpora, "settings", lambda _root: {"adjudicators": ["eve"]})
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
    assert list(rules.check(found.rows, found.runs, found.gold)) == []


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
    assert reading.read(top) == reading.Read(reading.Runs({}), {}, {})


def test_adjudicators_are_those_of_the_settings(top):
    """Whom they do not name may not decide."""
    first = cases.claim("C-017-1")
    for who, allowed in (("eve", True), ("mallory", False)):
        closing = cases.claim(
            "C-017-1",
            by=who,
            minute=5,
            envelope={"supersedes": [first["row_id"]], "supersede_reason": "Иначе."},
        )
        cases.write_shop(top, rows=[first, closing])
        if allowed:
            assert list(reading.rows(top).values()) == [first, closing]
        else:
            with pytest.raises(InputError, match="mallory supersedes a row of anna"):
                reading.rows(top)
        (top / reading.LEDGER / f"a-017/{who}.jsonl").unlink()


def test_runs_that_dvc_keeps_may_be_absent(top):
    """Those that are not here, by name; one that was pulled is there."""
    assert reading.absent(top) == []
    for name in ("2026-03-02", "2026-04-01"):
        (top / "runs/recorded/shop" / f"{name}.dvc").write_text("outs: []\n")
    assert len(reading.absent(top)) == 1
    assert "2026-04-01" in reading.absent(top)[0]
