"""Two runs side by side, for people and programs."""

import json
import re

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

import pipeline
from assay.errors import InputError
from assay.evidence.circumstances import KINDS
from assay.evidence.replay import replay
from assay.report.replay.cli import replay as command
from assay.report.replay.document import FORMS, TALLY, document, parts
from assay.report.replay.phrases import REPLAY
from assay.report.replay.words import ReplayWords
from evidence import cases, replays


def told(form="text", lang="en", *, texts=True):
    """The replay in which everything occurs."""
    old, new, rows, gold = replays.everything()
    return document(replay(old, new, rows.values(), gold), lang, form, texts=texts)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(("form", "ending"), [("text", "txt"), ("markdown", "md")])
def test_everything_that_may_differ(form, ending, lang, golden):
    """What changed, what is not known, then scenario by scenario."""
    golden(f"everything.{lang}.{ending}", told(form, lang).encode())


def test_the_same_for_programs(golden):
    """Ids and codes in place of phrases."""
    golden("everything.json", told("json").encode())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_it_does_not_say_stands_once(form, lang):
    """That differences establish no cause; no word of why."""
    whole = re.sub("<style>.*</style>", "", told(form, lang), flags=re.DOTALL)
    assert whole.count(REPLAY["replay.note"][("en", "ru").index(lang)]) == 1
    assert not re.search(r"because|caused|due to|потому|из-за|вследствие|привел", whole)
    assert "%" not in whole


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_change_has_its_name(kind):
    """In the list of what changed, of the scenarios that it is of."""
    changed = next(
        part
        for part in parts(ReplayWords("en", texts=True), _found())
        if part.title.startswith("What changed")
    )
    rows = {row[0]: row for row in changed.tables[0].rows}
    assert REPLAY[f"fact.{kind}"][0] in rows


def _found():
    old, new, rows, gold = replays.everything()
    return replay(old, new, rows.values(), gold)


def test_only_comparable_scenarios_count():
    """One of three is: its differences are all that is counted."""
    found = _found()
    assert [(one.name, one.comparable) for one in found.scenarios] == [
        ("Q-021", False), ("S-017", False), ("S-020", True),
    ]  # fmt: skip
    counted = next(
        part for part in parts(ReplayWords("en", texts=True), found) if part.title.startswith("Differences")
    )
    values = dict(zip(TALLY, (row[1] for row in counted.tables[0].rows), strict=True))
    assert {name: n for name, n in values.items() if n} == {
        "claims_equal": 2,
        "verdicts": 1,
        "unjudged_old": 1,
        "disputed_new": 1,
        "claims_proposed": 1,
        "claims_new": 1,
        "claims_gone": 1,
        "fragments_new": 1,
        "fragments_gone": 1,
        "fragments_moved": 1,
        "declines_gone": 1,
    }


def test_what_is_cited_or_declined_once_more_is_not_new():
    """Both numbers are told; of what only one answer has, how often it has it."""
    text = told()
    assert "cited in both answers, not as often: D-01 · p04 (1 → 2)" in text
    assert "cited in the new answer alone: D-09 (×2)" in text
    assert "declined in both answers, not as often: “адрес” (the user is not told) (2 → 1)" in text


def test_closed_questions_are_counted_and_not_shown():
    """Neither their words nor their answers."""
    assert "old run 1, new run 0" in told()
    assert "замком" not in told()
    assert "A-900" not in told("json")


@pytest.mark.parametrize("form", FORMS)
def test_texts_may_be_left_out(form):
    """No word of questions, answers, documents and reviewers; ids of fragments are hashed, but for the document."""
    shown, whole = told(form), told(form, texts=False)
    for text in ("Срок возврата 30 дней", replays.LASTS, "цена возврата", "Где", "temperature"):
        assert text in shown
        assert text not in whole
    assert not re.search(r"\bp0[4-7]\b", whole)
    assert "C-017-1" in whole
    assert "D-02#" in whole


def test_texts_are_foreign():
    """Markdown escapes them; a terminal obeys none of their characters."""
    words = "<script>alert(1)</script> | `a` [b](http://evil.example)\x1b[31m\u202e@all"
    old = replays.old_run(query=words)
    new = replays.new_run(query=words)
    found = replay(old, new, (), {})
    html = MarkdownIt("commonmark").enable("table").render(document(found, "en", "markdown", texts=True))
    assert "<script>" not in html
    assert "<a " not in html
    text = document(found, "en", "text", texts=True)
    assert all(mark.isprintable() for line in text.splitlines() for mark in line)
    assert "<script>alert(1)</script>" in text


