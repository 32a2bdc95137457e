import re
import subprocess
import sys

import pytest

from assay import entries, ledger, params
from assay.errors import InputError
from assay.files import read_files
from assay.jsonl import dump_row
from conftest import ROOT
from evidence import cases as claims
from scoring.cases import grade_row

FIELDS, CLAIMS = entries.FIELDS["grades"], entries.FIELDS["claims"]
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


def test_nothing_is_quoted_of_closed_rows():
    """Where they stand, and which rule they break."""
    rows = [ledger.new_row({**GRADE, "reason": [word]}, "ada") for word in ("open", "secret")]
    with pytest.raises(InputError) as caught:
        ledger.history(
            {"ada.jsonl": b"".join(map(line, rows))},
            FIELDS,
            "evidence/grades",
            closed=lambda row: row["reason"] == ["secret"],
        )
    rule = "must be a text, not empty; write the row anew"
    assert str(caught.value).splitlines() == [
        f"evidence/grades/ada.jsonl:1: reason is ['open'], {rule}",
        f"evidence/grades/ada.jsonl:2: reason is …, {rule}",
    ]


def test_missing_and_unknown_keys_are_named():
    """All problems of all files at once."""
    row = grade(1)
    short = {key: value for key, value in row.items() if key != "at"}
    found = messages({"ada.jsonl": line(short), "bob.jsonl": line({**row, "colour": 1})})
    assert found[0] == "evidence/grades/ada.jsonl:1: lacks at; add it by the command that writes this ledger"
    assert "evidence/grades/bob.jsonl:1: has unknown keys 'colour'; remove them" in found


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


def test_who_supersedes_a_row_says_why():
    """And is read, whoever it is: a ruling stays valid, whoever is an adjudicator today (:mod:`assay.authors`)."""
    first = grade(1)
    by_bob = after(2, first, by="bob")
    files = {"ada.jsonl": line(first), "bob.jsonl": line(by_bob)}
    assert ledger.read(files, FIELDS, "evidence/grades") == [by_bob]
    silent = after(2, first, supersede_reason=None)
    assert messages({"ada.jsonl": line(first) + line(silent)}) == [
        "evidence/grades/ada.jsonl:2: supersedes a row without supersede_reason; say why"
    ]


