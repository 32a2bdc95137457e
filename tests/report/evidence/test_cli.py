import json
import subprocess

import pytest
from click.testing import CliRunner

import pipeline
from assay.errors import InputError
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.report.evidence.cli import list_, show
from evidence import cases
from gold.samples import passage, query

from . import answers

CLOSED = {
    **cases.A017,
    "answer_id": "Z-1",
    "scenario_id": "S-1",
    "query_id": "q-closed",
    "query": "Закрытый вопрос?",
}


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository with recorded answers and rows about them; the current folder is below its top."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / "gold").mkdir()
    (tmp_path / "params.yaml").write_text(pipeline.PARAMS.replace("adjudicators: []", "adjudicators: [eve]"))
    closed = query("q-closed", query=CLOSED["query"], split="holdout", evidence_sets=None)
    (tmp_path / "gold/queries.jsonl").write_bytes(queries_bytes([closed]))
    (tmp_path / "gold/passages.jsonl").write_bytes(b"")
    run = cases.run(cases.A017, answers.LAMPS, CLOSED)
    rows = [*answers.shop(run.answers[0]), *answers.lamps(run.answers[1])]
    cases.write_shop(tmp_path, cases.A017, answers.LAMPS, CLOSED, rows=rows)
    monkeypatch.chdir(tmp_path / "gold")
    return tmp_path


def run(*arguments, command=show):
    """Exit code, standard output, what is said of errors."""
    done = CliRunner().invoke(command, arguments)
    said = str(done.exception) if isinstance(done.exception, InputError) else ""
    assert done.exception is None or isinstance(done.exception, InputError | SystemExit)
    return done.exit_code, done.stdout, said + done.stderr


def listed(*arguments):
    return run(*arguments, command=list_)


@pytest.mark.usefixtures("top")
def test_it_shows_the_table():
    """In the language of params.yaml, wherever in the repository it is called; nothing else is said."""
    code, out, said = run("A-017")
    assert (code, said) == (0, "")
    assert out.startswith("Evidence table of A-017\n")
    assert "evidence set retrieved whole: yes\n" in out
    assert "\nC-017-1  contradicts a fragment\n" in out
    assert out.endswith("\n")
    assert "\x1b" not in out


@pytest.mark.usefixtures("top")
def test_each_form_says_the_same():
    """A claim, its reason and its fragment are in all of them; the language can be chosen."""
    for form in ("text", "markdown", "html", "json"):
        code, out, said = run("A-017", "--format", form, "--lang", "ru")
        assert (code, said) == (0, "")
        for words in ("Назад примут любую вещь", "прямо исключены", "Вещи с финальной распродажи назад не"):
            assert words in " ".join(out.replace("│", "").split())
        assert ("Таблица доказательств" in out) == (form != "json")


@pytest.mark.usefixtures("top")
def test_json_holds_the_record_the_rows_and_what_follows():
    """Rows as they are in the ledger; how claims stand, where they are in the matrix, what is lacking."""
    found = json.loads(run("B-018", "--format", "json", "--history")[1])
    assert found["record"] == answers.LAMPS
    assert found["card"]["model"] == cases.CARD["model"]
    assert [row["claim_id"] for row in found["rows"]] == [f"C-B-018-{n}" for n in range(1, 9)]
    assert found["progress"] == {
        "claims": 7,
        "judged": 6,
        "to_judge": 1,
        "disputed": 0,
        "state": "open",
        "reviewers": [{"by": "carol", "claims": 7, "judged": 6}],
    }
    claims = {claim["claim_id"]: claim for claim in found["claims"]}
    assert claims["C-B-018-5"]["standing"] == "contradicts"
    assert claims["C-B-018-5"]["diagnosis"] == {"row": "contradicted", "column": "elsewhere"}
    assert claims["C-B-018-4"]["superseded"] == [found["rows"][2]["row_id"]]
    assert claims["C-B-018-6"]["diagnosis"] is None
    assert found["never_retrieved"][0]["chunk_id"] == "lamp#old"
    assert "retrieved[3].text" in found["lacks"]
    assert len(json.loads(run("B-018", "--format", "json")[1])["rows"]) == 7


@pytest.mark.usefixtures("top")
def test_json_names_the_row_that_counts():
    """The ruling where there is one, none where reviewers differ."""
    found = json.loads(run("A-017", "--format", "json")[1])
    claims = {claim["claim_id"]: claim for claim in found["claims"]}
    ruled, disputed = claims["C-017-2"], claims["C-017-4"]
    assert ruled["counts"] == ruled["ruling"] == ruled["in_force"][-1]
    assert (disputed["counts"], disputed["standing"], len(disputed["in_force"])) == (None, "disputed", 2)


