import os
import subprocess
import sys

import click
import polars as pl
import pytest
from click.testing import CliRunner

from assay.__main__ import COMMANDS
from assay.__main__ import assay as group
from pipeline import assay, commit, edit_params, git, repro, rows, run, write_rows

NO_PARAMS = "params.yaml: is not there; take it from the last commit (git checkout)"


def commands(command, path=()):
    yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            yield from commands(command.get_command(click.Context(command), name), (*path, name))


GROUPS = [path for path, command in commands(group) if isinstance(command, click.Group)]
LEAVES = [path for path, command in commands(group) if not isinstance(command, click.Group)]


@pytest.mark.parametrize("path", GROUPS, ids=lambda path: " ".join(path) or "assay")
def test_short_helps_are_whole(path):
    """In 80 columns."""
    shown = CliRunner().invoke(group, [*path, "--help"], terminal_width=80)
    assert shown.exit_code == 0
    _, *lines = shown.output.splitlines()  # the first is the usage: COMMAND [ARGS]...
    assert [line for line in lines if line.endswith("...") or len(line) > 80] == []


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_every_command_shows_an_example(path):
    """Help says what it does, and how it is called."""
    shown = CliRunner().invoke(group, [*path, "--help"])
    assert shown.exit_code == 0
    assert f"Example: assay {' '.join(path)}" in " ".join(shown.output.split())


def test_examples_are_paragraphs_of_their_own():
    """One call a line."""
    lines = CliRunner().invoke(group, ["check", "--help"]).output.splitlines()
    assert "  Example: assay check" in lines
    assert "  Example: assay check --only gold --only params" in lines


def test_help_loads_no_library_that_starts_slowly():
    """The list of commands appears at once."""
    code = "import sys, assay.__main__ as m\ntry: m.assay(['--help'])\nexcept SystemExit: pass\nprint(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(name in done.stdout for name in COMMANDS)
    for slow in ("polars", "pandera", "numpy", "sklearn", "ruamel", "dvc", "jinja2"):
        assert f"'{slow}'" not in done.stdout


def test_a_command_that_is_not_there_is_a_usage_error():
    """Exit 2, as for every misuse."""
    assert CliRunner().invoke(group, ["colour"]).exit_code == 2


def test_status_of_a_state_in_order(top):
    """Nothing is marked, nothing is to be done."""
    shown = assay(top, "status").stdout
    assert "  pipeline: up to date for DVC" in shown
    assert "  gold: 12 queries, all labelled and reviewed" in shown
    assert "files agree with what was recorded" in shown
    assert "  remote: none is set" in shown
    assert shown.endswith("nothing to do\n")


def test_status_names_what_is_out_of_date_and_the_next_command(top):
    """A changed setting, an unlabelled query, files not committed."""
    path = top / "gold" / "queries.jsonl"
    queries = rows(path)
    queries[0] |= {"evidence_sets": None, "relevant": {}, "claims": [], "why": {}}
    write_rows(path, queries)
    edit_params(top, "chars: [1000]", "chars: [2000]")
    shown = assay(top, "status").stdout
    assert "! gold: 1 of 12 queries has no labels yet" in shown
    assert (
        "! pipeline: out of date: compare, evidence, project@fine, project@wide, report, score@first and 2 more"
        in shown
    )
    assert "! git: 2 files not committed: gold/queries.jsonl, params.yaml" in shown
    assert shown.index("! pipeline: ") < shown.index("! gold: ")
    assert shown.endswith("next: make repro\n")


def test_status_names_commits_and_outputs_that_are_not_pushed(top, tmp_path):
    """To Git's upstream, and to DVC's remote."""
    git(top, "init", "-q", "--bare", str(tmp_path / "upstream.git"))
    git(top, "remote", "add", "origin", str(tmp_path / "upstream.git"))
    git(top, "push", "-q", "-u", "origin", "main")
    (top / "more").write_text("x")
    (top / ".dvc" / "config").write_text(
        (top / ".dvc" / "config").read_text()
        + f"    remote = far\n['remote \"far\"']\n    url = {tmp_path / 'far'}\n"
    )
    commit(top)
    shown = assay(top, "status").stdout
    assert "! git: 1 commit not pushed" in shown
    assert "outputs not pushed" in shown
    assert "next: git push" in shown


def test_status_goes_on_where_something_cannot_be_read(top):
    """Each line says what is wrong; the rest is still there."""
    (top / "params.yaml").unlink()
    path = top / "gold" / "queries.jsonl"
    path.unlink()
    path.mkdir()
    done = assay(top, "status")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"! params: {NO_PARAMS}\n" in done.stdout
    assert "! gold: gold/queries.jsonl: Is a directory; see to it and try again" in done.stdout
    assert f"! pipeline: {NO_PARAMS}\n" in done.stdout
    assert "! outputs: params.yaml: is not there; take it from the last commit (git checkout)" in done.stdout
    assert "! git: " in done.stdout
    assert done.stdout.endswith("next: assay params\n")


