import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.changes.merging import merge_rows
from gold.samples import passage, query

# Few ids, few values: so that both sides often touch the same row, field and value.
IDS = st.sampled_from(["q1", "q2", "q3", "q4", "вопрос-5"])
TEXTS = st.sampled_from(["Сколько дней?", "How long?", "Когда?", None])
SETS = st.sampled_from([None, [], [["p1"]], [["p1", "p2"]], [["p2", "p1"]], [["p2"], ["p1"]]])
SPLIT = st.sampled_from(["dev", "holdout"])
PASSAGES = st.sampled_from(["p1", "p2", "start", "why"])
WHY = st.none() | st.dictionaries(PASSAGES, st.sampled_from(["Прямо.", "Косвенно."]), max_size=3)
RELEVANT = st.none() | st.dictionaries(PASSAGES, st.sampled_from([1, 2]), max_size=3)
ROWS = st.fixed_dictionaries(
    {
        "query": TEXTS,
        "rationale": TEXTS,
        "evidence_sets": SETS,
        "split": SPLIT,
        "why": WHY,
        "relevant": RELEVANT,
    }
)
BY_PASSAGE = ("why", "relevant")
BOTH = st.sampled_from(["change", "remove", "add"])


@st.composite
def files(draw):
    return {name: {"id": name, **draw(ROWS)} for name in draw(st.sets(IDS, max_size=4))}


@st.composite
def edited(draw, rows):
    """What somebody made of the rows: some removed, some with other fields, some new."""
    made = {name: dict(row) for name, row in rows.items()}
    for _ in range(draw(st.integers(0, 5))):
        name, how = draw(IDS), draw(BOTH)
        if how == "remove":
            made.pop(name, None)
        elif how == "add" and name not in made:
            made[name] = {"id": name, **draw(ROWS)}
        elif name in made:
            row = draw(ROWS)
            field = draw(st.sampled_from([*row]))
            made[name][field] = row[field]
    return made


@st.composite
def branches(draw):
    base = draw(files())
    return base, draw(edited(base)), draw(edited(base))


def meant(value):
    """As a person means it: the members of a set have no order."""
    return [sorted(one) for one in value] if isinstance(value, list) else value


def content(rows):
    return {name: {key: meant(value) for key, value in row.items()} for name, row in rows.items()}


def same(one, other):
    return content({"": one or {}}) == content({"": other or {}}) and (one is None) == (other is None)


def holds(kept, before, after):
    """Whether a row has everything that somebody changed: of objects by passage, of each passage."""
    for field, value in after.items():
        if not before or field not in BY_PASSAGE or None in (kept[field], value):
            changed = not before or meant(before[field]) != meant(value)
            assert not changed or meant(kept[field]) == meant(value)
            continue
        old = before[field] or {}
        changed = [name for name in old.keys() | value.keys() if old.get(name) != value.get(name)]
        assert all(kept[field].get(name) == value.get(name) for name in changed)
    return True


def chosen_value(values):
    """The value of something on three sides that no person has to choose, and whether one has to."""
    old, left, right = values
    return (right if old == left else left), left != right and old not in (left, right)


def by_passage(values):
    """The same of an object by passage, passage by passage."""
    sides, found, clashing = [value or {} for value in values], {}, set()
    for name in set().union(*sides):
        found[name], clash = chosen_value([side.get(name) for side in sides])
        clashing |= {name} if clash else set()
    return {name: value for name, value in found.items() if value is not None}, clashing


def by_definition(base, ours, theirs):
    """What each row must be, or the fields that people must choose; written from the definition, field by field."""
    rows, conflicts = {}, {}
    for name in base.keys() | ours.keys() | theirs.keys():
        old, left, right = base.get(name), ours.get(name), theirs.get(name)
        if same(left, right):
            chosen, clashing = left, None
        elif same(old, left):
            chosen, clashing = right, None
        elif same(old, right):
            chosen, clashing = left, None
        elif left is None or right is None:
            chosen, clashing = None, ()
        else:
            chosen, clashing = {}, ()
            for key in left:
                values = [meant(row[key]) if row else object() for row in (old, left, right)]
                chosen[key], clash = chosen_value(values)
                if clash and key in BY_PASSAGE and old and None not in values[1:]:
                    chosen[key], passages = by_passage(values)
                    clashing += tuple((key, passage) for passage in passages)
                elif clash:
                    clashing += (key,)
        if clashing is None or (clashing == () and chosen is not None):
            rows |= {name: chosen} if chosen is not None else {}
        else:
            conflicts[name] = set(clashing)
    return content(rows), conflicts


@given(branches())
def test_merge_is_what_its_definition_says(versions):
    """Row by row, field by field, against a reference that knows no short cuts."""
    merged = merge_rows(*versions)
    found = {
        one.id: ({*one.fields} - {field for field, _ in one.passages}) | {*one.passages}
        for one in merged.conflicts
    }
    assert (content(merged.rows), found) == by_definition(*versions)