def test_json_is_safe_for_a_terminal(top):
    """What a terminal may obey is escaped, and the values are the same."""
    odd = {**answers.LAMPS, "answer_id": "B-019", "query": "\x9b2J \u202eturned\u2028"}
    cases.write_shop(top, odd, name="shop/odd")
    out = run("B-019", "--format", "json")[1]
    assert not [mark for mark in out if mark != "\n" and not mark.isprintable()]
    assert json.loads(out)["record"] == odd


@pytest.mark.usefixtures("top")
def test_the_list_can_be_chosen_and_read_by_programs():
    """Filters of all kinds; a run or a reviewer that is not there is named."""
    assert listed("--state", "open")[1].splitlines()[0] == "answers: 1 of 2"
    assert "ответов: 1 из 2" in listed("--by", "anna", "--lang", "ru")[1]
    found = json.loads(listed("--run", cases.RUN, "--format", "json")[1])
    assert [one["answer_id"] for one in found["answers"]] == ["A-017", "B-018"]
    assert found["closed"] == {cases.RUN: 1}
    assert "Z-1" not in listed()[1]
    for arguments in (["--run", "shop/nowhere"], ["--by", "dora"]):
        code, out, said = listed(*arguments)
        assert (code, out) == (1, "")
        assert arguments[1] in said


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_it_writes_to_a_file(top, form):
    """The same bytes as on standard output, and nothing there."""
    path = top / "table"
    assert run("B-018", "--format", form, "--to", str(path)) == (0, "", "")
    assert path.read_bytes().decode() == run("B-018", "--format", form)[1]


@pytest.mark.usefixtures("top")
def test_one_reviewer_and_history():
    """Only those rows; superseded ones where asked."""
    out = run("A-017", "--by", "boris")[1]
    assert "Claims: 3, judged: 3" in out
    assert "anna" not in out
    assert "superseded by" in run("A-017", "--history")[1]
    assert "superseded by" not in run("A-017")[1]


@pytest.mark.usefixtures("top")
@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_an_answer_to_a_holdout_question_is_refused(form):
    """Nothing of it is shown in any form."""
    code, out, said = run("Z-1", "--format", form)
    assert (code, out) == (1, "")
    assert said.startswith("Z-1: answers a holdout question")
    assert "Закрытый" not in said


@pytest.mark.usefixtures("top")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["A-071"], "A-071: is no recorded answer; did you mean A-017?"),
        (["A-017", "--by", "dora"], "--by dora: has no rows about A-017 in force"),
    ],
)
def test_what_is_not_there_is_named(arguments, message):
    """With the next step."""
    code, out, said = run(*arguments)
    assert (code, out) == (1, "")
    assert said.startswith(message)


def test_texts_that_reports_leave_out_are_left_out(top):
    """By params.yaml, in each form; ids and verdicts are there."""
    pipeline.edit(top / "params.yaml", "include_text: true", "include_text: false")
    for form in ("text", "markdown", "html", "json"):
        code, out, _ = run("B-018", "--format", form, "--history")
        assert code == 0
        assert not [text for text in ("warranty", "greeting", "splits", "parcel") if text in out]
        assert "C-B-018-5" in out


def test_rows_that_do_not_fit_their_record_are_named(top):
    """They are shown as they are; what is wrong is said beside."""
    lines = (top / "runs/recorded" / cases.RUN / "answers.jsonl").read_text("utf-8")
    changed = lines.replace("Обычно хватает пяти дней", "Обычно хватает семи дней")
    (top / "runs/recorded" / cases.RUN / "answers.jsonl").write_text(changed, "utf-8")
    code, out, said = run("A-017")
    assert code == 0
    assert "C-017-4" in out
    assert "but the answer has 'Обычно хватает семи дней' there" in said
    assert "B-018" not in said


def test_whether_what_is_needed_was_retrieved_is_held_against_the_gold_set(top):
    """Its passages are looked for among the fragments: one is there, the other is not."""
    parts = [passage("term", text="Вещи с финальной распродажи назад не принимаем.", doc_id="D-01")]
    parts += [passage("other", text="Ничего такого в ответ не попало.", doc_id="D-01")]
    (top / "gold/passages.jsonl").write_bytes(passages_bytes(parts))
    for members, said in ((["term"], "yes"), (["term", "other"], "no")):
        asked = query("Q-017", query=cases.QUERY, evidence_sets=[members])
        (top / "gold/queries.jsonl").write_bytes(queries_bytes([asked]))
        out = run("A-017")[1]
        assert f"set 1: {' + '.join(members)}\n" in out
        assert "    term\n    │ Вещи с финальной распродажи назад не принимаем.\n" in out
        assert json.loads(run("A-017", "--format", "json")[1])["expected"]["passages"].keys() == {*members}
        assert f"evidence set retrieved whole: {said}\n" in out
