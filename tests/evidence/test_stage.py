"""The stage as DVC runs it."""

import json
import shutil

import polars as pl
import pytest

import shop
from assay.manifest import sha256
from conftest import ROOT

from . import cases

PATHS = {
    "recorded": "runs/recorded",
    "claims": "evidence/claims",
    "gold": "gold",
    "out": "runs/evidence",
    "manifest": "runs/manifests/evidence.json",
}


@pytest.fixture
def place(tmp_path):
    """A folder with the example's gold set and the worked scenario."""
    for name in ("params.yaml", "requirements.lock", "gold/queries.jsonl", "gold/passages.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    cases.write_shop(tmp_path, rows=cases.shop_rows().values())
    return tmp_path


def run(place):
    return shop.run_stage("evidence", PATHS, place)


def test_the_stage_writes_answers_and_claims(place):
    """And a card; of what it has read, the manifest names cards, answers, ledgers and gold alone."""
    folder = place / "runs/recorded" / cases.RUN
    (folder / "results.jsonl").write_text("{}\n")  # of the retrieval, which is not read here
    done = run(place)
    assert done.returncode == 0, done.stderr
    answers = pl.read_parquet(place / "runs/evidence/answers.parquet")
    claims = pl.read_parquet(place / "runs/evidence/claims.parquet")
    assert answers["answer_id"].to_list() == ["A-017"]
    assert claims["claim_id"].to_list() == ["C-017-1", "C-017-2", "C-017-3", "C-017-4"]
    assert claims["support"].to_list() == ["unsupported", "partially_supported", "unsupported", "unsupported"]
    assert json.loads((place / "runs/evidence/card.json").read_bytes()) == {"closed": {}}
    record = json.loads((place / PATHS["manifest"]).read_bytes())
    assert record["stage"] == "evidence"
    assert not any(name.endswith("results.jsonl") for name in record["reads"])
    name = f"runs/recorded/{cases.RUN}/answers.jsonl"
    assert record["reads"][name] == sha256((place / name).read_bytes())


def test_answers_to_closed_questions_are_counted_alone(place):
    """Neither their texts nor their ids stand in any output."""
    rows = map(json.loads, (place / "gold/queries.jsonl").read_text("utf-8").splitlines())
    closed = next(row for row in rows if row["split"] == "holdout")
    asked = {"scenario_id": "S-900", "query_id": closed["id"], "query": closed["query"]}
    hidden = {**cases.A017, "answer_id": "A-900", **asked}
    cases.write_shop(place, cases.A017, hidden, rows=())
    shutil.rmtree(place / "evidence/claims")
    (place / "evidence/claims").mkdir()
    assert run(place).returncode == 0
    assert pl.read_parquet(place / "runs/evidence/answers.parquet")["answer_id"].to_list() == ["A-017"]
    assert json.loads((place / "runs/evidence/card.json").read_bytes()) == {"closed": {cases.RUN: 1}}


def test_a_row_that_does_not_fit_its_record_stops_the_stage(place):
    """With file, line and claim; nothing is written."""
    path = place / f"runs/recorded/{cases.RUN}/answers.jsonl"
    path.write_bytes(path.read_bytes().replace("пяти дней".encode(), "шести дней".encode()))
    done = run(place)
    assert done.returncode == 1
    assert "evidence/claims/a-017/anna.jsonl:1 C-017-1: run_id is" in done.stderr
    assert "quote[1] is 'Обычно хватает пяти дней', but the answer has" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (place / "runs/evidence").exists()


def test_nothing_recorded_is_no_fault(place):
    """The tables are empty."""
    shutil.rmtree(place / "runs/recorded")
    (place / "runs/recorded").mkdir()
    shutil.rmtree(place / "evidence/claims/a-017")
    assert run(place).returncode == 0
    assert pl.read_parquet(place / "runs/evidence/claims.parquet").is_empty()


def test_the_same_bytes_twice(place):
    """Whatever the order in which files were made."""
    assert run(place).returncode == 0
    first = {path.name: path.read_bytes() for path in (place / "runs/evidence").iterdir()}
    shutil.rmtree(place / "runs/evidence")
    assert run(place).returncode == 0
    assert {path.name: path.read_bytes() for path in (place / "runs/evidence").iterdir()} == first
