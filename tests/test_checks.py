"""What `assay check` says of ledgers and evidence: faults, and notes that fail nothing."""

import shutil

import pytest
from click.testing import CliRunner

import pipeline
from assay.__main__ import assay
from assay.judging.cli import judge, new
from judging.ground import ADA, ATTACHED, BOB, EVE, LENIENT, WRONG, judged, make, query, taken_down
from labelling.ground import did

LEDGER = "evidence/claims"
IN_CORPUS = "refunds: до пяти дней у всех банков"
UNSUPPORTED = (
    *("--attachment", "not_attached", "--attachment-reason", "рядом метки нет"),
    *("--support", "unsupported", "--support-reason", "о сроке денег фрагменты молчат"),
)
READ = (*UNSUPPORTED, "--corpus", "holds", "--corpus-text", IN_CORPUS)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Two reviewers' verdicts, a ruling, a text read in the corpus, a verdict on a question of the gold set."""
    top = make(tmp_path_factory.mktemp("made"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(top)
        taken_down()
        judged("A-017", "C-017-1", *WRONG)
        judged("A-017", "C-017-3", *READ)
        did(new, "A-017", "--from", ADA, "--by", BOB, "--no-ask")
        judged("A-017", "C-017-1", *ATTACHED, *LENIENT, by=BOB)
        judged("A-017", "C-017-1", *WRONG, "--adjudicate", by=EVE)
        taken_down("A-022")
        judged("A-022", "C-022-1", *UNSUPPORTED, "--corpus", "lacks")
    return top


@pytest.fixture
def top(made, tmp_path, monkeypatch):
    """A copy of it, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


def check(*words):
    """Exit code and lines."""
    done = CliRunner().invoke(assay, ["check", *(words or ("--only", "ledgers", "--only", "evidence"))])
    lines = done.stderr.splitlines()
    return done.exit_code, lines + [str(one) for one in getattr(done.exception, "problems", [])]


def reworded(top, **values):
    from assay.gold.queries import queries_bytes

    (top / "gold/queries.jsonl").write_bytes(queries_bytes([query("q-1", **values)]))


@pytest.mark.usefixtures("top")
def test_all_is_well():
    """There is nothing to note."""
    assert check() == (0, ["ledgers: ok", "evidence: ok"])


def test_a_question_that_was_reworded_is_a_note(top):
    """Of the answer; the check passes, and judging anew is refused."""
    reworded(top, query="Когда вернут деньги за вещь с распродажи?")
    rule = "A-022 is judged, and nobody states which evidence it would need; rows in force: 1"
    fix = "they stand; label its question in gold/, as it was asked, before anybody judges anew"
    assert check() == (0, ["ledgers: ok", "evidence: ok, 1 note", f"note: {LEDGER}/a-022: {rule}; {fix}"])
    done = CliRunner().invoke(
        judge, ["A-022", "C-022-1", *UNSUPPORTED, "--corpus", "lacks", "--supersede", "иной вопрос"]
    )
    assert "nobody has stated which evidence a careful answer would need" in str(done.exception)


def test_an_adjudicator_who_is_none_any_more_is_a_note(top):
    """The ruling stands; it is said who has written it."""
    pipeline.edit_params(top, f"adjudicators: [{EVE}]", "adjudicators: []")
    code, lines = check()
    assert (code, lines[:2]) == (0, ["ledgers: ok", "evidence: ok, 1 note"])
    assert lines[2].startswith(
        f"note: {LEDGER}/a-017/eve.jsonl:1: Eve decides on rows of others, and is no adj"
    )


def test_a_corpus_that_moved_on_is_a_note_and_words_that_are_not_there_are_a_fault(top):
    """As long as the document has the version that the row names."""
    path = top / "corpus/refunds.md"
    text = path.read_text("utf-8")
    path.write_text(text.replace("у всех банков", "у большинства банков"), "utf-8")
    code, lines = check()
    assert (code, lines[1]) == (1, "evidence: 1 problem")
    assert "evidence[1] 'до пяти дней у всех банков' does not stand in 'refunds' of 'refunds-v2'" in lines[2]
    path.write_text(path.read_text("utf-8").replace("refunds-v2", "refunds-v3"), "utf-8")
    code, lines = check()
    assert (code, lines[1]) == (0, "evidence: ok, 1 note")
    assert "in 'refunds-v2'; the corpus has 'refunds-v3', in which these words do not stand" in lines[2]
    path.write_text(text.replace("---\nid", "--\nid"), "utf-8")
    code, lines = check()
    assert (code, lines[1]) == (1, "evidence: 1 problem")
    assert lines[2].startswith("corpus/refunds.md:1: ")


def test_notes_are_said_beside_faults(top):
    """A flood of them is thinned, as that of faults is."""
    pipeline.edit_params(top, f"adjudicators: [{EVE}]", "adjudicators: []")
    path = top / LEDGER / "a-017/eve.jsonl"
    row = path.read_bytes()
    path.write_bytes(row + row)
    code, lines = check()
    assert (code, lines[1]) == (1, "evidence: 1 problem")
    path.write_bytes(row)
    for name in ("VERA", "vera", "Vera"):
        did(new, "A-017", "--from", ADA, "--by", name, "--no-ask")
    code, lines = check()
    assert (code, lines[1]) == (0, "evidence: ok, 2 notes")
    assert lines[3].startswith(
        f"note: {LEDGER}: has authors whose names look the same: 'VERA', 'Vera', 'vera'; "
    )
    assert check("--only", "evidence", "--all") == (0, lines[1:])


def test_of_closed_questions_no_texts_are_looked_up(top):
    """Nothing that their answers rest on is printed."""
    row = query("q-1", split="holdout", query="Примут ли вещь с распродажи и когда вернут деньги?")
    reworded(top, **{name: row[name] for name in ("split", "query")})
    path = top / "corpus/refunds.md"
    path.write_text(path.read_text("utf-8").replace("у всех банков", "у банков"), "utf-8")
    assert check() == (0, ["ledgers: ok", "evidence: ok"])
