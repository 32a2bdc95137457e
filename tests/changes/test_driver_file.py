import json

import pytest
from hypothesis import given

from assay.changes.driver_file import common_file, merged_file
from assay.changes.merging import merge_rows
from assay.errors import InputError
from assay.gold.fields import QUERY, canonical, file_bytes
from assay.gold.passages import passages_bytes
from assay.gold.queries import queries_bytes
from assay.jsonl import MARKERS, read_rows
from gold.samples import passage, query

from .test_merging import branches

QUERIES = "gold/queries.jsonl"
BASE = [query("q1"), query("q2"), query("q3")]


def changed(name, rows=BASE, **values):
    return queries_bytes([row | values if row["id"] == name else row for row in rows])


def merged(base, ours, theirs, where=QUERIES, **more):
    return merged_file((base, ours, theirs), where, **more)


def said(done):
    return [str(problem) for problem in done.problems]


def test_a_clean_merge_is_in_the_fixed_form():
    """Whatever the order of lines and fields on either side."""
    ours = b"".join(reversed(changed("q1", query="Когда?").splitlines(keepends=True)))
    theirs = "".join(json.dumps(dict(reversed(row.items()))) + "\n" for row in [*BASE, query("q0")]).encode()
    done = merged(queries_bytes(BASE), ours, theirs)
    rows = [query("q0"), query("q1", query="Когда?"), query("q2"), query("q3")]
    assert done == (queries_bytes(rows), [])


def test_a_conflict_holds_both_lines_between_markers_that_name_it():
    """In its place by id; the other rows are merged."""
    ours = changed("q2", query="Когда?", rationale="Так.")
    theirs = changed("q2", query="Сколько?", rationale="Иначе.", rows=[*BASE, query("q4")])
    done = merged(queries_bytes(BASE), ours, theirs)
    lines = done.data.decode().splitlines()
    assert lines[1] == "<<<<<<< ours: q2 (query, rationale)"
    assert lines[3] == "======="
    assert lines[5] == ">>>>>>> theirs: q2 (query, rationale)"
    assert [json.loads(lines[at])["query"] for at in (2, 4)] == ["Когда?", "Сколько?"]
    assert [json.loads(lines[at])["id"] for at in (0, 6, 7)] == ["q1", "q3", "q4"]
    assert said(done) == [
        "gold/queries.jsonl q2: both sides changed query, rationale; keep one of the lines between the markers"
    ]


def test_removing_what_the_other_side_changed_is_a_conflict():
    """One version is no line at all."""
    ours = queries_bytes(BASE[:1] + BASE[2:])
    done = merged(queries_bytes(BASE), ours, changed("q2", query="Когда?"))
    assert done.data.decode().splitlines()[1:3] == ["<<<<<<< ours: q2 (removed)", "======="]
    assert ">>>>>>> theirs: q2 (query)\n" in done.data.decode()
    assert said(done)[0].startswith("gold/queries.jsonl q2: ours removed it, theirs changed query; keep one")


def test_one_id_for_two_questions_is_a_conflict():
    """Of two people who took the same next number."""
    new = [queries_bytes([*BASE, query("q4", query=text)]) for text in ("Когда?", "Сколько?")]
    (problem,) = merged(queries_bytes(BASE), *new).problems
    assert problem.rule == "both sides brought in, with another query"
    assert problem.fix == "keep both lines between the markers, and give one of them another id"
    new = [queries_bytes([*BASE, query("q4", rationale=text)]) for text in ("Так.", "Иначе.")]
    (problem,) = merged(queries_bytes(BASE), *new).problems
    assert problem.rule == "both sides brought in, with another rationale"
    assert problem.fix == "keep one of the lines between the markers"


def test_a_reason_changed_twice_is_named_with_its_passage():
    """On the terminal and in the markers; reasons of other passages are merged."""
    base = [query("q1", why={"p1": "Так.", "p2": "Так."})]
    ours = changed("q1", base, why={"p1": "Иначе.", "p2": "Ещё."})
    theirs = changed("q1", base, why={"p1": "Так.", "p2": "Вот.", "p3": "Новое."})
    done = merged(queries_bytes(base), ours, theirs)
    assert said(done) == [
        "gold/queries.jsonl q1: both sides changed why of p2; keep one of the lines between the markers"
    ]
    lines = done.data.decode().splitlines()
    assert lines[::2] == [
        "<<<<<<< ours: q1 (why of p2)",
        "=======",
        ">>>>>>> theirs: q1 (why of p2)",
    ]
    assert [json.loads(lines[at])["why"] for at in (1, 3)] == [
        {"p1": "Иначе.", "p2": "Ещё.", "p3": "Новое."},
        {"p1": "Иначе.", "p2": "Вот.", "p3": "Новое."},
    ]
    common = json.loads(common_file((queries_bytes(base), ours, theirs), QUERIES))
    assert common["why"] == {"p1": "Иначе.", "p2": "Так.", "p3": "Новое."}


def test_the_row_as_it_was_is_shown_on_demand():
    """As Git does with merge.conflictStyle diff3; with as many signs as Git asks for."""
    sides = [changed("q2", query=text) for text in ("Когда?", "Сколько?")]
    done = merged(queries_bytes(BASE), *sides, marks=9, show_base=True)
    lines = done.data.decode().splitlines()
    assert [line.partition(" ")[0] for line in lines[1:8:2]] == ["<" * 9, "|" * 9, "=" * 9, ">" * 9]
    assert json.loads(lines[4]) == BASE[1]


