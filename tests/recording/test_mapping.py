import pytest

from assay.manifest import sha256
from assay.recording import mapping, settings
from assay.recording.journal import Response
from assay.recording.request import Prepared

from .conftest import ENTRY

ASKED = Prepared("q-1", "Вернуть?", "POST", "http://a", b"{}")
FIELDS = {
    "chunk_id": "id",
    "score": "score",
    "text": "text",
    "doc_id": "doc",
    "doc_version": "version",
    "sha256": "hash",
}
TEXT = "За 30 дней"


def row(body, **more):
    made = {**ENTRY, "url": "http://a", "fields": FIELDS, **more}
    recording = settings.read({"record": {"shop": made}}, "shop", "x")
    return mapping.row_of(Response(1, "q-1", "0", 1, 200, latency_ms=3.5, body=body), ASKED, recording)


def test_fields_are_read_in_a_fixed_order():
    """Absent and null ones are left out."""
    found = row(
        '{"hits": [{"text": "x", "doc": 12, "version": 4, "score": 1, "id": "a"}, {"id": "b", "text": null}]}'
    )
    assert list(found.items()) == [
        ("id", "q-1"),
        ("query", "Вернуть?"),
        ("retrieved", [
            {"chunk_id": "a", "rank": 1, "score": 1.0, "text": "x", "doc_id": "12", "doc_version": "4"},
            {"chunk_id": "b", "rank": 2},
        ]),
        ("latency_ms", 3.5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "message"),
    [
        ('{"id": null}', "result 1 has no `id`"),
        ('"a"', "result 1 has no `id`"),
        ("null", "result 1 has no `id`"),
        ('{"id": true}', "result 1: `id` is True, no text"),
        ('{"id": ["a"]}', "result 1: `id` is ['a'], no text"),
        ('{"id": ""}', "result 1: `id` is '', no id"),
        ('{"id": "a\\nb"}', "result 1: `id` is 'a\\nb', no id"),
        ('{"id": "\\ud83d"}', "result 1: `id` holds half a character"),
        ('{"id": "a", "score": "0.5"}', "result 1: `score` is '0.5', no number"),
        ('{"id": "a", "score": true}', "result 1: `score` is True, no number"),
        ('{"id": "a", "score": 1e999}', "result 1: `score` is inf, no number"),
        ('{"id": "a", "text": {"de": "x"}}', "result 1: `text` is {'de': 'x'}, no text"),
        ('{"id": "a", "hash": "abc"}', "result 1: `hash` is no SHA-256"),
        (
            f'{{"id": "a", "text": "x", "hash": "{"0" * 64}"}}',
            "result 1: its SHA-256 is not that of its text",
        ),
    ],
)
def test_a_result_that_breaks_a_rule_makes_the_query_an_error(one, message):
    """Half a list of results would be another result."""
    found = row(f'{{"hits": [{one}, {{"id": "b"}}]}}')
    assert found == {"id": "q-1", "query": "Вернуть?", "status": "error", "message": message}


def test_a_hash_that_is_that_of_the_text_is_kept():
    """Both are recorded."""
    found = row(f'{{"hits": [{{"id": "a", "text": "{TEXT}", "hash": "{sha256(TEXT.encode())}"}}]}}')
    assert found["retrieved"][0]["sha256"] == sha256(TEXT.encode())


@pytest.mark.parametrize(
    ("body", "sent"),
    [
        ('{"hits": [], "q": "срок возврата"}', "срок возврата"),
        ('{"hits": [], "q": null}', None),
        ('{"hits": [], "q": ""}', None),
        ('{"hits": []}', None),
    ],
)
def test_the_rewritten_question_is_recorded_where_there_is_one(body, sent):
    """It is left out of the others."""
    assert row(body, sent="q").get("sent") == sent


def test_a_rewritten_question_that_is_no_text_is_an_error():
    """The path is wrong."""
    assert row('{"hits": [], "q": {"a": 1}}', sent="q")["message"] == "`q` is {'a': 1}, no text"


@pytest.mark.parametrize(
    ("error", "body", "message"),
    [
        ("error", '{"error": {"code": 7}, "hits": []}', "the service reported: {'code': 7}"),
        ("error", '{"error": "a\\ud83d", "hits": []}', "the service reported: a?"),
        ("error", '{"error": "shard", "hits": [], "q": 5}', "the service reported: shard"),
        ("error", '{"error": 7, "hits": []}', "the service reported: 7"),
        ("error", '{"error": "' + "x" * 500 + '"}', "the service reported: " + "x" * 200),
        ("length(error)", '{"error": 5, "hits": []}', "`length(error)` cannot be applied"),
    ],
)
def test_what_a_service_reports_is_the_message(error, body, message):
    """Cut, and on one line; whatever else the response holds."""
    assert row(body, error=error, sent="q")["message"].startswith(message)


def test_a_missing_list_can_be_declared_empty():
    """In the path itself."""
    assert row("{}", rows="hits || `[]`")["retrieved"] == []
    assert row("{}")["message"] == "no results at `hits`"
