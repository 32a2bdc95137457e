"""One bad record, or one bad row, stops nobody who works on other answers; who writes outputs of them all is stopped."""

import re
import subprocess

import pytest
from click.testing import CliRunner

import shop
from assay.__main__ import assay
from assay.evidence.reading import LEDGER
from conftest import ROOT
from evidence import cases

BAD = "runs/recorded/shop/2026-05-01/answers.jsonl"
ROW = f"{LEDGER}/a-019/anna.jsonl"
AGAIN = {**cases.A017, "answer_id": "A-018"}
VERDICT = (
    *("--attachment", "attached", "--attachment-reason", "[D-01] ends the words"),
    *(
        "--support",
        "unsupported",
        "--support-reason",
        "p04 leaves such goods out",
        "--contradicts",
        "--evidence",
        "p04",
    ),
)


@pytest.fixture(params=["en", "ru"])
def top(request, tmp_path, monkeypatch):
    """Three runs: of the second a row is wrong, of the third a record."""
    params = re.sub("lang: ru", f"lang: {request.param}", (ROOT / "params.yaml").read_text("utf-8"))
    (tmp_path / "params.yaml").write_text(params, "utf-8")
    for name in ("gold/queries.jsonl", "gold/passages.jsonl", "requirements.lock"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    third = {**cases.A017, "answer_id": "A-019", "scenario_id": "S-019"}
    rows = [
        *cases.shop_rows().values(),
        {**cases.claim("C-017-1", cases.run(third).answers[0]), "claim": "X"},
    ]
    cases.write_shop(tmp_path, rows=rows)
    cases.write_shop(tmp_path, AGAIN, name="shop/2026-04-01")
    cases.write_shop(tmp_path, third, name="shop/2026-04-02")
    cases.write_shop(tmp_path, {"answer_id": "A-020"}, {"answer_id": "A-021", "x": 1}, name="shop/2026-05-01")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words):
    return CliRunner().invoke(assay, words)


@pytest.mark.usefixtures("top")
@pytest.mark.parametrize(
    "words",
    [
        ("answers", "check", "A-017"),
        ("evidence", "list"),
        ("evidence", "show", "A-017"),
        ("evidence", "show", "A-018", "--format", "json"),
        ("evidence", "new", "A-018", "--by", "Bob", "--no-ask"),
        ("evidence", "edit", "A-017", "--by", "anna", "--no-ask"),
        ("evidence", "judge", "A-017", "C-017-1", "--by", "anna", "--supersede", "read again", *VERDICT),
        ("evidence", "replay", cases.RUN, "shop/2026-04-01"),
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_other_answers_are_worked_on(words):
    """The faults are said beside, with the command that names each."""
    done = run(*words)
    assert done.exit_code == 0, done.exception
    first = done.stderr.splitlines()[0]
    assert f"{BAD}, {ROW}: 2" in first
    assert "`assay answers check`" in first


@pytest.mark.usefixtures("top")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("evidence", "show", "A-019"), ROW),
        (("evidence", "new", "A-019", "--by", "Bob", "--no-ask"), ROW),
        (("evidence", "replay", cases.RUN, "shop/2026-04-02"), ROW),
        (("evidence", "show", "A-020"), "A-020: is of shop/2026-05-01, in which something is wrong"),
        (("evidence", "judge", "A-021", "C-021-1", "--by", "Bob", *VERDICT), "A-021: is of shop/2026-05-01"),
        (("evidence", "replay", cases.RUN, "shop/2026-05-01"), BAD),
        (("answers", "check", "A-020"), BAD),
        (("answers", "check"), BAD),
        (("check", "--only", "evidence"), BAD),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_is_wrong_itself_is_refused(words, said):
    """By its name, and wherever all of it counts."""
    done = run(*words)
    assert done.exit_code == 1
    assert said in done.output + done.stderr + str(done.exception)


def test_the_stage_refuses(top):
    """It writes nothing of some of them."""
    paths = {"recorded": "runs/recorded", "claims": LEDGER, "gold": "gold", "out": "runs/evidence"}
    done = shop.run_stage("evidence", {**paths, "manifest": "runs/manifests/evidence.json"}, top)
    assert done.returncode == 1
    assert f"{BAD}:2 A-021" in done.stderr
    assert not (top / "runs/evidence").exists()
