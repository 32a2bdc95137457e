import openpyxl
import pytest
from click.testing import CliRunner

from assay.exchange.cli import import_
from assay.exchange.log.cli import sample
from assay.exchange.log.log_targets import LOG
from assay.exchange.records.targets import ASKED, CHUNK, FOUND, QUESTION
from assay.params import parse

from .imports import SIZE, TERM, lay_out, read, refused, run, write


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A repository of documents, in which the commands are called."""
    top = tmp_path / "repository"
    lay_out(top)
    monkeypatch.chdir(top)
    return top


def book(path, *rows, sheets=("Лист1",)):
    """A workbook whose first sheet has these rows."""
    made = openpyxl.Workbook()
    made.active.title = sheets[0]
    for row in rows:
        made.active.append(row)
    for name in sheets[1:]:
        made.create_sheet(name).append(["x"])
    made.save(path)
    return path


def kept(top, *path):
    found = parse((top / "params.yaml").read_bytes(), "p")["import"]
    for key in path:
        found = found[key]
    return found


def test_two_sheets_are_each_read_their_own_way_again(top, tmp_path):
    """By the file's name, with its sheet, headings and what its lists mean: the next import needs no option."""
    first = book(
        tmp_path / "март.xlsx",
        ["Код", "Что спросили", "Где"],
        ["k", "t", "d"],
        ["1", "Срок?", "returns"],
        sheets=("Вопросы", "Прочее"),
    )
    second = book(tmp_path / "other.xlsx", ["№", "Вопрос", "Цитата"], ["2", "Обмен?", SIZE])
    words = ("--sheet", "Вопросы", "--header-rows", "2", "--map", "query=Что спросили / t")
    run("questions", first, *words, "--map", "id=Код / k", "--map", "doc=Где / d", "--sets", "each")
    run("questions", second, "--sets", "together", "--type", "support")
    assert kept(top, "questions") == {
        "март.xlsx": {
            "sheet": "Вопросы",
            "header_rows": 2,
            "sets": "each",
            "fields": {"id": "Код / k", "query": "Что спросили / t", "doc": "Где / d"},
        },
        "other.xlsx": {
            "sets": "together",
            "type": "support",
            "fields": {"id": "№", "query": "Вопрос", "quote": "Цитата"},
        },
    }
    for path, says in (
        (first, "sheet Вопросы, header_rows 2, sets each"),
        (second, "sets together, type support"),
    ):
        said = run("questions", path)
        assert said[0] == f"kept in params.yaml import.questions.{path.name}: {says}"
        assert f"mapping (kept in params.yaml import.questions.{path.name}):" in said
        assert said[-1] == "nothing to write: all of it is there already"
    assert {row["id"]: row["type"] for row in read(top / "gold/queries.jsonl")} == {
        "1": "unsorted",
        "2": "support",
    }


def test_a_pattern_that_people_wrote_is_for_several_files(top, tmp_path):
    """No entry is put beside it; a file that it does not fit names it, and --guess gives that one its own."""
    entry = (
        'import:\n  questions:\n    "q-*.csv":  # from support\n      fields: {id: №, query: Текст запроса}\n'
    )
    params = (top / "params.yaml").read_text("utf-8") + entry
    (top / "params.yaml").write_text(params, "utf-8")
    for name, text in (("q-1.csv", "№,Текст запроса\n1,Срок?\n"), ("q-b.csv", "№,Вопрос\n2,Обмен?\n")):
        (tmp_path / name).write_text(text, "utf-8")
    run("questions", tmp_path / "q-1.csv")
    assert (top / "params.yaml").read_text("utf-8") == params
    assert refused(top, "questions", tmp_path / "q-b.csv") == [
        (
            'params.yaml import.questions.q-*.csv: keeps query = "Текст запроса", and the file has no such column; '
            "import with --guess, or --map query=COLUMN, or --map query= for none"
        )
    ]
    run("questions", tmp_path / "q-b.csv", "--guess")
    assert kept(top, "questions", "q-b.csv") == {"fields": {"id": "№", "query": "Вопрос"}}
    assert "# from support" in (top / "params.yaml").read_text("utf-8")


def test_a_sheet_that_is_gone_names_the_key_that_wants_it(top, tmp_path):
    """Beside what there is."""
    path = book(tmp_path / "q.xlsx", ["Вопрос"], ["Срок?"])
    run("questions", path, "--sheet", "Лист1")
    book(path, ["Вопрос"], ["Срок?"], sheets=("Апрель",))
    assert refused(top, "questions", path) == [
        f"{path}: has no sheet 'Лист1'; one of: Апрель",
        "params.yaml import.questions.q.xlsx: says sheet Лист1; if that is not so: import with --guess, or state it",
    ]
    assert run("questions", path, "--guess")[-1] == "next: assay gold check, then `make repro`"
    assert kept(top, "questions", "q.xlsx") == {"fields": {"query": "Вопрос"}}


