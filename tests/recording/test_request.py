import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.recording import request, settings
from assay.retrieval.topics import Topic

from .conftest import ENTRY

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def topic(query="Вернуть?", identifier="q-1", **more):
    values = {
        "original": query,
        "history": None,
        "lang": "ru",
        "as_of": None,
        "subject": None,
        "sha256": "0" * 64,
    }
    return Topic(id=identifier, query=query, **{**values, **more})


def recording(**more):
    made = {**ENTRY, "url": "https://a/b", **more}
    return settings.read(
        {"record": {"shop": {k: v for k, v in made.items() if v is not None}}}, "shop", "params.yaml"
    )


def one(found, **more):
    (made,) = request.prepare(recording(**more), [found], "params.yaml")
    return made


@given(TEXTS, TEXTS)
def test_texts_arrive_letter_by_letter(query, turn):
    """Quotes, backslashes, controls and every script, in the body and in the query string."""
    from urllib.parse import parse_qs, urlsplit

    asked = topic(query, history=[{"role": "user", "text": turn}])
    body = '{"q": {{ query | tojson }}, "h": {{ history | tojson }}, "k": {{ top_k }}}'
    made = one(asked, body=body, params={"p": "{{ query }}"})
    assert json.loads(made.content) == {"q": query, "h": [{"role": "user", "text": turn}], "k": 5}
    assert parse_qs(urlsplit(made.url).query, keep_blank_values=True) == {"p": [query]}


def test_nothing_is_normalised_on_the_way():
    """What the gold set has is what is sent."""
    text = unicodedata.normalize("NFD", "й")
    assert json.loads(one(topic(text)).content)["q"] == text


def test_a_query_string_is_added_to_what_the_url_has():
    """With the right joint."""
    more = {"method": "GET", "body": None, "params": {"q": "{{ query }}", "lang": "{{ lang or 'any' }}"}}
    assert one(topic("a b"), url="https://a/b", **more).url == "https://a/b?q=a+b&lang=ru"
    assert (
        one(topic("a&b", lang=None), url="https://a/b?v=1", **more).url == "https://a/b?v=1&q=a%26b&lang=any"
    )
    assert one(topic("a b"), **more).content is None


def test_the_hash_is_of_what_is_sent():
    """The same request has the same, whatever the question's id."""
    assert one(topic("a")).sha256 == one(topic("a", "q-2")).sha256
    assert (
        len(
            {
                one(topic("a")).sha256,
                one(topic("b")).sha256,
                one(topic("a"), top_k=6).sha256,
                one(topic("a"), url="https://a/c").sha256,
            }
        )
        == 4
    )


def test_every_question_that_does_not_fit_is_named():
    """With the reason; nothing is asked before all of them can be."""
    topics = [topic(), topic("b", "q-2", history=[{"role": "user", "text": "x"}]), topic("c", "q-3")]
    made = recording(body='{"q": {{ query | tojson }}, "h": {{ history[0].text | tojson }}}')
    with pytest.raises(InputError) as caught:
        request.prepare(made, topics, "params.yaml")
    assert [str(problem).partition(" (")[0] for problem in caught.value.problems] == [
        "params.yaml record.shop.body: cannot be filled"
    ] * 2
    assert "for question q-1" in str(caught.value.problems[0])
    assert "for question q-3" in str(caught.value.problems[1])


def test_a_body_that_is_no_json_for_one_question_is_named():
    """A condition that leaves a comma."""
    made = recording(body='{"q": {{ query | tojson }}{% if subject %}, "s": 1{% else %},{% endif %}}')
    with pytest.raises(
        InputError, match=r"record\.shop\.body: does not give JSON .* for question q-1; mend the template"
    ):
        request.prepare(made, [topic()], "params.yaml")


def test_headers_are_filled_from_the_environment():
    """What the entry says comes before what is usual, whatever its capitals."""
    made = recording(headers={"content-type": "application/x-ndjson", "X-Token": "{{ env.A }}-{{ env.B }}"})
    headers, hidden = request.headers(made, {"A": "1", "B": "22", "C": "x"}, "params.yaml")
    assert headers == {
        "Accept": "application/json",
        "content-type": "application/x-ndjson",
        "X-Token": "1-22",
    }
    assert hidden.values == {"A": "1", "B": "22"}


@pytest.mark.parametrize("value", ["ключ", "a\nX-Other: b", "a\r\n"])
def test_a_value_that_no_header_can_carry_is_refused(value):
    """It is not shown."""
    with pytest.raises(InputError) as caught:
        request.headers(recording(headers={"X-Token": "{{ env.A }}"}), {"A": value}, "params.yaml")
    assert (
        str(caught.value)
        == "params.yaml record.shop.headers.X-Token: holds letters that no header can carry; use ASCII, on one line"
    )


def test_templates_reach_nothing_of_the_machine():
    """They are sandboxed."""
    with pytest.raises(InputError, match="cannot be filled"):
        one(topic(), body='{"q": {{ query.__class__.__mro__[1].__subclasses__() | tojson }}}')
