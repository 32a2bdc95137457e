"""The commands in a real repository whose pipeline has run."""

import json
import shutil

import pytest

from pipeline import assay, commit, edit, edit_params, rows, write_rows


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
        assert "gold/queries.jsonl: has changed since " in assay(top, "gate").stderr
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


OTHERWISE = [
    (
        "params.yaml",
        "stem: true",
        "stem: false",
        "params.yaml systems.first: has changed since retrieve@first ran",
    ),
    (
        "params.yaml",
        "size: 900",
        "size: 800",
        "params.yaml snapshots.wide: has changed since snapshot@wide ran",
    ),
    ("params.yaml", "headline: 3", "headline: 1", "params.yaml score: has changed since score@first ran"),
    (
        "corpus/returns/returns.md",
        "30",
        "31",
        "corpus/returns/returns.md: has changed since snapshot@fine ran",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), OTHERWISE)
def test_a_run_of_yesterday_is_none_of_today_s(top, file, old, new, said):
    """Neither gates are held against it nor is it compared, until the pipeline has run."""
    params, text = (top / "params.yaml").read_text(), (top / file).read_text()
    try:
        edit_params(top, "gates: []", "gates: [{metric: sufficient@3, at_least: 0.0}]")
        assert assay(top, "gate").returncode == 0
        edit(top / file, old, new)
        done = assay(top, "gate")
        assert (done.returncode, done.stdout) == (1, "")
        assert f"{said}; run `make repro`" in done.stderr.splitlines()
        compared = assay(top, "compare", "first", "second")
        assert (compared.returncode, f"{said};" in compared.stderr) == (
            int("score" not in said),
            "score" not in said,
        )
        assert assay(top, "compare", "HEAD:first", "HEAD:second").returncode == 0
    finally:
        (top / file).write_text(text)
        (top / "params.yaml").write_text(params)


def test_a_metric_that_decides_and_is_not_compared_is_a_refusal(top):
    """Exit 1, whatever other metrics say."""
    text = (top / "params.yaml").read_text()
    try:
        edit_params(top, "primary: null", "primary: mrr@3")
        done = assay(top, "compare", "first", "second", "--lang", "en")
        assert "are not compared" in done.stdout
        assert done.returncode == 1
    finally:
        (top / "params.yaml").write_text(text)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "params.yaml",
            "systems:\n",
            "systems:\n  odd: 5\n",
            "HEAD:params.yaml: has systems or fusions that are not",
        ),
        (
            "params.yaml",
            "fusions: {}",
            "fusions: [a]",
            "HEAD:params.yaml: has systems or fusions that are not",
        ),
        ("dvc.lock", "stages:\n", "stages:\n  odd: 5\n", "HEAD:dvc.lock: is not as DVC writes it"),
    ],
)
def test_a_commit_that_is_damaged_is_one_message(built, tmp_path, file, old, new, said):
    """Its own files are not checked by anybody before."""
    top = shutil.copytree(built, tmp_path / "r", symlinks=True)
    now = (top / file).read_text()
    edit(top / file, old, new)
    commit(top, "damage")
    (top / file).write_text(now)
    done = assay(top, "compare", "HEAD:first", "second")
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (1, True, False)


def test_every_wrong_name_is_told(top):
    """At once; and a revision that is none."""
    done = assay(top, "compare", "furst", "secund")
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["furst", "secund"]
    assert "--on-gold: names no revision" in assay(top, "compare", "first", "second", "--on-gold", "").stderr