def forked(*rows):
    files = {}
    for row in rows:
        name = f"{row['by']}.jsonl"
        files[name] = files.get(name, b"") + line(row)
    return list(map(str, ledger.forks(ledger.history(files, FIELDS, "evidence/grades"))))


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
NAME = "must be a name without '/' and signs that nobody sees, not begun by '.', no spaces around it"
TIME = "must be a time with its zone on a day that there is, as 2026-11-01T09:30:00+00:00"
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
            *(("by", f"a{sign}b", NAME) for sign in "\xad\u200b\u202e\u2028\u2066\u3164\ufeff\U000e0041"),
            *(
                ("at", value, TIME)
                for value in (
                    "2026-11-01T09:30:00",
                    "yesterday",
                    None,
                    "2026-13-01T09:30Z",
                    "2026-11-01T24:30Z",
                    "2026-02-30T09:30Z",
                    "2026-04-31T09:30Z",
                    "2100-02-29T09:30Z",
                    "0000-01-01T09:30Z",
                    "٢٠٢٦-11-01T09:30Z",
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
        ("grades", {**GRADE, "at": "2028-02-29T09:30Z"}),
        ("grades", {**GRADE, "at": "2000-02-29T23:59:59.1234567+03:00"}),
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
    assert messages(files) == [
        "evidence/grades/ada.jsonl:3: adjudicates feedfeedfeedfeed, which is not there; restore that row"
    ]
    assert ledger.read({"ada.jsonl": line(one) + line(final)}, FIELDS, "evidence/grades") == [one, final]


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


ANSWERS = (
    *(
        "A-017",
        "a-017",
        "A 017",
        "../x",
        "..",
        "a/b",
        "/etc/passwd",
        "-",
        "Ответ 17",
        "👩‍👧",
        "x" * 300,
        "con",
    ),
    *(
        "a.b",
        "README.md",
        "claims",
        "grades",
        "a\\b",
        "A-017\u200b",
        "=1+1",
        "%2e%2e",
        "a" * 60,
        "ﬁ",
        "e\u0301",
    ),
)


ANSWER = claims.shop_run().answers[0]


def claim(answer="A-017", by="ada", **more):
    """A row of a ledger that has a folder for each answer."""
    return claims.row(ANSWER, ["Назад"], by=by, claim_id="C-1", answer_id=answer, **more)


def test_rows_about_an_answer_stand_in_its_folder(tmp_path):
    """One file an author in each; appended and read in the same layout."""
    rows = [claim(answer, by) for answer in ("A-017", "B-1") for by in ("Ada L.", "bob")]
    for row in rows:
        ledger.append(tmp_path / "claims" / ledger.file_of(row), row)
    files = read_files(tmp_path / "claims")
    assert list(files) == ["a-017/ada-l-.jsonl", "a-017/bob.jsonl", "b-1/ada-l-.jsonl", "b-1/bob.jsonl"]
    assert ledger.history(files, CLAIMS, "evidence/claims") == {
        f"evidence/claims/{name}:1": row for name, row in zip(files, rows, strict=True)
    }
    assert ledger.file_of(grade(1)) == "ada.jsonl"


@pytest.mark.parametrize("answer", ANSWERS)
def test_any_id_of_an_answer_has_a_folder(answer, tmp_path):
    """Below the ledger's, safe in every file system; what is written there is read again."""
    row = claim(answer)
    folder, name = ledger.file_of(row).split("/")
    assert params.NAME.fullmatch(folder)
    assert len(folder) <= params.LONGEST
    path = tmp_path / "evidence" / "claims" / folder / name
    ledger.append(path, row)
    ledger.append(path, again := claim(answer, minute=1))
    files = read_files(tmp_path / "evidence" / "claims")
    assert list(files) == [f"{folder}/ada.jsonl"]
    assert list(ledger.history(files, CLAIMS, "evidence/claims").values()) == [row, again]


def test_folders_of_answers_are_apart():
    """But for ids that differ in capitals, spaces or points alone, which may share one."""
    same = {"a-017": {"A-017", "a-017", "A 017"}}
    folders = {}
    for answer in ANSWERS:
        folders.setdefault(ledger.file_of(claim(answer)).split("/")[0], set()).add(answer)
    assert {name: found for name, found in folders.items() if len(found) > 1} == same


@pytest.mark.parametrize(
    "place", ["b-1/ada.jsonl", "ada.jsonl", "a-017/bob.jsonl", "a-017/more/ada.jsonl", "A-017/ada.jsonl"]
)
def test_a_row_in_another_folder_is_named_with_its_own(place, tmp_path):
    """Neither read nor written there."""
    row = claim()
    with pytest.raises(InputError) as caught:
        ledger.history({place: line(row)}, CLAIMS, "evidence/claims")
    fix = "is by 'ada' about 'A-017', whose rows stand in a-017/ada.jsonl; move it there"
    assert str(caught.value) == f"evidence/claims/{place}:1: {fix}"
    if place.count("/") == 1:
        path = tmp_path / "claims" / place
        with pytest.raises(InputError) as caught:
            ledger.append(path, row)
        assert str(caught.value) == f"new row of {path}: {fix}"
        assert not path.parent.exists()


def test_a_stray_field_makes_no_folder(tmp_path):
    """A grade that names an answer is a grade with an unknown key."""
    path = tmp_path / "grades" / "ada.jsonl"
    with pytest.raises(InputError) as caught:
        ledger.append(path, ledger.new_row({**GRADE, "answer_id": "A-017"}, "ada"))
    assert str(caught.value) == f"new row of {path}: has unknown keys 'answer_id'; remove them"
    missing = claim()
    del missing["answer_id"]
    path = tmp_path / "claims" / "a-017" / "ada.jsonl"
    with pytest.raises(InputError) as caught:
        ledger.append(path, missing)
    assert str(caught.value).startswith(f"new row of {path}: lacks answer_id; ")


def test_a_claim_edited_by_hand_or_of_another_author_is_found():
    """In whichever folder; the others are read."""
    own, other = claim(), claim("B-1", "bob")
    edited = {**own, "claim": "Другое"}
    taken = claim("B-1", "eve", envelope={"supersedes": [other["row_id"]], "supersede_reason": "Иначе."})
    files = {"a-017/ada.jsonl": line(edited), "b-1/bob.jsonl": line(other), "b-1/eve.jsonl": line(taken)}
    with pytest.raises(InputError) as caught:
        ledger.history(files, CLAIMS, "evidence/claims")
    assert str(caught.value) == (
        "evidence/claims/a-017/ada.jsonl:1: was edited: its hash does not fit; restore it, and add a row that supersedes it"
    )
    files["a-017/ada.jsonl"] = line(own)
    assert ledger.read(files, CLAIMS, "evidence/claims") == [own, taken]


def test_every_row_stays_in_the_history():
    """Those in force are what no later row supersedes; both are in the order of file and line."""
    first = grade(0)
    second, other = after(1, first), grade(2, "bob")
    files = {"bob.jsonl": line(other), "ada.jsonl": line(first) + line(second)}
    rows = ledger.history(files, FIELDS, "evidence/grades")
    assert list(rows.items()) == [
        ("evidence/grades/ada.jsonl:1", first),
        ("evidence/grades/ada.jsonl:2", second),
        ("evidence/grades/bob.jsonl:1", other),
    ]
    assert ledger.in_force(rows.values()) == [second, other] == ledger.read(files, FIELDS, "evidence/grades")


def test_a_fork_is_followed_through_any_number_of_versions():
    """Two sides of a fork, each superseded twelve hundred times; the ends are named."""
    chain = [grade(0)]
    for number in range(2):
        side = [after(number + 1, chain[0])]
        for turn in range(1200):
            side.append(after(turn % 3, side[-1], supersede_reason=f"turn {turn}"))
        chain += side
    (problem,) = forked(*chain)
    place = "evidence/grades/ada.jsonl"
    assert problem.startswith(
        f"{place}:1: is superseded by different decisions: {place}:1202, {place}:2403; "
    )


def test_splits_and_merges_in_turn_are_no_fork():
    """Sixty of them: each row is looked at once, not once a way that leads to it."""
    rows = [grade(0)]
    for turn in range(60):
        parts = [after(value, rows[-1], decision=f"split {turn}") for value in (1, 2)]
        rows += [*parts, after(0, *parts)]
    assert forked(*rows) == []
    assert len(forked(*rows, after(2, rows[0], supersede_reason="apart"))) == 1
