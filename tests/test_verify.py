"""States of which DVC says that they are up to date, each with what `assay verify` says; then what DVC sees, too."""

import os

import pytest

from assay.cache import md5
from pipeline import assay, commit, edit_params, git, repro, rows, run, write_rows


def blind(top):
    """What DVC says of the pipeline."""
    return run(top, "dvc", "status").stdout.strip()


UP_TO_DATE = "Data and pipelines are up to date."


def found(top, *options):
    done = assay(top, "verify", *options)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


PROGRAM = """\
import json, sys
# as it was
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "retrieved": []}))
path = sys.argv[0]
text = open(path).read()
open(path, "w").write(text.replace("# as it was", "# edited meanwhile"))
"""


def test_a_file_edited_during_a_run(top):
    """DVC hashes dependencies after the command: the new file stands beside the old output."""
    (top / "engine.py").write_text(PROGRAM)
    entry = "  engine: {kind: command, snapshot: fine, input: engine.py, depth: 10, filter: false, arguments: [], timeout: 60}\n"
    edit_params(top, "score: {k", entry + "score: {k")
    git(top, "add", "-A")
    assert "retrieve@engine" in repro(top)
    assert blind(top) == UP_TO_DATE
    fix = "take it back (git checkout engine.py), or accept it: run `dvc repro -f` and commit what it writes"
    assert f"retrieve@engine: engine.py differs from what was read; {fix}\n" in found(top)


EDIT = """
# as it was
text = open(__file__).read()
open(__file__, "w").write(text.replace("# as it" + " was", "# edited meanwhile"))
"""


@pytest.mark.slow
def test_a_scorer_edited_while_it_runs(top):
    """The source that was compiled is recorded, not the one that lies there afterwards."""
    path = top / "scripts" / "assay" / "scoring" / "metrics.py"
    path.write_text(f"{path.read_text()}\n{EDIT}")
    repro(top)
    assert blind(top) == UP_TO_DATE
    assert "ran another scripts/assay/scoring/metrics.py than the one that is there" in found(top)


@pytest.mark.slow
def test_a_merge_of_two_states_that_never_ran(top):
    """Two branches change different things; their union merges and is committed to DVC, but nobody ran it."""
    (top / ".gitattributes").write_text("")  # as in a repository without -merge
    commit(top)
    git(top, "checkout", "-qb", "setting")
    edit_params(top, "depth: 10, filter: true, stem: true", "depth: 10, filter: true, stem: false")
    repro(top)
    commit(top, "setting")
    git(top, "checkout", "-q", "main")
    git(top, "checkout", "-qb", "cutoffs")
    edit_params(top, "chars: [1000]", "chars: [2000]")
    repro(top)
    commit(top, "cutoffs")
    run(top, "git", "merge", "-q", "-X", "theirs", "-m", "merge", "setting")
    for name in ("dvc.lock", "reports/manifest.json", "reports/metrics.json", "reports/report.md"):
        assert "<<<<<<<" not in (top / name).read_text()
    run(top, "dvc", "checkout", "-q", "--force", check=False)
    run(top, "dvc", "commit", "-q", "--force")  # what DVC offers to make its status quiet
    assert blind(top) == UP_TO_DATE
    fix = "run `dvc repro -f`, then commit what it writes"
    assert (
        f"reports/manifest.json score@first: the seal does not fit: this state never ran; {fix}\n"
        in found(top)
    )


@pytest.mark.slow
def test_a_merge_with_the_committed_attributes_is_a_visible_conflict(top):
    """Git does not merge the lock and the reports as text."""
    git(top, "checkout", "-qb", "setting")
    edit_params(top, "depth: 10, filter: true, stem: true", "depth: 10, filter: true, stem: false")
    repro(top)
    commit(top, "setting")
    git(top, "checkout", "-q", "main")
    edit_params(top, "chars: [1000]", "chars: [2000]")
    repro(top)
    commit(top, "cutoffs")
    merged = run(top, "git", "merge", "-q", "setting", check=False)
    assert merged.returncode == 1
    conflicts = git(top, "diff", "--name-only", "--diff-filter=U").split()
    assert conflicts == ["dvc.lock", "reports/manifest.json", "reports/metrics.json", "reports/report.md"]


