import io

import openpyxl
import pytest

from assay.errors import InputError
from assay.exchange.records.mapping import Shape
from assay.exchange.records.reading import (
    Asked,
    files_of,
    params_of,
    read,
    read_all,
    stated,
)
from assay.exchange.records.targets import CHUNK, QUESTION

CHUNKS = b'{"id": "1", "text": "a", "body": "b"}\n{"id": "2", "text": "c", "body": ""}\n'


def got(data, targets=CHUNK, kept=None, name="f.jsonl", **asked):
    how = Asked(**asked)
    return read(read_all({name: data}, how), targets, how, kept)


def test_a_guess_is_shown_with_what_else_would_fit():
    """And with how many records there are."""
    found = got(CHUNKS)
    assert found.shape == Shape(None, {"chunk_id": "id", "text": "text"})
    assert found.facts == [
        "2 records",
        "mapping (guessed): chunk_id = id, text = text",
        "text could also be body: --map text=PATH chooses",
    ]
    assert found.mapped.unused == {"body": 1}


def test_what_is_stated_comes_before_what_is_kept_and_that_before_a_guess():
    """A kept mapping is not added to; --guess passes it over."""
    kept = Shape(None, {"text": "body", "chunk_id": "id", "old_field": "x"})
    assert got(CHUNKS, kept=kept).shape.fields == {"text": "body", "chunk_id": "id"}
    assert got(CHUNKS, kept=kept).facts[1] == "mapping (kept in params.yaml): text = body, chunk_id = id"
    assert got(CHUNKS, kept=kept, fields={"text": "text"}).shape.fields["text"] == "text"
    assert got(CHUNKS, kept=kept, anew=True).shape.fields == {"chunk_id": "id", "text": "text"}
    half = got(CHUNKS, fields={"text": "body"})
    assert half.shape.fields == {"chunk_id": "id", "text": "body"}
    assert half.facts[1].startswith("mapping (stated and guessed): ")


def test_a_field_can_be_stated_to_be_nowhere():
    """`--map doc_id=` leaves out what a guess or params.yaml would take."""
    data = b'{"id": "1", "text": "a", "source": "s"}\n'
    assert got(data).shape.fields["doc_id"] == "source"
    assert "doc_id" not in got(data, fields={"doc_id": ""}).shape.fields
    kept = Shape(None, {"text": "text", "doc_id": "source"})
    assert got(data, fields={"doc_id": ""}, kept=kept).shape.fields == {"text": "text"}


def test_words_of_the_command_line():
    """Headings may be written as they are; every wrong word is named at once."""
    assert stated(["text=page.body", "doc_id=Имя файла", "section="], CHUNK) == {
        "text": "page.body",
        "doc_id": '"Имя файла"',
        "section": "",
    }
    with pytest.raises(InputError) as caught:
        stated(["text", "word=x", "text=a["], CHUNK)
    assert [problem.where for problem in caught.value.problems] == ["--map text", "--map word=x", "'a['"]


def test_faults_of_a_sheet_name_the_cell():
    """By its letters, as the sheet shows it."""
    book = openpyxl.Workbook()
    book.active.title = "Лист 1"
    for row in (["Вопрос", "start"], ["q", "x"], [None, 7]):
        book.active.append(row)
    target = io.BytesIO()
    book.save(target)
    found = got(target.getvalue(), QUESTION, name="q.xlsx", fields={"start": "start"})
    assert list(map(str, found.mapped.problems)) == [
        "q.xlsx!Лист 1!B2: is 'x', must be a whole number; it is read as start",
        "q.xlsx!Лист 1!A3: is empty or absent; it is needed as query (the question)",
    ]


@pytest.mark.parametrize(
    ("name", "data", "where"),
    [
        (
            "f.jsonl",
            b'{"id": 7, "text": "a"}\n{"id": 7.0, "text": "b"}\n{"id": 1e5, "text": "c"}\n',
            "f.jsonl:{}",
        ),
        (
            "f.json",
            b'[{"id": 7, "text": "a"}, {"id": 7.0, "text": "b"}, {"id": 1e5, "text": "c"}]',
            "f.json [{}]",
        ),
        ("f.json", b'{"ids": [7, 7.0, 1e5], "documents": ["a", "b", "c"]}', "f.json [{}]"),
    ],
)
def test_an_id_that_is_written_as_a_fraction_is_shown_as_it_is_written(name, data, where):
    """7 is the text 7; what 7.0 and 1e5 are meant to be nobody knows."""
    found = got(data, name=name, fields={"chunk_id": "id"})
    first = 2 if name == "f.jsonl" else 1
    assert found.mapped.values[0]["chunk_id"] == "7"
    assert list(map(str, found.mapped.problems)) == [
        f"{where.format(first + at)} id: is {text}, must be a text or a whole number; it is read as chunk_id"
        for at, text in enumerate(("7.0", "1e5"))
    ]


