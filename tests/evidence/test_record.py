import json
import sys

import pytest

from assay.evidence.record import Citation, Fragment, read_run
from assay.manifest import sha256

from . import cases
from .lines import CARD, A, changed, of_line, wrong


def test_a_record_is_read_as_it_stands():
    """The worked scenario: question, fragments by rank, citations with their places, card."""
    run = cases.run({**cases.A017, "retrieved": cases.A017["retrieved"][::-1]})
    (answer,) = run.answers
    assert (run.name, answer.run, answer.place) == (cases.RUN, cases.RUN, f"{A}:1 A-017")
    assert (answer.id, answer.scenario_id, answer.query_id) == ("A-017", "S-017", "Q-017")
    assert answer.query == cases.QUERY
    assert [(one.chunk_id, one.rank, one.doc_version) for one in answer.retrieved] == [
        ("p04", 1, "returns-v4"),
        ("p07", 2, "refunds-v2"),
    ]
    assert [one.marker for one in answer.citations] == ["[D-01]", "[D-02]"]
    assert all(answer.text[slice(*one.span)] == one.marker for one in answer.citations)
    assert answer.declines == []
    assert run.card == answer.card == cases.CARD


def test_what_is_not_recorded_is_null():
    """Nothing but an id: no text, no fragment, no question; a fragment without a rank stands last."""
    (bare,) = cases.run({"answer_id": "A-1"}).answers
    assert (bare.text, bare.query, bare.query_id, bare.scenario_id) == ("", None, None, None)
    assert (bare.retrieved, bare.citations, bare.declines) == ([], [], [])
    found = [{"chunk_id": "x"}, {"chunk_id": "b", "rank": 2}, {"chunk_id": "a", "rank": 1}]
    (answer,) = cases.run({"answer_id": "A-2", "retrieved": found, "citations": [{}], "answer": None}).answers
    assert answer.retrieved == [
        Fragment("a", 1, *[None] * 6),
        Fragment("b", 2, *[None] * 6),
        Fragment("x", None, *[None] * 6),
    ]
    assert answer.citations == [Citation(None, None, None, None)]
    assert answer.citations[0].record() == {"marker": None, "doc_id": None, "chunk_id": None, "span": None}


def test_an_answer_states_for_itself_what_differs_from_the_card():
    """The others keep the card's."""
    run = cases.run({**cases.A017, "model": "shop-writer-2"}, {"answer_id": "A-2", "model": None})
    assert [one.card["model"] for one in run.answers] == ["shop-writer-2", "shop-writer-1"]
    assert run.card["model"] == "shop-writer-1"
    assert [one.card.get("model") for one in cases.run(cases.A017, card=None).answers] == [None]


def test_the_id_of_a_run_is_a_hash_of_what_it_says():
    """Not of how it is written: spaces and the order of keys do not count; each value of card and line does."""
    own = cases.shop_run().run_id
    spaced = (
        json.dumps(dict(reversed(cases.A017.items())), ensure_ascii=False, separators=(",", " : ")) + "\n\n"
    )
    card = json.dumps(cases.CARD, indent=3).encode()
    assert read_run({"answers.jsonl": spaced.encode(), "card.json": card}, cases.WHERE)[0].run_id == own
    others = [
        cases.run({**cases.A017, "query": "?"}),
        cases.run(cases.A017, card={**cases.CARD, "top_k": 3}),
        cases.run(cases.A017, {"answer_id": "A-2"}),
    ]
    assert len({own, *(one.run_id for one in others)}) == 4


def test_every_fault_of_a_file_is_named_at_once():
    """One line a kind, and the card beside it; nothing hides another."""
    first = {**cases.A017, "answr": "?", "query": 7, **changed("citations", 1, span=[5, 2])}
    second = {
        **cases.A017,
        "retrieved": [
            {"chunk_id": "a", "rank": 1},
            {"chunk_id": "a", "rank": 3, "text": "x", "sha256": "0"},
            5,
        ],
        "citations": {"marker": "[1]"},
        "expected_evidence": {"needed": [{"chunk_id": 1}], "unanswerable": ["", 3], "note": "?"},
    }
    data = cases.lines(first, second) + b"{\n<<<<<<< ours\n" + cases.lines({"answer_id": "B"}) + b"[]\n"
    assert wrong(data, {"mode": "retrieve", "top_k": 0}) == [
        f"{CARD}: top_k is 0, must be at least 1; change it",
        f"{CARD}: mode is 'retrieve', must be one of retrieve_only, retrieve_and_generate; change it",
        f"{A}:1 A-017: 'answr' is no field here; did you mean 'answer'?",
        f"{A}:1 A-017: query is 7, must be a text; put it in quotes",
        f"{A}:1 A-017 citations[1]: span is [5, 2], outside of the answer's {len(cases.TEXT)} code points or empty; count code points of the answer, from 0",
        f"{A}:2 A-017: citations is {{'marker': '[1]'}}, must be a list; change it",
        f"{A}:2 A-017 retrieved[3]: is 5, must be an object; write chunk_id, rank, score, doc_id, doc_version, url, sha256, text",
        f"{A}:2 A-017 expected_evidence: 'note' is no field here; did you mean 'notes'?",
        f"{A}:2 A-017 expected_evidence.needed[1]: chunk_id is 1, must be a text; put it in quotes",
        f"{A}:2 A-017 expected_evidence.unanswerable[1]: is '', must be a text; write it in words",
        f"{A}:2 A-017 expected_evidence.unanswerable[2]: is 3, must be a text; write it in words",
        f"{A}:2 A-017 retrieved: has ranks [1, 3]; number them from 1, without gaps",
        f"{A}:2 A-017 retrieved: has 'a' 2 times (retrieved[1], retrieved[2]); keep it at its best rank",
        f"{A}:2 A-017 retrieved[2]: sha256 of 'a' is not that of its text; leave it out, or record the text that was retrieved",
        f"{A}:2 A-017: stands twice: see line 1; give each answer an id of its own",
        f"{A}:3: is not JSON at column 2 (Expecting property name enclosed in double quotes); mend the line",
        f"{A}:4: is a conflict marker of a merge; resolve the conflict",
        f"{A}:6: a line is one JSON object; mend the line",
    ]