def test_conflict_markers_are_named(top):
    """The line of the marker, and what to do."""
    path = top / "reports" / "manifest.json"
    path.write_text("<<<<<<< HEAD\n" + path.read_text())
    assert "reports/manifest.json:1: is a conflict marker of a merge; run `dvc repro -f`" in found(top)


def test_a_lock_that_dvc_cannot_read(top):
    """A conflict in it, or another form: DVC refuses it, so running again is no advice."""
    path, fix = top / "dvc.lock", "take either side (git checkout --ours dvc.lock), then run `make repro`"
    text = path.read_text()
    path.write_text(f"{text}>>>>>>> theirs\n")
    line = text.count("\n") + 1
    assert found(top) == f"dvc.lock:{line}: is a conflict marker of a merge; {fix}\n"
    path.write_text("stages: {seal: [a]}\n")
    assert found(top) == f"dvc.lock seal: is not as DVC writes it; {fix}\n"
    path.write_text("schema: '2.0'\n")
    assert found(top) == f"dvc.lock: is not as DVC writes it; {fix}\n"
    path.write_text(text.replace("md5: ", "md5: null # ", 1))
    name = text.splitlines()[2].strip(" :")
    assert found(top) == f"dvc.lock {name}: is not as DVC writes it; {fix}\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "reports/manifest.json",
            '{"files": 3, "stages": []}',
            "is not as the stage seal wrote it; run `dvc repro -f`, then commit what it writes",
        ),
        (
            "dvc.yaml",
            "stages: [a]",
            "is no pipeline of stages, each with cmd and deps; mend it, or take it from the last commit",
        ),
        ("dvc.yaml", None, "is not there; take it from the last commit (git checkout)"),
        ("params.yaml", None, "is not there; take it from the last commit (git checkout)"),
    ],
)
def test_files_that_verification_needs(top, name, text, said):
    """Absent, or of another form: no traceback, and what to do."""
    (top / name).unlink() if text is None else (top / name).write_text(text)
    assert found(top) == f"{name}: {said}\n"


def test_a_flipped_byte_in_the_work_tree(top):
    """The same length and times, another byte: DVC does not look into the file again."""
    path = top / "runs" / "systems" / "first" / "scores.parquet"
    assert blind(top) == UP_TO_DATE
    before, data = path.stat(), bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert blind(top) == UP_TO_DATE
    fix = "delete it, run `dvc checkout` or `dvc repro -f`"
    assert (
        found(top) == f"score@first: runs/systems/first/scores.parquet is not what the stage wrote; {fix}\n"
    )
    path.unlink()
    run(top, "dvc", "checkout", "-q")
    assert assay(top, "verify", "--complete").returncode == 0


def test_a_flipped_byte_in_the_cache(top):
    """DVC checks a damaged object out with exit code 0."""
    output = top / "runs" / "systems" / "first" / "scores.parquet"
    name = md5(output)
    cached = top / ".dvc" / "cache" / "files" / "md5" / name[:2] / name[2:]
    cached.chmod(0o644)
    cached.write_bytes(cached.read_bytes()[:-1] + b"!")
    cached.chmod(0o444)  # as DVC leaves it
    assert blind(top) == UP_TO_DATE
    assert (
        f"score@first: the cached copy of runs/systems/first/scores.parquet is damaged ({name[:8]})"
        in found(top)
    )


@pytest.mark.slow
def test_an_import_that_dvc_was_not_told_of(top):
    """DVC does not follow imports: a change of that module would re-run nothing."""
    (top / "scripts" / "assay" / "extra.py").write_text('"""More."""\n')
    path = top / "scripts" / "score.py"
    path.write_text(path.read_text() + "\nfrom assay import extra  # noqa\n")
    path.write_text(
        path.read_text().replace(
            "from assay.scoring", "from assay import extra  # noqa\nfrom assay.scoring", 1
        )
    )
    git(top, "add", "-A")
    repro(top)
    assert blind(top) == UP_TO_DATE
    assert "score@first: used scripts/assay/extra.py, which is none of its deps; add it to dvc.yaml" in found(
        top
    )