def test_passages_are_merged_by_their_own_fields():
    """The file's name says which they are."""
    base = passages_bytes([passage("p1"), passage("p2")])
    ours = passages_bytes([passage("p1", url="/a"), passage("p2")])
    theirs = passages_bytes([passage("p1", start=5), passage("p2", section="Срок")])
    done = merged(base, ours, theirs, "gold/passages.jsonl")
    wanted = [passage("p1", url="/a", start=5), passage("p2", section="Срок")]
    assert done == (passages_bytes(wanted), [])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.removesuffix(b"\n"),
        lambda data: data.replace("й".encode(), "и\u0306".encode()),
    ],
    ids=["byte order mark", "CRLF", "no last line end", "letters and their marks apart"],
)
def test_how_an_editor_saved_a_side_is_no_change(spoil):
    """Of either side, or of all three; the merge is in the fixed form."""
    rows = [query("q1", query="Какой срок?"), *BASE[1:]]
    base, ours = queries_bytes(rows), changed("q2", rows, query="Мой срок?")
    theirs = changed("q3", rows, query="Чей срок?")
    whole = changed("q3", [json.loads(line) for line in ours.splitlines()], query="Чей срок?")
    assert merged(base, spoil(ours), theirs) == (whole, [])
    assert merged(base, ours, spoil(theirs)) == (whole, [])
    assert merged(spoil(base), spoil(ours), spoil(theirs)) == (whole, [])


def test_no_version_before_means_that_both_brought_the_file():
    """Rows of both are in it."""
    done = merged(b"", queries_bytes(BASE[:2]), queries_bytes(BASE[1:]))
    assert done == (queries_bytes(BASE), [])


def test_what_is_no_row_is_refused_with_the_side_it_stands_on():
    """All sides at once: conflict markers, garbage, one id twice, none at all."""
    good = queries_bytes(BASE)
    with pytest.raises(InputError) as refused:
        merged(
            good + b"<<<<<<< ours\n", good + b"\x00\xff\n", good + queries_bytes(BASE[:1]) + b'{"id": null}\n'
        )
    assert [str(problem).partition(";")[0] for problem in refused.value.problems] == [
        "base:gold/queries.jsonl:4: is a conflict marker of a merge",
        "ours:gold/queries.jsonl:4: is not UTF-8 at byte 2",
        "theirs:gold/queries.jsonl:4 q1: the id is already used at line 1",
        "theirs:gold/queries.jsonl:5: has no id",
    ]


def test_an_infinite_number_is_named():
    """JSON has none, and Python reads 1e400 as one."""
    row = json.dumps(query("q1", split="SPLIT")).replace('"SPLIT"', "1e400") + "\n"
    with pytest.raises(InputError, match=r"ours:gold/queries\.jsonl:1 q1: split is the number inf"):
        merged(queries_bytes(BASE), row.encode(), queries_bytes(BASE))


def test_an_id_cannot_break_a_marker():
    """It is what somebody wrote."""
    sides = [queries_bytes([query("q\n1", query=text)]) for text in ("Когда?", "Сколько?")]
    assert merged(b"", *sides).data.startswith(b"<<<<<<< ours: q 1 (query)\n")


@given(branches())
def test_no_id_twice_outside_markers_and_every_row_there(versions):
    """Of any edits of two sides: a clean file has just the merged rows; else the sides' lines are whole."""
    base, ours, theirs = (file_bytes(rows.values(), QUERY) for rows in versions)
    done = merged_file((base, ours, theirs), QUERIES)
    rows, conflicts = merge_rows(*versions)
    lines = done.data.decode().splitlines()
    plain = [json.loads(line) for line in lines if not line.startswith(MARKERS)]
    sides = [row for one in conflicts for row in (one.ours, one.theirs) if row]
    wanted = [canonical(row, QUERY) for row in (*rows.values(), *sides)]
    assert sorted(plain, key=json.dumps) == sorted(wanted, key=json.dumps)
    assert sum(line.startswith("<<<<<<<") for line in lines) == len(conflicts) == len(done.problems)
    if not conflicts:
        read = [row.value["id"] for row in read_rows(done.data, QUERIES)]
        assert read == sorted(set(read))


@given(branches())
def test_common_versions_never_hold_markers(versions):
    """Where two branches were merged into each other: what conflicts is as it was before both."""
    base, ours, theirs = (file_bytes(rows.values(), QUERY) for rows in versions)
    common = {
        row.value["id"]: row.value for row in read_rows(common_file((base, ours, theirs), QUERIES), QUERIES)
    }
    merged = merge_rows(*versions)
    for name, row in merged.rows.items():
        assert common.pop(name) == canonical(row, QUERY)
    for one in merged.conflicts:
        left = common.pop(one.id, None)
        assert (left is None) == (one.base is None)
        by_passage = {field for field, _ in one.passages}
        assert all(left[field] == one.base[field] for field in {*one.fields} - by_passage if one.base)
        for field, name in one.passages:
            assert left[field].get(name) == (one.base[field] or {}).get(name)
    assert common == {}
