"""`assay import answers`, and what the commands on answers then say."""

import json

import pytest
from click.testing import CliRunner

from assay.__main__ import assay
from assay.errors import InputError
from exchange.imports import lay_out, tree, write

LOG = [
    {
        "id": 17,
        "question": "Что?",
        "answer": "Это так.",
        "docs": [{"id": "p4", "content": "Раз", "score": 1}],
    },
    {"id": 18, "question": "Как?", "answer": "Так."},
]


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository without answers, in which the commands are called."""
    lay_out(tmp_path / "top")
    monkeypatch.chdir(tmp_path / "top")
    return tmp_path / "top"


def run(*words):
    done = CliRunner().invoke(assay, [str(word) for word in words])
    if isinstance(done.exception, InputError):
        raise done.exception
    return done


def brought(file, *words):
    done = run("import", "answers", file, "--system", "shop", *words)
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_a_log_becomes_a_run_of_which_it_is_said_what_it_lacks(top, tmp_path):
    """A dry run writes nothing; then what is known of the system stands in the card, and the rest is listed."""
    log = write(tmp_path / "log.jsonl", LOG)
    before = tree(top)
    words = (
        "--recorded-at",
        "2026-11-01",
        "--map",
        "answer_id=id",
        "--card",
        "model=m-2",
        "--card",
        "top_k=5",
    )
    said = brought(log, *words, "--dry-run")
    assert "would write runs/recorded/shop/2026-11-01/answers.jsonl: 2 lines" in said
    assert any(line.startswith('  {"answer_id": "17", "query": "Что?"') for line in said)
    assert tree(top) == before
    said = brought(log, *words)
    assert said[-1] == "next: assay answers check shop/2026-11-01"
    card = json.loads((top / "runs/recorded/shop/2026-11-01/card.json").read_bytes())
    assert card == {"mode": "retrieve_and_generate", "recorded_at": "2026-11-01", "model": "m-2", "top_k": 5}
    lacking = run("answers", "check", "shop/2026-11-01").stdout.splitlines()
    assert lacking[0] == "shop/2026-11-01: answers: 2"
    for element in ("prompt_version", "citations", "retrieved[1].doc_version"):
        assert any(f"lacks `{element}`" in line for line in lacking)
    assert not any("`model`" in line or "`recorded_at`" in line for line in lacking)
    proposed = run("evidence", "new", "17", "--by", "Anna", "--no-ask")
    assert json.loads(proposed.stdout)["claim"] == "Это так."
    with pytest.raises(InputError, match="is there already, and a run is never changed"):
        brought(log, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Name the run: --run, --recorded-at or --corpus-version."),
        (("--run", "1", "--card", "colour=red"), "--card colour=red is no KEY=VALUE"),
    ],
)
def test_words_that_say_nothing_are_named(top, tmp_path, words, said):
    """Exit code 2, and nothing is written."""
    before = tree(top)
    done = run("import", "answers", write(tmp_path / "log.jsonl", LOG), "--system", "shop", *words)
    assert done.exit_code == 2
    assert said in done.output
    assert tree(top) == before


@pytest.mark.usefixtures("top")
def test_names_that_are_no_folders_are_refused(tmp_path):
    """Of the system and of the run."""
    with pytest.raises(InputError, match="--run a/b"):
        brought(write(tmp_path / "log.jsonl", LOG), "--run", "a/b")
