import re
import subprocess
import sys

import pytest

from assay import entries, ledger, params
from assay.errors import InputError
from assay.jsonl import dump_row
from conftest import ROOT
from scoring.cases import grade_row

FIELDS = entries.FIELDS["grades"]
GRADE = grade_row("q1", "returns#.1", 1)
TRIAGE = {
    "query_id": "q1",
    "text_sha256": "0" * 64,
    "decision": "joins_gold",
    "reason": "says the same",
    "supports_claims": None,
    "compatible_with": None,
}
UNWRITABLE = "holds NaN, an infinite number or half a character, which JSON has not; write null"
HOLDOUT = {"system": "a", "run_id": "0" * 64, "gold_revision": "0" * 64, "why": "release", "metrics": {}}


def line(row):
    return (dump_row(row) + "\n").encode()


def grade(value, by="ada", **envelope):
    return ledger.new_row({**GRADE, "grade": value}, by, **envelope)


def messages(files, adjudicators=()):
    with pytest.raises(InputError) as caught:
        ledger.read(files, FIELDS, "evidence/grades", adjudicators)
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
    path = tmp_path / "grades" / "ada.jsonl"
    ledger.append(path, grade(1))
    before = path.read_bytes()
    code = (
        "import resource, sys; from pathlib import Path; from assay import ledger\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 40},) * 2)\n"
        f"try: ledger.append(Path(sys.argv[1]), ledger.new_row({GRADE!r}, 'ada'))\n"
        "except OSError as error: print(error.strerror)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout == "No space left on device\n"
    assert path.read_bytes() == before


def test_nothing_is_appended_to_half_a_line(tmp_path):
    """Two rows would become one that nobody wrote."""
    path = tmp_path / "grades" / "ada.jsonl"
    path.parent.mkdir()
    path.write_bytes(line(grade(1))[:-9])
    before = path.read_bytes()
    with pytest.raises(InputError) as caught:
        ledger.append(path, grade(2))
    assert str(caught.value) == (
        f"{path}: the last line has no line end: it may be cut off; restore it from the last commit"
    )
    assert path.read_bytes() == before


def test_rows_of_another_shape_are_no_traceback():
    """An infinite number, lines that are no JSON beside one with a wrong value: all files at once."""
    infinite = line(grade(1)).replace(b'"grade": 1', b'"grade": 1e999')
    files = {"ada.jsonl": infinite, "bob.jsonl": b"{\n" + line(grade(7, "bob")), "eve.jsonl": b"[]\n"}
    assert messages(files) == [
        f"evidence/grades/ada.jsonl:1: {UNWRITABLE}",
        (
            "evidence/grades/bob.jsonl:1: is not JSON at column 2 "
            "(Expecting property name enclosed in double quotes); mend the line"
        ),
        "evidence/grades/bob.jsonl:2: grade is 7, must be 0, 1 or 2; write the row anew",
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
    by_bob = after(2, first, by="bob")
    files = {"ada.jsonl": line(first), "bob.jsonl": line(by_bob)}
    fix = "ada does, or an adjudicator named in params.yaml"
    assert messages(files) == [f"evidence/grades/bob.jsonl:1: bob supersedes a row of ada; {fix}"]
    assert ledger.read(files, FIELDS, "evidence/grades", ["bob"]) == [by_bob]
    silent = after(2, first, supersede_reason=None)
    assert messages({"ada.jsonl": line(first) + line(silent)}) == [
        "evidence/grades/ada.jsonl:2: supersedes a row without supersede_reason; say why"
    ]


def forked(*rows):
    files = {}
    for row in rows:
        name = f"{row['by']}.jsonl"
        files[name] = files.get(name, b"") + line(row)
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


TEXT = "must be a text, not empty"
SHA256 = "must be a SHA-256 (64 digits 0-9, a-f)"
LIST = "must be a list, each"
IDS = f"{LIST} a row id (16 digits 0-9, a-f)"
NAME = "must be a name without '/', not begun by '.', no spaces around it"
TIME = "must be a time with its zone, as 2026-11-01T09:30:00+00:00"
BAD = {
    "grades": (
        GRADE,
        [
            *(("grade", value, "must be 0, 1 or 2") for value in (7, "2", True, None, -1, 1.0)),
            *(("harmful", value, "must be true or false") for value in ("no", None, 0)),
            *(("reason", value, TEXT) for value in ("", None, " \n\t", 7)),
            *(("sha256", value, SHA256) for value in ("zz", None, "A" * 64)),
            *(("query_id", value, TEXT) for value in (7, None)),
            ("chunk_id", "", TEXT),
            ("reason_code", "", f"{TEXT}, or null"),
            *(("adjudicates", value, f"{IDS}, or null") for value in ("0" * 16, ["r1"], [7], {})),
            *(("by", value, NAME) for value in ("", None, ".ada", "a/b", "ada ", "a\nb", "a\x9fb")),
            *(
                ("at", value, TIME)
                for value in (
                    "2026-11-01T09:30:00",
                    "yesterday",
                    None,
                    "2026-13-01T09:30Z",
                    "2026-11-01T24:30Z",
                )
            ),
            *(("schema_version", value, "must be 1") for value in (2, "1", True, 1.0)),
            *(("supersedes", value, IDS) for value in (None, "0" * 16, ["1"])),
            ("supersede_reason", " ", f"{TEXT}, or null"),
            *(("decision", value, f"{TEXT}, or null") for value in (1, "")),
        ],
    ),
    "triage": (
        TRIAGE,
        [
            *(
                ("decision", value, "must be joins_gold, not_relevant or conflicting")
                for value in ("yes", None, "joins_gold ")
            ),
            ("text_sha256", "0" * 63, SHA256),
            ("reason", "", TEXT),
            *(
                ("supports_claims", value, f"{LIST} a text, not empty, or null")
                for value in ("c1", [""], ["a", 5, "b"])
            ),
        ],
    ),
    "holdout": (
        HOLDOUT,
        [
            *(("metrics", value, "must be an object") for value in ([], None, "{}")),
            ("run_id", "r", SHA256),
            ("why", "", TEXT),
        ],
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_every_value_has_a_rule(kind, tmp_path):
    """All that are wrong are named at once; what may not be read is not written either."""
    values, cases = BAD[kind]
    rows = [ledger.new_row({**values, key: value}, "ada") for key, value, _ in cases]
    with pytest.raises(InputError) as caught:
        ledger.read({"ada.jsonl": b"".join(map(line, rows))}, entries.FIELDS[kind], f"evidence/{kind}")
    assert str(caught.value).splitlines() == [
        f"evidence/{kind}/ada.jsonl:{number}: {key} is {value!r}, {rule}; write the row anew"
        for number, (key, value, rule) in enumerate(cases, 1)
    ]
    path = tmp_path / kind / "ada.jsonl"
    for row, (key, value, rule) in zip(rows, cases, strict=True):
        with pytest.raises(InputError) as caught:
            ledger.append(path, row)
        assert str(caught.value) == f"new row of {path}: {key} is {value!r}, {rule}; write the row anew"
    assert not path.parent.exists()


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (
            "grades",
            {**GRADE, "grade": 0, "harmful": True, "reason_code": "outdated", "reason": 'a "b"\nc \\'},
        ),
        ("grades", {**GRADE, "grade": 2, "adjudicates": [], "query_id": "no such query"}),
        (
            "triage",
            {**TRIAGE, "decision": "conflicting", "supports_claims": ["c1", "c2"], "compatible_with": []},
        ),
        ("holdout", {**HOLDOUT, "metrics": {"recall@5": {"mean": None, "n": 0, "nulls": {"stale": 6}}}}),
        ("grades", {**GRADE, "at": "2026-11-01T09:30Z"}),
    ],
)
def test_values_that_may_be_there(kind, values):
    """The ledger does not know which queries there are."""
    row = ledger.new_row(values, "ada")
    assert ledger.read({"ada.jsonl": line(row)}, entries.FIELDS[kind], f"evidence/{kind}") == [row]


def test_a_row_that_adjudicates_names_rows_that_are_there():
    """As one that supersedes does."""
    one = grade(1)
    final = ledger.new_row({**GRADE, "grade": 2, "adjudicates": [one["row_id"]]}, "ada")
    lost = ledger.new_row({**GRADE, "grade": 0, "adjudicates": ["feedfeedfeedfeed"]}, "ada")
    files = {"ada.jsonl": line(one) + line(final) + line(lost)}
    assert messages(files, ["ada"]) == [
        "evidence/grades/ada.jsonl:3: adjudicates feedfeedfeedfeed, which is not there; restore that row"
    ]
    fix = "have one do it whom params.yaml names, or leave adjudicates null"
    assert messages({"ada.jsonl": line(one) + line(final)}) == [
        f"evidence/grades/ada.jsonl:2: adjudicates, but ada is no adjudicator; {fix}"
    ]


def test_each_author_has_one_file():
    """Directly in the folder; its name is made of the author's."""
    rows = line(grade(1, "Ada L.")), line(grade(1, "Ада"))
    hashed = ledger.author_file("Ада")
    assert len(ledger.read({"ada-l-.jsonl": rows[0], f"{hashed}.jsonl": rows[1]}, FIELDS, "x")) == 2
    assert messages({"ada.jsonl": rows[0], f"sub/{hashed}.jsonl": rows[1]}) == [
        "evidence/grades/ada.jsonl:1: is by 'Ada L.', whose rows stand in ada-l-.jsonl; move it there",
        f"evidence/grades/sub/{hashed}.jsonl:1: is by 'Ада', whose rows stand in {hashed}.jsonl; move it there",
    ]


@pytest.mark.parametrize(
    "who", ["Test Person", "Анна К.", "../x", "a/../../b", "o'brien/x", "-", "A.B. C", "x" * 300]
)
def test_an_author_always_has_a_file_name(who):
    """Safe in every file system, the same each time."""
    name = ledger.author_file(who)
    assert params.NAME.fullmatch(name)
    assert len(name) <= params.LONGEST
    assert name == ledger.author_file(who)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud83d"])
def test_what_json_has_not_is_no_traceback(value, tmp_path):
    """Neither of a new row nor of one that another program made."""
    with pytest.raises(InputError) as caught:
        grade(value)
    assert str(caught.value) == f"new row: {UNWRITABLE}"
    path = tmp_path / "grades" / "ada.jsonl"
    with pytest.raises(InputError) as caught:
        ledger.append(path, {**grade(1), "grade": value})
    assert str(caught.value) == f"new row of {path}: {UNWRITABLE}"


def test_the_readme_shows_how_to_write_a_grade(tmp_path, monkeypatch):
    """Its program, run as it stands there; the row is read."""
    text = (ROOT / "evidence/grades/README.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    subprocess.run([sys.executable, "-c", code], check=True)
    (path,) = (tmp_path / "evidence/grades").iterdir()
    (row,) = ledger.read({path.name: path.read_bytes()}, FIELDS, "evidence/grades")
    assert (row["query_id"], row["grade"], row["by"]) == ("q-a13", 1, "Ada Example")