@pytest.mark.parametrize(
    "name",
    [
        "corpus/returns/new.md",
        pytest.param("engine/main.py", marks=pytest.mark.slow),
        pytest.param("engine/words.py", marks=pytest.mark.slow),
        pytest.param("evidence/grades/ada.jsonl", marks=pytest.mark.slow),
    ],
)
def test_an_input_that_git_does_not_track(top, name):
    """The commit would not hold what the figures rest on: a document, a program, what it imports, a ledger."""
    (top / "engine").mkdir()
    (top / "engine/main.py").write_text("import words\n" + PROGRAM.partition("path =")[0])
    (top / "engine/words.py").write_text("")
    entry = "  engine: {kind: command, snapshot: fine, input: engine, depth: 10, filter: false, arguments: [], timeout: 60}\n"
    edit_params(top, "score: {k", entry + "score: {k")
    front = "---\nid: new\ntitle: New\nversion: v1\nlang: en\n---\n"
    (top / "corpus/returns/new.md").write_text(f"{front}More.\n")
    (top / "evidence/grades/ada.jsonl").write_text("")
    git(top, "add", "-A")
    git(top, "rm", "-q", "--cached", name)
    repro(top)
    assert blind(top) == UP_TO_DATE
    lines = found(top).splitlines()
    rule = f"read {name}, which Git does not track; git add {name}, or take it out and run `make repro`"
    assert len(lines) == 1
    assert lines[0].endswith(f": {rule}")


@pytest.mark.slow
def test_an_input_under_dvc_is_kept(top):
    """Large inputs are put under DVC by hand; its small file in Git says which state, and another is named."""
    run(top, "dvc", "add", "-q", "--no-commit", "corpus", check=False)
    git(top, "rm", "-rq", "--cached", "corpus")
    run(top, "dvc", "add", "-q", "corpus")
    line = "corpus.dvc: is not tracked by Git, so a commit does not hold corpus; git add corpus.dvc"
    assert found(top).splitlines() == [line]
    git(top, "add", "-A")
    repro(top)
    assert assay(top, "verify").returncode == 0
    pin = top / "corpus.dvc"
    known = md5(top / "corpus")
    text = pin.read_text()
    pin.write_text("outs: []\n")
    assert found(top) == "corpus.dvc: is not as `dvc add` writes it; remove it, or add the data again\n"
    pin.write_text(text.replace(known, "0" * 32 + ".dir"))
    fix = "run `dvc checkout corpus.dvc`, or accept it: `dvc add corpus`"
    assert f"corpus.dvc: records another state of corpus; {fix}\n" in found(top)


def test_a_code_file_that_git_does_not_track(top):
    """The commit would not hold what ran."""
    (top / "scripts" / "assay" / "extra.py").write_text('"""More."""\n')
    path = top / "scripts" / "topics.py"
    path.write_text(
        path.read_text().replace(
            "from assay.retrieval", "from assay import extra  # noqa\nfrom assay.retrieval", 1
        )
    )
    pipeline = top / "dvc.yaml"
    pipeline.write_text(
        pipeline.read_text().replace(
            "      - scripts/topics.py\n", "      - scripts/topics.py\n      - scripts/assay/extra.py\n", 1
        )
    )
    repro(top)
    assert blind(top) == UP_TO_DATE
    assert (
        "topics: ran scripts/assay/extra.py, which Git does not track; git add scripts/assay/extra.py"
        in found(top)
    )


def test_a_system_that_params_do_not_list(top):
    """What an interrupted run left behind."""
    left = top / "runs" / "systems" / "ghost"
    left.mkdir()
    (left / "results.parquet.tmp").write_bytes(b"half")
    assert blind(top) == UP_TO_DATE
    assert "runs/systems/ghost: belongs to nothing in params.yaml; run `make repro`" in found(top)


def test_a_changed_figure_in_the_tracked_report(top):
    """The report is what `seal` wrote, or it is named."""
    path = top / "reports" / "report.md"
    path.write_text(path.read_text() + "\nAll is well.\n")
    fix = "run `git checkout reports/report.md` or `dvc repro -f`"
    assert f"seal: reports/report.md is not what the stage wrote; {fix}\n" in found(top)
    git(top, "checkout", "reports/report.md")
    assert assay(top, "verify", "--complete").returncode == 0


def test_a_forged_manifest(top):
    """The hash of an output and its seal do not fit any more."""
    path = top / "reports" / "manifest.json"
    path.write_text(path.read_text().replace('"systems.first"', '"systems.fiRst"'))
    assert "reports/manifest.json retrieve@first: the seal does not fit: this state never ran" in found(top)


