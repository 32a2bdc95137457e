import pytest

from assay.recording import settings, trial
from assay.recording.journal import Response
from assay.recording.request import Prepared

from .conftest import ENTRY

ASKED = Prepared("q-1", "Вернуть?", "POST", "http://a", b"{}")


def recording(**more):
    return settings.read({"record": {"shop": {**ENTRY, "url": "http://a", **more}}}, "shop", "x")


def outcome(response, **more):
    return list(trial.outcome_lines(response, ASKED, recording(**more)))[1:]


def came(body, status=200):
    return Response(1, "q-1", "0", 1, status, {}, 3.5, body)


@pytest.mark.parametrize(
    ("response", "lines"),
    [
        (came("{}", 401), ["error: HTTP 401", "The service wants to know who asks: put the key into headers, as {{ env.NAME }}."]),
        (came("{}", 404), ["error: HTTP 404", "Correct url (http://a), method and body; the response above may say why."]),
        (Response(1, "q-1", "0", 1, failure="no connection"), ["error: no connection", "Correct url (http://a), method and body; the response above may say why."]),
        (came("<p>Sorry</p>"), ["error: not JSON (HTML)", "The service did not answer with JSON: correct url or the Accept header."]),
        (came('{"a": 1}'), ["error: no results at `hits`", "There is no list of objects in the response."]),
        (came('[{"key": 1}]'), ["error: no results at `hits`", "rows may be `@`: 1 object, with the fields", "  key: 1"]),
        (came('{"a b": {"docs": [{"x": 1}, {"y": 2}]}}'), ["error: no results at `hits`", 'rows may be `"a b".docs`: 2 objects, with the fields', "  x: 1", "  y: 2"]),
        (came('{"hits": [{"key": 1}]}'), ["error: result 1 has no `id`", "rows may be `hits`: 1 object, with the fields", "  key: 1"]),
        (came('{"hits": [], "answer": "Sorry, try again later"}'), ["error: Sorry, try again later", "It apologises beside an empty list, which is a failure, and not nothing found: ask again."]),
        (came('{"answer": "Sorry, try again later"}'), ["error: no results at `hits`", "There is no list of objects in the response."]),
        (came('{"hits": []}'), ["results: 0", "An empty list counts as an answer; see whether the question should find something."]),
    ],
)  # fmt: skip
def test_what_to_change_is_said(response, lines):
    """By what came."""
    assert outcome(response) == lines


@pytest.mark.parametrize("status", [401, 403])
def test_a_key_that_was_sent_is_said_to_be_refused(status):
    """To put it into headers would be no help: it is there."""
    headers = {"X-Api-Key": "{{ env.SHOP_KEY }}"}
    assert outcome(came("{}", status), headers=headers) == [
        f"error: HTTP {status}",
        "The key was refused: the value of SHOP_KEY is wrong, has expired, or may not do this.",
    ]
    both = {**headers, "X-Tenant": "{{ env.SHOP_NAME }}"}
    assert "a value of SHOP_KEY, SHOP_NAME is wrong" in outcome(came("{}", status), headers=both)[1]


def test_the_fields_of_the_results_stand_beside_what_no_result_has():
    """Where a field of the entry finds nothing, or none of them is the text."""
    body = '{"hits": [{"id": "a", "_source": {"text": "Срок 30 дней."}}]}'
    absent = outcome(came(body), fields={"chunk_id": "id", "text": "txt"})
    assert absent[2:] == [
        "no result has: text; correct fields, or leave them out",
        "no result has a text: add it to fields, else nobody can tell which text was found",
        "the results have:",
        '  id: "a"',
        '  _source.text: "Срок 30 дней."',
    ]
    whole = outcome(came(body), fields={"chunk_id": "id", "text": "_source.text"})
    assert len(whole) == 2


def test_an_empty_list_is_shown_what_else_there_is():
    """The mapping may have found another list than that of the results."""
    lines = outcome(came('{"hits": [], "answer": {"sources": [{"uid": 7}]}}'))
    assert lines[2:] == ["rows may be `answer.sources`: 1 object, with the fields", "  uid: 7"]


def test_long_texts_are_cut():
    """Of bodies and of results."""
    body = '{"hits": [{"id": "a", "text": "' + "x" * 10_000 + '"}]}'
    assert len("\n".join(trial.response_lines(came(body)))) < 3_200
    assert all(len(line) < 200 for line in outcome(came(body)))


def test_a_body_that_cannot_be_read_is_no_traceback():
    """It says so."""
    lines = list(trial.response_lines(Response(1, "q-1", "0", 1, 200, {}, 1.0, "//79", base64=True)))
    assert lines[-1] == "(not UTF-8)"
