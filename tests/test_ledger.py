import subprocess
import sys

import pytest

from assay import ledger
from assay.errors import InputError
from assay.jsonl import dump_row

FIELDS = ("query_id", "grade")


def line(row):
    return (dump_row(row) + "\n").encode()


def grade(value, by="ada", **envelope):
    return ledger.new_row({"query_id": "q1", "grade": value}, by, **envelope)


def messages(files):
    with pytest.raises(InputError) as caught:
        ledger.read(files, FIELDS, "evidence/grades")
    return str(caught.value).splitlines()


def test_a_superseded_row_is_no_longer_in_force_but_stays(tmp_path):
    """Appending changes nothing that was written before."""
    first = grade(1)
    second = grade(2, supersedes=[first["row_id"]], supersede_reason="read the exception")
    path = tmp_path / "grades" / "ada.jsonl"
    ledger.append(path, first)
    before = path.read_bytes()
    ledger.append(path, second)
    assert path.read_bytes().startswith(before)
    assert ledger.read({"ada.jsonl": path.read_bytes()}, FIELDS, "evidence/grades") == [second]


def test_a_row_that_does_not_fit_on_the_disk_leaves_nothing(tmp_path):
    """A limit of the file's size stands for a full disk: half of the row would fit."""
    path = tmp_path / "ada.jsonl"
    ledger.append(path, grade(1))
    before = path.read_bytes()
    code = (
        "import resource, sys; from pathlib import Path; from assay import ledger\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 40},) * 2)\n"
        "try: ledger.append(Path(sys.argv[1]), ledger.new_row({'grade': 1}, 'ada'))\n"
        "except OSError as error: print(error.strerror)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout == "No space left on device\n"
    assert path.read_bytes() == before


def test_nothing_is_appended_to_half_a_line(tmp_path):
    """Two rows would become one that nobody wrote."""
    path = tmp_path / "ada.jsonl"
    path.write_bytes(line(grade(1))[:-9])
    before = path.read_bytes()
    with pytest.raises(InputError) as caught:
        ledger.append(path, grade(2))
    assert str(caught.value) == (
        f"{path}: the last line has no line end: it may be cut off; restore it from the last commit"
    )
    assert path.read_bytes() == before


def test_rows_of_another_shape_are_no_traceback():
    """An infinite number, a row that supersedes no list, lines that are no JSON: all files at once."""
    row = grade(1)
    odd = {**row, "supersedes": None}
    odd["row_id"] = ledger.row_id(odd)
    infinite = line(row).replace(b'"grade": 1', b'"grade": 1e999')
    edited = "was edited: its hash does not fit; restore it, and add a row that supersedes it"
    assert messages({"ada.jsonl": infinite + line(odd), "bob.jsonl": b"{\n", "eve.jsonl": b"[]\n"}) == [
        f"evidence/grades/ada.jsonl:1: {edited}",
        f"evidence/grades/ada.jsonl:2: {edited}",
        (
            "evidence/grades/bob.jsonl:1: is not JSON at column 2 "
            "(Expecting property name enclosed in double quotes); mend the line"
        ),
        "evidence/grades/eve.jsonl:1: a line is one JSON object; mend the line",
    ]


def test_an_edited_row_is_found():
    """The id is the hash of the row."""
    row = grade(1)
    assert messages({"ada.jsonl": line({**row, "grade": 2})}) == [
        "evidence/grades/ada.jsonl:1: was edited: its hash does not fit; restore it, and add a row that supersedes it"
    ]


def test_missing_and_unknown_keys_are_named():
    """All problems of all files at once."""
    row = grade(1)
    short = {key: value for key, value in row.items() if key != "at"}
    found = messages({"ada.jsonl": line(short), "bob.jsonl": line({**row, "colour": 1})})
    assert found[0] == "evidence/grades/ada.jsonl:1: lacks at; add it by the command that writes this ledger"
    assert "evidence/grades/bob.jsonl:1: has unknown keys colour; remove them" in found


def test_a_row_twice_and_a_lost_row_are_found():
    """Copied lines, and removed ones."""
    row = grade(1)
    other = grade(2, supersedes=["feedfeedfeedfeed"], supersede_reason="read again")
    assert messages({"ada.jsonl": line(row) + line(row) + line(other)}) == [
        "evidence/grades/ada.jsonl:2: repeats evidence/grades/ada.jsonl:1; remove one of them",
        "evidence/grades/ada.jsonl:3: supersedes feedfeedfeedfeed, which is not there; restore that row",
    ]


def test_other_files_of_the_folder_are_left_alone():
    """A README is no ledger."""
    assert ledger.read({"README.md": b"# grades"}, FIELDS, "evidence/grades") == []


def test_only_its_author_or_an_adjudicator_supersedes_a_row():
    """And says why."""
    first = grade(1)
    by_bob = grade(2, by="bob", supersedes=[first["row_id"]], supersede_reason="read the exception")
    files = {"ada.jsonl": line(first), "bob.jsonl": line(by_bob)}
    fix = "ada does, or an adjudicator named in params.yaml"
    assert messages(files) == [f"evidence/grades/bob.jsonl:1: bob supersedes a row of ada; {fix}"]
    assert ledger.read(files, FIELDS, "evidence/grades", ["bob"]) == [by_bob]
    silent = grade(2, supersedes=[first["row_id"]], supersede_reason=" ")
    assert messages({"ada.jsonl": line(first) + line(silent)}) == [
        "evidence/grades/ada.jsonl:2: supersedes a row without supersede_reason; say why"
    ]


def forked(*rows):
    files = {"ada.jsonl": b"".join(map(line, rows))}
    return list(map(str, ledger.forks(files, FIELDS, "evidence/grades")))


def after(value, *older, **envelope):
    ids = [row["row_id"] for row in older]
    return grade(value, **{"supersedes": ids, "supersede_reason": "read again", **envelope})


def test_two_decisions_on_one_row_are_a_fork_until_one_row_supersedes_both():
    """As a merge of two branches leaves them; both are in force until then."""
    first = grade(0)
    one, two = after(1, first), after(2, first)
    later = after(2, two, by="ada", supersede_reason="and again")
    rule = "is superseded by different decisions: {}, {}; an adjudicator (adjudicators in params.yaml) adds a row that supersedes them all"
    place = "evidence/grades/ada.jsonl"
    assert forked(first, one) == []
    assert forked(first, one, two) == [f"{place}:1: " + rule.format(f"{place}:2", f"{place}:3")]
    assert forked(first, one, two, later) == [f"{place}:1: " + rule.format(f"{place}:2", f"{place}:4")]
    assert ledger.read({"ada.jsonl": b"".join(map(line, (first, one, two)))}, FIELDS, "x") == [one, two]
    assert forked(first, one, two, later, after(1, one, later, by="eve")) == []


def test_rows_of_one_split_are_one_decision():
    """They share its name."""
    first = grade(0)
    parts = [after(value, first, decision="split-1") for value in (1, 2)]
    assert [row["decision"] for row in parts] == ["split-1", "split-1"]
    assert forked(first, *parts) == []
    assert len(forked(first, *parts, after(1, first, decision="split-2", supersede_reason="other"))) == 1
