import json
import re
import subprocess
import sys

import click
import polars as pl
import pytest
from click.testing import CliRunner

import shop
from assay import entries, ledger
from assay.errors import InputError
from assay.scoring.cli import holdout, query

LEDGER = "evidence/holdout/test-person.jsonl"
pytestmark = pytest.mark.usefixtures("place")


@pytest.fixture(scope="module")
def made():
    return shop.systems()


@pytest.fixture
def place(tmp_path, made, monkeypatch):
    """A repository in which the stages have run."""
    shop.write(tmp_path, made)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "config", "user.name", "Test Person"], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def show(*words):
    return run(query, "show", *words)


def run(group, *words):
    """What a command prints; what it refuses is raised."""
    done = CliRunner().invoke(group, words, catch_exceptions=True)
    if isinstance(done.exception, InputError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def refused(group, *words):
    """Each line of a refusal."""
    with pytest.raises(InputError) as error:
        run(group, *words)
    return str(error.value).splitlines()


def test_a_query_is_shown_with_what_it_needs():
    """Its text, sets, the texts of their passages."""
    lines = show("q-1").splitlines()
    assert lines[:2] == ["q-1 · multi_condition · ru", "Можно ли вернуть товар и что не принимают назад?"]
    assert lines[3:5] == ["set 1: p1", "set 2: p2 + p3"]
    assert "  p2 term (Срок)" in lines
    assert "     Товары с распродажи не возвращаются." in lines


def test_rankings_have_their_hits_marked():
    """A chunk that carries a passage has its mark; what is missing stands under the ranking."""
    output = show("q-1", "--system", "alpha")
    assert (
        "\n\n* holds a passage above, named in […]; with a share, only that part of it\n\nalpha: " in output
    )
    assert "* holds" not in show("q-3")  # nothing can be marked
    assert "    1 * returns#срок.1  [p2]" in output
    assert "    2   delivery#.1" in output
    assert "  missing at 2: p3 sale (found at rank 3)" in output
    assert "alpha: sufficient@2 0, coverage@2 0.5, recall@2 0.333, hit@2 1" in output


def test_a_part_of_a_passage_is_marked_with_its_share(place):
    """As a hit that is none alone."""
    shown = show("q-6", "--system", "alpha")
    assert "[p1" not in shown
    assert "%" not in shown
    results = place / "runs/systems/alpha/results.parquet"
    frame = pl.read_parquet(results)
    query_id = pl.when(pl.col("query_id") == "q-6").then(pl.lit(shop.ODD)).otherwise("query_id")
    frame.with_columns(query_id=query_id).write_parquet(results)
    assert "%]" in show(shop.ODD, "--system", "alpha")


def test_every_system_is_shown_unless_some_are_named():
    """In the order of params.yaml."""
    output = show("q-2")
    assert output.index("alpha:") < output.index("beta:")
    assert "alpha:" not in show("q-2", "--system", "beta")


def test_top_cuts_the_ranking():
    """And says how much there is."""
    output = show("q-2", "--system", "beta", "--top", "1")
    assert "    1 * delivery#.1" in output
    assert "and 2 more (--top)" in output
    assert "odd#.1" not in output


@pytest.mark.parametrize(
    ("name", "system", "expected"),
    [
        ("q-7", "alpha", "alpha: not measured: HTTP 504\n"),
        ("q-8", "alpha", "alpha: was not asked this query"),
        ("q-9", "alpha", "alpha: not measured: a labelled passage no longer stands in this snapshot\n"),
        ("q-3", "alpha", "alpha: not measured: the corpus has no answer\n"),
        ("q-6", "beta", "beta: sufficient@2 not measured, coverage@2 not measured, recall@2 1, hit@2 1"),
        ("q-8", "beta", "sent as: Когда привезёт курьер?"),
        ("q-3", "beta", "the corpus has no answer"),
        ("q-6", "beta", "no evidence sets are labelled yet"),
    ],
)
def test_what_was_not_measured_is_said(name, system, expected):
    """With the reason, or what the system answered."""
    assert expected in show(name, "--system", system)


@pytest.mark.parametrize("name", ["q-7", "q-8", "q-9"])
def test_nothing_is_missing_of_what_was_not_measured(name):
    """Neither an error nor a question that was not asked has found nothing; that is said of an empty list alone."""
    output = show(name, "--system", "alpha")
    assert "missing" not in output
    assert "nothing was returned" not in output
    empty = show(shop.ODD, "--system", "alpha")
    assert "  nothing was returned\n  missing at 2: p1 odd (not found)" in empty


def test_an_id_that_says_nothing_has_its_document_beside_it(place):
    """Made of a hash by an import, or by another tool; ids of this project name their document themselves."""
    path = place / "runs/systems/alpha/results.parquet"
    frame = pl.read_parquet(path)
    made = pl.when(pl.col("rank") == 1).then(pl.lit("text-5f2c")).otherwise("chunk_id")
    frame.with_columns(chunk_id=made).write_parquet(path)
    output = show("q-1", "--system", "alpha")
    assert "    1 * text-5f2c (returns · Срок)  [p2]\n" in output
    assert "    2   delivery#.1\n" in output


def test_a_query_is_shown_before_anything_ran(place):
    """What is needed, and the command that comes next."""
    (place / "runs/systems/alpha/results.parquet").unlink()
    (place / "runs/systems/beta/scores.parquet").unlink()
    output = show("q-1")
    assert "alpha: no results yet; run `make repro`" in output
    assert "beta: not scored yet; run `make repro`" in output


def test_a_holdout_query_is_refused():
    """It says why and what to do, and shows no word of it."""
    [line] = refused(query, "show", "q-4")
    assert line == (
        "gold/queries.jsonl q-4: is a holdout query: who has seen it tunes to it, so it and its rankings are shown "
        "nowhere; look at dev queries; `assay holdout open --why …` scores the holdout as a whole, on the record"
    )


def test_an_unknown_query_gets_the_nearest_ids():
    """Of dev queries; a holdout id is not suggested."""
    [line] = refused(query, "show", "q-44")
    assert line.startswith("gold/queries.jsonl q-44: is no query; did you mean q-")
    assert "q-4," not in line
    assert "q-4?" not in line
    assert refused(query, "show", "zzz") == ["gold/queries.jsonl zzz: is no query; see the ids in that file"]


def test_unknown_systems_are_named_at_once():
    """With the nearest name, or all."""
    assert refused(query, "show", "q-1", "--system", "alfa", "--system", "zzz") == [
        "--system alfa: is no system of params.yaml; did you mean alpha?",
        "--system zzz: is no system of params.yaml; one of: alpha, beta",
    ]


def test_opening_the_holdout_prints_and_records_figures(place):
    """Of every system: its run, the gold revision, who and why; rows of one opening share their decision."""
    output = run(holdout, "open", "--why", "выпуск 2.1")
    assert "alpha: 1 holdout queries; sufficient@2 1.000 (n 1)" in output
    assert "beta: 1 holdout queries; sufficient@2 0.000 (n 1)" in output
    assert f"recorded in {LEDGER}: commit it" in output
    rows = ledger.read(
        {"test-person.jsonl": (place / LEDGER).read_bytes()}, entries.FIELDS["holdout"], "evidence/holdout"
    )
    summary = json.loads((place / "runs/systems/alpha/summary.json").read_bytes())
    assert [row["system"] for row in rows] == ["alpha", "beta"]
    assert {row["why"] for row in rows} == {"выпуск 2.1"}
    assert {row["by"] for row in rows} == {"Test Person"}
    assert (rows[0]["run_id"], rows[0]["gold_revision"]) == (summary["run_id"], summary["gold_revision"])
    assert rows[0]["metrics"]["sufficient@2"] == {"mean": 1.0, "n": 1, "nulls": {}}
    assert len({row["decision"] for row in rows}) == 1


def test_an_opening_shows_no_query(place):
    """Neither on the screen nor in the ledger."""
    output = run(holdout, "open", "--why", "x") + (place / LEDGER).read_text("utf-8")
    assert "q-4" not in output
    assert shop.SECRET not in output


def test_each_opening_is_added(place):
    """The rows before it stay byte for byte."""
    run(holdout, "open", "--why", "first")
    before = (place / LEDGER).read_bytes()
    run(holdout, "open", "--why", "second")
    after = (place / LEDGER).read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == 4


@pytest.mark.parametrize(
    ("who", "name"),
    [("Test Person", r"test-person"), ("Анна К.", r"[0-9a-f]{16}")],
)
def test_the_ledger_is_named_after_its_author(place, who, name):
    """A name that makes no file name is hashed."""
    run(holdout, "open", "--why", "x", "--by", who)
    [path] = (place / "evidence/holdout").glob("*.jsonl")
    assert re.fullmatch(name, path.stem)
    assert json.loads(path.read_text("utf-8").splitlines()[0])["by"] == who


def test_an_opening_without_a_reason_is_refused():
    """The option is required, and says something."""
    done = CliRunner().invoke(holdout, ["open"])
    assert (done.exit_code, "Missing option '--why'" in done.output) == (2, True)
    assert refused(holdout, "open", "--why", " ") == ["--why: is empty; say why the holdout is looked at now"]


def test_an_opening_by_nobody_is_refused(place):
    """Git knows no name, and none is given."""
    subprocess.run(["git", "config", "--unset", "user.name"], cwd=place, check=True)
    assert refused(holdout, "open", "--why", "x") == [
        "--by: names nobody; pass a name, or leave it out and set git config user.name"
    ]


def test_an_opening_by_an_empty_name_is_refused():
    """It does not stand for Git's name."""
    assert refused(holdout, "open", "--why", "x", "--by", "") == [
        "--by: names nobody; pass a name, or leave it out and set git config user.name"
    ]


def test_a_name_that_leaves_the_folder_is_refused(place):
    """Nothing is recorded anywhere."""
    assert refused(holdout, "open", "--why", "x", "--by", "a/../../b") == [
        "--by: is 'a/../../b', must be a name without '/' and signs that nobody sees, not begun by '.', no spaces around it; pass another name"
    ]
    assert not (place / "evidence/holdout").exists()


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("runs/systems/alpha/results.parquet", "is no table as its stage wrote it"),
        ("runs/snapshots/fine/chunks.parquet", "is no table as its stage wrote it"),
        ("runs/systems/alpha/summary.json", "is not as its stage wrote it"),
    ],
)
def test_damaged_outputs_are_refused(place, name, rule):
    """No traceback: what to do."""
    (place / name).write_bytes(b"junk")
    line = f"{name}: {rule}; delete it and run `make repro`"
    assert refused(holdout, "open", "--why", "release") == [line]
    if name.endswith("parquet"):
        assert refused(query, "show", "q-1") == [line]