@given(branches())
def test_no_id_twice_and_no_edit_lost(versions):
    """Whatever one side did is in the merged rows, or stands on its side of a conflict; another order of a set is no deed."""
    base, ours, theirs = versions
    merged = merge_rows(base, ours, theirs)
    clashing = {one.id: one for one in merged.conflicts}
    assert len(clashing) == len(merged.conflicts)
    assert not clashing.keys() & merged.rows.keys()
    for side, name in (("ours", ours), ("theirs", theirs)):
        for key in base.keys() | name.keys():
            before, after = base.get(key), name.get(key)
            kept = getattr(clashing[key], side) if key in clashing else merged.rows.get(key)
            if after is None:
                assert before is None or kept is None
                continue
            if not same(before, after):
                assert holds(kept, before, after)


@given(branches())
def test_sides_are_equal(versions):
    """Whose branch is merged into whose does not change what comes out, nor what conflicts."""
    base, ours, theirs = versions
    one, other = merge_rows(base, ours, theirs), merge_rows(base, theirs, ours)
    assert content(one.rows) == content(other.rows)
    swapped = {each.id: each for each in other.conflicts}
    assert {each.id for each in one.conflicts} == swapped.keys()
    for conflict in one.conflicts:
        found = swapped[conflict.id]
        assert set(conflict.fields) == set(found.fields)
        assert conflict.passages == found.passages
        assert same(conflict.ours, found.theirs)
        assert same(conflict.theirs, found.ours)


@given(branches())
def test_what_one_side_alone_did_is_taken_whole(versions):
    """Merging with what nobody touched, or with the same, changes nothing."""
    base, ours, _ = versions
    for merged in (merge_rows(base, ours, base), merge_rows(base, base, ours), merge_rows(base, ours, ours)):
        assert content(merged.rows) == content(ours)
        assert merged.conflicts == []


def test_fields_that_do_not_meet_are_joined():
    """A rationale here, reviewers and an alternative there."""
    base = query("q1")
    ours = base | {"rationale": "Иначе."}
    theirs = base | {"reviewed_by": ["анна"], "evidence_sets": [["p1"], ["p2"]]}
    merged = merge_rows({"q1": base}, {"q1": ours}, {"q1": theirs})
    assert merged == ({"q1": theirs | {"rationale": "Иначе."}}, [])


def test_both_versions_of_a_conflict_hold_what_is_agreed():
    """So that a person who chooses one of them loses nothing else."""
    base = query("q1")
    ours = base | {"query": "Когда?", "rationale": "Иначе."}
    theirs = base | {"query": "Сколько?", "split": "holdout"}
    (conflict,) = merge_rows({"q1": base}, {"q1": ours}, {"q1": theirs}).conflicts
    assert conflict.fields == ("query",)
    assert conflict.ours == ours | {"split": "holdout"}
    assert conflict.theirs == theirs | {"rationale": "Иначе."}


@pytest.mark.parametrize(("field", "values"), [("why", ("Так.", "Иначе.", "Ещё.")), ("relevant", (1, 2, 3))])
def test_objects_by_passage_are_merged_passage_by_passage(field, values):
    """Two people who each give a reason, or a grade, of another passage are of one mind."""
    base = query("q1", **{field: {"p1": values[0], "p2": values[0]}})
    ours = base | {field: {"p1": values[1], "p2": values[0]}}
    theirs = base | {field: {"p1": values[0], "p3": values[1]}}
    merged = merge_rows({"q1": base}, {"q1": ours}, {"q1": theirs})
    assert merged == ({"q1": base | {field: {"p1": values[1], "p3": values[1]}}}, [])
    theirs = base | {field: {"p1": values[2], "p2": values[1]}}
    (conflict,) = merge_rows({"q1": base}, {"q1": ours}, {"q1": theirs}).conflicts
    assert (conflict.fields, conflict.passages) == ((field,), ((field, "p1"),))
    assert [conflict.ours[field], conflict.theirs[field]] == [
        {"p1": values[1], "p2": values[1]},
        {"p1": values[2], "p2": values[1]},
    ]


@pytest.mark.parametrize("field", ["text", "start", "sha256", "doc_version", "before"])
def test_the_place_and_the_words_of_a_passage_are_one_thing(field):
    """Words of one side at the offsets of the other would be a passage that stands nowhere."""
    base = passage("p1")
    ours = base | {"start": 5, "end": 31}
    theirs = base | {field: 7 if field == "start" else "иначе"}
    (conflict,) = merge_rows({"p1": base}, {"p1": ours}, {"p1": theirs}).conflicts
    assert {"start", field} <= set(conflict.fields)
    assert (conflict.ours, conflict.theirs) == (ours, theirs)


def test_the_page_of_a_passage_is_a_thing_of_its_own():
    """Its address changes where its words do not."""
    base = passage("p1")
    merged = merge_rows({"p1": base}, {"p1": base | {"start": 5, "end": 31}}, {"p1": base | {"url": "/a"}})
    assert merged == ({"p1": base | {"start": 5, "end": 31, "url": "/a"}}, [])


@given(st.text(string.printable, max_size=8), st.text(string.printable, max_size=8))
def test_one_id_for_two_new_questions_is_a_conflict(left, right):
    """Never two rows, never one of them alone."""
    ours, theirs = query("q9", query=left), query("q9", query=right)
    merged = merge_rows({}, {"q9": ours}, {"q9": theirs})
    assert (merged.rows == {"q9": ours}) == (left == right)
    assert [(one.fields, one.ours, one.theirs) for one in merged.conflicts] == (
        [] if left == right else [(("query",), ours, theirs)]
    )