def test_outputs_that_are_absent_are_counted(top):
    """A clone without the cache can be verified as far as it goes; --complete asks for all of it."""
    (top / "runs" / "systems" / "first" / "scores.parquet").unlink()
    assert "not present: 1" in assay(top, "verify").stdout
    assert "runs/systems/first/scores.parquet: is not present; run `make repro`" in found(top, "--complete")


@pytest.mark.parametrize("edited", ["gold/queries.jsonl", "corpus/returns/returns.md", "params.yaml"])
def test_an_input_changed_since_the_run_is_named(top, edited):
    """Figures of another state than the one that lies there."""
    if edited == "gold/queries.jsonl":
        queries = rows(top / edited)
        queries[0]["rationale"] = "Other words."
        write_rows(top / edited, queries)
    elif edited == "params.yaml":
        edit_params(top, "chars: [1000]", "chars: [2000]")
    else:
        (top / edited).write_text((top / edited).read_text() + "\nMore.\n")
    fix = "run `make repro`"
    if edited == "params.yaml":
        stages = ("compare", "report", "score@first", "score@second")
        lines = [f"{stage}: ran with another score than params.yaml has now; {fix}" for stage in stages]
        assert found(top).splitlines() == lines
    else:
        fix = f"take it back (git checkout {edited}), or accept it: run `dvc repro -f` and commit what it writes"
        assert f"{edited} differs from what was read; {fix}\n" in found(top)


def test_a_system_that_has_not_run_is_named(top):
    """Listed in params, but no figure of it exists."""
    entry = "  third: {kind: ngram, snapshot: fine, input: scripts/assay/retrieval/kinds/ngram.py, depth: 10, filter: true, n_min: 3, n_max: 4}\n"
    edit_params(top, "score: {k", entry + "score: {k")
    shown = found(top)
    assert "retrieve@third: has not run; run `make repro`" in shown
    assert "score@third: has not run; run `make repro`" in shown


def test_a_block_of_a_stage_that_is_gone_is_named(top):
    """The committed manifest still speaks of a system that params do not list."""
    text = (top / "params.yaml").read_text()
    (top / "params.yaml").write_text("".join(line for line in text.splitlines(True) if "second:" not in line))
    said = found(top)
    assert "reports/manifest.json: names retrieve@second, which params.yaml does not list" in said
    assert "git add" not in said  # outputs of what is gone are no inputs


def edit_lock(top, change):
    """dvc.lock with its stages changed."""
    from ruamel.yaml import YAML

    yaml = YAML()
    lock = yaml.load(top / "dvc.lock")
    change(lock["stages"])
    yaml.dump(lock, top / "dvc.lock")


def test_an_output_that_dvc_does_not_know_is_named(top):
    """Written, but never cached or checked out."""

    def change(stages):
        outs = stages["score@first"]["outs"]
        outs[:] = [out for out in outs if out["path"] != "runs/systems/first/triage.parquet"]

    edit_lock(top, change)
    assert "score@first: wrote runs/systems/first/triage.parquet, which is none of its outs" in found(top)


def test_a_parameter_that_dvc_was_not_told_of_is_named(top):
    """A change of it would re-run nothing."""
    edit_lock(top, lambda stages: stages["score@first"].pop("params"))
    line = "score@first: used the parameter score, which is none of its params; add it to dvc.yaml"
    assert found(top).splitlines() == [line]


def test_a_parameter_of_which_the_lock_has_another_value_is_named(top):
    """The figures are of the value that the manifest holds, not of that in the lock."""
    edit_lock(top, lambda stages: stages["score@first"]["params"]["params.yaml"]["score"].update(headline=5))
    fix = "run `dvc repro -f`, then commit what it writes"
    assert found(top) == f"score@first: ran with another score than dvc.lock says; {fix}\n"


def test_a_hash_of_the_lock_that_fits_nothing_is_named(top):
    """dvc.lock and the work tree speak of different states, though every manifest fits."""
    name = md5(top / "gold" / "passages.jsonl")
    path = top / "dvc.lock"
    path.write_text(path.read_text().replace(name, "a" * 32, 1))
    assert "dvc.lock records another state of gold/passages.jsonl; run `dvc repro -f`" in found(top)
