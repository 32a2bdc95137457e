import json

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

import pipeline
from pipeline import assay, commit, edit_params, git, repro, rows, write_rows

THIRD = (
    "  added-last: {kind: ngram, snapshot: fine, input: scripts/assay/retrieval/kinds/ngram.py, depth: 10, "
    "filter: true, n_min: 3, n_max: 4}\n"
)


def names(top):
    """Every name of a system or snapshot that any output shows."""
    outputs = [*(top / "runs").rglob("*"), *(top / "reports").rglob("*")]
    texts = "".join(path.read_text("utf-8") for path in outputs if path.suffix in {".json", ".md", ".csv"})
    return " ".join(path.as_posix() for path in outputs) + texts


def test_a_second_run_runs_nothing_and_leaves_nothing_to_commit(top):
    """What is committed is what the pipeline makes."""
    assert repro(top) == []
    assert git(top, "status", "--porcelain") == ""
    assert assay(top, "verify", "--complete").returncode == 0


ANOTHER_PLACE = {"LC_ALL": "C", "TZ": "Asia/Kamchatka", "PYTHONHASHSEED": "7"}
OLDER_PROCESSOR = {
    "NPY_DISABLE_CPU_FEATURES": " ".join(name for name in __cpu_dispatch__ if __cpu_features__[name]),
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
}


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"} | OLDER_PROCESSOR, id="one thread"),
        pytest.param({"POLARS_MAX_THREADS": "8"} | ANOTHER_PLACE, id="eight threads", marks=pytest.mark.slow),
    ],
)
def test_forced_runs_write_the_same_bytes(top, settings):
    """Every output, the lock and the reports: no byte differs, whatever the machine."""
    edit_params(top, "score: {k", THIRD + "score: {k")
    repro(top)
    commit(top)
    assert len(repro(top, "-f", **settings)) == 15
    assert git(top, "status", "--porcelain") == ""
    assert assay(top, "verify", "--complete").returncode == 0


@pytest.mark.slow
def test_a_document_may_have_the_id_of_a_query(top):
    """Elsewhere such a document is dropped from the results of that query: a perfect run loses a tenth."""
    document = (top / "corpus/returns/returns.md").read_text()
    queries, passages = rows(top / "gold/queries.jsonl"), rows(top / "gold/passages.jsonl")
    assert any(passage["doc_id"] == "returns" for passage in passages)
    before = json.loads((top / "reports/metrics.json").read_bytes())
    asked = next(query for query in queries if query["evidence_sets"])
    asked["id"] = "returns"
    assert "\nid: returns\n" in document
    write_rows(top / "gold/queries.jsonl", sorted(queries, key=lambda query: query["id"]))
    repro(top)
    assert json.loads((top / "reports/metrics.json").read_bytes()) == before


@pytest.mark.slow
def test_a_run_changes_none_of_its_inputs(top):
    """Neither what people edit nor what other systems recorded."""
    edit_params(top, "score: {k", THIRD + "score: {k")
    inputs = [path for name in ("corpus", "gold", "evidence", "scripts") for path in (top / name).rglob("*")]
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in inputs if path.is_file()}
    repro(top, "-f")
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in before} == before


def test_a_changed_label_retrieves_nothing_again(top):
    """Topics hold no labels; labels are checked and projected, then only scores and what follows run."""
    path = top / "gold" / "queries.jsonl"
    queries = rows(path)
    changed = next(query for query in queries if len(query["evidence_sets"]) > 1)
    changed["evidence_sets"].pop()
    kept = {name for one in changed["evidence_sets"] for name in one}
    for claim in changed["claims"]:
        claim["passages"] = [name for name in claim["passages"] if name in kept]
    write_rows(path, queries)
    projected = ["project@fine", "project@wide"]
    ran = repro(top)
    ran.remove("evidence")  # which holds it for what recorded answers would need, and waits for nothing
    assert sorted(ran[:3]) == [*projected, "topics"]
    assert ran[3:] == ["score@first", "score@second", "compare", "report", "seal"]


@pytest.mark.slow
def test_a_changed_setting_runs_that_system_alone(top):
    """Nothing of the other system runs."""
    edit_params(top, "depth: 10, filter: true, stem: true", "depth: 10, filter: true, stem: false")
    assert repro(top) == ["retrieve@first", "score@first", "compare", "report", "seal"]


@pytest.mark.slow
def test_a_changed_chunk_size_cuts_anew(top):
    """DVC's run cache does not see a parameter called size: the command holds it."""
    edit_params(top, "size: 300", "size: 200")
    assert repro(top)[0] == "snapshot@fine"
    card = json.loads((top / "runs/snapshots/fine/card.json").read_bytes())
    assert card["settings"]["size"] == 200
    assert assay(top, "verify").returncode == 0


