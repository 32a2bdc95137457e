import json
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

import pipeline
from assay.errors import InputError
from assay.gold.cli import gold
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.gold.repository import read_corpus

from .samples import query, table_of_chunks

BODY = "# Возврат\n\n## Срок\n\nВернуть можно за 30 дней.\n\nКроме шин.\n\n## Деньги\n\nКроме шин.\n"
FRONT = "---\nid: returns\ntitle: Возврат\nversion: returns-v4\nlang: ru\nurl: /help/returns\n---\n"


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository with one document and one unlabelled query; the current folder is below its top."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for name in ("corpus/help", "gold", "runs/snapshots/fine"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "params.yaml").write_text(pipeline.PARAMS)
    (tmp_path / "corpus/help/returns.md").write_text(FRONT + BODY, encoding="utf-8")
    (tmp_path / "gold/queries.jsonl").write_bytes(queries_bytes([query("q1", evidence_sets=None)]))
    (tmp_path / "gold/passages.jsonl").write_bytes(b"")
    monkeypatch.chdir(tmp_path / "gold")
    return tmp_path


def run(*arguments, text=None):
    """Exit code, standard output, what is said of errors."""
    done = CliRunner().invoke(gold, arguments, input=text)
    said = str(done.exception) if isinstance(done.exception, InputError) else ""
    assert done.exception is None or isinstance(done.exception, InputError | SystemExit)
    return done.exit_code, done.stdout, said + done.stderr


@pytest.mark.usefixtures("top")
def test_check_prints_counts_and_exits_with_0():
    """Wherever in the repository it is called."""
    code, out, said = run("check")
    assert (code, said) == (0, "")
    assert out.startswith("queries: 1\nqueries dev: 1\n")
    assert out.endswith("passages: 0\nproblems: 0, warnings: 0\n")


def test_check_notes_what_an_import_did_not_find(top):
    """With the next step; it is no failure, also where warnings are."""
    (top / "gold/unmatched.jsonl").write_text('{"query_id": "q1", "reference": "page 4"}\n')
    code, out, said = run("check", "--strict")
    assert (code, said) == (0, "")
    assert (
        "note: 1 reference of an import not found, so 1 question without labels: gold/unmatched.jsonl" in out
    )


def test_check_exits_with_1_and_names_every_failure(top):
    """Files, lines and ids; faults of the corpus are among them."""
    rows = [query("q1", evidence_sets=[[]]), query("q2", why=None, status="unreviewed")]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    (top / "corpus/help/other.md").write_text("без шапки", encoding="utf-8")
    code, _, said = run("check")
    assert code == 1
    assert said.split("\n") == [
        "corpus/help/other.md:1: has no front matter; begin the file with a line ---",
        (
            "gold/passages.jsonl: is empty; label passages with `assay gold passage add`, "
            "or take it from the last commit (git checkout)"
        ),
        "gold/queries.jsonl:1 q1: evidence set 1 is empty; fill it, or remove it",
    ]


def test_a_flood_of_problems_is_cut(top):
    """Three of each rule and file, where there are more than ten; counts are of all."""
    rows = [query(f"q{n:02}", split="deev", lang="?" if n < 11 else "ru") for n in range(1, 12)]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    code, out, said = run("check")
    lines = [line for line in said.splitlines() if "split" in line or "more" in line]
    assert code == 1
    assert out.endswith("problems: 21, warnings: 0\n")
    assert lines == [
        *(
            f"gold/queries.jsonl:{n} q{n:02}: split is 'deev', must be dev or holdout; change it"
            for n in (1, 2, 3)
        ),
        "gold/queries.jsonl: … and 8 more like this (assay gold check --all)",
    ]
    assert len(said.splitlines()) == 14
    assert len(run("check", "--all")[2].splitlines()) == 21


def test_settings_that_are_not_there_are_no_empty_corpus(top):
    """Nothing is checked against a folder that nobody named."""
    (top / "params.yaml").unlink()
    message = "params.yaml: is not there; take it from the last commit (git checkout)"
    code, out, said = run("check")
    assert (code, said) == (1, message)
    assert out.endswith("problems: 1, warnings: 0\n")
    assert run("passage", "add", "--doc", "returns", "--id", "x", "--quote", "Кроме")[2] == message


