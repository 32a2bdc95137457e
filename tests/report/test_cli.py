"""The commands in a real repository whose pipeline has run."""

import json
import shutil

import pytest

from pipeline import assay, edit_params, rows, write_rows


@pytest.fixture(scope="module")
def top(built, tmp_path_factory):
    """A small repository, run and committed; its tests restore what they change."""
    return shutil.copytree(built, tmp_path_factory.mktemp("compared") / "r", symlinks=True)


def test_two_systems_are_compared(top):
    """Verdict first, then what it rests on, the metrics in columns, and each query that changed."""
    done = assay(top, "compare", "first", "second", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("No difference between second and first is shown by sufficient@3:")
    assert "The effect is not attributable to one change." in done.stdout
    assert "\nsufficient@1000c " in done.stdout


@pytest.mark.slow
def test_a_comparison_has_the_numbers_of_the_pipeline(top):
    """The command scores anew, the stage compared what was scored: one record."""
    stage = json.loads((top / "runs/comparisons/comparisons.json").read_bytes())["comparisons"][0]
    told = json.loads(assay(top, "compare", "first", "second", "--format", "json").stdout)
    assert told == stage


def test_a_run_of_a_commit_is_the_run_itself(top):
    """From DVC's cache, with no difference and no change."""
    told = json.loads(assay(top, "compare", "HEAD:first", "first", "--format", "json").stdout)
    assert (told["status"], told["settings"]) == ("compared", [])
    assert {entry["difference"] for entry in told["metrics"].values()} == {0.0}


def test_runs_on_other_labels_are_refused_until_one_gold_set_is_named(top):
    """Exit 1 with both ids and what to do; --on-gold scores both anew."""
    path = top / "gold/queries.jsonl"
    before = path.read_bytes()
    changed = rows(path)
    changed[0]["evidence_sets"] = changed[0]["evidence_sets"][:1]
    changed[0]["query"] += " Сегодня?"
    write_rows(path, changed)
    try:
        refused = assay(top, "compare", "HEAD:first", "second", "--lang", "en")
        assert refused.returncode == 1
        assert "Scored on different gold revisions" in refused.stdout
        assert "--on-gold REV" in refused.stderr
        assert assay(top, "compare", "HEAD:first", "second", "--on-gold", "HEAD").returncode == 0
        assert "was scored on other labels" in assay(top, "gate").stderr
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["first", "secund"], "secund: is no system there; did you mean second?"),
        (["nowhere:first", "second"], "nowhere: is no revision of this repository"),
        (["first", "first"], "first: is the baseline itself"),
        (["HEAD~1:first", "second"], "is not there; name another revision"),
    ],
)
def test_a_wrong_name_is_one_message(top, words, said):
    """With the next step; no traceback."""
    done = assay(top, "compare", *words)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_output_that_the_cache_lacks_is_named(top):
    """With how to get it."""
    lock = (top / "dvc.lock").read_text()
    at = lock.index("path: runs/systems/first/results.parquet")
    name = lock[at:].partition("md5: ")[2].partition("\n")[0]
    file = next((top / ".dvc/cache/files/md5" / name[:2]).glob(f"{name[2:]}*"))
    data = file.read_bytes()
    file.chmod(0o644)
    file.unlink()
    try:
        done = assay(top, "compare", "HEAD:first", "second")
        assert done.returncode == 1
        assert "HEAD:runs/systems/first/results.parquet: is not in DVC's cache; run `dvc fetch" in done.stderr
        file.write_bytes(data[:-1])
        assert "is damaged in DVC's cache" in assay(top, "compare", "HEAD:first", "second").stderr
    finally:
        file.write_bytes(data)


def test_there_are_no_gates_by_default(top):
    """Which is said, and is no failure."""
    done = assay(top, "gate")
    assert (done.returncode, done.stdout) == (
        0,
        "params.yaml states no gates; see `assay gate --help`\n",
    )


def test_gates_pass_and_fail(top):
    """One line a gate and system; one that fails makes exit 1, and so does a value that nobody measured."""
    text = (top / "params.yaml").read_text()
    try:
        edit_params(top, "gates: []", "gates: [{metric: sufficient@3, at_least: 0.01}]")
        passed = assay(top, "gate", "--lang", "en")
        assert passed.returncode == 0, passed.stderr
        assert passed.stdout.startswith("pass  second: sufficient@3 at least 0.01: ")
        more = "{metric: sufficient@3, at_least: 1.0}, {metric: harmful@3, at_most: 0, systems: [first]}"
        edit_params(top, "at_least: 0.01}]", f"at_least: 0.01}}, {more}]")
        failed = assay(top, "gate", "--lang", "en")
        assert failed.returncode == 1
        assert [line[:4] for line in failed.stdout.splitlines()] == ["pass", "FAIL", "FAIL"]
        assert "not measured" in failed.stdout.splitlines()[2]
        told = json.loads(assay(top, "gate", "--format", "json").stdout)
        assert [check["passed"] for check in told] == [True, False, False]
    finally:
        (top / "params.yaml").write_text(text)
