import pytest
from click.testing import CliRunner

import pipeline
from assay import entries, ledger
from assay.__main__ import assay

PARAMS = "adjudicators: [{}]\n"
TRIAGE, GRADES = "evidence/triage", "evidence/grades"
SAYS = "ada does, or an adjudicator named in params.yaml"


def write(top, by, *older, folder=TRIAGE, **values):
    """A row, appended as the commands do it."""
    values = {
        **dict.fromkeys(entries.FIELDS[folder.rpartition("/")[2]]),
        "query_id": "q-1",
        "reason": "Не о том.",
        **({"text_sha256": "0" * 64, "decision": "not_relevant"} if folder == TRIAGE else {}),
        **({"chunk_id": "a", "sha256": "0" * 64, "grade": 1, "harmful": False} if folder == GRADES else {}),
        **values,
    }
    row = ledger.new_row(
        values, by, [one["row_id"] for one in older], "Прочитано ещё раз." if older else None
    )
    ledger.append(top / folder / f"{by}.jsonl", row)
    return row


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository in which eve is an adjudicator, ada has decided something, and eve and mallory have taken it over."""
    top = tmp_path / "r"
    (top / "gold").mkdir(parents=True)
    (top / "params.yaml").write_text(PARAMS.format("eve"))
    (top / "corpus").mkdir()
    for name in ("queries", "passages"):
        (top / f"gold/{name}.jsonl").write_bytes(b"")
    for number, who in enumerate(("eve", "mallory")):
        write(top, who, write(top, "ada", text_sha256=f"{number:064x}"))
    pipeline.git(top, "init", "-q", "-b", "main")
    pipeline.commit(top, "start")
    pipeline.git(top, "switch", "-qc", "work")
    monkeypatch.chdir(top)
    return top


def history():
    done = CliRunner().invoke(assay, ["check", "history"])
    return [str(problem) for problem in getattr(done.exception, "problems", [])]


def test_what_is_on_record_stays_valid(top):
    """Whoever wrote it, and whoever is an adjudicator now."""
    assert history() == []
    (top / "params.yaml").write_text(PARAMS.format(""))
    assert history() == []


@pytest.mark.parametrize("now", ["eve", "", "zoe"])
def test_new_rows_on_rows_of_others_are_by_an_adjudicator(top, now):
    """Of today, or of where the branch began; committed or not, in whatever ledger."""
    (top / "params.yaml").write_text(PARAMS.format(now))
    first = write(top, "ada", query_id="q-2")
    for who in ("eve", "zoe", "mallory"):
        write(top, who, first)
    grades = [write(top, who, folder=GRADES) for who in ("ada", "boris")]
    write(top, "mallory", folder=GRADES, adjudicates=[one["row_id"] for one in grades])
    fix = "have one do it whom params.yaml names, or leave adjudicates null"
    expected = [
        f"{GRADES}/mallory.jsonl:1: adjudicates, but mallory is no adjudicator; {fix}",
        f"{TRIAGE}/mallory.jsonl:2: mallory supersedes a row of ada; {SAYS}",
        *([] if now == "zoe" else [f"{TRIAGE}/zoe.jsonl:1: zoe supersedes a row of ada; {SAYS}"]),
    ]
    assert history() == expected
    pipeline.commit(top, "more")
    assert history() == expected


def test_what_cannot_be_read_is_told_elsewhere(top):
    """A row that is none, a params.yaml that is none."""
    (top / "params.yaml").write_text("adjudicators: {\n")
    (top / TRIAGE / "mallory.jsonl").write_bytes((top / TRIAGE / "mallory.jsonl").read_bytes() + b"{}\n")
    assert history() == []
