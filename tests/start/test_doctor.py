import shutil
from importlib import metadata

import pytest

import pipeline
from assay.start import machine
from pipeline import assay, edit_params, git, rows, write_rows


@pytest.fixture
def empty(bare, tmp_path):
    return shutil.copytree(bare, tmp_path / "r", symlinks=True)


def lines(top):
    """What the doctor says by topic, in order; and its exit code."""
    done = assay(top, "doctor")
    assert done.stderr == ""
    *found, last = done.stdout.splitlines()
    return (
        [line[2:] for line in found if line[0] == "!"],
        [line[2:] for line in found if line[0] == " "],
        last,
    )


def test_a_repository_in_use(top):
    """What is in order has no command; what is not stops nothing."""
    git(top, "config", "user.email", "person@example.org")
    todo, done, last = lines(top)
    assert (assay(top, "doctor").returncode, last) == (0, "make repro can run")
    assert "git: commits are by Test Person" in done
    assert "params: 2 snapshots, 2 systems" in done
    count = sum(path.name != "README.md" for path in (top / "corpus").rglob("*.md"))
    assert f"corpus: {count} files in corpus" in done
    assert "questions: 12, of which 12 labelled, 12 reviewed" in done
    assert "report: reports/report.md" in done
    assert "hooks: nothing is checked before a commit → pre-commit install" in todo
    assert (
        "upstream: commits are in this clone alone → git remote add origin URL; git push -u origin main"
        in todo
    )
    assert [line.partition(":")[0] for line in todo if "adjudicators" in line] == ["adjudicators"]


def test_what_is_set_up_is_no_longer_named(top, tmp_path):
    """Hooks, upstream, remote, adjudicators."""
    git(top, "init", "-q", "--bare", str(tmp_path / "upstream.git"))
    git(top, "remote", "add", "origin", str(tmp_path / "upstream.git"))
    todo, _, _ = lines(top)
    assert "upstream: commits are in this clone alone → git push -u origin main" in todo
    git(top, "push", "-q", "-u", "origin", "main")
    pipeline.run(top, "dvc", "remote", "add", "-q", "-d", "far", str(tmp_path / "far"))
    pipeline.run(top, "pre-commit", "install")
    edit_params(top, "adjudicators: []", "adjudicators: [Ada Example]")
    _, done, _ = lines(top)
    for line in (
        "hooks: the checks run before each commit",
        "upstream: commits go to origin/main",
        "remote: outputs go to far",
        "adjudicators: Ada Example",
    ):
        assert line in done


def test_nobody_to_commit_as_is_named(top):
    """Name and address each."""
    git(top, "config", "--unset", "user.name")
    assert 'git: no user.name for commits → git config --global user.name "Your Name"' in lines(top)[0]
    git(top, "config", "user.name", "Test Person")
    assert "git: no user.email for commits → git config --global user.email you@host" in lines(top)[0]


def test_a_fresh_repository_lacks_documents_then_questions(empty):
    """That stops the pipeline; the next command is named."""
    todo, _, last = lines(empty)
    wanted = "run `assay import documents FOLDER` or `assay import chunks FILE`, then `assay import questions FILE`"
    assert f"corpus: corpus holds no documents yet → {wanted}" in todo
    assert "report: none yet → make repro" in todo
    assert last == "make repro cannot run: 1 topic above (corpus)"
    assert assay(empty, "doctor").returncode == 1
    (empty / "corpus/a.md").write_text("---\nid: a\ntitle: A\nversion: v1\nlang: en\n---\nText.\n")
    assert lines(empty)[2] == "make repro cannot run: 1 topic above (questions)"