def test_a_top_beyond_all_depths_is_misuse():
    """Exit code 2."""
    assert CliRunner().invoke(query, ["show", "q-1", "--top", "9" * 23]).exit_code == 2


def test_absent_outputs_are_refused(place):
    """All that are missing, at once; nothing is recorded."""
    (place / "runs/systems/alpha/summary.json").unlink()
    (place / "runs/snapshots/wide/projection.parquet").unlink()
    assert refused(holdout, "open", "--why", "x") == [
        "runs/systems/alpha/summary.json: is not there; run `make repro`",
        "runs/snapshots/wide/projection.parquet: is not there; run `make repro`",
    ]
    assert not (place / LEDGER).exists()


def test_scores_of_another_gold_set_are_refused(place):
    """A label changed since: the figures would be of neither."""
    path = place / "gold" / "queries.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"status": "unreviewed"', b'"status": "reviewed"'))
    lines = refused(holdout, "open", "--why", "x")
    assert [line.split(":")[0] for line in lines] == ["runs/systems/alpha", "runs/systems/beta"]
    assert lines[0].endswith("; run `make repro`, then open the holdout")
    assert not (place / LEDGER).exists()


def test_runs_of_other_settings_are_refused(place):
    """params.yaml was edited since."""
    values = json.loads((place / "params.yaml").read_bytes())
    values["systems"]["beta"]["b"] = 0.5
    (place / "params.yaml").write_text(json.dumps(values))
    rule = "runs/systems/beta: ran with other settings than params.yaml has now; run `make repro`"
    assert refused(holdout, "open", "--why", "x") == [rule]


def commands(group, path):
    for name, command in group.commands.items():
        yield pytest.param(command, id=f"{path} {name}")


@pytest.mark.parametrize(
    "command", [query, holdout, *commands(query, "query"), *commands(holdout, "holdout")]
)
def test_every_command_has_an_example(command):
    """In its help, on a line of its own."""
    shown = command.get_help(click.Context(command, info_name="x"))
    assert "\n  Example: assay " in shown
    assert "\\b" not in shown


def test_help_starts_without_heavy_imports():
    """Polars is not loaded to print it."""
    program = "import sys; import assay.scoring.cli; sys.exit(any(n in sys.modules for n in ('polars', 'pandera', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