def test_the_log_of_the_next_week_is_read_as_that_of_the_last(top, tmp_path):
    """Its name differs in digits alone; each system has its own."""
    run("questions", write(tmp_path / "q.jsonl", [{"id": "1", "query": "Срок?"}]))
    log = [{"id": "1", "found": [{"n": "u1", "t": TERM}]}]
    words = ("--map", "retrieved=found", "--item", "chunk_id=n", "--item", "text=t")
    first, second = (write(tmp_path / f"log-2026-11-0{day}.jsonl", log) for day in (1, 8))
    run("results", first, "--system", "prod", "--recorded-at", "2026-11-01", *words, "--missing", "not-asked")
    before = kept(top, "results")
    said = run("results", second, "--system", "prod", "--recorded-at", "2026-11-08")
    assert said[0] == "kept in params.yaml import.results.prod.log-2026-11-01.jsonl: missing not-asked"
    assert kept(top, "results") == before
    assert list(before) == ["prod"]


def test_a_table_of_chunks_is_read_as_it_is_kept(top, tmp_path):
    """That of --chunks by its own name, as by an import of it."""
    table = tmp_path / "chunks.csv"
    table.write_text(f"nr,words\nc1,{TERM}\n", "utf-8")
    entry = "import:\n  chunks:\n    chunks.csv: {fields: {chunk_id: nr, text: words}}\n"
    path = top / "params.yaml"
    path.write_text(path.read_text("utf-8") + entry, "utf-8")
    questions = write(tmp_path / "q.jsonl", [{"id": "1", "query": "Срок?", "relevant_ids": ["c1"]}])
    run("questions", questions, "--chunks", table, "--sets", "each")
    (row,) = read(top / "gold/queries.jsonl")
    assert len(row["evidence_sets"]) == 1


def test_every_fault_of_a_sheet_comes_at_once(top, tmp_path):
    """Formulas without a value hide no other cell; what no field reads is a note."""
    rows = [
        ["№", "Вопрос", "Начало", "Прочее"],
        ["1", "Срок?", "много", "x"],
        ["2", None, 3, "=1+1"],
        ["3", "=A1&A2", 3, "x"],
    ]
    path = book(tmp_path / "q.xlsx", *rows)
    assert refused(top, "questions", path, "--map", "start=Начало") == [
        f"{path}!Лист1!B4: holds a formula that was never computed; open the file, save it again",
        f"{path}!Лист1!C2: is 'много', must be a whole number; it is read as start",
        f"{path}!Лист1!B3: is empty or absent; it is needed as query (the question)",
    ]
    path = book(path, rows[0], ["1", "Срок?", None, "=1+1"])
    said = run("questions", path, "--dry-run")
    assert f"{path}!Лист1!D2 holds a formula that was never computed; no field reads it" in said


def test_a_stated_language_is_a_code(top, tmp_path):
    """By its name too; what is none is refused before any question is."""
    path = write(tmp_path / "q.jsonl", [{"id": "1", "query": "Срок?"}, {"id": "2", "query": "Код?"}])
    assert refused(top, "questions", path, "--lang", "Klingon") == [
        "--lang Klingon: is no language; write a code such as ru or en"
    ]
    run("questions", path, "--lang", "Russian")
    assert [row["lang"] for row in read(top / "gold/queries.jsonl")] == ["ru", "ru"]


def test_a_column_that_is_stated_and_not_there_is_refused(top, tmp_path):
    """Nothing would be read from it, and nobody told."""
    (tmp_path / "q.csv").write_text("№,Вопрос\n1,Срок?\n", "utf-8")
    assert refused(top, "questions", tmp_path / "q.csv", "--map", "rationale=Почему") == [
        "--map rationale=Почему: is no column; there are: №; Вопрос"
    ]


@pytest.mark.usefixtures("top")
def test_the_preview_shows_every_column(tmp_path):
    """What became what with an example, what is not read, three records as they will stand there."""
    rows = "".join(f"{n},Вопрос {n}?,x{n},\n" for n in range(1, 6))
    (tmp_path / "q.csv").write_text("№,Вопрос,Прочее,Пусто\n" + rows, "utf-8")
    said = run("questions", tmp_path / "q.csv", "--dry-run")
    at = said.index("mapping (guessed):")
    assert said[at + 1 : at + 4] == ["  id = № (1)", "  query = Вопрос (Вопрос 1?)", "not read: Прочее (x1)"]
    preview = said.index("preview:")
    assert [line.startswith("  {") for line in said[preview + 1 : preview + 5]] == [True, True, True, False]


@pytest.mark.parametrize(
    ("command", "tables"),
    [
        (import_.commands["chunks"], (CHUNK,)),
        (import_.commands["questions"], (QUESTION,)),
        (import_.commands["results"], (ASKED, FOUND)),
        (sample, (LOG,)),
    ],
)
def test_help_lists_the_fields_that_can_be_mapped(command, tables):
    """Each in a line with its meaning."""
    lines = [" ".join(line.split()) for line in CliRunner().invoke(command, ["--help"]).output.splitlines()]
    for table in tables:
        for name, target in table.items():
            needed = " (needed)" if target.required and not target.made else ""
            assert f"{name} {target.doc}{needed}" in lines