def test_broken_settings_are_named_beside_what_can_be_checked(top):
    """The sources are known, so the rest goes on."""
    pipeline.edit(top / "params.yaml", "lang: en", "lang: de")
    rows = [query("q1", evidence_sets=None, split="deev")]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    assert run("check")[2].splitlines() == [
        "params.yaml report.lang: is 'de', must be one of ru, en; change it",
        "gold/queries.jsonl:1 q1: split is 'deev', must be dev or holdout; change it",
    ]
    (top / "params.yaml").write_text("{")
    assert run("check")[2].splitlines() == [
        "params.yaml:2: is not YAML (did not find expected node content); mend the line",
        "gold/queries.jsonl:1 q1: split is 'deev', must be dev or holdout; change it",
    ]


def test_ids_of_corpora_are_cut_in_warnings(top):
    """Twelve digits say which one is meant; the value to write is there on demand."""
    rows = [query("q1", type="no_answer", evidence_sets=[], checked_corpus="a" * 64)]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    (name,) = read_corpus(top).ids.values()
    says = "says that the corpus has no answer; was checked in corpus aaaaaaaaaaaa, which has changed since"
    start = f"warning: gold/queries.jsonl:1 q1: {says}; search the corpus: "
    cut, whole = run("check")[2], run("check", "--all")[2]
    assert cut.startswith(start)
    assert cut.endswith(
        f"write {name[:12]}… into its checked_corpus, else label it (in full: assay gold check --all)\n"
    )
    assert whole.endswith(f"write {name} into its checked_corpus, else label it\n")


def test_a_flood_of_warnings_is_cut(top):
    """Three of each kind and file, where there are more than five; all of them on demand."""
    rows = [query(f"q{n}", type="no_answer", evidence_sets=[], rationale=None) for n in range(1, 7)]
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows))
    code, _, said = run("check")
    lines = said.splitlines()
    assert code == 0
    assert [line.split()[1] for line in lines] == [
        *(f"gold/queries.jsonl:{n}" for n in (1, 2, 3)),
        "gold/queries.jsonl:",
    ] * 2
    more = "warning: gold/queries.jsonl: … and 3 more like this (assay gold check --all)"
    assert [lines[3], lines[7]] == [more, more]
    assert len(run("check", "--all")[2].splitlines()) == 12
    (top / "gold/queries.jsonl").write_bytes(queries_bytes(rows[1:]))
    assert len(run("check")[2].splitlines()) == 10


@pytest.mark.usefixtures("top")
def test_warnings_fail_only_with_strict():
    """An unused passage may be on its way into a query."""
    run("passage", "add", "--doc", "returns", "--id", "returns#term", "--quote", "Вернуть можно за 30 дней.")
    code, _, said = run("check")
    warning = "warning: gold/passages.jsonl:1 returns#term: no query uses it; use it, or remove it\n"
    assert (code, said) == (0, warning)
    assert run("check", "--strict")[0] == 1


def test_missing_files_are_named(top):
    """Both at once."""
    (top / "gold/queries.jsonl").unlink()
    (top / "gold/passages.jsonl").unlink()
    assert run("check")[2] == (
        "gold/queries.jsonl: is missing; add it\ngold/passages.jsonl: is missing; add it"
    )


