import pytest

from assay.errors import InputError
from assay.recording import settings

from .conftest import ENTRY

URL = "https://search.example.org/find"


def entry(**more):
    made = {**ENTRY, "url": URL, **more}
    return {key: value for key, value in made.items() if value is not None}


def faults(**more):
    return [
        str(one).removeprefix("params.yaml record.shop")
        for one in settings.faults({"record": {"shop": entry(**more)}}, "params.yaml")
    ]


def test_what_is_left_out_has_its_default():
    """Tables are empty, numbers as the reference says."""
    found = settings.read({"record": {"shop": entry(concurrency=None, retries=None)}}, "shop", "x")
    assert (found.method, found.concurrency, found.retries, found.rate) == ("POST", 4, 3, None)
    assert (found.headers, found.params, found.card, found.sent, found.error) == ({}, {}, {}, None, None)


def test_an_entry_with_faults_is_not_read():
    """All of them at once."""
    with pytest.raises(InputError) as caught:
        settings.read({"record": {"shop": entry(rows="[", sent="[")}}, "shop", "x")
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"url": "search.example.org"}, ".url: is 'search.example.org', no address; write it as https://host/path"),
        ({"url": "ftp://a/b"}, ".url: is 'ftp://a/b', no address; write it as https://host/path"),
        ({"url": "http://ж..б/"}, ".url: is 'http://ж..б/', no address; write it as https://host/path"),
        ({"url": "https://a/b c"}, ".url: is 'https://a/b c', no address; write it as https://host/path"),
        ({"headers": {"X A": "b"}}, ".headers.X A: is no name of a header; use letters, digits and '-'"),
        ({"url": "http://a:port/"}, ".url: is 'http://a:port/', no address; write it as https://host/path"),
        ({"url": "https://me:pw@a/b"}, ".url: holds a user or a password; take it from the environment, in a header: {{ env.NAME }}"),
        ({"rows": "hits["}, ".rows: is no JMESPath"),
        ({"sent": ""}, ".sent: is no JMESPath"),
        ({"error": "a ||"}, ".error: is no JMESPath"),
        ({"fields": {"chunk_id": "a b"}}, ".fields.chunk_id: is no JMESPath"),
        ({"body": "{{ query"}, ".body: is no template"),
        ({"body": "{{ query | tojsn }}"}, ".body: is no template (No filter named 'tojsn'"),
        ({"body": "{{ qeury | tojson }}"}, ".body: uses qeury, which is not there; did you mean query?"),
        ({"body": '"{{ env.HOME }}{{ query }}"'}, ".body: uses env, which headers alone may; use query, original, id"),
        ({"body": '{"q": "{{ query }}"}'}, ".body: does not give JSON (Expecting ',' delimiter: line 1 column 10 (char 9)); write texts as {{ query | tojson }}, without quotes"),
        ({"body": '{"q": 1}'}, ": asks every question alike; use {{ query | tojson }} in body, or {{ query }} in params"),
        ({"method": "GET"}, ".body: is sent by POST only; use params, or method POST"),
        ({"params": {"q": "{{ query }"}}, ".params.q: is no template"),
        ({"headers": {"X-A": "{{ query }}"}}, ".headers.X-A: uses query, which is not there; use env"),
        ({"headers": {"X-A": "{{ env }}"}}, ".headers.X-A: uses env without a plain name; write {{ env.NAME }}"),
        ({"headers": {"X-A": "{{ env['A'] }}"}}, ".headers.X-A: uses env without a plain name; write {{ env.NAME }}"),
        ({"card": {"algoritm": "x"}}, ".card: 'algoritm' is no field here; did you mean 'algorithm'?"),
        ({"card": {"mode": "search"}}, ".card.mode: is 'search', must be one of retrieve_only, retrieve_and_generate; change it"),
        ({"card": {"top_k": 5}}, ".card.top_k: comes from top_k of the entry; remove it"),
        ({"card": {"recorded_at": "2026-11-01"}}, ".card.recorded_at: is written by the command; remove it"),
    ],
)  # fmt: skip
def test_a_fault_names_its_key(more, line):
    """With what to do."""
    (found,) = faults(**more)
    assert found.startswith(line)


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer 0123456789abcdef"},
        {"authorization": "Basic dXNlcjpwYXNz"},
        {"X-Api-Key": "0123456789"},
        {"api_key": "x"},
        {"Cookie": "session=1"},
        {"X-Auth-Token": "x"},
        {"X-Note": "sk-0123456789abcdef0123"},
        {"X-Note": "ghp_0123456789abcdef01234567"},
        {"Authorization": "Bearer 0123456789abcdef {{ env.MORE }}"},
    ],
)
def test_a_secret_that_is_written_down_is_refused(headers):
    """And not repeated in the message."""
    (found,) = faults(headers=headers)
    (name, value) = next(iter(headers.items()))
    assert found.startswith(f".headers.{name}: holds ")
    assert found.endswith("take it from the environment, in a header: {{ env.NAME }}")
    assert value.removesuffix(" {{ env.MORE }}").split()[-1] not in found.partition("holds")[2]


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"params": {"q": "{{ query }}", "api_key": "abc"}}, "params.api_key"),
        ({"body": '{"q": {{ query | tojson }}, "key": "sk-0123456789abcdef0123"}'}, "body"),
        ({"url": "https://a/b?key=AIza0123456789012345678901234567890123"}, "url"),
    ],
)
def test_a_secret_in_another_place_is_refused(more, key):
    """There is no way to take it from the environment there."""
    (found,) = faults(**more)
    assert found.startswith(f".{key}: holds ")


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer {{ env.TOKEN }}", "X-Team": "search", "User-Agent": "assay"},
        {"X-Tokenizer": "wordpiece", "Accept-Language": "ru", "X-Monkey": "yes"},
    ],
)
def test_what_is_no_secret_passes(headers):
    """Words that only look alike, and what comes from the environment."""
    assert faults(headers=headers) == []


def test_a_template_that_needs_more_than_a_probe_has_passes():
    """Whether it can be filled is seen when the questions are there."""
    assert faults(body='{"q": {{ query | tojson }}, "h": {{ history[3].text | tojson }}}') == []


def test_variables_are_those_of_the_headers():
    """Each once."""
    made = entry(headers={"A": "{{ env.ONE }} {{ env.TWO }}", "B": "{{ env.ONE }}", "C": "c"})
    assert settings.read({"record": {"shop": made}}, "shop", "x").variables() == {"ONE", "TWO"}
