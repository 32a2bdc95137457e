import pytest

from assay.errors import InputError
from assay.exchange.documents.record import entry, origins, parse_record, record_bytes

KNOWN = {
    "help/b.md": entry("help", {"id": "help/b", "title": "Б", "version": "007", "lang": "ru"}, "Текст.\n"),
    "a.md": entry("help", {"id": "a", "title": "A", "version": "v1", "lang": "en", "url": "/a"}, "Text.\n"),
}


def test_it_is_read_as_it_was_written():
    """One line a document, by path, ids and versions as texts."""
    data = record_bytes(KNOWN)
    assert parse_record(data, "corpus/.imported") == KNOWN
    assert [line.split('"')[3] for line in data.decode().splitlines()] == ["a.md", "help/b.md"]
    assert record_bytes(dict(reversed(KNOWN.items()))) == data


def test_every_fault_is_named():
    """Lines of another shape, a merge that left two of one document, its markers."""
    line = record_bytes(KNOWN).splitlines(keepends=True)[0]
    with pytest.raises(InputError) as error:
        parse_record(line + line + b'{"path": "x"}\n{"path": 1, "from": "x", "body": ""}\n<<<<<<< a\n', "r")
    assert [str(problem).partition(";")[0] for problem in error.value.problems] == [
        "r:5: is a conflict marker of a merge",
        "r:2: is the second line of a.md",
        "r:3: says not what an import wrote",
        "r:4: says not what an import wrote",
    ]


def test_a_folder_named_by_its_date_is_the_same():
    """Half of what it gave comes again; one that shares an index page alone is another one."""
    known = {f"{n}.md": entry("help-2026-10", {}, "") for n in range(4)}
    known |= {f"shop/{n}.md": entry("shop", {}, "") for n in range(4)}
    assert origins(known, "help-2026-11", ["0.md", "1.md", "shop/1.md"]) == {"help-2026-10", "help-2026-11"}
    assert origins(known, "shop", []) == {"shop"}