def test_add_writes_a_passage_in_its_place(top):
    """Sorted by id, with all that lets it be found again; nothing is left beside the file."""
    assert run("passage", "add", "--doc", "returns", "--id", "returns#z", "--span", "65:75")[0] == 0
    code, out, _ = run(
        "passage",
        "add",
        "--doc",
        "returns",
        "--id",
        "returns#term",
        "--quote",
        "-",
        text="Вернуть можно за 30 дней.\n",
    )
    assert code == 0
    rows = [json.loads(line) for line in (top / "gold/passages.jsonl").read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["returns#term", "returns#z"]
    assert json.loads(out) == rows[0]
    assert rows[0]["url"] == "/help/returns"
    assert rows[0]["doc_version"] == "returns-v4"
    assert BODY[rows[0]["start"] : rows[0]["end"]] == rows[0]["text"] == "Вернуть можно за 30 дней."
    assert (top / "gold/passages.jsonl").read_bytes() == passages_bytes(rows)
    assert sorted(path.name for path in (top / "gold").iterdir()) == ["passages.jsonl", "queries.jsonl"]


def test_add_replaces_a_passage_on_demand(top):
    """The one of the same id, which has to be there."""
    words = ["passage", "add", "--doc", "returns", "--id", "x", "--quote"]
    assert run(*words, "Вернуть можно", "--replace")[2] == (
        "gold/passages.jsonl x: is no passage yet; leave out --replace"
    )
    run(*words, "Вернуть можно")
    fix = "choose another one, or give --replace"
    assert run(*words, "за 30 дней")[2] == f"gold/passages.jsonl x: the id is already used; {fix}"
    code, _, said = run(*words, "за 30 дней", "--replace")
    assert (code, said) == (0, "wrote gold/passages.jsonl: 1 passage\n")
    assert json.loads((top / "gold/passages.jsonl").read_bytes())["text"] == "за 30 дней"


def test_a_dry_run_writes_nothing(top):
    """The row is shown."""
    code, out, _ = run(
        "passage", "add", "--doc", "returns", "--id", "x", "--quote", "Вернуть можно", "--dry-run"
    )
    assert (code, json.loads(out)["text"]) == (0, "Вернуть можно")
    assert (top / "gold/passages.jsonl").read_bytes() == b""


def test_add_refuses_a_quotation_that_is_not_there_or_twice(top):
    """With the nearest text, or with both places; nothing is written."""
    code, _, said = run(
        "passage", "add", "--doc", "returns", "--id", "x", "--quote", "Вернуть можно за 14 дней."
    )
    assert code == 1
    assert said == (
        "returns: the quotation «Вернуть можно за 14 дней.» is not in the document; "
        "nearest text (92 %) at corpus/help/returns.md:12 (20:45): «Вернуть можно за 30 дней.»"
    )
    code, _, said = run("passage", "add", "--doc", "returns", "--id", "x", "--quote", "Кроме шин.")
    assert code == 1
    assert said == (
        "returns: the quotation «Кроме шин.» stands 2 times: 47:57 (срок), 70:80 (деньги); "
        "quote more of it, or give its span"
    )
    assert (top / "gold/passages.jsonl").read_bytes() == b""


def test_add_explains_what_cannot_be_read(top):
    """A quotation in another encoding, a table that is none; nothing is written."""
    arguments = ["passage", "add", "--id", "x"]
    code, _, said = run(*arguments, "--doc", "returns", "--quote", "-", text="Вернуть".encode("cp1251"))
    assert (code, said) == (1, "standard input: is not UTF-8; save the quotation as UTF-8")
    (top / "runs/snapshots/fine/chunks.parquet").write_bytes(b"PAR1")
    code, _, said = run(*arguments, "--snapshot", "fine", "--chunk", "x")
    assert (code, said) == (
        1,
        "runs/snapshots/fine/chunks.parquet: is no table as its stage wrote it; delete it and run `make repro`",
    )
    assert (top / "gold/passages.jsonl").read_bytes() == b""


def test_add_takes_a_whole_chunk_of_a_snapshot(top):
    """By its id; unknown snapshots and chunks are named."""
    row = {
        "chunk_id": "returns#срок.1",
        "doc_id": "returns",
        "position": 0,
        "spans": [{"start": 20, "end": 57}],
        "text": BODY[20:57],
    }
    table_of_chunks([row]).write_parquet(top / "runs/snapshots/fine/chunks.parquet")
    arguments = ["passage", "add", "--id", "returns#term", "--snapshot"]
    code, out, _ = run(*arguments, "fine", "--chunk", "returns#срок.1")
    assert (code, json.loads(out)["text"]) == (0, BODY[20:57])
    assert run(*arguments, "fine", "--chunk", "x")[2] == (
        "runs/snapshots/fine x: is no chunk of it; see the ids of a result"
    )
    assert run(*arguments, "wide", "--chunk", "x")[2] == (
        "runs/snapshots/wide: holds no chunks; run `make repro`, or name another"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--doc", "returns"],
        ["--doc", "returns", "--quote", "x", "--span", "1:2"],
        ["--quote", "x"],
        ["--chunk", "x"],
        ["--chunk", "x", "--snapshot", "fine", "--doc", "returns"],
        ["--doc", "returns", "--span", "1-2"],
    ],
)
@pytest.mark.usefixtures("top")
def test_add_explains_its_usage(arguments):
    """Wrong combinations of options are usage errors: exit 2."""
    code, _, said = run("passage", "add", "--id", "x", *arguments)
    assert code == 2
    assert "Error: --" in said or "Error: Give one" in said