def test_what_is_broken_stops_the_pipeline(top):
    """Settings, documents, labels; each with the command that names the faults."""
    edit_params(top, "lang: en", "lang: de")
    todo, _, last = lines(top)
    fault = "params.yaml report.lang: is 'de', must be one of ru, en; change it"
    assert f"params: {fault} → assay params" in todo
    assert last == "make repro cannot run: 1 topic above (params)"
    edit_params(top, "lang: de", "lang: en")
    edit_params(top, "systems:\n", "systems:\n  far: " + RECORDED)
    (fault,) = (line for line in lines(top)[0] if line.startswith("params"))
    assert (
        fault
        == "params: params.yaml systems.far.input: runs/recorded/far/1 is not there; correct the path → assay params"
    )
    edit_params(top, "  far: " + RECORDED, "")
    queries = rows(top / "gold/queries.jsonl")
    write_rows(top / "gold/queries.jsonl", [{**queries[0], "evidence_sets": [[]]}, *queries[1:]])
    document = top / "corpus" / "returns" / "returns.md"
    document.write_text(document.read_text("utf-8").replace("lang: ru", "lang: русский"), "utf-8")
    assert lines(top)[2] == "make repro cannot run: 2 topics above (corpus, questions)"


RECORDED = (
    "{kind: recorded, snapshot: fine, input: runs/recorded/far/1, depth: 5, foreign: keep, repeats: keep}\n"
)


def test_questions_that_wait_for_people_are_counted(top):
    """Without labels, without review; none kept closed."""
    queries = rows(top / "gold/queries.jsonl")
    waiting = {"evidence_sets": None, "relevant": {}, "claims": [], "why": {}, "status": "unreviewed"}
    kept = [{**row, "split": "dev"} for row in queries[1:]]
    write_rows(top / "gold/queries.jsonl", [{**queries[0], **waiting, "split": "dev"}, *kept])
    todo, _, last = lines(top)
    edit = "edit gold/queries.jsonl (gold/README.md)"
    assert f"questions: 12, of which 11 labelled, 11 reviewed → {edit}" in todo
    assert f"holdout: no question is kept closed, so a search can be tuned on all of them → {edit}" in todo
    assert last == "make repro can run"


def test_questions_with_a_flat_list_are_labelled(top):
    """As an import without sets leaves them; the status says what is not measured of them."""
    queries = rows(top / "gold/queries.jsonl")
    (first, *others) = queries
    passage = first["evidence_sets"][0][0]
    flat = {"evidence_sets": None, "relevant": {passage: 2}, "claims": [], "status": "unreviewed"}
    write_rows(top / "gold/queries.jsonl", [{**first, **flat, "why": {}}, *others])
    pipeline.assay(top, "gold", "fmt")
    edit = "edit gold/queries.jsonl (gold/README.md)"
    assert (
        f"questions: 12, of which 12 labelled (1 by a flat list alone), 11 reviewed → {edit}" in lines(top)[0]
    )
    text = "1 of 12 queries has a flat list of labels and no evidence sets, so sufficiency is not measured"
    shown = assay(top, "status").stdout
    assert text in shown
    assert "no labels yet" not in shown


def test_an_environment_that_is_not_that_of_the_lock_file_is_named(tmp_path):
    """Another version, a package that is not there; those of other systems do not count."""
    there = metadata.version("click")
    (tmp_path / "requirements.lock").write_text(
        f"click=={there} \\\n    --hash=sha256:00\njinja2==0.1 \\\n    --hash=sha256:00\n"
        "no-such-package==1.0\nno-such-either==1 ; sys_platform == 'no-such-system' \\\n    --hash=sha256:00\n"
    )
    assert machine.differing(tmp_path) == [
        f"jinja2 {metadata.version('jinja2')}, not 0.1",
        "no-such-package is not installed",
    ]
    assert machine.lacking("click", "no_such_module") == ["no_such_module"]


def test_another_python_than_the_repository_s_is_named(top):
    """Its assay may be another."""
    assert machine.python(top)[1].endswith(". .venv/bin/activate")


def test_a_source_that_is_one_file_is_a_corpus(top):
    """Chunks that were cut elsewhere."""
    path = top / "runs/recorded/shop/r1/chunks.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text('{"chunk_id": "a", "text": "x"}\n')
    edit_params(
        top, "systems:", "  shop: {source: runs/recorded/shop/r1/chunks.jsonl, chunking: ready}\nsystems:"
    )
    _, done, _ = lines(top)
    count = sum(path.name != "README.md" for path in (top / "corpus").rglob("*.md"))
    assert f"corpus: {count + 1} files in corpus, runs/recorded/shop/r1/chunks.jsonl" in done