def test_an_id_twice_is_found_whatever_else_is_wrong():
    """With the first of its lines, though that one has a fault of its own."""
    data = cases.lines(
        {"answer_id": "A", "query": 1}, {"answer_id": "B"}, {"answer_id": "A"}, {"answer_id": "A"}
    )
    assert wrong(data)[1:] == [
        f"{A}:{line} A: stands twice: see line 1; give each answer an id of its own" for line in (3, 4)
    ]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            lambda data: b"\xef\xbb\xbf" + data,
            ["1: starts with a byte order mark; save it as UTF-8 without BOM"],
        ),
        (lambda data: data.replace(b"\n", b"\r\n"), ["1: has CR line ends; save it with LF line ends"]),
        (
            lambda data: data[:-2],
            [
                "1: the last line has no line end: it may be cut off; add the rest",
                "1: is not JSON at column 2156 (Expecting ',' delimiter); mend the line",
            ],
        ),
        (lambda data: data.replace(b"A-017", b"\xff", 1), ["1: is not UTF-8 at byte 16; save it as UTF-8"]),
        (
            lambda data: data.replace(b"A-017", rb"\ud83d", 1),
            ["1: holds \\ud83d, which is half a character; mend the line"],
        ),
        (lambda data: b"=======\n" + data, ["1: is a conflict marker of a merge; resolve the conflict"]),
        (
            lambda data: data.replace(b'"score": 0.5', b'"score": 1e999'),
            ["1 A-017: holds an infinite number, or is nested too deeply; mend the line"],
        ),
        (
            lambda data: data.replace(b'"score": 0.5', b'"score": NaN'),
            ["1: NaN is not a value; mend the line"],
        ),
        (
            lambda data: data.replace(b'"lang"', b'"query": "?", "lang"'),
            ["1: key 'query' stands twice; mend the line"],
        ),
    ],
)
def test_damaged_files_are_named_by_their_lines(change, expected):
    """As those of any other file."""
    data = cases.lines(cases.A017)
    column = len(data.decode()) - 1
    assert wrong(change(data)) == [
        f"{A}:{one}".replace("column 2156", f"column {column}") for one in expected
    ]


def test_values_nested_without_end_are_no_traceback():
    """Whatever Python can still read."""
    deep = min(sys.getrecursionlimit(), 1000) - 100
    for depth in range(deep - 60, deep + 160, 20):
        data = b'{"answer_id": "A", "filters": ' + b"[" * depth + b"]" * depth + b"}\n"
        found = wrong(data)
        assert [one for one in found if "nested too deeply" in one] == found


def test_texts_stay_code_point_by_code_point():
    """Not composed, not normalised: emoji with tones, flags, joined families, marks, line ends within."""
    text = "Cafe\u0301 👍🏽🇷🇺👩‍👩‍👧 й\r\nok\u2028\ufeff" + "я" * 100_000
    answer = cases.simple(text, declines=[{"part": "x", "span": [len(text) - 1, len(text)]}])
    assert answer.text == text
    assert [ord(one) for one in answer.text[:5]] == [67, 97, 102, 101, 0x301]
    assert answer.declines[0].span == (100_000 + len(text) - 100_001, len(text))


def test_hashes_of_fragments_are_of_their_bytes():
    """Of the text in UTF-8; one without a text is taken at its word."""
    text = "Cafe\u0301"
    composed = sha256("Café".encode())
    good, bad = ({"chunk_id": "a", "text": text, "sha256": one} for one in (sha256(text.encode()), composed))
    assert of_line(retrieved=[good]) == []
    assert len(of_line(retrieved=[bad])) == 1
    assert of_line(retrieved=[{"chunk_id": "a", "sha256": composed}]) == []


def test_an_empty_file_is_a_run_without_answers():
    """Nothing is wrong with it."""
    run, problems = read_run({"answers.jsonl": b"\n\n"}, cases.WHERE)
    assert (run.answers, problems) == ([], [])