@pytest.mark.parametrize(
    ("name", "quote", "message"),
    [
        ("", "Кроме", "--id is empty; name the passage, as returns#term"),
        (" ", "Кроме", "--id is empty; name the passage, as returns#term"),
        ("x", "", "the quotation is empty; give its words"),
        ("x", " \n", "the quotation is empty; give its words"),
        ("x", "-", "the quotation is empty; give its words"),
    ],
)
def test_add_asks_for_what_was_left_empty(top, name, quote, message):
    """Before anything is looked up."""
    code, _, said = run("passage", "add", "--doc", "returns", "--id", name, "--quote", quote)
    assert (code, said.splitlines()[-1]) == (2, f"Error: {message}")
    assert (top / "gold/passages.jsonl").read_bytes() == b""


def test_refresh_follows_the_text(top):
    """A line in front of it moved it; the version is taken too; a dry run writes nothing."""
    run("passage", "add", "--doc", "returns", "--id", "returns#term", "--quote", "Вернуть можно за 30 дней.")
    before = (top / "gold/passages.jsonl").read_bytes()
    changed = FRONT.replace("v4", "v5") + "Новое.\n\n" + BODY
    (top / "corpus/help/returns.md").write_text(changed, encoding="utf-8")
    assert "moved: stands at 28:53" in run("check")[2]
    change = "returns#term: doc_version returns-v4 → returns-v5, start 20 → 28, end 45 → 53\n"
    assert run("passage", "refresh", "--dry-run") == (0, change, "")
    assert (top / "gold/passages.jsonl").read_bytes() == before
    assert run("passage", "refresh", "returns#term")[:2] == (0, change)
    assert "moved" not in run("check")[2]


def test_refresh_lists_what_it_cannot_find(top):
    """And leaves it as it is."""
    run("passage", "add", "--doc", "returns", "--id", "returns#term", "--quote", "Вернуть можно за 30 дней.")
    before = (top / "gold/passages.jsonl").read_bytes()
    (top / "corpus/help/returns.md").write_text(FRONT + "Всё иначе.\n", encoding="utf-8")
    code, _, said = run("passage", "refresh")
    assert (code, said) == (
        1,
        "gold/passages.jsonl returns#term: is stale (text_changed); see `assay gold check`",
    )
    assert (top / "gold/passages.jsonl").read_bytes() == before


def test_a_corpus_chunked_elsewhere_is_checked_too(top):
    """chunks.jsonl in place of documents."""
    (top / "corpus/help/returns.md").unlink()
    chunk = {"chunk_id": "7", "doc_id": "returns", "text": "Вернуть можно за 30 дней. Кроме шин."}
    (top / "corpus/chunks.jsonl").write_text(json.dumps(chunk) + "\n", encoding="utf-8")
    code, out, _ = run("check")
    assert (code, "problems: 0" in out) == (0, True)


def commands(group, path=()):
    for name, command in group.commands.items():
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


@pytest.mark.parametrize(
    "command", [command for _, command in commands(gold)], ids=lambda command: command.name
)
def test_every_command_has_an_example(command):
    """In its help."""
    assert "Example: assay gold" in command.help
    assert "\\b" not in command.help


def test_help_starts_without_heavy_imports():
    """Neither Polars nor pandera is loaded to print it."""
    code = "import sys, assay.gold.cli; print({'polars', 'pandera', 'numpy', 'rapidfuzz'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
