"""The impact of real changes on real runs: what the whole pipeline gives on both sides is the oracle."""

import json
import shutil
from contextlib import chdir
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import pipeline
from assay.__main__ import assay as cli
from assay.manifest import sha256
from assay.scoring.metrics import METRICS
from pipeline import assay, commit, git, repro, rows, run

from .conftest import Gold

pytestmark = pytest.mark.xdist_group("proposal")  # one repository for all of them
MIDDLE = {metric.name: metric.summary for metric in METRICS}


def impact(top, *words):
    """As JSON, of what is there; in this process, whose libraries are loaded already."""
    asked = ["gold", "impact", *words, "--no-produce", "--format", "json"]
    with chdir(top):
        return json.loads(CliRunner().invoke(cli, asked, catch_exceptions=False).stdout)


def produced(top, *words):
    """The same with outputs that are absent made first."""
    done = assay(top, "gold", "impact", *words, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def figures(top):
    """Mean or median, and n, of each metric of each system as the pipeline has them."""
    found = {}
    for path in sorted((top / "runs" / "systems").glob("*/summary.json")):
        metrics = json.loads(path.read_bytes())["metrics"]
        found[path.parent.name] = {
            name: (entry[MIDDLE[name.partition("@")[0]]], entry["n"]) for name, entry in metrics.items()
        }
    return found


def told(found, moment):
    """The same of an impact."""
    return {
        one["system"]: {metric["name"]: (metric[moment], metric[f"n_{moment}"]) for metric in one["metrics"]}
        for one in found["systems"]
    }


def beside(edits, row):
    """A passage of the same document as the query's first one, in none of its sets: of the same period and subject."""
    used = {name for one in row["evidence_sets"] for name in one}
    document = edits.passages[row["evidence_sets"][0][0]]["doc_id"]
    names = sorted(name for name, one in edits.passages.items() if one["doc_id"] == document)
    return next((name for name in names if name not in used), None)


def relabel(edits):
    """Take a set away, give one, ask for more, and let a label go stale."""
    dev = [
        name
        for name, row in sorted(edits.queries.items())
        if row["split"] == "dev" and row["evidence_sets"] and beside(edits, row)
    ]
    first, second, third = (edits.queries[name] for name in dev[:3])
    for row in (first, second, third):
        row.update(claims=None, relevant={})
    first["evidence_sets"] = first["evidence_sets"][:1]
    second["evidence_sets"] = [[*second["evidence_sets"][0], beside(edits, second)]]
    third["evidence_sets"] = [*third["evidence_sets"], [beside(edits, third)]]
    return dev


def outcomes(top):
    """Of each query, by system: sufficient at the headline cut-off, null included."""
    import polars as pl

    paths = sorted((top / "runs/systems").glob("*/scores.parquet"))
    frames = {path.parent.name: pl.read_parquet(path) for path in paths}
    return {
        name: dict(frame.select("query_id", "sufficient@3").iter_rows()) for name, frame in frames.items()
    }


@pytest.fixture(scope="module")
def rerun(built, tmp_path_factory):
    """Labels changed and one of them stale: the impact before and after the pipeline ran on them, and what it made."""
    top = shutil.copytree(built, tmp_path_factory.mktemp("rerun") / "r", symlinks=True)
    figures_before, outcomes_before = figures(top), outcomes(top)
    runs = {path: path.read_bytes() for path in (top / "runs/systems").glob("*/results.parquet")}
    with Gold(top) as edits:
        dev = relabel(edits)
        stale = edits.passages[edits.queries[dev[-1]]["evidence_sets"][0][0]]
        stale["text"] += " nobody wrote this"
        stale["sha256"] = sha256(stale["text"].encode())
        stale["end"] = stale["start"] + len(stale["text"])
        users = {
            name
            for name, row in edits.queries.items()
            if stale["id"] in row["relevant"] or any(stale["id"] in one for one in row["evidence_sets"])
        }
    found = impact(top)
    assert all(path.read_bytes() == data for path, data in runs.items())
    assert figures(top) == figures_before
    repro(top)
    return SimpleNamespace(
        found=found,
        again=impact(top),
        figures=(figures_before, figures(top)),
        outcomes=(outcomes_before, outcomes(top)),
        edited={*dev[:3], *users},
    )


def test_metrics_are_those_of_the_pipeline_on_both_sides(rerun):
    """Every metric of every system, with n; the runs are the same ones, and no file of theirs is touched."""
    before, after = rerun.figures
    assert told(rerun.found, "before") == before
    assert told(rerun.found, "after") == after
    assert before != after
    flips = {flip["query_id"] for one in rerun.found["systems"] for flip in one["flips"]}
    assert flips <= rerun.edited
    assert rerun.again["systems"] == rerun.found["systems"]


def test_flips_are_the_queries_whose_outcome_the_pipeline_changes(rerun):
    """By sufficient at the headline cut-off, null included."""
    before, after = rerun.outcomes
    for one in rerun.found["systems"]:
        then, now = before[one["system"]], after[one["system"]]
        assert one["flips"]
        assert {flip["query_id"] for flip in one["flips"]} == {
            name for name in now if now[name] != then[name]
        }
        for flip in one["flips"]:
            value = now[flip["query_id"]]
            assert flip["after"]["met"] is (None if value is None else value == 1)
            assert (flip["after"]["reason"] == "stale") == (value is None)


def test_queries_that_come_and_go_are_no_flips(branch, gold):
    """A new one was not asked yet; one that is gone leaves the means, and what both sides measure is told apart."""
    with gold(branch) as edits:
        gone = next(
            name
            for name, row in sorted(edits.queries.items())
            if row["split"] == "dev" and row["evidence_sets"]
        )
        kept = edits.queries.pop(gone)
        edits.queries["q-new"] = {**kept, "id": "q-new", "query": "Чего ещё никто не спрашивал?"}
    found = impact(branch)
    for one in found["systems"]:
        assert one["flips"] == []
        assert one["arrived"]["q-new"]["reason"] == "not_asked"
        assert list(one["left"]) == [gone]
        sufficient = next(metric for metric in one["metrics"] if metric["name"] == "sufficient@3")
        assert sufficient["n_common"] == sufficient["n_after"] == sufficient["n_before"] - 1
        assert sufficient["common_before"] == sufficient["common_after"] == sufficient["after"]


def test_of_the_holdout_a_number_and_nothing_else(branch, gold):
    """Neither its id nor what any system found for it."""
    with gold(branch) as edits:
        closed = next((row for row in edits.queries.values() if row["split"] == "holdout"), None)
        closed = closed or next(row for row in edits.queries.values() if row["split"] == "dev")
        closed["split"] = "holdout"
        closed["reviewed_by"] = ["one", "two"]
    commit(branch, "closed")
    with gold(branch) as edits:
        edits.queries[closed["id"]]["evidence_sets"] = edits.queries[closed["id"]]["evidence_sets"][:1] or [
            [next(iter(edits.passages))]
        ]
        edits.queries[closed["id"]]["rationale"] = "Changed."
    done = assay(branch, "gold", "impact", "HEAD", "--format", "markdown")
    assert "with those whose passages change: 1; nothing is said of their results" in done.stdout.replace(
        "\\", ""
    )
    assert closed["id"] not in done.stdout
    assert closed["id"] not in json.dumps(impact(branch, "HEAD"))


@pytest.mark.slow
def test_outputs_that_are_absent_are_made_or_named(branch, gold):
    """First by DVC; where that is not wanted, or fails, the system is named, and the others are scored."""
    with gold(branch) as edits:
        relabel(edits)
    whole = impact(branch)
    shutil.rmtree(branch / "runs/systems/second")
    partly = impact(branch)
    assert [one["system"] for one in partly["systems"]] == ["first"]
    assert partly["absent"] == {"second": "runs/systems/second/card.json is not there"}
    said = assay(branch, "gold", "impact", "--no-produce").stdout
    assert "Impact for 1 of 2 systems." in said
    assert "second: not scored, runs/systems/second/card.json is not there; `make repro` makes it" in said
    assert produced(branch)["systems"] == whole["systems"]
    shutil.rmtree(branch / "runs/systems/second")
    (branch / "scripts/retrieve.py").write_text("raise SystemExit(3)\n")
    failed = produced(branch)
    assert failed["absent"]["second"] == "`dvc repro retrieve@second` failed"


def test_what_is_absent_is_asked_what_the_others_were(branch, gold):
    """Nothing else is made: other runs, and the topics that all answered, stay as they are, whatever the words are now."""
    with gold(branch) as edits:
        name = next(name for name, row in sorted(edits.queries.items()) if row["split"] == "dev")
        edits.queries[name]["query"] = "Совсем другие слова?"
    kept = {
        path: path.read_bytes()
        for path in (branch / "runs").rglob("*")
        if path.is_file() and "second" not in path.as_posix()
    }
    whole = impact(branch)
    shutil.rmtree(branch / "runs/systems/second")
    assert produced(branch) == whole
    assert whole["asked_otherwise"] == {"working tree": [name]}
    assert all(path.read_bytes() == data for path, data in kept.items())
    assert git(branch, "status", "--porcelain").split() == ["M", "gold/queries.jsonl"]


@pytest.mark.slow
def test_a_snapshot_that_is_absent_is_made_and_no_more(branch, gold):
    """The topics that lie there are asked."""
    with gold(branch) as edits:
        name = next(name for name, row in sorted(edits.queries.items()) if row["split"] == "dev")
        edits.queries[name]["query"] = "Совсем другие слова?"
    whole = impact(branch)
    for path in ("snapshots/wide", "systems/second"):
        shutil.rmtree(branch / "runs" / path)
    assert produced(branch) == whole


def test_without_labels_nothing_is_made(branch):
    """There is nothing to score: DVC is not asked, and no error of it is seen."""
    (branch / "gold/queries.jsonl").write_text("")
    commit(branch, "no labels")
    shutil.rmtree(branch / "runs/systems")
    done = assay(branch, "gold", "impact", "HEAD")
    assert done.returncode == 0
    assert done.stderr == ""
    assert not (branch / "runs/systems").exists()
    assert "there is nothing to score" in done.stdout


@pytest.mark.slow
def test_settings_of_the_measure_are_said(branch):
    """Key by key, old and new, in every form: otherwise the figures would seem those that were published."""
    pipeline.edit_params(branch, "headline: 3, cover: 1.0", "headline: 5, cover: 0.5")
    assert impact(branch, "HEAD")["settings"] == {
        "score.headline": {"then": 3, "now": 5},
        "score.cover": {"then": 1.0, "now": 0.5},
    }
    words = ["gold", "impact", "HEAD", "--no-produce", "--format"]
    for form, name in (("terminal", "`{}`"), ("markdown", "`{}`"), ("html", "<code>{}</code>")):
        english, russian = (assay(branch, *words, form, "--lang", lang).stdout for lang in ("en", "ru"))
        for key, values in (("score.headline", "3 → 5"), ("score.cover", "1.0 → 0.5")):
            now = values.split()[-1]
            assert f"{name.format(key)} is set anew, {values}: both sides are scored by {now}" in english
            assert f"{name.format(key)} задано заново, {values}: обе стороны посчитаны по {now}" in russian
    assert impact(branch, "HEAD", "HEAD")["settings"] != {}  # today's settings, whatever the newer side has


def test_reasons_in_words(branch, gold):
    """What decides a flip, what was found, and at which rank; in Russian and in English."""
    for name, row in ((row["id"], row) for row in rows(branch / "gold/queries.jsonl")):
        if row["split"] == "dev" and row["evidence_sets"]:
            ranks = _found(branch, name)
            if ranks and len(row["evidence_sets"]) > 1:
                break
    with gold(branch) as edits:
        unfound = next(other for other in sorted(edits.passages) if other not in ranks)
        edits.queries[name]["evidence_sets"] = [[unfound]]
        edits.queries[name]["relevant"] = {}
        edits.queries[name]["claims"] = []
    english = assay(branch, "gold", "impact").stdout
    assert "first: sufficient → not sufficient; missing: " + unfound in english
    assert "reason: " in english
    assert (
        "`sufficient`: 1 if some evidence set is found completely, else 0 (0…1; higher is better)" in english
    )
    russian = assay(branch, "gold", "impact", "--lang", "ru", "--every").stdout
    assert russian.index("`char_recall`: max по достаточным наборам") < russian.index("Все метрики first")
    assert "first: достаточно → недостаточно; не хватает: " + unfound in russian


def _found(top, name):
    import polars as pl

    details = pl.read_parquet(top / "runs/systems/first/details.parquet").row(
        by_predicate=pl.col("query_id") == name, named=True
    )
    score = pl.read_parquet(top / "runs/systems/first/scores.parquet").row(
        by_predicate=pl.col("query_id") == name, named=True
    )
    if score["sufficient@3"] != 1:
        return None
    return {one["passage_id"] for one in details["found"] if one["found_at"]}


def test_labels_that_the_pipeline_refuses_are_refused(branch, gold):
    """In its words, after the name of their side; both sides at once, each fault once for all snapshots."""
    name = next(row["id"] for row in rows(branch / "gold/queries.jsonl") if row["as_of"])

    def ask(day):
        with gold(branch) as edits:
            edits.queries[name]["as_of"] = day

    ask("2020-01-01")
    refused = run(branch, "dvc", "repro", "-s", "project@fine", check=False)
    (said,) = {line for line in (refused.stdout + refused.stderr).splitlines() if name in line}
    here = assay(branch, "gold", "impact", "--format", "json")
    assert (here.returncode, here.stdout) == (1, "")
    assert here.stderr.splitlines() == [said]
    commit(branch, "before their time")
    ask("2021-01-01")
    side = f"HEAD ({git(branch, 'rev-parse', 'HEAD').strip()[:10]})"
    both = assay(branch, "gold", "impact", "HEAD").stderr.splitlines()
    assert both == [f"{side}:{said}", said.replace("2020-01-01", "2021-01-01")]


def test_a_base_without_gold_gives_first_figures(branch):
    """There is nothing to compare with, and that is said; every query is new."""
    first = git(branch, "rev-list", "--max-parents=0", "HEAD").strip()
    git(branch, "switch", "-q", "--orphan", "empty")
    git(branch, "commit", "-q", "--allow-empty", "-m", "empty")
    empty = git(branch, "rev-parse", "HEAD").strip()
    git(branch, "switch", "-q", "-f", "work")
    found = impact(branch, empty, first)
    dev = {row["id"] for row in rows(branch / "gold/queries.jsonl") if row["split"] == "dev"}
    for one in found["systems"]:
        assert one["arrived"].keys() == dev
        assert all(metric["before"] is None and metric["n_before"] == 0 for metric in one["metrics"])
    assert told(found, "after") == figures(branch)
    assert (
        "has no gold set: there is nothing to compare with"
        in assay(branch, "gold", "impact", empty, first).stdout
    )


@pytest.mark.parametrize(("was", "now"), [("dev", "holdout"), ("holdout", "dev")])
def test_a_query_that_changes_its_split_shows_no_outcome(branch, gold, was, now):
    """It is closed on one side, so a look at it is one at the holdout."""
    with gold(branch) as edits:
        name = next(name for name, row in sorted(edits.queries.items()) if row["split"] == "dev")
        edits.queries[name].update(split=was, reviewed_by=["one", "two"])
    commit(branch, "before")
    with gold(branch) as edits:
        edits.queries[name]["split"] = now
    found = impact(branch, "HEAD")
    assert found["holdout_queries_changed"] == 1
    told = json.loads(assay(branch, "gold", "diff", "HEAD", "--format", "json").stdout)
    assert told["counts"]["queries"]["holdout"] == 1
    assert "moved between dev and holdout: 1" in assay(branch, "gold", "impact", "HEAD").stdout
    for one in found["systems"]:
        assert name not in {*one["arrived"], *one["left"], *(flip["query_id"] for flip in one["flips"])}


@pytest.fixture(scope="module")
def overtaken(built, tmp_path_factory):
    """Questions and a document that changed since the runs: the impact before, on a new cut, and after new runs."""
    top = shutil.copytree(built, tmp_path_factory.mktemp("overtaken") / "r", symlinks=True)
    assert impact(top, "HEAD")["elsewhere"] == []
    with Gold(top) as edits:
        words, day = [name for name, row in sorted(edits.queries.items()) if row["split"] == "dev"][:2]
        edits.queries[words]["query"] += " А теперь?"
        edits.queries[day]["as_of"] = None if edits.queries[day]["as_of"] else "2026-11-01"
        edits.queries[day]["lang"] = "en"
    path = max((top / "corpus").rglob("*.md"))
    path.write_text(path.read_text("utf-8") + "\nНовая строка внизу.\n", "utf-8")
    first, shown = impact(top, "HEAD"), assay(top, "gold", "impact", "HEAD", "--lang", "ru").stdout
    repro(top, "snapshot")
    cut = impact(top, "HEAD")
    made = produced(top, "HEAD")
    repro(top)
    last, told = impact(top, "HEAD"), assay(top, "gold", "impact", "HEAD", "--lang", "ru").stdout
    return SimpleNamespace(
        asked=[words, day], first=first, shown=shown, cut=cut, made=made, last=last, told=told
    )


@pytest.mark.slow
def test_what_the_runs_were_asked_is_told_by_side(overtaken):
    """Before the pipeline has run on the new words it is the newer side, after it the older one."""
    assert overtaken.first["asked_otherwise"] == {"working tree": overtaken.asked}
    assert "рабочая копия: там у вопросов" in overtaken.shown
    assert "нынешние спросит `make repro`" in overtaken.shown
    assert overtaken.made["asked_otherwise"] == overtaken.first["asked_otherwise"]
    (side,) = overtaken.last["asked_otherwise"].items()
    assert side[1] == overtaken.asked
    assert side[0] != "working tree"
    assert "там у вопросов" in overtaken.told
    assert "make repro" not in overtaken.told


@pytest.mark.slow
def test_runs_over_other_documents_are_named(overtaken):
    """Until the pipeline has searched today's; and none is scored on a cut that it did not search."""
    assert overtaken.first["elsewhere"] == ["first", "second"]
    assert "поиск шёл по документам в другом состоянии" in overtaken.shown
    assert overtaken.cut["systems"] == []
    assert set(overtaken.cut["absent"].values()) == {
        f"runs/systems/{name}/results.parquet is of another cut of the documents"
        for name in ("first", "second")
    }
    for found in (overtaken.made, overtaken.last):
        assert [one["system"] for one in found["systems"]] == ["first", "second"]
        assert found["elsewhere"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nope"], "nope: is no revision of this repository"),
        (["HEAD", "work", "--limit", "10"], "Invalid value for '--limit'"),
        (["HEAD~1:gold"], "is no revision"),
        ([""], "a revision is empty"),
        (["HEAD", "--out", ""], "--out"),
    ],
)
def test_bad_input_is_one_line(branch, words, said):
    """Exit 1 or 2, no traceback."""
    for command in ("diff", "impact"):
        done = assay(branch, "gold", command, *words)
        assert done.returncode in (1, 2)
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_conflict_markers_and_garbage_are_named(branch):
    """By file and line; gold diff of a commit that has them names the commit."""
    path = branch / "gold/queries.jsonl"
    good = path.read_bytes()
    path.write_bytes(b"<<<<<<< ours\n" + good + b"=======\n" + good + b">>>>>>> theirs\n")
    done = assay(branch, "gold", "diff")
    assert done.returncode == 1
    assert "gold/queries.jsonl:1: is a conflict marker of a merge; resolve the conflict" in done.stderr
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    commit(branch, "garbage")
    path.write_bytes(good)
    done = assay(branch, "gold", "diff", "HEAD")
    commit_id = git(branch, "rev-parse", "HEAD").strip()[:10]
    assert f"HEAD ({commit_id}):gold/queries.jsonl:1: is not UTF-8" in done.stderr
    assert run(branch, "git", "status", "--porcelain").stdout.strip() == "M gold/queries.jsonl"
