import csv
import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

import shop
from assay.errors import InputError
from assay.exchange.export.cli import export
from exchange.ran import lay_out

pytestmark = pytest.mark.usefixtures("place")


@pytest.fixture
def place(tmp_path, made, monkeypatch):
    """A repository in which the stages have run."""
    top = tmp_path / "repository"
    lay_out(top, made)
    monkeypatch.chdir(top)
    return top


def run(*words):
    """Lines that a command prints; what it refuses is raised."""
    done = CliRunner().invoke(export, [str(word) for word in words])
    if isinstance(done.exception, InputError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def refused(*words):
    with pytest.raises(InputError) as error:
        run(*words)
    return str(error.value).splitlines()


def texts(folder):
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}


def test_trec_files_of_a_snapshot(tmp_path):
    """Topics as they are sent, labels, a run of each system that searches it."""
    run("trec", "--snapshot", "fine", "--to", tmp_path / "trec")
    files = texts(tmp_path / "trec")
    assert sorted(files) == ["LOSSES.md", "qrels.txt", "run-alpha.txt", "topics.tsv"]
    topics = dict(line.split("\t") for line in files["topics.tsv"].splitlines())
    assert topics["q-8"] == "Когда привезёт курьер?"
    assert sorted(topics) == ["q-1", "q-2", "q-3", "q-6", "q-7", "q-8", shop.ODD]  # q-9 is stale, q-4 closed
    assert "q-1 0 guide#.1 2\n" in files["qrels.txt"]
    ranks = [line.split()[:4] for line in files["run-alpha.txt"].splitlines() if line.startswith("q-1 ")]
    assert [row[2] for row in ranks] == ["returns#срок.1", "delivery#.1", "returns#исключения.1"]


def test_what_is_lost_is_printed_and_stands_beside_the_files(tmp_path):
    """The same lines, with counts and ids; and what the files were made of."""
    lines = run("trec", "--snapshot", "fine", "--to", tmp_path / "trec")
    report = (tmp_path / "trec/LOSSES.md").read_text("utf-8")
    lost = [line for line in lines if line.startswith(("lost: ", "note: "))]
    assert [f"- {line}" for line in lost] == [
        line for line in report.splitlines() if line.startswith(("- lost", "- note"))
    ]
    wanted = [
        "alternative evidence sets (any one of them suffices); recall asks for all: 1 (q-1)",
        "questions without an answer; they have no line in qrels.txt, as if nobody had looked: 1 (q-3)",
        "unreviewed labels; they stand among the reviewed ones: 1 (q-6)",
        "rewritten follow-ups; the rewritten text is written, as it is sent: 1 (q-8)",
        "queries left out, a passage of theirs no longer stands in the snapshot: 1 (q-9)",
        "alpha: queries left out, the system answered with an error: 1 (q-7)",
        "alpha: queries left out, not asked, or asked with another text than today's: 1 (q-8)",
        "alpha: queries of the holdout left out; their rankings are closed: 1",
        "alpha: repeated results left out; those behind them move up: 1 (q-2: guide#.1)",
        f"alpha: queries for which nothing was found; a run has no line for them: 1 ({shop.ODD})",
    ]
    assert set(wanted) <= {line.removeprefix("lost: ") for line in lost}
    assert any(line.startswith("- snapshot fine, snapshot_id ") for line in report.splitlines())
    assert any(line.startswith("- run of alpha, run_id ") for line in report.splitlines())


@pytest.mark.parametrize("form", ["trec", "jsonl"])
@pytest.mark.parametrize("split", ["dev", "holdout", "all"])
def test_rankings_of_the_holdout_never_leave(tmp_path, form, split):
    """Whatever split is asked for; its labels are in Git anyway."""
    run(form, "--snapshot", "fine", "--split", split, "--to", tmp_path / "out")
    files = texts(tmp_path / "out")
    rankings = {name: text for name, text in files.items() if name.startswith(("run-", "results-"))}
    assert bool(rankings) is (split != "holdout")
    assert not any("q-4" in text for text in rankings.values())
    labels = files["qrels.txt" if form == "trec" else "gold.jsonl"]
    assert ("q-4" in labels) is (split != "dev")
    assert ("q-1" in labels) is (split != "holdout")


@pytest.mark.parametrize("words", [("trec",), ("jsonl",), ("beir",), ("table", "--form", "csv")])
def test_questions_of_other_splits_are_said_to_be_left_out(tmp_path, words):
    """With their labels, in every form; nothing is said where all are written."""

    def left_out(split):
        to = tmp_path / (f"{split}.csv" if words[0] == "table" else split)
        snapshot = () if words[0] == "table" else ("--snapshot", "fine")
        said = run(*words, *snapshot, "--split", split, "--to", to)
        return [line for line in said if line.startswith("lost: questions of split")]

    what = "left out, with their labels"
    closed = "; it is closed, and its rankings leave in no form: 1"
    assert left_out("dev") == [
        f"lost: questions of split holdout {what} (--split holdout writes them){closed}"
    ]
    assert left_out("holdout") == [f"lost: questions of split dev {what} (--split dev writes them): 8"]
    assert left_out("all") == []


