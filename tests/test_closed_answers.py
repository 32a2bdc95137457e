"""No word of an answer to a closed question is in any message of any command, whatever is wrong with it."""

import json
import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

import shop
from assay.__main__ import assay
from assay.evidence.reading import LEDGER
from assay.gold.fields import QUERY
from assay.gold.queries import queries_bytes
from assay.ledger import row_id
from conftest import ROOT
from evidence import cases
from evidence.broken import BROKEN

WORD = "Тайнослово"
QUESTION = f"Примете ли {WORD}?"
OPEN = cases.A017
PLANTED = ("query", "answer", "text", "part", "supports", "notes", "unanswerable")


def planted(value, key=None):
    """The same with the word in each of its texts, at the end, so that every span stays where it is."""
    if isinstance(value, dict):
        return {name: planted(item, name) for name, item in value.items() if name != "sha256"}
    if isinstance(value, list):
        return [planted(item, key) for item in value]
    return f"{value} {WORD}." if isinstance(value, str) and key in PLANTED else value


SECRET = {
    **planted({name: value for name, value in OPEN.items() if name != "query"}),
    "answer_id": "A-900",
    "scenario_id": "S-900",
    "query_id": "own-900",
    "query": QUESTION,
}
TEXTS = ("claim", "attachment_reason", "support_reason", "missing", "observation")
COMMANDS = (
    ("check", "--only", "evidence", "--only", "ledgers", "--only", "disclosure", "--all"),
    ("answers", "check"),
    ("answers", "check", "A-900"),
    ("answers", "check", "--format", "json"),
    ("evidence", "list"),
    ("evidence", "list", "--format", "json"),
    ("evidence", "show", "A-900"),
    ("evidence", "show", "A-900", "--format", "json"),
    ("evidence", "show", "A-017", "--history"),
    ("evidence", "new", "A-900", "--by", "Anna"),
    ("evidence", "edit", "A-900", "--by", "anna", "--no-ask"),
    ("evidence", "judge", "A-900", "C-900-1", "--by", "anna", "--support", "supported"),
    ("evidence", "replay", cases.RUN, "shop/2026-04-01"),
    ("evidence", "replay", cases.RUN, "shop/2026-04-01", "--format", "json"),
)


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository with an open answer, the same with the word in it, which a holdout question closes, and a replay of both."""
    params = re.sub("lang: ru", "lang: en", (ROOT / "params.yaml").read_text("utf-8"))
    (tmp_path / "params.yaml").write_text(params, "utf-8")
    shutil.copy(ROOT / "requirements.lock", tmp_path)
    (tmp_path / "gold").mkdir()
    row = dict.fromkeys(QUERY) | {"id": "Q-1", "query": QUESTION, "lang": "ru", "type": "exact"}
    rows = [row | {"split": "holdout", "status": "unreviewed"}]
    (tmp_path / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    (tmp_path / "gold/passages.jsonl").write_bytes(b"")
    again = [{**one, "answer_id": f"{one['answer_id']}-2"} for one in (OPEN, SECRET)]
    cases.write_shop(tmp_path, *again, name="shop/2026-04-01")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def record(top, *secrets, rows=()):
    """Write the open answer, others, and rows; all of it is added to Git, of which some checks ask."""
    cases.write_shop(top, OPEN, *(secrets or [SECRET]), rows=rows)
    subprocess.run(["git", "add", "-A"], cwd=top, check=True)


def said(words):
    """All that a command says, on either output, of errors too."""
    done = CliRunner().invoke(assay, words)
    assert done.exception is None or type(done.exception).__name__ in ("InputError", "SystemExit")
    return done.output + done.stderr + str(done.exception or "")


def staged(top):
    paths = {"recorded": "runs/recorded", "claims": LEDGER, "gold": "gold", "out": "runs/evidence"}
    done = shop.run_stage("evidence", {**paths, "manifest": "runs/manifests/evidence.json"}, top)
    return done.returncode, done.stdout + done.stderr


def everything():
    """What all commands say."""
    return [said(words) for words in COMMANDS]


def rows(**changed):
    """A row of the ledger about the closed answer for each way to break a rule, with the word in each of its texts."""
    answer = cases.run(OPEN, SECRET).answers[1]
    made = []
    for number, (name, values, _) in enumerate(BROKEN.values(), 1):
        row = cases.claim(name, answer, **{"claim_id": f"C-900-{number}", **values})
        texts = {key: f"{row[key]} {WORD}" for key in row if key in TEXTS and key not in values and row[key]}
        made.append(sealed({**row, **texts, "hypothesis": WORD, "open_question": WORD, **changed}))
    return made


def sealed(row):
    return {**row, "row_id": row_id(row)}


def breaking_rules(top):
    """A row a rule; the places that are to be named."""
    made = rows()
    record(top, rows=made)
    return [f"evidence/claims/a-900/anna.jsonl:{line} " for line in range(1, len(made) + 1)]


def of_another_form(top):
    """A row a field of another type; the places that are to be named."""
    forms = [
        {"support": WORD},
        {"kind": WORD},
        {"claim": ["", WORD]},
        {"evidence": [{"text": WORD}]},
        {"quote": WORD},
        {"citations": [WORD]},
        {"observation": {WORD: WORD}},
        {"at": WORD},
        {WORD: 1},
    ]
    record(top, rows=[sealed({**rows()[0], **changed}) for changed in forms])
    return [f"evidence/claims/a-900/anna.jsonl:{line}: " for line in range(1, len(forms) + 1)]


def wrong_records(top):
    """A line a field of another type, and lines in which nothing fits; the places that are to be named."""
    forms = [
        {"answer": [WORD]},
        {"lang": WORD},
        {"citations": [{"marker": [WORD], "span": [WORD, 1]}, WORD]},
        {"declines": [{"part": {"x": WORD}}, WORD]},
        {"retrieved": [{"chunk_id": WORD, "rank": WORD, "text": WORD}, {"chunk_id": WORD, "sha256": WORD}]},
        {"retrieved": [{"chunk_id": WORD, "rank": 1, "text": WORD, "sha256": "0"}] * 2},
        {"expected_evidence": {"needed": [WORD], "unanswerable": [[WORD]], "notes": [WORD]}},
        {"recorded_at": WORD},
        {WORD: 1},
    ]
    names = [f"A-90{number}" for number in range(len(forms))]
    record(top, *({**SECRET, "answer_id": name, **one} for name, one in zip(names, forms, strict=True)))
    return [f"answers.jsonl:{line} {name}" for line, name in enumerate(names, 2)]


def test_nothing_is_said_where_all_is_right(top):
    """Beside the open answer, of which the commands do speak."""
    record(top)
    found = everything()
    assert all(WORD not in text for text in found)
    assert any("отправили запрос" in text for text in found)


@pytest.mark.parametrize("broken", [breaking_rules, of_another_form, wrong_records])
def test_what_is_wrong_is_told_by_its_place(top, broken):
    """In every command; were the question open, the word would be there."""
    places = broken(top)
    found = everything()
    assert all(WORD not in text for text in found)
    assert [place for place in places if place not in found[0]] == []
    (top / "gold/queries.jsonl").write_bytes(b"")
    assert WORD in said(COMMANDS[0])


@pytest.mark.parametrize("broken", [breaking_rules, of_another_form, wrong_records])
def test_the_stage_says_as_little(top, broken):
    """It refuses, and names each place."""
    places = broken(top)
    code, text = staged(top)
    assert code == 1
    assert WORD not in text
    assert [place for place in places if place not in text] == []


@pytest.mark.parametrize(
    "line",
    [
        {"question": QUESTION, "response": f"Да, {WORD}."},
        {"question": f"– {QUESTION.lower()}!", "response": [WORD]},
        {"question": QUESTION, "answer": 5, WORD: WORD},
        {"вопрос": QUESTION, "ответ": WORD},
    ],
)
def test_an_import_quotes_no_word(top, line):
    """Neither of what it has read, nor in what is wrong with it; of an open question it does."""
    record(top)
    for question, there in ((QUESTION, False), ("Ещё вопрос?", True)):
        text = json.dumps(line).replace(json.dumps(QUESTION)[1:-1], json.dumps(question)[1:-1])
        if there and text == json.dumps(line):
            continue
        (top / "log.jsonl").write_text(f"{text}\n", "utf-8")
        words = ("import", "answers", "log.jsonl", "--system", "shop", "--run", "new", "--dry-run")
        assert (WORD in said(words)) == there


def test_another_run_closes_a_scenario_for_a_replay(top):
    """Of the two that are held against each other neither says that its question is closed."""
    words = ("evidence", "replay", cases.RUN, "shop/2026-04-01")
    record(top)
    assert "A-017-2" in said(words)
    assert said(words) != said((*words, "--lang", "ru"))
    third = {**SECRET, "answer_id": "A-901", "scenario_id": OPEN["scenario_id"]}
    cases.write_shop(top, third, name="shop/2026-05-01")
    assert "A-017" not in said(words)


def test_the_stage_writes_no_word(top):
    """Into none of its outputs."""
    record(top)
    assert staged(top)[0] == 0
    outputs = [path.read_bytes() for path in (top / "runs/evidence").iterdir()]
    assert outputs
    assert not any(WORD.encode() in data for data in outputs)


def test_nothing_is_quoted_where_nobody_can_say_what_is_closed(top):
    """A gold set that cannot be read may hold any question."""
    record(top, {**SECRET, "lang": WORD}, rows=[sealed({**rows()[0], "kind": WORD})])
    (top / "gold/queries.jsonl").write_text("{\n")
    found = everything()
    assert all(WORD not in text for text in found)
    for where in ("answers.jsonl:2 A-900", "a-900/anna.jsonl:1", "gold/queries.jsonl:1"):
        assert where in found[0]


def test_rows_about_an_answer_that_is_not_here_are_closed_by_their_question(top):
    """As where DVC keeps the run."""
    row = next(one for one in rows() if one["evidence"])
    text = {**row["evidence"][0], "rank": None, "chunk_id": "p99", "doc_id": "D-09", "text": WORD}
    record(top, rows=[sealed({**row, "query_id": "Q-1", "evidence": [text]})])
    cases.write_shop(top, OPEN)
    (top / "runs/recorded/shop/2026-05-02.dvc").write_text("outs: []\n")
    found = everything()
    assert all(WORD not in text for text in found)
    assert "A-900: answers a holdout question" in found[COMMANDS.index(("evidence", "show", "A-900"))]