def test_status_names_the_command_for_what_is_broken(top):
    """Params before the corpus, the corpus before the gold set that rests on it."""
    edit_params(top, "lang: en", "lang: de")
    document = top / "corpus" / "returns" / "returns.md"
    document.write_text(document.read_text("utf-8").replace("lang: ru", "lang: русский"), "utf-8")
    shown = assay(top, "status").stdout
    fault = "params.yaml report.lang: is 'de', must be one of ru, en; change it"
    assert shown.startswith(f"! params: {fault}\n! corpus: 1 problem\n  gold: 12 queries, all labelled")
    assert shown.endswith("next: assay params\n")
    edit_params(top, "lang: de", "lang: en")
    assert assay(top, "status").stdout.endswith("next: assay check --only corpus\n")


def test_status_says_what_a_snapshot_lacks_and_asks_for_nothing(top):
    """A corpus of another day: its queries are not measured there, and no edit of labels is due."""
    path = top / "runs" / "snapshots" / "fine" / "passages.parquet"
    table = pl.read_parquet(path)
    names = sorted(table["passage_id"])
    for count, said in (
        (1, f"1 labelled text ({names[0]})"),
        (8, f"8 labelled texts ({', '.join(names[:6])} and 2 more)"),
    ):
        lacking = pl.col("passage_id").is_in(names[:count])
        table.with_columns(status=pl.when(lacking).then(pl.lit("stale")).otherwise("status")).write_parquet(
            path
        )
        line = f"  labels: snapshot fine lacks {said}; their queries are not measured there\n"
        assert line in assay(top, "status").stdout
    assert assay(top, "gold", "check").stderr == ""


def test_status_names_a_table_that_dvc_repro_left_behind(top):
    """`make repro` writes it anew; who calls `dvc repro` has to say so."""
    readme = top / "README.md"
    before = readme.read_text("utf-8")
    readme.write_text(before.replace("| 7 |", "| 6 |"), "utf-8")
    shown = assay(top, "status").stdout
    assert "! documents: a generated table is out of date: README.md\n" in shown
    assert shown.endswith("next: assay docs\n")
    assert assay(top, "docs").stdout == "wrote README.md\n"
    assert readme.read_text("utf-8") == before
    assert "documents:" not in assay(top, "status").stdout


def test_status_names_what_an_import_did_not_find(top):
    """Before the questions that have no labels for it; after figures that are due."""
    path = top / "gold" / "queries.jsonl"
    queries = rows(path)
    queries[0] |= {"evidence_sets": None, "relevant": {}, "claims": [], "why": {}}
    write_rows(path, queries)
    write_rows(top / "gold" / "unmatched.jsonl", [{"query_id": queries[0]["id"], "reference": "page 4"}])
    shown = assay(top, "status").stdout
    (line,) = (line for line in shown.splitlines() if " reference of an import not found" in line)
    assert line.startswith("! labels: 1 reference of an import not found, so 1 question without labels: ")
    assert shown.index("! pipeline: ") < shown.index(line) < shown.index("! gold: 1 of 12 ")
    assert shown.endswith("next: make repro\n")


def test_status_names_labels_whose_text_is_gone(top):
    """And the command that shows them."""
    document = top / "corpus" / "returns" / "returns.md"
    text = document.read_text("utf-8")
    document.write_text(text[: text.index("---\n", 4) + 4] + "Всё иначе.\n", "utf-8")
    shown = assay(top, "status").stdout
    said = [line for line in assay(top, "gold", "check", "--all").stderr.splitlines() if ": stale: " in line]
    assert len(said) > 1
    assert shown.startswith(f"! labels: {len(said)} passages stand in no document any more\n")
    assert shown.endswith("next: assay gold check\n")


def test_status_counts_what_gold_check_warns_of(top):
    """A document that grew at its head: its passages have moved."""
    document = top / "corpus" / "returns" / "returns.md"
    text = document.read_text("utf-8")
    head = text.index("---\n", 4) + 4
    document.write_text(f"{text[:head]}Новое.\n\n{text[head:]}", "utf-8")
    said = [
        line
        for line in assay(top, "gold", "check", "--all").stderr.splitlines()
        if line.startswith("warning")
    ]
    assert len(said) > 1
    assert f"! labels: {len(said)} warnings, such as moved passages\n" in assay(top, "status").stdout


def test_a_pipe_among_the_documents_is_named_before_dvc_waits_for_it(top):
    """By what runs before DVC: `assay params` in `make repro`, and `assay status`."""
    os.mkfifo(top / "corpus" / "pipe.md")
    line = "corpus/pipe.md: is a pipe, a socket or a device; put what is meant in its place"
    done = assay(top, "params")
    assert (done.returncode, done.stderr) == (1, f"{line}\n")
    assert f"! pipeline: {line}\n" in assay(top, "status").stdout


