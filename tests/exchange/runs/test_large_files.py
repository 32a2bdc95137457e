"""A large file is read as a small one is: the same lines, counts and faults, whatever the size of the blocks."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.records.reading import Asked
from assay.exchange.runs import result_files
from assay.exchange.runs.large_files import read_large
from assay.exchange.runs.own_form import OtherFormError
from assay.exchange.runs.run_lists import line_of
from assay.exchange.runs.spool import Spool
from assay.jsonl import dump_row

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5)
NAME = TEXT.map(str.strip).filter(bool)
SCORE = st.floats(-1e18, 1e18) | st.integers(-(10**6), 10**6) | st.sampled_from([0.0, -0.0, 1e-5, 1e-4, 1e16])


@st.composite
def records(draw, *, plain):
    """Records in the form of results.jsonl; where they are not ``plain``, as people write it."""
    n = draw(st.integers(1, 6))
    names = draw(st.lists(NAME, unique=plain, min_size=n, max_size=n))
    more = {"score": SCORE, "doc_id": NAME, "sha256": st.just("0a" * 32), "text": TEXT}
    if not plain:
        more |= {
            "score": SCORE | st.just("0.5"),
            "doc_id": st.integers(0, 9) | st.just(" a "),
            "text": st.just(" "),
        }
    said = {"query": TEXT, "sent": TEXT, "message": TEXT, "latency_ms": st.floats(0, 1e9) | st.integers(0, 9)}
    rows = []
    for name in names:
        row = {"id": name, **draw(st.fixed_dictionaries({}, optional=said))}
        chunks = draw(st.lists(NAME, max_size=4))
        start = 1 if plain else draw(st.integers(0, 2))
        ranks = list(range(start, start + len(chunks)))
        ranks = draw(st.permutations(ranks)) if draw(st.booleans()) else ranks
        row["retrieved"] = [
            {
                "chunk_id": chunk,
                **({"rank": rank} if plain or rank else {}),
                **draw(st.fixed_dictionaries({}, optional=more)),
            }
            for chunk, rank in zip(chunks, ranks, strict=True)
        ]
        states = [{}, {"status": "ok"}, {"status": "error", "retrieved": []}]
        states += (
            [] if plain else [{"status": 500}, {"retrieved": "Sorry"}, {"retrieved": None}, {"id": None}]
        )
        rows.append(row | draw(st.sampled_from(states)))
    return rows


def small(path, repeated):
    lines, shape = result_files.read_file(path, Asked(), (), repeated, {}, "s")
    texts = (
        [f"{dump_row(line_of(line, bare=False))}\n" for line in lines.values] if not lines.problems else []
    )
    return lines, shape, texts


def large(path, repeated, size):
    spool = Spool()
    found = read_large(path, spool, repeated, {}, "s", size=size)
    lines = found.lines
    return lines, found.shape, [spool.line(line, bare=False).decode() for line in lines.values]


def compare(path, repeated, size):
    """Whether both ways give the same; None where the mapping is to be guessed from the whole file."""
    try:
        lines, shape, texts = large(path, repeated, size)
    except OtherFormError:
        return None
    try:
        expected, expected_shape, expected_texts = small(path, repeated)
    except InputError as error:  # of lines that are none; of a large file the other faults are said as well
        return set(error.problems) <= set(lines.problems)
    assert sorted(lines.problems) == sorted(expected.problems)
    if not lines.problems:
        assert texts == expected_texts
        alone = "more of the same questions" not in str(lines.facts)
        assert not alone or lines.facts == expected.facts
        assert lines.losses == expected.losses
        assert lines.spots == expected.spots
        assert shape == expected_shape
        assert not alone or lines.item_fields == expected.item_fields  # else those that do not count, too
    return True


@given(records(plain=True), st.integers(1, 400), st.booleans(), st.sampled_from(["\n", "\r\n", " \n\n"]))
def test_a_file_in_our_form_is_read_as_a_small_one(tmp_path_factory, rows, size, escaped, end):
    """Every field, in lists of any order; line ends of Windows, empty lines, no line end at the last."""
    path = tmp_path_factory.getbasetemp() / "plain.jsonl"
    path.write_bytes(end.join(json.dumps(row, ensure_ascii=escaped) for row in rows).encode())
    said = [[row[name] for row in rows if name in row] for name in ("query", "sent", "message")]
    said.append([one["text"] for row in rows for one in row.get("retrieved", []) if "text" in one])
    found = compare(path, "refuse", size)
    # A blank text may be taken for none, and is said then: by the small path.
    assert found is True or (found is None and not all(text.strip() for texts in said for text in texts))


@given(
    records(plain=False),
    st.integers(1, 400),
    st.sampled_from(["refuse", "first", "last"]),
    st.sampled_from(
        [None, '{"id": "x"', "[]", "7", '{"id": "x", "other": 1}', '{"id": 1, "id": 2}', "\ud7ff", "NaN"]
    ),
)
def test_other_lines_are_read_as_those_of_a_small_file(tmp_path_factory, rows, size, repeated, odd):
    """Ranks from 0 or none, numbers as texts, errors of all kinds, questions twice, lines that are none."""
    path = tmp_path_factory.getbasetemp() / "odd.jsonl"
    lines = [json.dumps(row) for row in rows]
    path.write_text("".join(f"{line}\n" for line in [*lines, *filter(None, [odd])]), "utf-8")
    assert compare(path, repeated, size) is not False


LINE = '{"id": "q", "query": "q?", "retrieved": [{"chunk_id": "c", "rank": 1, "score": 0.5}]}\n'


@pytest.mark.parametrize("name", ["query", "sent", "message"])
def test_a_field_of_nothing_but_blanks_is_left_to_the_small_way(tmp_path, name):
    """There a guess takes it for nothing, whatever its name; with one text in it, it is read."""
    path = tmp_path / "blank.jsonl"
    blank = LINE.replace('"query": "q?"', f'"{name}": " "')
    path.write_text(blank + blank.replace('"id": "q"', '"id": "r"'), "utf-8")
    assert compare(path, "refuse", 10) is None
    path.write_text(blank + blank.replace('"id": "q"', '"id": "r"').replace('" "', '"r?"'), "utf-8")
    assert compare(path, "refuse", 10)


@pytest.mark.parametrize("score", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_a_score_that_is_not_finite_never_gets_through(tmp_path, score):
    """It is refused as in a small file."""
    path = tmp_path / "odd.jsonl"
    path.write_text(LINE + LINE.replace('"id": "q"', '"id": "r"').replace("0.5", score), "utf-8")
    try:
        found = read_large(path, Spool(), "refuse", {}, "s", size=10)
    except OtherFormError:
        with pytest.raises(InputError):
            small(path, "refuse")
    else:
        assert found.lines.problems or found.refused
