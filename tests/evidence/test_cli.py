"""`assay answers check`, on a repository with the worked scenario."""

import json
import re

import pytest
from click.testing import CliRunner

from assay.__main__ import assay
from assay.evidence import lacking
from assay.evidence.lack_phrases import PHRASES
from assay.gold.fields import QUERY
from assay.gold.queries import queries_bytes
from conftest import ROOT

from . import cases


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository with one run."""
    text = re.sub("lang: ru", "lang: en", (ROOT / "params.yaml").read_text("utf-8"))
    (tmp_path / "params.yaml").write_text(text, "utf-8")
    (tmp_path / ".git").mkdir()
    cases.write_shop(tmp_path, rows=cases.shop_rows().values())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("assay.git.root", lambda: tmp_path)
    return tmp_path


def check(*words):
    return CliRunner().invoke(assay, ["answers", "check", *words])


@pytest.mark.usefixtures("top")
def test_a_whole_record_lacks_nothing():
    """A run a line, and that nothing is lacking."""
    assert check().output.splitlines() == [f"{cases.RUN}: answers: 1", "  nothing is lacking"]


def test_what_is_lacking_is_named_with_what_cannot_be_checked(top):
    """By file, line and answer; what the card lacks once a run; the exit code stays 0."""
    poor = {**cases.A017, "scenario_id": None}
    poor["retrieved"] = [{**cases.P04, "doc_version": None}, cases.P07]
    card = {name: value for name, value in cases.CARD.items() if name != "prompt_version"}
    cases.write_shop(top, poor, card=card)
    done = check(cases.RUN)
    assert done.exit_code == 0
    where = f"{cases.WHERE}/answers.jsonl:1 A-017"
    assert done.output.splitlines() == [
        f"{cases.RUN}: answers: 1",
        f"  {cases.RUN}: lacks `prompt_version`: {PHRASES['lack.prompt'][0]}",
        f"  {where}: lacks `scenario_id`: {PHRASES['lack.scenario'][0]}",
        f"  {where}: lacks `retrieved[1].doc_version`: {PHRASES['lack.version'][0]}",
    ]
    as_json = json.loads(check("A-017", "--format", "json").output)
    assert [lack["element"] for lack in as_json[0]["lacks"]] == [
        "prompt_version",
        "scenario_id",
        "retrieved[1].doc_version",
    ]


def test_what_is_wrong_ends_with_an_error(top):
    """All faults of all files at once."""
    bad = {**cases.A017, "citations": [{"marker": "[9]", "span": [0, 999]}], "nonsense": 1}
    cases.write_shop(top, bad)
    done = check()
    assert done.exit_code == 1
    assert "nonsense" in str(done.exception)
    assert done.output == ""


@pytest.mark.usefixtures("top")
def test_an_unknown_name_is_told_what_there_is():
    """Neither a run nor an answer."""
    done = check("shop/2026-03-03")
    assert done.exit_code == 1
    assert cases.RUN in str(done.exception)


def test_names_of_elements_stand_between_words_of_the_language(top):
    """Each by itself, as it is written in the file; what is cited and was never retrieved with its citation."""
    (top / "params.yaml").write_text((ROOT / "params.yaml").read_text("utf-8"), "utf-8")
    card = {name: value for name, value in cases.CARD.items() if name != "corpus_version"}
    cited = {**cases.A017, "citations": [{"marker": "[1]", "chunk_id": "p9", "span": [0, 1]}]}
    cases.write_shop(top, cited, card=card)
    where = f"{cases.WHERE}/answers.jsonl:1 A-017"
    assert check().output.splitlines() == [
        f"{cases.RUN}: ответов: 1",
        f"  {cases.RUN}: нет `snapshot_id` или `corpus_version`: {PHRASES['lack.corpus'][1]}",
        f"  {where}: нет p9 из `citations[1]` в `retrieved`: {PHRASES['lack.never'][1]}",
    ]


def test_what_is_wrong_with_another_run_stops_nobody_who_names_one(top):
    """It is said beside; named itself, by the run or by an answer of it, it is refused."""
    cases.write_shop(top, {"answer_id": "A-1"}, {"answer_id": "A-2", "x": 1}, name="shop/2026-04-01")
    for name in (cases.RUN, "A-017"):
        done = check(name)
        assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "  nothing is lacking")
        assert done.stderr.startswith("faults in runs/recorded/shop/2026-04-01/answers.jsonl: 1; ")
    for names in (("shop/2026-04-01",), ("A-1",), ("A-2",), ()):
        done = check(*names)
        assert done.exit_code == 1
        assert str(done.exception).startswith(
            "runs/recorded/shop/2026-04-01/answers.jsonl:2 A-2: 'x' is no field"
        )


def test_closed_answers_are_counted_and_nothing_is_said_of_them(top):
    """What they lack would tell of them."""
    (top / "gold").mkdir()
    row = dict.fromkeys(QUERY) | {"id": "Q-1", "lang": "ru", "type": "exact", "status": "unreviewed"}
    rows = [
        row | {"query": "Тайна?", "split": "holdout"},
        row | {"id": "Q-2", "query": "тайна", "split": "dev"},
    ]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    hidden = [{"answer_id": f"A-{n}", "query_id": f"Q-{n}", "query": "Тайна"} for n in (1, 2)]
    cases.write_shop(top, cases.A017, *hidden)
    done = check()
    assert done.stdout.splitlines() == [
        f"{cases.RUN}: answers: 3",
        "  answers to holdout questions, of which nothing is shown: 2",
        "  nothing is lacking",
    ]
    assert done.stderr.startswith(
        "answers to open questions that a holdout question asks in the same words: 1;"
    )
    assert json.loads(check("--format", "json").stdout) == [{"run": cases.RUN, "lacks": []}]


def test_a_run_that_dvc_keeps_is_named_with_the_command_that_brings_it(top):
    """Nothing else is missing."""
    (top / "runs/recorded/shop/2026-05-01.dvc").write_text("outs: []\n")
    assert "`dvc pull runs/recorded/shop/2026-05-01`" in check().stderr
    done = check("shop/2026-05-01")
    assert str(done.exception) == (
        "shop/2026-05-01: is not here: DVC keeps it; `dvc pull runs/recorded/shop/2026-05-01`"
    )


def test_every_lack_has_its_words():
    """In both languages; no phrase is left over."""
    parts = (lacking.OF_THE_RUN, lacking.OF_AN_ANSWER, lacking.OF_A_FRAGMENT, lacking.OF_A_CITATION)
    used = {why for part in parts for why in part.values()} | {"lack.expected", "lack.never"}
    assert used == {key for key in PHRASES if key.startswith("lack.")}
    assert all(len(pair) == 2 and all(pair) for pair in PHRASES.values())