def test_files_of_a_folder_are_read_one_after_the_other(tmp_path):
    """In the order of their names; hidden files and locks of open sheets are none."""
    for name, data in (
        ("b/2.json", b'[{"id": "2", "text": "b", "start": 1.5}]'),
        ("a.csv", b"id,text\n1,a\n"),
        ("c.jsonl", b""),
        ("~$a.xlsx", b"lock"),
        (".hidden.json", b"{"),
        ("readme.txt", b"x"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    files = files_of(tmp_path)
    assert list(files) == [f"{tmp_path}/{name}" for name in ("a.csv", "b/2.json", "c.jsonl")]
    records = read_all(files, Asked())
    found = read(records, CHUNK, Asked(), None)
    assert [value["chunk_id"] for value in found.mapped.values] == ["1", "2"]
    assert found.mapped.spots == [f"{tmp_path}/a.csv:2", f"{tmp_path}/b/2.json [0]"]
    assert f"{tmp_path}/c.jsonl is empty" in found.facts
    assert repr(records.written()[1]["start"]) == "1.5"
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="holds no file of a known form"):
        files_of(tmp_path / "empty")


def test_every_file_that_cannot_be_read_is_named():
    """All at once, with the faults of lines of the others."""
    with pytest.raises(InputError) as caught:
        read_all({"a.json": b"{", "b.jsonl": b"x\n", "c.parquet": b"x"}, Asked())
    assert {problem.where for problem in caught.value.problems} == {"a.json:1", "b.jsonl:1", "c.parquet"}


def test_faults_of_lines_and_of_values_come_at_once():
    """A line that cannot be read hides no fault of another; where nothing can be read, they are all there is."""
    broken = CHUNKS.replace(b'{"id": "2"', b"x") + b'{"id": "3", "text": ""}\n'
    assert [str(one)[:24] for one in got(broken).mapped.problems] == [
        "f.jsonl:2: is not JSON a",
        "f.jsonl:3 text: is empty",
    ]
    with pytest.raises(InputError, match=r"^f.jsonl:1: is not JSON at column 1"):
        got(b"x\n")


def test_words_on_a_mapping_are_true_of_all_of_it():
    """Stated is what stands on the command line; what the caller found is a guess as any."""
    assert got(CHUNKS, fields={"chunk_id": "id", "text": "body"}).facts[1].startswith("mapping (stated): ")
    assert got(CHUNKS, fields={"doc_id": ""}).facts[1].startswith("mapping (guessed): ")
    found = got(CHUNKS, found={"text": "body"})
    assert found.facts[1] == "mapping (guessed): chunk_id = id, text = body"
    assert got(CHUNKS, found={"text": "body"}, fields={"text": "text"}).shape.fields["text"] == "text"


def test_a_page_that_failed_in_part_is_refused_with_the_faults_of_lines():
    """A loss is said beside the records; a failure is none."""
    one = b'{"_shards": {"failed": 1}, "hits": {"hits": [{"_id": "1", "_source": {"text": "a"}}]}}\n'
    with pytest.raises(InputError) as caught:
        got(one + b"x\n")
    assert [problem.where for problem in caught.value.problems] == ["f.jsonl:2", "f.jsonl:1"]
    (loss,) = got(one.replace(b'"_shards": {"failed": 1}, "hits": {', b'"hits": {"total": 3, ')).losses
    assert loss.count == 2


@pytest.mark.parametrize("data", [b"", b"\n\n", b"[]"])
def test_nothing_is_no_import(data):
    """It says which file."""
    with pytest.raises(InputError, match=r"f.json: holds no records; check the file"):
        got(data, name="f.json")


def test_no_records_at_a_path():
    """It says what to state."""
    with pytest.raises(InputError, match=r"f.jsonl:1: holds no records; say where they are: --rows PATH"):
        got(CHUNKS, rows="nodes")


def test_params_are_those_of_a_repository(tmp_path):
    """Elsewhere the import says where it belongs."""
    with pytest.raises(InputError, match=r"params.yaml: is not there; run this in a repository"):
        params_of(tmp_path)
    (tmp_path / "params.yaml").write_bytes(b"a: 1\n")
    assert params_of(tmp_path) == (b"a: 1\n", {"a": 1})


def test_a_kept_mapping_that_fits_no_record_is_one_error():
    """Another tool's file: not a fault of each record, and what to do is said."""
    kept = Shape(None, {"chunk_id": "id", "text": "page_content"})
    with pytest.raises(InputError) as caught:
        got(CHUNKS, kept=kept)
    assert str(caught.value) == (
        "params.yaml import: keeps text = page_content, and no record of the file has that; "
        "import with --guess, or --map text=PATH"
    )


def test_what_stands_around_the_records_is_said():
    """A document's fields beside its chunks are not those of the chunks."""
    found = got(b'{"doc_id": "d", "took": 3, "chunks": [{"id": "1", "text": "a"}]}', name="f.json")
    assert found.facts[:2] == ["1 record at chunks", "around the records, not read: doc_id, took"]