def test_what_changed_besides_is_named_of_a_comparable_scenario():
    """A prompt, a model, filters keep no two answers from being comparable."""
    new = replays.new_run(cases.CARD, **cases.A017, prompt_version="answer-v4", model="shop-writer-2")
    text = document(replay(replays.old_run(), new, (), {}), "en", "text", texts=True)
    assert "S-017: comparable" in text
    besides = "prompt (answer-v3 → answer-v4), model (shop-writer-1 → shop-writer-2)"
    assert f"changed besides: {besides}" in text


def test_a_run_without_claims():
    """Is named so; none of the other's claims is new or gone."""
    found = replays.held_against(
        new=replays.new_run(cases.CARD, retrieved=cases.A017["retrieved"]), rows=replays.old_rows()
    )
    text = document(found, "en", "text", texts=True)
    assert "Nobody has written down the claims of: A-117." in text
    assert "claims that are gone: 0" in text
    assert "- in the old answer alone" in text


def test_nothing_in_common():
    """Each scenario is listed under its run."""
    found = replay(cases.run(name="a/1"), replays.old_run(), (), {})
    text = document(found, "en", "text", texts=True)
    assert "scenarios in both runs: 0" in text
    assert "No scenario is comparable" in text
    assert "What changed" not in text
    assert "  - A-017\n      run: shop/2026-03-02\n      scenario: S-017\n" in text


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository with the two runs of the worked scenario and their rows."""
    pipeline.git(tmp_path, "init", "-q")
    (tmp_path / "params.yaml").write_text(pipeline.PARAMS, "utf-8")
    cases.write_shop(tmp_path, rows=[*replays.old_rows(), *replays.new_rows()], name=replays.OLD)
    cases.write_shop(tmp_path, replays.A117, card=replays.LATER_CARD, name=replays.NEW)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(top):
    """Everything in the repository but Git's own."""
    return {path: path.read_bytes() for path in top.rglob("*") if path.is_file() and ".git" not in path.parts}


def call(*words):
    """What the command prints, and how it ends."""
    return CliRunner().invoke(command, words)


@pytest.mark.parametrize("form", FORMS)
def test_the_command(top, form):
    """Says what the two runs have; records and decisions stay as they are."""
    before = files(top)
    done = call(replays.OLD, f"runs/recorded/{replays.NEW}", "--format", form)
    expected = document(replays.held_against(), "en", form, texts=True)
    assert (done.exit_code, done.stdout) == (0, expected)
    assert files(top) == before
    if form == "json":
        assert json.loads(done.stdout)["scenarios"][0]["hindrances"] == ["corpus", "source_version", "text"]


def test_the_command_speaks_the_language_of_the_report(top):
    """And leaves texts out where params.yaml says so."""
    (top / "params.yaml").write_text(
        pipeline.PARAMS.replace("lang: en, include_text: true", "lang: ru, include_text: false")
    )
    said = call(replays.OLD, replays.NEW).stdout
    assert said == document(replays.held_against(), "ru", "text", texts=False)


def test_the_command_writes_to_a_file(top):
    """And to no record, and no decision."""
    done = call(replays.OLD, replays.NEW, "--format", "markdown", "--to", "out/replay.md")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "wrote out/replay.md\n")
    assert (top / "out/replay.md").read_text("utf-8") == document(
        replays.held_against(), "en", "markdown", texts=True
    )
    before = files(top)
    for path in (f"runs/recorded/{replays.OLD}/answers.jsonl", "out/../evidence/claims/a.jsonl", ""):
        assert call(replays.OLD, replays.NEW, "--to", path).exit_code == 2
    assert files(top) == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (replays.OLD, replays.OLD, "is the old run itself"),
        (replays.OLD, f"runs/recorded/{replays.OLD}/", "is the old run itself"),
        ("shop/2026-05-4", replays.NEW, f"did you mean {replays.NEW}"),
        (replays.OLD, "x", f"one of: {replays.OLD}, {replays.NEW}"),
        ("y", "x", "\nx: is no recorded run"),
        ("", replays.NEW, f"one of: {replays.OLD}, {replays.NEW}"),
    ],
)
def test_runs_that_are_no_pair(top, old, new, said):
    """The same twice, and names that no run has: of both what is wrong."""
    assert top.is_dir()
    done = call(old, new)
    assert isinstance(done.exception, InputError)
    assert said in str(done.exception)


def test_help_has_examples():
    """As every command's has."""
    assert "Example: assay evidence replay" in call("--help").stdout