def test_the_holdout_has_no_figures_in_a_table(tmp_path):
    """The row of its question says so."""
    file = tmp_path / "q.csv"
    run("table", "--form", "csv", "--split", "all", "--system", "alpha", "--to", file)
    with file.open(encoding="utf-8", newline="") as opened:
        rows = {row["id"]: row for row in csv.DictReader(opened)}
    closed = {name: cell for name, cell in rows["q-4"].items() if name.startswith("alpha")}
    assert {name for name, cell in closed.items() if cell} == {"alpha: no value because"}
    assert closed["alpha: no value because"] == "holdout: closed"
    assert rows["q-1"]["alpha: coverage@2"] == "0.5"
    assert rows["q-1"]["alpha: result 1"].startswith("returns#срок.1\n")
    assert rows["q-1"]["evidence"] == "guide\nor term + sale"
    assert rows["q-3"]["evidence"] == "the corpus has no answer"
    assert rows["q-6"]["evidence"] == "sets not stated; relevant: courier"
    assert rows["q-7"]["alpha: no value because"] == "HTTP 504"
    assert rows[shop.ODD]["question"].startswith("'=1+1 | <script>")


def test_a_table_of_questions_needs_nothing_of_the_pipeline(place, tmp_path):
    """Only figures do, and then those of today."""
    path = place / "gold/queries.jsonl"
    path.write_text(path.read_text("utf-8").replace("Курьер?", "Где курьер?"), "utf-8")
    lines = run("table", "--form", "csv", "--to", tmp_path / "q.csv")
    assert lines[0] == "8 questions, 12 columns"
    assert "Где курьер?" in (tmp_path / "q.csv").read_text("utf-8")
    assert "rewritten" in (tmp_path / "q.csv.losses.md").read_text("utf-8")
    rule = "gold/queries.jsonl: has changed since topics ran; run `make repro`"
    assert refused("table", "--form", "csv", "--system", "alpha", "--to", tmp_path / "r.csv") == [rule]
    for form in ("trec", "jsonl", "beir"):
        assert refused(form, "--snapshot", "fine", "--to", tmp_path / form)[0].startswith(
            "gold/queries.jsonl: "
        )
        assert not (tmp_path / form).exists()


def test_a_folder_of_others_is_refused(place, tmp_path):
    """gold/ has a file of a name that BEIR has, too. An earlier export is written over, and what else is in it left."""
    before = texts(place / "gold")
    rule = "gold: lies in gold/, which is the repository's own; choose a folder elsewhere"
    assert refused("beir", "--snapshot", "fine", "--to", "gold") == [rule]
    assert texts(place / "gold") == before
    for name in ("corpus/new", "runs/systems/alpha", "reports"):
        assert "the repository's own" in refused("trec", "--snapshot", "fine", "--to", name)[0]
    out = tmp_path / "out"
    (out / "mine").mkdir(parents=True)
    assert (
        "is not empty, and of no export (LOSSES.md is not in it)"
        in refused("beir", "--snapshot", "fine", "--to", out)[0]
    )
    (out / "mine").rmdir()
    run("trec", "--snapshot", "fine", "--sets", "each", "--to", out)
    (out / "notes.txt").write_text("mine")
    lines = run("trec", "--snapshot", "fine", "--to", out)
    assert "left as they are, none of this export: notes.txt, qrels.set1.txt, qrels.set2.txt" in lines
    assert (out / "notes.txt").read_text() == "mine"
    (tmp_path / "mine.csv").write_text("mine")
    assert "is of no export" in refused("table", "--form", "csv", "--to", tmp_path / "mine.csv")[0]
    assert "is a file" in refused("beir", "--snapshot", "fine", "--to", tmp_path / "mine.csv")[0]
    assert (tmp_path / "mine.csv").read_text() == "mine"


@pytest.mark.parametrize(
    "words", [("trec", "--sets", "each"), ("beir",), ("jsonl",)], ids=lambda words: words[0]
)
def test_the_same_state_gives_the_same_bytes(tmp_path, words):
    """In a process of its own, with another seed of hashes and one thread; the second time nothing is written."""
    to = tmp_path / "out"
    run(*words, "--snapshot", "fine", "--split", "all", "--to", to)
    settings = {"PYTHONHASHSEED": "7", "POLARS_MAX_THREADS": "1", "PYTHONPATH": ":".join(sys.path)}
    again = [*words, "--snapshot", "fine", "--split", "all", "--to", str(tmp_path / "again")]
    code = "import sys; from assay.exchange.export.cli import export; export(sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", code, *again],
        env=settings | {"PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    assert texts(tmp_path / "again") == texts(to)
    assert "nothing to write: all of it is there already" in run(
        *words, "--snapshot", "fine", "--split", "all", "--to", to
    )


def test_names_that_do_not_fit_are_refused(tmp_path):
    """A system of another snapshot, unknown names, a file that says another form."""
    to = ("--to", tmp_path / "x")
    assert refused("trec", "--snapshot", "fine", "--system", "beta", *to) == [
        "--system beta: searches snapshot wide, not fine; use --snapshot wide"
    ]
    assert refused("beir", "--snapshot", "thin", *to)[0].startswith("--snapshot thin: is not among")
    assert refused("table", "--form", "csv", "--system", "gamma", "--to", tmp_path / "x.csv")[0].startswith(
        "--system gamma"
    )
    done = CliRunner().invoke(export, ["table", "--form", "xlsx", "--to", "x.csv"])
    assert done.exit_code == 2
    assert "must end in .xlsx" in done.output


def test_nested_results_say_what_was_found(tmp_path):
    """Repeats stay; nothing found is an empty list; an error has no line."""
    run("jsonl", "--snapshot", "fine", "--to", tmp_path / "out")
    rows = [json.loads(line) for line in texts(tmp_path / "out")["results-alpha.jsonl"].splitlines()]
    found = {row["id"]: [one["chunk_id"] for one in row["retrieved"]] for row in rows}
    assert found["q-2"] == ["guide#.1", "guide#.1"]
    assert found[shop.ODD] == []
    assert sorted(found) == ["q-1", "q-2", "q-3", "q-6", shop.ODD]
