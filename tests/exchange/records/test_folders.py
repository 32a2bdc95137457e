import json

import pytest

from assay.errors import InputError
from assay.exchange.records.folders import files_of, records_of


def test_records_of_several_files_keep_their_places(tmp_path):
    """In the order of the files' names; hidden files and locks of open sheets are none."""
    for name, data in {
        "b.jsonl": b'{"id": "3"}\n',
        "a/x.json": b'[{"id": "1"}, {"id": "2", "n": 1e5}]',
        "c.csv": "id;текст\n4;Возврат\n".encode("cp1251"),
        "~$a.xlsx": b"lock",
        ".hidden.json": b"{",
        "notes.txt": b"x",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    found = records_of({name.rpartition("/")[2]: data for name, data in files_of(tmp_path).items()})
    assert [value["id"] for value in found.values] == ["1", "2", "3", "4"]
    assert found.spots == ["x.json [0]", "x.json [1]", "b.jsonl:1", "c.csv:2"]
    assert not found.table
    assert repr(found.written()[1]["n"]) == "1e5"
    assert found.notes == ["c.csv was read as cp1251: it is not UTF-8"]


def test_what_cannot_be_read_is_named_with_all_that_is_wrong_elsewhere():
    """Files and lines at once."""
    bad = {"a.json": b"{", "b.jsonl": b"x\n" + json.dumps({"id": 1}).encode(), "c.bin": b"x"}
    with pytest.raises(InputError) as caught:
        records_of(bad)
    assert [problem.where for problem in caught.value.problems] == ["a.json:1", "c.bin", "b.jsonl:1"]
    with pytest.raises(InputError, match=r"b\.json: holds no records"):
        records_of({"a.json": b"[]", "b.json": b"[]"})


def test_a_folder_needs_a_file(tmp_path):
    """Of a form that is known."""
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(InputError, match="holds no file of a known form; name a file"):
        files_of(tmp_path)
