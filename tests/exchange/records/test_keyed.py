import json

import pytest

from assay.errors import InputError
from assay.exchange.records.guessing import guess_fields, guess_rows
from assay.exchange.records.keyed import guess_keyed, plain_rows
from assay.exchange.records.mapping import unfolded
from assay.exchange.records.reading import Asked, read, read_all
from assay.exchange.records.targets import ASKED, CHUNK, QUESTION

TEXTS = ("Товар можно вернуть.", "Код действует 7 дней.", "Обувь можно обменять.")
STORE = {
    f"id{n}": {"id": f"id{n}", "vector": [0.1, 0.2], "text": text, "metadata": {"source": "a.md"}}
    for n, text in enumerate(TEXTS)
}
DOCSTORE = {
    "docstore/metadata": {"n0": {"doc_hash": "x"}, "n1": {"doc_hash": "y"}},
    "docstore/data": {f"n{n}": {"id_": f"n{n}", "text": text} for n, text in enumerate(TEXTS)},
}
ASIDE = {"version": 1, "chunks": {f"00{n}": {"text": text} for n, text in enumerate(TEXTS)}}


def records(value):
    return read_all({"f.json": json.dumps(value, ensure_ascii=False).encode()}, Asked())


def got(value, targets=CHUNK, **asked):
    return read(records(value), targets, Asked(**asked), None)


@pytest.mark.parametrize(
    ("value", "rows", "ids"),
    [
        (STORE, "*", ["id0", "id1", "id2"]),
        (DOCSTORE, '"docstore/data".*', ["n0", "n1", "n2"]),
        (ASIDE, "with_key(chunks)", ["000", "001", "002"]),
        ({"a-1": {"text": TEXTS[0]}, "a-2": None}, "with_key(@)", ["a-1"]),
        (
            {name: {"text": name} for name in ("возврат", "обмен", "доставка")},
            "with_key(@)",
            ["возврат", "обмен", "доставка"],
        ),
    ],
)
def test_an_object_of_records_is_a_table_of_them(value, rows, ids):
    """Itself, or one of its values; the key is the id where no field is, and this is said."""
    found = got(value)
    assert found.shape.rows == rows
    assert [row["chunk_id"] for row in found.mapped.values] == ids
    said = "each record is called by its key in the object that holds them all: it is read as its id"
    assert (said in found.facts) == rows.startswith("with_key")
    assert "_key" not in found.mapped.unused


def test_questions_and_results_may_be_kept_so():
    """Results as objects with a list, or as the bare list."""
    asked = got({"q1": {"query": "Срок?"}, "q2": {"query": "Код?"}}, QUESTION).mapped.values
    assert asked == [{"id": "q1", "query": "Срок?"}, {"id": "q2", "query": "Код?"}]
    hits = [{"id": "x", "text": TEXTS[0]}]
    for value in ({"007": {"hits": hits}, "008": {"hits": []}}, {"007": hits, "008": []}):
        found = got(value, ASKED).mapped.values
        assert found == [{"id": "007", "retrieved": hits}, {"id": "008", "retrieved": []}]


def test_stated_rows_keep_the_keys_too():
    """``--rows '*'`` of objects without ids; another mapping of the id, or of what is needed, counts."""
    bare = {"возврат": {"text": TEXTS[0]}, "обмен": {"text": TEXTS[1]}}
    assert got(bare, rows="*").mapped.values[0] == {"chunk_id": "возврат", "text": TEXTS[0]}
    named = got({"1": {"n": "x", "body": {"v": "a b"}}}, fields={"chunk_id": "n", "text": "body.v"})
    assert (named.shape.rows, named.mapped.values) == ("*", [{"chunk_id": "x", "text": "a b"}])
    none = got(ASIDE, fields={"chunk_id": "", "doc_id": ""})
    assert (none.shape.rows, none.shape.fields) == ("chunks.*", {"text": "text"})
    again = read(records(ASIDE), CHUNK, Asked(), got(ASIDE).shape)
    assert again.mapped.values == got(ASIDE).mapped.values


def test_what_cannot_be_told_is_refused_once():
    """Two objects by plain words may be parts of one record: people say which it is."""
    two = {"возврат": {"text": TEXTS[0]}, "обмен": {"text": TEXTS[1]}}
    with pytest.raises(InputError) as caught:
        got(two)
    (problem,) = map(str, caught.value.problems)
    assert problem == (
        "f.json: is one object of objects that are alike: nothing says whether it is one record or many by their "
        "keys; --rows '*' reads each of them as a record, --rows '@' all of it as one"
    )
    assert len(got(two, rows="@").mapped.values) == 1
    with pytest.raises(InputError, match="many by their keys"):
        got({name: {"text": name} for name in ("возврат", "обмен", "код")})
    with pytest.raises(InputError, match="many by their keys"):
        got({"count": 2, "a1": {"text": "a b"}, "a2": {"text": "c d"}})
    several = {"index1": {"a1": {"text": "a b"}}, "index2": {"a1": {"text": "a c"}}}
    with pytest.raises(InputError, match=r"--rows 'index1.\*' or --rows 'index2.\*'"):
        got(several)


@pytest.mark.parametrize(
    ("value", "targets"),
    [
        ({"chunk_id": "a", "text": "a b", "metadata": {"x1": {"text": "c"}, "x2": {"text": "d"}}}, CHUNK),
        ({"document": {"id": "1", "text": "a b"}, "metadata": {"id": "2", "text": "x y"}}, CHUNK),
        ({"response": {"text": "a b", "id": "1"}}, CHUNK),
        ({"question": {"text": "Срок?"}, "answer": {"text": "30 дней."}}, QUESTION),
        (
            {"took": 1, "hits": {"total": {"value": 1}, "hits": [{"_id": "1", "_source": {"text": "a"}}]}},
            ASKED,
        ),
        ({"a1": {"n": 1}, "a2": {"n": 2}}, CHUNK),
    ],
)
def test_a_record_stays_one(value, targets):
    """With what is needed at its top, parts that are called as fields are, a page of a search, or no texts at all."""
    assert guess_keyed(records(value), targets, {}, guess_fields) is None


def test_faults_name_the_key():
    """A text that is empty, one that is a number."""
    with_faults = got({"a1": {"text": TEXTS[0]}, "a2": {"text": ""}, "a3": {"text": TEXTS[1]}})
    (problem,) = map(str, with_faults.mapped.problems)
    assert problem == "f.json with_key(@)[1] a2 text: is empty or absent; it is needed as text (its text)"
    with pytest.raises(InputError, match=r"f.json with_key\(a1.text\): cannot be read"):
        got({"a1": {"text": TEXTS[0]}}, rows="with_key(a1.text)")
    assert guess_rows(records({"a1": {"text": TEXTS[0]}, "a2": {"text": 7}, "a3": {"text": ""}}), CHUNK)


def test_an_odd_key_does_not_break_the_line():
    """It is shown as Python writes it."""
    (_, spot) = unfolded(records({"a1": {"text": "a b"}, "a\n2": {"text": "c d"}}), "with_key(@)")[1]
    assert spot == "f.json with_key(@)[1] 'a\\n2'"


def test_paths_without_keys():
    """For what stands around the records."""
    assert plain_rows("with_key(@)") == "*"
    assert plain_rows("with_key(a.b)") == "a.b.*"
    assert plain_rows("a.*") == "a.*"
