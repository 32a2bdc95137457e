import pytest

from assay.exchange.import_params import IMPORTS, entries, faults

PLAIN = {"rows": None, "fields": {"query": "was"}}
NEW = {"sheet": "Март", "header_rows": 2, "fields": {"query": "Текст вопроса"}}


def told(section):
    return list(map(str, faults({"import": section}, "params.yaml")))


def test_each_entry_has_the_name_of_its_file():
    """Whatever the file is called; where nothing is kept, there is none."""
    named = {"a.xlsx": NEW, "fields": NEW, "rows": NEW, 7: NEW}
    assert entries(named) == {"a.xlsx": NEW, "fields": NEW, "rows": NEW, "7": NEW}
    assert entries(None) == entries("x") == {}


def test_entries_of_every_kind_are_right():
    """The options of documents are for their import."""
    assert told(None) == []
    results = {"new": {"log-*.jsonl": {"fields": {}, "missing": "not-asked", "items": {"chunk_id": "n"}}}}
    kinds = {"questions": {"a.xlsx": NEW}, "chunks": {"b.csv": PLAIN}, "log": {"*": PLAIN}}
    assert told({**kinds, "results": results, "documents": {"split_level": 2}}) == []


@pytest.mark.parametrize(
    ("section", "problem"),
    [
        ({"question": {}}, "params.yaml import.question: is unknown; did you mean questions?"),
        (
            {"questions": {"a.xlsx": {"sheets": "x"}}},
            "params.yaml import.questions.a.xlsx.sheets: is unknown; did you mean sheet?",
        ),
        (
            {"questions": {"a.xlsx": {**NEW, "sets": "all"}}},
            (
                "params.yaml import.questions.a.xlsx.sets: is 'all', must be one of unstated, together, each; "
                "change it, or import with --guess"
            ),
        ),
        (
            {"questions": {"a.csv": {"fields": {"query": 7}}}},
            (
                "params.yaml import.questions.a.csv.fields: holds 'query': 7, each name and value must be a text; "
                "change it, or import with --guess"
            ),
        ),
        (
            {"results": {"es": {"a.json": {"fields": {"query": "a["}}}}},
            "params.yaml import.results.es.a.json.fields.query: 'a[' is no JMESPath",
        ),
        ({"chunks": "x"}, "params.yaml import.chunks: is no mapping; it holds an entry for each file"),
        ({"chunks": {"a.csv": None}}, "params.yaml import.chunks.a.csv: is no mapping"),
    ],
)
def test_each_fault_is_named_by_its_key(section, problem):
    """With what is right there."""
    (found,) = told(section)
    assert found.startswith(problem)


def test_every_key_is_explained():
    """In words for the table of parameters."""
    assert all(setting.doc and setting.optional for keys in IMPORTS.values() for setting in keys.values())
