import pytest

from assay.exchange.import_params import IMPORTS, entries, faults

OLD = {"rows": None, "fields": {"query": "was"}}
NEW = {"sheet": "Март", "header_rows": 2, "fields": {"query": "Текст вопроса"}}


def told(section):
    return list(map(str, faults({"import": section}, "params.yaml")))


def test_what_earlier_versions_kept_is_for_every_file():
    """Also beside entries of files, and with the fields of a result below a key of their own."""
    assert entries(OLD) == {"*": OLD}
    assert entries({**OLD, "a.xlsx": NEW}) == {"a.xlsx": NEW, "*": OLD}
    items = {"rows": None, "fields": {"chunk_id": "n"}}
    assert entries({**OLD, "items": items})["*"]["items"] == {"chunk_id": "n"}
    assert entries({"a.xlsx": NEW}) == {"a.xlsx": NEW}
    assert entries(None) == {}


def test_a_folder_may_be_called_as_a_key():
    """What holds fields of its own is an entry."""
    assert entries({"fields": NEW, "rows": NEW, "items": NEW}) == {"fields": NEW, "rows": NEW, "items": NEW}


def test_both_forms_are_right():
    """Of each kind; the options of documents are for their import."""
    assert told(None) == []
    results = {"old": {**OLD, "items": OLD}, "new": {"log-*.jsonl": {"fields": {}, "missing": "not-asked"}}}
    documents = {"split_level": 2}
    kinds = {"questions": {"a.xlsx": NEW}, "chunks": OLD, "log": {"*": OLD}}
    assert told({**kinds, "results": results, "documents": documents}) == []


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
            {"questions": {"fields": {"query": 7}}},
            (
                "params.yaml import.questions.fields: holds 'query': 7, each name and value must be a text; "
                "change it, or import with --guess"
            ),
        ),
        (
            {"results": {"es": {"a.json": {"fields": {"query": "a["}}}}},
            "params.yaml import.results.es.a.json.fields.query: 'a[' is no JMESPath",
        ),
        ({"chunks": "x"}, "params.yaml import.chunks: is no mapping; it needs fields (and rows)"),
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
