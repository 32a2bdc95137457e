"""A large file with other fields is read as a small one is: the same lines, counts and faults."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.exchange.records.reading import Asked
from assay.exchange.runs import large_files, other_form, result_files, result_lists
from assay.exchange.runs.large_files import read_large
from assay.exchange.runs.other_form import form_of
from assay.exchange.runs.own_form import OtherFormError
from assay.exchange.runs.run_lists import line_of
from assay.exchange.runs.spool import Spool
from assay.jsonl import dump_row
from exchange.runs.test_large_files import NAME, SCORE, TEXT

# Names of the question's id, its text, the list, and within it of id, rank, score and text of a chunk.
NAMES = st.sampled_from(
    [
        ("query_id", "question", "results", "passage_id", "rank", "score", "text"),
        ("qid", "query", "hits", "id", "rank", "similarity", "content"),
        ("id", "вопрос", "documents", "chunk_id", "ранг", "score", "текст"),
    ]
)


@st.composite
def records(draw, *, plain):
    """Records under the names of others; where they are not ``plain``, with more fields and what people write."""
    query, text, found, chunk, rank, score, words = draw(NAMES)
    ranked, scored = draw(st.booleans()), draw(st.booleans())
    rows = []
    for name in draw(st.lists(NAME, min_size=1, max_size=6, unique=plain)):
        chunks = draw(st.lists(NAME, max_size=4))
        items = [
            {
                chunk: one,
                **({rank: at} if ranked else {}),
                **({score: draw(SCORE)} if scored else {}),
                **({words: draw(TEXT)} if not plain and draw(st.booleans()) else {}),
            }
            for at, one in enumerate(chunks, 1 if plain else draw(st.integers(0, 1)))
        ]
        row = {query: name, found: items, **({text: draw(TEXT)} if draw(st.booleans()) else {})}
        more = (
            [{}] if plain else [{}, {"user": "u"}, {"status": 500}, {"status": "успех"}, {"error": "broken"}]
        )
        more += [] if plain else [{found: "Sorry"}, {found: None}, {"latency": 0.5}, {"answer": "Sorry…"}]
        more += [] if plain else [{found: [{**one, "meta": {"page": 3}} for one in items]}, {query: 7}]
        rows.append(row | draw(st.sampled_from(more)))
    return rows


def both(path, asked=Asked(), items=(), repeated="refuse", size=50):  # noqa: B008  # frozen
    """What each of the two ways gives; of the large one None where the file is left to the small one."""
    try:
        lines, shape = result_files.read_file(path, asked, items, repeated, {}, "s")
        texts = (
            [] if lines.problems else [f"{dump_row(line_of(line, bare=False))}\n" for line in lines.values]
        )
        small = lines, shape, texts
    except InputError as error:
        small = error.problems
    spool = Spool()
    try:
        form = form_of(path, asked, items, {}, "s")
        found = read_large(path, spool, repeated, {}, "s", form, size=size)
    except OtherFormError:
        return small, None
    texts = [spool.line(line, bare=False).decode() for line in found.lines.values]
    return small, (found.lines, found.shape, texts)


def agree(small, large):
    """Whether they do; a file that cannot be read has the same faults, said with those of its other lines."""
    if large is None:
        return
    if isinstance(small, list):
        assert set(small) <= set(large[0].problems)
        return
    assert sorted(large[0].problems) == sorted(small[0].problems)
    if not small[0].problems:
        assert large[2] == small[2]
        assert large[1] == small[1]
        for name in ("spots", "losses", "guessed_id"):
            assert getattr(large[0], name) == getattr(small[0], name)
        if "more of the same questions" not in str(small[0].facts):
            assert large[0].facts == small[0].facts
            assert large[0].item_fields == small[0].item_fields


@given(
    records(plain=True),
    st.integers(1, 400),
    st.booleans(),
    st.sampled_from(["\n", "\r\n", " \n\n"]),
    st.booleans(),
)
def test_a_file_whose_names_differ_is_read_as_a_small_one(tmp_path_factory, rows, size, escaped, end, mark):
    """Ranks and scores or none; line ends of Windows, empty lines, none at the last, a byte order mark."""
    path = tmp_path_factory.getbasetemp() / "names.jsonl"
    text = end.join(json.dumps(row, ensure_ascii=escaped) for row in rows)
    path.write_bytes(b"\xef\xbb\xbf" * mark + text.encode())
    agree(*both(path, size=size))


@given(
    records(plain=False),
    st.integers(1, 400),
    st.sampled_from(["refuse", "first", "last"]),
    st.sampled_from([None, '{"query_id": "x"', "[]", "7", '{"id": 1, "id": 2}', "NaN"]),
)
def test_a_log_is_read_as_a_small_one(tmp_path_factory, rows, size, repeated, odd):
    """Fields that nothing takes, ranks from 0, errors, pages instead of results, answers, lines that are none."""
    path = tmp_path_factory.getbasetemp() / "log.jsonl"
    lines = [json.dumps(row) for row in rows]
    path.write_text("".join(f"{line}\n" for line in [*lines, *filter(None, [odd])]), "utf-8")
    agree(*both(path, repeated=repeated, size=size))


ROWS = [
    {"query_id": "a", "results": [{"node_id": "1", "score": 2.5}, {"node_id": "2", "score": 1}]},
    {"query_id": "b", "results": [{"node_id": "3", "score": 0.5}]},
]


def test_other_names_are_decoded_typed(tmp_path, monkeypatch):
    """No line of such a file is looked at one by one."""
    path = tmp_path / "names.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS), "utf-8")
    monkeypatch.setattr(other_form.Form, "mapped", None)
    small, large = both(path)
    assert large is not None
    agree(small, large)


def test_a_mapping_of_any_kind_is_read_line_by_line(tmp_path):
    """Paths that are stated, and that lie deeper."""
    path = tmp_path / "deep.jsonl"
    rows = [{"r": {"q": "a", "h": {"hits": [{"_id": "1", "s": {"t": "x"}}]}}, "n": 1}]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    asked = Asked(fields={"id": "r.q", "retrieved": "r.h.hits"})
    small, large = both(path, asked, ("text=s.t",))
    assert large is not None
    agree(small, large)
    assert json.loads(large[2][0])["retrieved"] == [{"chunk_id": "1", "rank": 1, "text": "x"}]


@pytest.mark.parametrize(
    "row",
    [
        {"query_id": "a", "chunk_id": "c", "rank": 1},
        {"query_id": "a", "results": [{"doc_id": "d", "start": 0, "end": 5}]},
        {"responses": [{"query_id": "a", "hits": {"hits": []}}]},
    ],
)
def test_what_has_no_list_of_chunks_a_line_is_left_to_the_small_way(tmp_path, row):
    """One row a result, spans of documents, several questions a line."""
    path = tmp_path / "flat.jsonl"
    path.write_text(f"{json.dumps(row)}\n{json.dumps(row)}\n", "utf-8")
    with pytest.raises(OtherFormError):
        form_of(path, Asked(), (), {}, "s")


def test_a_file_that_is_held_whole_says_so_first(tmp_path, monkeypatch, capsys):
    """From a size on; one that is read in parts says nothing."""
    monkeypatch.setattr(result_lists, "HELD", 10)
    monkeypatch.setattr(large_files, "LARGE", 10)
    lines, table = tmp_path / "names.jsonl", tmp_path / "names.csv"
    lines.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS), "utf-8")
    table.write_text("query_id,chunk_id,rank\na,c,1\n", "utf-8")
    result_lists.of_records(lines, Asked(), (), "refuse", {}, "s")
    assert capsys.readouterr().err == ""
    result_lists.of_records(table, Asked(), (), "refuse", {}, "s")
    assert (
        "names.csv (0 MB) is held whole while it is read, in 12 times the memory" in capsys.readouterr().err
    )
