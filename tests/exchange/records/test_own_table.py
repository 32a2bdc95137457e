import pytest
from click.testing import CliRunner

from assay.exchange.export.cli import export
from assay.exchange.records.own_table import own_fields
from assay.exchange.records.targets import CHUNK, QUESTION
from exchange.imports import CODE, SIZE, TERM, lay_out, read, run, tree, write

ASKED = [
    {
        "id": "007",
        "query": "Сколько дней на возврат?",
        "quotes": [TERM, CODE],
        "type": "факт",
        "as_of": "2026-01-01",
        "subject": "магазин",
        "expected_answer": "30 дней",
        "rationale": "так сказано",
    },
    {"id": "008", "query": "=Можно ли обменять обувь?", "quotes": [SIZE], "split": "holdout"},
    {"id": "009", "query": "Сколько стоит космос?", "type": "no_answer"},
    {"id": "010", "query": "Ещё не размечен?"},
]


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("form", [("csv",), ("csv", "--excel"), ("xlsx",)])
def test_our_own_table_comes_back_without_a_mapping(tmp_path, monkeypatch, lang, form):
    """Unchanged it changes no question; a changed cell changes that question; labels stay as they are, and this is said."""
    top = tmp_path / "repository"
    lay_out(top)
    monkeypatch.chdir(top)
    params = (top / "params.yaml").read_text("utf-8").replace("lang: en", f"lang: {lang}")
    (top / "params.yaml").write_text(params, "utf-8")
    run("questions", write(tmp_path / "q.jsonl", ASKED), "--sets", "together")
    file = tmp_path / f"table.{form[0]}"
    done = CliRunner().invoke(export, ["table", "--split", "all", "--to", str(file), "--form", *form])
    assert done.exit_code == 0, done.output
    before = tree(top)
    said = run("questions", file)
    assert "4 questions: 4 the same" in said
    assert any(line.startswith("a table of `assay export table`: ") for line in said)
    after = tree(top)
    assert {name for name in after if after[name] != before.get(name)} == {"params.yaml"}
    if form == ("csv",):
        file.write_text(file.read_text("utf-8").replace("30 дней,", "Тридцать дней,"), "utf-8")
        run("questions", file, "--existing", "replace")
        row = read(top / "gold/queries.jsonl")[0]
        assert row["expected_answer"] == "Тридцать дней"
        assert len(row["evidence_sets"][0]) == 2


def test_other_tables_are_not_taken_for_it():
    """Some of its headings, or other fields that are wanted."""
    assert own_fields(["id", "question", "type"], QUESTION) == {}
    head = ["id", "question", "type", "split", "date", "subject", "evidence", "passages", "expected answer"]
    head += ["rationale", "status", "reviewers", "alpha: recall@5"]
    assert own_fields(head, QUESTION)["as_of"] == "date"
    assert own_fields(head, CHUNK) == {}