def test_commands_work_from_any_folder_of_the_repository(top):
    """Paths in params.yaml are those from its top."""
    words = [
        sys.executable,
        "-m",
        "assay",
        "check",
        "--only",
        "params",
        "--only",
        "corpus",
        "--only",
        "pipeline",
    ]
    done = run(top / "gold", *words, check=False, PYTHONPATH=str(top / "scripts"))
    assert (done.returncode, done.stderr) == (0, "params: ok\ncorpus: ok\npipeline: ok\n")


@pytest.mark.parametrize(
    "words", [["params"], ["check", "--only", "gold"], ["corpus", "check"], ["gold", "check"]], ids=" ".join
)
def test_params_that_are_not_there_are_named(top, words):
    """No command falls back to a folder that nobody named."""
    (top / "params.yaml").unlink()
    done = assay(top, *words)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, NO_PARAMS)


def test_params_names_paths_that_are_not_there(top):
    """Before DVC is asked to run anything."""
    edit_params(
        top,
        "source: corpus, chunking: structure, size: 300",
        "source: corpos, chunking: structure, size: 300",
    )
    done = assay(top, "params")
    assert (done.returncode, done.stderr) == (
        1,
        "params.yaml snapshots.fine.source: corpos is not there; correct the path\n",
    )


def test_check_finds_what_must_not_be_committed(top):
    """In the corpus and the ledgers as in the gold set; what people list as public is left."""
    document = top / "corpus" / "returns" / "returns.md"
    document.write_text(document.read_text("utf-8") + "\nПишите на help@example.org.\n", "utf-8")
    line = document.read_text("utf-8").count("\n")
    done = assay(top, "check", "--only", "disclosure")
    fix = "replace it by a placeholder, or list it in evidence/public.txt where anybody may read it"
    assert (done.returncode, done.stderr) == (
        1,
        f"disclosure: 1 problem\ncorpus/returns/returns.md:{line}: holds an e-mail address; {fix}\n",
    )
    (top / "evidence" / "public.txt").write_text("# of the help desk, on every page\nhelp@example.org\n")
    assert assay(top, "check", "--only", "disclosure").stderr == "disclosure: ok\n"


def test_check_runs_each_check_once(top):
    """However often it is named."""
    assert assay(top, "check", "--only", "gold", "--only", "gold").stderr == "gold: ok\n"


def test_check_says_that_it_skips_what_is_not_installed(top, monkeypatch):
    """It is not said to be in order."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.chdir(top)
    done = CliRunner().invoke(group, ["check", "--only", "lint"])
    assert (done.exit_code, done.stderr) == (0, "lint: skipped (make check installs its tools)\n")


def test_check_thins_a_flood(top):
    """Three of each rule and file; counts are of all, and so is the list on demand."""
    path = top / "gold" / "queries.jsonl"
    path.write_text(path.read_text("utf-8").replace('"lang": "ru"', '"lang": "?"'), "utf-8")
    first, *lines, last = assay(top, "check", "--only", "gold").stderr.splitlines()
    count = int(first.split()[1])
    assert count > 10
    assert first == f"gold: {count} problems"
    assert len(lines) == 3
    assert last == f"gold/queries.jsonl: … and {count - 3} more like this (assay check --all)"
    assert len(assay(top, "check", "--only", "gold", "--all").stderr.splitlines()) == count + 1


def test_check_runs_what_is_asked_and_gives_every_failure(top):
    """Problems of several checks come together."""
    edit_params(top, "lang: en", "lang: de")
    path = top / "gold" / "queries.jsonl"
    path.write_text(path.read_text().replace('"split": "dev"', '"split": "deev"', 1))
    done = assay(top, "check", "--only", "params", "--only", "gold", "--only", "corpus")
    assert done.returncode == 1
    assert "corpus: ok" in done.stderr
    assert "params.yaml report.lang: is 'de', must be one of ru, en; change it" in done.stderr
    assert "gold/queries.jsonl:" in done.stderr


def test_docs_writes_what_check_asks_for(top):
    """The results table of the README is that of the newest figures."""
    edit_params(top, "headline: 3", "headline: 1")
    assert "report" in repro(top)
    assert assay(top, "docs", "--check").returncode == 1
    assert "wrote README.md" in assay(top, "docs").stdout
    table = (top / "README.md").read_text("utf-8")
    assert "| system | snapshot | `sufficient@1` |" in table
    assert "| `second` | `wide` |" in table
    assert assay(top, "docs", "--check").returncode == 0


def test_files_with_which_dvc_loads_no_pipeline_are_named(top):
    """A key that it does not know, a file that looks like one of `dvc add`."""
    (top / "dvc.yaml").write_text((top / "dvc.yaml").read_text() + "x: 1\n")
    (top / "corpus/a.dvc").write_text("outs: [\n")
    (top / "gold/b.dvc").write_text("\n")
    done = assay(top, "check", "--only", "pipeline")
    assert done.returncode == 1
    assert done.stderr.splitlines()[1:] == [
        "dvc.yaml x: is no key of DVC's, which will not load the file; remove it",
        "corpus/a.dvc:2: is not YAML (did not find expected node content); mend the line",
        "gold/b.dvc: holds no keys; write them, or take it from the last commit",
    ]
