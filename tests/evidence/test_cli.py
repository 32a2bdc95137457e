"""`assay answers check`, on a repository with the worked scenario."""

import json
import re

import pytest
from click.testing import CliRunner

from assay.__main__ import assay
from assay.evidence import lacking
from assay.evidence.lack_phrases import PHRASES
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
        f"  {cases.RUN}: lacks prompt_version: {PHRASES['lack.prompt'][0]}",
        f"  {where}: lacks scenario_id: {PHRASES['lack.scenario'][0]}",
        f"  {where}: lacks retrieved[1].doc_version: {PHRASES['lack.version'][0]}",
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


def test_every_lack_has_its_words():
    """In both languages; no phrase is left over."""
    parts = (lacking.OF_THE_RUN, lacking.OF_AN_ANSWER, lacking.OF_A_FRAGMENT, lacking.OF_A_CITATION)
    used = {why for part in parts for why in part.values()} | {"lack.expected", "lack.never"}
    assert used == {key for key in PHRASES if key.startswith("lack.")}
    assert all(len(pair) == 2 and all(pair) for pair in PHRASES.values())