def test_a_run_that_fails_loses_nothing(top):
    """DVC removes what a stage wrote before it runs; all of it comes back with the input."""
    path = top / "gold" / "queries.jsonl"
    good = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + good)
    done = pipeline.run(top, "dvc", "repro", check=False)
    assert done.returncode != 0
    assert (
        "gold/queries.jsonl:1: starts with a byte order mark; save it as UTF-8 without BOM\n" in done.stderr
    )
    assert "Traceback" not in done.stderr
    path.write_bytes(good)
    assert repro(top) == []
    assert git(top, "status", "--porcelain") == ""
    assert assay(top, "verify", "--complete").returncode == 0


@pytest.mark.slow
def test_adding_and_removing_a_system_is_one_entry(top):
    """A removed one leaves no ghost in any output, and no trace for the next commit."""
    before = git(top, "rev-parse", "HEAD:reports")
    edit_params(top, "score: {k", THIRD + "score: {k")
    assert repro(top) == ["retrieve@added-last", "score@added-last", "compare", "report", "seal"]
    assert "added-last" in names(top)
    commit(top)
    edit_params(top, THIRD, "")
    assert repro(top) == ["compare", "seal"]  # the report of before comes from the run cache
    assert "added-last" not in names(top)
    commit(top)
    assert git(top, "rev-parse", "HEAD:reports") == before
    assert repro(top) == []
    assert assay(top, "verify", "--complete").returncode == 0


@pytest.mark.slow
def test_adding_and_removing_a_snapshot_is_one_entry(top):
    """A removed snapshot leaves no ghost either."""
    entry = "  tiny: {source: corpus, chunking: structure, size: 150, overlap: 0}\n"
    edit_params(top, "systems:\n", f"{entry}systems:\n")
    assert set(repro(top)) == {"snapshot@tiny", "project@tiny", "seal"}
    assert "tiny" in names(top)
    edit_params(top, entry, "")
    assert repro(top) == ["seal"]
    assert "tiny" not in names(top)
    assert repro(top) == []
    assert assay(top, "verify", "--complete").returncode == 0


@pytest.mark.slow
def test_a_fresh_clone_has_the_same_outputs(top, tmp_path):
    """From the commit alone: the stages run, and nothing differs from what was committed."""
    clone = tmp_path / "clone"
    git(top, "clone", "-q", str(top), str(clone))
    assert len(repro(clone)) == 12  # all but seal, whose outputs Git brought: nothing it reads has changed
    assert git(clone, "status", "--porcelain") == ""


def test_outputs_in_the_cache_are_not_tracked_by_git(top):
    """The ignore file is static; DVC adds no line to it, and only seal's three files are tracked."""
    assert git(top, "ls-files", "runs", "reports").split() == [
        "reports/manifest.json",
        "reports/metrics.json",
        "reports/report.md",
        "runs/README.md",
        "runs/recorded/README.md",
    ]
    assert git(top, "ls-files", "*.gitignore").split() == [".dvc/.gitignore", ".gitignore"]


def test_dvc_metrics_reads_the_figures(top):
    """`dvc metrics show` gives the tracked means."""
    shown = json.loads(pipeline.run(top, "dvc", "metrics", "show", "--json").stdout)
    figures = json.loads((top / "reports" / "metrics.json").read_bytes())
    assert shown[""]["data"]["reports/metrics.json"]["data"] == {
        system: {name: value for name, value in means.items() if value is not None}
        for system, means in figures.items()
    }


FUSION = "fusions: {first-and-added: {systems: [first, added-last], snapshot: fine, k: 60, depth: 10}}\n"


@pytest.mark.slow
def test_a_fusion_is_one_entry_and_runs_after_what_it_fuses(top):
    """Scored and compared like every system; another setting of what it fuses runs it again, another k it alone."""
    edit_params(top, "score: {k", THIRD + "score: {k")
    edit_params(top, "fusions: {}\n", FUSION)
    ran = repro(top)
    assert (
        ran.index("retrieve@added-last")
        < ran.index("fuse@first-and-added")
        < ran.index("score_fused@first-and-added")
    )
    assert "retrieve@first" not in ran
    figures = json.loads((top / "reports/metrics.json").read_bytes())["first-and-added"]
    assert figures["n"] > 0
    assert {"difference", "sufficient@3", "sufficient@1000c"} <= figures.keys()
    commit(top)
    assert assay(top, "verify", "--complete").returncode == 0
    edit_params(top, "k: 60", "k: 10")
    assert repro(top) == ["fuse@first-and-added", "score_fused@first-and-added", "compare", "report", "seal"]
    edit_params(top, "n_max: 4", "n_max: 5")
    ran = repro(top)
    assert ran[:4] == [
        "retrieve@added-last",
        "fuse@first-and-added",
        "score@added-last",
        "score_fused@first-and-added",
    ]
    edit_params(top, FUSION.replace("60", "10"), "fusions: {}\n")
    repro(top)
    assert "first-and-added" not in names(top)
